package tensor

import (
	"fmt"
	"math"
)

// ToFloat32s returns all elements of t, which must not be complex, in a new slice. It rounds f64,
// f80, f128 and integers of more than 24 bits.
func ToFloat32s(t *Tensor) []float32 {
	dst := make([]float32, t.NumElements())
	DecodeFloat32s(dst, t)
	return dst
}

// FromFloat32s creates a tensor of kind k from data. It converts the elements as Convert does.
func FromFloat32s(k Kind, shape []int64, data []float32) *Tensor {
	t := New(k, shape...)
	EncodeFloat32s(t, data)
	return t
}

// DecodeFloat32s is like ToFloat32s, but stores the elements in dst, whose length must match.
func DecodeFloat32s(dst []float32, t *Tensor) {
	if len(dst) != t.NumElements() {
		panic(fmt.Sprintf("tensor: BUG: %d float32s for %s", len(dst), typeString(t.Kind, t.Shape)))
	}
	switch {
	case t.Kind == F32 || t.Kind == TF32:
		copy(dst, Slice[float32](t))
	case t.Kind == BF16:
		for i, b := range Slice[uint16](t) {
			dst[i] = BF16ToFloat32(b)
		}
	case t.Kind == F16:
		for i, b := range Slice[uint16](t) {
			dst[i] = F16ToFloat32(b)
		}
	case t.Kind.IsFloat() && t.Kind.Size() == 1:
		decodeBytes(dst, t)
	case t.Kind == F64:
		for i, v := range Slice[float64](t) {
			dst[i] = float32(v)
		}
	default:
		copy(dst, Slice[float32](Convert(t, F32)))
	}
}

// decodeBytes decodes elements of a float kind of up to 8 bits, with a table if there are many.
func decodeBytes(dst []float32, t *Tensor) {
	if len(dst) < 512 {
		for i, b := range t.Data {
			dst[i] = float32(BitsToFloat(t.Kind, uint64(b)))
		}
		return
	}
	var table [256]float32
	for b := range table {
		table[b] = float32(BitsToFloat(t.Kind, uint64(b)))
	}
	for i, b := range t.Data {
		dst[i] = table[b]
	}
}

// EncodeFloat32s is like FromFloat32s, but stores the elements in t, whose size must match.
func EncodeFloat32s(t *Tensor, src []float32) {
	if len(src) != t.NumElements() {
		panic(fmt.Sprintf("tensor: BUG: %d float32s for %s", len(src), typeString(t.Kind, t.Shape)))
	}
	switch {
	case t.Kind == F32:
		copy(Slice[float32](t), src)
	case t.Kind == BF16:
		dst := Slice[uint16](t)
		for i, v := range src {
			dst[i] = Float32ToBF16(v)
		}
	case t.Kind == F16:
		dst := Slice[uint16](t)
		for i, v := range src {
			dst[i] = Float32ToF16(v)
		}
	case t.Kind == F64:
		dst := Slice[float64](t)
		for i, v := range src {
			dst[i] = float64(v)
		}
	case t.Kind.IsFloat() && t.Kind.Size() == 1:
		encodeBytes(t.Data, t.Kind, src)
	default:
		for i, v := range src {
			t.SetFloat(i, float64(v))
		}
	}
}

// BF16ToFloat32 returns the value of the bf16 with the bits b.
func BF16ToFloat32(b uint16) float32 { return math.Float32frombits(uint32(b) << 16) }

// Float32ToBF16 returns the bits of the bf16 nearest to v, ties to even. A NaN becomes quiet.
func Float32ToBF16(v float32) uint16 {
	b := math.Float32bits(v)
	if v != v {
		return uint16(b>>16) | 1<<6
	}
	return uint16((b + 0x7FFF + b>>16&1) >> 16)
}

// F16ToFloat32 returns the value of the f16 with the bits b.
func F16ToFloat32(b uint16) float32 {
	sign, magnitude := uint32(b&0x8000)<<16, uint32(b&0x7FFF)
	switch {
	case magnitude >= 0x7C00: // infinities and NaNs; a NaN becomes quiet
		quiet := uint32(0)
		if magnitude > 0x7C00 {
			quiet = 1 << 22
		}
		return math.Float32frombits(sign | quiet | (magnitude<<13 + (255-31)<<23))
	case magnitude < 0x0400: // a subnormal is an integer times 2⁻²⁴
		v := float32(magnitude) * (1.0 / (1 << 24))
		return math.Float32frombits(sign | math.Float32bits(v))
	}
	return math.Float32frombits(sign | (magnitude<<13 + (127-15)<<23))
}

// Float32ToF16 returns the bits of the f16 nearest to v, ties to even. A NaN becomes quiet.
func Float32ToF16(v float32) uint16 {
	b := math.Float32bits(v)
	sign, magnitude := uint16(b>>16&0x8000), b&0x7FFFFFFF
	switch {
	case magnitude > 0x7F800000:
		return sign | 0x7E00 | uint16(magnitude>>13&0x3FF)
	case magnitude >= 0x477FF000: // the rounded number is 65536 or more
		return sign | 0x7C00
	case magnitude < 0x38800000: // below 2⁻¹⁴
		// Adding ½ rounds to a multiple of 2⁻²⁴, the unit in the last place of subnormal f16s.
		const half = 0.5
		scaled := math.Float32frombits(magnitude) + half
		return sign | uint16(math.Float32bits(scaled)-math.Float32bits(half))
	}
	rounded := magnitude + 0x0FFF + magnitude>>13&1
	return sign | uint16(rounded>>13-(127-15)<<10)
}
