package tensor

import "slices"

// CanonicalNaN returns the bits of the NaN that operations on floats of kind k produce. This NaN is
// positive and quiet, and has no payload. k must be f16, bf16, f32 or f64.
func CanonicalNaN(k Kind) uint64 {
	switch k {
	case F32:
		return 0x7fc0_0000
	case F64:
		return 0x7ff8_0000_0000_0000
	case F16:
		return 0x7e00
	case BF16:
		return 0x7fc0
	}
	panic("tensor: BUG: CanonicalNaN of " + k.String())
}

// WithCanonicalNaNs returns t with each NaN replaced by the positive, quiet NaN without payload. If
// nothing needs to be replaced, it returns t itself. It does not change tf32, f80 and f128.
func WithCanonicalNaNs(t *Tensor) *Tensor {
	switch t.Kind {
	case F32, C64:
		return canonicalized(t, 0x7f80_0000, uint32(CanonicalNaN(F32)))
	case F64, C128:
		return canonicalized(t, 0x7ff0_0000_0000_0000, CanonicalNaN(F64))
	case F16:
		return canonicalized(t, 0x7c00, uint16(CanonicalNaN(F16)))
	case BF16:
		return canonicalized(t, 0x7f80, uint16(CanonicalNaN(BF16)))
	case F8E3M4:
		return canonicalized(t, 0x70, uint8(0x78))
	case F8E4M3:
		return canonicalized(t, 0x78, uint8(0x7c))
	case F8E5M2:
		return canonicalized(t, 0x7c, uint8(0x7e))
	case F8E4M3FN:
		return canonicalized(t, 0x7e, uint8(0x7f))
	}
	return t
}

// canonicalized replaces NaNs in t by the parameter nan. A bit pattern is a NaN if its magnitude is
// larger than the parameter infinity, which is the largest number in formats without infinities.
func canonicalized[T uint8 | uint16 | uint32 | uint64](t *Tensor, infinity, nan T) *Tensor {
	magnitude := ^T(0) >> 1
	other := func(b T) bool { return b&magnitude > infinity && b != nan }
	first := slices.IndexFunc(view[T](t.Data), other)
	if first < 0 {
		return t
	}
	t = t.Clone()
	words := view[T](t.Data)
	for i := first; i < len(words); i++ {
		if other(words[i]) {
			words[i] = nan
		}
	}
	return t
}
