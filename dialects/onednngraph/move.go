package onednngraph

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// moveOps lists operations that move, convert or resize elements.
func moveOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[Concat](rules{check: checkConcat, infer: inferConcat, expand: expandConcat}),
		declare[GenIndex](rules{infer: alongAxis, expand: expandGenIndex}),
		declare[Interpolate](rules{check: checkSizes, infer: inferInterpolate, refuse: refuseInterpolate, expand: expandInterpolate}),
		declare[InterpolateBackward](rules{check: checkSizes, infer: inferInterpolateBackward, refuse: refuseInterpolate, expand: expandInterpolateBackward}),
		declare[Reorder](rules{infer: sameShape, expand: expandReorder}),
		declare[StaticReshape](rules{infer: inferReshape, expand: expandReshape}),
		declare[StaticTranspose](rules{infer: inferTranspose, expand: expandTranspose}),
		declare[TypeCast](rules{check: checkTypeCast, infer: sameShape, expand: expandTypeCast}),
	}
}

// Concat joins tensors along an axis.
//
//	%r = onednn_graph.Concat(%a, %b) {axis = 1} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
type Concat struct{ ir.Ref }

// Src returns the operands.
func (o Concat) Src() []*ir.Value { return o.Op.OperandList() }

// Spec implements ir.View.
func (Concat) Spec() ir.Spec {
	return operator("Concat", "Joins tensors along an axis.", "src*:T", "dst:T", types{"T": floats()}, integer("axis"))
}

// Verify implements ir.Verifier.
func (o Concat) Verify() error { return verify(o.Op) }

// GenIndex is a tensor with the shape of its operand. Each element is its index along an axis.
//
//	%r = onednn_graph.GenIndex(%a) {axis = 0} : (tensor<2x4xf32>) -> tensor<2x4xi32>
type GenIndex struct{ ir.Ref }

// Spec implements ir.View.
func (GenIndex) Spec() ir.Spec {
	return operator("GenIndex", "The index of each element along an axis.", "src:T1", "dst:T2", types{"T1": floats(), "T2": only(tensor.I32)}, integer("axis"))
}

// Verify implements ir.Verifier.
func (o GenIndex) Verify() error { return verify(o.Op) }

// Interpolate resizes the spatial dimensions.
//
//	%r = onednn_graph.Interpolate(%a) {mode = "nearest", sizes = array<i64: 8>} : (tensor<1x4x2xf32>) -> tensor<1x8x2xf32>
type Interpolate struct{ ir.Ref }

// Src and RuntimeSizes return the operands; RuntimeSizes is nil if absent.
func (o Interpolate) Src() *ir.Value          { return o.Op.OperandAt(0) }
func (o Interpolate) RuntimeSizes() *ir.Value { return optionalOperand(o.Op, 1) }

// Spec implements ir.View.
func (Interpolate) Spec() ir.Spec {
	return operator("Interpolate", "Resizes the spatial dimensions.", "src:T1 runtime_sizes?:T2", "dst:T1", types{"T1": floats(), "T2": only(tensor.I32)}, word("mode", "nearest", "linear", "bilinear", "trilinear"), maybe(integers("sizes")), maybe(numbers("scales")), preset(word("coordinate_transformation_mode", "half_pixel", "align_corners"), "half_pixel"), dataFormat())
}

// Verify implements ir.Verifier.
func (o Interpolate) Verify() error { return verify(o.Op) }

// InterpolateBackward is the gradient of Interpolate.
//
//	%r = onednn_graph.InterpolateBackward(%a, %b) {mode = "nearest", sizes = array<i64: 8>} : (tensor<1x4x2xf32>, tensor<1x8x2xf32>) -> tensor<1x4x2xf32>
type InterpolateBackward struct{ ir.Ref }

// Src, DiffDst and RuntimeSizes return the operands; RuntimeSizes is nil if absent.
func (o InterpolateBackward) Src() *ir.Value          { return o.Op.OperandAt(0) }
func (o InterpolateBackward) DiffDst() *ir.Value      { return o.Op.OperandAt(1) }
func (o InterpolateBackward) RuntimeSizes() *ir.Value { return optionalOperand(o.Op, 2) }

// Spec implements ir.View.
func (InterpolateBackward) Spec() ir.Spec {
	return operator("InterpolateBackward", "The gradient of Interpolate.", "src:T1 diff_dst:T1 runtime_sizes?:T2", "diff_src:T1", types{"T1": floats(), "T2": only(tensor.I32)}, word("mode", "nearest", "linear", "bilinear", "trilinear"), maybe(integers("sizes")), maybe(numbers("scales")), preset(word("coordinate_transformation_mode", "half_pixel", "align_corners"), "half_pixel"), dataFormat())
}

// Verify implements ir.Verifier.
func (o InterpolateBackward) Verify() error { return verify(o.Op) }

// Reorder is a copy of its operand. The layout of the copy may differ.
//
//	%r = onednn_graph.Reorder(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Reorder struct{ ir.Ref }

// Spec implements ir.View.
func (Reorder) Spec() ir.Spec {
	return operator("Reorder", "A copy in another layout.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Reorder) Verify() error { return verify(o.Op) }

// StaticReshape returns the elements of its operand in another shape.
//
//	%r = onednn_graph.StaticReshape(%a) {shape = array<i64: 0, -1, 2>, special_zero = true} : (tensor<2x4xf32>) -> tensor<2x2x2xf32>
type StaticReshape struct{ ir.Ref }

// Spec implements ir.View.
func (StaticReshape) Spec() ir.Spec {
	return operator("StaticReshape", "The elements in another shape.", "src:T", "dst:T", types{"T": floats()}, integers("shape"), boolean("special_zero"))
}

// Verify implements ir.Verifier.
func (o StaticReshape) Verify() error { return verify(o.Op) }

// StaticTranspose permutes dimensions.
//
//	%r = onednn_graph.StaticTranspose(%a) {order = array<i64: 1, 0>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
type StaticTranspose struct{ ir.Ref }

// Spec implements ir.View.
func (StaticTranspose) Spec() ir.Spec {
	return operator("StaticTranspose", "Permutes dimensions.", "src:T", "dst:T", types{"T": floats()}, integers("order"))
}

// Verify implements ir.Verifier.
func (o StaticTranspose) Verify() error { return verify(o.Op) }

// TypeCast converts elements between floating-point types.
//
//	%r = onednn_graph.TypeCast(%a) : (tensor<2x4xf32>) -> tensor<2x4xbf16>
type TypeCast struct{ ir.Ref }

// Spec implements ir.View.
func (TypeCast) Spec() ir.Spec {
	return operator("TypeCast", "Converts elements between floating-point types.", "src:T1", "dst:T2", types{"T1": floats(), "T2": floats()})
}

// Verify implements ir.Verifier.
func (o TypeCast) Verify() error { return verify(o.Op) }
