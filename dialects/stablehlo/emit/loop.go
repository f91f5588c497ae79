package emit

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// Loop creates a loop of n iterations, and returns the final carried values. The arguments of body
// are an emitter for its operations, the index of the iteration (an i32), and the carried values.
// body returns the next carried values.
func (e Emitter) Loop(n int64, carried []*ir.Value, body func(e Emitter, i *ir.Value, vs []*ir.Value) []*ir.Value) []*ir.Value {
	if n == 0 {
		return carried // body may create slices that are invalid for n = 0
	}
	inits := append([]*ir.Value{e.Scalar(ir.I32(), 0)}, carried...)
	var types []ir.Type
	for _, v := range inits {
		types = append(types, v.Type())
	}
	o := ir.Create[stablehlo.While](e.B, ir.Init{Operands: inits, Results: types, NumRegions: 2})
	c, args := e.inside(o.Cond(), types)
	stablehlo.NewReturn(c.B, c.Compare("LT", args[0], c.Scalar(ir.I32(), float64(n))))
	c, args = e.inside(o.Body(), types)
	next := body(c, args[0], args[1:])
	stablehlo.NewReturn(c.B, append([]*ir.Value{c.Add(args[0], c.Scalar(ir.I32(), 1))}, next...)...)
	return o.Op.ResultList()[1:]
}

// inside(r, types) adds a block with arguments of the given types to a region. It returns the
// block's arguments, and an emitter that inserts operations at the end of the block.
func (e Emitter) inside(r *ir.Region, types []ir.Type) (Emitter, []*ir.Value) {
	b := ir.NewBuilder(e.B.Registry())
	b.Loc, b.Created = e.B.Loc, e.B.Created
	block := r.AddBlock(types...)
	b.AtEnd(block)
	return Emitter{b}, block.Args()
}

// Sort sorts tensors of the same shape along dimension dim, by the elements of the first tensor.
// before(e, x, y) creates the comparison: its result is true if x must come before y. The sort is
// stable.
func (e Emitter) Sort(dim int64, before Combine, xs ...*ir.Value) []*ir.Value {
	var results, elems []ir.Type
	for _, x := range xs {
		one := ir.Tensor(x.Type().Elem())
		results, elems = append(results, x.Type()), append(elems, one, one)
	}
	o := ir.Create[stablehlo.Sort](e.B, ir.Init{Operands: xs, Results: results, NumRegions: 1, Attrs: []ir.Attr{ir.NewI64(dim), ir.BoolAttr(true)}})
	c, args := e.inside(o.Comparator(), elems)
	stablehlo.NewReturn(c.B, before(c, args[0], args[1]))
	return o.Op.ResultList()
}
