package tensor

import "fmt"

// As returns t with the bits of its elements interpreted as kind k, which must have the same Size.
// For example, As converts ui16 to bf16, and ui8 to f8 or i4. If i2 or i4 is converted to or from
// another kind, the data is copied: the i4 -1, stored as 0xFF, becomes the ui8 0xF. Otherwise the
// result shares t's Data. As fails if k is invalid, if the sizes differ, or if the bits of an
// element do not fit into k. If the host lacks memory for a copy, the error is a *hostbytes.Lack.
func (t *Tensor) As(k Kind) (*Tensor, error) {
	if k == Invalid || k >= kindCount {
		return nil, fmt.Errorf("invalid element kind %d", uint8(k))
	}
	if t.Kind.Size() != k.Size() {
		return nil, fmt.Errorf("expected elements of %d bytes for %s, but the element size of %s is %d", k.Size(), k, t.Kind, t.Kind.Size())
	}
	u := assemble(k, t.Shape, t.Data)
	if t.Kind == k {
		return u, nil
	}
	if signed := t.Kind == I2 || t.Kind == I4; signed || k == I2 || k == I4 {
		var err error
		if u.Data, err = alignedBytes(len(t.Data)); err != nil {
			return nil, err
		}
		copy(u.Data, t.Data)
		if signed {
			mask := byte(1<<t.Kind.Bits() - 1)
			for i := range u.Data {
				u.Data[i] &= mask
			}
		}
	}
	for i := range u.NumElements() {
		if narrow(k) && !u.canonical(i) {
			size := k.Size()
			return nil, fmt.Errorf("element %d has the bytes %x, which do not fit into the %d-bit kind %s", i, u.Data[i*size:(i+1)*size], k.Bits(), k)
		}
	}
	normalize(u)
	return u, nil
}

// narrow reports whether elements of kind k have unused bits in Data.
func narrow(k Kind) bool { return k.Bits() < 8 || k == TF32 || k == F80 }

// canonical reports whether the bits of element i beyond the kind's width are zeros or, in a signed
// integer, copies of the sign bit.
func (t *Tensor) canonical(i int) bool {
	if t.Kind == F80 {
		_, hi := t.Bits128(i)
		return hi>>16 == 0
	}
	w := t.word(i)
	switch t.Kind {
	case TF32:
		return w&(1<<tf32Shift-1) == 0
	case I2, I4:
		return w>>t.Kind.Bits() == 0 || byte(stored(t.Kind, w)) == byte(w)
	}
	return w>>t.Kind.Bits() == 0
}
