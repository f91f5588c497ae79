package tensor

import (
	"encoding/binary"
	"fmt"
)

// rawSize returns the number of bytes of an element in MLIR's raw form of dense attributes. It is
// less than Size for tf32 and f80. It does not apply to i1, whose elements are single bits.
func rawSize(k Kind) int { return (k.Bits() + 7) / 8 }

// RawLen returns the number of bytes of n elements in MLIR's raw form.
func RawLen(k Kind, n int) int {
	if k == I1 {
		return n/8 + min(n%8, 1)
	}
	return n * rawSize(k)
}

// Pack returns the elements of t in MLIR's raw form, as in the hex text of dense attributes.
// Elements of i1 are bits, the lowest bit first. An i2 or i4 is zero-extended to a byte, a tf32
// takes 3 bytes, and an f80 takes 10. For other kinds, Pack returns Data itself.
func Pack(t *Tensor) []byte {
	n := t.NumElements()
	switch k := t.Kind; {
	case k == I1:
		raw := make([]byte, RawLen(k, n))
		for i, b := range t.Data {
			raw[i/8] |= b & 1 << (i % 8)
		}
		return raw
	case k == I2 || k == I4:
		raw := make([]byte, n)
		for i, b := range t.Data {
			raw[i] = b & (1<<k.Bits() - 1)
		}
		return raw
	case k == TF32:
		raw := make([]byte, 0, n*3)
		for i := range n {
			b := t.Bits(i)
			raw = append(raw, byte(b), byte(b>>8), byte(b>>16))
		}
		return raw
	case k == F80:
		raw := make([]byte, 0, n*10)
		for i := range n {
			raw = append(raw, t.Data[i*16:i*16+10]...)
		}
		return raw
	}
	return t.Data
}

// Unpack returns the tensor whose raw form is raw. The tensor does not share memory with raw.
// Unpack fails if the length of raw is not RawLen. For raw data of one element, see IsRawSplat.
func Unpack(k Kind, shape []int64, raw []byte) (*Tensor, error) {
	n, err := CheckShape(k, shape)
	if err != nil {
		return nil, err
	}
	if want := RawLen(k, n); len(raw) != want {
		return nil, fmt.Errorf("raw data of %s must have %d bytes, but has %d", typeString(k, shape), want, len(raw))
	}
	t, err := TryNew(k, shape...)
	if err != nil {
		return nil, err
	}
	switch {
	case k == I1:
		for i := range t.Data {
			t.Data[i] = raw[i/8] >> (i % 8) & 1
		}
	case k == TF32:
		for i := range n {
			e := raw[i*3:]
			t.SetBits(i, uint64(e[0])|uint64(e[1])<<8|uint64(e[2])<<16)
		}
	case k == F80:
		for i := range n {
			e := raw[i*10:]
			t.SetBits128(i, binary.LittleEndian.Uint64(e), uint64(binary.LittleEndian.Uint16(e[8:])))
		}
	default:
		copy(t.Data, raw)
		normalize(t)
	}
	return t, nil
}

// IsRawSplat reports whether MLIR reads raw as one value for all elements. The length of raw must
// be that of one element. For two or more elements of i1, raw must be one byte, 0x00 or 0xff. To
// unpack the value, pass Unpack the shape of a scalar.
func IsRawSplat(k Kind, shape []int64, raw []byte) bool {
	n, err := CheckShape(k, shape)
	switch {
	case err != nil:
		return false
	case n == 1:
		return len(raw) == RawLen(k, 1)
	case k == I1:
		return len(raw) == 1 && (raw[0] == 0 || raw[0] == 0xFF)
	}
	return len(raw) == rawSize(k)
}

// normalize clears or sign-extends the unused bits of all elements, as Data requires.
func normalize(t *Tensor) {
	if t.Kind.Bits() >= 8 {
		return
	}
	for i, b := range t.Data {
		t.Data[i] = byte(stored(t.Kind, uint64(b)))
	}
}
