package decompose

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// transposed swaps the last two dimensions.
func transposed(e emit.Emitter, v *ir.Value) *ir.Value {
	n := len(shapeOf(v))
	perm := make([]int64, n)
	for i := range perm {
		perm[i] = int64(i)
	}
	perm[n-1], perm[n-2] = perm[n-2], perm[n-1]
	return e.Transpose(v, perm...)
}

func isComplex(t ir.Type) bool { return ir.IsType[*ir.ComplexType](t.Elem()) }

// conj returns the conjugate of v if v is complex, and v otherwise.
func conj(e emit.Emitter, v *ir.Value) *ir.Value {
	if !isComplex(v.Type()) {
		return v
	}
	re, im := split(e, v)
	return join(e, re, emit.Unary[stablehlo.Negate](e, im), v.Type())
}

func split(e emit.Emitter, v *ir.Value) (re, im *ir.Value) {
	c, _ := ir.TypeAs[*ir.ComplexType](v.Type().Elem())
	in := ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{v.Type().WithElem(c.Elem)}}
	return ir.Create[stablehlo.Real](e.B, in).Op.Result(), ir.Create[stablehlo.Imag](e.B, in).Op.Result()
}

func join(e emit.Emitter, re, im *ir.Value, t ir.Type) *ir.Value {
	return ir.Create[stablehlo.Complex](e.B, ir.Init{Operands: []*ir.Value{re, im}, Results: []ir.Type{t}}).Op.Result()
}

// part returns a submatrix of each matrix in v. It begins at (row, column), where nil means 0, and
// has the given numbers of rows and columns.
func part(e emit.Emitter, v, row, column *ir.Value, rows, columns int64) *ir.Value {
	shape := slices.Clone(shapeOf(v))
	n := len(shape)
	shape[n-2], shape[n-1] = rows, columns
	return stablehlo.NewDynamicSlice(e.B, v, ir.Tensor(v.Type().Elem(), shape...), starts(e, n, row, column), shape).Op.Result()
}

func starts(e emit.Emitter, rank int, row, column *ir.Value) []*ir.Value {
	at := slices.Repeat([]*ir.Value{e.Scalar(ir.I32(), 0)}, rank)
	if row != nil {
		at[rank-2] = row
	}
	if column != nil {
		at[rank-1] = column
	}
	return at
}

func put(e emit.Emitter, v, update, row, column *ir.Value) *ir.Value {
	return stablehlo.NewDynamicUpdateSlice(e.B, v, update, starts(e, len(shapeOf(v)), row, column)).Op.Result()
}

// spread broadcasts v to shape along the dimensions in which v has extent 1.
func spread(e emit.Emitter, v *ir.Value, shape []int64) *ir.Value {
	dims := make([]int64, len(shape))
	for i := range dims {
		dims[i] = int64(i)
	}
	if slices.Equal(shapeOf(v), shape) {
		return v
	}
	return stablehlo.NewBroadcastInDim(e.B, v, ir.Tensor(v.Type().Elem(), shape...), dims...).Op.Result()
}

// beyond returns a mask that compares row indices with i. The direction GT selects the rows after
// row i.
func beyond(e emit.Emitter, direction string, shape []int64, i *ir.Value) *ir.Value {
	t := ir.Tensor(ir.I32(), shape...)
	rows := stablehlo.NewIota(e.B, t, int64(len(shape)-2)).Op.Result()
	return e.Compare(direction, rows, e.Broadcast(i, shape))
}

// fill returns a tensor with v in every element. The element type may be complex.
func fill(e emit.Emitter, t ir.Type, v float64) *ir.Value {
	c, ok := ir.TypeAs[*ir.ComplexType](t.Elem())
	if !ok {
		return e.Fill(t, v)
	}
	re := t.WithElem(c.Elem)
	return join(e, e.Fill(re, v), e.Fill(re, 0), t)
}

// triangularSolve substitutes row by row: once row x_i is known, it subtracts multiples of x_i from
// all later rows. First it converts all other cases to a lower triangular matrix on the left.
func triangularSolve(e emit.Emitter, o stablehlo.TriangularSolve) *ir.Value {
	a, b, lower := o.A(), o.B(), o.Lower()
	switch o.TransposeA() {
	case "TRANSPOSE":
		a, lower = transposed(e, a), !lower
	case "ADJOINT":
		a, lower = conj(e, transposed(e, a)), !lower
	}
	if !o.LeftSide() {
		a, b, lower = transposed(e, a), transposed(e, b), !lower
	}
	rank := len(shapeOf(b))
	if !lower {
		a = stablehlo.NewReverse(e.B, a, int64(rank-2), int64(rank-1)).Op.Result()
		b = stablehlo.NewReverse(e.B, b, int64(rank-2)).Op.Result()
	}
	shape := shapeOf(b)
	n, m := shape[rank-2], shape[rank-1]
	x := e.Loop(n, []*ir.Value{b}, func(e emit.Emitter, i *ir.Value, vs []*ir.Value) []*ir.Value {
		row := part(e, vs[0], i, nil, 1, m)
		if !o.UnitDiagonal() {
			row = e.Div(row, spread(e, part(e, a, i, i, 1, 1), shapeOf(row)))
		}
		column := part(e, a, nil, i, n, 1)
		rest := e.Sub(vs[0], e.Mul(spread(e, column, shape), spread(e, row, shape)))
		next := e.Choose(beyond(e, "GT", shape, i), rest, vs[0])
		return []*ir.Value{put(e, next, row, i, nil)}
	})[0]
	if !lower {
		x = stablehlo.NewReverse(e.B, x, int64(rank-2)).Op.Result()
	}
	if !o.LeftSide() {
		x = transposed(e, x)
	}
	return x
}

// cholesky computes one column of l at a time, and subtracts the product of the column with its
// transpose from a.
func cholesky(e emit.Emitter, o stablehlo.Cholesky) *ir.Value {
	a := o.A()
	if !o.Lower() {
		a = conj(e, transposed(e, a))
	}
	shape := shapeOf(a)
	n := shape[len(shape)-1]
	l := e.Loop(n, []*ir.Value{a, fill(e, a.Type(), 0)}, func(e emit.Emitter, j *ir.Value, vs []*ir.Value) []*ir.Value {
		d := root(e, part(e, vs[0], j, j, 1, 1))
		column := part(e, vs[0], nil, j, n, 1)
		at := shapeOf(column)
		below := e.Div(column, spread(e, d, at))
		below = e.Choose(beyond(e, "GT", at, j), below, fill(e, below.Type(), 0))
		column = e.Choose(beyond(e, "EQ", at, j), spread(e, d, at), below)
		outer := e.Mul(spread(e, below, shape), spread(e, conj(e, transposed(e, below)), shape))
		return []*ir.Value{e.Sub(vs[0], outer), put(e, vs[1], column, nil, j)}
	})[1]
	if !o.Lower() {
		l = conj(e, transposed(e, l))
	}
	return l
}

// root returns the square root of the real part of v.
func root(e emit.Emitter, v *ir.Value) *ir.Value {
	if !isComplex(v.Type()) {
		return emit.Unary[stablehlo.Sqrt](e, v)
	}
	re, _ := split(e, v)
	return join(e, emit.Unary[stablehlo.Sqrt](e, re), e.Fill(re.Type(), 0), v.Type())
}
