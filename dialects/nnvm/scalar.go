package nnvm

import "github.com/lathe-ir/lathe/ir"

func scalarOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[AddScalar](withScalar(func(x *expansion, s *ir.Value) *ir.Value { return x.Add(x.in[0], s) }, gradAddScalar)),
		declare[SubScalar](withScalar(func(x *expansion, s *ir.Value) *ir.Value { return x.Sub(x.in[0], s) }, gradSubScalar)),
		declare[RSubScalar](withScalar(func(x *expansion, s *ir.Value) *ir.Value { return x.Sub(s, x.in[0]) }, gradRSubScalar)),
		declare[MulScalar](withScalar(func(x *expansion, s *ir.Value) *ir.Value { return x.Mul(x.in[0], s) }, gradMulScalar)),
		declare[DivScalar](withScalar(func(x *expansion, s *ir.Value) *ir.Value { return x.Div(x.in[0], s) }, gradDivScalar)),
		declare[RDivScalar](withScalar(func(x *expansion, s *ir.Value) *ir.Value { return x.Div(s, x.in[0]) }, gradRDivScalar)),
		declare[PowScalar](withScalar(func(x *expansion, s *ir.Value) *ir.Value { return x.Pow(x.in[0], s) }, gradPowScalar)),
		declare[RPowScalar](withScalar(func(x *expansion, s *ir.Value) *ir.Value { return x.Pow(s, x.in[0]) }, gradRPowScalar)),
	}
}

func withScalar(f func(x *expansion, s *ir.Value) *ir.Value, grad func(*Grads) []*ir.Value) rules {
	return pointwise(func(x *expansion) []*ir.Value { return one(f(x, x.Fill(x.out(0), scalarOf(x.op)))) }, grad)
}

func scalarOf(op *ir.Op) float64 { return floatOf(op, "scalar", 0) }

// AddScalar is data + scalar, element by element.
//
//	%r = nnvm.__add_scalar__(%x) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
type AddScalar struct{ ir.Ref }

// Spec implements ir.View.
func (AddScalar) Spec() ir.Spec {
	return unary("__add_scalar__", "Data + scalar, element by element.", need(floatParam("scalar")))
}

// Verify implements ir.Verifier.
func (o AddScalar) Verify() error { return verify(o.Op) }

// SubScalar is data - scalar, element by element.
//
//	%r = nnvm.__sub_scalar__(%x) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
type SubScalar struct{ ir.Ref }

// Spec implements ir.View.
func (SubScalar) Spec() ir.Spec {
	return unary("__sub_scalar__", "Data - scalar, element by element.", need(floatParam("scalar")))
}

// Verify implements ir.Verifier.
func (o SubScalar) Verify() error { return verify(o.Op) }

// RSubScalar is scalar - data, element by element.
//
//	%r = nnvm.__rsub_scalar__(%x) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
type RSubScalar struct{ ir.Ref }

// Spec implements ir.View.
func (RSubScalar) Spec() ir.Spec {
	return unary("__rsub_scalar__", "Scalar - data, element by element.", need(floatParam("scalar")))
}

// Verify implements ir.Verifier.
func (o RSubScalar) Verify() error { return verify(o.Op) }

// MulScalar is data · scalar, element by element.
//
//	%r = nnvm.__mul_scalar__(%x) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
type MulScalar struct{ ir.Ref }

// Spec implements ir.View.
func (MulScalar) Spec() ir.Spec {
	return unary("__mul_scalar__", "Data · scalar, element by element.", need(floatParam("scalar")))
}

// Verify implements ir.Verifier.
func (o MulScalar) Verify() error { return verify(o.Op) }

// DivScalar is data / scalar, element by element.
//
//	%r = nnvm.__div_scalar__(%x) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
type DivScalar struct{ ir.Ref }

// Spec implements ir.View.
func (DivScalar) Spec() ir.Spec {
	return unary("__div_scalar__", "Data / scalar, element by element.", need(floatParam("scalar")))
}

// Verify implements ir.Verifier.
func (o DivScalar) Verify() error { return verify(o.Op) }

// RDivScalar is scalar / data, element by element.
//
//	%r = nnvm.__rdiv_scalar__(%x) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
type RDivScalar struct{ ir.Ref }

// Spec implements ir.View.
func (RDivScalar) Spec() ir.Spec {
	return unary("__rdiv_scalar__", "Scalar / data, element by element.", need(floatParam("scalar")))
}

// Verify implements ir.Verifier.
func (o RDivScalar) Verify() error { return verify(o.Op) }

// PowScalar is data to the power of scalar, element by element.
//
//	%r = nnvm.__pow_scalar__(%x) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
type PowScalar struct{ ir.Ref }

// Spec implements ir.View.
func (PowScalar) Spec() ir.Spec {
	return unary("__pow_scalar__", "Data to the power of scalar, element by element.", need(floatParam("scalar")))
}

// Verify implements ir.Verifier.
func (o PowScalar) Verify() error { return verify(o.Op) }

// RPowScalar is scalar to the power of data, element by element.
//
//	%r = nnvm.__rpow_scalar__(%x) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
type RPowScalar struct{ ir.Ref }

// Spec implements ir.View.
func (RPowScalar) Spec() ir.Spec {
	return unary("__rpow_scalar__", "Scalar to the power of data, element by element.", need(floatParam("scalar")))
}

// Verify implements ir.Verifier.
func (o RPowScalar) Verify() error { return verify(o.Op) }
