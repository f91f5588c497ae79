package stablehlo

import (
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// layout has the numbers of exponent and mantissa bits of a float.
type layout struct{ exponent, mantissa int64 }

// layoutOf returns the layout of F16, BF16, F32 or F64. For other kinds, it reports false.
func layoutOf(k tensor.Kind) (l layout, ok bool) {
	switch k {
	case tensor.F16:
		return layout{5, 10}, true
	case tensor.BF16:
		return layout{8, 7}, true
	case tensor.F32:
		return layout{8, 23}, true
	case tensor.F64:
		return layout{11, 52}, true
	}
	return layout{}, false
}

// Eval rounds each element.
func (o ReducePrecision) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		to := layout{o.ExponentBits(), o.MantissaBits()}
		return inParts(c, ts, func(ts []*tensor.Tensor) *tensor.Tensor {
			t := ts[0]
			from, ok := layoutOf(t.Kind)
			if !ok {
				return tensor.Convert(reducePrecision(widen(t), layout{8, 23}, to), t.Kind)
			}
			return reducePrecision(t, from, to)
		}), nil
	})
}

// reducePrecision rounds the elements of t from the layout "from" to values of the layout "to". The
// mantissa is rounded to nearest, ties to even. If the exponent gets fewer bits, values that are
// too large become infinite, and values below the normal numbers become 0. Otherwise subnormal
// numbers are kept. NaNs lose their sign.
func reducePrecision(t *tensor.Tensor, from, to layout) *tensor.Tensor {
	d := tensor.New(t.Kind, t.Shape...)
	sign := uint64(1) << (from.exponent + from.mantissa)
	infinity := sign - 1<<from.mantissa
	for i := range t.NumElements() {
		b := t.Bits(i)
		magnitude, s := b&(sign-1), b&sign
		if magnitude > infinity {
			if b = magnitude; to.mantissa == 0 { // a layout without mantissa bits has no NaN
				b = infinity
			}
			d.SetBits(i, b)
			continue
		}
		if cut := from.mantissa - to.mantissa; cut > 0 {
			last := magnitude >> cut & 1
			magnitude = (magnitude + 1<<(cut-1) - 1 + last) >> cut << cut
		}
		if to.exponent < from.exponent {
			bias, reach := uint64(1)<<(from.exponent-1)-1, uint64(1)<<(to.exponent-1)-1
			switch e := magnitude >> from.mantissa; {
			case e > bias+reach:
				magnitude = infinity
			case e <= bias-reach:
				magnitude = 0
			}
		}
		d.SetBits(i, s|magnitude)
	}
	return d
}
