package onednngraph

import (
	"github.com/lathe-ir/lathe/ir"
)

// backwardOps lists gradients of elementwise operations. If an operation has the attribute use_dst
// and it is true, the default, operand 0 is the result of the forward operation. Otherwise, operand
// 0 is the operand of the forward operation.
func backwardOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[AbsBackward](rules{infer: allSame, expand: expandAbsBackward}),
		declare[ClampBackward](rules{infer: allSame, expand: expandClampBackward}),
		declare[EluBackward](rules{infer: allSame, expand: expandEluBackward}),
		declare[GELUBackward](rules{infer: allSame, expand: expandGELUBackward}),
		declare[HardSigmoidBackward](rules{infer: allSame, expand: expandHardSigmoidBackward}),
		declare[HardSwishBackward](rules{infer: allSame, expand: expandHardSwishBackward}),
		declare[MishBackward](rules{infer: allSame, expand: expandMishBackward}),
		declare[ReLUBackward](rules{infer: allSame, expand: expandReLUBackward}),
		declare[SigmoidBackward](rules{infer: allSame, expand: expandSigmoidBackward}),
		declare[SoftPlusBackward](rules{infer: allSame, expand: expandSoftPlusBackward}),
		declare[SqrtBackward](rules{infer: allSame, expand: expandSqrtBackward}),
		declare[TanhBackward](rules{infer: allSame, expand: expandTanhBackward}),
	}
}

// AbsBackward is the gradient of Abs.
//
//	%r = onednn_graph.AbsBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type AbsBackward struct{ ir.Ref }

// Src and DiffDst return the operands.
func (o AbsBackward) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o AbsBackward) DiffDst() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (AbsBackward) Spec() ir.Spec {
	return operator("AbsBackward", "The gradient of Abs.", "src:T diff_dst:T", "diff_src:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o AbsBackward) Verify() error { return verify(o.Op) }

// ClampBackward is the gradient of Clamp.
//
//	%r = onednn_graph.ClampBackward(%a, %b) {min = -1.0 : f32, max = 2.0 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type ClampBackward struct{ ir.Ref }

// SrcOrDst and DiffDst return the operands.
func (o ClampBackward) SrcOrDst() *ir.Value { return o.Op.OperandAt(0) }
func (o ClampBackward) DiffDst() *ir.Value  { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (ClampBackward) Spec() ir.Spec {
	return operator("ClampBackward", "The gradient of Clamp.", "src_or_dst:T diff_dst:T", "diff_src:T", types{"T": floats()}, number("min"), number("max"), preset(boolean("use_dst"), true))
}

// Verify implements ir.Verifier.
func (o ClampBackward) Verify() error { return verify(o.Op) }

// EluBackward is the gradient of Elu.
//
//	%r = onednn_graph.EluBackward(%a, %b) {alpha = 1.0 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type EluBackward struct{ ir.Ref }

// SrcOrDst and DiffDst return the operands.
func (o EluBackward) SrcOrDst() *ir.Value { return o.Op.OperandAt(0) }
func (o EluBackward) DiffDst() *ir.Value  { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (EluBackward) Spec() ir.Spec {
	return operator("EluBackward", "The gradient of Elu.", "src_or_dst:T diff_dst:T", "diff_src:T", types{"T": floats()}, number("alpha"), preset(boolean("use_dst"), true))
}

// Verify implements ir.Verifier.
func (o EluBackward) Verify() error { return verify(o.Op) }

// GELUBackward is the gradient of GELU.
//
//	%r = onednn_graph.GELUBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type GELUBackward struct{ ir.Ref }

// Src and DiffDst return the operands.
func (o GELUBackward) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o GELUBackward) DiffDst() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (GELUBackward) Spec() ir.Spec {
	return operator("GELUBackward", "The gradient of GELU.", "src:T diff_dst:T", "diff_src:T", types{"T": floats()}, preset(word("mode", "gelu_erf", "gelu_tanh"), "gelu_erf"))
}

// Verify implements ir.Verifier.
func (o GELUBackward) Verify() error { return verify(o.Op) }

// HardSigmoidBackward is the gradient of HardSigmoid.
//
//	%r = onednn_graph.HardSigmoidBackward(%a, %b) {alpha = 2.0e-01 : f32, beta = 5.0e-01 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type HardSigmoidBackward struct{ ir.Ref }

// Src and DiffDst return the operands.
func (o HardSigmoidBackward) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o HardSigmoidBackward) DiffDst() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (HardSigmoidBackward) Spec() ir.Spec {
	return operator("HardSigmoidBackward", "The gradient of HardSigmoid.", "src:T diff_dst:T", "diff_src:T", types{"T": floats()}, number("alpha"), number("beta"))
}

// Verify implements ir.Verifier.
func (o HardSigmoidBackward) Verify() error { return verify(o.Op) }

// HardSwishBackward is the gradient of HardSwish.
//
//	%r = onednn_graph.HardSwishBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type HardSwishBackward struct{ ir.Ref }

// Src and DiffDst return the operands.
func (o HardSwishBackward) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o HardSwishBackward) DiffDst() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (HardSwishBackward) Spec() ir.Spec {
	return operator("HardSwishBackward", "The gradient of HardSwish.", "src:T diff_dst:T", "diff_src:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o HardSwishBackward) Verify() error { return verify(o.Op) }

// MishBackward is the gradient of Mish.
//
//	%r = onednn_graph.MishBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type MishBackward struct{ ir.Ref }

// Src and DiffDst return the operands.
func (o MishBackward) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o MishBackward) DiffDst() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (MishBackward) Spec() ir.Spec {
	return operator("MishBackward", "The gradient of Mish.", "src:T diff_dst:T", "diff_src:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o MishBackward) Verify() error { return verify(o.Op) }

// ReLUBackward is the gradient of ReLU.
//
//	%r = onednn_graph.ReLUBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type ReLUBackward struct{ ir.Ref }

// SrcOrDst and DiffDst return the operands.
func (o ReLUBackward) SrcOrDst() *ir.Value { return o.Op.OperandAt(0) }
func (o ReLUBackward) DiffDst() *ir.Value  { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (ReLUBackward) Spec() ir.Spec {
	return operator("ReLUBackward", "The gradient of ReLU.", "src_or_dst:T diff_dst:T", "diff_src:T", types{"T": floats()}, preset(boolean("use_dst"), true))
}

// Verify implements ir.Verifier.
func (o ReLUBackward) Verify() error { return verify(o.Op) }

// SigmoidBackward is the gradient of Sigmoid.
//
//	%r = onednn_graph.SigmoidBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type SigmoidBackward struct{ ir.Ref }

// SrcOrDst and DiffDst return the operands.
func (o SigmoidBackward) SrcOrDst() *ir.Value { return o.Op.OperandAt(0) }
func (o SigmoidBackward) DiffDst() *ir.Value  { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (SigmoidBackward) Spec() ir.Spec {
	return operator("SigmoidBackward", "The gradient of Sigmoid.", "src_or_dst:T diff_dst:T", "diff_src:T", types{"T": floats()}, preset(boolean("use_dst"), true))
}

// Verify implements ir.Verifier.
func (o SigmoidBackward) Verify() error { return verify(o.Op) }

// SoftPlusBackward is the gradient of SoftPlus.
//
//	%r = onednn_graph.SoftPlusBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type SoftPlusBackward struct{ ir.Ref }

// Src and DiffDst return the operands.
func (o SoftPlusBackward) Src() *ir.Value     { return o.Op.OperandAt(0) }
func (o SoftPlusBackward) DiffDst() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (SoftPlusBackward) Spec() ir.Spec {
	return operator("SoftPlusBackward", "The gradient of SoftPlus.", "src:T diff_dst:T", "diff_src:T", types{"T": floats()}, preset(number("beta"), 1.0))
}

// Verify implements ir.Verifier.
func (o SoftPlusBackward) Verify() error { return verify(o.Op) }

// SqrtBackward is the gradient of Sqrt.
//
//	%r = onednn_graph.SqrtBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type SqrtBackward struct{ ir.Ref }

// SrcOrDst and DiffDst return the operands.
func (o SqrtBackward) SrcOrDst() *ir.Value { return o.Op.OperandAt(0) }
func (o SqrtBackward) DiffDst() *ir.Value  { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (SqrtBackward) Spec() ir.Spec {
	return operator("SqrtBackward", "The gradient of Sqrt.", "src_or_dst:T diff_dst:T", "diff_src:T", types{"T": floats()}, preset(boolean("use_dst"), true))
}

// Verify implements ir.Verifier.
func (o SqrtBackward) Verify() error { return verify(o.Op) }

// TanhBackward is the gradient of Tanh.
//
//	%r = onednn_graph.TanhBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
type TanhBackward struct{ ir.Ref }

// SrcOrDst and DiffDst return the operands.
func (o TanhBackward) SrcOrDst() *ir.Value { return o.Op.OperandAt(0) }
func (o TanhBackward) DiffDst() *ir.Value  { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (TanhBackward) Spec() ir.Spec {
	return operator("TanhBackward", "The gradient of Tanh.", "src_or_dst:T diff_dst:T", "diff_src:T", types{"T": floats()}, preset(boolean("use_dst"), true))
}

// Verify implements ir.Verifier.
func (o TanhBackward) Verify() error { return verify(o.Op) }
