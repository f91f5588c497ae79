package tensor

import "math"

// Convert returns t with its elements converted to kind k, as stablehlo.convert does. Conversion of
// a float to an integer truncates and saturates, and NaN becomes 0. Conversion between integers
// wraps. Conversion to i1 is x != 0, and an i1 converts to 0 or 1. Conversion to a float rounds as
// FloatToBits does. Conversion of a complex number to a kind that is not complex drops the
// imaginary part. The result shares no memory with t.
func Convert(t *Tensor, k Kind) *Tensor {
	if t.Kind == k {
		return t.Clone()
	}
	u := New(k, t.Shape...)
	switch {
	case k == I1 && !t.Kind.IsComplex():
		convertToBool(u, t)
	case t.Kind.IsInt() && k.IsInt():
		convertInts(u, t)
	case t.Kind.IsInt() && k.IsFloat():
		convertIntToFloat(u, t)
	case t.Kind.IsFloat() && k.IsInt():
		convertFloatToInt(u, t)
	case t.Kind.IsFloat() && k.IsFloat():
		convertFloats(u, t)
	case t.Kind.IsComplex():
		convertFromComplex(u, t)
	case k.IsComplex():
		spreadParts(u, Convert(t, k.Part()))
	default:
		panic("tensor: BUG: " + noElements(t))
	}
	return u
}

func convertToBool(u, t *Tensor) {
	dst := Slice[bool](u)
	switch t.Kind {
	case F32:
		for i, v := range Slice[float32](t) {
			dst[i] = v != 0
		}
	case F80, F128:
		for i := range dst {
			dst[i] = t.number(i).class != zero
		}
	default:
		for i := range dst {
			dst[i] = t.Float(i) != 0
		}
	}
}

// convertFromComplex converts both parts to a complex kind, or the real part to another kind.
func convertFromComplex(u, t *Tensor) {
	parts := &Tensor{Kind: t.Kind.Part(), Shape: []int64{int64(t.NumElements()), 2}, Data: t.Data}
	if u.Kind.IsComplex() {
		copy(u.Data, Convert(parts, u.Kind.Part()).Data)
		return
	}
	re := New(parts.Kind, int64(t.NumElements()))
	for i := range re.NumElements() {
		re.setWord(i, parts.word(2*i))
	}
	copy(u.Data, Convert(re, u.Kind).Data)
}

// spreadParts sets the real parts of u, whose elements must be 0, to the elements of re.
func spreadParts(u, re *Tensor) {
	parts := &Tensor{Kind: re.Kind, Shape: []int64{int64(re.NumElements()), 2}, Data: u.Data}
	for i := range re.NumElements() {
		parts.setWord(2*i, re.word(i))
	}
}

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// convertInts converts integers with wrapping. Wrapped to 8 or more bits, signed and unsigned
// integers have the same bits. For fewer bits, the function stored extends the sign or adds zeros.
func convertInts(u, t *Tensor) {
	switch t.Kind {
	case I2, I4, I8:
		wrapInts(u, Slice[int8](t))
	case I16:
		wrapInts(u, Slice[int16](t))
	case I32:
		wrapInts(u, Slice[int32](t))
	case I64, Index, U64:
		wrapInts(u, Slice[uint64](t))
	case U16:
		wrapInts(u, Slice[uint16](t))
	case U32:
		wrapInts(u, Slice[uint32](t))
	default:
		wrapInts(u, Slice[uint8](t))
	}
}

func wrapInts[S integer](u *Tensor, src []S) {
	switch u.Kind.Size() {
	case 1:
		for i, v := range src {
			u.Data[i] = byte(v)
		}
		if u.Kind.Bits() < 8 {
			for i, b := range u.Data {
				u.Data[i] = byte(stored(u.Kind, uint64(b)))
			}
		}
	case 2:
		castInts(Slice[uint16](u), src)
	case 4:
		castInts(Slice[uint32](u), src)
	default:
		castInts(Slice[uint64](u), src)
	}
}

func castInts[D, S integer](dst []D, src []S) {
	for i, v := range src {
		dst[i] = D(v)
	}
}

func convertIntToFloat(u, t *Tensor) {
	switch t.Kind {
	case I2, I4, I8:
		intsToFloats(u, Slice[int8](t))
	case I16:
		intsToFloats(u, Slice[int16](t))
	case I32:
		intsToFloats(u, Slice[int32](t))
	case I64, Index:
		intsToFloats(u, Slice[int64](t))
	case U64:
		intsToFloats(u, Slice[uint64](t))
	case U16:
		intsToFloats(u, Slice[uint16](t))
	case U32:
		intsToFloats(u, Slice[uint32](t))
	default:
		intsToFloats(u, Slice[uint8](t))
	}
}

func intsToFloats[S integer](u *Tensor, src []S) {
	switch u.Kind {
	case F32:
		dst := Slice[float32](u)
		for i, v := range src {
			dst[i] = float32(v)
		}
	case F64:
		dst := Slice[float64](u)
		for i, v := range src {
			dst[i] = float64(v)
		}
	default:
		// Conversion by way of float64 would round large integers twice.
		for i, v := range src {
			if v < 0 {
				u.setNumber(i, numberOfInt(int64(v)))
			} else {
				u.setNumber(i, numberOfUint(uint64(v)))
			}
		}
	}
}

func convertFloatToInt(u, t *Tensor) {
	switch {
	case t.Kind == F80 || t.Kind == F128:
		for i := range u.NumElements() {
			if u.Kind == U64 {
				u.setWord(i, t.number(i).uint64())
			} else {
				u.setWord(i, uint64(clampInt(u.Kind, t.number(i).int64())))
			}
		}
	case t.Kind == F32 && u.Kind == I32:
		dst := Slice[int32](u)
		for i, v := range Slice[float32](t) {
			dst[i] = int32(clampInt(I32, saturateInt64(float64(v))))
		}
	case t.Kind == F32 && u.Kind == I64:
		dst := Slice[int64](u)
		for i, v := range Slice[float32](t) {
			dst[i] = saturateInt64(float64(v))
		}
	default:
		for i := range u.NumElements() {
			u.SetFloat(i, t.Float(i))
		}
	}
}

func convertFloats(u, t *Tensor) {
	switch {
	case u.Kind == F64 && t.Kind == F32:
		dst := Slice[float64](u)
		for i, v := range Slice[float32](t) {
			dst[i] = float64(v)
		}
	case u.Kind == F80 || u.Kind == F128 || t.Kind == F80 || t.Kind == F128:
		for i := range u.NumElements() {
			u.setNumber(i, t.number(i))
		}
	case t.Kind == F32 || t.Kind == TF32:
		EncodeFloat32s(u, view[float32](t.Data))
	case u.Kind == F32 || u.Kind != F64 && t.Kind != F64:
		// Conversion to float32 is exact for every t.Kind here except f64. If t.Kind is f64, u.Kind
		// is f32, so the elements are rounded only once.
		EncodeFloat32s(u, ToFloat32s(t))
	default:
		for i := range u.NumElements() {
			u.SetFloat(i, t.Float(i))
		}
	}
}

// clampInt saturates v to the range of k, an integer kind other than ui64.
func clampInt(k Kind, v int64) int64 {
	lo, hi := intRange(k)
	return min(max(v, lo), hi)
}

// intRange returns the range of an integer kind. For ui64, hi is the largest int64.
func intRange(k Kind) (lo, hi int64) {
	switch {
	case k == U64:
		return 0, math.MaxInt64
	case k.IsUnsigned():
		return 0, 1<<k.Bits() - 1
	}
	return -1 << (k.Bits() - 1), 1<<(k.Bits()-1) - 1
}

// saturateInt64 rounds v toward zero and saturates it; NaN becomes 0. In Go, the result of int64(v)
// depends on the machine if v is out of range.
func saturateInt64(v float64) int64 {
	switch {
	case v != v:
		return 0
	case v < math.MinInt64:
		return math.MinInt64
	case v >= math.MaxInt64:
		return math.MaxInt64
	}
	return int64(v)
}

// saturateUint64 rounds v toward zero and saturates it; NaN becomes 0.
func saturateUint64(v float64) uint64 {
	switch {
	case v != v || v <= 0:
		return 0
	case v >= math.MaxUint64:
		return math.MaxUint64
	}
	return uint64(v)
}
