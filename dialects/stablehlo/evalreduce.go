package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// combinerOf returns the opcode of the operation that [Combiner] returns. It reports false if there
// is no operation, or no opcode for it.
func combinerOf(r *ir.Region) (opcode, bool) {
	op, ok := Combiner(r)
	if !ok {
		return 0, false
	}
	switch op.View().(type) {
	case Add:
		return opAdd, true
	case Multiply:
		return opMul, true
	case Maximum:
		return opMax, true
	case Minimum:
		return opMin, true
	case And:
		return opAnd, true
	case Or:
		return opOr, true
	case Xor:
		return opXor, true
	}
	return 0, false
}

// Eval combines elements in the order of their indices.
func (o Reduce) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := promoted(c, o.Op, in)
	if err != nil {
		return nil, err
	}
	dims := o.Dimensions()
	if code, ok := combinerOf(o.Body()); ok && len(ts) == 2 {
		return interp.One(reduceTensor(c, code, ts[0], ts[1], dims))
	}
	n := len(ts) / 2
	rows, shape := make([]*tensor.Tensor, n), keptShape(ts[0].Shape, dims)
	acc := make([]interp.Value, n)
	if tensor.NumElements(shape) == 0 {
		for i := range acc {
			acc[i] = c.New(ts[i].Kind, shape...)
		}
		return acc, nil
	}
	for i := range rows {
		rows[i] = rowsOf(c, ts[i], dims)
		acc[i] = ts[n+i].Reshape(nil)
	}
	if liftable(o.Body()) {
		for i := range acc {
			acc[i] = splat(c, ts[n+i].Reshape(nil), shape)
		}
		return foldRows(c, o.Body(), acc, rows, shape)
	}
	return foldColumns(c, o.Body(), acc, rows, shape)
}

// keptShape returns shape without the dimensions dims.
func keptShape(shape, dims []int64) []int64 {
	kept := []int64{}
	for i, n := range shape {
		if !slices.Contains(dims, int64(i)) {
			kept = append(kept, n)
		}
	}
	return kept
}

// rowsOf returns t as a matrix. The row index combines the dimensions dims, and the column index
// combines all other dimensions.
func rowsOf(c *interp.Context, t *tensor.Tensor, dims []int64) *tensor.Tensor {
	var perm []int64
	rows, kept := int64(1), int64(1)
	for i, n := range t.Shape {
		if slices.Contains(dims, int64(i)) {
			perm = append(perm, int64(i))
			rows *= n
		}
	}
	for i, n := range t.Shape {
		if !slices.Contains(dims, int64(i)) {
			perm = append(perm, int64(i))
			kept *= n
		}
	}
	return transposed(c, t, perm).Reshape([]int64{rows, kept})
}

// rowAt returns row i of the matrix t as a tensor of the given shape that shares t's data.
func rowAt(t *tensor.Tensor, i int, shape []int64) *tensor.Tensor {
	size := int(t.Shape[1]) * t.Kind.Size()
	return &tensor.Tensor{Kind: t.Kind, Shape: shape, Data: t.Data[i*size : (i+1)*size : (i+1)*size]}
}

// liftable reports whether a region that is defined for scalars can also run elementwise on
// tensors. In a reduction, such a region runs once for each row instead of once for each element.
func liftable(r *ir.Region) bool {
	if len(r.Blocks) != 1 {
		return false
	}
	for op := range r.Blocks[0].Ops() {
		switch op.View().(type) {
		case Constant, Select, Clamp, Return:
		default:
			if !op.Has(ir.Elementwise) {
				return false
			}
		}
		for v := range op.Operands() {
			if v.Block() != r.Blocks[0] {
				return false
			}
		}
	}
	return true
}

// foldRows combines acc with the rows of matrices, one matrix for each input. It runs the region r
// once for each row index, on tensors of the given shape.
func foldRows(c *interp.Context, r *ir.Region, acc []interp.Value, rows []*tensor.Tensor, shape []int64) ([]interp.Value, error) {
	for i := range int(rows[0].Shape[0]) {
		args := slices.Clone(acc)
		for _, t := range rows {
			args = append(args, rowAt(t, i, shape))
		}
		outs, err := c.Region(r, args...)
		if err != nil {
			return nil, err
		}
		for j, v := range outs {
			t := v.(*tensor.Tensor)
			if len(t.Shape) != len(shape) { // a constant, which has the shape of a scalar
				t = splat(c, t, shape)
			}
			acc[j] = t
		}
	}
	return acc, nil
}

// foldColumns combines init with the elements of each column of matrices, one matrix for each
// input. It runs the region r once for each position in the matrices.
func foldColumns(c *interp.Context, r *ir.Region, init []interp.Value, rows []*tensor.Tensor, shape []int64) ([]interp.Value, error) {
	outs := make([]interp.Value, len(rows))
	for i, t := range rows {
		outs[i] = c.New(t.Kind, shape...)
	}
	for col := range int(rows[0].Shape[1]) {
		acc := slices.Clone(init)
		for row := range int(rows[0].Shape[0]) {
			for _, t := range rows {
				acc = append(acc, elementAt(t, row*int(t.Shape[1])+col))
			}
			next, err := c.Region(r, acc...)
			if err != nil {
				return nil, err
			}
			acc = next
		}
		for i, v := range acc {
			setElement(outs[i].(*tensor.Tensor), col, v.(*tensor.Tensor))
		}
	}
	return outs, nil
}

// elementAt returns element i of t as a scalar that shares t's data.
func elementAt(t *tensor.Tensor, i int) *tensor.Tensor {
	size := t.Kind.Size()
	return &tensor.Tensor{Kind: t.Kind, Data: t.Data[i*size : (i+1)*size : (i+1)*size]}
}

func setElement(t *tensor.Tensor, i int, one *tensor.Tensor) {
	size := t.Kind.Size()
	copy(t.Data[i*size:(i+1)*size], one.Data)
}

// reduceTensor combines the elements of t along dims, starting with init, by the operation with the
// given opcode. It visits elements in the order of their indices.
func reduceTensor(c *interp.Context, code opcode, t, init *tensor.Tensor, dims []int64) *tensor.Tensor {
	d := reduceKind(c, code, t, init, dims)
	if t.NumElements() == 0 {
		return d // the result is init, in which NaNs keep their bits
	}
	return c.WithCanonicalNaNs(d)
}

// reduceKind is like reduceTensor, but does not make NaNs canonical.
func reduceKind(c *interp.Context, code opcode, t, init *tensor.Tensor, dims []int64) *tensor.Tensor {
	shape := keptShape(t.Shape, dims)
	if tensor.NumElements(shape) == 0 {
		return c.New(t.Kind, shape...)
	}
	switch {
	case narrowFloat(t.Kind) && (code == opAdd || code == opMul): // rounded once, as in compiled programs
		wide := reduceKind(c, code, convertTo(c, t, tensor.F64), convertTo(c, init, tensor.F64), dims)
		return convertTo(c, wide, t.Kind)
	case narrowFloat(t.Kind):
		return reduceNarrow(c, code, t, init, dims)
	}
	d := splat(c, init.Reshape(nil), shape)
	outer, rows, inner, ok := reduceGroups(t.Shape, dims)
	if !ok {
		m := rowsOf(c, t, dims)
		outer, rows, inner, t = 1, m.Shape[0], m.Shape[1], m
	}
	switch t.Kind {
	case tensor.F32:
		if code == opAdd {
			sumFloats(c, slice[float32](d), slice[float32](t), int(outer), int(rows), int(inner))
			break
		}
		reduceReal(c, code, slice[float32](d), slice[float32](t), int(outer), int(rows), int(inner))
	case tensor.F64:
		reduceReal(c, code, slice[float64](d), slice[float64](t), int(outer), int(rows), int(inner))
	case tensor.I32:
		reduceInt(c, code, slice[int32](d), slice[int32](t), int(outer), int(rows), int(inner))
	case tensor.I64:
		reduceInt(c, code, slice[int64](d), slice[int64](t), int(outer), int(rows), int(inner))
	default:
		return reduceRows(c, code, d, t, int(outer), int(rows), int(inner))
	}
	return d
}

// reduceNarrow is like reduceKind, but for narrow floats. It rounds the result of each step to the
// kind of t.
func reduceNarrow(c *interp.Context, code opcode, t, init *tensor.Tensor, dims []int64) *tensor.Tensor {
	shape := keptShape(t.Shape, dims)
	m := rowsOf(c, t, dims)
	acc := splat(c, init.Reshape(nil), shape)
	for i := range int(m.Shape[0]) {
		c.Work(64 + int(m.Shape[1]))
		acc = combined(c, code, acc, rowAt(m, i, shape))
	}
	return acc
}

// reduceRows reduces t, as a tensor of shape [outer, rows, inner], along its second dimension. The
// elements may be of any kind. d has the initial values and receives the results.
func reduceRows(c *interp.Context, code opcode, d, t *tensor.Tensor, outer, rows, inner int) *tensor.Tensor {
	in := t.Reshape([]int64{int64(outer * rows), int64(inner)})
	out := d.Reshape([]int64{int64(outer), int64(inner)})
	line := []int64{int64(inner)}
	for o := range outer {
		acc := rowAt(out, o, line)
		for r := range rows {
			c.Work(64 + inner)
			acc = combined(c, code, acc, rowAt(in, o*rows+r, line))
		}
		copy(rowAt(out, o, line).Data, acc.Data)
	}
	return d
}

// reduceGroups returns the numbers of elements in the leading kept dimensions of shape, in the
// reduced dimensions, and in the trailing kept dimensions. It ignores dimensions of extent 1. It
// reports false if the other dimensions are not in this order.
func reduceGroups(shape, dims []int64) (outer, rows, inner int64, ok bool) {
	outer, rows, inner = 1, 1, 1
	state := 0
	for i, n := range shape {
		switch reduced := slices.Contains(dims, int64(i)); {
		case n == 1:
		case reduced && state <= 1:
			state = 1
			rows *= n
		case reduced:
			return 0, 0, 0, false
		case state == 0:
			outer *= n
		default:
			state = 2
			inner *= n
		}
	}
	return outer, rows, inner, true
}

// sumPart is the number of additions after which a sum of adjacent elements checks whether the run
// is canceled.
const sumPart = 1 << 20

// sumFloats adds in f64 and rounds once. In f32, sums of some hundred numbers of different signs,
// as in the gradient of a layer normalization, lose four digits.
func sumFloats(c *interp.Context, d, a []float32, outer, rows, inner int) {
	if inner == 1 {
		for o := range outer {
			c.Work(8)
			acc := float64(d[o])
			for from := 0; from < rows; from += sumPart {
				to := min(from+sumPart, rows)
				c.Work(to - from)
				for _, v := range a[o*rows+from : o*rows+to] {
					acc += float64(v)
				}
			}
			d[o] = float32(acc)
		}
		return
	}
	acc := scratch[float64](inner)
	for o := range outer {
		out := d[o*inner : (o+1)*inner]
		c.Parts(inner, func(from, to int) {
			for i := from; i < to; i++ {
				acc[i] = float64(out[i])
			}
		})
		for r := range rows {
			at := (o*rows + r) * inner
			c.Parts(inner, func(from, to int) {
				for i, v := range a[at+from : at+to] {
					acc[from+i] += float64(v)
				}
			})
		}
		c.Parts(inner, func(from, to int) {
			for i := from; i < to; i++ {
				out[i] = float32(acc[i])
			}
		})
	}
}

func reduceReal[T anyReal](c *interp.Context, code opcode, d, a []T, outer, rows, inner int) {
	for o := range outer {
		acc := d[o*inner : (o+1)*inner]
		for r := range rows {
			at := (o*rows + r) * inner
			c.Parts(inner, func(from, to int) {
				realLoop(code, acc[from:to], acc[from:to], a[at+from:at+to])
			})
		}
	}
}

func reduceInt[T signedInt](c *interp.Context, code opcode, d, a []T, outer, rows, inner int) {
	for o := range outer {
		acc := d[o*inner : (o+1)*inner]
		for r := range rows {
			at := (o*rows + r) * inner
			c.Parts(inner, func(from, to int) {
				intLoop(code, acc[from:to], acc[from:to], a[at+from:at+to])
			})
		}
	}
}

// Eval runs the region on whole tensors if possible, and otherwise on each element.
func (o Map) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	shape := ts[0].Shape
	if liftable(o.Computation()) {
		outs, err := c.Region(o.Computation(), in...)
		if err == nil && len(outs[0].(*tensor.Tensor).Shape) != len(shape) {
			return interp.One(splat(c, outs[0].(*tensor.Tensor), shape))
		}
		return outs, err
	}
	d := c.New(o.Op.Result().Type().Kind(), shape...)
	for i := range d.NumElements() {
		args := make([]interp.Value, len(ts))
		for j, t := range ts {
			args[j] = elementAt(t, i)
		}
		outs, err := c.Region(o.Computation(), args...)
		if err != nil {
			return nil, err
		}
		setElement(d, i, outs[0].(*tensor.Tensor))
	}
	return interp.One(d)
}
