package math

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// AbsI is the absolute value of a signed integer.
//
//	%r = math.absi %a : i32
type AbsI struct{ ir.Unary }

// Spec implements ir.View.
func (AbsI) Spec() ir.Spec { return counting("absi", "The absolute value of a signed integer.") }

// NewAbsI inserts an AbsI operation.
func NewAbsI(b *ir.Builder, v *ir.Value) AbsI { return ir.Create[AbsI](b, sameInit(v)) }

// CtLz is the number of leading zero bits.
//
//	%r = math.ctlz %a : i32
type CtLz struct{ ir.Unary }

// Spec implements ir.View.
func (CtLz) Spec() ir.Spec { return counting("ctlz", "The number of leading zero bits.") }

// NewCtLz inserts a CtLz operation.
func NewCtLz(b *ir.Builder, v *ir.Value) CtLz { return ir.Create[CtLz](b, sameInit(v)) }

// CtTz is the number of trailing zero bits.
//
//	%r = math.cttz %a : i32
type CtTz struct{ ir.Unary }

// Spec implements ir.View.
func (CtTz) Spec() ir.Spec { return counting("cttz", "The number of trailing zero bits.") }

// NewCtTz inserts a CtTz operation.
func NewCtTz(b *ir.Builder, v *ir.Value) CtTz { return ir.Create[CtTz](b, sameInit(v)) }

// CtPop is the number of bits that are 1.
//
//	%r = math.ctpop %a : i32
type CtPop struct{ ir.Unary }

// Spec implements ir.View.
func (CtPop) Spec() ir.Spec { return counting("ctpop", "The number of bits that are set.") }

// NewCtPop inserts a CtPop operation.
func NewCtPop(b *ir.Builder, v *ir.Value) CtPop { return ir.Create[CtPop](b, sameInit(v)) }

// IsFinite reports whether a float is neither infinite nor NaN.
//
//	%r = math.isfinite %a : f32
type IsFinite struct{ arith.FastUnary }

// Spec implements ir.View.
func (IsFinite) Spec() ir.Spec {
	return classification("isfinite", "Reports whether a float is neither infinite nor NaN.")
}

// IsInf reports whether a float is infinite.
//
//	%r = math.isinf %a : f32
type IsInf struct{ arith.FastUnary }

// Spec implements ir.View.
func (IsInf) Spec() ir.Spec { return classification("isinf", "Reports whether a float is infinite.") }

// IsNaN reports whether a float is NaN.
//
//	%r = math.isnan %a : f32
type IsNaN struct{ arith.FastUnary }

// Spec implements ir.View.
func (IsNaN) Spec() ir.Spec { return classification("isnan", "Reports whether a float is NaN.") }

// IsNormal reports whether a float is neither zero, subnormal, infinite nor NaN.
//
//	%r = math.isnormal %a : f32
type IsNormal struct{ arith.FastUnary }

// Spec implements ir.View.
func (IsNormal) Spec() ir.Spec {
	return classification("isnormal", "Reports whether a float is neither zero, subnormal, infinite nor NaN.")
}

// Atan2 is the arc tangent of lhs / rhs: the angle of the point (rhs, lhs) in polar coordinates.
//
//	%r = math.atan2 %a, %b fastmath<nnan> : f32
type Atan2 struct{ arith.FastBinary }

// Spec implements ir.View.
func (Atan2) Spec() ir.Spec { return binary("atan2", "The angle of the point (rhs, lhs).") }

// NewAtan2 inserts an Atan2 operation; lhs and rhs must have equal types.
func NewAtan2(b *ir.Builder, lhs, rhs *ir.Value) Atan2 {
	return ir.Create[Atan2](b, sameInit(lhs, rhs))
}

// CopySign is the magnitude of lhs with the sign of rhs.
//
//	%r = math.copysign %a, %b fastmath<nnan> : f32
type CopySign struct{ arith.FastBinary }

// Spec implements ir.View.
func (CopySign) Spec() ir.Spec {
	return binary("copysign", "The magnitude of one float with the sign of another.")
}

// NewCopySign inserts a CopySign operation; lhs and rhs must have equal types.
func NewCopySign(b *ir.Builder, lhs, rhs *ir.Value) CopySign {
	return ir.Create[CopySign](b, sameInit(lhs, rhs))
}

// PowF is the float lhs to the power of the float rhs.
//
//	%r = math.powf %a, %b fastmath<nnan> : f32
type PowF struct{ arith.FastBinary }

// Spec implements ir.View.
func (PowF) Spec() ir.Spec { return binary("powf", "One float to the power of another.") }

// NewPowF inserts a PowF operation; lhs and rhs must have equal types.
func NewPowF(b *ir.Builder, lhs, rhs *ir.Value) PowF { return ir.Create[PowF](b, sameInit(lhs, rhs)) }

// IPowI is the signed integer lhs to the power of the signed integer rhs.
//
//	%r = math.ipowi %a, %b : i32
type IPowI struct{ ir.Binary }

// Spec implements ir.View.
func (IPowI) Spec() ir.Spec {
	s := counting("ipowi", "One signed integer to the power of another.")
	s.Operands = []ir.Field{{Name: "lhs", Type: constraint.IntLike}, {Name: "rhs", Type: constraint.IntLike}}
	s.Format = "$lhs `,` $rhs attr-dict `:` type($result)"
	return s
}

// FPowI is the float lhs to the power of the signed integer rhs.
//
//	%r = math.fpowi %a, %b : f32, i32
type FPowI struct{ arith.FastBinary }

// Spec implements ir.View.
func (FPowI) Spec() ir.Spec {
	same := constraint.Same(constraint.FloatLike, "T")
	return ir.Spec{
		Name:     "math.fpowi",
		Doc:      "A float to the power of a signed integer.",
		Operands: []ir.Field{{Name: "lhs", Type: same}, {Name: "rhs", Type: constraint.IntLike}},
		Results:  []ir.Field{{Name: "result", Type: same}},
		Attrs:    []ir.AttrField{arith.FastMathField()},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultShape,
		Format:   "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)",
	}
}

// Fma is the fused multiply-add a * b + c, with one rounding.
//
//	%r = math.fma %a, %b, %c fastmath<nnan> : f32
type Fma struct{ ir.Ref }

// A, B and C return the operands, and FastMath returns the fast-math flags.
func (o Fma) A() *ir.Value             { return o.Op.OperandAt(0) }
func (o Fma) B() *ir.Value             { return o.Op.OperandAt(1) }
func (o Fma) C() *ir.Value             { return o.Op.OperandAt(2) }
func (o Fma) FastMath() arith.FastMath { return arith.FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Fma) Spec() ir.Spec {
	return floats("fma", "a * b + c, rounded once.", "$a `,` $b `,` $c", "a", "b", "c")
}

// NewFma inserts a Fma operation; the operands must have equal types.
func NewFma(b *ir.Builder, x, y, z *ir.Value) Fma { return ir.Create[Fma](b, sameInit(x, y, z)) }

// ClampF is a float limited to the range between two bounds.
//
//	%r = math.clampf %a to [%lo, %hi] : f32
type ClampF struct{ ir.Ref }

// Value returns the float, Min and Max the bounds, and FastMath the fast-math flags.
func (o ClampF) Value() *ir.Value         { return o.Op.OperandAt(0) }
func (o ClampF) Min() *ir.Value           { return o.Op.OperandAt(1) }
func (o ClampF) Max() *ir.Value           { return o.Op.OperandAt(2) }
func (o ClampF) FastMath() arith.FastMath { return arith.FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (ClampF) Spec() ir.Spec {
	return floats("clampf", "A float limited to the range between two bounds.", "$value `to` ` ` `[` $min `,` $max `]`", "value", "min", "max")
}

// Sincos is the sine and the cosine of a float.
//
//	%sin, %cos = math.sincos %a : f32
type Sincos struct{ ir.Ref }

// Operand returns the operand, Sin and Cos the results, and FastMath the fast-math flags.
func (o Sincos) Operand() *ir.Value       { return o.Op.OperandAt(0) }
func (o Sincos) Sin() *ir.Value           { return o.Op.ResultAt(0) }
func (o Sincos) Cos() *ir.Value           { return o.Op.ResultAt(1) }
func (o Sincos) FastMath() arith.FastMath { return arith.FastMathOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Sincos) Spec() ir.Spec {
	same := constraint.Same(constraint.FloatLike, "T")
	return ir.Spec{
		Name:     "math.sincos",
		Doc:      "The sine and the cosine of a float.",
		Operands: []ir.Field{{Name: "operand", Type: same}},
		Results:  []ir.Field{{Name: "sin", Type: same}, {Name: "cos", Type: same}},
		Attrs:    []ir.AttrField{arith.FastMathField()},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultShape,
		Format:   "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)",
	}
}
