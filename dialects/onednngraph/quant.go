package onednngraph

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func quantOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[Quantize](rules{check: checkScales, infer: sameShape, refuse: refuseGroupedScales, expand: expandQuantize}),
		declare[Dequantize](rules{check: checkScales, infer: sameShape, refuse: refuseGroupedScales, expand: expandDequantize}),
		declare[DynamicQuantize](rules{check: checkDynamic, infer: sameShape, expand: expandDynamicQuantize}),
		declare[DynamicDequantize](rules{check: checkDynamic, infer: sameShape, expand: expandDynamicDequantize}),
	}
}

// Quantize is round(x / scale + zero point), limited to the range of the result type. For results
// of 8-bit floats, it is x / scale, converted to the result type.
//
//	%r = onednn_graph.Quantize(%a) {scales = array<f32: 1.0e-01>, zps = array<i64: 3>} : (tensor<2x4xf32>) -> tensor<2x4xi8>
type Quantize struct{ ir.Ref }

// Spec implements ir.View.
func (Quantize) Spec() ir.Spec {
	return operator("Quantize", "The value round(x / scale + zero point), limited to the range of the result type, for each element x.", "src:T1", "dst:T2", types{"T1": only(tensor.F32), "T2": quantized()}, preset(word("qtype", "per_tensor", "per_channel"), "per_tensor"), preset(integer("axis"), 1), numbers("scales"), maybe(integers("zps")))
}

// Verify implements ir.Verifier.
func (o Quantize) Verify() error { return verify(o.Op) }

// Dequantize is (x − zero point)·scale.
//
//	%r = onednn_graph.Dequantize(%a) {scales = array<f32: 1.0e-01>, zps = array<i64: 3>} : (tensor<2x4xi8>) -> tensor<2x4xf32>
type Dequantize struct{ ir.Ref }

// Spec implements ir.View.
func (Dequantize) Spec() ir.Spec {
	return operator("Dequantize", "The value (x − zero point)·scale for each element x.", "src:T1", "dst:T2", types{"T1": quantized(), "T2": only(tensor.F32)}, preset(word("qtype", "per_tensor", "per_channel"), "per_tensor"), preset(integer("axis"), 1), numbers("scales"), maybe(integers("zps")))
}

// Verify implements ir.Verifier.
func (o Dequantize) Verify() error { return verify(o.Op) }

// DynamicQuantize is [Quantize] with tensors as scales and zero points.
//
//	%r = onednn_graph.DynamicQuantize(%a, %b, %c) : (tensor<2x4xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<2x4xui8>
type DynamicQuantize struct{ ir.Ref }

// Src, Scales and Zps return the operands; Zps is nil if absent.
func (o DynamicQuantize) Src() *ir.Value    { return o.Op.OperandAt(0) }
func (o DynamicQuantize) Scales() *ir.Value { return o.Op.OperandAt(1) }
func (o DynamicQuantize) Zps() *ir.Value    { return optionalOperand(o.Op, 2) }

// Spec implements ir.View.
func (DynamicQuantize) Spec() ir.Spec {
	return operator("DynamicQuantize", "Quantize with scales and zero points that are tensors.", "src:T1 scales:T1 zps?:T2", "dst:T3", types{"T1": only(tensor.F32), "T2": zeroPoints(), "T3": quantized()}, preset(word("qtype", "per_tensor", "per_channel", "per_group"), "per_tensor"), preset(integer("axis"), 1), maybe(integer("mask")))
}

// Verify implements ir.Verifier.
func (o DynamicQuantize) Verify() error { return verify(o.Op) }

// DynamicDequantize is [Dequantize] with tensors as scales and zero points.
//
//	%r = onednn_graph.DynamicDequantize(%a, %b) {qtype = "per_group", group_shape = array<i64: 1, 2>} : (tensor<2x4xui4>, tensor<2x2xf32>) -> tensor<2x4xf32>
type DynamicDequantize struct{ ir.Ref }

// Src, Scales and Zps return the operands; Zps is nil if absent.
func (o DynamicDequantize) Src() *ir.Value    { return o.Op.OperandAt(0) }
func (o DynamicDequantize) Scales() *ir.Value { return o.Op.OperandAt(1) }
func (o DynamicDequantize) Zps() *ir.Value    { return optionalOperand(o.Op, 2) }

// Spec implements ir.View.
func (DynamicDequantize) Spec() ir.Spec {
	return operator("DynamicDequantize", "Dequantize with scales and zero points that are tensors.", "src:T1 scales:T2 zps?:T3", "dst:T2", types{"T1": compressed(), "T2": floats(), "T3": zeroPoints4()}, preset(word("qtype", "per_tensor", "per_channel", "per_group"), "per_tensor"), preset(integer("axis"), 1), maybe(integer("mask")), maybe(integers("group_shape")))
}

// Verify implements ir.Verifier.
func (o DynamicDequantize) Verify() error { return verify(o.Op) }
