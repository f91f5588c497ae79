package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

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

// FastUnary is embedded by views of operations on one float.
type FastUnary struct{ ir.Unary }

// FastMath returns the fast-math flags.
func (o FastUnary) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// FastBinary is embedded by views of operations on two floats.
type FastBinary struct{ ir.Binary }

// FastMath returns the fast-math flags.
func (o FastBinary) FastMath() FastMath { return FastMathOf(o.Op.AttrAt(0)) }

// NegF is the negative of a float.
//
//	%r = arith.negf %a fastmath<nnan> : f32
type NegF struct{ FastUnary }

// Spec implements ir.View.
func (NegF) Spec() ir.Spec {
	s := floatBinary("negf", 0, "The negative of a float.")
	s.Operands = []ir.Field{{Name: "operand", Type: constraint.FloatLike}}
	s.Format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
	return s
}

// NewNegF inserts a NegF operation.
func NewNegF(b *ir.Builder, v *ir.Value) NegF {
	return ir.Create[NegF](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{v.Type()}})
}

// AddF is addition of floats.
//
//	%r = arith.addf %a, %b fastmath<nnan> : f32
type AddF struct{ FastBinary }

// Spec implements ir.View.
func (AddF) Spec() ir.Spec { return floatBinary("addf", ir.Commutative, "Addition of floats.") }

// NewAddF inserts an AddF operation; lhs and rhs must have equal types.
func NewAddF(b *ir.Builder, lhs, rhs *ir.Value) AddF { return ir.Create[AddF](b, binaryInit(lhs, rhs)) }

// SubF is subtraction of floats.
//
//	%r = arith.subf %a, %b fastmath<nnan> : f32
type SubF struct{ FastBinary }

// Spec implements ir.View.
func (SubF) Spec() ir.Spec { return floatBinary("subf", 0, "Subtraction of floats.") }

// NewSubF inserts a SubF operation; lhs and rhs must have equal types.
func NewSubF(b *ir.Builder, lhs, rhs *ir.Value) SubF { return ir.Create[SubF](b, binaryInit(lhs, rhs)) }

// MulF is multiplication of floats.
//
//	%r = arith.mulf %a, %b fastmath<nnan> : f32
type MulF struct{ FastBinary }

// Spec implements ir.View.
func (MulF) Spec() ir.Spec { return floatBinary("mulf", ir.Commutative, "Multiplication of floats.") }

// NewMulF inserts a MulF operation; lhs and rhs must have equal types.
func NewMulF(b *ir.Builder, lhs, rhs *ir.Value) MulF { return ir.Create[MulF](b, binaryInit(lhs, rhs)) }

// DivF is division of floats.
//
//	%r = arith.divf %a, %b fastmath<nnan> : f32
type DivF struct{ FastBinary }

// Spec implements ir.View.
func (DivF) Spec() ir.Spec { return floatBinary("divf", 0, "Division of floats.") }

// NewDivF inserts a DivF operation; lhs and rhs must have equal types.
func NewDivF(b *ir.Builder, lhs, rhs *ir.Value) DivF { return ir.Create[DivF](b, binaryInit(lhs, rhs)) }

// RemF is the remainder of a division of floats. It has the sign of the dividend.
//
//	%r = arith.remf %a, %b fastmath<nnan> : f32
type RemF struct{ FastBinary }

// Spec implements ir.View.
func (RemF) Spec() ir.Spec {
	return floatBinary("remf", 0, "The remainder of division, with the sign of the dividend.")
}

// NewRemF inserts a RemF operation; lhs and rhs must have equal types.
func NewRemF(b *ir.Builder, lhs, rhs *ir.Value) RemF { return ir.Create[RemF](b, binaryInit(lhs, rhs)) }

// MaximumF is the greater of two floats, or NaN if either is NaN. -0 is less than +0.
//
//	%r = arith.maximumf %a, %b fastmath<nnan> : f32
type MaximumF struct{ FastBinary }

// Spec implements ir.View.
func (MaximumF) Spec() ir.Spec {
	return floatBinary("maximumf", ir.Commutative, "The greater of two floats, or NaN if either is NaN. -0 is less than +0.")
}

// NewMaximumF inserts a MaximumF operation; lhs and rhs must have equal types.
func NewMaximumF(b *ir.Builder, lhs, rhs *ir.Value) MaximumF {
	return ir.Create[MaximumF](b, binaryInit(lhs, rhs))
}

// MinimumF is the lesser of two floats, or NaN if either is NaN. -0 is less than +0.
//
//	%r = arith.minimumf %a, %b fastmath<nnan> : f32
type MinimumF struct{ FastBinary }

// Spec implements ir.View.
func (MinimumF) Spec() ir.Spec {
	return floatBinary("minimumf", ir.Commutative, "The lesser of two floats, or NaN if either is NaN. -0 is less than +0.")
}

// NewMinimumF inserts a MinimumF operation; lhs and rhs must have equal types.
func NewMinimumF(b *ir.Builder, lhs, rhs *ir.Value) MinimumF {
	return ir.Create[MinimumF](b, binaryInit(lhs, rhs))
}

// MaxNumF is the greater of two floats. If one operand is NaN, the result is the other operand.
//
//	%r = arith.maxnumf %a, %b fastmath<nnan> : f32
type MaxNumF struct{ FastBinary }

// Spec implements ir.View.
func (MaxNumF) Spec() ir.Spec {
	return floatBinary("maxnumf", ir.Commutative, "The greater of two floats. If one operand is NaN, the result is the other operand.")
}

// NewMaxNumF inserts a MaxNumF operation; lhs and rhs must have equal types.
func NewMaxNumF(b *ir.Builder, lhs, rhs *ir.Value) MaxNumF {
	return ir.Create[MaxNumF](b, binaryInit(lhs, rhs))
}

// MinNumF is the lesser of two floats. If one operand is NaN, the result is the other operand.
//
//	%r = arith.minnumf %a, %b fastmath<nnan> : f32
type MinNumF struct{ FastBinary }

// Spec implements ir.View.
func (MinNumF) Spec() ir.Spec {
	return floatBinary("minnumf", ir.Commutative, "The lesser of two floats. If one operand is NaN, the result is the other operand.")
}

// NewMinNumF inserts a MinNumF operation; lhs and rhs must have equal types.
func NewMinNumF(b *ir.Builder, lhs, rhs *ir.Value) MinNumF {
	return ir.Create[MinNumF](b, binaryInit(lhs, rhs))
}
