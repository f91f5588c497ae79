package linalg

import "github.com/lathe-ir/lathe/ir"

// namedTable describes the named computations that have no windows.
func namedTable() []named {
	return []named{
		{name: "fill", doc: "Sets all elements to a scalar.", inputs: 1, family: fills, body: first, ownView: true},
		{name: "copy", doc: "Copies elements.", inputs: 1, cast: true, body: convert, ownView: true},
		{name: "select", doc: "Chooses between two tensors, element by element.", inputs: 3, body: choose},
		withMaps(contraction("matmul", "The product of two matrices: C[m, n] += A[m, k] B[k, n].", "mnK", "m K", "K n", "m n")),
		withMaps(contraction("batch_matmul", "The products of matrices, batch by batch: C[b, m, n] += A[b, m, k] B[b, k, n].", "bmnK", "b m K", "b K n", "b m n")),
		withMaps(contraction("batch_reduce_matmul", "The sum of the products of matrices: C[m, n] += A[b, m, k] B[b, k, n].", "BmnK", "B m K", "B K n", "m n")),
		contraction("matvec", "A matrix times a vector: y[m] += A[m, n] x[n].", "mN", "m N", "N", "m"),
		contraction("vecmat", "A vector times a matrix: y[n] += x[m] A[m, n].", "nM", "M", "M n", "n"),
		contraction("batch_matvec", "Matrices times vectors, batch by batch: y[b, m] += A[b, m, k] x[b, k].", "bmK", "b m K", "b K", "b m"),
		contraction("batch_vecmat", "Vectors times matrices, batch by batch: y[b, n] += x[b, k] A[b, k, n].", "bnK", "b K", "b K n", "b n"),
		contraction("dot", "The dot product of two vectors: s += x[m] y[m].", "M", "M", "M", ""),
		contraction("mmt4d", "The product of a tiled matrix and a tiled transposed matrix: C[m, n, i, j] += A[m, k, i, l] B[n, k, j, l].", "mnKijL", "m K i L", "n K j L", "m n i j"),
		contraction("batch_mmt4d", "The products of tiled matrices and tiled transposed matrices, batch by batch: C[b, m, n, i, j] += A[b, m, k, i, l] B[b, n, k, j, l].", "bmnKijL", "b m K i L", "b n K j L", "b m n i j"),
		quantized(contraction("quantized_matmul", "The product of two matrices after subtraction of their zero points.", "mnK", "m K", "K n", "m n")),
		quantized(contraction("quantized_batch_matmul", "The products of matrices after subtraction of zero points, batch by batch.", "bmnK", "b m K", "b K n", "b m n")),
		{
			name: "fill_rng_2d", doc: "Sets the elements of a matrix to pseudorandom numbers in a range.",
			inputs: 3, layout: &layout{"yx", []string{"", "", "", "y x"}}, body: congruential,
		},
		unary("exp", "The exponential eˣ of each element x."),
		unary("log", "The natural logarithm, element by element."),
		unary("abs", "The absolute value, element by element."),
		unary("ceil", "Rounding up, element by element."),
		unary("floor", "Rounding down, element by element."),
		unary("negf", "The negative, element by element."),
		unary("reciprocal", "The reciprocal, element by element."),
		unary("round", "Rounding to the nearest integer, element by element."),
		unary("sqrt", "The square root, element by element."),
		unary("rsqrt", "One divided by the square root, element by element."),
		unary("square", "The square, element by element."),
		unary("tanh", "The hyperbolic tangent, element by element."),
		unary("erf", "The error function, element by element."),
		binary("add", "add", "The sum, element by element."),
		binary("sub", "sub", "The difference, element by element."),
		binary("mul", "mul", "The product, element by element."),
		binary("div", "div", "The quotient, element by element."),
		binary("div_unsigned", "div_unsigned", "The quotient, with integers as unsigned numbers, element by element."),
		binary("max", "max_signed", "The greater of two numbers, element by element."),
		binary("min", "min_signed", "The lesser of two numbers, element by element."),
		binary("powf", "powf", "The power, element by element."),
	}
}

// contraction describes a sum of products. loops, lhs, rhs and out are as in layout.
func contraction(name, doc, loops, lhs, rhs, out string) named {
	return named{
		name: name, doc: doc, inputs: 2, family: contractions,
		layout: &layout{loops, []string{lhs, rhs, out}}, body: multiplyAdd,
	}
}

// withMaps adds to n the attributes for user-defined maps and for the conversion of elements.
func withMaps(n named) named {
	n.ownMaps, n.cast = true, true
	return n
}

// unary describes an elementwise computation with the function that has the given name.
func unary(name, doc string) named {
	return named{name: name, doc: doc, inputs: 1, body: func(b *ir.Builder, args []*ir.Value, _ bool) (*ir.Value, error) {
		return applyUnary(b, name, args[0])
	}}
}

// binary describes an elementwise computation with the function fn.
func binary(name, fn, doc string) named {
	return named{name: name, doc: doc, inputs: 2, body: func(b *ir.Builder, args []*ir.Value, _ bool) (*ir.Value, error) {
		return applyBinary(b, fn, args[0], args[1])
	}}
}
