package tensor

import "math"

// FloatToBits rounds v to the kind k, to nearest with ties to even, and returns the bits of the
// result. k is a float kind of up to 64 bits.
//
// As in LLVM's APFloat, numbers out of range become an infinity. In formats without infinities they
// become NaN, and in formats with neither infinities nor NaN (f4, f6) they become the largest
// number. As in ml_dtypes, a NaN becomes -0 in f4 and f6, and negative numbers become NaN in
// f8E8M0FNU.
//
// The result has k.Bits() bits, right-aligned: 19 for tf32, although a Tensor stores it as an f32.
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

// BitsToFloat returns the exact value of the bit pattern b. k is a float kind of up to 64 bits.
// Bits beyond the kind's width are ignored.
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
