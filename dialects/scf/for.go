package scf

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// For is a counted loop that may carry values from one iteration to the next. The bounds and the
// step have the same type. The upper bound is exclusive.
//
//	%r = scf.for %i = %lo to %hi step %s iter_args(%acc = %init) -> (f32) { … }
type For struct{ ir.Ref }

// LowerBound, UpperBound and Step return the range of the induction variable. InitArgs returns the
// initial values of the carried values.
func (o For) LowerBound() *ir.Value { return o.Op.OperandAt(0) }
func (o For) UpperBound() *ir.Value { return o.Op.OperandAt(1) }
func (o For) Step() *ir.Value       { return o.Op.OperandAt(2) }
func (o For) InitArgs() []*ir.Value { return o.Op.OperandsOf(3) }

// Body returns the loop's block.
func (o For) Body() *ir.Block { return o.Op.RegionAt(0).Blocks[0] }

// InductionVar returns the induction variable. IterArgs returns the block arguments for the carried
// values.
func (o For) InductionVar() *ir.Value { return o.Body().Arg(0) }
func (o For) IterArgs() []*ir.Value   { return o.Body().Args()[1:] }

// UnsignedCmp reports whether the bounds are compared as unsigned integers.
func (o For) UnsignedCmp() bool { return !o.Op.AttrAt(0).IsNil() }

// Yield returns the terminator of the body.
func (o For) Yield() Yield { return Yield{ir.Ref{Op: o.Body().Last()}} }

// Spec implements ir.View.
func (For) Spec() ir.Spec {
	bound := constraint.Same(constraint.IntOrIndex, "T")
	return ir.Spec{
		Name: "scf.for",
		Doc:  "A counted loop that may carry values from one iteration to the next.",
		Operands: []ir.Field{
			{Name: "lowerBound", Type: bound}, {Name: "upperBound", Type: bound}, {Name: "step", Type: bound},
			{Name: "initArgs", Type: constraint.Any, Arity: ir.Variadic},
		},
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Attrs:    []ir.AttrField{{Name: "unsignedCmp", Type: constraint.Unit, Optional: true, Doc: "Compare the bounds as unsigned integers."}},
		Regions:  []ir.RegionField{{Name: "region", Sized: true}},
		Traits:   ir.SingleBlock | ir.RecursiveEffects | ir.AllocationScope,
		Implicit: "scf.yield",
	}
}

// NewFor inserts a loop whose block has arguments but no operations. The caller must add the
// operations and the yield.
func NewFor(b *ir.Builder, lo, hi, step *ir.Value, inits ...*ir.Value) For {
	o := ir.Create[For](b, ir.Init{
		Operands: append([]*ir.Value{lo, hi, step}, inits...), Results: typesOf(inits), NumRegions: 1,
	})
	blk := o.Op.RegionAt(0).AddBlock(lo.Type())
	for _, v := range inits {
		blk.AddArg(v.Type(), b.Loc)
	}
	return o
}

func typesOf(vs []*ir.Value) []ir.Type {
	ts := make([]ir.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type()
	}
	return ts
}

// ParseOp implements asm.OpParser.
func (For) ParseOp(p *asm.Parser, st *asm.State) error {
	if p.TryKeyword("unsigned") {
		st.SetAttr("unsignedCmp", ir.Unit())
	}
	iv, err := p.Arg(false, false)
	if err != nil {
		return err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	off := p.Offset()
	bounds, err := parseRange(p)
	if err != nil {
		return err
	}
	args, inits, err := parseIterArgs(p, st, "iter_args")
	if err != nil {
		return err
	}
	iv.Type = ir.Index()
	if p.Try(asm.Colon) {
		if iv.Type, err = p.Type(); err != nil {
			return err
		}
	}
	if len(args) != len(st.Results) {
		return st.ErrorAt(p, st.Start, "mismatch in number of loop-carried values and defined values")
	}
	for i := range args {
		args[i].Type = st.Results[i]
	}
	r := st.AddRegion()
	if err := p.Region(st, r, append([]asm.Arg{iv}, args...)...); err != nil {
		return err
	}
	p.ImplicitTerminator(r, "scf.yield", st.Loc)
	vs, err := p.ResolveAll(bounds, []ir.Type{iv.Type, iv.Type, iv.Type}, off)
	if err != nil {
		return err
	}
	st.Add(vs...)
	vs, err = p.ResolveAll(inits, st.Results, off)
	if err != nil {
		return err
	}
	st.Add(vs...)
	return p.AttrDict(st)
}

// parseRange reads %lo to %hi step %s.
func parseRange(p *asm.Parser) ([]asm.Operand, error) {
	var os []asm.Operand
	for _, word := range []string{"", "to", "step"} {
		if word != "" {
			if err := p.ExpectKeyword(word); err != nil {
				return nil, err
			}
		}
		o, err := p.Operand()
		if err != nil {
			return nil, err
		}
		os = append(os, o)
	}
	return os, nil
}

// parseIterArgs reads an optional iter_args(%a = %init, …) -> (types), with the given word in place
// of iter_args. It adds the result types to st.
func parseIterArgs(p *asm.Parser, st *asm.State, word string) (args []asm.Arg, inits []asm.Operand, err error) {
	if !p.TryKeyword(word) {
		return nil, nil, nil
	}
	if args, inits, err = p.Assignments(); err != nil {
		return nil, nil, err
	}
	ts, err := p.ArrowTypes()
	st.AddResults(ts...)
	return args, inits, err
}

// PrintOp implements asm.OpPrinter.
func (o For) PrintOp(w *asm.Printer) {
	if o.UnsignedCmp() {
		w.Str(" unsigned")
	}
	w.Byte(' ')
	w.Value(o.InductionVar())
	w.Str(" = ")
	w.Value(o.LowerBound())
	w.Str(" to ")
	w.Value(o.UpperBound())
	w.Str(" step ")
	w.Value(o.Step())
	inits := o.InitArgs()
	if len(inits) > 0 {
		w.Str(" iter_args(")
		printAssignments(w, o.IterArgs(), inits)
		w.Str(") -> (")
		w.Types(typesOf(inits))
		w.Byte(')')
	}
	w.Byte(' ')
	if t := o.InductionVar().Type(); !t.IsIndex() {
		w.Str(" : ")
		w.Type(t)
		w.Byte(' ')
	}
	w.Region(o.Op.RegionAt(0), false, len(inits) > 0)
	w.AttrDict(o.Op, "unsignedCmp")
}

func printAssignments(w *asm.Printer, args, inits []*ir.Value) {
	for i, a := range args {
		if i > 0 {
			w.Str(", ")
		}
		w.Value(a)
		w.Str(" = ")
		w.Value(inits[i])
	}
}

// Verify implements ir.Verifier.
func (o For) Verify() error {
	if o.Op.NumOperands()-3 != o.Op.NumResults() {
		return ir.Errorf(o.Op, "mismatch in number of loop-carried values and defined values")
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o For) VerifyRegions() error {
	blk, inits := o.Body(), o.Op.OperandList()[3:]
	if blk.NumArgs() == 0 {
		return ir.Errorf(o.Op, "mismatch in number of basic block args and defined values")
	}
	carried := blk.Args()[1:]
	if len(inits) != len(carried) {
		return ir.Errorf(o.Op, "different number of inits and region iter_args: %d != %d", len(inits), len(carried))
	}
	y, ends := ir.As[Yield](blk.Last())
	var yielded []*ir.Value
	if ends {
		yielded = y.Op.OperandList()
	}
	if n := len(yielded); n != len(carried) && n > 0 {
		return ir.Errorf(o.Op, "different number of region iter_args and yielded values: %d != %d", len(carried), n)
	}
	for i, a := range carried {
		if t := inits[i].Type(); t != a.Type() {
			return ir.Errorf(o.Op, "%d-th init and %d-th region iter_arg have different type: '%s' != '%s'", i, i, t, a.Type())
		}
		if len(yielded) > 0 && yielded[i].Type() != a.Type() {
			return ir.Errorf(o.Op, "%d-th region iter_arg and %d-th yielded value have different type: '%s' != '%s'", i, i, a.Type(), yielded[i].Type())
		}
	}
	for i, t := range o.Op.ResultTypes() {
		if a := carried[i].Type(); a != t {
			return ir.Errorf(o.Op, "%d-th region iter_arg and %d-th loop result have different type: '%s' != '%s'", i, i, a, t)
		}
	}
	if blk.Arg(0).Type() != o.LowerBound().Type() {
		return ir.Errorf(o.Op, "expected induction variable to be same type as bounds and step")
	}
	if !ends {
		return nil
	}
	return constraint.Edge(o.Op, y.Op, "Region #0", y.Op.OperandTypes(), typesOf(carried))
}
