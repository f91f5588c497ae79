package linalg

import "github.com/lathe-ir/lathe/ir"

// The named computations.
type (
	// Fill sets all elements to a scalar.
	//
	//	%r = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
	Fill = Named[fillEntry]
	// Copy copies elements.
	Copy = Named[copyEntry]
	// Select chooses between two tensors, element by element.
	Select = Named[selectEntry]

	// Matmul is the product of two matrices: C[m, n] += A[m, k] B[k, n].
	Matmul = Named[matmulEntry]
	// BatchMatmul multiplies matrices, batch by batch: C[b, m, n] += A[b, m, k] B[b, k, n].
	BatchMatmul = Named[batchMatmulEntry]
	// BatchReduceMatmul is the sum of the products of matrices: C[m, n] += A[b, m, k] B[b, k, n].
	BatchReduceMatmul = Named[batchReduceMatmulEntry]
	// Matvec is a matrix times a vector: y[m] += A[m, n] x[n].
	Matvec = Named[matvecEntry]
	// Vecmat is a vector times a matrix: y[n] += x[m] A[m, n].
	Vecmat = Named[vecmatEntry]
	// BatchMatvec multiplies matrices by vectors, batch by batch: y[b, m] += A[b, m, k] x[b, k].
	BatchMatvec = Named[batchMatvecEntry]
	// BatchVecmat multiplies vectors by matrices, batch by batch: y[b, n] += x[b, k] A[b, k, n].
	BatchVecmat = Named[batchVecmatEntry]
	// Dot is the dot product of two vectors: s += x[m] y[m].
	Dot = Named[dotEntry]
	// Mmt4D is the product of a tiled matrix and a tiled transposed matrix: C[m, n, i, j] += A[m, k, i, l] B[n, k, j, l].
	Mmt4D = Named[mmt4DEntry]
	// QuantizedMatmul is the product of two matrices after subtraction of their zero points.
	QuantizedMatmul = Named[quantizedMatmulEntry]
	// QuantizedBatchMatmul multiplies matrices after subtraction of their zero points, batch by
	// batch.
	QuantizedBatchMatmul = Named[quantizedBatchMatmulEntry]
	// FillRng2D sets the elements of a matrix to pseudorandom numbers in a range.
	FillRng2D = Named[fillRng2DEntry]
	// BatchMmt4D multiplies tiled matrices like Mmt4D, batch by batch: C[b, m, n, i, j]
	// += A[b, m, k, i, l] B[b, n, k, j, l].
	BatchMmt4D = Named[batchMmt4DEntry]

	// Exp is eˣ, element by element.
	Exp = Named[expEntry]
	// Log is the natural logarithm, element by element.
	Log = Named[logEntry]
	// Abs is the absolute value, element by element.
	Abs = Named[absEntry]
	// Ceil is rounding up, element by element.
	Ceil = Named[ceilEntry]
	// Floor is rounding down, element by element.
	Floor = Named[floorEntry]
	// NegF is the negative, element by element.
	NegF = Named[negFEntry]
	// Reciprocal is one divided by x, element by element.
	Reciprocal = Named[reciprocalEntry]
	// Round is rounding to the nearest integer, element by element.
	Round = Named[roundEntry]
	// Sqrt is the square root, element by element.
	Sqrt = Named[sqrtEntry]
	// Rsqrt is one divided by the square root, element by element.
	Rsqrt = Named[rsqrtEntry]
	// Square is the square, element by element.
	Square = Named[squareEntry]
	// Tanh is the hyperbolic tangent, element by element.
	Tanh = Named[tanhEntry]
	// Erf is the error function, element by element.
	Erf = Named[erfEntry]

	// Add is the sum, element by element.
	Add = Named[addEntry]
	// Sub is the difference, element by element.
	Sub = Named[subEntry]
	// Mul is the product, element by element.
	Mul = Named[mulEntry]
	// Div is the quotient, element by element.
	Div = Named[divEntry]
	// DivUnsigned is the quotient, of integers as unsigned numbers, element by element.
	DivUnsigned = Named[divUnsignedEntry]
	// Max is the greater of two numbers, element by element.
	Max = Named[maxEntry]
	// Min is the lesser of two numbers, element by element.
	Min = Named[minEntry]
	// PowF is the power, element by element.
	PowF = Named[powFEntry]
)

func namedOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[Fill](), ir.Decl[Copy](), ir.Decl[Select](),
		ir.Decl[Matmul](), ir.Decl[BatchMatmul](), ir.Decl[BatchReduceMatmul](), ir.Decl[Matvec](), ir.Decl[Vecmat](),
		ir.Decl[BatchMatvec](), ir.Decl[BatchVecmat](), ir.Decl[Dot](), ir.Decl[Mmt4D](), ir.Decl[BatchMmt4D](),
		ir.Decl[QuantizedMatmul](), ir.Decl[QuantizedBatchMatmul](), ir.Decl[FillRng2D](),
		ir.Decl[Exp](), ir.Decl[Log](), ir.Decl[Abs](), ir.Decl[Ceil](), ir.Decl[Floor](),
		ir.Decl[NegF](), ir.Decl[Reciprocal](), ir.Decl[Round](), ir.Decl[Sqrt](), ir.Decl[Rsqrt](),
		ir.Decl[Square](), ir.Decl[Tanh](), ir.Decl[Erf](), ir.Decl[Add](), ir.Decl[Sub](),
		ir.Decl[Mul](), ir.Decl[Div](), ir.Decl[DivUnsigned](), ir.Decl[Max](), ir.Decl[Min](),
		ir.Decl[PowF](),
	}
}

type (
	fillEntry   struct{}
	copyEntry   struct{}
	selectEntry struct{}

	matmulEntry               struct{}
	batchMatmulEntry          struct{}
	batchReduceMatmulEntry    struct{}
	matvecEntry               struct{}
	vecmatEntry               struct{}
	batchMatvecEntry          struct{}
	batchVecmatEntry          struct{}
	dotEntry                  struct{}
	mmt4DEntry                struct{}
	batchMmt4DEntry           struct{}
	quantizedMatmulEntry      struct{}
	quantizedBatchMatmulEntry struct{}
	fillRng2DEntry            struct{}
	expEntry                  struct{}
	logEntry                  struct{}
	absEntry                  struct{}
	ceilEntry                 struct{}
	floorEntry                struct{}
	negFEntry                 struct{}
	reciprocalEntry           struct{}
	roundEntry                struct{}
	sqrtEntry                 struct{}
	rsqrtEntry                struct{}
	squareEntry               struct{}
	tanhEntry                 struct{}
	erfEntry                  struct{}
	addEntry                  struct{}
	subEntry                  struct{}
	mulEntry                  struct{}
	divEntry                  struct{}
	divUnsignedEntry          struct{}
	maxEntry                  struct{}
	minEntry                  struct{}
	powFEntry                 struct{}
)

func (fillEntry) named() named {
	return named{name: "fill", doc: "Sets all elements to a scalar.", inputs: 1, family: fills, body: first}
}

func (copyEntry) named() named {
	return named{name: "copy", doc: "Copies elements.", inputs: 1, cast: true, body: convert}
}

func (selectEntry) named() named {
	return named{name: "select", doc: "Chooses between two tensors, element by element.", inputs: 3, body: choose}
}

// contraction describes a sum of products.
func contraction(name, doc, loops, lhs, rhs, out string) named {
	return named{
		name: name, doc: doc, inputs: 2, family: contractions,
		layout: &layout{loops, []string{lhs, rhs, out}}, body: multiplyAdd,
	}
}

// withMaps adds attributes for user-defined maps and for conversions.
func withMaps(n named) named {
	n.ownMaps, n.cast = true, true
	return n
}

// unary describes a function of one tensor, element by element.
func unary(name, doc string) named {
	return named{name: name, doc: doc, inputs: 1, body: func(b *ir.Builder, args []*ir.Value, _ bool) (*ir.Value, error) {
		return applyUnary(b, name, args[0])
	}}
}

// binary describes a function of two tensors, element by element.
func binary(name, fn, doc string) named {
	return named{name: name, doc: doc, inputs: 2, body: func(b *ir.Builder, args []*ir.Value, _ bool) (*ir.Value, error) {
		return applyBinary(b, fn, args[0], args[1])
	}}
}

func (matmulEntry) named() named {
	return withMaps(contraction("matmul", "The product of two matrices: C[m, n] += A[m, k] B[k, n].", "mnK", "m K", "K n", "m n"))
}
func (batchMatmulEntry) named() named {
	return withMaps(contraction("batch_matmul", "The products of matrices, batch by batch: C[b, m, n] += A[b, m, k] B[b, k, n].", "bmnK", "b m K", "b K n", "b m n"))
}
func (batchReduceMatmulEntry) named() named {
	return withMaps(contraction("batch_reduce_matmul", "The sum of the products of matrices: C[m, n] += A[b, m, k] B[b, k, n].", "BmnK", "B m K", "B K n", "m n"))
}
func (matvecEntry) named() named {
	return contraction("matvec", "A matrix times a vector: y[m] += A[m, n] x[n].", "mN", "m N", "N", "m")
}
func (vecmatEntry) named() named {
	return contraction("vecmat", "A vector times a matrix: y[n] += x[m] A[m, n].", "nM", "M", "M n", "n")
}
func (batchMatvecEntry) named() named {
	return contraction("batch_matvec", "Matrices times vectors, batch by batch: y[b, m] += A[b, m, k] x[b, k].", "bmK", "b m K", "b K", "b m")
}
func (batchVecmatEntry) named() named {
	return contraction("batch_vecmat", "Vectors times matrices, batch by batch: y[b, n] += x[b, k] A[b, k, n].", "bnK", "b K", "b K n", "b n")
}
func (dotEntry) named() named {
	return contraction("dot", "The dot product of two vectors: s += x[m] y[m].", "M", "M", "M", "")
}
func (mmt4DEntry) named() named {
	return contraction("mmt4d", "The product of a tiled matrix and a tiled transposed matrix: C[m, n, i, j] += A[m, k, i, l] B[n, k, j, l].", "mnKijL", "m K i L", "n K j L", "m n i j")
}
func (batchMmt4DEntry) named() named {
	return contraction("batch_mmt4d", "The products of tiled matrices and tiled transposed matrices, batch by batch: C[b, m, n, i, j] += A[b, m, k, i, l] B[b, n, k, j, l].", "bmnKijL", "b m K i L", "b n K j L", "b m n i j")
}
func (quantizedMatmulEntry) named() named {
	return quantized(contraction("quantized_matmul", "The product of two matrices after subtraction of their zero points.", "mnK", "m K", "K n", "m n"))
}
func (quantizedBatchMatmulEntry) named() named {
	return quantized(contraction("quantized_batch_matmul", "The products of matrices after subtraction of zero points, batch by batch.", "bmnK", "b m K", "b K n", "b m n"))
}
func (fillRng2DEntry) named() named {
	return named{
		name: "fill_rng_2d", doc: "Sets the elements of a matrix to pseudorandom numbers in a range.",
		inputs: 3, layout: &layout{"yx", []string{"", "", "", "y x"}}, body: congruential,
	}
}

func (expEntry) named() named   { return unary("exp", "The exponential eˣ, element by element.") }
func (logEntry) named() named   { return unary("log", "The natural logarithm, element by element.") }
func (absEntry) named() named   { return unary("abs", "The absolute value, element by element.") }
func (ceilEntry) named() named  { return unary("ceil", "Rounding up, element by element.") }
func (floorEntry) named() named { return unary("floor", "Rounding down, element by element.") }
func (negFEntry) named() named  { return unary("negf", "The negative, element by element.") }
func (reciprocalEntry) named() named {
	return unary("reciprocal", "One divided by x, element by element.")
}
func (roundEntry) named() named {
	return unary("round", "Rounding to the nearest integer, element by element.")
}
func (sqrtEntry) named() named { return unary("sqrt", "The square root, element by element.") }
func (rsqrtEntry) named() named {
	return unary("rsqrt", "One divided by the square root, element by element.")
}
func (squareEntry) named() named { return unary("square", "The square, element by element.") }
func (tanhEntry) named() named   { return unary("tanh", "The hyperbolic tangent, element by element.") }
func (erfEntry) named() named    { return unary("erf", "The error function, element by element.") }

func (addEntry) named() named { return binary("add", "add", "The sum, element by element.") }
func (subEntry) named() named { return binary("sub", "sub", "The difference, element by element.") }
func (mulEntry) named() named { return binary("mul", "mul", "The product, element by element.") }
func (divEntry) named() named { return binary("div", "div", "The quotient, element by element.") }
func (divUnsignedEntry) named() named {
	return binary("div_unsigned", "div_unsigned", "The quotient, of integers as unsigned numbers, element by element.")
}
func (maxEntry) named() named {
	return binary("max", "max_signed", "The greater of two numbers, element by element.")
}
func (minEntry) named() named {
	return binary("min", "min_signed", "The lesser of two numbers, element by element.")
}
func (powFEntry) named() named { return binary("powf", "powf", "The power, element by element.") }
