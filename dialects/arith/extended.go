package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// extended(…) returns the Spec of an operation with two results. The second result has the name
// "second" and the constraint c.
func extended(name string, traits ir.Trait, doc, second string, c ir.Constraint) ir.Spec {
	same := constraint.Same(constraint.IntLike, "T")
	return ir.Spec{
		Name:     "arith." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "lhs", Type: same}, {Name: "rhs", Type: same}},
		Results:  []ir.Field{{Name: "low", Type: same}, {Name: second, Type: c}},
		Traits:   ir.Pure | ir.Commutative | ir.Elementwise | traits,
		Format:   "$lhs `,` $rhs attr-dict `:` type($lhs)",
	}
}

// AddUIExtended is unsigned addition that also returns the carry.
//
//	%sum, %carry = arith.addui_extended %a, %b : i32, i1
type AddUIExtended struct{ ir.Ref }

// LHS and RHS return the operands, Sum the sum, and Overflow the carry.
func (o AddUIExtended) LHS() *ir.Value      { return o.Op.OperandAt(0) }
func (o AddUIExtended) RHS() *ir.Value      { return o.Op.OperandAt(1) }
func (o AddUIExtended) Sum() *ir.Value      { return o.Op.ResultAt(0) }
func (o AddUIExtended) Overflow() *ir.Value { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (AddUIExtended) Spec() ir.Spec {
	s := extended("addui_extended", 0, "Unsigned addition that also returns the carry.", "overflow", constraint.BoolLike)
	s.Results[0].Name = "sum"
	s.Format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"
	return s
}

// NewAddUIExtended inserts an AddUIExtended operation; lhs and rhs must have equal types.
func NewAddUIExtended(b *ir.Builder, lhs, rhs *ir.Value) AddUIExtended {
	in := binaryInit(lhs, rhs)
	in.Results = append(in.Results, constraint.I1Like(lhs.Type()))
	return ir.Create[AddUIExtended](b, in)
}

// MulSIExtended is signed multiplication. The product has twice the width of the operands.
//
//	%low, %high = arith.mulsi_extended %a, %b : i32
type MulSIExtended struct{ ir.Ref }

// LHS and RHS return the operands, and Low and High the halves of the product.
func (o MulSIExtended) LHS() *ir.Value  { return o.Op.OperandAt(0) }
func (o MulSIExtended) RHS() *ir.Value  { return o.Op.OperandAt(1) }
func (o MulSIExtended) Low() *ir.Value  { return o.Op.ResultAt(0) }
func (o MulSIExtended) High() *ir.Value { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (MulSIExtended) Spec() ir.Spec {
	return extended("mulsi_extended", 0, "Signed multiplication. The product has twice the width of the operands.", "high", constraint.Same(constraint.IntLike, "T"))
}

// NewMulSIExtended inserts a MulSIExtended operation; lhs and rhs must have equal types.
func NewMulSIExtended(b *ir.Builder, lhs, rhs *ir.Value) MulSIExtended {
	in := binaryInit(lhs, rhs)
	in.Results = append(in.Results, lhs.Type())
	return ir.Create[MulSIExtended](b, in)
}

// MulUIExtended is unsigned multiplication. The product has twice the width of the operands.
//
//	%low, %high = arith.mului_extended %a, %b : i32
type MulUIExtended struct{ ir.Ref }

// LHS and RHS return the operands, and Low and High the halves of the product.
func (o MulUIExtended) LHS() *ir.Value  { return o.Op.OperandAt(0) }
func (o MulUIExtended) RHS() *ir.Value  { return o.Op.OperandAt(1) }
func (o MulUIExtended) Low() *ir.Value  { return o.Op.ResultAt(0) }
func (o MulUIExtended) High() *ir.Value { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (MulUIExtended) Spec() ir.Spec {
	return extended("mului_extended", 0, "Unsigned multiplication. The product has twice the width of the operands.", "high", constraint.Same(constraint.IntLike, "T"))
}

// NewMulUIExtended inserts a MulUIExtended operation; lhs and rhs must have equal types.
func NewMulUIExtended(b *ir.Builder, lhs, rhs *ir.Value) MulUIExtended {
	in := binaryInit(lhs, rhs)
	in.Results = append(in.Results, lhs.Type())
	return ir.Create[MulUIExtended](b, in)
}
