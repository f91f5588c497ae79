package sdy

import "github.com/lathe-ir/lathe/ir"

// collective returns the Spec of an operation that moves a tensor between devices. The parameter
// "head" is the start of the format, before the tensor, such as "$gathering_axes".
func collective(name, doc, head string, attrs ...ir.AttrField) ir.Spec {
	return ir.Spec{
		Name:     "sdy." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "tensor", Type: shaped()}},
		Results:  []ir.Field{{Name: "result", Type: shaped()}},
		Attrs:    append(attrs, shardingAttr("out_sharding")),
		Traits:   ir.SameOperandsAndResultType,
		Rules:    sameType("tensor"),
		Format:   head + " $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)",
	}
}

func axesPerDim(name string) ir.AttrField {
	return stripped[*AxisRefLists](name, "list_of_axis_ref_lists", "List of axis ref lists")
}

func axisList(name string) ir.AttrField {
	return stripped[*AxisRefList](name, "axis_ref_list", "List of axis refs")
}

func reductionAttr() ir.AttrField {
	f := wordAttr("reduction_op", "reduction op type", []string{"sum", "max", "min"})
	f.Default = ir.NewI32(0)
	f.Optional = true
	return f
}

// verifyOut checks the last attribute, the sharding of the result. If the first attribute is a list
// of lists of axes, verifyOut also checks that it has one list for each dimension of the result.
func verifyOut(op *ir.Op, t *ir.Symbols) error {
	last := len(op.Def().Spec.Attrs) - 1
	result := op.Result().Type()
	if err := verifySharding(op, t, shardingAt(op, last), result); err != nil {
		return err
	}
	lists, ok := ir.AttrAs[*AxisRefLists](op.AttrAt(0))
	if shape, ranked := result.Shape(); ok && ranked && len(lists.Dims) != len(shape) {
		return ir.Errorf(op, "result sharding of rank %d doesn't match axes of rank %d", len(shape), len(lists.Dims))
	}
	return nil
}

// AllGather gathers the shards along axes.
//
//	%r = sdy.all_gather [{"x"}, {}] %t out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
type AllGather struct{ ir.Ref }

// Tensor returns the operand.
func (o AllGather) Tensor() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (AllGather) Spec() ir.Spec {
	return collective("all_gather", "Gathers the shards along axes.", "$gathering_axes", axesPerDim("gathering_axes"))
}

// VerifySymbols implements ir.SymbolUser.
func (o AllGather) VerifySymbols(t *ir.Symbols) error { return verifyOut(o.Op, t) }

// AllSlice slices a tensor along axes. It is the inverse of AllGather.
//
//	%r = sdy.all_slice [{"x"}, {}] %t out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
type AllSlice struct{ ir.Ref }

// Tensor returns the operand.
func (o AllSlice) Tensor() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (AllSlice) Spec() ir.Spec {
	return collective("all_slice", "Slices a tensor along axes.", "$slicing_axes", axesPerDim("slicing_axes"))
}

// VerifySymbols implements ir.SymbolUser.
func (o AllSlice) VerifySymbols(t *ir.Symbols) error { return verifyOut(o.Op, t) }

// AllToAll moves axes from one dimension to another.
//
//	%r = sdy.all_to_all [{"x"}: 0->1] %t out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
type AllToAll struct{ ir.Ref }

// Tensor returns the operand.
func (o AllToAll) Tensor() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (AllToAll) Spec() ir.Spec {
	return collective("all_to_all", "Moves axes from one dimension to another.", "$params",
		stripped[*Exchanges]("params", "all_to_all_param_list", "List of all-to-all parameters"))
}

// VerifySymbols implements ir.SymbolUser.
func (o AllToAll) VerifySymbols(t *ir.Symbols) error { return verifyOut(o.Op, t) }

// CollectivePermute replaces axes by other axes of the same sizes.
//
//	%r = sdy.collective_permute %t out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
type CollectivePermute struct{ ir.Ref }

// Tensor returns the operand.
func (o CollectivePermute) Tensor() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (CollectivePermute) Spec() ir.Spec {
	return collective("collective_permute", "Replaces axes by others of the same sizes.", "")
}

// VerifySymbols implements ir.SymbolUser.
func (o CollectivePermute) VerifySymbols(t *ir.Symbols) error { return verifyOut(o.Op, t) }

// AllReduce combines the values of the devices along axes by addition, maximum or minimum.
//
//	%r = sdy.all_reduce {"x"} %t out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
type AllReduce struct{ ir.Ref }

// Tensor returns the operand.
func (o AllReduce) Tensor() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (AllReduce) Spec() ir.Spec {
	return collective("all_reduce", "Combines the values along axes.", "($reduction_op^)? $reduction_axes", axisList("reduction_axes"), reductionAttr())
}

// VerifySymbols implements ir.SymbolUser.
func (o AllReduce) VerifySymbols(t *ir.Symbols) error { return verifyOut(o.Op, t) }

// ReduceScatter combines the values of the devices along axes as [AllReduce] does, and slices the
// result along the same axes.
//
//	%r = sdy.reduce_scatter [{"x"}, {}] %t out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
type ReduceScatter struct{ ir.Ref }

// Tensor returns the operand.
func (o ReduceScatter) Tensor() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (ReduceScatter) Spec() ir.Spec {
	return collective("reduce_scatter", "Combines the values along axes and slices the result along them.", "($reduction_op^)? $reduce_scatter_axes",
		axesPerDim("reduce_scatter_axes"), reductionAttr())
}

// VerifySymbols implements ir.SymbolUser.
func (o ReduceScatter) VerifySymbols(t *ir.Symbols) error { return verifyOut(o.Op, t) }

// ShardedToUnreduced changes sharded axes of a tensor to unreduced axes.
//
//	%r = sdy.sharded_to_unreduced [{"x"}, {}] %t out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
type ShardedToUnreduced struct{ ir.Ref }

// Tensor returns the operand.
func (o ShardedToUnreduced) Tensor() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (ShardedToUnreduced) Spec() ir.Spec {
	return collective("sharded_to_unreduced", "Changes sharded axes of a tensor to unreduced axes.", "$axes", axesPerDim("axes"))
}

// VerifySymbols implements ir.SymbolUser.
func (o ShardedToUnreduced) VerifySymbols(t *ir.Symbols) error { return verifyOut(o.Op, t) }

// ReplicatedToUnreduced changes replicated axes of a tensor to unreduced axes.
//
//	%r = sdy.replicated_to_unreduced {"x"} %t out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
type ReplicatedToUnreduced struct{ ir.Ref }

// Tensor returns the operand.
func (o ReplicatedToUnreduced) Tensor() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (ReplicatedToUnreduced) Spec() ir.Spec {
	return collective("replicated_to_unreduced", "Changes replicated axes of a tensor to unreduced axes.", "$axes", axisList("axes"))
}

// VerifySymbols implements ir.SymbolUser.
func (o ReplicatedToUnreduced) VerifySymbols(t *ir.Symbols) error { return verifyOut(o.Op, t) }
