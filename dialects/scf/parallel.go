package scf

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Parallel is a loop nest whose iterations may run in any order. Its terminator, a Reduce, combines
// values of the iterations.
//
//	%r = scf.parallel (%i, %j) = (%a, %b) to (%c, %d) step (%s, %t) init (%x) -> f32 { … scf.reduce … }
type Parallel struct{ ir.Ref }

// LowerBounds, UpperBounds and Steps return the ranges, with one element per dimension. InitVals
// returns the initial values of the reductions.
func (o Parallel) LowerBounds() []*ir.Value { return o.Op.OperandsOf(0) }
func (o Parallel) UpperBounds() []*ir.Value { return o.Op.OperandsOf(1) }
func (o Parallel) Steps() []*ir.Value       { return o.Op.OperandsOf(2) }
func (o Parallel) InitVals() []*ir.Value    { return o.Op.OperandsOf(3) }

// Body returns the loop's block, whose arguments are the induction variables.
func (o Parallel) Body() *ir.Block { return o.Op.RegionAt(0).Blocks[0] }

// Reduce returns the terminator of the body.
func (o Parallel) Reduce() Reduce { return Reduce{ir.Ref{Op: o.Body().Last()}} }

// Spec implements ir.View.
func (Parallel) Spec() ir.Spec {
	return ir.Spec{
		Name: "scf.parallel",
		Doc:  "A loop nest whose iterations may run in any order.",
		Operands: []ir.Field{
			{Name: "lowerBound", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "upperBound", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "step", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "initVals", Type: constraint.Any, Arity: ir.Variadic},
		},
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Attrs:    []ir.AttrField{{Name: ir.OperandSegments, Type: constraint.Segments}},
		Regions:  []ir.RegionField{{Name: "region", Sized: true}},
		Traits:   ir.SingleBlock | ir.RecursiveEffects | ir.AllocationScope | ir.AttrSizedOperandSegments,
		Implicit: "scf.reduce",
	}
}

// NewParallel inserts a loop nest whose block has the induction variables as arguments but no
// operations. The caller must add the operations and the terminator, an scf.reduce.
func NewParallel(b *ir.Builder, lo, hi, step, inits []*ir.Value) Parallel {
	n := int32(len(lo))
	vs := append(append(append(append([]*ir.Value(nil), lo...), hi...), step...), inits...)
	o := ir.Create[Parallel](b, ir.Init{
		Operands: vs, Results: typesOf(inits), NumRegions: 1,
		Attrs: []ir.Attr{ir.NewDenseI32(n, n, n, int32(len(inits)))},
	})
	o.Op.RegionAt(0).AddBlock(typesOf(lo)...)
	return o
}

// ParseOp implements asm.OpParser.
func (Parallel) ParseOp(p *asm.Parser, st *asm.State) error {
	ivs, err := parseCounters(p)
	if err != nil {
		return err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	n := int32(len(ivs))
	for _, word := range []string{"", "to", "step"} {
		if word != "" {
			if err := p.ExpectKeyword(word); err != nil {
				return err
			}
		}
		if err := parseIndices(p, st, len(ivs)); err != nil {
			return err
		}
	}
	off := p.Offset()
	var inits []asm.Operand
	if p.TryKeyword("init") {
		if inits, err = p.OperandList(asm.LParen, asm.RParen); err != nil {
			return err
		}
	}
	ts, err := p.OptionalArrowTypes()
	if err != nil {
		return err
	}
	st.AddResults(ts...)
	r := st.AddRegion()
	if err := p.Region(st, r, ivs...); err != nil {
		return err
	}
	p.ImplicitTerminator(r, "scf.reduce", st.Loc)
	if err := p.AttrDict(st); err != nil {
		return err
	}
	st.SetSegments(n, n, n, int32(len(inits)))
	vs, err := p.ResolveAll(inits, ts, off)
	st.Add(vs...)
	return err
}

// parseCounters reads (%i, %j).
func parseCounters(p *asm.Parser) ([]asm.Arg, error) {
	ivs, err := p.Args(false, false)
	for i := range ivs {
		ivs[i].Type = ir.Index()
	}
	return ivs, err
}

// parseIndices reads n operands of type index, such as (%a, %b).
func parseIndices(p *asm.Parser, st *asm.State, n int) error {
	off := p.Offset()
	os, err := p.OperandList(asm.LParen, asm.RParen)
	if err != nil {
		return err
	}
	if len(os) != n {
		return st.ErrorAt(p, off, "expected %d operands", n)
	}
	return p.ResolveIndices(st, os)
}

// PrintOp implements asm.OpPrinter.
func (o Parallel) PrintOp(w *asm.Printer) {
	w.Str(" (")
	w.Values(o.Body().Args())
	w.Str(") = (")
	w.Values(o.LowerBounds())
	w.Str(") to (")
	w.Values(o.UpperBounds())
	w.Str(") step (")
	w.Values(o.Steps())
	w.Byte(')')
	if inits := o.InitVals(); len(inits) > 0 {
		w.Str(" init (")
		w.Values(inits)
		w.Byte(')')
	}
	w.OptionalArrowTypes(o.Op.ResultTypes())
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), false, true)
	w.AttrDict(o.Op)
}

// Verify implements ir.Verifier.
func (o Parallel) Verify() error {
	steps := o.Steps()
	switch n := len(steps); {
	case n == 0:
		return ir.Errorf(o.Op, "needs at least one tuple element for lowerBound, upperBound and step")
	case slices.ContainsFunc(steps, func(v *ir.Value) bool { s, ok := rewrite.ConstInt(v); return ok && s <= 0 }):
		return ir.Errorf(o.Op, "constant step operand must be positive")
	case o.Body().NumArgs() != n:
		return ir.Errorf(o.Op, "expects the same number of induction variables: %d as bound and step values: %d", o.Body().NumArgs(), n)
	case len(o.LowerBounds()) != n || len(o.UpperBounds()) != n:
		return ir.Errorf(o.Op, "needs the same number of elements for lowerBound, upperBound and step")
	}
	for _, a := range o.Body().Args() {
		if !a.Type().IsIndex() {
			return ir.Errorf(o.Op, "expects arguments for the induction variable to be of index type")
		}
	}
	r, ok := ir.As[Reduce](o.Body().Last())
	if !ok {
		return wrongEnd(o.Op, o.Body(), "expects body to terminate with 'scf.reduce'")
	}
	if n := r.Op.NumRegions(); n != o.Op.NumResults() || n != len(o.InitVals()) {
		if n != o.Op.NumResults() {
			return ir.Errorf(o.Op, "expects number of results: %d to be the same as number of reductions: %d", o.Op.NumResults(), n)
		}
		return ir.Errorf(o.Op, "expects number of results: %d to be the same as number of initial values: %d", o.Op.NumResults(), len(o.InitVals()))
	}
	for i := range o.Op.NumResults() {
		if t := o.Op.ResultAt(i).Type(); r.Op.NumOperands() > i && r.Op.OperandAt(i).Type() != t {
			return ir.Errorf(r.Op, "expects type of %d-th reduction operand: '%s' to be the same as the %d-th result type: '%s'", i, r.Op.OperandAt(i).Type(), i, t)
		}
	}
	return nil
}

// Reduce ends a parallel loop. Region i combines operand i with the accumulated value.
//
//	scf.reduce(%x : f32) { ^bb0(%a: f32, %b: f32): … scf.reduce.return %s : f32 }
type Reduce struct{ ir.Ref }

// Spec implements ir.View.
func (Reduce) Spec() ir.Spec {
	return ir.Spec{
		Name:     "scf.reduce",
		Doc:      "Ends a parallel loop. Region i combines operand i with the accumulated value.",
		Operands: []ir.Field{{Name: "operands", Type: constraint.Any, Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "reductions", Arity: ir.Variadic, Sized: true}},
		Traits:   ir.Terminator | ir.RecursiveEffects,
		Parents:  []string{"scf.parallel"},
		Format:   "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict",
	}
}

// NewReduce inserts a Reduce operation. It has one region for each operand, with a block of two
// arguments. The caller must add operations to these blocks.
func NewReduce(b *ir.Builder, vs ...*ir.Value) Reduce {
	o := ir.Create[Reduce](b, ir.Init{Operands: vs, NumRegions: len(vs)})
	for i, v := range vs {
		o.Op.RegionAt(i).AddBlock(v.Type(), v.Type())
	}
	return o
}

// Verify implements ir.Verifier.
func (o Reduce) Verify() error {
	if ops, rs := o.Op.NumOperands(), o.Op.NumRegions(); ops != rs {
		return ir.Errorf(o.Op, "expects number of reduction regions: %d to be the same as number of reduction operands: %d", rs, ops)
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o Reduce) VerifyRegions() error {
	for i, r := range o.Op.Regions() {
		t := o.Op.OperandAt(i).Type()
		blk := r.Blocks[0]
		if blk.Empty() {
			return ir.Errorf(o.Op, "%d-th reduction has an empty body", i)
		}
		if blk.NumArgs() != 2 || blk.Arg(0).Type() != t || blk.Arg(1).Type() != t {
			return ir.Errorf(o.Op, "expected two block arguments with type '%s' in the %d-th reduction region", t, i)
		}
		if !ir.Is[ReduceReturn](blk.Last()) {
			return ir.Errorf(o.Op, "reduction bodies must be terminated with an 'scf.reduce.return' op")
		}
	}
	return nil
}

// ReduceReturn ends a region of an scf.reduce with the combined value.
//
//	scf.reduce.return %s : f32
type ReduceReturn struct{ ir.Ref }

// Spec implements ir.View.
func (ReduceReturn) Spec() ir.Spec {
	return ir.Spec{
		Name:     "scf.reduce.return",
		Doc:      "Ends a region of a reduce with the combined value.",
		Operands: []ir.Field{{Name: "result", Type: constraint.Any}},
		Traits:   ir.Pure | ir.Terminator,
		Parents:  []string{"scf.reduce"},
		Format:   "$result attr-dict `:` type($result)",
	}
}

// NewReduceReturn inserts a ReduceReturn operation.
func NewReduceReturn(b *ir.Builder, v *ir.Value) ReduceReturn {
	return ir.Create[ReduceReturn](b, ir.Init{Operands: []*ir.Value{v}})
}

// Verify implements ir.Verifier.
func (o ReduceReturn) Verify() error {
	want := o.Op.Block().Arg(0).Type()
	if got := o.Op.OperandAt(0).Type(); got != want {
		return ir.Errorf(o.Op, "must have type '%s' (the type of the reduction inputs)", want)
	}
	return nil
}
