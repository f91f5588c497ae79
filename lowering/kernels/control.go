package kernels

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
	"github.com/lathe-ir/lathe/lowering/tiles"
)

// isControl reports whether op is a loop or a branch that may be part of a host function.
func isControl(op *ir.Op) bool {
	return ir.Is[scf.While](op) || ir.Is[scf.If](op) || ir.Is[scf.IndexSwitch](op)
}

func (o *outliner) block(block *ir.Block) {
	var fills []linalg.Fill
	var tile []*ir.Op // the nests of the current group
	for op := range block.Ops() {
		o.b.Loc = op.Loc()
		if o.ctx.Err() != nil || o.wrong != nil {
			return
		}
		if pads(op) {
			continue
		}
		switch v := op.View().(type) {
		case linalg.Fill:
			fills = append(fills, v)
			continue
		case linalg.Generic:
			if packsConstant(op) {
				o.constant(op)
				continue
			}
			if !slices.Contains(tile, op) {
				tile = tiles.Of(op)
				fills = o.nest(tile, fills)
			}
			continue
		case scf.For:
			fills = o.flush(fills)
			o.loops(v)
			continue
		case fn.Return, memref.View, memref.Alloca, memref.SubView, memref.ReinterpretCast, memref.GetGlobal:
			continue
		}
		if op.NumResults() == 1 && !op.Result().Type().IsShaped() && op.NumRegions() == 0 {
			continue // kernels and branches compute the scalars that they use
		}
		fills = o.flush(fills)
		o.control(op)
	}
	o.flush(fills)
	o.emit()
}

// control writes op, which is control flow or another operation that the host function executes.
func (o *outliner) control(op *ir.Op) {
	o.emit()
	o.b.Created = func(made *ir.Op) { made.Derive(op) }
	defer func() { o.b.Created = nil }()
	switch v := op.View().(type) {
	case scf.While:
		w := scf.NewWhile(o.b, nil)
		o.inside(w.Before(), v.Before())
		o.inside(w.After(), v.After())
	case scf.If:
		s := scf.NewIf(o.b, o.selector(op, v.Condition()), nil, true)
		o.inside(s.Then(), v.Then())
		if v.Else() == nil {
			b := ir.NewBuilder(o.b.Registry())
			b.AtEnd(s.Else())
			scf.NewYield(b)
		} else {
			o.inside(s.Else(), v.Else())
		}
	case scf.IndexSwitch:
		s := scf.NewIndexSwitch(o.b, o.selector(op, v.Arg()), v.Cases(), nil)
		for i, r := range op.Regions() {
			o.inside(s.Op.RegionAt(i).Entry(), r.Entry())
		}
	case scf.Condition:
		scf.NewCondition(o.b, o.selector(op, v.Condition()))
	case scf.Yield:
		scf.NewYield(o.b)
	case memref.Copy:
		from, ok := o.values.Lookup(v.Source())
		if !ok {
			from = o.whole(v.Source())
		}
		memref.NewCopy(o.b, from, o.whole(v.Target()))
	case builtin.Cast:
		var from []*ir.Value
		for _, in := range v.Inputs() {
			if ir.IsType[*ir.MemRefType](in.Type()) {
				from = append(from, o.whole(in))
			} else {
				from = append(from, o.values.Value(in))
			}
		}
		cast := ir.Create[builtin.Cast](o.b, ir.Init{Operands: from, Results: op.ResultTypes()})
		for i, to := range v.Outputs() {
			o.values.Map(to, cast.Outputs()[i])
		}
	default:
		if !onTensors(op) {
			o.wrong = ir.Errorf(op, "is not part of host functions in kernel form")
			return
		}
		o.b.Clone(op, &o.values)
	}
}

// onTensors reports whether op computes tensors from tensors, without regions. The host can run
// such an operation.
func onTensors(op *ir.Op) bool {
	for _, t := range append(op.OperandTypes(), op.ResultTypes()...) {
		if !ir.IsType[*ir.TensorType](t) {
			return false
		}
	}
	return op.NumRegions() == 0
}

// inside writes the operations of the block "from" at the end of block.
func (o *outliner) inside(block, from *ir.Block) {
	outer := o.b
	o.b = ir.NewBuilder(outer.Registry())
	o.b.AtEnd(block)
	o.block(from)
	o.b = outer
}

// whole returns the flat buffer that contains v, cast to the type of v.
func (o *outliner) whole(v *ir.Value) *ir.Value {
	return build.Cast(o.b, o.buffer(layoutOf(v)), v.Type())
}

// selector reads the scalar that control flow depends on: the only element of a buffer.
func (o *outliner) selector(op *ir.Op, v *ir.Value) *ir.Value {
	if c, ok := ir.Defining[arith.IndexCast](v); ok {
		return arith.NewIndexCast(o.b, o.selector(op, c.In()), ir.Index()).Op.Result()
	}
	l, ok := ir.Defining[memref.Load](v)
	if !ok || l.Memref().Type().Elements() != 1 {
		o.wrong = ir.Errorf(op, "depends on a scalar that is not loaded from a buffer of one element")
		return v
	}
	from := o.buffer(layoutOf(l.Memref()))
	return build.Load(o.b, from, build.Index(o.top, 0))
}
