package stablehlo

import "github.com/lathe-ir/lathe/ir"

// computeOps lists the operations of this file.
func computeOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[Dot](),
		ir.Decl[DotGeneral](),
		ir.Decl[Convolution](),
		ir.Decl[DynamicConv](),
		ir.Decl[Einsum](),
		ir.Decl[UnaryEinsum](),
		ir.Decl[Fft](),
		ir.Decl[Cholesky](),
		ir.Decl[TriangularSolve](),
		ir.Decl[BatchNormTraining](),
		ir.Decl[BatchNormInference](),
		ir.Decl[BatchNormGrad](),
		ir.Decl[Clamp](),
		ir.Decl[Select](),
		ir.Decl[Rng](),
		ir.Decl[RngBitGenerator](),
	}
}

// Dot is the product of vectors and matrices.
//
//	%r = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
type Dot struct{ ir.Ref }

// LHS, RHS and PrecisionConfig return the operands and attribute with these names.
func (o Dot) LHS() *ir.Value           { return o.Op.OperandAt(0) }
func (o Dot) RHS() *ir.Value           { return o.Op.OperandAt(1) }
func (o Dot) PrecisionConfig() ir.Attr { return o.Op.AttrAt(0) }

// Spec implements ir.View.
func (Dot) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.dot",
		Doc:      "Dot is the product of vectors and matrices.",
		Operands: []ir.Field{{Name: "lhs", Type: anyTensor()}, {Name: "rhs", Type: anyOrPerAxis()}},
		Results:  []ir.Field{{Name: "result", Type: anyOrPerAxis()}},
		Attrs: []ir.AttrField{
			precisionAttr(),
		},
		Traits: ir.Pure | ir.CanonicalNaN,
		Format: "$lhs `,` $rhs `` custom<PrecisionConfig>($precision_config) attr-dict `:` functional-type(operands, results)",
	}
}

// DotGeneral sums products over contracting dimensions, for each index of the batching dimensions.
//
//	%r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x2x3xf32>, tensor<8x3x4xf32>) -> tensor<8x2x4xf32>
type DotGeneral struct{ ir.Ref }

// LHS, RHS, DotDimensionNumbers, PrecisionConfig and Algorithm return the operands and attributes
// with these names.
func (o DotGeneral) LHS() *ir.Value                { return o.Op.OperandAt(0) }
func (o DotGeneral) RHS() *ir.Value                { return o.Op.OperandAt(1) }
func (o DotGeneral) DotDimensionNumbers() *DotDims { return structAt[*DotDims](o.Op, 0) }
func (o DotGeneral) PrecisionConfig() ir.Attr      { return o.Op.AttrAt(1) }
func (o DotGeneral) Algorithm() *DotAlgorithm      { return structAt[*DotAlgorithm](o.Op, 2) }

// Spec implements ir.View.
func (DotGeneral) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.dot_general",
		Doc:      "DotGeneral sums products over contracting dimensions, for each index of the batching dimensions.",
		Operands: []ir.Field{{Name: "lhs", Type: anyTensor()}, {Name: "rhs", Type: anyOrPerAxis()}},
		Results:  []ir.Field{{Name: "result", Type: anyOrPerAxis()}},
		Attrs: []ir.AttrField{
			structAttr[*DotDims]("dot_dimension_numbers", "Attribute that models the dimension information for dot."),
			precisionAttr(),
			optional(structAttr[*DotAlgorithm]("algorithm", "Attribute that models the algorithm constraints to use for computing dot.")),
		},
		Traits: ir.Pure | ir.CanonicalNaN,
		Format: "$lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) `` custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm) attr-dict `:` functional-type(operands, results)",
	}
}

// Convolution slides a kernel over its input.
//
//	%r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<3x2x4xf32>) -> tensor<1x6x4xf32>
type Convolution struct{ ir.Ref }

// LHS, RHS, WindowStrides, Padding, LhsDilation, RhsDilation, WindowReversal, DimensionNumbers,
// FeatureGroupCount, BatchGroupCount and PrecisionConfig return the operands and attributes with
// these names.
func (o Convolution) LHS() *ir.Value              { return o.Op.OperandAt(0) }
func (o Convolution) RHS() *ir.Value              { return o.Op.OperandAt(1) }
func (o Convolution) WindowStrides() []int64      { return intsAt(o.Op, 0) }
func (o Convolution) Padding() []int64            { return intsAt(o.Op, 1) }
func (o Convolution) LhsDilation() []int64        { return intsAt(o.Op, 2) }
func (o Convolution) RhsDilation() []int64        { return intsAt(o.Op, 3) }
func (o Convolution) WindowReversal() []int64     { return intsAt(o.Op, 4) }
func (o Convolution) DimensionNumbers() *ConvDims { return structAt[*ConvDims](o.Op, 5) }
func (o Convolution) FeatureGroupCount() int64    { return intAt(o.Op, 6) }
func (o Convolution) BatchGroupCount() int64      { return intAt(o.Op, 7) }
func (o Convolution) PrecisionConfig() ir.Attr    { return o.Op.AttrAt(8) }

// Spec implements ir.View.
func (Convolution) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.convolution",
		Doc:      "Convolution slides a kernel over its input.",
		Operands: []ir.Field{{Name: "lhs", Type: anyTensor()}, {Name: "rhs", Type: anyOrPerAxis()}},
		Results:  []ir.Field{{Name: "result", Type: anyOrPerAxis()}},
		Attrs: []ir.AttrField{
			optional(dimsAttr("window_strides")),
			optional(elementsAttr("padding")),
			optional(dimsAttr("lhs_dilation")),
			optional(dimsAttr("rhs_dilation")),
			optional(boolsAttr("window_reversal")),
			structAttr[*ConvDims]("dimension_numbers", "Structure of dimension information for conv op"),
			i64Attr("feature_group_count", positive),
			i64Attr("batch_group_count", positive),
			precisionAttr(),
		},
		Traits: ir.Pure | ir.CanonicalNaN,
		Format: "`(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,` `window` `=` `{` custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}` attr-dict `:` functional-type(operands, results)",
	}
}

// DynamicConv is a convolution with padding that is known only at run time.
//
//	%r = "stablehlo.dynamic_conv"(%x, %k, %padding) <{…}> : (tensor<1x8x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi64>) -> tensor<1x?x4xf32>
type DynamicConv struct{ ir.Ref }

// LHS, RHS, Padding, WindowStrides, LhsDilation, RhsDilation, WindowReversal, DimensionNumbers,
// FeatureGroupCount, BatchGroupCount and PrecisionConfig return the operands and attributes with
// these names.
func (o DynamicConv) LHS() *ir.Value              { return o.Op.OperandAt(0) }
func (o DynamicConv) RHS() *ir.Value              { return o.Op.OperandAt(1) }
func (o DynamicConv) Padding() *ir.Value          { return o.Op.OperandAt(2) }
func (o DynamicConv) WindowStrides() []int64      { return intsAt(o.Op, 0) }
func (o DynamicConv) LhsDilation() []int64        { return intsAt(o.Op, 1) }
func (o DynamicConv) RhsDilation() []int64        { return intsAt(o.Op, 2) }
func (o DynamicConv) WindowReversal() []int64     { return intsAt(o.Op, 3) }
func (o DynamicConv) DimensionNumbers() *ConvDims { return structAt[*ConvDims](o.Op, 4) }
func (o DynamicConv) FeatureGroupCount() int64    { return intAt(o.Op, 5) }
func (o DynamicConv) BatchGroupCount() int64      { return intAt(o.Op, 6) }
func (o DynamicConv) PrecisionConfig() ir.Attr    { return o.Op.AttrAt(7) }

// Spec implements ir.View.
func (DynamicConv) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.dynamic_conv",
		Doc:      "DynamicConv is a convolution with padding known only at run time.",
		Operands: []ir.Field{{Name: "lhs", Type: anyTensor()}, {Name: "rhs", Type: anyTensor()}, {Name: "padding", Type: rankedAs("statically shaped 2-dimensional integer tensor", staticRank(2), anyInt())}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			optional(dimsAttr("window_strides")),
			optional(dimsAttr("lhs_dilation")),
			optional(dimsAttr("rhs_dilation")),
			optional(boolsAttr("window_reversal")),
			structAttr[*ConvDims]("dimension_numbers", "Structure of dimension information for conv op"),
			i64Attr("feature_group_count", positive),
			i64Attr("batch_group_count", positive),
			precisionAttr(),
		},
		Traits: ir.Pure | ir.CanonicalNaN,
	}
}

// Einsum is a sum of products in Einstein notation.
//
//	%r = stablehlo.einsum %a, %b, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
type Einsum struct{ ir.Ref }

// LHS, RHS and EinsumConfig return the operands and attribute with these names.
func (o Einsum) LHS() *ir.Value       { return o.Op.OperandAt(0) }
func (o Einsum) RHS() *ir.Value       { return o.Op.OperandAt(1) }
func (o Einsum) EinsumConfig() string { return stringAt(o.Op, 0) }

// Spec implements ir.View.
func (Einsum) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.einsum",
		Doc:      "Einsum is a sum of products in Einstein notation.",
		Operands: []ir.Field{{Name: "lhs", Type: anyTensor()}, {Name: "rhs", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			stringAttr("einsum_config"),
		},
		Traits: ir.Pure | ir.CanonicalNaN,
		Format: "$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)",
	}
}

// UnaryEinsum is a sum in Einstein notation.
//
//	%r = stablehlo.unary_einsum %a, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
type UnaryEinsum struct{ ir.Ref }

// Operand and EinsumConfig return the operand and attribute with these names.
func (o UnaryEinsum) Operand() *ir.Value   { return o.Op.OperandAt(0) }
func (o UnaryEinsum) EinsumConfig() string { return stringAt(o.Op, 0) }

// Spec implements ir.View.
func (UnaryEinsum) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.unary_einsum",
		Doc:      "UnaryEinsum is a sum in Einstein notation.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			stringAttr("einsum_config"),
		},
		Traits: ir.Pure,
		Format: "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)",
	}
}

// Fft is the discrete Fourier transform, or its inverse, along the last dimensions.
//
//	%r = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
type Fft struct{ ir.Ref }

// Operand, FftType and FftLength return the operand and attributes with these names.
func (o Fft) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o Fft) FftType() string    { return Word(o.Op.AttrAt(0)) }
func (o Fft) FftLength() []int64 { return intsAt(o.Op, 1) }

// Spec implements ir.View.
func (Fft) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.fft",
		Doc:      "Fft is the discrete Fourier transform, or its inverse.",
		Operands: []ir.Field{{Name: "operand", Type: floatOrComplex()}},
		Results:  []ir.Field{{Name: "result", Type: floatOrComplex()}},
		Attrs: []ir.AttrField{
			enumAttr("fft_type", fftType),
			dimsAttr("fft_length"),
		},
		Traits: ir.Pure | ir.CanonicalNaN,
		Format: "$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type(operands, results)",
	}
}

// Cholesky is the Cholesky decomposition of each matrix of a batch.
//
//	%r = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
type Cholesky struct{ ir.Ref }

// A and Lower return the operand and attribute with these names.
func (o Cholesky) A() *ir.Value { return o.Op.OperandAt(0) }
func (o Cholesky) Lower() bool  { return boolAt(o.Op, 0) }

// Spec implements ir.View.
func (Cholesky) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.cholesky",
		Doc:      "Cholesky is the Cholesky decomposition of matrices.",
		Operands: []ir.Field{{Name: "a", Type: floatComplexQ()}},
		Results:  []ir.Field{{Name: "result", Type: floatComplexQ()}},
		Attrs: []ir.AttrField{
			withDefault(boolAttr("lower"), ir.BoolAttr(false)),
		},
		Traits: ir.NoSideEffect | ir.CanonicalNaN,
		Format: "$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameOperandsAndResultType>(type($a), type($result))",
	}
}

// TriangularSolve solves systems of linear equations with triangular matrices.
//
//	%r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
type TriangularSolve struct{ ir.Ref }

// A, B, LeftSide, Lower, UnitDiagonal and TransposeA return the operands and attributes with these
// names.
func (o TriangularSolve) A() *ir.Value       { return o.Op.OperandAt(0) }
func (o TriangularSolve) B() *ir.Value       { return o.Op.OperandAt(1) }
func (o TriangularSolve) LeftSide() bool     { return boolAt(o.Op, 0) }
func (o TriangularSolve) Lower() bool        { return boolAt(o.Op, 1) }
func (o TriangularSolve) UnitDiagonal() bool { return boolAt(o.Op, 2) }
func (o TriangularSolve) TransposeA() string { return Word(o.Op.AttrAt(3)) }

// Spec implements ir.View.
func (TriangularSolve) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.triangular_solve",
		Doc:      "TriangularSolve solves systems of linear equations with triangular matrices.",
		Operands: []ir.Field{{Name: "a", Type: floatOrComplex()}, {Name: "b", Type: floatOrComplex()}},
		Results:  []ir.Field{{Name: "result", Type: floatOrComplex()}},
		Attrs: []ir.AttrField{
			boolAttr("left_side"),
			boolAttr("lower"),
			boolAttr("unit_diagonal"),
			enumAttr("transpose_a", transposeKind),
		},
		Traits: ir.NoSideEffect | ir.CanonicalNaN,
	}
}

// BatchNormTraining normalizes over all dimensions except feature_index. It also returns the mean
// and the variance.
//
//	%r, %mean, %var = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
type BatchNormTraining struct{ ir.Ref }

// Operand, Scale, Offset, Epsilon, FeatureIndex, Output, BatchMean and BatchVar return the
// operands, attributes and results with these names.
func (o BatchNormTraining) Operand() *ir.Value   { return o.Op.OperandAt(0) }
func (o BatchNormTraining) Scale() *ir.Value     { return o.Op.OperandAt(1) }
func (o BatchNormTraining) Offset() *ir.Value    { return o.Op.OperandAt(2) }
func (o BatchNormTraining) Epsilon() float64     { return floatAt(o.Op, 0) }
func (o BatchNormTraining) FeatureIndex() int64  { return intAt(o.Op, 1) }
func (o BatchNormTraining) Output() *ir.Value    { return o.Op.ResultAt(0) }
func (o BatchNormTraining) BatchMean() *ir.Value { return o.Op.ResultAt(1) }
func (o BatchNormTraining) BatchVar() *ir.Value  { return o.Op.ResultAt(2) }

// Spec implements ir.View.
func (BatchNormTraining) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.batch_norm_training",
		Doc:      "BatchNormTraining normalizes over all dimensions but one, and returns mean and variance.",
		Operands: []ir.Field{{Name: "operand", Type: floatOrQuant()}, {Name: "scale", Type: vectorOfFloat()}, {Name: "offset", Type: vectorOfFloat()}},
		Results:  []ir.Field{{Name: "output", Type: floatOrQuant()}, {Name: "batch_mean", Type: vectorOfFloat()}, {Name: "batch_var", Type: vectorOfFloat()}},
		Attrs: []ir.AttrField{
			f32Attr("epsilon"),
			i64Attr("feature_index", nonNegative),
		},
		Traits: ir.Pure | ir.CanonicalNaN,
	}
}

// BatchNormInference normalizes with a given mean and variance.
//
//	%r = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %var) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
type BatchNormInference struct{ ir.Ref }

// Operand, Scale, Offset, Mean, Variance, Epsilon and FeatureIndex return the operands and
// attributes with these names.
func (o BatchNormInference) Operand() *ir.Value  { return o.Op.OperandAt(0) }
func (o BatchNormInference) Scale() *ir.Value    { return o.Op.OperandAt(1) }
func (o BatchNormInference) Offset() *ir.Value   { return o.Op.OperandAt(2) }
func (o BatchNormInference) Mean() *ir.Value     { return o.Op.OperandAt(3) }
func (o BatchNormInference) Variance() *ir.Value { return o.Op.OperandAt(4) }
func (o BatchNormInference) Epsilon() float64    { return floatAt(o.Op, 0) }
func (o BatchNormInference) FeatureIndex() int64 { return intAt(o.Op, 1) }

// Spec implements ir.View.
func (BatchNormInference) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.batch_norm_inference",
		Doc:      "BatchNormInference normalizes with a given mean and variance.",
		Operands: []ir.Field{{Name: "operand", Type: floatOrQuant()}, {Name: "scale", Type: vectorOfFloat()}, {Name: "offset", Type: vectorOfFloat()}, {Name: "mean", Type: vectorOfFloat()}, {Name: "variance", Type: vectorOfFloat()}},
		Results:  []ir.Field{{Name: "result", Type: floatOrQuant()}},
		Attrs: []ir.AttrField{
			f32Attr("epsilon"),
			i64Attr("feature_index", nonNegative),
		},
		Traits: ir.Pure | ir.CanonicalNaN,
	}
}

// BatchNormGrad is the gradient of batch_norm_training.
//
//	%x, %scale, %offset = "stablehlo.batch_norm_grad"(%a, %b, %mean, %var, %g) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
type BatchNormGrad struct{ ir.Ref }

// Operand, Scale, Mean, Variance, GradOutput, Epsilon, FeatureIndex, GradOperand, GradScale and
// GradOffset return the operands, attributes and results with these names.
func (o BatchNormGrad) Operand() *ir.Value     { return o.Op.OperandAt(0) }
func (o BatchNormGrad) Scale() *ir.Value       { return o.Op.OperandAt(1) }
func (o BatchNormGrad) Mean() *ir.Value        { return o.Op.OperandAt(2) }
func (o BatchNormGrad) Variance() *ir.Value    { return o.Op.OperandAt(3) }
func (o BatchNormGrad) GradOutput() *ir.Value  { return o.Op.OperandAt(4) }
func (o BatchNormGrad) Epsilon() float64       { return floatAt(o.Op, 0) }
func (o BatchNormGrad) FeatureIndex() int64    { return intAt(o.Op, 1) }
func (o BatchNormGrad) GradOperand() *ir.Value { return o.Op.ResultAt(0) }
func (o BatchNormGrad) GradScale() *ir.Value   { return o.Op.ResultAt(1) }
func (o BatchNormGrad) GradOffset() *ir.Value  { return o.Op.ResultAt(2) }

// Spec implements ir.View.
func (BatchNormGrad) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.batch_norm_grad",
		Doc:      "BatchNormGrad is the gradient of batch_norm_training.",
		Operands: []ir.Field{{Name: "operand", Type: floatOrQuant()}, {Name: "scale", Type: vectorOfFloat()}, {Name: "mean", Type: vectorOfFloat()}, {Name: "variance", Type: vectorOfFloat()}, {Name: "grad_output", Type: floatOrQuant()}},
		Results:  []ir.Field{{Name: "grad_operand", Type: floatOrQuant()}, {Name: "grad_scale", Type: vectorOfFloat()}, {Name: "grad_offset", Type: vectorOfFloat()}},
		Attrs: []ir.AttrField{
			f32Attr("epsilon"),
			i64Attr("feature_index", nonNegative),
		},
		Traits: ir.Pure | ir.CanonicalNaN,
	}
}

// Clamp limits elements to a range. The limits may be scalars.
//
//	%r = stablehlo.clamp %lo, %x, %hi : tensor<4xf32>
type Clamp struct{ ir.Ref }

// Min, Operand and Max return the operands with these names.
func (o Clamp) Min() *ir.Value     { return o.Op.OperandAt(0) }
func (o Clamp) Operand() *ir.Value { return o.Op.OperandAt(1) }
func (o Clamp) Max() *ir.Value     { return o.Op.OperandAt(2) }

// Spec implements ir.View.
func (Clamp) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.clamp",
		Doc:      "Clamp limits elements to a range; the limits may be scalars.",
		Operands: []ir.Field{{Name: "min", Type: anyTensor()}, {Name: "operand", Type: anyTensor()}, {Name: "max", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Traits:   ir.Pure | ir.CanonicalNaN,
		Format:   "$min `,` $operand `,` $max attr-dict `:` custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))",
	}
}

// Select takes elements of on_true where the condition is true, and of on_false where it is false.
// The condition may be a scalar.
//
//	%r = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>
type Select struct{ ir.Ref }

// Pred, OnTrue and OnFalse return the operands with these names.
func (o Select) Pred() *ir.Value    { return o.Op.OperandAt(0) }
func (o Select) OnTrue() *ir.Value  { return o.Op.OperandAt(1) }
func (o Select) OnFalse() *ir.Value { return o.Op.OperandAt(2) }

// Spec implements ir.View.
func (Select) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.select",
		Doc:      "Select chooses elements of one tensor or another; the condition may be a scalar.",
		Operands: []ir.Field{{Name: "pred", Type: predTensor()}, {Name: "on_true", Type: anyTensor()}, {Name: "on_false", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` custom<SelectOpType>(type($pred), type($on_true), type($on_false), type($result))",
	}
}

// Rng draws random numbers from a distribution.
//
//	%r = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
type Rng struct{ ir.Ref }

// A, B, Shape and RngDistribution return the operands and attribute with these names.
func (o Rng) A() *ir.Value            { return o.Op.OperandAt(0) }
func (o Rng) B() *ir.Value            { return o.Op.OperandAt(1) }
func (o Rng) Shape() *ir.Value        { return o.Op.OperandAt(2) }
func (o Rng) RngDistribution() string { return Word(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (Rng) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.rng",
		Doc:      "Rng draws random numbers from a distribution.",
		Operands: []ir.Field{{Name: "a", Type: rankedAs("0D tensor", hasRank(0), pred(), anyInt(), anyFloat())}, {Name: "b", Type: rankedAs("0D tensor", hasRank(0), pred(), anyInt(), anyFloat())}, {Name: "shape", Type: shapeVector()}},
		Results:  []ir.Field{{Name: "result", Type: predIntOrFloat()}},
		Attrs: []ir.AttrField{
			enumAttr("rng_distribution", distribution),
		},
		Format: "$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` functional-type(operands, results)",
	}
}

// RngBitGenerator makes random bits from a state.
//
//	%s, %r = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
type RngBitGenerator struct{ ir.Ref }

// InitialState, RngAlgorithm, OutputState and Output return the operand, attribute and results with
// these names.
func (o RngBitGenerator) InitialState() *ir.Value { return o.Op.OperandAt(0) }
func (o RngBitGenerator) RngAlgorithm() string    { return Word(o.Op.AttrAt(0)) }
func (o RngBitGenerator) OutputState() *ir.Value  { return o.Op.ResultAt(0) }
func (o RngBitGenerator) Output() *ir.Value       { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (RngBitGenerator) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.rng_bit_generator",
		Doc:      "RngBitGenerator makes random bits from a state.",
		Operands: []ir.Field{{Name: "initial_state", Type: intOrFloat()}},
		Results:  []ir.Field{{Name: "output_state", Type: intOrFloat()}, {Name: "output", Type: rankedAs("statically shaped tensor", isStatic, anyInt(), anyFloat())}},
		Attrs: []ir.AttrField{
			enumAttr("rng_algorithm", rngAlgorithm),
		},
		Traits: ir.Pure,
		Format: "$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)",
	}
}
