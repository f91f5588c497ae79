package nnvm

import "math"

// Whole layers do more than one scalar operation for each element of their results: a
// product and a sum for each pair that they multiply. Where a type is not known it is 0.

// Flops counts two operations for each weight that a row of data meets.
func (o Dense) Flops() float64 {
	shape, ok := o.Weight().Type().Shape()
	if !ok || len(shape) != 2 {
		return 0
	}
	return 2 * o.Data().Type().Elements() * float64(max(0, shape[0]))
}

// Flops counts two operations for each product: elements of the result times those of the
// extent that is summed over, which each operand has beside its part of the result.
func (o MatMul) Flops() float64 {
	return 2 * math.Sqrt(o.LHS().Type().Elements()*o.RHS().Type().Elements()*o.Op.Result().Type().Elements())
}

// Flops counts two operations for each weight that an element of the result sees.
func (o Conv2D) Flops() float64 {
	return 2 * o.Op.Result().Type().Elements() * o.Weight().Type().Elements() / float64(max(1, convOf(o.Op).channels))
}
