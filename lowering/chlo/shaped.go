package chlo

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

func vector(n int) ir.Type { return ir.Tensor(ir.I64(), int64(n)) }

// extent returns the extent of a dimension of x as a tensor<1xi64>.
func (e emitter) extent(x value, dim int) value {
	n := e.Convert(e.dimensionSize(x, dim), ir.I64())
	return e.Reshape(n, 1)
}

// number returns the scalar n of type i64.
func (e emitter) number(n int64) value { return e.Scalar(ir.I64(), float64(n)) }

// list concatenates tensors of type tensor<1xi64>.
func (e emitter) list(vs []value) value {
	return stablehlo.NewConcatenate(e.B, vector(len(vs)), 0, vs...).Op.Result()
}

// same returns a tensor of n equal numbers.
func (e emitter) same(n int, v float64) value {
	return e.Table(ir.I64(), slices.Repeat([]float64{v}, n), int64(n))
}

func (e emitter) realDynamicSlice(x, start, limit, strides value, t ir.Type) value {
	return ir.Create[stablehlo.RealDynamicSlice](e.B, ir.Init{Operands: []value{x, start, limit, strides}, Results: []ir.Type{t}}).Op.Result()
}

// topK sorts the elements along the last dimension together with their indices, and keeps the first
// k elements and indices.
func (e emitter) topK(o chlo.TopK) []value {
	x := o.Operand()
	t, ok := ir.TypeAs[*ir.TensorType](x.Type())
	if !ok {
		return nil
	}
	lastDim := len(t.Shape) - 1
	k := o.K()
	if n := t.Shape[lastDim]; n != ir.Dynamic {
		k = min(k, n)
	}
	numbers := x.Type().WithElem(ir.I32())
	if x.Type().HasStaticShape() {
		sorted := e.sortedDown(o, stablehlo.NewIota(e.B, numbers, int64(lastDim)).Op.Result(), lastDim)
		limit := slices.Clone(t.Shape)
		limit[lastDim] = k
		start := make([]int64, len(limit))
		first := e.Slice(sorted[0], start, limit)
		return []value{first, e.Slice(sorted[1], start, limit)}
	}
	shape, kept := e.topKShapes(x, t.Shape, k)
	iota := ir.Create[stablehlo.DynamicIota](e.B, ir.Init{Operands: []value{shape}, Results: []ir.Type{numbers}, Attrs: []ir.Attr{ir.NewI64(int64(lastDim))}})
	sorted := e.sortedDown(o, iota.Op.Result(), lastDim)
	start, strides := e.same(len(t.Shape), 0), e.same(len(t.Shape), 1)
	first := e.realDynamicSlice(sorted[0], start, kept, strides, o.Values().Type())
	return []value{first, e.realDynamicSlice(sorted[1], start, kept, strides, o.Indices().Type())}
}

// topKShapes returns the shape of x, and the same shape with last extent k.
func (e emitter) topKShapes(x value, shape []int64, k int64) (whole, kept value) {
	var extents []value
	for i, n := range shape {
		if n == ir.Dynamic {
			extents = append(extents, e.extent(x, i))
		} else {
			extents = append(extents, e.Reshape(e.number(n), 1))
		}
	}
	whole = e.list(extents)
	extents[len(extents)-1] = e.Reshape(e.number(k), 1)
	return whole, e.list(extents)
}

// sortedDown sorts the elements of o's operand, largest first, and moves the elements of the tensor
// "numbers" in the same way.
func (e emitter) sortedDown(o chlo.TopK, numbers value, dim int) []value {
	xs := []value{o.Operand(), numbers}
	sort := ir.Create[stablehlo.Sort](e.B, ir.Init{
		Operands: xs, Results: []ir.Type{xs[0].Type(), xs[1].Type()}, NumRegions: 1, Attrs: []ir.Attr{ir.NewI64(int64(dim)), ir.BoolAttr(o.Stable())},
	})
	blk := sort.Comparator().AddBlock()
	var args []value
	for _, x := range xs {
		t := ir.Tensor(x.Type().Elem())
		args = append(args, blk.AddArg(t, e.B.Loc), blk.AddArg(t, e.B.Loc))
	}
	in := e.inside(blk)
	larger := stablehlo.NewCompare(in.B, "GT", args[0], args[1])
	if xs[0].Type().Elem().IsFloat() {
		larger.Op.Erase()
		larger = stablehlo.NewCompareAs(in.B, "GT", "TOTALORDER", args[0], args[1])
	}
	stablehlo.NewReturn(in.B, larger.Op.Result())
	return sort.Op.ResultList()
}

func (e emitter) inside(blk *ir.Block) emitter {
	b := ir.NewBuilder(e.B.Registry())
	b.Loc, b.Created = e.B.Loc, e.B.Created
	b.AtEnd(blk)
	e.B = b
	return e
}

// scan replaces o by a loop over the indices of the scanned dimension. The loop carries the index,
// the carried values of o, and the outputs so far.
func (e emitter) scan(o chlo.Scan) []value {
	size := e.scanSize(o)
	if size == nil {
		return nil
	}
	n := e.Convert(size, ir.I64())
	outputs := o.Outputs()
	inits := append([]value{e.number(0)}, o.Inits()...)
	for i, v := range outputs {
		empty := e.scanEmpty(o, i, v.Type())
		if empty == nil {
			return nil
		}
		inits = append(inits, empty)
	}
	var types []ir.Type
	for _, v := range inits {
		types = append(types, v.Type())
	}
	loop := ir.Create[stablehlo.While](e.B, ir.Init{Operands: inits, Results: types, NumRegions: 2})
	cond := loop.Cond().AddBlock(types...)
	c := e.inside(cond)
	stablehlo.NewReturn(c.B, c.lt(cond.Arg(0), n))
	body := loop.Body().AddBlock(types...)
	e.inside(body).scanBody(o, body, n)
	results := loop.Op.ResultList()
	carries := len(o.Inits())
	return slices.Concat(results[1+carries:], results[1:1+carries])
}

// scanSize returns the extent of the scanned dimension. It returns nil if there are no inputs and
// the extent is unknown.
func (e emitter) scanSize(o chlo.Scan) value {
	if len(o.Inputs()) > 0 {
		return e.dimensionSize(o.Inputs()[0], int(o.Dimension()))
	}
	n := o.Size()
	if n == ir.Dynamic {
		return nil
	}
	return e.Scalar(ir.I32(), float64(n))
}

// scanEmpty returns the initial value of output i: a tensor of zeros.
func (e emitter) scanEmpty(o chlo.Scan, i int, t ir.Type) value {
	zero := e.scalar(0, t.Elem())
	if t.HasStaticShape() {
		return stablehlo.NewBroadcastInDim(e.B, zero, t).Op.Result()
	}
	ins := o.Inputs()
	if len(ins) == 0 {
		return nil
	}
	like := ins[0]
	if i < len(ins) {
		like = ins[i]
	}
	return e.dynamic(zero, e.shapes([]value{like})[0], t)
}

// scanBody inserts the body of the loop. For one index, the body takes the slices of the inputs,
// runs the body of o on them, and writes the results to the outputs at this index.
func (e emitter) scanBody(o chlo.Scan, blk *ir.Block, n value) {
	index := blk.Arg(0)
	at := index
	if o.IsReverse() {
		final := e.Sub(n, e.number(1))
		at = e.Sub(final, index)
	}
	var m ir.Mapping
	inner, dim := o.Body().Entry(), int(o.Dimension())
	for i, x := range o.Inputs() {
		m.Map(inner.Arg(i), e.element(x, at, dim))
	}
	carries := len(o.Inits())
	for i := range carries {
		m.Map(inner.Arg(len(o.Inputs())+i), blk.Arg(1+i))
	}
	for op := range inner.Ops() {
		if op != inner.Last() {
			e.B.Clone(op, &m)
		}
	}
	returned := inner.Last().OperandList()
	for i, v := range returned {
		returned[i] = m.Value(v)
	}
	outputs := len(o.Outputs())
	var updated []value
	for i := range outputs {
		updated = append(updated, e.written(blk.Arg(1+carries+i), returned[i], at, dim))
	}
	next := e.Add(index, e.number(1))
	stablehlo.NewReturn(e.B, slices.Concat([]value{next}, returned[outputs:], updated)...)
}

// element returns the slice of x at an index of a dimension, without this dimension.
func (e emitter) element(x, at value, dim int) value {
	shape, _ := x.Type().Shape()
	elem, sizes := x.Type().Elem(), slices.Clone(shape)
	sizes[dim] = 1
	zero := e.number(0)
	starts := slices.Repeat([]value{zero}, len(shape))
	starts[dim] = at
	rest := slices.Delete(slices.Clone(sizes), dim, dim+1)
	t := ir.Tensor(elem, sizes...)
	if x.Type().HasStaticShape() {
		v := stablehlo.NewDynamicSlice(e.B, x, t, starts, sizes).Op.Result()
		return e.Reshape(v, rest...)
	}
	start := e.vectorOf(starts)
	limits := make([]value, len(shape))
	for d, n := range shape {
		switch {
		case d == dim:
			limits[d] = e.Add(at, e.number(1))
		case n == ir.Dynamic:
			limits[d] = e.Convert(e.dimensionSize(x, d), ir.I64())
		default:
			limits[d] = e.Convert(e.Scalar(ir.I32(), float64(n)), ir.I64())
		}
	}
	limit := e.vectorOf(limits)
	v := e.realDynamicSlice(x, start, limit, e.same(len(shape), 1), t)
	return e.reshaped(v, rest, slices.Delete(limits, dim, dim+1))
}

// vectorOf returns a tensor of rank 1 with the scalars vs.
func (e emitter) vectorOf(vs []value) value {
	parts := make([]value, len(vs))
	for i, v := range vs {
		parts[i] = e.Reshape(v, 1)
	}
	return e.list(parts)
}

// written returns x with v at an index of a dimension.
func (e emitter) written(x, v, at value, dim int) value {
	shape, _ := x.Type().Shape()
	one := slices.Clone(shape)
	one[dim] = 1
	var extents []value
	if slices.Contains(one, ir.Dynamic) {
		for d := range v.Type().Rank() {
			extents = append(extents, e.Convert(e.dimensionSize(v, d), ir.I64()))
		}
		extents = slices.Insert(extents, dim, e.number(1))
	}
	v = e.reshaped(v, one, extents)
	zero := e.number(0)
	starts := slices.Repeat([]value{zero}, len(shape))
	starts[dim] = at
	return stablehlo.NewDynamicUpdateSlice(e.B, x, v, starts).Op.Result()
}
