package stablehlo

import (
	"cmp"
	"fmt"
	"math"

	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Eval compares corresponding elements.
func (o Compare) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return compared(o.Direction(), o.CompareType() == "TOTALORDER", ts[0], ts[1])
	})
}

// compared compares corresponding elements of a and b. dir is the direction of the comparison, such
// as "LT". If total is set, floats are compared in the total order that orderedBits describes.
func compared(dir string, total bool, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	a, b = sameShape(a, b)
	d := tensor.New(tensor.I1, a.Shape...)
	out := slice[bool](d)
	if total && a.Kind.IsFloat() {
		x, y := orderedBits(a), orderedBits(b)
		return d, compareLoop(dir, out, x, y)
	}
	if narrowFloat(a.Kind) {
		a, b = widen(a), widen(b)
	}
	switch a.Kind {
	case tensor.F32:
		return d, compareLoop(dir, out, slice[float32](a), slice[float32](b))
	case tensor.F64:
		return d, compareLoop(dir, out, slice[float64](a), slice[float64](b))
	case tensor.I2, tensor.I4, tensor.I8:
		return d, compareLoop(dir, out, slice[int8](a), slice[int8](b))
	case tensor.I16:
		return d, compareLoop(dir, out, slice[int16](a), slice[int16](b))
	case tensor.I32:
		return d, compareLoop(dir, out, slice[int32](a), slice[int32](b))
	case tensor.I64, tensor.Index:
		return d, compareLoop(dir, out, slice[int64](a), slice[int64](b))
	case tensor.U16:
		return d, compareLoop(dir, out, slice[uint16](a), slice[uint16](b))
	case tensor.U32:
		return d, compareLoop(dir, out, slice[uint32](a), slice[uint32](b))
	case tensor.U64:
		return d, compareLoop(dir, out, slice[uint64](a), slice[uint64](b))
	case tensor.C64, tensor.C128:
		return d, compareComplex(dir, out, a, b)
	}
	return d, compareLoop(dir, out, a.Data, b.Data)
}

func compareComplex(dir string, out []bool, a, b *tensor.Tensor) error {
	if dir != "EQ" && dir != "NE" {
		return fmt.Errorf("cannot compare complex numbers with %s", dir)
	}
	for i := range out {
		out[i] = (a.Complex(i) == b.Complex(i)) == (dir == "EQ")
	}
	return nil
}

func compareLoop[T cmp.Ordered](dir string, out []bool, a, b []T) error {
	a, b = a[:len(out)], b[:len(out)]
	switch dir {
	case "EQ":
		for i := range out {
			out[i] = a[i] == b[i]
		}
	case "NE":
		for i := range out {
			out[i] = a[i] != b[i]
		}
	case "GE":
		for i := range out {
			out[i] = a[i] >= b[i]
		}
	case "GT":
		for i := range out {
			out[i] = a[i] > b[i]
		}
	case "LE":
		for i := range out {
			out[i] = a[i] <= b[i]
		}
	case "LT":
		for i := range out {
			out[i] = a[i] < b[i]
		}
	default:
		return fmt.Errorf("has the unknown comparison direction %q", dir)
	}
	return nil
}

// orderedBits maps each float to an integer. The order of the integers is the total order of the
// floats: -NaN, -inf, …, -0, 0, …, inf, NaN.
func orderedBits(t *tensor.Tensor) []int64 {
	v := make([]int64, t.NumElements())
	sign := uint64(1) << (t.Kind.Bits() - 1)
	if t.Kind == tensor.F8E8M0FNU {
		sign = 0
	}
	for i := range v {
		b := t.Bits(i)
		v[i] = int64(b &^ sign)
		if b&sign != 0 {
			v[i] = -1 - v[i]
		}
	}
	return v
}

// Eval chooses between corresponding elements.
func (o Select) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return inParts(c, ts, func(ts []*tensor.Tensor) *tensor.Tensor { return selected(ts[0], ts[1], ts[2]) }), nil
	})
}

func selected(p, a, b *tensor.Tensor) *tensor.Tensor {
	a, b = sameShape(a, b)
	if len(p.Shape) == 0 && len(a.Shape) > 0 {
		if p.Data[0] != 0 {
			return a
		}
		return b
	}
	_, a = sameShape(p, a)
	_, b = sameShape(p, b)
	d := tensor.New(a.Kind, a.Shape...)
	switch a.Kind.Size() {
	case 1:
		selectLoop(d.Data, p.Data, a.Data, b.Data)
	case 2:
		selectLoop(slice[uint16](d), p.Data, slice[uint16](a), slice[uint16](b))
	case 4:
		selectLoop(slice[uint32](d), p.Data, slice[uint32](a), slice[uint32](b))
	case 8:
		selectLoop(slice[uint64](d), p.Data, slice[uint64](a), slice[uint64](b))
	default:
		selectLoop(slice[[2]uint64](d), p.Data, slice[[2]uint64](a), slice[[2]uint64](b))
	}
	return d
}

func selectLoop[T any](d []T, p []byte, a, b []T) {
	for i := range d {
		d[i] = b[i]
		if p[i] != 0 {
			d[i] = a[i]
		}
	}
}

// Eval computes min(max(x, lo), hi) for each element x.
func (o Clamp) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return combined(c, opMin, combined(c, opMax, ts[1], ts[0]), ts[2]), nil
	})
}

// Eval normalizes with a given mean and variance.
func (o BatchNormInference) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return normalized(c, ts[0], ts[1], ts[2], ts[3], ts[4], o.Epsilon(), o.FeatureIndex()), nil
	})
}

// normalized computes (x - mean) / sqrt(variance + ε) * scale + offset.
func normalized(c *interp.Context, x, scale, offset, mean, variance *tensor.Tensor, eps float64, feature int64) *tensor.Tensor {
	wide := func(t *tensor.Tensor) *tensor.Tensor { return broadcastInDim(c, t, x.Shape, []int64{feature}) }
	e := c.New(x.Kind)
	e.SetFloat(0, eps)
	dev := mapFunction(function{real: math.Sqrt}, combined(c, opAdd, variance, e))
	centered := combined(c, opSub, x, wide(mean))
	return combined(c, opAdd, combined(c, opMul, wide(scale), combined(c, opDiv, centered, wide(dev))), wide(offset))
}

// others(rank, but) returns the dimensions of a tensor except one: others(3, 1) is [0, 2].
func others(rank int, but int64) []int64 {
	var ds []int64
	for i := range int64(rank) {
		if i != but {
			ds = append(ds, i)
		}
	}
	return ds
}

// meanOver returns the mean over all dimensions except the dimension feature.
func meanOver(c *interp.Context, x *tensor.Tensor, feature int64) *tensor.Tensor {
	sum := reduceTensor(c, opAdd, x, c.New(x.Kind), others(len(x.Shape), feature))
	n := c.New(x.Kind)
	n.SetFloat(0, float64(x.NumElements())/float64(max(1, x.Shape[feature])))
	return combined(c, opDiv, sum, n)
}

// Eval normalizes with the mean and variance of the batch, which are also results.
func (o BatchNormTraining) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	x, feature := ts[0], o.FeatureIndex()
	mean := meanOver(c, x, feature)
	centered := combined(c, opSub, x, broadcastInDim(c, mean, x.Shape, []int64{feature}))
	variance := meanOver(c, combined(c, opMul, centered, centered), feature)
	return []interp.Value{normalized(c, x, ts[1], ts[2], mean, variance, o.Epsilon(), feature), mean, variance}, nil
}

// Eval returns the gradient of batch_norm_training, by the formulas in StableHLO's specification.
func (o BatchNormGrad) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	x, scale, mean, variance, grad, feature := ts[0], ts[1], ts[2], ts[3], ts[4], o.FeatureIndex()
	wide := func(t *tensor.Tensor) *tensor.Tensor { return broadcastInDim(c, t, x.Shape, []int64{feature}) }
	sum := func(t *tensor.Tensor) *tensor.Tensor {
		return reduceTensor(c, opAdd, t, c.New(t.Kind), others(len(t.Shape), feature))
	}
	eps, n := c.New(x.Kind), c.New(x.Kind)
	eps.SetFloat(0, o.Epsilon())
	n.SetFloat(0, float64(x.NumElements())/float64(max(1, x.Shape[feature])))
	centered := combined(c, opSub, x, wide(mean))
	dev := mapFunction(function{real: math.Sqrt}, combined(c, opAdd, variance, eps))
	// grad_operand = scale/dev/n · (n·g - Σg - (x-mean)·Σ(g·(x-mean))/(variance+ε))
	gradSum, gradDot := sum(grad), sum(combined(c, opMul, grad, centered))
	i1 := combined(c, opMul, grad, n)
	i3 := combined(c, opMul, wide(gradDot), centered)
	i4 := combined(c, opDiv, i3, wide(combined(c, opAdd, variance, eps)))
	i5 := combined(c, opSub, combined(c, opSub, i1, wide(gradSum)), i4)
	gradX := combined(c, opMul, wide(combined(c, opDiv, combined(c, opDiv, scale, dev), n)), i5)
	gradScale := sum(combined(c, opMul, grad, combined(c, opDiv, centered, wide(dev))))
	return []interp.Value{gradX, gradScale, gradSum}, nil
}
