package onednngraph

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// matrixOps lists products and convolutions.
func matrixOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[MatMul](rules{check: checkMatMul, infer: inferMatMul, expand: expandMatMul}),
		declare[Convolution](rules{check: checkConvolution, infer: inferConvolution, expand: expandConvolution}),
		declare[ConvolutionBackwardData](rules{check: checkShapeGiven("dst_shape"), infer: inferBackwardData, refuse: refuseRuntime, expand: expandBackwardData}),
		declare[ConvolutionBackwardWeights](rules{check: checkShapeGiven("weights_shape"), infer: inferBackwardWeights, refuse: refuseRuntime, expand: expandBackwardWeights}),
		declare[ConvTranspose](rules{check: checkConvolution, infer: inferConvTranspose, expand: expandConvTranspose}),
		declare[ConvTransposeBackwardData](rules{check: checkConvolution, infer: inferTransposeBackwardData, expand: expandTransposeBackwardData}),
		declare[ConvTransposeBackwardWeights](rules{check: checkShapeGiven("weights_shape"), infer: inferBackwardWeights, refuse: refuseRuntime, expand: expandTransposeBackwardWeights}),
	}
}

// MatMul is the product of matrices, with broadcast batch dimensions and an optional bias.
//
//	%r = onednn_graph.MatMul(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
type MatMul struct{ ir.Ref }

// Src, Weights and Bias return the operands; Bias is nil if absent.
func (o MatMul) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o MatMul) Weights() *ir.Value { return o.Op.OperandAt(1) }
func (o MatMul) Bias() *ir.Value    { return optionalOperand(o.Op, 2) }

// Spec implements ir.View.
func (MatMul) Spec() ir.Spec {
	return operator("MatMul", "The product of matrices, with broadcast batch dimensions and an optional bias.", "src:T weights:T bias?:T", "dst:T1", types{"T": floats(), "T1": floats()}, preset(boolean("transpose_a"), false), preset(boolean("transpose_b"), false), preset(word("accumulation_mode", "strict", "relaxed", "any", "f32", "s32", "f16"), "strict"))
}

// Verify implements ir.Verifier.
func (o MatMul) Verify() error { return verify(o.Op) }

// Convolution is a convolution, with an optional bias.
//
//	%r = onednn_graph.Convolution(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
type Convolution struct{ ir.Ref }

// Src, Weights and Bias return the operands; Bias is nil if absent.
func (o Convolution) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o Convolution) Weights() *ir.Value { return o.Op.OperandAt(1) }
func (o Convolution) Bias() *ir.Value    { return optionalOperand(o.Op, 2) }

// Spec implements ir.View.
func (Convolution) Spec() ir.Spec {
	return operator("Convolution", "A convolution, with an optional bias.", "src:T weights:T bias?:T", "dst:T", types{"T": floats()}, convolution("XIO", "OIX")...)
}

// Verify implements ir.Verifier.
func (o Convolution) Verify() error { return verify(o.Op) }

// ConvolutionBackwardData is the gradient of a convolution with respect to its source.
//
//	%r = onednn_graph.ConvolutionBackwardData(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, dst_shape = array<i64: 1, 5, 5, 2>} : (tensor<1x3x3x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x5x5x2xf32>
type ConvolutionBackwardData struct{ ir.Ref }

// DiffDst, Weights and RuntimeShape return the operands; RuntimeShape is nil if absent.
func (o ConvolutionBackwardData) DiffDst() *ir.Value      { return o.Op.OperandAt(0) }
func (o ConvolutionBackwardData) Weights() *ir.Value      { return o.Op.OperandAt(1) }
func (o ConvolutionBackwardData) RuntimeShape() *ir.Value { return optionalOperand(o.Op, 2) }

// Spec implements ir.View.
func (ConvolutionBackwardData) Spec() ir.Spec {
	return operator("ConvolutionBackwardData", "The gradient of a convolution with respect to its source.", "diff_dst:T1 weights:T1 runtime_shape?:T2", "diff_src:T1", types{"T1": floats(), "T2": only(tensor.I32)}, append(convolution("XIO", "OIX"), maybe(integers("output_padding")), maybe(integers("dst_shape")))...)
}

// Verify implements ir.Verifier.
func (o ConvolutionBackwardData) Verify() error { return verify(o.Op) }

// ConvolutionBackwardWeights is the gradient of a convolution with respect to its weights.
//
//	%r = onednn_graph.ConvolutionBackwardWeights(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, weights_shape = array<i64: 3, 3, 2, 4>} : (tensor<1x5x5x2xf32>, tensor<1x3x3x4xf32>) -> tensor<3x3x2x4xf32>
type ConvolutionBackwardWeights struct{ ir.Ref }

// Src, DiffDst and RuntimeShape return the operands; RuntimeShape is nil if absent.
func (o ConvolutionBackwardWeights) Src() *ir.Value          { return o.Op.OperandAt(0) }
func (o ConvolutionBackwardWeights) DiffDst() *ir.Value      { return o.Op.OperandAt(1) }
func (o ConvolutionBackwardWeights) RuntimeShape() *ir.Value { return optionalOperand(o.Op, 2) }

// Spec implements ir.View.
func (ConvolutionBackwardWeights) Spec() ir.Spec {
	return operator("ConvolutionBackwardWeights", "The gradient of a convolution with respect to its weights.", "src:T1 diff_dst:T1 runtime_shape?:T2", "diff_weights:T1", types{"T1": floats(), "T2": only(tensor.I32)}, append(convolution("XIO", "OIX"), maybe(integers("weights_shape")))...)
}

// Verify implements ir.Verifier.
func (o ConvolutionBackwardWeights) Verify() error { return verify(o.Op) }

// ConvTranspose is a transposed convolution, with an optional bias.
//
//	%r = onednn_graph.ConvTranspose(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x3x3x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x5x5x2xf32>
type ConvTranspose struct{ ir.Ref }

// Src, Weights and Bias return the operands; Bias is nil if absent.
func (o ConvTranspose) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o ConvTranspose) Weights() *ir.Value { return o.Op.OperandAt(1) }
func (o ConvTranspose) Bias() *ir.Value    { return optionalOperand(o.Op, 2) }

// Spec implements ir.View.
func (ConvTranspose) Spec() ir.Spec {
	return operator("ConvTranspose", "A transposed convolution, with an optional bias.", "src:T weights:T bias?:T", "dst:T", types{"T": floats()}, append(convolution("XOI", "IOX"), maybe(integers("output_padding")))...)
}

// Verify implements ir.Verifier.
func (o ConvTranspose) Verify() error { return verify(o.Op) }

// ConvTransposeBackwardData is the gradient of a transposed convolution with respect to its source.
//
//	%r = onednn_graph.ConvTransposeBackwardData(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
type ConvTransposeBackwardData struct{ ir.Ref }

// DiffDst and Weights return the operands.
func (o ConvTransposeBackwardData) DiffDst() *ir.Value { return o.Op.OperandAt(0) }
func (o ConvTransposeBackwardData) Weights() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (ConvTransposeBackwardData) Spec() ir.Spec {
	return operator("ConvTransposeBackwardData", "The gradient of a transposed convolution with respect to its source.", "diff_dst:T weights:T", "diff_src:T", types{"T": floats()}, convolution("XOI", "IOX")...)
}

// Verify implements ir.Verifier.
func (o ConvTransposeBackwardData) Verify() error { return verify(o.Op) }

// ConvTransposeBackwardWeights is the gradient of a transposed convolution with respect to its
// weights.
//
//	%r = onednn_graph.ConvTransposeBackwardWeights(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, weights_shape = array<i64: 3, 3, 2, 4>} : (tensor<1x3x3x4xf32>, tensor<1x5x5x2xf32>) -> tensor<3x3x2x4xf32>
type ConvTransposeBackwardWeights struct{ ir.Ref }

// Src, DiffDst and RuntimeShape return the operands; RuntimeShape is nil if absent.
func (o ConvTransposeBackwardWeights) Src() *ir.Value          { return o.Op.OperandAt(0) }
func (o ConvTransposeBackwardWeights) DiffDst() *ir.Value      { return o.Op.OperandAt(1) }
func (o ConvTransposeBackwardWeights) RuntimeShape() *ir.Value { return optionalOperand(o.Op, 2) }

// Spec implements ir.View.
func (ConvTransposeBackwardWeights) Spec() ir.Spec {
	return operator("ConvTransposeBackwardWeights", "The gradient of a transposed convolution with respect to its weights.", "src:T1 diff_dst:T1 runtime_shape?:T2", "diff_weights:T1", types{"T1": floats(), "T2": only(tensor.I32)}, append(convolution("XOI", "IOX"), maybe(integers("weights_shape")))...)
}

// Verify implements ir.Verifier.
func (o ConvTransposeBackwardWeights) Verify() error { return verify(o.Op) }
