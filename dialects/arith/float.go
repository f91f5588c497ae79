package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// floatBinary is the Spec that operations on two floats share.
func floatBinary(name string, traits ir.Trait, doc string) ir.Spec {
	return ir.Spec{
		Name:     "arith." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "lhs", Type: constraint.FloatLike}, {Name: "rhs", Type: constraint.FloatLike}},
		Results:  []ir.Field{{Name: "result", Type: constraint.FloatLike}},
		Attrs:    []ir.AttrField{FastMathField()},
		Traits:   ir.Pure | ir.SameOperandsAndResultType | ir.Elementwise | traits,
		Format:   "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
	}
}

// NegF is the negative of a float.
//
//	%r = arith.negf %a fastmath<nnan> : f32
type NegF struct{ ir.Ref }

// Operand returns the operand.
func (o NegF) Operand() *ir.Value { return o.Op.OperandAt(0) }

// FastMath returns the liberties that may be taken.
func (o NegF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (NegF) Spec() ir.Spec {
	s := floatBinary("negf", 0, "The negative of a float.")
	s.Operands = []ir.Field{{Name: "operand", Type: constraint.FloatLike}}
	s.Format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
	return s
}

// NewNegF inserts it.
func NewNegF(b *ir.Builder, v *ir.Value) NegF {
	return ir.Create[NegF](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{v.Type()}})
}

// AddF is addition of floats.
//
//	%r = arith.addf %a, %b fastmath<nnan> : f32
type AddF struct{ ir.Ref }

// LHS and RHS return the operands, FastMath the liberties that may be taken.
func (o AddF) LHS() *ir.Value     { return o.Op.OperandAt(0) }
func (o AddF) RHS() *ir.Value     { return o.Op.OperandAt(1) }
func (o AddF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (AddF) Spec() ir.Spec { return floatBinary("addf", ir.Commutative, "Addition of floats.") }

// NewAddF inserts it; lhs and rhs must have equal types.
func NewAddF(b *ir.Builder, lhs, rhs *ir.Value) AddF { return ir.Create[AddF](b, binaryInit(lhs, rhs)) }

// SubF is subtraction of floats.
//
//	%r = arith.subf %a, %b fastmath<nnan> : f32
type SubF struct{ ir.Ref }

// LHS and RHS return the operands, FastMath the liberties that may be taken.
func (o SubF) LHS() *ir.Value     { return o.Op.OperandAt(0) }
func (o SubF) RHS() *ir.Value     { return o.Op.OperandAt(1) }
func (o SubF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (SubF) Spec() ir.Spec { return floatBinary("subf", 0, "Subtraction of floats.") }

// NewSubF inserts it; lhs and rhs must have equal types.
func NewSubF(b *ir.Builder, lhs, rhs *ir.Value) SubF { return ir.Create[SubF](b, binaryInit(lhs, rhs)) }

// MulF is multiplication of floats.
//
//	%r = arith.mulf %a, %b fastmath<nnan> : f32
type MulF struct{ ir.Ref }

// LHS and RHS return the operands, FastMath the liberties that may be taken.
func (o MulF) LHS() *ir.Value     { return o.Op.OperandAt(0) }
func (o MulF) RHS() *ir.Value     { return o.Op.OperandAt(1) }
func (o MulF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (MulF) Spec() ir.Spec { return floatBinary("mulf", ir.Commutative, "Multiplication of floats.") }

// NewMulF inserts it; lhs and rhs must have equal types.
func NewMulF(b *ir.Builder, lhs, rhs *ir.Value) MulF { return ir.Create[MulF](b, binaryInit(lhs, rhs)) }

// DivF is division of floats.
//
//	%r = arith.divf %a, %b fastmath<nnan> : f32
type DivF struct{ ir.Ref }

// LHS and RHS return the operands, FastMath the liberties that may be taken.
func (o DivF) LHS() *ir.Value     { return o.Op.OperandAt(0) }
func (o DivF) RHS() *ir.Value     { return o.Op.OperandAt(1) }
func (o DivF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (DivF) Spec() ir.Spec { return floatBinary("divf", 0, "Division of floats.") }

// NewDivF inserts it; lhs and rhs must have equal types.
func NewDivF(b *ir.Builder, lhs, rhs *ir.Value) DivF { return ir.Create[DivF](b, binaryInit(lhs, rhs)) }

// RemF is the remainder of division, with the sign of the dividend.
//
//	%r = arith.remf %a, %b fastmath<nnan> : f32
type RemF struct{ ir.Ref }

// LHS and RHS return the operands, FastMath the liberties that may be taken.
func (o RemF) LHS() *ir.Value     { return o.Op.OperandAt(0) }
func (o RemF) RHS() *ir.Value     { return o.Op.OperandAt(1) }
func (o RemF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (RemF) Spec() ir.Spec {
	return floatBinary("remf", 0, "The remainder of division, with the sign of the dividend.")
}

// NewRemF inserts it; lhs and rhs must have equal types.
func NewRemF(b *ir.Builder, lhs, rhs *ir.Value) RemF { return ir.Create[RemF](b, binaryInit(lhs, rhs)) }

// MaximumF is the greater of two floats; NaN if either is, and -0 < +0.
//
//	%r = arith.maximumf %a, %b fastmath<nnan> : f32
type MaximumF struct{ ir.Ref }

// LHS and RHS return the operands, FastMath the liberties that may be taken.
func (o MaximumF) LHS() *ir.Value     { return o.Op.OperandAt(0) }
func (o MaximumF) RHS() *ir.Value     { return o.Op.OperandAt(1) }
func (o MaximumF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (MaximumF) Spec() ir.Spec {
	return floatBinary("maximumf", ir.Commutative, "The greater of two floats; NaN if either is, and -0 < +0.")
}

// NewMaximumF inserts it; lhs and rhs must have equal types.
func NewMaximumF(b *ir.Builder, lhs, rhs *ir.Value) MaximumF {
	return ir.Create[MaximumF](b, binaryInit(lhs, rhs))
}

// MinimumF is the lesser of two floats; NaN if either is, and -0 < +0.
//
//	%r = arith.minimumf %a, %b fastmath<nnan> : f32
type MinimumF struct{ ir.Ref }

// LHS and RHS return the operands, FastMath the liberties that may be taken.
func (o MinimumF) LHS() *ir.Value     { return o.Op.OperandAt(0) }
func (o MinimumF) RHS() *ir.Value     { return o.Op.OperandAt(1) }
func (o MinimumF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (MinimumF) Spec() ir.Spec {
	return floatBinary("minimumf", ir.Commutative, "The lesser of two floats; NaN if either is, and -0 < +0.")
}

// NewMinimumF inserts it; lhs and rhs must have equal types.
func NewMinimumF(b *ir.Builder, lhs, rhs *ir.Value) MinimumF {
	return ir.Create[MinimumF](b, binaryInit(lhs, rhs))
}

// MaxNumF is the greater of two floats; a NaN loses against a number.
//
//	%r = arith.maxnumf %a, %b fastmath<nnan> : f32
type MaxNumF struct{ ir.Ref }

// LHS and RHS return the operands, FastMath the liberties that may be taken.
func (o MaxNumF) LHS() *ir.Value     { return o.Op.OperandAt(0) }
func (o MaxNumF) RHS() *ir.Value     { return o.Op.OperandAt(1) }
func (o MaxNumF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (MaxNumF) Spec() ir.Spec {
	return floatBinary("maxnumf", ir.Commutative, "The greater of two floats; a NaN loses against a number.")
}

// NewMaxNumF inserts it; lhs and rhs must have equal types.
func NewMaxNumF(b *ir.Builder, lhs, rhs *ir.Value) MaxNumF {
	return ir.Create[MaxNumF](b, binaryInit(lhs, rhs))
}

// MinNumF is the lesser of two floats; a NaN loses against a number.
//
//	%r = arith.minnumf %a, %b fastmath<nnan> : f32
type MinNumF struct{ ir.Ref }

// LHS and RHS return the operands, FastMath the liberties that may be taken.
func (o MinNumF) LHS() *ir.Value     { return o.Op.OperandAt(0) }
func (o MinNumF) RHS() *ir.Value     { return o.Op.OperandAt(1) }
func (o MinNumF) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (MinNumF) Spec() ir.Spec {
	return floatBinary("minnumf", ir.Commutative, "The lesser of two floats; a NaN loses against a number.")
}

// NewMinNumF inserts it; lhs and rhs must have equal types.
func NewMinNumF(b *ir.Builder, lhs, rhs *ir.Value) MinNumF {
	return ir.Create[MinNumF](b, binaryInit(lhs, rhs))
}
