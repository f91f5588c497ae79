package stablehlo

import "github.com/lathe-ir/lathe/ir"

func shapeOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[Iota](),
		ir.Decl[DynamicIota](),
		ir.Decl[Reshape](),
		ir.Decl[DynamicReshape](),
		ir.Decl[Broadcast](),
		ir.Decl[BroadcastInDim](),
		ir.Decl[DynamicBroadcastInDim](),
		ir.Decl[Transpose](),
		ir.Decl[Reverse](),
		ir.Decl[Concatenate](),
		ir.Decl[Pad](),
		ir.Decl[DynamicPad](),
		ir.Decl[Slice](),
		ir.Decl[DynamicSlice](),
		ir.Decl[DynamicUpdateSlice](),
		ir.Decl[RealDynamicSlice](),
		ir.Decl[GetDimensionSize](),
		ir.Decl[SetDimensionSize](),
		ir.Decl[BitcastConvert](),
	}
}

// Iota is a tensor in which each element is its index along one dimension.
//
//	%r = stablehlo.iota dim = 0 : tensor<4xi32>
type Iota struct{ ir.Ref }

// IotaDimension returns the attribute iota_dimension.
func (o Iota) IotaDimension() int64 { return intAt(o.Op, 0) }

// Spec implements ir.View.
func (Iota) Spec() ir.Spec {
	return ir.Spec{
		Name:    "stablehlo.iota",
		Doc:     "Iota counts from 0 along one dimension.",
		Results: []ir.Field{{Name: "output", Type: staticNumber()}},
		Attrs: []ir.AttrField{
			i64Attr("iota_dimension", nonNegative),
		},
		Traits: ir.Pure,
		Format: "`dim` `=` $iota_dimension attr-dict `:` type($output)",
	}
}

// DynamicIota is [Iota] with a shape that is known only at run time.
//
//	%r = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
type DynamicIota struct{ ir.Ref }

// OutputShape and IotaDimension return the operand and attribute with these names.
func (o DynamicIota) OutputShape() *ir.Value { return o.Op.OperandAt(0) }
func (o DynamicIota) IotaDimension() int64   { return intAt(o.Op, 0) }

// Spec implements ir.View.
func (DynamicIota) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.dynamic_iota",
		Doc:      "DynamicIota counts from 0 along one dimension of a shape that is known only at run time.",
		Operands: []ir.Field{{Name: "output_shape", Type: shapeVector()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			i64Attr("iota_dimension", nonNegative),
		},
		Traits: ir.Pure,
		Format: "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)",
	}
}

// Reshape changes the shape of a tensor and keeps the order of its elements.
//
//	%r = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
type Reshape struct{ ir.Unary }

// Spec implements ir.View.
func (Reshape) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.reshape",
		Doc:      "Reshape changes the shape of a tensor and keeps the order of its elements.",
		Operands: []ir.Field{{Name: "operand", Type: anyOrPerAxis()}},
		Results:  []ir.Field{{Name: "result", Type: boundedTensor()}},
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` functional-type(operands, results)",
	}
}

// DynamicReshape changes the shape of a tensor. An operand contains the new shape.
//
//	%r = stablehlo.dynamic_reshape %x, %shape : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
type DynamicReshape struct{ ir.Ref }

// Operand and OutputShape return the operands with these names.
func (o DynamicReshape) Operand() *ir.Value     { return o.Op.OperandAt(0) }
func (o DynamicReshape) OutputShape() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (DynamicReshape) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.dynamic_reshape",
		Doc:      "DynamicReshape changes the shape of a tensor. The extents of the new shape are the elements of an operand.",
		Operands: []ir.Field{{Name: "operand", Type: anyOrPerAxis()}, {Name: "output_shape", Type: shapeVector()}},
		Results:  []ir.Field{{Name: "result", Type: anyOrPerAxis()}},
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` functional-type(operands, results)",
	}
}

// Broadcast repeats its operand along new leading dimensions.
//
//	%r = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
type Broadcast struct{ ir.Ref }

// Operand and BroadcastSizes return the operand and attribute with these names.
func (o Broadcast) Operand() *ir.Value      { return o.Op.OperandAt(0) }
func (o Broadcast) BroadcastSizes() []int64 { return intsAt(o.Op, 0) }

// Spec implements ir.View.
func (Broadcast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.broadcast",
		Doc:      "Broadcast repeats its operand along new leading dimensions.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyOrPerAxis()}},
		Attrs: []ir.AttrField{
			dimsAttr("broadcast_sizes"),
		},
		Traits: ir.Pure | ir.SameOperandsAndResultElementType,
		Format: "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)",
	}
}

// BroadcastInDim repeats its operand. Dimension i of the operand becomes dimension dims[i] of the
// result.
//
//	%r = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
type BroadcastInDim struct{ ir.Ref }

// Operand and BroadcastDimensions return the operand and attribute with these names.
func (o BroadcastInDim) Operand() *ir.Value           { return o.Op.OperandAt(0) }
func (o BroadcastInDim) BroadcastDimensions() []int64 { return intsAt(o.Op, 0) }

// Spec implements ir.View.
func (BroadcastInDim) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.broadcast_in_dim",
		Doc:      "BroadcastInDim repeats its operand, whose dimension i becomes dimension dims[i] of the result.",
		Operands: []ir.Field{{Name: "operand", Type: anyOrPerAxis()}},
		Results:  []ir.Field{{Name: "result", Type: boundedTensor()}},
		Attrs: []ir.AttrField{
			dimsAttr("broadcast_dimensions"),
		},
		Traits: ir.Pure,
		Format: "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)",
	}
}

// DynamicBroadcastInDim is [BroadcastInDim] to a shape that is known only at run time.
//
//	%r = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
type DynamicBroadcastInDim struct{ ir.Ref }

// Operand and the accessors below return the operands and attributes of the same names.
func (o DynamicBroadcastInDim) Operand() *ir.Value                   { return o.Op.OperandAt(0) }
func (o DynamicBroadcastInDim) OutputDimensions() *ir.Value          { return o.Op.OperandAt(1) }
func (o DynamicBroadcastInDim) BroadcastDimensions() []int64         { return intsAt(o.Op, 0) }
func (o DynamicBroadcastInDim) KnownExpandingDimensions() []int64    { return intsAt(o.Op, 1) }
func (o DynamicBroadcastInDim) KnownNonexpandingDimensions() []int64 { return intsAt(o.Op, 2) }

// Spec implements ir.View.
func (DynamicBroadcastInDim) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.dynamic_broadcast_in_dim",
		Doc:      "DynamicBroadcastInDim is broadcast_in_dim to a shape that is known only at run time.",
		Operands: []ir.Field{{Name: "operand", Type: anyOrPerAxis()}, {Name: "output_dimensions", Type: shapeVector()}},
		Results:  []ir.Field{{Name: "result", Type: anyOrPerAxis()}},
		Attrs: []ir.AttrField{
			dimsAttr("broadcast_dimensions"),
			optional(dimsAttr("known_expanding_dimensions")),
			optional(dimsAttr("known_nonexpanding_dimensions")),
		},
		Traits: ir.Pure,
		Format: "$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)",
	}
}

// Transpose permutes dimensions. Dimension i of the result is dimension dims[i] of the operand.
//
//	%r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
type Transpose struct{ ir.Ref }

// Operand and Permutation return the operand and attribute with these names.
func (o Transpose) Operand() *ir.Value   { return o.Op.OperandAt(0) }
func (o Transpose) Permutation() []int64 { return intsAt(o.Op, 0) }

// Spec implements ir.View.
func (Transpose) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.transpose",
		Doc:      "Transpose permutes dimensions; dimension i of the result is dimension dims[i] of the operand.",
		Operands: []ir.Field{{Name: "operand", Type: anyOrPerAxis()}},
		Results:  []ir.Field{{Name: "result", Type: anyOrPerAxis()}},
		Attrs: []ir.AttrField{
			dimsAttr("permutation"),
		},
		Traits: ir.Pure,
		Format: "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)",
	}
}

// Reverse reverses the order of elements along dimensions.
//
//	%r = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
type Reverse struct{ ir.Ref }

// Operand and Dimensions return the operand and attribute with these names.
func (o Reverse) Operand() *ir.Value  { return o.Op.OperandAt(0) }
func (o Reverse) Dimensions() []int64 { return intsAt(o.Op, 0) }

// Spec implements ir.View.
func (Reverse) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.reverse",
		Doc:      "Reverse reverses the order of elements along dimensions.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			dimsAttr("dimensions"),
		},
		Traits: ir.Pure | ir.SameOperandsAndResultElementType,
		Format: "$operand `,` `dims` `=` $dimensions attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))",
	}
}

// Concatenate joins tensors along a dimension.
//
//	%r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
type Concatenate struct{ ir.Ref }

// Inputs and Dimension return the operands and attribute with these names.
func (o Concatenate) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }
func (o Concatenate) Dimension() int64    { return intAt(o.Op, 0) }

// Spec implements ir.View.
func (Concatenate) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.concatenate",
		Doc:      "Concatenate joins tensors along a dimension.",
		Operands: []ir.Field{{Name: "inputs", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			i64Attr("dimension", nonNegative),
		},
		Traits: ir.Pure | ir.SameOperandsAndResultElementType,
		Format: "custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension attr-dict `:` functional-type(operands, results)",
	}
}

// Pad adds elements of one value around a tensor and between its elements. Negative padding removes
// elements.
//
//	%r = stablehlo.pad %x, %zero, low = [0], high = [1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
type Pad struct{ ir.Ref }

// Operand and the accessors below return the operands and attributes of the same names.
func (o Pad) Operand() *ir.Value       { return o.Op.OperandAt(0) }
func (o Pad) PaddingValue() *ir.Value  { return o.Op.OperandAt(1) }
func (o Pad) EdgePaddingLow() []int64  { return intsAt(o.Op, 0) }
func (o Pad) EdgePaddingHigh() []int64 { return intsAt(o.Op, 1) }
func (o Pad) InteriorPadding() []int64 { return intsAt(o.Op, 2) }

// Spec implements ir.View.
func (Pad) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.pad",
		Doc:      "Pad adds elements of one value around a tensor and between its elements. Negative padding removes elements.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}, {Name: "padding_value", Type: scalarTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			dimsAttr("edge_padding_low"),
			dimsAttr("edge_padding_high"),
			dimsAttr("interior_padding"),
		},
		Traits: ir.Pure | ir.SameOperandsAndResultElementType,
		Format: "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)",
	}
}

// DynamicPad is [Pad] with amounts that are known only at run time.
//
//	%r = stablehlo.dynamic_pad %x, %zero, %low, %high, %interior : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
type DynamicPad struct{ ir.Ref }

// Operand and the accessors below return the operands of the same names.
func (o DynamicPad) Operand() *ir.Value         { return o.Op.OperandAt(0) }
func (o DynamicPad) PaddingValue() *ir.Value    { return o.Op.OperandAt(1) }
func (o DynamicPad) EdgePaddingLow() *ir.Value  { return o.Op.OperandAt(2) }
func (o DynamicPad) EdgePaddingHigh() *ir.Value { return o.Op.OperandAt(3) }
func (o DynamicPad) InteriorPadding() *ir.Value { return o.Op.OperandAt(4) }

// Spec implements ir.View.
func (DynamicPad) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.dynamic_pad",
		Doc:      "DynamicPad is pad with amounts that are known only at run time.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}, {Name: "padding_value", Type: scalarTensor()}, {Name: "edge_padding_low", Type: shapeVector()}, {Name: "edge_padding_high", Type: shapeVector()}, {Name: "interior_padding", Type: shapeVector()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` functional-type(operands, results)",
	}
}

// Slice takes a part of a tensor.
//
//	%r = stablehlo.slice %x [1:4:2] : (tensor<5xf32>) -> tensor<2xf32>
type Slice struct{ ir.Ref }

// Operand and the accessors below return the operand and attributes of the same names.
func (o Slice) Operand() *ir.Value    { return o.Op.OperandAt(0) }
func (o Slice) StartIndices() []int64 { return intsAt(o.Op, 0) }
func (o Slice) LimitIndices() []int64 { return intsAt(o.Op, 1) }
func (o Slice) Strides() []int64      { return intsAt(o.Op, 2) }

// Spec implements ir.View.
func (Slice) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.slice",
		Doc:      "Slice takes a part of a tensor.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			dimsAttr("start_indices"),
			dimsAttr("limit_indices"),
			dimsAttr("strides"),
		},
		Traits: ir.Pure | ir.SameOperandsAndResultElementType,
		Format: "$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict `:` functional-type(operands, results)",
	}
}

// DynamicSlice takes a part of a tensor. The start indices are known only at run time. They are
// clamped so that the part is inside the tensor.
//
//	%r = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<5xf32>, tensor<i64>) -> tensor<2xf32>
type DynamicSlice struct{ ir.Ref }

// Operand, StartIndices and SliceSizes return the operands and attribute with these names.
func (o DynamicSlice) Operand() *ir.Value        { return o.Op.OperandAt(0) }
func (o DynamicSlice) StartIndices() []*ir.Value { return o.Op.OperandsOf(1) }
func (o DynamicSlice) SliceSizes() []int64       { return intsAt(o.Op, 0) }

// Spec implements ir.View.
func (DynamicSlice) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.dynamic_slice",
		Doc:      "DynamicSlice takes a part of a tensor at a position that is known only at run time.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}, {Name: "start_indices", Type: scalarInt(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			dimsAttr("slice_sizes"),
		},
		Traits: ir.Pure,
		Format: "$operand `,` custom<VariadicOperandWithAttribute>($start_indices) `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)",
	}
}

// DynamicUpdateSlice returns a copy of a tensor in which "update" replaces a part. The position of
// the part is known only at run time.
//
//	%r = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<5xf32>, tensor<2xf32>, tensor<i64>) -> tensor<5xf32>
type DynamicUpdateSlice struct{ ir.Ref }

// Operand, Update and StartIndices return the operands with these names.
func (o DynamicUpdateSlice) Operand() *ir.Value        { return o.Op.OperandAt(0) }
func (o DynamicUpdateSlice) Update() *ir.Value         { return o.Op.OperandAt(1) }
func (o DynamicUpdateSlice) StartIndices() []*ir.Value { return o.Op.OperandsOf(2) }

// Spec implements ir.View.
func (DynamicUpdateSlice) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.dynamic_update_slice",
		Doc:      "DynamicUpdateSlice replaces a part of a tensor at a position that is known only at run time.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}, {Name: "update", Type: anyTensor()}, {Name: "start_indices", Type: scalarInt(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` functional-type(operands, results)",
	}
}

// RealDynamicSlice is [Slice] with start indices, limits and strides that are known only at run
// time.
//
//	%r = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
type RealDynamicSlice struct{ ir.Ref }

// Operand, StartIndices, LimitIndices and Strides return the operands with these names.
func (o RealDynamicSlice) Operand() *ir.Value      { return o.Op.OperandAt(0) }
func (o RealDynamicSlice) StartIndices() *ir.Value { return o.Op.OperandAt(1) }
func (o RealDynamicSlice) LimitIndices() *ir.Value { return o.Op.OperandAt(2) }
func (o RealDynamicSlice) Strides() *ir.Value      { return o.Op.OperandAt(3) }

// Spec implements ir.View.
func (RealDynamicSlice) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.real_dynamic_slice",
		Doc:      "RealDynamicSlice is slice with start indices, limits and strides that are known only at run time.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}, {Name: "start_indices", Type: dimVector()}, {Name: "limit_indices", Type: dimVector()}, {Name: "strides", Type: dimVector()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` functional-type(operands, results)",
	}
}

// GetDimensionSize returns the extent of a dimension.
//
//	%r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
type GetDimensionSize struct{ ir.Ref }

// Operand and Dimension return the operand and attribute with these names.
func (o GetDimensionSize) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o GetDimensionSize) Dimension() int64   { return intAt(o.Op, 0) }

// Spec implements ir.View.
func (GetDimensionSize) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.get_dimension_size",
		Doc:      "GetDimensionSize returns the extent of a dimension.",
		Operands: []ir.Field{{Name: "operand", Type: anyOrPerAxis()}},
		Results:  []ir.Field{{Name: "result", Type: i32Tensor()}},
		Attrs: []ir.AttrField{
			i64Attr("dimension", nonNegative),
		},
		Traits: ir.Pure,
		Format: "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)",
	}
}

// SetDimensionSize sets the extent of a dimension to the value of an operand, which must not exceed
// the present extent. The result has the first elements along the dimension.
//
//	%r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
type SetDimensionSize struct{ ir.Ref }

// Operand, Size and Dimension return the operands and attribute with these names.
func (o SetDimensionSize) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o SetDimensionSize) Size() *ir.Value    { return o.Op.OperandAt(1) }
func (o SetDimensionSize) Dimension() int64   { return intAt(o.Op, 0) }

// Spec implements ir.View.
func (SetDimensionSize) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.set_dimension_size",
		Doc:      "SetDimensionSize sets the extent of a dimension to a value that is at most the extent of the operand.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}, {Name: "size", Type: i32Tensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			i64Attr("dimension", nonNegative),
		},
		Traits: ir.Pure,
		Format: "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)",
	}
}

// BitcastConvert interprets the bits of a tensor as elements of another type.
//
//	%r = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
type BitcastConvert struct{ ir.Unary }

// Spec implements ir.View.
func (BitcastConvert) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.bitcast_convert",
		Doc:      "BitcastConvert interprets the bits of a tensor as elements of another type.",
		Operands: []ir.Field{{Name: "operand", Type: anyOrPerAxis()}},
		Results:  []ir.Field{{Name: "result", Type: anyOrPerAxis()}},
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` functional-type(operands, results)",
	}
}
