package affine

import (
	"math"

	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// For is a loop with a constant step. The lower bound is the greatest result of an affine map. The
// exclusive upper bound is the least result of another affine map. The loop may carry values from
// one iteration to the next.
//
//	%r = affine.for %i = 0 to min #map(%n) step 2 iter_args(%acc = %init) -> (f32) { … }
type For struct{ ir.Ref }

// The indices of For's inherent attributes.
const (
	forLower = iota
	forUpper
	forStep
	forSegments
)

// LowerBoundOperands and UpperBoundOperands return the operands of the bounds. Inits returns the
// initial values of the carried values.
func (o For) LowerBoundOperands() []*ir.Value { return o.Op.OperandsOf(0) }
func (o For) UpperBoundOperands() []*ir.Value { return o.Op.OperandsOf(1) }
func (o For) Inits() []*ir.Value              { return o.Op.OperandsOf(2) }

// LowerBoundMap and UpperBoundMap return the maps of the bounds.
func (o For) LowerBoundMap() aff.Map { return mapOf(o.Op.AttrAt(forLower)) }
func (o For) UpperBoundMap() aff.Map { return mapOf(o.Op.AttrAt(forUpper)) }

// Step returns the step.
func (o For) Step() int64 {
	n, _ := o.Op.AttrAt(forStep).Int()
	return n
}

// Body returns the loop's block.
func (o For) Body() *ir.Block { return o.Op.RegionAt(0).Blocks[0] }

// InductionVar returns the induction variable, and IterArgs the arguments for the carried values.
func (o For) InductionVar() *ir.Value { return o.Body().Arg(0) }
func (o For) IterArgs() []*ir.Value   { return o.Body().Args()[1:] }

// Spec implements ir.View.
func (For) Spec() ir.Spec {
	return ir.Spec{
		Name: "affine.for",
		Doc:  "A loop with affine bounds and a constant step, which may carry values from one iteration to the next.",
		Operands: []ir.Field{
			{Name: "lowerBoundOperands", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "upperBoundOperands", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "inits", Type: constraint.Any, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			mapField("lowerBoundMap"), mapField("upperBoundMap"), {Name: "step", Type: constraint.IndexAttr},
			{Name: ir.OperandSegments, Type: constraint.Segments},
		},
		Regions:  []ir.RegionField{{Name: "region", Sized: true}},
		Traits:   ir.AttrSizedOperandSegments | ir.SingleBlock | ir.RecursiveEffects | ir.AllocationScope,
		Implicit: "affine.yield",
	}
}

// Bound is one bound of a loop: a map and its operands, dimensions first.
type Bound struct {
	Map      aff.Map
	Operands []*ir.Value
}

// ValueBound returns a bound whose value is v.
func ValueBound(v *ir.Value) Bound {
	return Bound{Map: aff.Map{Syms: 1, Results: []aff.Expr{aff.Sym(0)}}, Operands: []*ir.Value{v}}
}

// ParseOp implements asm.OpParser.
func (For) ParseOp(p *asm.Parser, st *asm.State) error {
	iv, err := p.Arg(false, false)
	if err != nil {
		return err
	}
	iv.Type = ir.Index()
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	if err := parseBound(p, st, "lowerBoundMap", "lower", "max"); err != nil {
		return err
	}
	lower := len(st.Operands)
	if !p.TryKeyword("to") {
		return p.OpErrorf("expected 'to' between bounds")
	}
	if err := parseBound(p, st, "upperBoundMap", "upper", "min"); err != nil {
		return err
	}
	upper := len(st.Operands) - lower
	if err := parseStep(p, st); err != nil {
		return err
	}
	args := []asm.Arg{iv}
	if args, err = parseCarried(p, st, args); err != nil {
		return err
	}
	st.SetSegments(int32(lower), int32(upper), int32(len(st.Operands)-lower-upper))
	r := st.AddRegion()
	if err := p.Region(st, r, args...); err != nil {
		return err
	}
	p.ImplicitTerminator(r, "affine.yield", st.Loc)
	return p.AttrDict(st)
}

// parseStep reads an optional "step 2".
func parseStep(p *asm.Parser, st *asm.State) error {
	st.SetAttr("step", ir.NewInt(1, ir.Index()))
	if !p.TryKeyword("step") {
		return nil
	}
	off := p.Offset()
	a, err := p.AttrOfType(ir.Index())
	if err != nil {
		return err
	}
	n, ok := a.Int()
	if !ok {
		return p.OpErrorAt(off, "invalid kind of attribute specified")
	}
	if n < 0 {
		return p.OpErrorAt(off, "expected step to be representable as a positive signed integer")
	}
	st.SetAttr("step", a)
	return nil
}

// parseCarried reads an optional "iter_args(%a = %b, …) -> (types)".
func parseCarried(p *asm.Parser, st *asm.State, args []asm.Arg) ([]asm.Arg, error) {
	if !p.TryKeyword("iter_args") {
		return args, nil
	}
	off := p.Offset()
	carried, inits, err := p.Assignments()
	args = append(args, carried...)
	if err != nil {
		return args, err
	}
	if err := p.Expect(asm.Arrow); err != nil {
		return args, err
	}
	ts, err := p.ResultTypes()
	if err != nil {
		return args, err
	}
	if len(ts) != len(inits) {
		return args, p.OpErrorAt(st.Start, "mismatch between the number of loop-carried values and results")
	}
	for i, t := range ts {
		args[i+1].Type = t
	}
	st.AddResults(ts...)
	vs, err := p.ResolveAll(inits, ts, off)
	st.Add(vs...)
	return args, err
}

// parseBound reads a number, a value, or a map with its operands. The keyword in "word", max or
// min, must precede a map with several results. name is the name of the attribute for the map.
func parseBound(p *asm.Parser, st *asm.State, name, which, word string) error {
	several := p.TryKeyword(word)
	if p.Peek() == asm.PercentID {
		return parseValueBound(p, st, name)
	}
	off := p.Offset()
	a, err := p.AttrOfType(ir.Index())
	if err != nil {
		return err
	}
	switch d := a.Data().(type) {
	case *ir.IntAttr:
		st.SetAttr(name, ir.NewAffineMap(aff.Constant(d.Value)))
		return nil
	case *ir.AffineMapAttr:
		st.SetAttr(name, a)
		dims, syms, err := parseOperands(p, st)
		switch {
		case err != nil:
			return err
		case dims != d.Map.Dims:
			return p.OpErrorAt(st.Start, "dim operand count and affine map dim count must match")
		case syms != d.Map.Syms:
			return p.OpErrorAt(st.Start, "symbol operand count and affine map symbol count must match")
		case len(d.Map.Results) > 1 && !several:
			return p.OpErrorAt(off, "%s loop bound affine map with multiple results requires '%s' prefix", which, word)
		}
		return nil
	}
	return p.OpErrorAt(st.Start, "expected valid affine map representation for loop bounds")
}

func parseValueBound(p *asm.Parser, st *asm.State, name string) error {
	os, err := p.Operands()
	if err != nil {
		return err
	}
	if len(os) > 1 {
		return p.OpErrorAt(st.Start, "expected only one loop bound operand")
	}
	st.SetAttr(name, ir.NewAffineMap(ValueBound(nil).Map))
	return p.ResolveIndices(st, os)
}

// PrintOp implements asm.OpPrinter.
func (o For) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Value(o.InductionVar())
	w.ArgLoc(o.InductionVar())
	w.Str(" = ")
	printBound(w, o.Op.AttrAt(forLower), o.LowerBoundOperands(), "max ")
	w.Str(" to ")
	printBound(w, o.Op.AttrAt(forUpper), o.UpperBoundOperands(), "min ")
	if n := o.Step(); n != 1 {
		w.Str(" step ")
		w.Int(n)
	}
	inits := o.Inits()
	if len(inits) > 0 {
		w.Str(" iter_args(")
		for i, a := range o.IterArgs() {
			if i > 0 {
				w.Str(", ")
			}
			w.Value(a)
			w.Str(" = ")
			w.Value(inits[i])
		}
		w.Str(") -> (")
		w.Types(o.Op.ResultTypes())
		w.Byte(')')
	}
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), false, len(inits) > 0)
	w.AttrDict(o.Op, "lowerBoundMap", "upperBoundMap", "step")
}

// printBound writes a bound in the shortest form from which the parser creates the same map.
func printBound(w *asm.Printer, a ir.Attr, vs []*ir.Value, word string) {
	m := mapOf(a)
	if len(m.Results) == 1 && m.Dims == 0 {
		// The syntax of a bound has no number for -2^63. Print it as a map.
		if c, ok := m.Results[0].Const(); ok && m.Syms == 0 && c != math.MinInt64 {
			w.Int(c)
			return
		}
		if _, ok := m.Results[0].Sym(); ok && m.Syms == 1 {
			w.Value(vs[0])
			return
		}
	}
	if len(m.Results) != 1 {
		w.Str(word)
	}
	w.Attr(a)
	printOperands(w, vs, m.Dims)
}

func (o For) verifyCarried() error {
	inits, b := o.Inits(), o.Body()
	if b.NumArgs() == 0 {
		return nil
	}
	args := o.IterArgs()
	if len(inits) != len(args) {
		return ir.Errorf(o.Op, "different number of inits and region iter_args: %d != %d", len(inits), len(args))
	}
	for i, v := range inits {
		if t := args[i].Type(); v.Type() != t {
			return ir.Errorf(o.Op, "%d-th init and %d-th region iter_arg have different type: '%s' != '%s'", i, i, v.Type(), t)
		}
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o For) VerifyRegions() error {
	b := o.Body()
	if err := o.verifyCarried(); err != nil {
		return err
	}
	if o.Step() < 1 {
		return ir.Errorf(o.Op, "expected step to be representable as a positive signed integer")
	}
	if b.NumArgs() == 0 || !b.Arg(0).Type().IsIndex() {
		return ir.Errorf(o.Op, "expected body to have a single index argument for the induction variable")
	}
	lo, hi := o.LowerBoundMap(), o.UpperBoundMap()
	if err := o.verifyBound(lo, o.LowerBoundOperands(), "lower"); err != nil {
		return err
	}
	if err := o.verifyBound(hi, o.UpperBoundOperands(), "upper"); err != nil {
		return err
	}
	switch n := o.Op.NumResults(); {
	case len(lo.Results) == 0:
		return ir.Errorf(o.Op, "expected lower bound map to have at least one result")
	case len(hi.Results) == 0:
		return ir.Errorf(o.Op, "expected upper bound map to have at least one result")
	case n == 0:
		return nil
	case len(o.Inits()) != n:
		return ir.Errorf(o.Op, "mismatch between the number of loop-carried values and results")
	case b.NumArgs()-1 != n:
		return ir.Errorf(o.Op, "mismatch between the number of basic block args and results")
	}
	return nil
}

// verifyBound checks the operands vs of a bound. The parameter "which" is "lower" or "upper".
func (o For) verifyBound(m aff.Map, vs []*ir.Value, which string) error {
	if want := m.Dims + m.Syms; len(vs) != want {
		return ir.Errorf(o.Op, "expected %d operands for its %s bound, but has %d", want, which, len(vs))
	}
	return verifyOperands(o.Op, vs, m.Dims)
}
