package tensor

import "math"

// FloatToBits rounds v to a float kind of up to 64 bits: to the nearest, ties to even.
//
// Numbers out of range become what LLVM's APFloat makes of them: an infinity; NaN in formats
// without infinities; the largest number in formats without either (f4, f6). f4 and f6 hold no NaN
// and take it as -0, and f8E8M0FNU takes negative numbers as NaN, both as ml_dtypes has it.
//
// The bits are the kind's own, right-aligned: 19 of them for tf32, though a Tensor
// keeps them as an f32.
func FloatToBits(k Kind, v float64) uint64 {
	switch k {
	case F32:
		return uint64(math.Float32bits(float32(v)))
	case F64:
		return math.Float64bits(v)
	}
	if !k.IsFloat() || k >= F80 {
		panic("tensor: BUG: FloatToBits of " + k.String())
	}
	return formats[k].encode(numberOf(v))
}

// BitsToFloat is the value of a float kind of up to 64 bits; it is exact. Bits beyond
// the kind's width are ignored.
func BitsToFloat(k Kind, b uint64) float64 {
	switch k {
	case F32:
		return float64(math.Float32frombits(uint32(b)))
	case F64:
		return math.Float64frombits(b)
	case BF16:
		return float64(math.Float32frombits(uint32(b) << 16))
	case TF32:
		return float64(math.Float32frombits(uint32(b) << tf32Shift))
	}
	if !k.IsFloat() || k >= F80 {
		panic("tensor: BUG: BitsToFloat of " + k.String())
	}
	f := &formats[k]
	return f.float(b & (1<<f.width - 1))
}

// tf32Shift is the number of bits by which a tf32 is shifted left in a Tensor.
const tf32Shift = 13
