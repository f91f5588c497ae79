package decompose

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// selectAndScatter reduces each window to the selected element and its index, and scatters the
// source to these indices. Operands are converted to the element types of the regions' arguments. A
// padding element has the index -1 and is never selected.
func selectAndScatter(e emit.Emitter, o stablehlo.SelectAndScatter) *ir.Value {
	shape := shapeOf(o.Operand())
	size := int64(1)
	for _, n := range shape {
		size *= n
	}
	index := ir.I32()
	if size > math.MaxInt32 {
		index = ir.I64()
	}
	numbers := e.Reshape(stablehlo.NewIota(e.B, ir.Tensor(index, size), 0).Op.Result(), shape...)
	at := picked(e, o, numbers)
	elem := o.Scatter().Entry().Arg(0).Type().Elem()
	count := int64(1)
	for _, n := range shapeOf(at) {
		count *= n
	}
	init := e.Broadcast(e.Convert(o.InitValue(), elem), []int64{size})
	dims := stablehlo.ScatterDims{InsertedWindowDims: []int64{0}, ScatterDimsToOperandDims: []int64{0}, IndexVectorDim: 1}
	s := ir.Create[stablehlo.Scatter](e.B, ir.Init{
		Operands: []*ir.Value{init, e.Reshape(at, count, 1), e.Reshape(e.Convert(o.Source(), elem), count)}, Results: []ir.Type{init.Type()}, NumRegions: 1,
		Attrs: []ir.Attr{ir.NewAttr(&dims), ir.BoolAttr(false), ir.BoolAttr(false)},
	})
	var m ir.Mapping
	e.B.CloneRegion(o.Scatter(), s.Op.RegionAt(0), &m)
	return e.Reshape(s.Op.Result(), shape...)
}

// picked returns, for each window, the index of the selected element.
func picked(e emit.Emitter, o stablehlo.SelectAndScatter, numbers *ir.Value) *ir.Value {
	from := o.Select().Entry()
	elem := from.Arg(0).Type()
	x := e.Convert(o.Operand(), elem.Elem())
	ones := slices.Repeat([]int64{1}, len(shapeOf(x)))
	or := func(v []int64) ir.Attr {
		if len(v) == 0 {
			return ir.NewDenseI64(ones...)
		}
		return ir.NewDenseI64(v...)
	}
	out := shapeOf(o.Source())
	kind := numbers.Type().Elem()
	index := ir.Tensor(kind)
	w := ir.Create[stablehlo.ReduceWindow](e.B, ir.Init{
		Operands:   []*ir.Value{x, numbers, e.Convert(o.InitValue(), elem.Elem()), e.Scalar(kind, -1)},
		Results:    []ir.Type{ir.Tensor(x.Type().Elem(), out...), ir.Tensor(kind, out...)},
		NumRegions: 1,
		Attrs:      []ir.Attr{or(o.WindowDimensions()), or(o.WindowStrides()), ir.NewDenseI64(ones...), ir.NewDenseI64(ones...), o.Op.Attr("padding")},
	})
	b := ir.NewBuilder(e.B.Registry())
	b.Loc, b.Created = e.B.Loc, e.B.Created
	block := w.Op.RegionAt(0).AddBlock(elem, index, elem, index)
	b.AtEnd(block)
	in := emit.Emitter{B: b}
	best, at, next, number := block.Arg(0), block.Arg(1), block.Arg(2), block.Arg(3)
	var m ir.Mapping
	m.Map(from.Arg(0), best)
	m.Map(from.Arg(1), next)
	var keep *ir.Value
	for op := range from.Ops() {
		if op == from.Last() {
			keep = m.Value(op.OperandList()[0])
			break
		}
		b.Clone(op, &m)
	}
	none := in.Compare("LT", at, in.Scalar(kind, 0))
	padding := in.Compare("LT", number, in.Scalar(kind, 0))
	keep = stablehlo.NewAnd(b, keep, emit.Unary[stablehlo.Not](in, none)).Op.Result()
	keep = stablehlo.NewOr(b, keep, padding).Op.Result()
	stablehlo.NewReturn(b, in.Choose(keep, best, next), in.Choose(keep, at, number))
	return w.Op.ResultAt(1)
}
