// Package math is MLIR's math dialect: functions on numbers, and elementwise
// functions on vectors and tensors of numbers.
package math

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "math",
		Doc:  "Functions on numbers, and elementwise functions on vectors and tensors of numbers.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[AbsF](), ir.Decl[Sqrt](), ir.Decl[Rsqrt](), ir.Decl[Cbrt](), ir.Decl[Exp](),
				ir.Decl[Exp2](), ir.Decl[ExpM1](), ir.Decl[Log](), ir.Decl[Log2](), ir.Decl[Log10](),
				ir.Decl[Log1p](), ir.Decl[Sin](), ir.Decl[Cos](), ir.Decl[Tan](), ir.Decl[Asin](),
				ir.Decl[Acos](), ir.Decl[Atan](), ir.Decl[Sinh](), ir.Decl[Cosh](), ir.Decl[Tanh](),
				ir.Decl[Asinh](), ir.Decl[Acosh](), ir.Decl[Atanh](), ir.Decl[Erf](), ir.Decl[Erfc](),
				ir.Decl[Ceil](), ir.Decl[Floor](), ir.Decl[Round](), ir.Decl[RoundEven](), ir.Decl[Trunc](),
				ir.Decl[AbsI](), ir.Decl[CtLz](), ir.Decl[CtTz](), ir.Decl[CtPop](), ir.Decl[IsFinite](),
				ir.Decl[IsInf](), ir.Decl[IsNaN](), ir.Decl[IsNormal](), ir.Decl[Atan2](), ir.Decl[CopySign](),
				ir.Decl[PowF](), ir.Decl[IPowI](), ir.Decl[FPowI](), ir.Decl[Fma](), ir.Decl[ClampF](),
				ir.Decl[Sincos](),
			}
		},
		Constant: arith.Materialize,
	}
}

// floats returns the Spec of an operation on floats of one type. names are the operand names, and
// format is the assembly format of the operands.
func floats(name, doc, format string, names ...string) ir.Spec {
	s := ir.Spec{
		Name:    "math." + name,
		Doc:     doc,
		Results: []ir.Field{{Name: "result", Type: constraint.FloatLike}},
		Attrs:   []ir.AttrField{arith.FastMathField()},
		Traits:  ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType,
		Format:  format + " (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
	}
	for _, n := range names {
		s.Operands = append(s.Operands, ir.Field{Name: n, Type: constraint.FloatLike})
	}
	return s
}

// unary returns the Spec of an operation on one float.
func unary(name, doc string) ir.Spec { return floats(name, doc, "$operand", "operand") }

// binary returns the Spec of an operation on two floats.
func binary(name, doc string) ir.Spec { return floats(name, doc, "$lhs `,` $rhs", "lhs", "rhs") }

// counting returns the Spec of an operation on one integer.
func counting(name, doc string) ir.Spec {
	return ir.Spec{
		Name:     "math." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "operand", Type: constraint.IntLike}},
		Results:  []ir.Field{{Name: "result", Type: constraint.IntLike}},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType,
		Format:   "$operand attr-dict `:` type($result)",
	}
}

// classification returns the Spec of a predicate of one float.
func classification(name, doc string) ir.Spec {
	return ir.Spec{
		Name:     "math." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "operand", Type: constraint.FloatLike}},
		Results:  []ir.Field{{Name: "result", Type: constraint.BoolLike}},
		Attrs:    []ir.AttrField{arith.FastMathField()},
		Traits:   ir.Pure | ir.Elementwise,
		Rules: []ir.TypeRule{{
			From: "operand", To: "result", Fn: constraint.I1Like,
			Text: "result type has i1 element type and same shape as operands",
		}},
		Format: "$operand attr-dict `:` type($operand)",
	}
}

func sameInit(vs ...*ir.Value) ir.Init {
	return ir.Init{Operands: vs, Results: []ir.Type{vs[0].Type()}}
}

// AbsF is the absolute value of a float.
//
//	%r = math.absf %a fastmath<nnan> : f32
type AbsF struct{ arith.FastUnary }

// Spec implements ir.View.
func (AbsF) Spec() ir.Spec { return unary("absf", "The absolute value of a float.") }

// NewAbsF inserts an AbsF operation.
func NewAbsF(b *ir.Builder, v *ir.Value) AbsF { return ir.Create[AbsF](b, sameInit(v)) }

// Sqrt is the square root of a float.
//
//	%r = math.sqrt %a fastmath<nnan> : f32
type Sqrt struct{ arith.FastUnary }

// Spec implements ir.View.
func (Sqrt) Spec() ir.Spec { return unary("sqrt", "The square root of a float.") }

// NewSqrt inserts a Sqrt operation.
func NewSqrt(b *ir.Builder, v *ir.Value) Sqrt { return ir.Create[Sqrt](b, sameInit(v)) }

// Rsqrt is one divided by the square root of a float.
//
//	%r = math.rsqrt %a fastmath<nnan> : f32
type Rsqrt struct{ arith.FastUnary }

// Spec implements ir.View.
func (Rsqrt) Spec() ir.Spec { return unary("rsqrt", "One divided by the square root of a float.") }

// NewRsqrt inserts a Rsqrt operation.
func NewRsqrt(b *ir.Builder, v *ir.Value) Rsqrt { return ir.Create[Rsqrt](b, sameInit(v)) }

// Cbrt is the cube root of a float.
//
//	%r = math.cbrt %a fastmath<nnan> : f32
type Cbrt struct{ arith.FastUnary }

// Spec implements ir.View.
func (Cbrt) Spec() ir.Spec { return unary("cbrt", "The cube root of a float.") }

// NewCbrt inserts a Cbrt operation.
func NewCbrt(b *ir.Builder, v *ir.Value) Cbrt { return ir.Create[Cbrt](b, sameInit(v)) }

// Exp is eˣ for a float x.
//
//	%r = math.exp %a fastmath<nnan> : f32
type Exp struct{ arith.FastUnary }

// Spec implements ir.View.
func (Exp) Spec() ir.Spec { return unary("exp", "The exponential eˣ of a float x.") }

// NewExp inserts an Exp operation.
func NewExp(b *ir.Builder, v *ir.Value) Exp { return ir.Create[Exp](b, sameInit(v)) }

// Exp2 is 2ˣ for a float x.
//
//	%r = math.exp2 %a fastmath<nnan> : f32
type Exp2 struct{ arith.FastUnary }

// Spec implements ir.View.
func (Exp2) Spec() ir.Spec { return unary("exp2", "The power 2ˣ for a float x.") }

// NewExp2 inserts an Exp2 operation.
func NewExp2(b *ir.Builder, v *ir.Value) Exp2 { return ir.Create[Exp2](b, sameInit(v)) }

// ExpM1 is eˣ - 1 for a float x.
//
//	%r = math.expm1 %a fastmath<nnan> : f32
type ExpM1 struct{ arith.FastUnary }

// Spec implements ir.View.
func (ExpM1) Spec() ir.Spec { return unary("expm1", "The value eˣ - 1 for a float x.") }

// NewExpM1 inserts an ExpM1 operation.
func NewExpM1(b *ir.Builder, v *ir.Value) ExpM1 { return ir.Create[ExpM1](b, sameInit(v)) }

// Log is the natural logarithm of a float.
//
//	%r = math.log %a fastmath<nnan> : f32
type Log struct{ arith.FastUnary }

// Spec implements ir.View.
func (Log) Spec() ir.Spec { return unary("log", "The natural logarithm of a float.") }

// NewLog inserts a Log operation.
func NewLog(b *ir.Builder, v *ir.Value) Log { return ir.Create[Log](b, sameInit(v)) }

// Log2 is the logarithm to base 2 of a float.
//
//	%r = math.log2 %a fastmath<nnan> : f32
type Log2 struct{ arith.FastUnary }

// Spec implements ir.View.
func (Log2) Spec() ir.Spec { return unary("log2", "The logarithm to base 2 of a float.") }

// NewLog2 inserts a Log2 operation.
func NewLog2(b *ir.Builder, v *ir.Value) Log2 { return ir.Create[Log2](b, sameInit(v)) }

// Log10 is the logarithm to base 10 of a float.
//
//	%r = math.log10 %a fastmath<nnan> : f32
type Log10 struct{ arith.FastUnary }

// Spec implements ir.View.
func (Log10) Spec() ir.Spec { return unary("log10", "The logarithm to base 10 of a float.") }

// NewLog10 inserts a Log10 operation.
func NewLog10(b *ir.Builder, v *ir.Value) Log10 { return ir.Create[Log10](b, sameInit(v)) }

// Log1p is the natural logarithm of 1 + x for a float x.
//
//	%r = math.log1p %a fastmath<nnan> : f32
type Log1p struct{ arith.FastUnary }

// Spec implements ir.View.
func (Log1p) Spec() ir.Spec { return unary("log1p", "The natural logarithm of 1 + x for a float x.") }

// NewLog1p inserts a Log1p operation.
func NewLog1p(b *ir.Builder, v *ir.Value) Log1p { return ir.Create[Log1p](b, sameInit(v)) }

// Sin is the sine of a float.
//
//	%r = math.sin %a fastmath<nnan> : f32
type Sin struct{ arith.FastUnary }

// Spec implements ir.View.
func (Sin) Spec() ir.Spec { return unary("sin", "The sine of a float.") }

// NewSin inserts a Sin operation.
func NewSin(b *ir.Builder, v *ir.Value) Sin { return ir.Create[Sin](b, sameInit(v)) }

// Cos is the cosine of a float.
//
//	%r = math.cos %a fastmath<nnan> : f32
type Cos struct{ arith.FastUnary }

// Spec implements ir.View.
func (Cos) Spec() ir.Spec { return unary("cos", "The cosine of a float.") }

// NewCos inserts a Cos operation.
func NewCos(b *ir.Builder, v *ir.Value) Cos { return ir.Create[Cos](b, sameInit(v)) }

// Tan is the tangent of a float.
//
//	%r = math.tan %a fastmath<nnan> : f32
type Tan struct{ arith.FastUnary }

// Spec implements ir.View.
func (Tan) Spec() ir.Spec { return unary("tan", "The tangent of a float.") }

// NewTan inserts a Tan operation.
func NewTan(b *ir.Builder, v *ir.Value) Tan { return ir.Create[Tan](b, sameInit(v)) }

// Asin is the arc sine of a float.
//
//	%r = math.asin %a fastmath<nnan> : f32
type Asin struct{ arith.FastUnary }

// Spec implements ir.View.
func (Asin) Spec() ir.Spec { return unary("asin", "The arc sine of a float.") }

// NewAsin inserts an Asin operation.
func NewAsin(b *ir.Builder, v *ir.Value) Asin { return ir.Create[Asin](b, sameInit(v)) }

// Acos is the arc cosine of a float.
//
//	%r = math.acos %a fastmath<nnan> : f32
type Acos struct{ arith.FastUnary }

// Spec implements ir.View.
func (Acos) Spec() ir.Spec { return unary("acos", "The arc cosine of a float.") }

// NewAcos inserts an Acos operation.
func NewAcos(b *ir.Builder, v *ir.Value) Acos { return ir.Create[Acos](b, sameInit(v)) }

// Atan is the arc tangent of a float.
//
//	%r = math.atan %a fastmath<nnan> : f32
type Atan struct{ arith.FastUnary }

// Spec implements ir.View.
func (Atan) Spec() ir.Spec { return unary("atan", "The arc tangent of a float.") }

// NewAtan inserts an Atan operation.
func NewAtan(b *ir.Builder, v *ir.Value) Atan { return ir.Create[Atan](b, sameInit(v)) }

// Sinh is the hyperbolic sine of a float.
//
//	%r = math.sinh %a fastmath<nnan> : f32
type Sinh struct{ arith.FastUnary }

// Spec implements ir.View.
func (Sinh) Spec() ir.Spec { return unary("sinh", "The hyperbolic sine of a float.") }

// NewSinh inserts a Sinh operation.
func NewSinh(b *ir.Builder, v *ir.Value) Sinh { return ir.Create[Sinh](b, sameInit(v)) }

// Cosh is the hyperbolic cosine of a float.
//
//	%r = math.cosh %a fastmath<nnan> : f32
type Cosh struct{ arith.FastUnary }

// Spec implements ir.View.
func (Cosh) Spec() ir.Spec { return unary("cosh", "The hyperbolic cosine of a float.") }

// NewCosh inserts a Cosh operation.
func NewCosh(b *ir.Builder, v *ir.Value) Cosh { return ir.Create[Cosh](b, sameInit(v)) }

// Tanh is the hyperbolic tangent of a float.
//
//	%r = math.tanh %a fastmath<nnan> : f32
type Tanh struct{ arith.FastUnary }

// Spec implements ir.View.
func (Tanh) Spec() ir.Spec { return unary("tanh", "The hyperbolic tangent of a float.") }

// NewTanh inserts a Tanh operation.
func NewTanh(b *ir.Builder, v *ir.Value) Tanh { return ir.Create[Tanh](b, sameInit(v)) }

// Asinh is the inverse hyperbolic sine of a float.
//
//	%r = math.asinh %a fastmath<nnan> : f32
type Asinh struct{ arith.FastUnary }

// Spec implements ir.View.
func (Asinh) Spec() ir.Spec { return unary("asinh", "The inverse hyperbolic sine of a float.") }

// NewAsinh inserts an Asinh operation.
func NewAsinh(b *ir.Builder, v *ir.Value) Asinh { return ir.Create[Asinh](b, sameInit(v)) }

// Acosh is the inverse hyperbolic cosine of a float.
//
//	%r = math.acosh %a fastmath<nnan> : f32
type Acosh struct{ arith.FastUnary }

// Spec implements ir.View.
func (Acosh) Spec() ir.Spec { return unary("acosh", "The inverse hyperbolic cosine of a float.") }

// NewAcosh inserts an Acosh operation.
func NewAcosh(b *ir.Builder, v *ir.Value) Acosh { return ir.Create[Acosh](b, sameInit(v)) }

// Atanh is the inverse hyperbolic tangent of a float.
//
//	%r = math.atanh %a fastmath<nnan> : f32
type Atanh struct{ arith.FastUnary }

// Spec implements ir.View.
func (Atanh) Spec() ir.Spec { return unary("atanh", "The inverse hyperbolic tangent of a float.") }

// NewAtanh inserts an Atanh operation.
func NewAtanh(b *ir.Builder, v *ir.Value) Atanh { return ir.Create[Atanh](b, sameInit(v)) }

// Erf is the error function of a float.
//
//	%r = math.erf %a fastmath<nnan> : f32
type Erf struct{ arith.FastUnary }

// Spec implements ir.View.
func (Erf) Spec() ir.Spec { return unary("erf", "The error function of a float.") }

// NewErf inserts an Erf operation.
func NewErf(b *ir.Builder, v *ir.Value) Erf { return ir.Create[Erf](b, sameInit(v)) }

// Erfc is one minus the error function of a float.
//
//	%r = math.erfc %a fastmath<nnan> : f32
type Erfc struct{ arith.FastUnary }

// Spec implements ir.View.
func (Erfc) Spec() ir.Spec { return unary("erfc", "One minus the error function of a float.") }

// NewErfc inserts an Erfc operation.
func NewErfc(b *ir.Builder, v *ir.Value) Erfc { return ir.Create[Erfc](b, sameInit(v)) }

// Ceil is a float rounded up.
//
//	%r = math.ceil %a fastmath<nnan> : f32
type Ceil struct{ arith.FastUnary }

// Spec implements ir.View.
func (Ceil) Spec() ir.Spec { return unary("ceil", "A float rounded up.") }

// NewCeil inserts a Ceil operation.
func NewCeil(b *ir.Builder, v *ir.Value) Ceil { return ir.Create[Ceil](b, sameInit(v)) }

// Floor is a float rounded down.
//
//	%r = math.floor %a fastmath<nnan> : f32
type Floor struct{ arith.FastUnary }

// Spec implements ir.View.
func (Floor) Spec() ir.Spec { return unary("floor", "A float rounded down.") }

// NewFloor inserts a Floor operation.
func NewFloor(b *ir.Builder, v *ir.Value) Floor { return ir.Create[Floor](b, sameInit(v)) }

// Round is a float rounded to the nearest integer. It rounds halves away from zero.
//
//	%r = math.round %a fastmath<nnan> : f32
type Round struct{ arith.FastUnary }

// Spec implements ir.View.
func (Round) Spec() ir.Spec {
	return unary("round", "A float rounded to the nearest integer, halves away from zero.")
}

// NewRound inserts a Round operation.
func NewRound(b *ir.Builder, v *ir.Value) Round { return ir.Create[Round](b, sameInit(v)) }

// RoundEven is a float rounded to the nearest integer. It rounds halves to the even integer.
//
//	%r = math.roundeven %a fastmath<nnan> : f32
type RoundEven struct{ arith.FastUnary }

// Spec implements ir.View.
func (RoundEven) Spec() ir.Spec {
	return unary("roundeven", "A float rounded to the nearest integer, halves to even.")
}

// NewRoundEven inserts a RoundEven operation.
func NewRoundEven(b *ir.Builder, v *ir.Value) RoundEven { return ir.Create[RoundEven](b, sameInit(v)) }

// Trunc is a float rounded toward zero.
//
//	%r = math.trunc %a fastmath<nnan> : f32
type Trunc struct{ arith.FastUnary }

// Spec implements ir.View.
func (Trunc) Spec() ir.Spec { return unary("trunc", "A float rounded toward zero.") }

// NewTrunc inserts a Trunc operation.
func NewTrunc(b *ir.Builder, v *ir.Value) Trunc { return ir.Create[Trunc](b, sameInit(v)) }
