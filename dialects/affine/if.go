package affine

import (
	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// If executes its first region if its operands satisfy the constraints of an integer set, and its
// second region otherwise.
//
//	%r = affine.if #set(%i)[%n] -> f32 { … } else { … }
type If struct{ ir.Ref }

// Condition returns the set. The operands of the operation are the values of the set's dimensions,
// then the values of the set's symbols.
func (o If) Condition() aff.Set {
	d, ok := ir.AttrAs[*ir.IntegerSetAttr](o.Op.AttrAt(0))
	if !ok {
		return aff.Set{}
	}
	return d.Set
}

// Then and Else return the regions; Else may be empty.
func (o If) Then() *ir.Region { return o.Op.RegionAt(0) }
func (o If) Else() *ir.Region { return o.Op.RegionAt(1) }

var integerSet = ir.AttrConstraint{Text: "IntegerSet attribute", Accept: ir.IsAttr[*ir.IntegerSetAttr]}

// Spec implements ir.View.
func (If) Spec() ir.Spec {
	return ir.Spec{
		Name:     "affine.if",
		Doc:      "Runs one of two regions, depending on whether the operands satisfy the constraints of an integer set.",
		Operands: []ir.Field{{Type: constraint.Any, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Attrs:    []ir.AttrField{{Name: "condition", Type: integerSet}},
		Regions:  []ir.RegionField{{Name: "thenRegion", Sized: true}, {Name: "elseRegion"}},
		Traits:   ir.SingleBlock | ir.RecursiveEffects | ir.NoRegionArguments | ir.Pure,
		Implicit: "affine.yield",
	}
}

// ParseOp implements asm.OpParser.
func (If) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	a, err := p.Attr()
	if err != nil {
		return err
	}
	d, ok := ir.AttrAs[*ir.IntegerSetAttr](a)
	if !ok {
		return p.OpErrorAt(off, "invalid kind of attribute specified").WithHelp("write an integer set, such as affine_set<(d0) : (d0 >= 0)>")
	}
	st.SetAttr("condition", a)
	dims, syms, err := parseOperands(p, st)
	switch {
	case err != nil:
		return err
	case dims != d.Set.Dims:
		return p.OpErrorAt(st.Start, "dim operand count and integer set dim count must match")
	case syms != d.Set.Syms:
		return p.OpErrorAt(st.Start, "symbol operand count and integer set symbol count must match")
	}
	if err := parseArrow(p, st); err != nil {
		return err
	}
	yes, no := st.AddRegion(), st.AddRegion()
	if err := p.Region(st, yes); err != nil {
		return err
	}
	p.ImplicitTerminator(yes, "affine.yield", st.Loc)
	if p.TryKeyword("else") {
		if err := p.Region(st, no); err != nil {
			return err
		}
		p.ImplicitTerminator(no, "affine.yield", st.Loc)
	}
	return p.AttrDict(st)
}

// parseArrow reads an optional "-> types".
func parseArrow(p *asm.Parser, st *asm.State) error {
	if !p.Try(asm.Arrow) {
		return nil
	}
	ts, err := p.ResultTypes()
	st.AddResults(ts...)
	return err
}

// PrintOp implements asm.OpPrinter.
func (o If) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Attr(o.Op.AttrAt(0))
	printOperands(w, o.Op.OperandList(), o.Condition().Dims)
	if o.Op.NumResults() > 0 {
		w.Str(" -> ")
		w.ResultTypes(o.Op.ResultTypes())
	}
	w.Byte(' ')
	w.Region(o.Then(), false, o.Op.NumResults() > 0)
	if !o.Else().Empty() {
		w.Str(" else ")
		w.Region(o.Else(), false, o.Op.NumResults() > 0)
	}
	w.AttrDict(o.Op, "condition")
}

// Verify implements ir.Verifier.
func (o If) Verify() error {
	s := o.Condition()
	if o.Op.NumOperands() != s.Dims+s.Syms {
		return ir.Errorf(o.Op, "operand count and condition integer set dimension and symbol count must match")
	}
	if o.Else().Empty() && o.Op.NumResults() > 0 {
		return ir.Errorf(o.Op, "along control flow edge from parent to parent: region branch point has 0 operands, but region successor needs %d inputs", o.Op.NumResults()).
			WithHelp("add an else region that yields the results")
	}
	return verifyOperands(o.Op, o.Op.OperandList(), s.Dims)
}

// Yield ends a region. Its operands are passed to the enclosing operation.
//
//	affine.yield %a, %b : i32, f32
type Yield struct{ ir.Ref }

// Spec implements ir.View.
func (Yield) Spec() ir.Spec {
	return ir.Spec{
		Name:     "affine.yield",
		Doc:      "Ends a region. The operands are passed to the enclosing operation.",
		Operands: []ir.Field{{Name: "operands", Type: constraint.Any, Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Format:   "attr-dict ($operands^ `:` type($operands))?",
	}
}

// Verify implements ir.Verifier.
func (o Yield) Verify() error {
	parent := o.Op.Parent()
	if !ir.Is[Parallel](parent) && !ir.Is[If](parent) && !ir.Is[For](parent) {
		return ir.Errorf(o.Op, "only terminates affine.if/for/parallel regions")
	}
	if parent.NumResults() != o.Op.NumOperands() {
		return ir.Errorf(o.Op, "parent of yield must have same number of results as the yield operands")
	}
	for i, v := range o.Op.OperandList() {
		if v.Type() != parent.ResultAt(i).Type() {
			return ir.Errorf(o.Op, "types mismatch between yield op and its parent")
		}
	}
	return nil
}
