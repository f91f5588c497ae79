package onednngraph

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func reduceOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[ReduceL1](rules{check: checkAxes, infer: inferReduce, refuse: refuseRuntime, expand: expandReduceL1}),
		declare[ReduceL2](rules{check: checkAxes, infer: inferReduce, refuse: refuseRuntime, expand: expandReduceL2}),
		declare[ReduceMax](rules{check: checkAxes, infer: inferReduce, refuse: refuseRuntime, expand: expandReduceMax}),
		declare[ReduceMean](rules{check: checkAxes, infer: inferReduce, refuse: refuseRuntime, expand: expandReduceMean}),
		declare[ReduceMin](rules{check: checkAxes, infer: inferReduce, refuse: refuseRuntime, expand: expandReduceMin}),
		declare[ReduceProd](rules{check: checkAxes, infer: inferReduce, refuse: refuseRuntime, expand: expandReduceProd}),
		declare[ReduceSum](rules{check: checkAxes, infer: inferReduce, refuse: refuseRuntime, expand: expandReduceSum}),
	}
}

// ReduceL1 is the sum of absolute values along axes.
//
//	%r = onednn_graph.ReduceL1(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
type ReduceL1 struct{ ir.Ref }

// Src and RuntimeAxes return the operands; RuntimeAxes is nil if absent.
func (o ReduceL1) Src() *ir.Value         { return o.Op.OperandAt(0) }
func (o ReduceL1) RuntimeAxes() *ir.Value { return optionalOperand(o.Op, 1) }

// Spec implements ir.View.
func (ReduceL1) Spec() ir.Spec {
	return operator("ReduceL1", "The sum of absolute values along axes.", "src:T1 runtime_axes?:T2", "dst:T1", types{"T1": floats(), "T2": only(tensor.I32)}, maybe(integers("axes")), preset(boolean("keep_dims"), false))
}

// Verify implements ir.Verifier.
func (o ReduceL1) Verify() error { return verify(o.Op) }

// ReduceL2 is the square root of the sum of squares along axes.
//
//	%r = onednn_graph.ReduceL2(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
type ReduceL2 struct{ ir.Ref }

// Src and RuntimeAxes return the operands; RuntimeAxes is nil if absent.
func (o ReduceL2) Src() *ir.Value         { return o.Op.OperandAt(0) }
func (o ReduceL2) RuntimeAxes() *ir.Value { return optionalOperand(o.Op, 1) }

// Spec implements ir.View.
func (ReduceL2) Spec() ir.Spec {
	return operator("ReduceL2", "The square root of the sum of squares along axes.", "src:T1 runtime_axes?:T2", "dst:T1", types{"T1": floats(), "T2": only(tensor.I32)}, maybe(integers("axes")), preset(boolean("keep_dims"), false))
}

// Verify implements ir.Verifier.
func (o ReduceL2) Verify() error { return verify(o.Op) }

// ReduceMax is the largest element along axes.
//
//	%r = onednn_graph.ReduceMax(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
type ReduceMax struct{ ir.Ref }

// Src and RuntimeAxes return the operands; RuntimeAxes is nil if absent.
func (o ReduceMax) Src() *ir.Value         { return o.Op.OperandAt(0) }
func (o ReduceMax) RuntimeAxes() *ir.Value { return optionalOperand(o.Op, 1) }

// Spec implements ir.View.
func (ReduceMax) Spec() ir.Spec {
	return operator("ReduceMax", "The largest element along axes.", "src:T1 runtime_axes?:T2", "dst:T1", types{"T1": floats(), "T2": only(tensor.I32)}, maybe(integers("axes")), preset(boolean("keep_dims"), false))
}

// Verify implements ir.Verifier.
func (o ReduceMax) Verify() error { return verify(o.Op) }

// ReduceMean is the mean along axes.
//
//	%r = onednn_graph.ReduceMean(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
type ReduceMean struct{ ir.Ref }

// Src and RuntimeAxes return the operands; RuntimeAxes is nil if absent.
func (o ReduceMean) Src() *ir.Value         { return o.Op.OperandAt(0) }
func (o ReduceMean) RuntimeAxes() *ir.Value { return optionalOperand(o.Op, 1) }

// Spec implements ir.View.
func (ReduceMean) Spec() ir.Spec {
	return operator("ReduceMean", "The mean along axes.", "src:T1 runtime_axes?:T2", "dst:T1", types{"T1": floats(), "T2": only(tensor.I32)}, maybe(integers("axes")), preset(boolean("keep_dims"), false))
}

// Verify implements ir.Verifier.
func (o ReduceMean) Verify() error { return verify(o.Op) }

// ReduceMin is the smallest element along axes.
//
//	%r = onednn_graph.ReduceMin(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
type ReduceMin struct{ ir.Ref }

// Src and RuntimeAxes return the operands; RuntimeAxes is nil if absent.
func (o ReduceMin) Src() *ir.Value         { return o.Op.OperandAt(0) }
func (o ReduceMin) RuntimeAxes() *ir.Value { return optionalOperand(o.Op, 1) }

// Spec implements ir.View.
func (ReduceMin) Spec() ir.Spec {
	return operator("ReduceMin", "The smallest element along axes.", "src:T1 runtime_axes?:T2", "dst:T1", types{"T1": floats(), "T2": only(tensor.I32)}, maybe(integers("axes")), preset(boolean("keep_dims"), false))
}

// Verify implements ir.Verifier.
func (o ReduceMin) Verify() error { return verify(o.Op) }

// ReduceProd is the product along axes.
//
//	%r = onednn_graph.ReduceProd(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
type ReduceProd struct{ ir.Ref }

// Src and RuntimeAxes return the operands; RuntimeAxes is nil if absent.
func (o ReduceProd) Src() *ir.Value         { return o.Op.OperandAt(0) }
func (o ReduceProd) RuntimeAxes() *ir.Value { return optionalOperand(o.Op, 1) }

// Spec implements ir.View.
func (ReduceProd) Spec() ir.Spec {
	return operator("ReduceProd", "The product along axes.", "src:T1 runtime_axes?:T2", "dst:T1", types{"T1": floats(), "T2": only(tensor.I32)}, maybe(integers("axes")), preset(boolean("keep_dims"), false))
}

// Verify implements ir.Verifier.
func (o ReduceProd) Verify() error { return verify(o.Op) }

// ReduceSum is the sum along axes.
//
//	%r = onednn_graph.ReduceSum(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
type ReduceSum struct{ ir.Ref }

// Src and RuntimeAxes return the operands; RuntimeAxes is nil if absent.
func (o ReduceSum) Src() *ir.Value         { return o.Op.OperandAt(0) }
func (o ReduceSum) RuntimeAxes() *ir.Value { return optionalOperand(o.Op, 1) }

// Spec implements ir.View.
func (ReduceSum) Spec() ir.Spec {
	return operator("ReduceSum", "The sum along axes.", "src:T1 runtime_axes?:T2", "dst:T1", types{"T1": floats(), "T2": only(tensor.I32)}, maybe(integers("axes")), preset(boolean("keep_dims"), false))
}

// Verify implements ir.Verifier.
func (o ReduceSum) Verify() error { return verify(o.Op) }
