package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// reducer is a region that combines elements. inputs and inits are the types of the inputs and of
// the initial values of the operation.
type reducer struct {
	region        *ir.Region
	inputs, inits []ir.Type
	// The shape of each argument that receives input elements must be a subsequence of allowed.
	allowed []int64
}

// endOf returns the terminator of the entry block, or nil if there is none.
func endOf(r *ir.Region) *ir.Op {
	if r.Empty() {
		return nil
	}
	if end := r.Entry().Last(); end != nil && end.Terminator() {
		return end
	}
	return nil
}

// accumulated returns the element types of the values that r returns, one per input. If r returns
// too few values, accumulated uses the element types of the remaining inputs.
func accumulated(r *ir.Region, inputs []ir.Type) []ir.Type {
	elems := make([]ir.Type, len(inputs))
	for i, t := range inputs {
		elems[i] = t.Elem()
	}
	if end := endOf(r); end != nil {
		for i, t := range end.OperandTypes() {
			if i < len(elems) {
				elems[i] = t.Elem()
			}
		}
	}
	return elems
}

func (c reducer) check() error {
	n, end := len(c.inputs), endOf(c.region)
	if c.region.Empty() {
		return fmt.Errorf("expect non-empty region")
	}
	blk := c.region.Entry()
	switch {
	case blk.NumArgs() != 2*n:
		return fmt.Errorf("Reduction-region must take %d parameters, but takes %d parameter(s)", 2*n, blk.NumArgs())
	case end == nil:
		return fmt.Errorf("The reduction-region expected to have a terminator")
	case end.NumOperands() == 0:
		return fmt.Errorf("The reduction-region expected to return some value(s)")
	case end.NumOperands() != n:
		return fmt.Errorf("Reduction-region here must produce %d tensors, but produces %d instead", n, end.NumOperands())
	}
	for _, t := range end.OperandTypes() {
		if !t.IsShaped() {
			return fmt.Errorf("Reduction-region here must produce tensor-typed result(s), but produces '%s' instead", t)
		}
	}
	for i, t := range end.OperandTypes() {
		if err := c.checkResult(i, t, blk.Arg(i).Type(), blk.Arg(n+i).Type()); err != nil {
			return err
		}
		if err := c.checkArgument(i, blk.Arg(n+i).Type()); err != nil {
			return err
		}
	}
	return nil
}

// checkResult checks t, the type of result i of the region, against its accumulator argument
// (first), its input argument (second) and the initial value.
func (c reducer) checkResult(i int, t, first, second ir.Type) error {
	n, init := len(c.inputs), c.inits[i]
	switch {
	case !ir.CompatibleShapes(t, first) || t.Elem() != first.Elem():
		return fmt.Errorf("The type of reduction-region's parameter at index %d is different than the corresponding result type: '%s' vs '%s'", i, first, t)
	case !ir.CompatibleShapes(t, second) || !sameOrFloats(t.Elem(), second.Elem()):
		return fmt.Errorf("The type of reduction-region's parameter at index %d is different than the corresponding result type: '%s' vs '%s'", n+i, second, t)
	case !ir.CompatibleShapes(init, t):
		return fmt.Errorf("The shape of reduction-region's result type at index %d differs from the op's corresponding init-value type: '%s' vs '%s'", i, t, init)
	case !promotable(init.Elem(), t.Elem()):
		return fmt.Errorf("The element-type of reduction-region's result type at index %d is expected to be promotable from the op's corresponding init-value element-type: '%s' vs '%s'", i, t, init)
	}
	return nil
}

// checkArgument checks t, the type of the argument that receives elements of input i.
func (c reducer) checkArgument(i int, t ir.Type) error {
	at := len(c.inputs) + i
	if !promotable(c.inputs[i].Elem(), t.Elem()) {
		return fmt.Errorf("The element-type of reduction-region's argument at index %d is expected to be promotable from '%s', but got '%s'", at, c.inputs[i].Elem(), t.Elem())
	}
	shape := t.Dims()
	if len(shape) > len(c.allowed) {
		return fmt.Errorf("The rank of reduction-region's argument at index %d is expected to be <= %d, got %d", at, len(c.allowed), len(shape))
	}
	fit := 0
	for _, n := range c.allowed {
		if fit < len(shape) && compatibleDim(n, shape[fit]) {
			fit++
		}
	}
	if fit < len(shape) {
		return fmt.Errorf("The shape of reduction-region's argument at index %d is not compatible with that of reduce-op's input-parameter at index %d", at, i)
	}
	return nil
}

// promotable reports whether elements of type a may be promoted to b. Any float may be promoted to
// any float. Integers, complex numbers and quantized numbers of the same expressed type may be
// promoted to numbers of the same kind that are at least as wide.
func promotable(a, b ir.Type) bool {
	x, ok1 := uniformOf(a)
	y, ok2 := uniformOf(b)
	switch {
	case a.IsFloat() && b.IsFloat():
		return true
	case ok1 && ok2 && x.expressed == y.expressed,
		ir.IsType[*ir.IntType](a) && ir.IsType[*ir.IntType](b),
		ir.IsType[*ir.ComplexType](a) && ir.IsType[*ir.ComplexType](b):
		return elemBits(a) <= elemBits(b)
	}
	return false
}

// checkOneShape requires that all inputs have compatible shapes.
func checkOneShape(inputs []ir.Type) error {
	for i, t := range inputs {
		if !compatibleShapes(inputs[0].Dims(), t.Dims()) {
			return fmt.Errorf("expects all inputs to have compatible shapes. Shape at input-index %d is not compatible with shape at input-index 0", i)
		}
	}
	return nil
}

// reduced returns the shape and the bounds of the inputs without the dimensions dims.
func reduced(inputs []ir.Type, dims []int64) (shape, bounds []int64, err error) {
	if err := checkOneShape(inputs); err != nil {
		return nil, nil, err
	}
	first, limits := inputs[0].Dims(), boundsOf(inputs[0])
	for i, d := range dims {
		switch {
		case d < 0 || d >= int64(len(first)):
			return nil, nil, fmt.Errorf("Out-of-bounds dimension %d, expected to be in range [0, %d)", d, len(first))
		case slices.Contains(dims[:i], d):
			return nil, nil, fmt.Errorf("Duplicate reduction dimension: %d", d)
		}
	}
	for i, n := range first {
		if !slices.Contains(dims, int64(i)) {
			shape, bounds = append(shape, n), append(bounds, boundAt(limits, i))
		}
	}
	return shape, bounds, nil
}

// Verify implements ir.Verifier.
func (o Reduce) Verify() error {
	inputs := typesOf(o.Inputs())
	if len(inputs) == 0 {
		return ir.Errorf(o.Op, "expected 2 or more operands, but found 0")
	}
	shape, _, err := reduced(inputs, o.Dimensions())
	if err != nil {
		return at(o.Op, err)
	}
	return at(o.Op, reducer{o.Body(), inputs, typesOf(o.InitValues()), shape}.check())
}

// VerifyRegions implements ir.RegionVerifier.
func (o Reduce) VerifyRegions() error {
	inputs := typesOf(o.Inputs())
	shape, bounds, err := reduced(inputs, o.Dimensions())
	var want []ir.Type
	for _, e := range accumulated(o.Body(), inputs) {
		want = append(want, bounded(e, shape, bounds))
	}
	return checkResults(o.Op, want, err)
}

// Verify implements ir.Verifier.
func (o ReduceWindow) Verify() error {
	inputs := typesOf(o.Inputs())
	if _, err := o.window(inputs); err != nil {
		return at(o.Op, err)
	}
	return at(o.Op, reducer{o.Body(), inputs, typesOf(o.InitValues()), o.WindowDimensions()}.check())
}

// VerifyRegions implements ir.RegionVerifier.
func (o ReduceWindow) VerifyRegions() error {
	inputs := typesOf(o.Inputs())
	window, err := o.window(inputs)
	var want []ir.Type
	if err == nil {
		for i, e := range accumulated(o.Body(), inputs) {
			var shape, bounds []int64
			if b := boundsOf(inputs[i]); b != nil {
				bounds, err = outputs(b, window)
			}
			if err == nil {
				shape, err = outputs(inputs[i].Dims(), window)
			}
			if err != nil {
				break
			}
			want = append(want, bounded(e, shape, bounds))
		}
	}
	return checkResults(o.Op, want, err)
}

func (o ReduceWindow) window(inputs []ir.Type) ([]windowDim, error) {
	if len(inputs) == 0 {
		return nil, fmt.Errorf("requires at least 1 input value")
	}
	if err := checkOneShape(inputs); err != nil {
		return nil, err
	}
	pad := o.Op.AttrAt(4)
	if _, err := paddings(pad); err != nil {
		return nil, err
	}
	sizes := o.WindowDimensions()
	for _, t := range inputs {
		if rankOf(t) != len(sizes) {
			return nil, fmt.Errorf("expects window-dimensions size == input rank, but got window-dimensions size: %d and input: '%s' with rank = %d.", len(sizes), t, rankOf(t))
		}
	}
	return windowSpec{sizes: sizes, strides: o.WindowStrides(), baseDilations: o.BaseDilations(), windowDilations: o.WindowDilations(), padding: pad}.dims()
}

// Verify implements ir.Verifier.
func (o SelectAndScatter) Verify() error {
	scalar := ir.Tensor(o.Source().Type().Elem())
	return at(o.Op, firstOf(
		o.checkSelect,
		reducer{o.Scatter(), []ir.Type{scalar}, []ir.Type{o.InitValue().Type()}, nil}.check,
		o.checkWindow,
	))
}

// VerifyRegions implements ir.RegionVerifier.
func (o SelectAndScatter) VerifyRegions() error {
	in := o.Operand().Type()
	return checkResults(o.Op, []ir.Type{in.WithElem(accumulated(o.Scatter(), []ir.Type{in})[0])}, nil)
}

func (o SelectAndScatter) checkSelect() error {
	if o.Select().Empty() {
		return fmt.Errorf("expect non-empty region")
	}
	blk := o.Select().Entry()
	if blk.NumArgs() != 2 {
		return fmt.Errorf("expects the select-region to take 2 parameters, but takes %d", blk.NumArgs())
	}
	want := ir.Tensor(o.Operand().Type().Elem())
	for i, v := range blk.Args() {
		if t := v.Type(); !ir.CompatibleShapes(want, t) || !sameOrFloats(want.Elem(), t.Elem()) {
			return fmt.Errorf("expects the type of select-region's parameter at index %d to be '%s', but got '%s'", i, want, t)
		}
	}
	outs := yielded(blk)
	switch {
	case len(outs) != 1:
		return fmt.Errorf("expects select-region to return single value, but got: %d", len(outs))
	case outs[0] != ir.Tensor(ir.I1()):
		return fmt.Errorf("expects the return-type of select-region to be tensor<i1>, but got: '%s'", outs[0])
	}
	return nil
}

func (o SelectAndScatter) checkWindow() error {
	in, source, sizes := o.Operand().Type(), o.Source().Type(), o.WindowDimensions()
	if rankOf(in) != len(sizes) {
		return fmt.Errorf("expects window-dimensions size == operand rank, but got window-dimensions size: %d and operand-type: '%s' with rank = %d.", len(sizes), in, rankOf(in))
	}
	window, err := windowSpec{sizes: sizes, strides: o.WindowStrides(), padding: o.Op.AttrAt(2)}.dims()
	if err != nil {
		return err
	}
	places, err := outputs(in.Dims(), window)
	if err != nil {
		return err
	}
	want := ir.Tensor(in.Elem(), places...)
	if !ir.CompatibleShapes(want, source) || !sameOrFloats(want.Elem(), source.Elem()) {
		return fmt.Errorf("expects source-type to be '%s', but got'%s'", want, source)
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o Map) VerifyRegions() error {
	t, err := o.infer()
	return checkResults(o.Op, []ir.Type{t}, err)
}

func (o Map) infer() (ir.Type, error) {
	if o.Computation().Empty() {
		return ir.Type{}, fmt.Errorf("expect non-empty region")
	}
	blk, inputs, dims := o.Computation().Entry(), o.Inputs(), o.Dimensions()
	if len(inputs) != blk.NumArgs() {
		return ir.Type{}, fmt.Errorf("expects number of operands to match the arity of map computation, but got: %d and %d", len(inputs), blk.NumArgs())
	}
	for i, v := range blk.Args() {
		t, have := v.Type(), inputs[i].Type().Elem()
		switch {
		case rankOf(t) != 0 || !t.IsShaped():
			return ir.Type{}, fmt.Errorf("computation arguments must be 0-rank tensor, but got: arg #%d of type '%s'", i, t)
		case t.Elem() != have:
			return ir.Type{}, fmt.Errorf("element type of operands and computation arguments must match, but got: '%s' and '%s'", have, t.Elem())
		}
	}
	outs := yielded(blk)
	switch {
	case len(outs) != 1:
		return ir.Type{}, fmt.Errorf("computation must return single output, but got: %d", len(outs))
	case rankOf(outs[0]) != 0 || !outs[0].IsShaped():
		return ir.Type{}, fmt.Errorf("computation must return 0-rank tensor, but got: '%s'", outs[0])
	case !slices.Equal(dims, upTo(len(dims))):
		return ir.Type{}, fmt.Errorf("requires monotonically increasing dimension numbers, but got: %s", list(dims))
	}
	var shape []int64
	for _, v := range inputs {
		if shape = v.Type().Dims(); len(shape) != len(dims) {
			return ir.Type{}, fmt.Errorf("applied to a subset of dimensions currently not supported: operand dimensions = %d, requested map dimensions size = %d", len(shape), len(dims))
		}
	}
	return ir.Tensor(outs[0].Elem(), shape...), nil
}

// Verify implements ir.Verifier.
func (o Sort) Verify() error { return at(o.Op, o.checkComparator()) }

// VerifyRegions implements ir.RegionVerifier.
func (o Sort) VerifyRegions() error { return checkResults(o.Op, typesOf(o.Inputs()), nil) }

func (o Sort) checkComparator() error {
	inputs := typesOf(o.Inputs())
	if rank, d := int64(rankOf(inputs[0])), o.Dimension(); d < -rank || d >= rank {
		return fmt.Errorf("dimension attribute value must be in range [-%d, %d), but found %d", rank, rank, d)
	}
	if o.Comparator().Empty() {
		return fmt.Errorf("expect non-empty region")
	}
	blk := o.Comparator().Entry()
	if blk.NumArgs() != 2*len(inputs) {
		return fmt.Errorf("comparator block should have %d arguments", 2*len(inputs))
	}
	for i, v := range blk.Args() {
		if want := ir.Tensor(inputs[i/2].Elem()); v.Type() != want {
			return fmt.Errorf("comparator block argument #%d should be of type '%s' but got '%s'", i, want, v.Type())
		}
	}
	outs := yielded(blk)
	switch {
	case len(outs) != 1:
		return fmt.Errorf("comparator must return single output but got %d", len(outs))
	case rankOf(outs[0]) != 0 || !outs[0].Elem().IsInt(1):
		return fmt.Errorf("comparator must return tensor<i1> but got '%s'", outs[0])
	}
	return nil
}
