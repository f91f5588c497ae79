package onednngraph

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func poolOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[AvgPool](rules{check: checkWindow, infer: inferPool, expand: expandAvgPool}),
		declare[AvgPoolBackward](rules{check: checkShapeGiven("src_shape"), infer: inferAvgPoolBackward, refuse: refuseRuntime, expand: expandAvgPoolBackward}),
		declare[MaxPool](rules{check: checkWindow, infer: inferPool, expand: expandMaxPool}),
		declare[MaxPoolBackward](rules{check: checkWindow, infer: inferMaxPoolBackward, refuse: refuseDilation, expand: expandMaxPoolBackward}),
	}
}

// AvgPool is the mean of each window.
//
//	%r = onednn_graph.AvgPool(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false} : (tensor<1x4x4x2xf32>) -> tensor<1x3x3x2xf32>
type AvgPool struct{ ir.Ref }

// Spec implements ir.View.
func (AvgPool) Spec() ir.Spec {
	return operator("AvgPool", "The mean of each window.", "src:T", "dst:T", types{"T": floats()}, pool(boolean("exclude_pad"), rounding())...)
}

// Verify implements ir.Verifier.
func (o AvgPool) Verify() error { return verify(o.Op) }

// AvgPoolBackward is the gradient of AvgPool.
//
//	%r = onednn_graph.AvgPoolBackward(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false, src_shape = array<i64: 1, 4, 4, 2>} : (tensor<1x3x3x2xf32>) -> tensor<1x4x4x2xf32>
type AvgPoolBackward struct{ ir.Ref }

// DiffDst and RuntimeShape return the operands; RuntimeShape is nil if absent.
func (o AvgPoolBackward) DiffDst() *ir.Value      { return o.Op.OperandAt(0) }
func (o AvgPoolBackward) RuntimeShape() *ir.Value { return optionalOperand(o.Op, 1) }

// Spec implements ir.View.
func (AvgPoolBackward) Spec() ir.Spec {
	return operator("AvgPoolBackward", "The gradient of AvgPool.", "diff_dst:T runtime_shape?:T1", "diff_src:T", types{"T": floats(), "T1": only(tensor.I32)}, pool(boolean("exclude_pad"), maybe(integers("src_shape")))...)
}

// Verify implements ir.Verifier.
func (o AvgPoolBackward) Verify() error { return verify(o.Op) }

// MaxPool is the largest element of each window.
//
//	%r = onednn_graph.MaxPool(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>) -> tensor<1x3x3x2xf32>
type MaxPool struct{ ir.Ref }

// Spec implements ir.View.
func (MaxPool) Spec() ir.Spec {
	return operator("MaxPool", "The largest element of each window.", "src:T", "dst:T", types{"T": floats()}, pool(maybe(integers("dilations")), rounding())...)
}

// Verify implements ir.Verifier.
func (o MaxPool) Verify() error { return verify(o.Op) }

// MaxPoolBackward is the gradient of MaxPool. The gradient of each window is added at the position
// of the window's largest element.
//
//	%r = onednn_graph.MaxPoolBackward(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>, tensor<1x3x3x2xf32>) -> tensor<1x4x4x2xf32>
type MaxPoolBackward struct{ ir.Ref }

// Src and DiffDst return the operands.
func (o MaxPoolBackward) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o MaxPoolBackward) DiffDst() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (MaxPoolBackward) Spec() ir.Spec {
	return operator("MaxPoolBackward", "The gradient of MaxPool: adds the gradient of each window at the position of the window's largest element.", "src:T diff_dst:T", "diff_src:T", types{"T": floats()}, pool(maybe(integers("dilations")))...)
}

// Verify implements ir.Verifier.
func (o MaxPoolBackward) Verify() error { return verify(o.Op) }
