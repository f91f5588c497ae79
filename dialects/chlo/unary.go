package chlo

import "github.com/lathe-ir/lathe/ir"

// unary returns the Spec of an elementwise operation with one operand.
func unary(name, doc string, in, out ir.Constraint) ir.Spec {
	return ir.Spec{
		Name:     "chlo." + name,
		Doc:      "Elementwise: " + doc + ".",
		Operands: []ir.Field{{Name: "operand", Type: in}},
		Results:  []ir.Field{{Name: "result", Type: out}},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultShape | ir.CanonicalNaN,
		Format:   "$operand attr-dict `:` type($operand) `->` type($result)",
	}
}

func unaryOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[AsinAcosKernel](),
		ir.Decl[Acos](),
		ir.Decl[Acosh](),
		ir.Decl[Asin](),
		ir.Decl[Asinh](),
		ir.Decl[Atan](),
		ir.Decl[Atanh](),
		ir.Decl[BesselI1e](),
		ir.Decl[Conj](),
		ir.Decl[Cosh](),
		ir.Decl[Sinh](),
		ir.Decl[Tan](),
		ir.Decl[Digamma](),
		ir.Decl[Erf](),
		ir.Decl[ErfInv](),
		ir.Decl[Erfc](),
		ir.Decl[Lgamma](),
		ir.Decl[Square](),
		ir.Decl[IsInf](),
		ir.Decl[IsNegInf](),
		ir.Decl[IsPosInf](),
	}
}

// AsinAcosKernel is the common part of the algorithms for asin and acos.
//
//	%r = chlo._asin_acos_kernel %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
type AsinAcosKernel struct{ ir.Unary }

// Spec implements ir.View.
func (AsinAcosKernel) Spec() ir.Spec {
	return unary("_asin_acos_kernel", "the kernel that asin and acos share", complexTensor(), complexTensor())
}

// Acos is the inverse cosine.
//
//	%r = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
type Acos struct{ ir.Unary }

// Spec implements ir.View.
func (Acos) Spec() ir.Spec {
	return unary("acos", "the inverse cosine", floatOrComplex(), floatOrComplex())
}

// Acosh is the inverse hyperbolic cosine.
//
//	%r = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
type Acosh struct{ ir.Unary }

// Spec implements ir.View.
func (Acosh) Spec() ir.Spec {
	return unary("acosh", "the inverse hyperbolic cosine", floatOrComplex(), floatOrComplex())
}

// Asin is the inverse sine.
//
//	%r = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
type Asin struct{ ir.Unary }

// Spec implements ir.View.
func (Asin) Spec() ir.Spec {
	return unary("asin", "the inverse sine", floatOrComplex(), floatOrComplex())
}

// Asinh is the inverse hyperbolic sine.
//
//	%r = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
type Asinh struct{ ir.Unary }

// Spec implements ir.View.
func (Asinh) Spec() ir.Spec {
	return unary("asinh", "the inverse hyperbolic sine", floatOrComplex(), floatOrComplex())
}

// Atan is the inverse tangent.
//
//	%r = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
type Atan struct{ ir.Unary }

// Spec implements ir.View.
func (Atan) Spec() ir.Spec {
	return unary("atan", "the inverse tangent", floatOrComplex(), floatOrComplex())
}

// Atanh is the inverse hyperbolic tangent.
//
//	%r = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
type Atanh struct{ ir.Unary }

// Spec implements ir.View.
func (Atanh) Spec() ir.Spec {
	return unary("atanh", "the inverse hyperbolic tangent", floatOrComplex(), floatOrComplex())
}

// BesselI1e is the exponentially scaled modified Bessel function of the first kind, of order 1.
//
//	%r = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
type BesselI1e struct{ ir.Unary }

// Spec implements ir.View.
func (BesselI1e) Spec() ir.Spec {
	return unary("bessel_i1e", "the exponentially scaled modified Bessel function of the first kind, of order 1", floatOrComplex(), floatOrComplex())
}

// Conj is the complex conjugate.
//
//	%r = chlo.conj %x : tensor<4xf32> -> tensor<4xf32>
type Conj struct{ ir.Unary }

// Spec implements ir.View.
func (Conj) Spec() ir.Spec {
	return unary("conj", "the complex conjugate", floatOrComplex(), floatOrComplex())
}

// Cosh is the hyperbolic cosine.
//
//	%r = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
type Cosh struct{ ir.Unary }

// Spec implements ir.View.
func (Cosh) Spec() ir.Spec {
	return unary("cosh", "the hyperbolic cosine", floatOrComplex(), floatOrComplex())
}

// Sinh is the hyperbolic sine.
//
//	%r = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
type Sinh struct{ ir.Unary }

// Spec implements ir.View.
func (Sinh) Spec() ir.Spec {
	return unary("sinh", "the hyperbolic sine", floatOrComplex(), floatOrComplex())
}

// Tan is the tangent.
//
//	%r = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
type Tan struct{ ir.Unary }

// Spec implements ir.View.
func (Tan) Spec() ir.Spec {
	return unary("tan", "the tangent", floatOrComplex(), floatOrComplex())
}

// Digamma is the derivative of lgamma.
//
//	%r = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
type Digamma struct{ ir.Unary }

// Spec implements ir.View.
func (Digamma) Spec() ir.Spec {
	return unary("digamma", "the derivative of lgamma", floatTensor(), floatTensor())
}

// Erf is the error function.
//
//	%r = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
type Erf struct{ ir.Unary }

// Spec implements ir.View.
func (Erf) Spec() ir.Spec {
	return unary("erf", "the error function", floatTensor(), floatTensor())
}

// ErfInv is the inverse of the error function.
//
//	%r = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
type ErfInv struct{ ir.Unary }

// Spec implements ir.View.
func (ErfInv) Spec() ir.Spec {
	return unary("erf_inv", "the inverse of the error function", floatTensor(), floatTensor())
}

// Erfc is 1 - erf(x).
//
//	%r = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
type Erfc struct{ ir.Unary }

// Spec implements ir.View.
func (Erfc) Spec() ir.Spec {
	return unary("erfc", "1 - erf(x)", floatTensor(), floatTensor())
}

// Lgamma is the logarithm of the absolute value of the gamma function.
//
//	%r = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
type Lgamma struct{ ir.Unary }

// Spec implements ir.View.
func (Lgamma) Spec() ir.Spec {
	return unary("lgamma", "the logarithm of the absolute value of the gamma function", floatTensor(), floatTensor())
}

// Square is x * x.
//
//	%r = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
type Square struct{ ir.Unary }

// Spec implements ir.View.
func (Square) Spec() ir.Spec {
	return unary("square", "x * x", floatOrComplex(), floatOrComplex())
}

// IsInf reports whether the element is infinite.
//
//	%r = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
type IsInf struct{ ir.Unary }

// Spec implements ir.View.
func (IsInf) Spec() ir.Spec {
	return unary("is_inf", "whether the element is infinite", floatTensor(), predTensor())
}

// IsNegInf reports whether the element is minus infinity.
//
//	%r = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
type IsNegInf struct{ ir.Unary }

// Spec implements ir.View.
func (IsNegInf) Spec() ir.Spec {
	return unary("is_neg_inf", "whether the element is minus infinity", floatTensor(), predTensor())
}

// IsPosInf reports whether the element is plus infinity.
//
//	%r = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
type IsPosInf struct{ ir.Unary }

// Spec implements ir.View.
func (IsPosInf) Spec() ir.Spec {
	return unary("is_pos_inf", "whether the element is plus infinity", floatTensor(), predTensor())
}
