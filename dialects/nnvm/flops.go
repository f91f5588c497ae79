package nnvm

import "math"

// Dense, MatMul and Conv2D have a method Flops, because each element of their results takes more
// than one scalar operation. Each pair of factors takes a multiplication and an addition. The count
// is 0 if a type is not known.

// Flops counts two operations for each combination of a weight and a row of data.
func (o Dense) Flops() float64 {
	shape, ok := o.Weight().Type().Shape()
	if !ok || len(shape) != 2 {
		return 0
	}
	return 2 * o.Data().Type().Elements() * float64(max(0, shape[0]))
}

// Flops counts two operations for each product. For factors of m × k and k × n elements, the number
// of products is m·k·n. This is the square root of (m·k)·(k·n)·(m·n), which are the numbers of
// elements of the factors and of the result.
func (o MatMul) Flops() float64 {
	return 2 * math.Sqrt(o.LHS().Type().Elements()*o.RHS().Type().Elements()*o.Op.Result().Type().Elements())
}

// Flops counts two operations for each weight that contributes to an element of the result.
func (o Conv2D) Flops() float64 {
	return 2 * o.Op.Result().Type().Elements() * o.Weight().Type().Elements() / float64(max(1, convOf(o.Op).channels))
}
