package onednngraph

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// binaryOps lists elementwise operations on several tensors, and gradients of BiasAdd and PReLU.
func binaryOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[Add](rules{infer: elementwise, expand: expandAdd}),
		declare[Divide](rules{infer: elementwise, expand: expandDivide}),
		declare[Maximum](rules{infer: elementwise, expand: expandMaximum}),
		declare[Minimum](rules{infer: elementwise, expand: expandMinimum}),
		declare[Multiply](rules{infer: elementwise, expand: expandMultiply}),
		declare[SquaredDifference](rules{infer: elementwise, expand: expandSquaredDifference}),
		declare[Subtract](rules{infer: elementwise, expand: expandSubtract}),
		declare[GreaterEqual](rules{infer: elementwise, expand: expandGreaterEqual}),
		declare[Select](rules{infer: elementwise, expand: expandSelect}),
		declare[BiasAdd](rules{infer: inferBiasAdd, expand: expandBiasAdd}),
		declare[BiasAddBackward](rules{infer: inferBiasAddBackward, expand: expandBiasAddBackward}),
		declare[PReLU](rules{infer: inferPReLU, expand: expandPReLU}),
		declare[PReLUBackward](rules{infer: inferPReLUBackward, expand: expandPReLUBackward}),
	}
}

// Add is the sum of two tensors.
//
//	%r = onednn_graph.Add(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type Add struct{ ir.Ref }

// Src0 and Src1 return the operands.
func (o Add) Src0() *ir.Value { return o.Op.OperandAt(0) }
func (o Add) Src1() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Add) Spec() ir.Spec {
	return commutative(operator("Add", "The sum of two tensors.", "src_0:T1 src_1:T2", "dst:T3", types{"T1": floatsOrInt(), "T2": floatsOrInt(), "T3": floatsOrInt()}, broadcastMode()))
}

// Verify implements ir.Verifier.
func (o Add) Verify() error { return verify(o.Op) }

// Divide is the quotient of two tensors.
//
//	%r = onednn_graph.Divide(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type Divide struct{ ir.Ref }

// Src0 and Src1 return the operands.
func (o Divide) Src0() *ir.Value { return o.Op.OperandAt(0) }
func (o Divide) Src1() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Divide) Spec() ir.Spec {
	return operator("Divide", "The quotient of two tensors.", "src_0:T1 src_1:T2", "dst:T3", types{"T1": floats(), "T2": floats(), "T3": floats()}, broadcastMode())
}

// Verify implements ir.Verifier.
func (o Divide) Verify() error { return verify(o.Op) }

// Maximum is the elementwise maximum of two tensors.
//
//	%r = onednn_graph.Maximum(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type Maximum struct{ ir.Ref }

// Src0 and Src1 return the operands.
func (o Maximum) Src0() *ir.Value { return o.Op.OperandAt(0) }
func (o Maximum) Src1() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Maximum) Spec() ir.Spec {
	return commutative(operator("Maximum", "The elementwise maximum of two tensors.", "src_0:T src_1:T", "dst:T", types{"T": floats()}, broadcastMode()))
}

// Verify implements ir.Verifier.
func (o Maximum) Verify() error { return verify(o.Op) }

// Minimum is the elementwise minimum of two tensors.
//
//	%r = onednn_graph.Minimum(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type Minimum struct{ ir.Ref }

// Src0 and Src1 return the operands.
func (o Minimum) Src0() *ir.Value { return o.Op.OperandAt(0) }
func (o Minimum) Src1() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Minimum) Spec() ir.Spec {
	return commutative(operator("Minimum", "The elementwise minimum of two tensors.", "src_0:T src_1:T", "dst:T", types{"T": floats()}, broadcastMode()))
}

// Verify implements ir.Verifier.
func (o Minimum) Verify() error { return verify(o.Op) }

// Multiply is the product of two tensors, element by element.
//
//	%r = onednn_graph.Multiply(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type Multiply struct{ ir.Ref }

// Src0 and Src1 return the operands.
func (o Multiply) Src0() *ir.Value { return o.Op.OperandAt(0) }
func (o Multiply) Src1() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Multiply) Spec() ir.Spec {
	return commutative(operator("Multiply", "The product of two tensors, element by element.", "src_0:T1 src_1:T2", "dst:T3", types{"T1": floats(), "T2": floats(), "T3": floats()}, broadcastMode()))
}

// Verify implements ir.Verifier.
func (o Multiply) Verify() error { return verify(o.Op) }

// SquaredDifference is the square of the difference of two tensors.
//
//	%r = onednn_graph.SquaredDifference(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type SquaredDifference struct{ ir.Ref }

// Src0 and Src1 return the operands.
func (o SquaredDifference) Src0() *ir.Value { return o.Op.OperandAt(0) }
func (o SquaredDifference) Src1() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (SquaredDifference) Spec() ir.Spec {
	return operator("SquaredDifference", "The square of the difference of two tensors.", "src_0:T src_1:T", "dst:T", types{"T": floats()}, broadcastMode())
}

// Verify implements ir.Verifier.
func (o SquaredDifference) Verify() error { return verify(o.Op) }

// Subtract is the difference of two tensors.
//
//	%r = onednn_graph.Subtract(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type Subtract struct{ ir.Ref }

// Src0 and Src1 return the operands.
func (o Subtract) Src0() *ir.Value { return o.Op.OperandAt(0) }
func (o Subtract) Src1() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Subtract) Spec() ir.Spec {
	return operator("Subtract", "The difference of two tensors.", "src_0:T1 src_1:T2", "dst:T3", types{"T1": floatsOrInt(), "T2": floatsOrInt(), "T3": floatsOrInt()}, broadcastMode())
}

// Verify implements ir.Verifier.
func (o Subtract) Verify() error { return verify(o.Op) }

// GreaterEqual is true for elements of the first tensor that are greater than or equal to the
// corresponding elements of the second.
//
//	%r = onednn_graph.GreaterEqual(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
type GreaterEqual struct{ ir.Ref }

// Src0 and Src1 return the operands.
func (o GreaterEqual) Src0() *ir.Value { return o.Op.OperandAt(0) }
func (o GreaterEqual) Src1() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (GreaterEqual) Spec() ir.Spec {
	return operator("GreaterEqual", "Whether each element of the first tensor is greater than or equal to the corresponding element of the second.", "src_0:T1 src_1:T1", "dst:T2", types{"T1": floatsOrInt(), "T2": only(tensor.I1)}, broadcastMode())
}

// Verify implements ir.Verifier.
func (o GreaterEqual) Verify() error { return verify(o.Op) }

// Select takes elements of the second operand where the condition is true, and of the third operand
// where it is false.
//
//	%r = onednn_graph.Select(%a, %b, %c) : (tensor<2x4xi1>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
type Select struct{ ir.Ref }

// Cond, Src0 and Src1 return the operands.
func (o Select) Cond() *ir.Value { return o.Op.OperandAt(0) }
func (o Select) Src0() *ir.Value { return o.Op.OperandAt(1) }
func (o Select) Src1() *ir.Value { return o.Op.OperandAt(2) }

// Spec implements ir.View.
func (Select) Spec() ir.Spec {
	return operator("Select", "Takes elements of the second operand where the condition holds, and of the third elsewhere.", "cond:T1 src_0:T2 src_1:T2", "dst:T2", types{"T1": only(tensor.I1), "T2": floats()}, broadcastMode())
}

// Verify implements ir.Verifier.
func (o Select) Verify() error { return verify(o.Op) }

// BiasAdd adds a bias to each channel.
//
//	%r = onednn_graph.BiasAdd(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type BiasAdd struct{ ir.Ref }

// Src and Bias return the operands.
func (o BiasAdd) Src() *ir.Value  { return o.Op.OperandAt(0) }
func (o BiasAdd) Bias() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (BiasAdd) Spec() ir.Spec {
	return operator("BiasAdd", "Adds a bias to each channel.", "src:T bias:T", "dst:T", types{"T": floats()}, dataFormat())
}

// Verify implements ir.Verifier.
func (o BiasAdd) Verify() error { return verify(o.Op) }

// BiasAddBackward is the gradient of the bias of [BiasAdd]: the sum over all dimensions except the
// channels.
//
//	%r = onednn_graph.BiasAddBackward(%a) : (tensor<2x4xf32>) -> tensor<4xf32>
type BiasAddBackward struct{ ir.Ref }

// Spec implements ir.View.
func (BiasAddBackward) Spec() ir.Spec {
	return operator("BiasAddBackward", "The gradient of a bias: the sum over all dimensions except the channels.", "diff_dst:T", "diff_bias:T", types{"T": floats()}, dataFormat())
}

// Verify implements ir.Verifier.
func (o BiasAddBackward) Verify() error { return verify(o.Op) }

// PReLU is x for each positive element x, and slope·x for all other elements.
//
//	%r = onednn_graph.PReLU(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
type PReLU struct{ ir.Ref }

// Src and Slope return the operands.
func (o PReLU) Src() *ir.Value   { return o.Op.OperandAt(0) }
func (o PReLU) Slope() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (PReLU) Spec() ir.Spec {
	return operator("PReLU", "The value x for each positive element x, and slope·x for all other elements.", "src:T slope:T", "dst:T", types{"T": floats()}, dataFormat(), preset(boolean("per_channel_broadcast"), true))
}

// Verify implements ir.Verifier.
func (o PReLU) Verify() error { return verify(o.Op) }

// PReLUBackward computes the gradients of PReLU.
//
//	%r:2 = onednn_graph.PReLUBackward(%a, %b, %c) : (tensor<2x4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
type PReLUBackward struct{ ir.Ref }

// Src, Slope and DiffDst return the operands.
func (o PReLUBackward) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o PReLUBackward) Slope() *ir.Value   { return o.Op.OperandAt(1) }
func (o PReLUBackward) DiffDst() *ir.Value { return o.Op.OperandAt(2) }

// DiffSrc and DiffSlope return the results.
func (o PReLUBackward) DiffSrc() *ir.Value   { return o.Op.ResultAt(0) }
func (o PReLUBackward) DiffSlope() *ir.Value { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (PReLUBackward) Spec() ir.Spec {
	return operator("PReLUBackward", "The gradients of PReLU.", "src:T slope:T diff_dst:T", "diff_src:T diff_slope:T", types{"T": floats()}, dataFormat())
}

// Verify implements ir.Verifier.
func (o PReLUBackward) Verify() error { return verify(o.Op) }
