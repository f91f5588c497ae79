package nnvm

import "github.com/lathe-ir/lathe/ir"

func makeOps() []ir.OpDecl {
	filled := func(v func(op *ir.Op) float64) rules {
		return rules{shapes: fullShapes, elems: outElem("dtype"), pattern: Elementwise, expand: fillWith(v), grad: noGrads}
	}
	like := func(v func(op *ir.Op) float64) rules {
		return rules{shapes: sameShape, pattern: Elementwise, inPlace: first(), expand: fillWith(v), layout: keepLayout, grad: gradBlock}
	}
	fill := func(op *ir.Op) float64 { return floatOf(op, "fill_value", 0) }
	num := func(v float64) func(*ir.Op) float64 { return func(*ir.Op) float64 { return v } }
	return []ir.OpDecl{
		declare[Full](filled(fill)), declare[Zeros](filled(num(0))), declare[Ones](filled(num(1))),
		declare[FullLike](like(fill)), declare[ZerosLike](like(num(0))), declare[OnesLike](like(num(1))),
		declare[UndefValue](rules{pattern: Opaque}),
	}
}

func fillWith(v func(op *ir.Op) float64) func(*expansion) []*ir.Value {
	return func(x *expansion) []*ir.Value { return one(x.Fill(x.out(0), v(x.op))) }
}

func fullShapes(s *Shapes) error {
	shape := ShapeOf(intsOf(s.Op, "shape"))
	if len(shape) == 0 {
		return nil
	}
	return s.SetOut(0, shape)
}

// Full is a tensor whose elements are all fill_value. If the parameter shape is absent or empty,
// the users of the result determine the shape.
//
//	%r = nnvm.full() {fill_value = 3.0, shape = array<i64: 4>} : () -> tensor<4xf32>
type Full struct{ ir.Ref }

// Spec implements ir.View.
func (Full) Spec() ir.Spec {
	return operator("full", "A tensor whose elements are all fill_value.", "", "result", tupleParam("shape"), textParam("dtype"), need(floatParam("fill_value")))
}

// Verify implements ir.Verifier.
func (o Full) Verify() error { return verify(o.Op) }

// Zeros is a tensor of zeros.
//
//	%r = nnvm.zeros() {shape = array<i64: 4>} : () -> tensor<4xf32>
type Zeros struct{ ir.Ref }

// Spec implements ir.View.
func (Zeros) Spec() ir.Spec {
	return operator("zeros", "A tensor of zeros.", "", "result", tupleParam("shape"), textParam("dtype"))
}

// Verify implements ir.Verifier.
func (o Zeros) Verify() error { return verify(o.Op) }

// Ones is a tensor of ones.
//
//	%r = nnvm.ones() {shape = array<i64: 4>} : () -> tensor<4xf32>
type Ones struct{ ir.Ref }

// Spec implements ir.View.
func (Ones) Spec() ir.Spec {
	return operator("ones", "A tensor of ones.", "", "result", tupleParam("shape"), textParam("dtype"))
}

// Verify implements ir.Verifier.
func (o Ones) Verify() error { return verify(o.Op) }

// FullLike is a tensor with the shape of its operand. All its elements are fill_value.
//
//	%r = nnvm.full_like(%x) {fill_value = 3.0} : (tensor<4xf32>) -> tensor<4xf32>
type FullLike struct{ ir.Ref }

// Spec implements ir.View.
func (FullLike) Spec() ir.Spec {
	return unary("full_like", "A tensor with the shape of another tensor, whose elements are all fill_value.", need(floatParam("fill_value")))
}

// Verify implements ir.Verifier.
func (o FullLike) Verify() error { return verify(o.Op) }

// ZerosLike is a tensor of zeros with the shape of its operand.
//
//	%r = nnvm.zeros_like(%x) : (tensor<4xf32>) -> tensor<4xf32>
type ZerosLike struct{ ir.Ref }

// Spec implements ir.View.
func (ZerosLike) Spec() ir.Spec { return unary("zeros_like", "Zeros in the shape of another tensor.") }

// Verify implements ir.Verifier.
func (o ZerosLike) Verify() error { return verify(o.Op) }

// OnesLike is a tensor of ones with the shape of its operand.
//
//	%r = nnvm.ones_like(%x) : (tensor<4xf32>) -> tensor<4xf32>
type OnesLike struct{ ir.Ref }

// Spec implements ir.View.
func (OnesLike) Spec() ir.Spec { return unary("ones_like", "Ones in the shape of another tensor.") }

// Verify implements ir.Verifier.
func (o OnesLike) Verify() error { return verify(o.Op) }

// UndefValue is an undefined value. NNVM's passes put it in place of a result without uses.
//
//	%r = nnvm.__undef__() : () -> tensor<4xf32>
type UndefValue struct{ ir.Ref }

// Spec implements ir.View.
func (UndefValue) Spec() ir.Spec {
	return operator("__undef__", "Represents an undefined value, which replaces a result without uses.", "", "result")
}

// Verify implements ir.Verifier.
func (o UndefValue) Verify() error { return verify(o.Op) }
