package stablehlo

import "github.com/lathe-ir/lathe/ir"

// unary returns the Spec of an elementwise operation with one operand. If out is nil, the result
// has the constraint in.
func unary(name, doc string, in ir.Constraint, out *ir.Constraint, attrs ...ir.AttrField) ir.Spec {
	if out == nil {
		out = &in
	}
	return ir.Spec{
		Name:     "stablehlo." + name,
		Doc:      "Elementwise: " + doc + ".",
		Operands: []ir.Field{{Name: "operand", Type: in}},
		Results:  []ir.Field{{Name: "result", Type: *out}},
		Attrs:    attrs,
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultShape | ir.CanonicalNaN,
		Format:   "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))",
	}
}

func to(c ir.Constraint) *ir.Constraint { return &c }

func unaryOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[Abs](),
		ir.Decl[Cbrt](),
		ir.Decl[Ceil](),
		ir.Decl[Convert](),
		ir.Decl[CountLeadingZeros](),
		ir.Decl[Cosine](),
		ir.Decl[Exponential](),
		ir.Decl[ExponentialMinusOne](),
		ir.Decl[Floor](),
		ir.Decl[Imag](),
		ir.Decl[Log](),
		ir.Decl[LogPlusOne](),
		ir.Decl[Logistic](),
		ir.Decl[Not](),
		ir.Decl[Negate](),
		ir.Decl[Popcnt](),
		ir.Decl[Real](),
		ir.Decl[RoundNearestAfz](),
		ir.Decl[RoundNearestEven](),
		ir.Decl[Rsqrt](),
		ir.Decl[Sign](),
		ir.Decl[Sine](),
		ir.Decl[Sqrt](),
		ir.Decl[Tan](),
		ir.Decl[Tanh](),
		ir.Decl[UniformQuantize](),
		ir.Decl[UniformDequantize](),
		ir.Decl[IsFinite](), ir.Decl[ReducePrecision](),
	}
}

// Abs is the magnitude of each element.
//
//	%r = stablehlo.abs %x : tensor<4xf32>
type Abs struct{ ir.Unary }

// Spec implements ir.View.
func (Abs) Spec() ir.Spec {
	return unary("abs", "the magnitude of each element", signedNumber(), to(ranked(sint(), anyFloat(), quantized())))
}

// Cbrt is the cube root of each element.
//
//	%r = stablehlo.cbrt %x : tensor<4xf32>
type Cbrt struct{ ir.Unary }

// Spec implements ir.View.
func (Cbrt) Spec() ir.Spec {
	return unary("cbrt", "the cube root of each element", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Cbrt) VerifyTypes() error { return checkCompatible(o.Op) }

// Ceil is the least integer that is not less than the element.
//
//	%r = stablehlo.ceil %x : tensor<4xf32>
type Ceil struct{ ir.Unary }

// Spec implements ir.View.
func (Ceil) Spec() ir.Spec {
	return unary("ceil", "the least integer that is not less than the element", floatOrQuant(), nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Ceil) VerifyTypes() error { return checkCompatible(o.Op) }

// Convert is each element converted to another element type.
//
//	%r = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi32>
type Convert struct{ ir.Unary }

// Spec implements ir.View.
func (Convert) Spec() ir.Spec {
	return unary("convert", "each element converted to another element type", nonQuantized(), to(nonQuantized()))
}

// CountLeadingZeros is the number of leading zero bits of each element.
//
//	%r = stablehlo.count_leading_zeros %x : tensor<4xi32>
type CountLeadingZeros struct{ ir.Unary }

// Spec implements ir.View.
func (CountLeadingZeros) Spec() ir.Spec {
	return unary("count_leading_zeros", "the number of leading zero bits of each element", intTensor(), nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o CountLeadingZeros) VerifyTypes() error { return checkCompatible(o.Op) }

// Cosine is the cosine of each element.
//
//	%r = stablehlo.cosine %x : tensor<4xf32>
type Cosine struct{ ir.Unary }

// Spec implements ir.View.
func (Cosine) Spec() ir.Spec {
	return unary("cosine", "the cosine", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Cosine) VerifyTypes() error { return checkCompatible(o.Op) }

// Exponential is e to the power of each element.
//
//	%r = stablehlo.exponential %x : tensor<4xf32>
type Exponential struct{ ir.Unary }

// Spec implements ir.View.
func (Exponential) Spec() ir.Spec {
	return unary("exponential", "e to the power of each element", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Exponential) VerifyTypes() error { return checkCompatible(o.Op) }

// ExponentialMinusOne is exp(x) - 1 for each element x. It is accurate for x near 0.
//
//	%r = stablehlo.exponential_minus_one %x : tensor<4xf32>
type ExponentialMinusOne struct{ ir.Unary }

// Spec implements ir.View.
func (ExponentialMinusOne) Spec() ir.Spec {
	return unary("exponential_minus_one", "exp(x) - 1 for each element x, accurate for x near 0", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o ExponentialMinusOne) VerifyTypes() error { return checkCompatible(o.Op) }

// Floor is the largest integer that is not greater than the element.
//
//	%r = stablehlo.floor %x : tensor<4xf32>
type Floor struct{ ir.Unary }

// Spec implements ir.View.
func (Floor) Spec() ir.Spec {
	return unary("floor", "the largest integer that is not greater than the element", floatOrQuant(), nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Floor) VerifyTypes() error { return checkCompatible(o.Op) }

// Imag is the imaginary part of each element.
//
//	%r = stablehlo.imag %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
type Imag struct{ ir.Unary }

// Spec implements ir.View.
func (Imag) Spec() ir.Spec {
	return complexPart("imag", "the imaginary part")
}

// complexPart returns the Spec of real or imag. These operations keep the bits of NaNs.
func complexPart(name, doc string) ir.Spec {
	s := unary(name, doc, floatOrComplex(), to(floatTensor()))
	s.Traits &^= ir.CanonicalNaN
	return s
}

// Log is the natural logarithm of each element.
//
//	%r = stablehlo.log %x : tensor<4xf32>
type Log struct{ ir.Unary }

// Spec implements ir.View.
func (Log) Spec() ir.Spec {
	return unary("log", "the natural logarithm", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Log) VerifyTypes() error { return checkCompatible(o.Op) }

// LogPlusOne is log(x + 1) for each element x. It is accurate for x near 0.
//
//	%r = stablehlo.log_plus_one %x : tensor<4xf32>
type LogPlusOne struct{ ir.Unary }

// Spec implements ir.View.
func (LogPlusOne) Spec() ir.Spec {
	return unary("log_plus_one", "log(x + 1) for each element x, accurate for x near 0", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o LogPlusOne) VerifyTypes() error { return checkCompatible(o.Op) }

// Logistic is 1 / (1 + exp(-x)) for each element x.
//
//	%r = stablehlo.logistic %x : tensor<4xf32>
type Logistic struct{ ir.Unary }

// Spec implements ir.View.
func (Logistic) Spec() ir.Spec {
	return unary("logistic", "1 / (1 + exp(-x)) for each element x", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Logistic) VerifyTypes() error { return checkCompatible(o.Op) }

// Not is the bitwise complement of each integer, or the negation of each boolean.
//
//	%r = stablehlo.not %x : tensor<4xi32>
type Not struct{ ir.Unary }

// Spec implements ir.View.
func (Not) Spec() ir.Spec {
	return unary("not", "the bitwise complement of each integer, or the negation of each boolean", predOrInt(), nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Not) VerifyTypes() error { return checkCompatible(o.Op) }

// Negate is the negation of each element.
//
//	%r = stablehlo.negate %x : tensor<4xf32>
type Negate struct{ ir.Unary }

// Spec implements ir.View.
func (Negate) Spec() ir.Spec {
	return unary("negate", "the negation of each element", numberTensor(), nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Negate) VerifyTypes() error { return checkCompatible(o.Op) }

// Popcnt is the number of bits that are 1 in each element.
//
//	%r = stablehlo.popcnt %x : tensor<4xi32>
type Popcnt struct{ ir.Unary }

// Spec implements ir.View.
func (Popcnt) Spec() ir.Spec {
	return unary("popcnt", "the number of bits that are 1 in each element", intTensor(), nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Popcnt) VerifyTypes() error { return checkCompatible(o.Op) }

// Real is the real part of each element.
//
//	%r = stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
type Real struct{ ir.Unary }

// Spec implements ir.View.
func (Real) Spec() ir.Spec {
	return complexPart("real", "the real part")
}

// RoundNearestAfz is the nearest integer, ties away from zero.
//
//	%r = stablehlo.round_nearest_afz %x : tensor<4xf32>
type RoundNearestAfz struct{ ir.Unary }

// Spec implements ir.View.
func (RoundNearestAfz) Spec() ir.Spec {
	return unary("round_nearest_afz", "the nearest integer, ties away from zero", floatOrQuant(), nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o RoundNearestAfz) VerifyTypes() error { return checkCompatible(o.Op) }

// RoundNearestEven is the nearest integer, ties to even.
//
//	%r = stablehlo.round_nearest_even %x : tensor<4xf32>
type RoundNearestEven struct{ ir.Unary }

// Spec implements ir.View.
func (RoundNearestEven) Spec() ir.Spec {
	return unary("round_nearest_even", "the nearest integer, ties to even", floatOrQuant(), nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o RoundNearestEven) VerifyTypes() error { return checkCompatible(o.Op) }

// Rsqrt is 1 / sqrt(x) for each element x.
//
//	%r = stablehlo.rsqrt %x : tensor<4xf32>
type Rsqrt struct{ ir.Unary }

// Spec implements ir.View.
func (Rsqrt) Spec() ir.Spec {
	return unary("rsqrt", "1 / sqrt(x) for each element x", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Rsqrt) VerifyTypes() error { return checkCompatible(o.Op) }

// Sign is the sign of each element x: -1, 0 or 1 for a real number, and x / |x| for a complex
// number.
//
//	%r = stablehlo.sign %x : tensor<4xf32>
type Sign struct{ ir.Unary }

// Spec implements ir.View.
func (Sign) Spec() ir.Spec {
	return unary("sign", "the sign of each element x: -1, 0 or 1 for a real number, and x / |x| for a complex number", signedNumber(), nil)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Sign) VerifyTypes() error { return checkCompatible(o.Op) }

// Sine is the sine of each element.
//
//	%r = stablehlo.sine %x : tensor<4xf32>
type Sine struct{ ir.Unary }

// Spec implements ir.View.
func (Sine) Spec() ir.Spec {
	return unary("sine", "the sine", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Sine) VerifyTypes() error { return checkCompatible(o.Op) }

// Sqrt is the square root of each element.
//
//	%r = stablehlo.sqrt %x : tensor<4xf32>
type Sqrt struct{ ir.Unary }

// Spec implements ir.View.
func (Sqrt) Spec() ir.Spec {
	return unary("sqrt", "the square root", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Sqrt) VerifyTypes() error { return checkCompatible(o.Op) }

// Tan is the tangent of each element.
//
//	%r = stablehlo.tan %x : tensor<4xf32>
type Tan struct{ ir.Unary }

// Spec implements ir.View.
func (Tan) Spec() ir.Spec {
	return unary("tan", "the tangent", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Tan) VerifyTypes() error { return checkCompatible(o.Op) }

// Tanh is the hyperbolic tangent of each element.
//
//	%r = stablehlo.tanh %x : tensor<4xf32>
type Tanh struct{ ir.Unary }

// Spec implements ir.View.
func (Tanh) Spec() ir.Spec {
	return unary("tanh", "the hyperbolic tangent", floatComplexQ(), nil, accuracyAttr())
}

// VerifyTypes implements ir.TypeVerifier.
func (o Tanh) VerifyTypes() error { return checkCompatible(o.Op) }

// UniformQuantize converts floats or quantized integers to quantized integers.
//
//	%r = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.1>>
type UniformQuantize struct{ ir.Unary }

// Spec implements ir.View.
func (UniformQuantize) Spec() ir.Spec {
	return unary("uniform_quantize", "floats or quantized integers converted to quantized integers", floatOrAnyQuant(), to(quantTensor()))
}

// UniformDequantize converts quantized integers to floats.
//
//	%r = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i8:f32, 0.1>>) -> tensor<4xf32>
type UniformDequantize struct{ ir.Unary }

// Spec implements ir.View.
func (UniformDequantize) Spec() ir.Spec {
	return unary("uniform_dequantize", "quantized integers converted to floats", quantTensor(), to(floatTensor()))
}

// IsFinite reports whether each element is neither infinite nor NaN.
//
//	%r = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
type IsFinite struct{ ir.Unary }

// Spec implements ir.View.
func (IsFinite) Spec() ir.Spec {
	s := unary("is_finite", "whether the element is neither infinite nor NaN", floatOrQuant(), to(predTensor()))
	s.Format = "$operand attr-dict `:` functional-type(operands, results)"
	return s
}

// ReducePrecision rounds floats to the values of a format with the given numbers of bits, but keeps
// their type.
//
//	%r = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
type ReducePrecision struct{ ir.Unary }

// ExponentBits and MantissaBits return the numbers of bits of the format.
func (o ReducePrecision) ExponentBits() int64 { return intAt(o.Op, 0) }
func (o ReducePrecision) MantissaBits() int64 { return intAt(o.Op, 1) }

// Spec implements ir.View.
func (ReducePrecision) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.reduce_precision",
		Doc:      "Rounds floats to values that a format with the given numbers of bits can represent. The floats keep their type.",
		Operands: []ir.Field{{Name: "operand", Type: floatOrQuant()}},
		Results:  []ir.Field{{Name: "output", Type: floatOrQuant()}},
		Attrs: []ir.AttrField{
			i32Attr("exponent_bits", positive), i32Attr("mantissa_bits", nonNegative),
		},
		Traits: ir.Pure | ir.Elementwise | ir.CanonicalNaN,
		Format: "$operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($output))",
	}
}

// VerifyTypes implements ir.TypeVerifier.
func (o ReducePrecision) VerifyTypes() error { return checkCompatible(o.Op) }
