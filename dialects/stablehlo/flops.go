package stablehlo

import "github.com/lathe-ir/lathe/ir"

// Flops is the number of scalar operations of a product: two for each term of each
// element of the result.
func (o DotGeneral) Flops() float64 {
	return 2 * elements(o.Op.ResultAt(0)) * extent(o.LHS(), o.DotDimensionNumbers().LHSContracting)
}

// Flops is the number of scalar operations of a product.
func (o Dot) Flops() float64 {
	shape, _ := o.Op.OperandAt(0).Type().Shape()
	if len(shape) == 0 {
		return 2 * elements(o.Op.ResultAt(0))
	}
	return 2 * elements(o.Op.ResultAt(0)) * extent(o.Op.OperandAt(0), []int64{int64(len(shape) - 1)})
}

// Flops is the number of scalar operations of a convolution: two for each element
// of the kernel that an element of the result sees.
func (o Convolution) Flops() float64 {
	d := o.DimensionNumbers()
	return 2 * elements(o.Op.ResultAt(0)) * extent(o.RHS(), d.KernelSpatial) * extent(o.RHS(), []int64{d.KernelInputFeature})
}

// elements is the number of elements of v, 0 where its type does not say.
func elements(v *ir.Value) float64 {
	shape, ok := v.Type().Shape()
	if !ok {
		return 0
	}
	n := 1.0
	for _, d := range shape {
		if d == ir.Dynamic {
			return 0
		}
		n *= float64(d)
	}
	return n
}

// extent is the product of some dimensions of v.
func extent(v *ir.Value, dims []int64) float64 {
	shape, _ := v.Type().Shape()
	n := 1.0
	for _, d := range dims {
		if int(d) < len(shape) && shape[d] != ir.Dynamic {
			n *= float64(shape[d])
		}
	}
	return n
}
