package chlo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Constant is a constant tensor.
//
//	%r = chlo.constant dense<1> : tensor<4xi32>
type Constant struct{ ir.Ref }

// Value implements ir.Constant.
func (o Constant) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold returns the value.
func (o Constant) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Op.AttrAt(0)), true }

// InferTypes implements ir.TypeInferrer.
func (Constant) InferTypes(in ir.Init) ([]ir.Type, error) {
	return []ir.Type{in.Attrs[0].TypeOf()}, nil
}

// Spec implements ir.View.
func (Constant) Spec() ir.Spec {
	return ir.Spec{
		Name:    "chlo.constant",
		Doc:     "A constant tensor.",
		Results: []ir.Field{{Name: "output", Type: anyTensor()}},
		Attrs:   []ir.AttrField{{Name: "value", Type: ir.AttrConstraint{Text: "constant vector/tensor attribute", Accept: constraint.IsElements}}},
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "attr-dict $value",
	}
}

// ConstantLike is a tensor of equal elements with the shape of its operand.
//
//	%r = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<?xf32>) -> tensor<?xf32>
type ConstantLike struct{ ir.Ref }

// Operand returns the tensor that determines the shape, and Value returns the element.
func (o ConstantLike) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o ConstantLike) Value() ir.Attr     { return o.Op.AttrAt(0) }

// Spec implements ir.View.
func (ConstantLike) Spec() ir.Spec {
	return ir.Spec{
		Name:     "chlo.constant_like",
		Doc:      "A constant of the shape of its operand.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs:    []ir.AttrField{{Name: "value", Type: ir.AttrConstraint{Text: "TypedAttr instance", Accept: func(a ir.Attr) bool { return !a.TypeOf().IsNil() }}}},
		Traits:   ir.Pure | ir.SameOperandsAndResultShape,
	}
}

// Verify implements ir.Verifier.
func (o ConstantLike) Verify() error {
	if o.Value().TypeOf() != o.Op.Result().Type().Elem() {
		return ir.Errorf(o.Op, "value's type doesn't match element return type")
	}
	return nil
}

// BroadcastCompare compares elements, with broadcasting.
//
//	%r = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
type BroadcastCompare struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastCompare) Spec() ir.Spec {
	how := enumAttr("compare_type", "comparison_type")
	how.Optional = true
	return binary("compare", "comparison", 0, enumAttr("comparison_direction", "comparison_direction"), how)
}

// BroadcastSelect chooses elements, with broadcasting.
//
//	%r = chlo.broadcast_select %p, %a, %b : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type BroadcastSelect struct{ ir.Ref }

// Pred, OnTrue and OnFalse return the operands.
func (o BroadcastSelect) Pred() *ir.Value    { return o.Op.OperandAt(0) }
func (o BroadcastSelect) OnTrue() *ir.Value  { return o.Op.OperandAt(1) }
func (o BroadcastSelect) OnFalse() *ir.Value { return o.Op.OperandAt(2) }

// Spec implements ir.View.
func (BroadcastSelect) Spec() ir.Spec {
	return ir.Spec{
		Name:     "chlo.broadcast_select",
		Doc:      "Chooses elements, with broadcasting.",
		Operands: []ir.Field{{Name: "pred", Type: predTensor()}, {Name: "on_true", Type: anyTensor()}, {Name: "on_false", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Traits:   ir.Pure,
		Format:   "$pred `,` $on_true `,` $on_false attr-dict `:` `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type(results)",
	}
}

// TopK returns the k largest elements along the last dimension, largest first, and their indices.
//
//	%v, %i = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
type TopK struct{ ir.Ref }

// Operand returns the input. Values and Indices return the results.
func (o TopK) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o TopK) Values() *ir.Value  { return o.Op.ResultAt(0) }
func (o TopK) Indices() *ir.Value { return o.Op.ResultAt(1) }

// K returns the number of elements to return.
func (o TopK) K() int64 {
	k, _ := o.Op.AttrAt(0).Int()
	return k
}

// Stable reports whether equal elements keep their order. The default is true.
func (o TopK) Stable() bool {
	stable, ok := o.Op.AttrAt(1).Int()
	return !ok || stable != 0
}

// Spec implements ir.View.
func (TopK) Spec() ir.Spec {
	return ir.Spec{
		Name:     "chlo.top_k",
		Doc:      "The largest elements along the last dimension, and their indices.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "values", Type: anyTensor()}, {Name: "indices", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			{Name: "k", Type: ir.AttrConstraint{Text: "64-bit signless integer attribute", Form: ir.FormNoType, Type: ir.I64(), Accept: ir.IsAttr[*ir.IntAttr]}},
			{Name: "is_stable", Optional: true, Default: ir.BoolAttr(true), Type: ir.AttrConstraint{Text: "bool attribute", Form: ir.FormNoType, Type: ir.I1(), Accept: ir.IsAttr[*ir.IntAttr]}},
		},
		Traits: ir.Pure,
		Format: "`(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict `:` type($operand) `->` `(` type($values) `,` type($indices) `)`",
	}
}
