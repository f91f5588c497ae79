package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

func indexOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[Gather](),
		ir.Decl[DynamicGather](),
		ir.Decl[TorchIndexSelect](),
		ir.Decl[Scatter](),
		ir.Decl[SelectAndScatter](),
		ir.Decl[Reduce](),
		ir.Decl[ReduceWindow](),
		ir.Decl[Map](),
		ir.Decl[Sort](),
	}
}

// Gather collects slices of a tensor, at indices that another tensor contains.
//
//	%r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<…>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
type Gather struct{ ir.Ref }

// Operand and the accessors below return the operands and attributes of the same names.
func (o Gather) Operand() *ir.Value            { return o.Op.OperandAt(0) }
func (o Gather) StartIndices() *ir.Value       { return o.Op.OperandAt(1) }
func (o Gather) DimensionNumbers() *GatherDims { return structAt[*GatherDims](o.Op, 0) }
func (o Gather) SliceSizes() []int64           { return intsAt(o.Op, 1) }
func (o Gather) IndicesAreSorted() bool        { return boolAt(o.Op, 2) }

// Spec implements ir.View.
func (Gather) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.gather",
		Doc:      "Gather collects slices of a tensor, at indices that another tensor contains.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}, {Name: "start_indices", Type: intTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			structAttr[*GatherDims]("dimension_numbers", "Attribute that models the dimension information for gather"),
			dimsAttr("slice_sizes"),
			withDefault(boolAttr("indices_are_sorted"), ir.BoolAttr(false)),
		},
		Traits: ir.Pure,
	}
}

// DynamicGather is gather with slice sizes that are known only at run time.
//
//	%r = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<…>}> : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x?xf32>
type DynamicGather struct{ ir.Ref }

// Operand and the accessors below return the operands and attributes of the same names.
func (o DynamicGather) Operand() *ir.Value            { return o.Op.OperandAt(0) }
func (o DynamicGather) StartIndices() *ir.Value       { return o.Op.OperandAt(1) }
func (o DynamicGather) SliceSizes() *ir.Value         { return o.Op.OperandAt(2) }
func (o DynamicGather) DimensionNumbers() *GatherDims { return structAt[*GatherDims](o.Op, 0) }
func (o DynamicGather) IndicesAreSorted() bool        { return boolAt(o.Op, 1) }

// Spec implements ir.View.
func (DynamicGather) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.dynamic_gather",
		Doc:      "DynamicGather is gather with slice sizes that are known only at run time.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}, {Name: "start_indices", Type: intTensor()}, {Name: "slice_sizes", Type: rankedAs("statically shaped 1-dimensional integer tensor", staticRank(1), anyInt())}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			structAttr[*GatherDims]("dimension_numbers", "Attribute that models the dimension information for gather"),
			withDefault(boolAttr("indices_are_sorted"), ir.BoolAttr(false)),
		},
		Traits: ir.Pure,
	}
}

// TorchIndexSelect takes slices along one dimension, at indices that another tensor contains.
//
//	%r = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<8x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
type TorchIndexSelect struct{ ir.Ref }

// Operand, Indices, Dim and BatchDims return the operands and attributes with these names.
func (o TorchIndexSelect) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o TorchIndexSelect) Indices() *ir.Value { return o.Op.OperandAt(1) }
func (o TorchIndexSelect) Dim() int64         { return intAt(o.Op, 0) }
func (o TorchIndexSelect) BatchDims() int64   { return intAt(o.Op, 1) }

// Gather returns the dimension numbers and slice sizes of an equivalent stablehlo.gather, for
// operands with the given shapes. It fails if dim or batch_dims is out of range.
func (o TorchIndexSelect) Gather(operand, indices []int64) (*GatherDims, []int64, error) {
	dim, batch := o.Dim(), o.BatchDims()
	if dim < 0 || dim >= int64(len(operand)) {
		return nil, nil, fmt.Errorf("dim must be in [0, %d), but is %d", len(operand), dim)
	}
	if most := min(dim, int64(len(indices))); batch < 0 || batch > most {
		return nil, nil, fmt.Errorf("batch_dims must be in [0, %d], but is %d", most, batch)
	}
	d := &GatherDims{CollapsedSliceDims: []int64{dim}, StartIndexMap: []int64{dim}, IndexVectorDim: int64(len(indices))}
	sizes := slices.Clone(operand)
	sizes[dim] = 1
	for n := range int64(len(sizes)) {
		switch {
		case n < batch:
			sizes[n] = 1
			d.OperandBatchingDims, d.StartIndicesBatchingDims = append(d.OperandBatchingDims, n), append(d.StartIndicesBatchingDims, n)
		case n < dim:
			d.OffsetDims = append(d.OffsetDims, n)
		case n > dim:
			d.OffsetDims = append(d.OffsetDims, n-1+int64(len(indices))-batch)
		}
	}
	return d, sizes, nil
}

// Spec implements ir.View.
func (TorchIndexSelect) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.torch_index_select",
		Doc:      "TorchIndexSelect takes slices along one dimension.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}, {Name: "indices", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			i64Attr("dim", anyNumber),
			i64Attr("batch_dims", anyNumber),
		},
		Traits: ir.Pure,
	}
}

// Scatter combines slices with parts of a tensor, at indices that another tensor contains.
//
//	%r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<…>}> ({
//	^bb0(%a: tensor<f32>, %b: tensor<f32>): …
//	}) : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
type Scatter struct{ ir.Ref }

// Inputs and the accessors below return the operands, attributes and region of the same names.
func (o Scatter) Inputs() []*ir.Value                   { return o.Op.OperandsOf(0) }
func (o Scatter) ScatterIndices() *ir.Value             { return o.Op.OperandsOf(1)[0] }
func (o Scatter) Updates() []*ir.Value                  { return o.Op.OperandsOf(2) }
func (o Scatter) ScatterDimensionNumbers() *ScatterDims { return structAt[*ScatterDims](o.Op, 0) }
func (o Scatter) IndicesAreSorted() bool                { return boolAt(o.Op, 1) }
func (o Scatter) UniqueIndices() bool                   { return boolAt(o.Op, 2) }
func (o Scatter) UpdateComputation() *ir.Region         { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (Scatter) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.scatter",
		Doc:      "Scatter combines slices into a tensor, at indices that another tensor contains.",
		Operands: []ir.Field{{Name: "inputs", Type: anyTensor(), Arity: ir.Variadic}, {Name: "scatter_indices", Type: ranked(anyInt(), indexElem())}, {Name: "updates", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyTensor(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			structAttr[*ScatterDims]("scatter_dimension_numbers", "Attribute that models the dimension information for scatter"),
			withDefault(boolAttr("indices_are_sorted"), ir.BoolAttr(false)),
			withDefault(boolAttr("unique_indices"), ir.BoolAttr(false)),
		},
		Regions: []ir.RegionField{{Name: "update_computation", Sized: true}},
		Traits:  ir.RecursiveEffects,
	}
}

// SelectAndScatter selects one element in each window of the operand. It combines the result
// element at the selected position with the source element that corresponds to the window.
//
//	%r = "stablehlo.select_and_scatter"(%x, %source, %init) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({…}, {…}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
type SelectAndScatter struct{ ir.Ref }

// Operand and the accessors below return the operands, attributes and regions of the same names.
func (o SelectAndScatter) Operand() *ir.Value        { return o.Op.OperandAt(0) }
func (o SelectAndScatter) Source() *ir.Value         { return o.Op.OperandAt(1) }
func (o SelectAndScatter) InitValue() *ir.Value      { return o.Op.OperandAt(2) }
func (o SelectAndScatter) WindowDimensions() []int64 { return intsAt(o.Op, 0) }
func (o SelectAndScatter) WindowStrides() []int64    { return intsAt(o.Op, 1) }
func (o SelectAndScatter) Padding() []int64          { return intsAt(o.Op, 2) }
func (o SelectAndScatter) Select() *ir.Region        { return o.Op.RegionAt(0) }
func (o SelectAndScatter) Scatter() *ir.Region       { return o.Op.RegionAt(1) }

// Spec implements ir.View.
func (SelectAndScatter) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.select_and_scatter",
		Doc:      "SelectAndScatter selects an element of the operand in each window. It combines the source element of the window with the result's element at the selected position.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}, {Name: "source", Type: anyTensor()}, {Name: "init_value", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			optional(dimsAttr("window_dimensions")),
			optional(dimsAttr("window_strides")),
			optional(elementsAttr("padding")),
		},
		Regions: []ir.RegionField{{Name: "select", Sized: true}, {Name: "scatter", Sized: true}},
		Traits:  ir.RecursiveEffects,
	}
}

// Reduce combines elements along dimensions.
//
//	%r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
type Reduce struct{ ir.Ref }

// Inputs and the accessors below return the operands, attribute and region of the same names.
func (o Reduce) Inputs() []*ir.Value     { return o.Op.OperandsOf(0) }
func (o Reduce) InitValues() []*ir.Value { return o.Op.OperandsOf(1) }
func (o Reduce) Dimensions() []int64     { return intsAt(o.Op, 0) }
func (o Reduce) Body() *ir.Region        { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (Reduce) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.reduce",
		Doc:      "Reduce combines elements along dimensions.",
		Operands: []ir.Field{{Name: "inputs", Type: anyTensor(), Arity: ir.Variadic}, {Name: "init_values", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyTensor(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			dimsAttr("dimensions"),
		},
		Regions:  []ir.RegionField{{Name: "body", Sized: true}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		Implicit: "stablehlo.return",
	}
}

// ReduceWindow combines the elements of each window.
//
//	%r = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2>}> ({…}) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
type ReduceWindow struct{ ir.Ref }

// Inputs and the accessors below return the operands, attributes and region of the same names.
func (o ReduceWindow) Inputs() []*ir.Value       { return o.Op.OperandsOf(0) }
func (o ReduceWindow) InitValues() []*ir.Value   { return o.Op.OperandsOf(1) }
func (o ReduceWindow) WindowDimensions() []int64 { return intsAt(o.Op, 0) }
func (o ReduceWindow) WindowStrides() []int64    { return intsAt(o.Op, 1) }
func (o ReduceWindow) BaseDilations() []int64    { return intsAt(o.Op, 2) }
func (o ReduceWindow) WindowDilations() []int64  { return intsAt(o.Op, 3) }
func (o ReduceWindow) Padding() []int64          { return intsAt(o.Op, 4) }
func (o ReduceWindow) Body() *ir.Region          { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (ReduceWindow) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.reduce_window",
		Doc:      "ReduceWindow combines the elements of each window.",
		Operands: []ir.Field{{Name: "inputs", Type: anyTensor(), Arity: ir.Variadic}, {Name: "init_values", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyTensor(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			dimsAttr("window_dimensions"),
			optional(dimsAttr("window_strides")),
			optional(dimsAttr("base_dilations")),
			optional(dimsAttr("window_dilations")),
			optional(elementsAttr("padding")),
		},
		Regions:  []ir.RegionField{{Name: "body", Sized: true}},
		Traits:   ir.RecursiveEffects | ir.SingleBlock,
		Implicit: "stablehlo.return",
	}
}

// Map runs a region for each element of its result. The arguments of the region are the elements of
// the operands at the same position.
//
//	%r = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({…}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type Map struct{ ir.Ref }

// Inputs, Dimensions and Computation return the operands, attribute and region with these names.
func (o Map) Inputs() []*ir.Value     { return o.Op.OperandsOf(0) }
func (o Map) Dimensions() []int64     { return intsAt(o.Op, 0) }
func (o Map) Computation() *ir.Region { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (Map) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.map",
		Doc:      "Map computes each element of its result by a region, from the elements of the operands at the same position.",
		Operands: []ir.Field{{Name: "inputs", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			dimsAttr("dimensions"),
		},
		Regions:  []ir.RegionField{{Name: "computation", Sized: true}},
		Traits:   ir.RecursiveEffects | ir.SameOperandsAndResultShape | ir.SingleBlock,
		Implicit: "stablehlo.return",
	}
}

// Sort sorts tensors along a dimension. A region compares the elements.
//
//	%r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({…}) : (tensor<4xf32>) -> tensor<4xf32>
type Sort struct{ ir.Ref }

// Inputs and the accessors below return the operands, attributes and region of the same names.
func (o Sort) Inputs() []*ir.Value    { return o.Op.OperandsOf(0) }
func (o Sort) Dimension() int64       { return intAt(o.Op, 0) }
func (o Sort) IsStable() bool         { return boolAt(o.Op, 1) }
func (o Sort) Comparator() *ir.Region { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (Sort) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.sort",
		Doc:      "Sort sorts tensors along a dimension. A region compares the elements.",
		Operands: []ir.Field{{Name: "inputs", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyTensor(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			withDefault(i64Attr("dimension", anyNumber), ir.NewI64(-1)),
			withDefault(boolAttr("is_stable"), ir.BoolAttr(false)),
		},
		Regions: []ir.RegionField{{Name: "comparator", Sized: true}},
		Traits:  ir.RecursiveEffects | ir.SameOperandsAndResultShape,
	}
}
