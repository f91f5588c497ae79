package stablehlo

import "github.com/lathe-ir/lathe/ir"

// Body builds the operations of a region's block. It receives the block's arguments, and returns
// the values that the region yields.
type Body func(b *ir.Builder, args []*ir.Value) []*ir.Value

// fill adds a block to the empty region r and builds its operations with body. Argument i of the
// block is a rank-0 tensor with the element type of vs[i].
func fill(b *ir.Builder, r *ir.Region, body Body, vs ...*ir.Value) {
	var args []ir.Type
	for _, v := range vs {
		args = append(args, ir.Tensor(v.Type().Elem()))
	}
	block, before := b.Point()
	blk := r.AddBlock(args...)
	b.AtEnd(blk)
	NewReturn(b, body(b, blk.Args())...)
	b.SetPoint(block, before)
}

// twice returns vs followed by vs.
func twice(vs []*ir.Value) []*ir.Value { return append(vs[:len(vs):len(vs)], vs...) }

// NewReduce combines the elements of inputs along dims, beginning with inits. ts has the types of
// the results. The arguments of body are one accumulated element for each input, followed by the
// next element of each input.
func NewReduce(b *ir.Builder, inputs, inits []*ir.Value, ts []ir.Type, dims []int64, body Body) Reduce {
	o := ir.Create[Reduce](b, ir.Init{
		Operands: append(inputs[:len(inputs):len(inputs)], inits...), Results: ts,
		Attrs: []ir.Attr{ir.NewDenseI64(dims...)}, NumRegions: 1,
	})
	fill(b, o.Op.RegionAt(0), body, twice(inputs)...)
	return o
}

// NewReduceWindow combines the elements of each window of v, beginning with init.
func NewReduceWindow(b *ir.Builder, v, init *ir.Value, t ir.Type, size []int64, w Window, body Body) ReduceWindow {
	o := ir.Create[ReduceWindow](b, ir.Init{
		Operands: []*ir.Value{v, init}, Results: []ir.Type{t}, NumRegions: 1,
		Attrs: []ir.Attr{ir.NewDenseI64(size...), w.dims(w.Strides), w.dims(w.BaseDilation), w.dims(w.Dilation), w.padding()},
	})
	fill(b, o.Op.RegionAt(0), body, v, v)
	return o
}

// NewSelectAndScatter scatters the elements of source into a tensor of v's shape that is filled
// with init. Each element of source belongs to one window of v. The body "sel" selects a position
// in this window. The body "scatter" combines the source element with the result's element at this
// position.
func NewSelectAndScatter(b *ir.Builder, v, source, init *ir.Value, size []int64, w Window, sel, scatter Body) SelectAndScatter {
	o := ir.Create[SelectAndScatter](b, ir.Init{
		Operands: []*ir.Value{v, source, init}, Results: []ir.Type{v.Type()}, NumRegions: 2,
		Attrs: []ir.Attr{ir.NewDenseI64(size...), w.dims(w.Strides), w.padding()},
	})
	fill(b, o.Op.RegionAt(0), sel, v, v)
	fill(b, o.Op.RegionAt(1), scatter, v, v)
	return o
}

// NewScatter combines the elements of v at the positions in indices with the elements of updates.
func NewScatter(b *ir.Builder, v, indices, updates *ir.Value, d ScatterDims, sorted, unique bool, body Body) Scatter {
	o := ir.Create[Scatter](b, ir.Init{
		Operands: []*ir.Value{v, indices, updates}, Results: []ir.Type{v.Type()}, NumRegions: 1,
		Attrs: []ir.Attr{ir.NewAttr(&d), ir.BoolAttr(sorted), ir.BoolAttr(unique)},
	})
	fill(b, o.Op.RegionAt(0), body, v, v)
	return o
}
