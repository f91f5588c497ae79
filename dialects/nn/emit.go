package nn

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// emitter writes StableHLO.
type emitter struct{ b *ir.Builder }

// scalar is a constant of rank 0.
func (e emitter) scalar(elem ir.Type, v float64) *ir.Value {
	one := tensor.New(elem.Kind())
	if elem.IsFloat() {
		one.SetFloat(0, v)
	} else {
		one.SetInt(0, int64(v))
	}
	return stablehlo.NewConstant(e.b, ir.NewDense(ir.Tensor(elem), one)).Op.Result()
}

// fill repeats a number.
func (e emitter) fill(t ir.Type, v float64) *ir.Value {
	shape, _ := t.Shape()
	return e.broadcast(e.scalar(t.Elem(), v), shape)
}

// broadcast repeats x; dimension i of it becomes dims[i] of shape.
func (e emitter) broadcast(x *ir.Value, shape []int64, dims ...int64) *ir.Value {
	return ir.Create[stablehlo.BroadcastInDim](e.b, ir.Init{
		Operands: []*ir.Value{x}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)},
		Attrs: []ir.Attr{ir.NewDenseI64(dims...)},
	}).Op.Result()
}

func (e emitter) add(x, y *ir.Value) *ir.Value { return stablehlo.NewAdd(e.b, x, y).Op.Result() }
func (e emitter) sub(x, y *ir.Value) *ir.Value { return stablehlo.NewSubtract(e.b, x, y).Op.Result() }
func (e emitter) mul(x, y *ir.Value) *ir.Value { return stablehlo.NewMultiply(e.b, x, y).Op.Result() }
func (e emitter) div(x, y *ir.Value) *ir.Value { return stablehlo.NewDivide(e.b, x, y).Op.Result() }
func (e emitter) max(x, y *ir.Value) *ir.Value { return stablehlo.NewMaximum(e.b, x, y).Op.Result() }
func (e emitter) min(x, y *ir.Value) *ir.Value { return stablehlo.NewMinimum(e.b, x, y).Op.Result() }

// compare tests elements in the direction EQ, NE, GE, GT, LE or LT.
func (e emitter) compare(direction string, x, y *ir.Value) *ir.Value {
	return stablehlo.NewCompare(e.b, direction, x, y).Op.Result()
}

func (e emitter) choose(p, yes, no *ir.Value) *ir.Value {
	return ir.Create[stablehlo.Select](e.b, ir.Init{Operands: []*ir.Value{p, yes, no}, Results: []ir.Type{yes.Type()}}).Op.Result()
}

// unary is an elementwise operation of one operand and no attributes, such as
// stablehlo.logistic.
func unary[T ir.Typed](e emitter, x *ir.Value) *ir.Value {
	return viewed(ir.Create[T](e.b, ir.Init{Operands: []*ir.Value{x}, Results: []ir.Type{x.Type()}}))
}

// viewed is the result of the operation that was just made.
func viewed[T ir.Typed](v T) *ir.Value { return ir.OpOf(v).Result() }

func (e emitter) convert(x *ir.Value, elem ir.Type) *ir.Value {
	if x.Type().Elem() == elem {
		return x
	}
	return ir.Create[stablehlo.Convert](e.b, ir.Init{Operands: []*ir.Value{x}, Results: []ir.Type{x.Type().WithElem(elem)}}).Op.Result()
}

func (e emitter) reshape(x *ir.Value, shape ...int64) *ir.Value {
	t := ir.Tensor(x.Type().Elem(), shape...)
	if x.Type() == t {
		return x
	}
	return ir.Create[stablehlo.Reshape](e.b, ir.Init{Operands: []*ir.Value{x}, Results: []ir.Type{t}}).Op.Result()
}

func (e emitter) transpose(x *ir.Value, perm ...int64) *ir.Value {
	from := shapeOf(x)
	shape := make([]int64, len(perm))
	for i, d := range perm {
		shape[i] = from[d]
	}
	return ir.Create[stablehlo.Transpose](e.b, ir.Init{
		Operands: []*ir.Value{x}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)}, Attrs: []ir.Attr{ir.NewDenseI64(perm...)},
	}).Op.Result()
}

// slice takes [start, limit) of each dimension.
func (e emitter) slice(x *ir.Value, start, limit []int64) *ir.Value {
	shape, strides := make([]int64, len(start)), make([]int64, len(start))
	for i := range start {
		shape[i], strides[i] = limit[i]-start[i], 1
	}
	return ir.Create[stablehlo.Slice](e.b, ir.Init{
		Operands: []*ir.Value{x}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)},
		Attrs: []ir.Attr{ir.NewDenseI64(start...), ir.NewDenseI64(limit...), ir.NewDenseI64(strides...)},
	}).Op.Result()
}

// columns takes [from, to) of the last dimension.
func (e emitter) columns(x *ir.Value, from, to int64) *ir.Value {
	shape := shapeOf(x)
	last := len(shape) - 1
	return e.slice(x, with(make([]int64, len(shape)), last, from), with(shape, last, to))
}

func (e emitter) concat(dim int64, xs ...*ir.Value) *ir.Value {
	shape := with(shapeOf(xs[0]), int(dim), 0)
	for _, x := range xs {
		shape[dim] += shapeOf(x)[dim]
	}
	return ir.Create[stablehlo.Concatenate](e.b, ir.Init{
		Operands: xs, Results: []ir.Type{ir.Tensor(xs[0].Type().Elem(), shape...)}, Attrs: []ir.Attr{ir.NewI64(dim)},
	}).Op.Result()
}

// iota counts along a dimension.
func (e emitter) iota(dim int64, elem ir.Type, shape ...int64) *ir.Value {
	return ir.Create[stablehlo.Iota](e.b, ir.Init{Results: []ir.Type{ir.Tensor(elem, shape...)}, Attrs: []ir.Attr{ir.NewI64(dim)}}).Op.Result()
}

// dot multiplies and adds up over one dimension of each.
func (e emitter) dot(x, y *ir.Value, xdim, ydim int64) *ir.Value {
	var shape []int64
	for i, n := range shapeOf(x) {
		if int64(i) != xdim {
			shape = append(shape, n)
		}
	}
	for i, n := range shapeOf(y) {
		if int64(i) != ydim {
			shape = append(shape, n)
		}
	}
	return ir.Create[stablehlo.DotGeneral](e.b, ir.Init{
		Operands: []*ir.Value{x, y}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), shape...)},
		Attrs: []ir.Attr{ir.NewAttr(&stablehlo.DotDims{LHSContracting: []int64{xdim}, RHSContracting: []int64{ydim}})},
	}).Op.Result()
}

// reduce combines elements along dimensions; combine is given the two to combine.
func (e emitter) reduce(x *ir.Value, init float64, combine func(emitter, *ir.Value, *ir.Value) *ir.Value, dims ...int64) *ir.Value {
	var shape []int64
	for i, n := range shapeOf(x) {
		if !contains(dims, int64(i)) {
			shape = append(shape, n)
		}
	}
	elem := x.Type().Elem()
	o := ir.Create[stablehlo.Reduce](e.b, ir.Init{
		Operands: []*ir.Value{x, e.scalar(elem, init)}, Results: []ir.Type{ir.Tensor(elem, shape...)},
		Attrs: []ir.Attr{ir.NewDenseI64(dims...)}, NumRegions: 1,
	})
	e.region(o.Body(), ir.Tensor(elem), combine)
	return o.Op.Result()
}

// region fills the body of a reduction or scatter.
func (e emitter) region(r *ir.Region, t ir.Type, combine func(emitter, *ir.Value, *ir.Value) *ir.Value) {
	blk := r.AddBlock()
	x, y := blk.AddArg(t, e.b.Loc), blk.AddArg(t, e.b.Loc)
	inner := ir.NewBuilder(e.b.Registry())
	inner.AtEnd(blk)
	inner.Loc = e.b.Loc
	stablehlo.NewReturn(inner, combine(emitter{inner}, x, y))
}

// rows takes lines of a matrix.
func (e emitter) rows(x, at *ir.Value) *ir.Value {
	n, width := shapeOf(at)[0], shapeOf(x)[1]
	return ir.Create[stablehlo.Gather](e.b, ir.Init{
		Operands: []*ir.Value{x, e.reshape(at, n, 1)}, Results: []ir.Type{ir.Tensor(x.Type().Elem(), n, width)},
		Attrs: []ir.Attr{
			ir.NewAttr(&stablehlo.GatherDims{OffsetDims: []int64{1}, CollapsedSliceDims: []int64{0}, StartIndexMap: []int64{0}, IndexVectorDim: 1}),
			ir.NewDenseI64(1, width),
		},
	}).Op.Result()
}

// addRows adds lines to those of a matrix of zeros, in order; lines that are to go
// elsewhere are left out.
func (e emitter) addRows(n int64, lines, at *ir.Value) *ir.Value {
	elem := lines.Type().Elem()
	t := ir.Tensor(elem, n, shapeOf(lines)[1])
	o := ir.Create[stablehlo.Scatter](e.b, ir.Init{
		Operands: []*ir.Value{e.fill(t, 0), e.reshape(at, shapeOf(at)[0], 1), lines}, Results: []ir.Type{t},
		Attrs: []ir.Attr{ir.NewAttr(&stablehlo.ScatterDims{
			UpdateWindowDims: []int64{1}, InsertedWindowDims: []int64{0}, ScatterDimsToOperandDims: []int64{0}, IndexVectorDim: 1,
		})},
		NumRegions: 1,
	})
	e.region(o.UpdateComputation(), ir.Tensor(elem), emitter.add)
	return o.Op.Result()
}

func contains(list []int64, n int64) bool {
	for _, d := range list {
		if d == n {
			return true
		}
	}
	return false
}
