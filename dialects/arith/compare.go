package arith

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// IntPredicate is a comparison of integers: signed with the prefix S, unsigned with the prefix U.
type IntPredicate uint8

// The comparisons of integers.
const (
	EQ IntPredicate = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

// FloatPredicate is a comparison of floats. If an operand is NaN, ordered comparisons (prefix FO)
// are false, and unordered comparisons (prefix FU) are true.
type FloatPredicate uint8

// The comparisons of floats.
const (
	FFalse FloatPredicate = iota
	FOEQ
	FOGT
	FOGE
	FOLT
	FOLE
	FONE
	FORD
	FUEQ
	FUGT
	FUGE
	FULT
	FULE
	FUNE
	FUNO
	FTrue
)

func compare(name string, operand ir.Constraint, predicate ir.AttrConstraint, doc string) ir.Spec {
	return ir.Spec{
		Name:     "arith." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "lhs", Type: operand}, {Name: "rhs", Type: operand}},
		Results:  []ir.Field{{Name: "result", Type: constraint.BoolLike}},
		Attrs:    []ir.AttrField{{Name: "predicate", Type: predicate, Doc: "The comparison."}},
		Traits:   ir.Pure | ir.SameTypeOperands | ir.Elementwise,
		Rules: []ir.TypeRule{{
			From: "lhs", To: "result", Fn: constraint.I1Like,
			Text: "result type has i1 element type and same shape as operands",
		}},
		Format: "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)",
	}
}

// CmpI compares integers.
//
//	%r = arith.cmpi slt, %a, %b : i32
type CmpI struct{ ir.Ref }

// LHS and RHS return the operands, and Predicate the comparison.
func (o CmpI) LHS() *ir.Value          { return o.Op.OperandAt(0) }
func (o CmpI) RHS() *ir.Value          { return o.Op.OperandAt(1) }
func (o CmpI) Predicate() IntPredicate { return IntPredicate(enumOf(o.Op.AttrAt(0))) }

// SetPredicate changes the comparison.
func (o CmpI) SetPredicate(p IntPredicate) { o.Op.SetAttrAt(0, ir.NewI64(int64(p))) }

// Spec implements ir.View.
func (CmpI) Spec() ir.Spec {
	words := constraint.Enum64("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
	return compare("cmpi", constraint.IntLike, words, "Compares integers.")
}

// NewCmpI inserts a CmpI operation; lhs and rhs must have equal types.
func NewCmpI(b *ir.Builder, p IntPredicate, lhs, rhs *ir.Value) CmpI {
	return ir.Create[CmpI](b, compareInit(ir.NewI64(int64(p)), lhs, rhs))
}

// CmpF compares floats.
//
//	%r = arith.cmpf olt, %a, %b : f32
type CmpF struct{ ir.Ref }

// LHS and RHS return the operands, Predicate the comparison, and FastMath the fast-math flags.
func (o CmpF) LHS() *ir.Value            { return o.Op.OperandAt(0) }
func (o CmpF) RHS() *ir.Value            { return o.Op.OperandAt(1) }
func (o CmpF) Predicate() FloatPredicate { return FloatPredicate(enumOf(o.Op.AttrAt(0))) }
func (o CmpF) FastMath() FastMath        { return FastMathOf(o.Op.AttrAt(1)) }

// Spec implements ir.View.
func (CmpF) Spec() ir.Spec {
	words := constraint.Enum64("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
		"ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true")
	s := compare("cmpf", constraint.FloatLike, words, "Compares floats.")
	s.Attrs = append(s.Attrs, FastMathField())
	s.Format = "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"
	return s
}

// NewCmpF inserts a CmpF operation; lhs and rhs must have equal types.
func NewCmpF(b *ir.Builder, p FloatPredicate, lhs, rhs *ir.Value) CmpF {
	return ir.Create[CmpF](b, compareInit(ir.NewI64(int64(p)), lhs, rhs))
}

func compareInit(p ir.Attr, lhs, rhs *ir.Value) ir.Init {
	in := binaryInit(lhs, rhs)
	in.Results[0] = constraint.I1Like(lhs.Type())
	in.Attrs = []ir.Attr{p}
	return in
}

func enumOf(a ir.Attr) int64 {
	v, _ := a.Int()
	return v
}

// Select returns TrueValue if Condition is true, and FalseValue otherwise. If Condition is a vector
// or tensor, Select selects elementwise.
//
//	%r = arith.select %c, %a, %b : i32
//	%r = arith.select %c, %a, %b : vector<4xi1>, vector<4xi32>
type Select struct{ ir.Ref }

// Condition, TrueValue and FalseValue return the operands.
func (o Select) Condition() *ir.Value  { return o.Op.OperandAt(0) }
func (o Select) TrueValue() *ir.Value  { return o.Op.OperandAt(1) }
func (o Select) FalseValue() *ir.Value { return o.Op.OperandAt(2) }

// Spec implements ir.View.
func (Select) Spec() ir.Spec {
	same := constraint.Same(constraint.Any, "T")
	return ir.Spec{
		Name: "arith.select",
		Doc:  "Selects one of two values. If the condition is a vector or tensor, the operation selects elementwise.",
		Operands: []ir.Field{
			{Name: "condition", Type: constraint.BoolLike},
			{Name: "true_value", Type: same}, {Name: "false_value", Type: same},
		},
		Results: []ir.Field{{Name: "result", Type: same}},
		Traits:  ir.Pure | ir.Elementwise,
	}
}

// NewSelect inserts a Select operation; t and f must have equal types.
func NewSelect(b *ir.Builder, cond, t, f *ir.Value) Select {
	return ir.Create[Select](b, ir.Init{Operands: []*ir.Value{cond, t, f}, Results: []ir.Type{t.Type()}})
}

// ParseOp implements asm.OpParser.
func (Select) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	os, err := p.OperandsN(3)
	if err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	cond := ir.I1()
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	if p.Try(asm.Comma) {
		cond = t
		if t, err = p.Type(); err != nil {
			return err
		}
	}
	vs, err := p.ResolveAll(os, []ir.Type{cond, t, t}, off)
	st.Add(vs...)
	st.AddResults(t)
	return err
}

// PrintOp implements asm.OpPrinter.
func (o Select) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Values(o.Op.OperandList())
	w.AttrDict(o.Op)
	w.Str(" : ")
	if t := o.Condition().Type(); t.IsShaped() {
		w.Type(t)
		w.Str(", ")
	}
	w.Type(o.Op.Result().Type())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Select) VerifyTypes() error {
	cond, _ := o.Condition().Type().Shape()
	t, _ := o.Op.Result().Type().Shape()
	if o.Condition().Type() != ir.I1() && !slices.Equal(cond, t) {
		return ir.Errorf(o.Op, "failed to verify that condition is signless i1 or has matching shape")
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Select) Verify() error {
	cond, t := o.Condition().Type(), o.Op.Result().Type()
	if cond == ir.I1() {
		return nil
	}
	if !t.IsShaped() || constraint.IsMemRef(t) {
		return ir.Errorf(o.Op, "expected condition to be a signless i1, but got '%s'", cond)
	}
	if want := constraint.I1Like(t); want != cond {
		return ir.Errorf(o.Op, "expected condition type to have the same shape as the result type, expected '%s', but got '%s'", want, cond)
	}
	return nil
}
