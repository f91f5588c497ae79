package scf

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// While is a loop of two regions. The first region decides whether to continue, and passes values
// to the second region, the body. The body passes values to the first region of the next iteration.
//
//	%r = scf.while (%a = %init) : (i32) -> i32 { … scf.condition(%c) %a : i32 } do { … scf.yield %b : i32 }
type While struct{ ir.Ref }

// Inits returns the initial values of the arguments of the first region.
func (o While) Inits() []*ir.Value { return o.Op.OperandsOf(0) }

// Before returns the block of the first region, and After returns the block of the second region.
func (o While) Before() *ir.Block { return o.Op.RegionAt(0).Blocks[0] }
func (o While) After() *ir.Block  { return o.Op.RegionAt(1).Blocks[0] }

// Condition returns the terminator of the first region, and Yield returns the terminator of the
// second region.
func (o While) Condition() Condition { return Condition{ir.Ref{Op: o.Before().Last()}} }
func (o While) Yield() Yield         { return Yield{ir.Ref{Op: o.After().Last()}} }

// Spec implements ir.View.
func (While) Spec() ir.Spec {
	return ir.Spec{
		Name:     "scf.while",
		Doc:      "A loop of two regions. The first decides whether to continue; the second is the body. Each passes values to the other.",
		Operands: []ir.Field{{Name: "inits", Type: constraint.Any, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "before", Sized: true}, {Name: "after", Sized: true}},
		Traits:   ir.SingleBlock | ir.RecursiveEffects,
	}
}

// NewWhile inserts a loop whose blocks have arguments but no operations. The caller must add the
// operations and terminators.
func NewWhile(b *ir.Builder, results []ir.Type, inits ...*ir.Value) While {
	o := ir.Create[While](b, ir.Init{Operands: inits, Results: results, NumRegions: 2})
	o.Op.RegionAt(0).AddBlock(typesOf(inits)...)
	o.Op.RegionAt(1).AddBlock(results...)
	return o
}

// ParseOp implements asm.OpParser.
func (While) ParseOp(p *asm.Parser, st *asm.State) error {
	var args []asm.Arg
	var inits []asm.Operand
	off := p.Offset()
	var err error
	if p.Peek() == asm.LParen {
		if args, inits, err = p.Assignments(); err != nil {
			return err
		}
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	typeOff := p.Offset()
	ins, outs, err := p.FunctionParts()
	if err != nil {
		return err
	}
	st.AddResults(outs...)
	if len(ins) != len(inits) {
		return st.ErrorAt(p, typeOff, "expected as many input types as operands (expected %d got %d)", len(inits), len(ins))
	}
	vs, err := p.ResolveAll(inits, ins, off)
	if err != nil {
		return err
	}
	st.Add(vs...)
	for i := range args {
		args[i].Type = ins[i]
	}
	before, after := st.AddRegion(), st.AddRegion()
	if err := p.Region(st, before, args...); err != nil {
		return err
	}
	if err := p.ExpectKeyword("do"); err != nil {
		return err
	}
	if err := p.Region(st, after); err != nil {
		return err
	}
	return p.AttrDictWithKeyword(st)
}

// PrintOp implements asm.OpPrinter.
func (o While) PrintOp(w *asm.Printer) {
	if inits := o.Inits(); len(inits) > 0 {
		w.Str(" (")
		printAssignments(w, o.Before().Args(), inits)
		w.Byte(')')
	}
	w.Str(" : ")
	w.FunctionType(o.Op.OperandTypes(), o.Op.ResultTypes())
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), false, true)
	w.Str(" do ")
	w.Region(o.Op.RegionAt(1), true, true)
	w.AttrDictWithKeyword(o.Op)
}

// Verify implements ir.Verifier.
func (o While) Verify() error {
	if _, ok := ir.As[Condition](o.Before().Last()); !ok {
		return wrongEnd(o.Op, o.Before(), "expects the 'before' region to terminate with 'scf.condition'")
	}
	if _, ok := ir.As[Yield](o.After().Last()); !ok {
		return wrongEnd(o.Op, o.After(), "expects the 'after' region to terminate with 'scf.yield'")
	}
	return nil
}

// wrongEnd returns an error about op, with a note at the last operation of blk.
func wrongEnd(op *ir.Op, blk *ir.Block, msg string) error {
	d := ir.Errorf(op, "%s", msg)
	if blk.Last() != nil {
		ir.NoteAt(d, blk.Last(), "terminator here")
	}
	return d
}

// VerifyRegions implements ir.RegionVerifier.
func (o While) VerifyRegions() error {
	condition, yield := o.Condition(), o.Yield()
	for _, e := range []struct {
		end      *ir.Op
		target   string
		from, to []ir.Type
	}{
		{nil, "Region #0", o.Op.OperandTypes(), typesOf(o.Before().Args())},
		{condition.Op, "parent", typesOf(condition.Args()), o.Op.ResultTypes()},
		{condition.Op, "Region #1", typesOf(condition.Args()), typesOf(o.After().Args())},
		{yield.Op, "Region #0", yield.Op.OperandTypes(), typesOf(o.Before().Args())},
	} {
		if err := constraint.Edge(o.Op, e.end, e.target, e.from, e.to); err != nil {
			return err
		}
	}
	return nil
}
