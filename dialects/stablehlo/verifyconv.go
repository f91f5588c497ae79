package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// convCheck has the types and attributes that convolution and dynamic_conv share. The padding is an
// operand of dynamic_conv, so it is not a field.
type convCheck struct {
	lhs, rhs                ir.Type
	dims                    *ConvDims
	features, batches       int64
	precision               ir.Attr
	strides, lhsDil, rhsDil []int64
	reversals               int
}

// check checks all fields except those of the window: strides, dilations and reversals.
func (c convCheck) check() error {
	l, r, d := c.lhs.Dims(), c.rhs.Dims(), c.dims
	switch {
	case len(l) < 2:
		return fmt.Errorf("expects convolution arguments to have >= 2 dimensions. Got: '%s' and '%s'.", c.lhs, c.rhs)
	case len(l) != len(r):
		return fmt.Errorf("expects convolution arguments to have same number of dimensions. Got: '%s' and '%s'.", c.lhs, c.rhs)
	case !anyUniform(c.lhs, c.rhs) && c.lhs.Elem() != c.rhs.Elem():
		return fmt.Errorf("expects lhs and rhs to have compatible element type. Got: '%s' and '%s'", c.lhs.Elem(), c.rhs.Elem())
	}
	if err := d.check(int64(len(l))); err != nil {
		return err
	}
	if err := c.checkGroups(l, r); err != nil {
		return err
	}
	if err := checkPrecision(c.precision); err != nil {
		return err
	}
	if n := len(d.InputSpatial) + 2; len(l) != n {
		return fmt.Errorf("expects convolution arguments to have %d dimensions. Got: %d", n, len(l))
	}
	return nil
}

// check checks the dimension numbers of operands with the given rank.
func (d *ConvDims) check(rank int64) error {
	if a, b, c := len(d.InputSpatial), len(d.KernelSpatial), len(d.OutputSpatial); a != b || a != c {
		return fmt.Errorf("expects the same size for input, kernel and output spatial-dimensions, but got %d, %d, and %d resp.", a, b, c)
	}
	lists := []indexList{
		{name: "input", dims: append([]int64{d.InputBatch, d.InputFeature}, d.InputSpatial...)},
		{name: "kernel", dims: append([]int64{d.KernelInputFeature, d.KernelOutputFeature}, d.KernelSpatial...)},
		{name: "output", dims: append([]int64{d.OutputBatch, d.OutputFeature}, d.OutputSpatial...)},
	}
	for _, l := range lists {
		if slices.ContainsFunc(l.dims, func(i int64) bool { return i < 0 || i >= rank }) {
			return fmt.Errorf("expects input, kernel, and output dimension-numbers to be in-range [0, %d).", rank)
		}
	}
	for _, l := range lists {
		if repeats(l.dims) {
			return fmt.Errorf("expects %s dimension-numbers to be unique, got {%s}.", l.name, list(l.dims))
		}
	}
	return nil
}

// checkGroups checks the numbers of features and batches against the numbers of groups.
func (c convCheck) checkGroups(l, r []int64) error {
	if c.batches > 1 && c.features > 1 {
		return fmt.Errorf("expects batch_group_count and feature_group_count not to be both greater than 1. Got %d and %d resp.", c.batches, c.features)
	}
	batch, in := l[c.dims.InputBatch], l[c.dims.InputFeature]
	kernelIn, kernelOut := r[c.dims.KernelInputFeature], r[c.dims.KernelOutputFeature]
	switch {
	case batch != ir.Dynamic && batch%c.batches != 0:
		return fmt.Errorf("expects input batch dimension (%d) to be divisible by batch_group_count. Got batch_group_count = %d.", batch, c.batches)
	case in != ir.Dynamic && in%c.features != 0:
		return fmt.Errorf("expects input feature dimension (%d) to be a multiple of feature_group_count. Got feature_group_count = %d.", in, c.features)
	case in != ir.Dynamic && kernelIn != ir.Dynamic && in/c.features != kernelIn:
		return fmt.Errorf("expects input feature dimension (%d) / feature_group_count = kernel input feature dimension (%d). Got feature_group_count = %d.", in, kernelIn, c.features)
	case kernelOut != ir.Dynamic && kernelOut%c.batches != 0:
		return fmt.Errorf("expects output feature dimension size (%d) to be a multiple of batch_group_count. Got batch_group_count = %d.", kernelOut, c.batches)
	case kernelOut != ir.Dynamic && kernelOut%c.features != 0:
		return fmt.Errorf("expects kernel output feature dimension (%d) to be divisible by feature_group_count. For feature_group_count = %d.", kernelOut, c.features)
	}
	return nil
}

// result returns the result shape for the given padding.
func (c convCheck) result(padding ir.Attr) ([]int64, error) {
	l, r, d := c.lhs.Dims(), c.rhs.Dims(), c.dims
	var sizes, spatial []int64
	for i, k := range d.KernelSpatial {
		sizes, spatial = append(sizes, r[k]), append(spatial, l[d.InputSpatial[i]])
	}
	window, err := windowSpec{sizes: sizes, strides: c.strides, baseDilations: c.lhsDil, windowDilations: c.rhsDil, padding: padding, reversals: c.reversals}.dims()
	if err != nil {
		return nil, err
	}
	places, err := outputs(spatial, window)
	if err != nil {
		return nil, err
	}
	shape := make([]int64, len(l))
	for i, n := range places {
		shape[d.OutputSpatial[i]] = n
	}
	if shape[d.OutputBatch] = l[d.InputBatch]; l[d.InputBatch] != ir.Dynamic {
		shape[d.OutputBatch] /= c.batches
	}
	shape[d.OutputFeature] = r[d.KernelOutputFeature]
	return shape, nil
}

// Verify implements ir.Verifier.
func (o Convolution) Verify() error {
	c := convCheck{
		o.LHS().Type(), o.RHS().Type(), o.DimensionNumbers(), o.FeatureGroupCount(), o.BatchGroupCount(), o.PrecisionConfig(),
		o.WindowStrides(), o.LhsDilation(), o.RhsDilation(), len(o.WindowReversal()),
	}
	if err := c.check(); err != nil {
		return at(o.Op, err)
	}
	shape, err := c.result(o.Op.AttrAt(1))
	if err != nil {
		return at(o.Op, err)
	}
	if err := checkResultShape(o.Op, shape); err != nil {
		return err
	}
	return at(o.Op, checkQuantizedConv(c.lhs, c.rhs, o.Op.Result().Type(), c.dims))
}

func (o DynamicConv) check() convCheck {
	return convCheck{
		o.LHS().Type(), o.RHS().Type(), o.DimensionNumbers(), o.FeatureGroupCount(), o.BatchGroupCount(), o.PrecisionConfig(),
		o.WindowStrides(), o.LhsDilation(), o.RhsDilation(), len(o.WindowReversal()),
	}
}

// inferred returns the result type, or a nil type if the padding is not constant or is invalid.
func (o DynamicConv) inferred() ir.Type {
	padding, ok := constInts(o.Padding())
	if !ok {
		return ir.Type{}
	}
	c := o.check()
	shape, err := c.result(pairsAttr(padding))
	if err != nil {
		return ir.Type{}
	}
	return ir.Tensor(o.Op.Result().Type().Elem(), shape...)
}

// Verify implements ir.Verifier.
func (o DynamicConv) Verify() error {
	c := o.check()
	if err := c.check(); err != nil {
		return at(o.Op, err)
	}
	n := int64(rankOf(c.lhs) - 2)
	pad := o.Padding().Type().Dims()
	switch {
	case len(pad) != 2:
		return ir.ErrorAt(o.Op, "expects padding to be of rank 2 but got %d", len(pad))
	case pad[0] != n || pad[1] != 2:
		return ir.ErrorAt(o.Op, "expects padding to be of shape [%d, 2], but got [%d, %d]", n, pad[0], pad[1])
	}
	if v, ok := constInts(o.Padding()); ok {
		if _, err := c.result(pairsAttr(v)); err != nil {
			return at(o.Op, err)
		}
	}
	return at(o.Op, checkQuantizedConv(c.lhs, c.rhs, o.Op.Result().Type(), c.dims))
}
