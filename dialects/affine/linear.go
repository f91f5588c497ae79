package affine

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/slice"
)

// DelinearizeIndex splits a linear index into the digits of a mixed-radix number. The basis is the
// list of radices. If it has no radix for the first digit, this digit is unbounded.
//
//	%r:3 = affine.delinearize_index %i into (%n, 3, 4) : index, index, index
type DelinearizeIndex struct{ ir.Ref }

// LinearIndex returns the linear index.
func (o DelinearizeIndex) LinearIndex() *ir.Value { return o.Op.OperandAt(0) }

// Basis returns the basis.
func (o DelinearizeIndex) Basis() slice.Mixed { return slice.Of(o.Op, 1, "static_basis") }

// HasOuterBound reports whether the basis bounds the first digit.
func (o DelinearizeIndex) HasOuterBound() bool { return o.Op.NumResults() == len(o.Basis().Static) }

func basisFields() (ir.Field, ir.AttrField) {
	return ir.Field{Name: "dynamic_basis", Type: constraint.Index, Arity: ir.Variadic},
		ir.AttrField{Name: "static_basis", Type: constraint.I64s, Doc: "The static elements of the basis."}
}

// Spec implements ir.View.
func (DelinearizeIndex) Spec() ir.Spec {
	basis, static := basisFields()
	return ir.Spec{
		Name:     "affine.delinearize_index",
		Doc:      "Splits an index into the digits of a mixed-radix number. The basis is the list of radices. If it has no radix for the first digit, this digit is unbounded.",
		Operands: []ir.Field{{Name: "linear_index", Type: constraint.Index}, basis},
		Results:  []ir.Field{{Name: "multi_index", Type: constraint.Index, Arity: ir.Variadic}},
		Attrs:    []ir.AttrField{static},
		Traits:   ir.Pure,
	}
}

// ParseOp implements asm.OpParser.
func (DelinearizeIndex) ParseOp(p *asm.Parser, st *asm.State) error {
	o, err := p.Operand()
	if err != nil {
		return err
	}
	if err := p.ExpectKeyword("into"); err != nil {
		return err
	}
	basis, static, err := p.IndexListIn(asm.LParen, asm.RParen)
	if err != nil {
		return err
	}
	st.SetAttr("static_basis", ir.NewDenseI64(static...))
	if err := p.AttrDict(st); err != nil {
		return err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	ts, err := p.Types()
	if err != nil {
		return err
	}
	st.AddResults(ts...)
	return p.ResolveIndices(st, append([]asm.Operand{o}, basis...))
}

// PrintOp implements asm.OpPrinter.
func (o DelinearizeIndex) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Value(o.LinearIndex())
	w.Str(" into ")
	b := o.Basis()
	w.IndexListIn('(', ')', b.Values, b.Static)
	w.AttrDict(o.Op, "static_basis")
	w.Str(" : ")
	w.Types(o.Op.ResultTypes())
}

// Verify implements ir.Verifier.
func (o DelinearizeIndex) Verify() error {
	b := o.Basis()
	if n := o.Op.NumResults(); n != len(b.Static) && n != len(b.Static)+1 {
		return ir.Errorf(o.Op, "should return an index for each basis element and up to one extra index")
	}
	if err := verifyBasis(o.Op, b); err != nil {
		return err
	}
	for _, n := range b.Static {
		if n <= 0 && n != ir.Dynamic {
			return ir.Errorf(o.Op, "no basis element may be statically non-positive")
		}
	}
	return nil
}

func verifyBasis(op *ir.Op, b slice.Mixed) error {
	dynamic := 0
	for _, n := range b.Static {
		if n == ir.Dynamic {
			dynamic++
		}
	}
	if dynamic != len(b.Values) {
		return ir.Errorf(op, "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite")
	}
	return nil
}

// LinearizeIndex computes a linear index from the digits of a mixed-radix number. The basis is the
// list of radices. If Disjoint returns true, the digits are known to be less than their radices.
//
//	%r = affine.linearize_index disjoint [%i, %j, %k] by (2, %n, 5) : index
type LinearizeIndex struct{ ir.Ref }

// The indices of LinearizeIndex's inherent attributes.
const (
	linearBasis = iota
	linearDisjoint
	linearSegments
)

// MultiIndex returns the digits, and Basis returns the basis.
func (o LinearizeIndex) MultiIndex() []*ir.Value { return o.Op.OperandsOf(0) }
func (o LinearizeIndex) Basis() slice.Mixed      { return slice.Of(o.Op, 1, "static_basis") }

// Disjoint reports whether the digits are known to be in bounds.
func (o LinearizeIndex) Disjoint() bool { return isSet(o.Op.AttrAt(linearDisjoint)) }

// HasOuterBound reports whether the basis bounds the first digit.
func (o LinearizeIndex) HasOuterBound() bool { return len(o.MultiIndex()) == len(o.Basis().Static) }

func isSet(a ir.Attr) bool { return a == ir.Unit() || a == ir.BoolAttr(true) }

// Spec implements ir.View.
func (LinearizeIndex) Spec() ir.Spec {
	basis, static := basisFields()
	return ir.Spec{
		Name:     "affine.linearize_index",
		Doc:      "Computes an index from the digits of a mixed-radix number. The basis is the list of radices.",
		Operands: []ir.Field{{Name: "multi_index", Type: constraint.Index, Arity: ir.Variadic}, basis},
		Results:  []ir.Field{{Name: "linear_index", Type: constraint.Index}},
		Attrs: []ir.AttrField{
			static,
			{Name: "disjoint", Type: disjoint, Default: ir.BoolAttr(false), Doc: "The digits are in bounds."},
			{Name: ir.OperandSegments, Type: constraint.Segments},
		},
		Traits: ir.Pure | ir.AttrSizedOperandSegments,
	}
}

// disjoint accepts a unit attribute, true and false, since MLIR stores the flag as a property.
var disjoint = ir.AttrConstraint{
	Text:   "unit property",
	Accept: func(a ir.Attr) bool { return isSet(a) || a == ir.BoolAttr(false) },
}

// ParseOp implements asm.OpParser.
func (LinearizeIndex) ParseOp(p *asm.Parser, st *asm.State) error {
	if p.TryKeyword("disjoint") {
		st.SetAttr("disjoint", ir.Unit())
	}
	digits, err := p.OperandList(asm.LSquare, asm.RSquare)
	if err != nil {
		return err
	}
	if err := p.ExpectKeyword("by"); err != nil {
		return err
	}
	basis, static, err := p.IndexListIn(asm.LParen, asm.RParen)
	if err != nil {
		return err
	}
	st.SetAttr("static_basis", ir.NewDenseI64(static...))
	st.SetSegments(int32(len(digits)), int32(len(basis)))
	if err := p.AttrDict(st); err != nil {
		return err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	off := p.Offset()
	t, err := p.Type()
	if err != nil {
		return err
	}
	if !t.IsIndex() {
		return p.OpErrorAt(off, "invalid kind of type specified: expected builtin.index, but found '%s'", t)
	}
	st.AddResults(t)
	return p.ResolveIndices(st, append(digits, basis...))
}

// PrintOp implements asm.OpPrinter.
func (o LinearizeIndex) PrintOp(w *asm.Printer) {
	if o.Disjoint() {
		w.Str(" disjoint")
	}
	w.Str(" [")
	w.Values(o.MultiIndex())
	w.Str("] by ")
	b := o.Basis()
	w.IndexListIn('(', ')', b.Values, b.Static)
	w.AttrDict(o.Op, "static_basis", "disjoint")
	w.Str(" : ")
	w.Type(o.Op.Result().Type())
}

// Verify implements ir.Verifier.
func (o LinearizeIndex) Verify() error {
	b := o.Basis()
	if n := len(o.MultiIndex()); n != len(b.Static) && n != len(b.Static)+1 {
		return ir.Errorf(o.Op, "should be passed a basis element for each index except possibly the first")
	}
	return verifyBasis(o.Op, b)
}
