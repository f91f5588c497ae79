package shape

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Assuming executes its region once. The region may assume that the constraints of the witness are
// satisfied.
//
//	%r = shape.assuming %w -> (tensor<?xf32>) { … shape.assuming_yield %x : tensor<?xf32> }
type Assuming struct{ ir.Ref }

// Witness returns the witness, and Body returns the block of the region.
func (o Assuming) Witness() *ir.Value { return o.Op.OperandAt(0) }
func (o Assuming) Body() *ir.Block    { return o.Op.RegionAt(0).Blocks[0] }

// Spec implements ir.View.
func (Assuming) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.assuming",
		Doc:      "Executes its region once, assuming that the constraints of its witness hold.",
		Operands: []ir.Field{{Name: "witness", Type: witness()}},
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "doRegion", Sized: true}},
		Traits:   ir.SingleBlock | ir.RecursiveEffects,
		Implicit: "shape.assuming_yield",
	}
}

// NewAssuming inserts an Assuming operation with an empty block in its region.
func NewAssuming(b *ir.Builder, w *ir.Value, results ...ir.Type) Assuming {
	o := ir.Create[Assuming](b, ir.Init{Operands: []*ir.Value{w}, Results: results, NumRegions: 1})
	o.Op.RegionAt(0).AddBlock()
	return o
}

// ParseOp implements asm.OpParser.
func (Assuming) ParseOp(p *asm.Parser, st *asm.State) error {
	o, err := p.Operand()
	if err != nil {
		return err
	}
	v, err := p.Resolve(o, Witness())
	if err != nil {
		return err
	}
	st.Add(v)
	ts, err := p.OptionalArrowTypes()
	if err != nil {
		return err
	}
	st.AddResults(ts...)
	r := st.AddRegion()
	if err := p.Region(st, r); err != nil {
		return err
	}
	p.ImplicitTerminator(r, "shape.assuming_yield", st.Loc)
	return p.AttrDict(st)
}

// PrintOp implements asm.OpPrinter.
func (o Assuming) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Value(o.Witness())
	if o.Op.NumResults() > 0 {
		w.Str(" -> (")
		w.ValueTypes(o.Op.ResultList())
		w.Byte(')')
	}
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), false, o.Op.NumResults() > 0)
	w.AttrDict(o.Op)
}

// Verify implements ir.Verifier.
func (o Assuming) Verify() error {
	if o.Body().NumArgs() > 0 {
		return ir.Errorf(o.Op, "region #0 ('doRegion') must have no arguments")
	}
	end := o.Body().Last()
	if end == nil || !ir.Is[AssumingYield](end) {
		return nil // ir.Verify reports a missing or wrong terminator
	}
	return constraint.Edge(o.Op, end, "parent", end.OperandTypes(), o.Op.ResultTypes())
}

func yield(name, doc string, parents ...string) ir.Spec {
	return ir.Spec{
		Name:     "shape." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Parents:  parents,
		Format:   "attr-dict ($results^ `:` type($results))?",
	}
}

// AssumingYield ends the region of a shape.assuming. Its operands become the results.
//
//	shape.assuming_yield %x : tensor<?xf32>
type AssumingYield struct{ ir.Ref }

// Spec implements ir.View.
func (AssumingYield) Spec() ir.Spec {
	return yield("assuming_yield", "Ends the region of an assuming with its results.", "shape.assuming")
}

// NewAssumingYield inserts an AssumingYield operation.
func NewAssumingYield(b *ir.Builder, vs ...*ir.Value) AssumingYield {
	return ir.Create[AssumingYield](b, ir.Init{Operands: vs})
}

// Yield ends the region of a shape.reduce. Its operands are the new accumulated values.
//
//	shape.yield %x : !shape.size
type Yield struct{ ir.Ref }

// Spec implements ir.View.
func (Yield) Spec() ir.Spec {
	return yield("yield", "Ends the region of a reduce with the next accumulated values.", "shape.reduce")
}

// Verify implements ir.Verifier.
func (o Yield) Verify() error {
	parent := o.Op.Parent()
	if parent.NumResults() != o.Op.NumOperands() {
		return ir.Errorf(o.Op, "number of operands does not match number of results of its parent")
	}
	for i, v := range o.Op.OperandList() {
		if v.Type() != parent.ResultAt(i).Type() {
			return ir.Errorf(o.Op, "types mismatch between yield op and its parent")
		}
	}
	return nil
}

// Reduce combines the extents of a shape. Its region is executed for each dimension. The arguments
// of the region are the index of the dimension, the extent and the accumulated values.
//
//	%n = shape.reduce(%s, %init) : !shape.shape -> !shape.size { ^bb0(%i: index, %e: !shape.size, %acc: !shape.size): … }
type Reduce struct{ ir.Ref }

// Shape, InitVals and Body return the shape, the initial accumulated values and the block.
func (o Reduce) Shape() *ir.Value      { return o.Op.OperandAt(0) }
func (o Reduce) InitVals() []*ir.Value { return o.Op.OperandsOf(1) }
func (o Reduce) Body() *ir.Block       { return o.Op.RegionAt(0).Blocks[0] }

// Spec implements ir.View.
func (Reduce) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.reduce",
		Doc:      "Combines the extents of a shape.",
		Operands: []ir.Field{{Name: "shape", Type: anyShape()}, {Name: "initVals", Type: constraint.Any, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "region", Sized: true}},
		Traits:   ir.SingleBlock | ir.AlwaysEffect,
	}
}

// ParseOp implements asm.OpParser.
func (Reduce) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	os, err := p.OperandList(asm.LParen, asm.RParen)
	if err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	results, err := p.OptionalArrowTypes()
	if err != nil {
		return err
	}
	st.AddResults(results...)
	vs, err := p.ResolveAll(os, append([]ir.Type{t}, results...), off)
	if err != nil {
		return err
	}
	st.Add(vs...)
	if err := p.Region(st, st.AddRegion()); err != nil {
		return err
	}
	return p.AttrDict(st)
}

// PrintOp implements asm.OpPrinter.
func (o Reduce) PrintOp(w *asm.Printer) {
	w.Byte('(')
	for i, v := range o.Op.OperandList() {
		if i > 0 {
			w.Str(", ")
		}
		w.Value(v)
	}
	w.Str(") : ")
	w.Type(o.Shape().Type())
	w.OptionalArrowTypes(o.Op.ResultTypes())
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), true, true)
	w.AttrDict(o.Op)
}

// Verify implements ir.Verifier.
func (o Reduce) Verify() error {
	args := o.Body().Args()
	if len(args) != len(o.InitVals())+2 {
		return ir.Errorf(o.Op, "ReduceOp body is expected to have %d arguments", len(o.InitVals())+2)
	}
	if !args[0].Type().IsIndex() {
		return ir.Errorf(o.Op, "argument 0 of ReduceOp body is expected to be of IndexType")
	}
	if t := args[1].Type(); o.Shape().Type() == Shape() && t != Size() {
		return ir.Errorf(o.Op, "argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType")
	} else if o.Shape().Type() != Shape() && !t.IsIndex() {
		return ir.Errorf(o.Op, "argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent tensor")
	}
	for i, v := range o.InitVals() {
		if args[i+2].Type() != v.Type() {
			return ir.Errorf(o.Op, "type mismatch between argument %d of ReduceOp body and initial value %d", i+2, i)
		}
	}
	if o.Op.NumResults() != len(o.InitVals()) {
		return ir.Errorf(o.Op, "expected %d results, as many as initial values, but got %d", len(o.InitVals()), o.Op.NumResults())
	}
	for i, v := range o.InitVals() {
		if t := o.Op.ResultAt(i).Type(); t != v.Type() {
			return ir.Errorf(o.Op, "type mismatch between result %d, of type '%s', and initial value %d, of type '%s'", i, t, i, v.Type())
		}
	}
	return nil
}
