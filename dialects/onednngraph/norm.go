package onednngraph

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func normOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[BatchNormInference](rules{check: checkNorm(1), infer: inferBatchNorm, expand: expandBatchNormInference}),
		declare[BatchNormForwardTraining](rules{check: checkNorm(1), infer: inferBatchNorm, expand: expandBatchNormTraining}),
		declare[BatchNormTrainingBackward](rules{check: checkNorm(2), infer: inferBatchNorm, expand: expandBatchNormBackward}),
		declare[GroupNorm](rules{check: checkLayerNorm, infer: inferGroupNorm, expand: expandGroupNorm}),
		declare[LayerNorm](rules{check: checkLayerNorm, infer: inferLayerNorm, expand: expandLayerNorm}),
		declare[LayerNormBackward](rules{check: checkLayerNormBackward, infer: inferLayerNormBackward, expand: expandLayerNormBackward}),
		declare[RMSNorm](rules{check: checkNorm(1), infer: inferRMSNorm, expand: expandRMSNorm}),
		declare[SoftMax](rules{check: checkSoftMax, infer: inferSoftMax, expand: expandSoftMax}),
		declare[SoftMaxBackward](rules{check: checkSoftMax, infer: alongAxis, expand: expandSoftMaxBackward}),
		declare[LogSoftmax](rules{infer: alongAxis, expand: expandLogSoftmax}),
		declare[LogSoftmaxBackward](rules{infer: alongAxis, expand: expandLogSoftmaxBackward}),
	}
}

// BatchNormInference normalizes channels with a given mean and variance.
//
//	%r = onednn_graph.BatchNormInference(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type BatchNormInference struct{ ir.Ref }

// Src, Gamma, Beta, Mean and Variance return the operands.
func (o BatchNormInference) Src() *ir.Value      { return o.Op.OperandAt(0) }
func (o BatchNormInference) Gamma() *ir.Value    { return o.Op.OperandAt(1) }
func (o BatchNormInference) Beta() *ir.Value     { return o.Op.OperandAt(2) }
func (o BatchNormInference) Mean() *ir.Value     { return o.Op.OperandAt(3) }
func (o BatchNormInference) Variance() *ir.Value { return o.Op.OperandAt(4) }

// Spec implements ir.View.
func (BatchNormInference) Spec() ir.Spec {
	return operator("BatchNormInference", "Normalizes channels with a given mean and variance.", "src:T1 gamma:T2 beta:T2 mean:T2 variance:T2", "dst:T1", types{"T1": floats(), "T2": parameters()}, number("epsilon"), dataFormat())
}

// Verify implements ir.Verifier.
func (o BatchNormInference) Verify() error { return verify(o.Op) }

// BatchNormForwardTraining normalizes channels with the mean and variance of the batch. It also
// returns the updated running mean and variance, and the mean and variance of the batch.
//
//	%r:5 = onednn_graph.BatchNormForwardTraining(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
type BatchNormForwardTraining struct{ ir.Ref }

// Src returns the data. Mean and Variance return the running mean and variance. Affine returns
// gamma and beta if they are present.
func (o BatchNormForwardTraining) Src() *ir.Value      { return o.Op.OperandAt(0) }
func (o BatchNormForwardTraining) Mean() *ir.Value     { return o.Op.OperandAt(1) }
func (o BatchNormForwardTraining) Variance() *ir.Value { return o.Op.OperandAt(2) }
func (o BatchNormForwardTraining) Affine() []*ir.Value { return o.Op.OperandList()[3:] }

// Dst, RunningMean, RunningVariance, BatchMean and BatchVariance return the results.
func (o BatchNormForwardTraining) Dst() *ir.Value             { return o.Op.ResultAt(0) }
func (o BatchNormForwardTraining) RunningMean() *ir.Value     { return o.Op.ResultAt(1) }
func (o BatchNormForwardTraining) RunningVariance() *ir.Value { return o.Op.ResultAt(2) }
func (o BatchNormForwardTraining) BatchMean() *ir.Value       { return o.Op.ResultAt(3) }
func (o BatchNormForwardTraining) BatchVariance() *ir.Value   { return o.Op.ResultAt(4) }

// Spec implements ir.View.
func (BatchNormForwardTraining) Spec() ir.Spec {
	return operator("BatchNormForwardTraining", "Normalizes channels with the mean and variance of the batch, and updates the running mean and variance.", "src:T1 mean:T2 variance:T2 affine*:T2", "dst:T1 running_mean:T2 running_variance:T2 batch_mean:T2 batch_variance:T2", types{"T1": floats(), "T2": parameters()}, number("epsilon"), maybe(number("momentum")), dataFormat())
}

// Verify implements ir.Verifier.
func (o BatchNormForwardTraining) Verify() error { return verify(o.Op) }

// BatchNormTrainingBackward computes the gradients of BatchNormForwardTraining.
//
//	%r:3 = onednn_graph.BatchNormTrainingBackward(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
type BatchNormTrainingBackward struct{ ir.Ref }

// Src, DiffDst, Mean, Variance and Gamma return the operands; Gamma is nil if absent.
func (o BatchNormTrainingBackward) Src() *ir.Value      { return o.Op.OperandAt(0) }
func (o BatchNormTrainingBackward) DiffDst() *ir.Value  { return o.Op.OperandAt(1) }
func (o BatchNormTrainingBackward) Mean() *ir.Value     { return o.Op.OperandAt(2) }
func (o BatchNormTrainingBackward) Variance() *ir.Value { return o.Op.OperandAt(3) }
func (o BatchNormTrainingBackward) Gamma() *ir.Value    { return optionalOperand(o.Op, 4) }

// DiffSrc returns the gradient of the data, and DiffAffine the gradients of gamma and beta.
func (o BatchNormTrainingBackward) DiffSrc() *ir.Value      { return o.Op.ResultAt(0) }
func (o BatchNormTrainingBackward) DiffAffine() []*ir.Value { return o.Op.ResultList()[1:] }

// Spec implements ir.View.
func (BatchNormTrainingBackward) Spec() ir.Spec {
	return operator("BatchNormTrainingBackward", "The gradients of BatchNormForwardTraining.", "src:T1 diff_dst:T1 mean:T2 variance:T2 gamma?:T2", "diff_src:T1 diff_affine*:T2", types{"T1": floats(), "T2": parameters()}, number("epsilon"), dataFormat())
}

// Verify implements ir.Verifier.
func (o BatchNormTrainingBackward) Verify() error { return verify(o.Op) }

// GroupNorm divides the channels into groups, and normalizes each group.
//
//	%r = onednn_graph.GroupNorm(%a, %b, %c) {groups = 2, keep_stats = false} : (tensor<1x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x3x4xf32>
type GroupNorm struct{ ir.Ref }

// Src returns the data. Affine returns gamma and beta, or nothing if they are absent.
func (o GroupNorm) Src() *ir.Value      { return o.Op.OperandAt(0) }
func (o GroupNorm) Affine() []*ir.Value { return o.Op.OperandList()[1:] }

// Dst returns the normalized data. Stats returns the mean and the variance, or nothing if absent.
func (o GroupNorm) Dst() *ir.Value     { return o.Op.ResultAt(0) }
func (o GroupNorm) Stats() []*ir.Value { return o.Op.ResultList()[1:] }

// Spec implements ir.View.
func (GroupNorm) Spec() ir.Spec {
	return operator("GroupNorm", "Normalizes groups of channels.", "src:T1 affine*:T2", "dst:T1 stats*:T2", types{"T1": floats(), "T2": parameters()}, preset(boolean("keep_stats"), true), integer("groups"), preset(boolean("use_affine"), true), preset(number("epsilon"), 1e-5), dataFormat())
}

// Verify implements ir.Verifier.
func (o GroupNorm) Verify() error { return verify(o.Op) }

// LayerNorm normalizes over the dimensions from begin_norm_axis on, to mean 0 and variance 1.
//
//	%r:3 = onednn_graph.LayerNorm(%a, %b, %c) : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>)
type LayerNorm struct{ ir.Ref }

// Src returns the data. Affine returns gamma and beta, or nothing if they are absent.
func (o LayerNorm) Src() *ir.Value      { return o.Op.OperandAt(0) }
func (o LayerNorm) Affine() []*ir.Value { return o.Op.OperandList()[1:] }

// Dst returns the normalized data. Stats returns the mean and the variance, or nothing if absent.
func (o LayerNorm) Dst() *ir.Value     { return o.Op.ResultAt(0) }
func (o LayerNorm) Stats() []*ir.Value { return o.Op.ResultList()[1:] }

// Spec implements ir.View.
func (LayerNorm) Spec() ir.Spec {
	return operator("LayerNorm", "Normalizes over the dimensions from begin_norm_axis on.", "src:T1 affine*:T2", "dst:T1 stats*:T2", types{"T1": floats(), "T2": parameters()}, preset(boolean("keep_stats"), true), preset(integer("begin_norm_axis"), -1), preset(boolean("use_affine"), true), preset(number("epsilon"), 1e-5))
}

// Verify implements ir.Verifier.
func (o LayerNorm) Verify() error { return verify(o.Op) }

// LayerNormBackward computes the gradients of LayerNorm.
//
//	%r:3 = onednn_graph.LayerNormBackward(%a, %b, %c, %d, %e, %f) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
type LayerNormBackward struct{ ir.Ref }

// Src, DiffDst, Mean and Variance return the operands. Affine returns gamma and beta if they are
// present.
func (o LayerNormBackward) Src() *ir.Value      { return o.Op.OperandAt(0) }
func (o LayerNormBackward) DiffDst() *ir.Value  { return o.Op.OperandAt(1) }
func (o LayerNormBackward) Mean() *ir.Value     { return o.Op.OperandAt(2) }
func (o LayerNormBackward) Variance() *ir.Value { return o.Op.OperandAt(3) }
func (o LayerNormBackward) Affine() []*ir.Value { return o.Op.OperandList()[4:] }

// DiffSrc returns the gradient of the data, and DiffAffine the gradients of gamma and beta.
func (o LayerNormBackward) DiffSrc() *ir.Value      { return o.Op.ResultAt(0) }
func (o LayerNormBackward) DiffAffine() []*ir.Value { return o.Op.ResultList()[1:] }

// Spec implements ir.View.
func (LayerNormBackward) Spec() ir.Spec {
	return operator("LayerNormBackward", "The gradients of LayerNorm.", "src:T1 diff_dst:T1 mean:T2 variance:T2 affine*:T2", "diff_src:T1 diff_affine*:T2", types{"T1": floats(), "T2": parameters()}, preset(integer("begin_norm_axis"), -1), preset(boolean("use_affine"), true), preset(number("epsilon"), 1e-5))
}

// Verify implements ir.Verifier.
func (o LayerNormBackward) Verify() error { return verify(o.Op) }

// RMSNorm divides by the square root of the mean of squares over the dimensions from
// begin_norm_axis on, and multiplies by gamma.
//
//	%r = onednn_graph.RMSNorm(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type RMSNorm struct{ ir.Ref }

// Src and Gamma return the operands; Gamma is nil if absent.
func (o RMSNorm) Src() *ir.Value   { return o.Op.OperandAt(0) }
func (o RMSNorm) Gamma() *ir.Value { return optionalOperand(o.Op, 1) }

// Spec implements ir.View.
func (RMSNorm) Spec() ir.Spec {
	return operator("RMSNorm", "Divides by the square root of the mean of squares over the dimensions from begin_norm_axis on.", "src:T1 gamma?:T2", "dst:T1", types{"T1": floats(), "T2": floats()}, preset(integer("begin_norm_axis"), -1), preset(number("epsilon"), 1e-5))
}

// Verify implements ir.Verifier.
func (o RMSNorm) Verify() error { return verify(o.Op) }

// SoftMax is the exponential of each element, divided by the sum of exponentials along an axis.
//
//	%r = onednn_graph.SoftMax(%a) {axis = -1} : (tensor<2x4xf32>) -> tensor<2x4xf32>
type SoftMax struct{ ir.Ref }

// Dst and Stats return the results; Stats is nil if absent.
func (o SoftMax) Dst() *ir.Value   { return o.Op.ResultAt(0) }
func (o SoftMax) Stats() *ir.Value { return optionalResult(o.Op, 1) }

// Spec implements ir.View.
func (SoftMax) Spec() ir.Spec {
	return operator("SoftMax", "The exponential of each element, divided by the sum of exponentials along an axis.", "src:T1", "dst:T2 stats?:T3", types{"T1": floats(), "T2": floats(), "T3": only(tensor.F32)}, preset(integer("axis"), 1), preset(word("mode", "none", "inf_as_zero"), "none"))
}

// Verify implements ir.Verifier.
func (o SoftMax) Verify() error { return verify(o.Op) }

// SoftMaxBackward is the gradient of SoftMax.
//
//	%r = onednn_graph.SoftMaxBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type SoftMaxBackward struct{ ir.Ref }

// DiffDst and Dst return the operands.
func (o SoftMaxBackward) DiffDst() *ir.Value { return o.Op.OperandAt(0) }
func (o SoftMaxBackward) Dst() *ir.Value     { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (SoftMaxBackward) Spec() ir.Spec {
	return operator("SoftMaxBackward", "The gradient of SoftMax.", "diff_dst:T1 dst:T1", "diff_src:T2", types{"T1": floats(), "T2": floats()}, preset(integer("axis"), 1))
}

// Verify implements ir.Verifier.
func (o SoftMaxBackward) Verify() error { return verify(o.Op) }

// LogSoftmax is the logarithm of SoftMax.
//
//	%r = onednn_graph.LogSoftmax(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type LogSoftmax struct{ ir.Ref }

// Spec implements ir.View.
func (LogSoftmax) Spec() ir.Spec {
	return operator("LogSoftmax", "The logarithm of SoftMax.", "src:T", "dst:T", types{"T": floats()}, preset(integer("axis"), -1))
}

// Verify implements ir.Verifier.
func (o LogSoftmax) Verify() error { return verify(o.Op) }

// LogSoftmaxBackward is the gradient of LogSoftmax.
//
//	%r = onednn_graph.LogSoftmaxBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type LogSoftmaxBackward struct{ ir.Ref }

// DiffDst and Dst return the operands.
func (o LogSoftmaxBackward) DiffDst() *ir.Value { return o.Op.OperandAt(0) }
func (o LogSoftmaxBackward) Dst() *ir.Value     { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (LogSoftmaxBackward) Spec() ir.Spec {
	return operator("LogSoftmaxBackward", "The gradient of LogSoftmax.", "diff_dst:T dst:T", "diff_src:T", types{"T": floats()}, preset(integer("axis"), -1))
}

// Verify implements ir.Verifier.
func (o LogSoftmaxBackward) Verify() error { return verify(o.Op) }
