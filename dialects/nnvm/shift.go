package nnvm

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// shiftOps lists the operators that shift the bits of integers. They have no gradient.
func shiftOps() []ir.OpDecl {
	left := func(e emit.Emitter, x, y *ir.Value) *ir.Value { return binaryOf[stablehlo.ShiftLeft](e, x, y) }
	scalar := func(f emit.Combine) rules {
		r := withScalar(func(x *expansion, s *ir.Value) *ir.Value { return f(x.Emitter, x.in[0], s) }, nil)
		r.elems = integers
		return r
	}
	tensors := func(f emit.Combine) rules {
		r := broadcasting(f, nil)
		r.elems = integers
		return r
	}
	return []ir.OpDecl{
		declare[LeftShiftScalar](scalar(left)), declare[RightShiftScalar](scalar(shiftRight)),
		declare[BroadcastLeftShift](tensors(left)), declare[BroadcastRightShift](tensors(shiftRight)),
	}
}

// shiftRight shifts x right by y bits. For signed integers, copies of the sign fill the free bits.
func shiftRight(e emit.Emitter, x, y *ir.Value) *ir.Value {
	if x.Type().Elem().Kind().IsUnsigned() {
		return binaryOf[stablehlo.ShiftRightLogical](e, x, y)
	}
	return binaryOf[stablehlo.ShiftRightArithmetic](e, x, y)
}

// integers requires that all operands and results have the same integer element type.
func integers(e *Elems) error {
	for _, t := range slices.Concat(e.In, e.Out) {
		if !t.IsNil() && !t.Kind().IsInt() {
			return ir.Errorf(e.Op, "needs integers, but has '%s'", t)
		}
	}
	return e.All()
}

// verifyBits requires that the parameter scalar is an integer and at least 0.
func verifyBits(op *ir.Op) error {
	if n := scalarOf(op); n < 0 || n != math.Trunc(n) {
		return ir.Errorf(op, "needs a number of bits that is whole and not negative, but has %s", formatFloat(n))
	}
	return verify(op)
}

// LeftShiftScalar is data shifted left. The parameter scalar is the number of bits.
//
//	%r = nnvm.__lshift_scalar__(%x) {scalar = 2.0} : (tensor<4xi32>) -> tensor<4xi32>
type LeftShiftScalar struct{ ir.Ref }

// Spec implements ir.View.
func (LeftShiftScalar) Spec() ir.Spec {
	return unary("__lshift_scalar__", "Data shifted left. The parameter scalar is the number of bits.", need(floatParam("scalar")))
}

// Verify implements ir.Verifier.
func (o LeftShiftScalar) Verify() error { return verifyBits(o.Op) }

// RightShiftScalar is data shifted right. The parameter scalar is the number of bits.
//
//	%r = nnvm.__rshift_scalar__(%x) {scalar = 2.0} : (tensor<4xi32>) -> tensor<4xi32>
type RightShiftScalar struct{ ir.Ref }

// Spec implements ir.View.
func (RightShiftScalar) Spec() ir.Spec {
	return unary("__rshift_scalar__", "Data shifted right. The parameter scalar is the number of bits.", need(floatParam("scalar")))
}

// Verify implements ir.Verifier.
func (o RightShiftScalar) Verify() error { return verifyBits(o.Op) }

// BroadcastLeftShift is lhs shifted left by rhs bits; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_left_shift(%a, %b) : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
type BroadcastLeftShift struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastLeftShift) Spec() ir.Spec {
	return binary("broadcast_left_shift", "Lhs shifted left by rhs bits. Dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastLeftShift) Verify() error { return verify(o.Op) }

// BroadcastRightShift is lhs shifted right by rhs bits; dimensions of extent 1 are repeated.
//
//	%r = nnvm.broadcast_right_shift(%a, %b) : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
type BroadcastRightShift struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastRightShift) Spec() ir.Spec {
	return binary("broadcast_right_shift", "Lhs shifted right by rhs bits. Dimensions of extent 1 are repeated.")
}

// Verify implements ir.Verifier.
func (o BroadcastRightShift) Verify() error { return verify(o.Op) }
