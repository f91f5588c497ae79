package scf

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Forall is a loop nest whose iterations are independent. Each iteration writes its own slices of
// the shared outputs.
//
//	%r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) { … scf.forall.in_parallel { … } }
type Forall struct{ ir.Ref }

// The indices of Forall's inherent attributes.
const (
	forallLower = iota
	forallUpper
	forallStep
	forallMapping
	forallSegments
)

// DynamicLowerBound, DynamicUpperBound and DynamicStep return the bounds and steps that are
// operands. Outputs returns the initial values of the shared outputs.
func (o Forall) DynamicLowerBound() []*ir.Value { return o.Op.OperandsOf(0) }
func (o Forall) DynamicUpperBound() []*ir.Value { return o.Op.OperandsOf(1) }
func (o Forall) DynamicStep() []*ir.Value       { return o.Op.OperandsOf(2) }
func (o Forall) Outputs() []*ir.Value           { return o.Op.OperandsOf(3) }

// StaticLowerBound, StaticUpperBound and StaticStep return the bounds and steps of all dimensions.
// A bound or step that is an operand is ir.Dynamic.
func (o Forall) StaticLowerBound() []int64 { return ints(o.Op.AttrAt(forallLower)) }
func (o Forall) StaticUpperBound() []int64 { return ints(o.Op.AttrAt(forallUpper)) }
func (o Forall) StaticStep() []int64       { return ints(o.Op.AttrAt(forallStep)) }

// Mapping returns the attribute that maps the iterations of each dimension to processing units. If
// the operation has no such attribute, the result is nil.
func (o Forall) Mapping() ir.Attr { return o.Op.AttrAt(forallMapping) }

// Body returns the loop's block, with the induction variables and the shared outputs as arguments.
func (o Forall) Body() *ir.Block { return o.Op.RegionAt(0).Blocks[0] }

func ints(a ir.Attr) []int64 {
	v, _ := a.Ints()
	return v
}

// Spec implements ir.View.
func (Forall) Spec() ir.Spec {
	return ir.Spec{
		Name: "scf.forall",
		Doc:  "A loop nest whose iterations are independent and write disjoint slices of shared outputs.",
		Operands: []ir.Field{
			{Name: "dynamicLowerBound", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "dynamicUpperBound", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "dynamicStep", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "outputs", Type: constraint.RankedTensor, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "staticLowerBound", Type: constraint.I64s}, {Name: "staticUpperBound", Type: constraint.I64s},
			{Name: "staticStep", Type: constraint.I64s},
			{Name: "mapping", Type: ir.AttrConstraint{Text: "Device Mapping array attribute", Accept: deviceMapping}, Optional: true},
			{Name: ir.OperandSegments, Type: constraint.Segments},
		},
		Regions:  []ir.RegionField{{Name: "region", Sized: true}},
		Traits:   ir.SingleBlock | ir.RecursiveEffects | ir.AllocationScope | ir.AttrSizedOperandSegments,
		Implicit: "scf.forall.in_parallel",
	}
}

// deviceMapping accepts arrays of opaque attributes, which belong to dialects that are not
// registered. An example is #gpu.thread<x>.
func deviceMapping(a ir.Attr) bool {
	d, ok := ir.AttrAs[*ir.ArrayAttr](a)
	return ok && !slices.ContainsFunc(d.Elems, func(e ir.Attr) bool { return !ir.IsAttr[*ir.OpaqueAttr](e) })
}

// ParseOp implements asm.OpParser.
func (Forall) ParseOp(p *asm.Parser, st *asm.State) error {
	ivs, err := parseCounters(p)
	if err != nil {
		return err
	}
	sizes, err := parseForallRange(p, st, len(ivs))
	if err != nil {
		return err
	}
	off := p.Offset()
	args, outs, err := parseIterArgs(p, st, "shared_outs")
	if err != nil {
		return err
	}
	if len(outs) != len(st.Results) {
		return st.ErrorAt(p, off, "mismatch between out operands and types")
	}
	vs, err := p.ResolveAll(outs, st.Results, off)
	if err != nil {
		return err
	}
	st.Add(vs...)
	for i := range args {
		args[i].Type = st.Results[i]
	}
	r := st.AddRegion()
	if err := p.Region(st, r, append(ivs, args...)...); err != nil {
		return err
	}
	st.SetSegments(sizes[0], sizes[1], sizes[2], int32(len(outs)))
	endForall(p, r, st.Loc)
	return p.AttrDict(st)
}

// endForall adds a terminator with an empty block to the body if the parsed text has no terminator.
func endForall(p *asm.Parser, r *ir.Region, loc ir.Loc) {
	if blk := r.Entry(); blk != nil && blk.Last() != nil && ir.Is[InParallel](blk.Last()) {
		return
	}
	if r.Empty() {
		r.AddBlock()
	}
	b := p.Builder()
	blk, before := b.Point()
	b.Loc = loc
	b.AtEnd(r.Entry())
	NewInParallel(b)
	b.SetPoint(blk, before)
}

// parseForallRange reads "in (…)" or "= (…) to (…) step (…)" for n dimensions. It returns the
// numbers of lower bounds, upper bounds and steps that are operands.
func parseForallRange(p *asm.Parser, st *asm.State, n int) (sizes [3]int32, err error) {
	names := [3]string{"staticLowerBound", "staticUpperBound", "staticStep"}
	if p.TryKeyword("in") {
		st.SetAttr(names[0], ir.NewDenseI64(make([]int64, n)...))
		st.SetAttr(names[2], ir.NewDenseI64(slices.Repeat([]int64{1}, n)...))
		sizes[1], err = parseBound(p, st, names[1])
		return sizes, err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return sizes, err
	}
	for i, word := range []string{"", "to", "step"} {
		if word != "" {
			if err := p.ExpectKeyword(word); err != nil {
				return sizes, err
			}
		}
		if sizes[i], err = parseBound(p, st, names[i]); err != nil {
			return sizes, err
		}
	}
	return sizes, nil
}

// parseBound reads a list such as (%a, 4), and stores it in the attribute with the given name, with
// ir.Dynamic for each operand. It returns the number of operands.
func parseBound(p *asm.Parser, st *asm.State, name string) (int32, error) {
	os, static, err := p.IndexListIn(asm.LParen, asm.RParen)
	if err != nil {
		return 0, err
	}
	st.SetAttr(name, ir.NewDenseI64(static...))
	return int32(len(os)), p.ResolveIndices(st, os)
}

// PrintOp implements asm.OpPrinter.
func (o Forall) PrintOp(w *asm.Printer) {
	blk := o.Body()
	n := len(o.StaticUpperBound())
	w.Str(" (")
	w.Values(blk.Args()[:n])
	w.Byte(')')
	if o.normalized() {
		w.Str(" in ")
		w.IndexListIn('(', ')', o.DynamicUpperBound(), o.StaticUpperBound())
	} else {
		w.Str(" = ")
		w.IndexListIn('(', ')', o.DynamicLowerBound(), o.StaticLowerBound())
		w.Str(" to ")
		w.IndexListIn('(', ')', o.DynamicUpperBound(), o.StaticUpperBound())
		w.Str(" step ")
		w.IndexListIn('(', ')', o.DynamicStep(), o.StaticStep())
	}
	outs := o.Outputs()
	if len(outs) > 0 {
		w.Str(" shared_outs(")
		printAssignments(w, blk.Args()[n:], outs)
		w.Str(") -> (")
		w.Types(o.Op.ResultTypes())
		w.Byte(')')
	}
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), false, o.Op.NumResults() > 0)
	w.AttrDict(o.Op, "staticLowerBound", "staticUpperBound", "staticStep")
}

// normalized reports whether all lower bounds are the constant 0 and all steps are the constant 1.
func (o Forall) normalized() bool {
	for _, v := range o.StaticLowerBound() {
		if v != 0 {
			return false
		}
	}
	for _, v := range o.StaticStep() {
		if v != 1 {
			return false
		}
	}
	return true
}

// Verify implements ir.Verifier.
func (o Forall) Verify() error {
	blk, rank, outs := o.Body(), len(o.StaticLowerBound()), o.Outputs()
	if len(outs) != o.Op.NumResults() {
		return ir.Errorf(o.Op, "produces %d results, but has only %d outputs", o.Op.NumResults(), len(outs))
	}
	if blk.NumArgs() != rank+len(outs) {
		return ir.Errorf(o.Op, "region expects %d arguments", rank)
	}
	for i := range rank {
		if !blk.Arg(i).Type().IsIndex() {
			return ir.Errorf(o.Op, "expects %d-th block argument to be an index", i)
		}
	}
	for i, out := range outs {
		if blk.Arg(rank+i).Type() != out.Type() {
			return ir.Errorf(o.Op, "type mismatch between %d-th output and corresponding block argument", i)
		}
	}
	if m, ok := ir.AttrAs[*ir.ArrayAttr](o.Mapping()); ok && len(m.Elems) > 0 && len(m.Elems) != rank {
		return ir.Errorf(o.Op, "mapping attribute size must match op rank")
	}
	return o.verifyRange(rank)
}

// verifyRange checks the numbers of lower bounds, upper bounds and steps. Each must equal the rank.
// Each ir.Dynamic must have an operand.
func (o Forall) verifyRange(rank int) error {
	for _, l := range []struct {
		name   string
		static []int64
		values []*ir.Value
	}{
		{"lower bound", o.StaticLowerBound(), o.DynamicLowerBound()},
		{"upper bound", o.StaticUpperBound(), o.DynamicUpperBound()},
		{"step", o.StaticStep(), o.DynamicStep()},
	} {
		dynamic := 0
		for _, n := range l.static {
			if n == ir.Dynamic {
				dynamic++
			}
		}
		switch {
		case len(l.static) != rank:
			return ir.ErrorAt(o.Op, "expected %d %s values, got %d", rank, l.name, len(l.static))
		case len(l.values) != dynamic:
			return ir.ErrorAt(o.Op, "expected %d dynamic %s values", dynamic, l.name)
		}
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o Forall) VerifyRegions() error {
	for i, out := range o.Outputs() {
		if got := o.Op.ResultAt(i).Type(); got != out.Type() {
			if !constraint.IsTensor(got) {
				tensors := 0
				for r := range o.Op.Results() {
					if constraint.IsTensor(r.Type()) {
						tensors++
					}
				}
				return ir.Errorf(o.Op, "expected the number of tensor results (%d) to be equal to the number of output tensors (%d)", tensors, len(o.Outputs()))
			}
			return ir.Errorf(o.Op, "expected type of operand #%d ('%s') to match type of corresponding result ('%s')", o.Op.NumOperands()-len(o.Outputs())+i, out.Type(), got)
		}
	}
	return nil
}

// isSharedOutput reports whether v is the body's argument for a shared output.
func (o Forall) isSharedOutput(v *ir.Value) bool {
	return v.ArgBlock() == o.Body() && v.Index() >= o.Body().NumArgs()-len(o.Outputs())
}

// InParallel ends a forall. The operations in its region insert slices into the shared outputs.
//
//	scf.forall.in_parallel { tensor.parallel_insert_slice … }
type InParallel struct{ ir.Ref }

// Body returns the block that contains the insertions.
func (o InParallel) Body() *ir.Block { return o.Op.RegionAt(0).Blocks[0] }

// Spec implements ir.View.
func (InParallel) Spec() ir.Spec {
	return ir.Spec{
		Name:    "scf.forall.in_parallel",
		Doc:     "Ends a forall; the operations inside insert slices into the shared outputs.",
		Regions: []ir.RegionField{{Name: "region", Sized: true}},
		Traits:  ir.Pure | ir.Terminator | ir.GraphRegion | ir.NoTerminator | ir.SingleBlock,
		Parents: []string{"scf.forall"},
	}
}

// NewInParallel inserts an InParallel operation with an empty block.
func NewInParallel(b *ir.Builder) InParallel {
	o := ir.Create[InParallel](b, ir.Init{NumRegions: 1})
	o.Op.RegionAt(0).AddBlock()
	return o
}

// ParseOp implements asm.OpParser.
func (InParallel) ParseOp(p *asm.Parser, st *asm.State) error {
	r := st.AddRegion()
	if err := p.Region(st, r); err != nil {
		return err
	}
	if r.Empty() {
		r.AddBlock()
	}
	return p.AttrDict(st)
}

// PrintOp implements asm.OpPrinter.
func (o InParallel) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), false, false)
	w.AttrDict(o.Op)
}

// Verify implements ir.Verifier.
func (o InParallel) Verify() error {
	for op := range o.Body().Ops() {
		if _, ok := ir.Cast[ParallelCombining](op); !ok {
			return ir.Errorf(o.Op, "expected only ParallelCombiningOpInterface ops").WithLabel("'" + op.Name() + "' is no such operation")
		}
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o InParallel) VerifyRegions() error {
	loop, _ := ir.As[Forall](o.Op.Parent())
	for op := range o.Body().Ops() {
		c, _ := ir.Cast[ParallelCombining](op)
		for _, v := range c.CombinesInto() {
			if !loop.isSharedOutput(v) {
				return ir.Errorf(op, "may only insert into an output block argument")
			}
		}
	}
	return nil
}

// ParallelCombining is implemented by views of operations that an in_parallel region may contain.
type ParallelCombining interface {
	// CombinesInto returns the shared outputs that the operation writes.
	CombinesInto() []*ir.Value
}
