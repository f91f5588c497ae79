package shape

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// AssumingAll is the conjunction of witnesses. A witness shows that a constraint is satisfied. Its
// type is !shape.witness.
//
//	%w = shape.assuming_all %a, %b
type AssumingAll struct{ ir.Ref }

// Inputs returns the witnesses.
func (o AssumingAll) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (AssumingAll) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.assuming_all",
		Doc:      "The conjunction of witnesses.",
		Operands: []ir.Field{{Name: "inputs", Type: witness(), Arity: ir.Variadic}},
		Results:  result(witness()),
		Traits:   ir.Pure | ir.Commutative,
		Format:   "$inputs attr-dict",
	}
}

// Verify implements ir.Verifier.
func (o AssumingAll) Verify() error {
	if o.Op.NumOperands() == 0 {
		return ir.Errorf(o.Op, "no operands specified")
	}
	return nil
}

// CstrBroadcastable is a witness that shapes can be broadcast to one shape. If they cannot, the
// operation fails at run time.
//
//	%w = shape.cstr_broadcastable %s, %t : tensor<?xindex>, tensor<?xindex>
type CstrBroadcastable struct{ ir.Ref }

// Shapes returns the shapes.
func (o CstrBroadcastable) Shapes() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (CstrBroadcastable) Spec() ir.Spec {
	return tests("cstr_broadcastable", "A witness that shapes can be broadcast to one shape.", witness(), ir.AlwaysEffect)
}

// NewCstrBroadcastable inserts a CstrBroadcastable operation.
func NewCstrBroadcastable(b *ir.Builder, shapes ...*ir.Value) CstrBroadcastable {
	return ir.Create[CstrBroadcastable](b, ir.Init{Operands: shapes, Results: []ir.Type{Witness()}})
}

// Verify implements ir.Verifier.
func (o CstrBroadcastable) Verify() error {
	if o.Op.NumOperands() < 2 {
		return ir.Errorf(o.Op, "required at least 2 input shapes")
	}
	return nil
}

// CstrEq is a witness that shapes are equal. If they are not, the operation fails at run time.
//
//	%w = shape.cstr_eq %s, %t : !shape.shape, !shape.shape
type CstrEq struct{ ir.Ref }

// Shapes returns the shapes.
func (o CstrEq) Shapes() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (CstrEq) Spec() ir.Spec {
	return tests("cstr_eq", "A witness that shapes are equal.", witness(), ir.AlwaysEffect)
}

// CstrRequire is a witness that a condition is true. If the condition is false at run time, the
// operation fails with a message.
//
//	%w = shape.cstr_require %b, "message"
type CstrRequire struct{ ir.Ref }

// Pred returns the condition.
func (o CstrRequire) Pred() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (CstrRequire) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.cstr_require",
		Doc:      "A witness that a condition holds.",
		Operands: []ir.Field{{Name: "pred", Type: constraint.I1}},
		Results:  result(witness()),
		Attrs:    []ir.AttrField{{Name: "msg", Type: constraint.String}},
		Traits:   ir.AlwaysEffect,
		Format:   "$pred `,` $msg attr-dict",
	}
}

// ConstWitness is a constant witness. The value true means that the constraint is satisfied.
//
//	%w = shape.const_witness true
type ConstWitness struct{ ir.Ref }

// Value implements ir.Constant.
func (o ConstWitness) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold folds the constant to its value.
func (o ConstWitness) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Value()), true }

// Spec implements ir.View.
func (ConstWitness) Spec() ir.Spec {
	return ir.Spec{
		Name:    "shape.const_witness",
		Doc:     "A constant witness. Its value is true if its constraint is satisfied.",
		Results: result(witness()),
		Attrs:   []ir.AttrField{{Name: "passing", Type: constraint.Bool}},
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "$passing attr-dict",
	}
}
