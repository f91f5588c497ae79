package nnvm

import "math"

// The methods Flops count a multiplication and an addition for each pair of factors. They return 0
// if a shape is unknown.

// Flops counts two operations for each combination of a weight and a row of data.
func (o Dense) Flops() float64 {
	shape, ok := o.Weight().Type().Shape()
	if !ok || len(shape) != 2 {
		return 0
	}
	return 2 * o.Data().Type().Elements() * float64(max(0, shape[0]))
}

// Flops counts two operations for each product. An m×k and a k×n matrix have m·k·n products. This
// number is the square root of (m·k)·(k·n)·(m·n), the numbers of elements of the factors and of the
// result.
func (o MatMul) Flops() float64 {
	return 2 * math.Sqrt(o.LHS().Type().Elements()*o.RHS().Type().Elements()*o.Op.Result().Type().Elements())
}

// Flops counts two operations for each weight that contributes to an element of the result.
func (o Conv2D) Flops() float64 {
	return 2 * o.Op.Result().Type().Elements() * o.Weight().Type().Elements() / float64(max(1, convOf(o.Op).channels))
}
