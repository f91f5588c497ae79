package stablehlo

import (
	"math"

	"github.com/lathe-ir/lathe/ir"
)

// Flops returns the number of scalar operations. It counts a multiplication and an addition for
// each pair of elements that contributes to an element of the result.
func (o DotGeneral) Flops() float64 {
	return 2 * o.Op.ResultAt(0).Type().Elements() * extent(o.LHS(), o.DotDimensionNumbers().LHSContracting)
}

// Flops counts the same operations as [DotGeneral.Flops].
func (o Dot) Flops() float64 {
	shape, _ := o.Op.OperandAt(0).Type().Shape()
	if len(shape) == 0 {
		return 2 * o.Op.ResultAt(0).Type().Elements()
	}
	return 2 * o.Op.ResultAt(0).Type().Elements() * extent(o.Op.OperandAt(0), []int64{int64(len(shape) - 1)})
}

// Flops returns the number of scalar operations of a convolution: two for each kernel element that
// contributes to an element of the result.
func (o Convolution) Flops() float64 {
	d := o.DimensionNumbers()
	return 2 * o.Op.ResultAt(0).Type().Elements() * extent(o.RHS(), d.KernelSpatial) * extent(o.RHS(), []int64{d.KernelInputFeature})
}

// Steps estimates the work: it counts the pairs of a result element and a spatial position of the
// kernel. If there are several feature groups, a pair takes about four times as long, so it counts
// four times.
func (o Convolution) Steps() float64 {
	n := o.Op.ResultAt(0).Type().Elements() * extent(o.RHS(), o.DimensionNumbers().KernelSpatial)
	if o.FeatureGroupCount() > 1 {
		return 4 * n
	}
	return n
}

// Slices returns the number of slices that the operation copies.
func (o Gather) Slices() float64 {
	n := 1.0
	for _, size := range o.SliceSizes() {
		n *= float64(max(1, size))
	}
	return o.Op.ResultAt(0).Type().Elements() / n
}

// extent returns the product of the extents of v along dims, or 0 if one of these extents is
// unknown.
func extent(v *ir.Value, dims []int64) float64 {
	shape, ranked := v.Type().Shape()
	if !ranked {
		return 0
	}
	n := 1.0
	for _, d := range dims {
		switch {
		case int(d) >= len(shape):
		case shape[d] == ir.Dynamic:
			return 0
		default:
			n *= float64(shape[d])
		}
	}
	return n
}

// Repeats returns how often the body runs: once for each element that is reduced.
func (o Reduce) Repeats() float64 { return o.Inputs()[0].Type().Elements() }

// Repeats returns how often the body runs: once for each element of each window.
func (o ReduceWindow) Repeats() float64 {
	n := o.Op.ResultAt(0).Type().Elements()
	for _, d := range o.WindowDimensions() {
		n *= float64(d)
	}
	return n
}

// Repeats returns how often the computation runs: once for each element.
func (o Map) Repeats() float64 { return o.Op.ResultAt(0).Type().Elements() }

// Repeats returns how often the computation runs: once for each element of the updates.
func (o Scatter) Repeats() float64 { return o.Updates()[0].Type().Elements() }

// Repeats returns how often the computation select runs: once for each element of each window. It
// neglects the computation scatter, which runs once for each window.
func (o SelectAndScatter) Repeats() float64 {
	n := o.Source().Type().Elements()
	for _, d := range o.WindowDimensions() {
		n *= float64(d)
	}
	return n
}

// Repeats returns about how often the comparator runs: n·⌈log₂ m⌉ times. n is the number of
// elements, and m is the extent of the sorted dimension.
func (o Sort) Repeats() float64 {
	n := o.Inputs()[0].Type().Elements()
	shape, _ := o.Inputs()[0].Type().Shape()
	if d := o.Dimension(); len(shape) > 0 {
		if d < 0 {
			d += int64(len(shape))
		}
		n *= math.Ceil(math.Log2(max(2, float64(shape[d]))))
	}
	return n
}

// Repeats returns how often the computation runs: once for each element.
func (o AllReduce) Repeats() float64 { return o.Inputs()[0].Type().Elements() }

// Repeats returns how often the computation runs: once for each element.
func (o ReduceScatter) Repeats() float64 { return o.Operand().Type().Elements() }
