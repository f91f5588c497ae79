package tensor

import "math"

// FloatToBits rounds v to a float kind of up to 64 bits: to the nearest, ties to even.
//
// Numbers out of range are converted as by LLVM's APFloat: to an infinity; in formats without
// infinities, to NaN; in formats without either (f4, f6), to the largest number. As in ml_dtypes, a
// NaN becomes -0 in f4 and f6, which have no NaN, and negative numbers become NaN in f8E8M0FNU.
//
// The bits are right-aligned, and as many as the kind has: 19 for tf32, although a Tensor stores it
// as an f32.
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

// BitsToFloat returns the value of the float of kind k, of up to 64 bits, with the bits b. It is
// exact. Bits beyond the kind's width are ignored.
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
