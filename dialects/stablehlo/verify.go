package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func shapeOfValue(v *ir.Value) []int64 {
	s, _ := v.Type().Shape()
	return s
}

// Verify implements ir.Verifier.
func (o Iota) Verify() error {
	switch rank := int64(len(shapeOfValue(o.Result()))); {
	case rank == 0:
		return ir.ErrorAt(o.Op, "does not support scalars.")
	case o.IotaDimension() >= rank:
		return ir.ErrorAt(o.Op, "iota dimension cannot go beyond the output rank.")
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Reshape) Verify() error {
	in, out := o.Operand().Type(), o.Result().Type()
	if !in.HasStaticShape() || !out.HasStaticShape() {
		return checkElems(o.Op)
	}
	have, want := tensor.NumElements(shapeOfValue(o.Result())), tensor.NumElements(shapeOfValue(o.Operand()))
	if have != want {
		return ir.ErrorAt(o.Op, "number of output elements (%d) doesn't match expected number of elements (%d)", have, want)
	}
	return checkElems(o.Op)
}

// checkElems demands equal element types of the first operand and the result.
func checkElems(op *ir.Op) error {
	if !sameElem(op.OperandAt(0).Type().Elem(), op.ResultAt(0).Type().Elem()) {
		return ir.Errorf(op, "requires compatible element types for all operands and results")
	}
	return nil
}

// Verify implements ir.Verifier.
func (o BroadcastInDim) Verify() error {
	in, out, dims := shapeOfValue(o.Operand()), shapeOfValue(o.Result()), o.BroadcastDimensions()
	if len(dims) != len(in) {
		return ir.ErrorAt(o.Op, "broadcast_dimensions size (%d) does not match operand rank (%d)", len(dims), len(in))
	}
	if repeats(dims) {
		return ir.ErrorAt(o.Op, "broadcast_dimensions should not have duplicates")
	}
	for i, d := range dims {
		switch {
		case d < 0 || d >= int64(len(out)):
			return ir.ErrorAt(o.Op, "broadcast_dimensions contains invalid value %d for result with rank %d", d, len(out))
		case in[i] != ir.Dynamic && in[i] != 1 && in[i] != out[d]:
			return ir.ErrorAt(o.Op, "size of operand dimension %d (%d) is not equal to 1 or size of result dimension %d (%d)", i, in[i], d, out[d])
		}
	}
	return checkElems(o.Op)
}

func repeats(v []int64) bool {
	s := slices.Sorted(slices.Values(v))
	return len(slices.Compact(s)) != len(v)
}

// Verify implements ir.Verifier.
func (o Reverse) Verify() error {
	dims, rank := o.Dimensions(), int64(len(shapeOfValue(o.Operand())))
	if repeats(dims) {
		return ir.ErrorAt(o.Op, "dimensions should be unique. Got: %s", list(dims))
	}
	for _, d := range dims {
		switch {
		case d < 0:
			return ir.ErrorAt(o.Op, "all dimensions should be non-negative. Got dimension: %d.", d)
		case d >= rank:
			return ir.ErrorAt(o.Op, "all dimensions should be between [0, %d). Got dimension: %d.", rank, d)
		}
	}
	return checkCompatible(o.Op)
}

// Verify implements ir.Verifier.
func (o DotGeneral) Verify() error {
	d, l, r := o.DotDimensionNumbers(), shapeOfValue(o.LHS()), shapeOfValue(o.RHS())
	if err := d.check(l, r); err != nil {
		return ir.ErrorAt(o.Op, "%s", err)
	}
	var want []int64
	for _, i := range d.LHSBatching {
		want = append(want, l[i])
	}
	for i, n := range l {
		if !slices.Contains(d.LHSBatching, int64(i)) && !slices.Contains(d.LHSContracting, int64(i)) {
			want = append(want, n)
		}
	}
	for i, n := range r {
		if !slices.Contains(d.RHSBatching, int64(i)) && !slices.Contains(d.RHSContracting, int64(i)) {
			want = append(want, n)
		}
	}
	if have := shapeOfValue(o.Result()); !compatibleShapes(want, have) {
		return ir.Errorf(o.Op, "inferred shape '[%s]' is incompatible with return type of operation '%s'", list(want), o.Result().Type())
	}
	return nil
}

// check checks the numbers against the shapes.
func (d *DotDims) check(l, r []int64) error {
	switch {
	case len(d.LHSBatching) != len(d.RHSBatching):
		return fmt.Errorf("lhs and rhs should have the same number of batching dimensions")
	case len(d.LHSContracting) != len(d.RHSContracting):
		return fmt.Errorf("lhs and rhs should have the same number of contracting dimensions")
	}
	for _, s := range []struct {
		side         string
		batch, contr []int64
		rank         int
	}{{"lhs", d.LHSBatching, d.LHSContracting, len(l)}, {"rhs", d.RHSBatching, d.RHSContracting, len(r)}} {
		all := slices.Concat(s.batch, s.contr)
		for i, v := range all {
			if slices.Contains(all[:i], v) {
				return fmt.Errorf("has duplicated dimension from %s_batching_dimensions and %s_contracting_dimensions: %d", s.side, s.side, v)
			}
		}
		for i, v := range all {
			name := "batching"
			if i >= len(s.batch) {
				name = "contracting"
			}
			if v < 0 || v >= int64(s.rank) {
				return fmt.Errorf("%s_%s_dimensions value: %d is out of range: [0, %d)", s.side, name, v, s.rank)
			}
		}
	}
	for i := range d.LHSBatching {
		if !compatibleDim(l[d.LHSBatching[i]], r[d.RHSBatching[i]]) {
			return fmt.Errorf("batching dimension sizes must match for lhs/rhs")
		}
	}
	for i := range d.LHSContracting {
		if !compatibleDim(l[d.LHSContracting[i]], r[d.RHSContracting[i]]) {
			return fmt.Errorf("contracting dimension sizes must match for lhs/rhs")
		}
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Reduce) Verify() error {
	inputs, dims := o.Inputs(), o.Dimensions()
	if len(inputs) == 0 {
		return ir.Errorf(o.Op, "expected 2 or more operands, but found 0")
	}
	shape := shapeOfValue(inputs[0])
	for i, v := range inputs {
		if !compatibleShapes(shape, shapeOfValue(v)) {
			return ir.ErrorAt(o.Op, "expects all inputs to have compatible shapes. Shape at input-index %d is not compatible with shape at input-index 0", i)
		}
	}
	for i, d := range dims {
		switch {
		case d < 0 || d >= int64(len(shape)):
			return ir.ErrorAt(o.Op, "Out-of-bounds dimension %d, expected to be in range [0, %d)", d, len(shape))
		case slices.Contains(dims[:i], d):
			return ir.ErrorAt(o.Op, "Duplicate reduction dimension: %d", d)
		}
	}
	if o.NumResults() != len(inputs) {
		return ir.Errorf(o.Op, "expected %d results", len(inputs))
	}
	if err := checkReducer(o.Op, o.Body(), inputs, o.InitValues()); err != nil {
		return err
	}
	kept := keptShape(shape, dims)
	for v := range o.Results() {
		if !compatibleShapes(kept, shapeOfValue(v)) {
			want := ir.Tensor(v.Type().Elem(), kept...)
			return ir.Errorf(o.Op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", want, v.Type())
		}
	}
	return nil
}

// checkReducer checks the region that combines elements.
func checkReducer(op *ir.Op, r *ir.Region, inputs, inits []*ir.Value) error {
	blk, n := r.Entry(), len(inputs)
	if blk.NumArgs() != 2*n {
		return ir.ErrorAt(op, "Reduction-region must take %d parameters, but takes %d parameter(s)", 2*n, blk.NumArgs())
	}
	end := blk.Last()
	switch {
	case end == nil || !end.Terminator():
		return ir.ErrorAt(op, "The reduction-region expected to have a terminator")
	case end.NumOperands() == 0:
		return ir.ErrorAt(op, "The reduction-region expected to return some value(s)")
	case end.NumOperands() != n:
		return ir.ErrorAt(op, "Reduction-region here must produce %d tensors, but produces %d instead", n, end.NumOperands())
	}
	for i := range n {
		t := end.OperandAt(i).Type()
		if !ir.IsType[*ir.TensorType](t) {
			return ir.ErrorAt(op, "Reduction-region here must produce tensor-typed result(s), but produces '%s' instead", t)
		}
		if a := blk.Arg(i).Type(); !compatible(a, t) {
			return ir.ErrorAt(op, "The type of reduction-region's parameter at index %d is different than the corresponding result type: '%s' vs '%s'", i, a, t)
		}
		if a := blk.Arg(n + i).Type(); !compatible(a, t) {
			return ir.ErrorAt(op, "The type of reduction-region's parameter at index %d is different than the corresponding result type: '%s' vs '%s'", n+i, a, t)
		}
		if init := inits[i].Type(); !compatibleShapes(shapeOfValue(inits[i]), shapeOfValue(end.OperandAt(i))) {
			return ir.ErrorAt(op, "The shape of reduction-region's result type at index %d differs from the op's corresponding init-value type: '%s' vs '%s'", i, t, init)
		}
	}
	return nil
}

// Verify implements ir.Verifier.
func (o While) Verify() error {
	ts := o.OperandTypes()
	for _, c := range []struct {
		what string
		have []ir.Type
	}{
		{"condition block arguments", argTypes(o.Cond().Entry())},
		{"body block arguments", argTypes(o.Body().Entry())},
		{"body block return types", yielded(o.Body().Entry())},
	} {
		if !slices.EqualFunc(ts, c.have, compatible) {
			return ir.ErrorAt(o.Op, "expect operands to be compatible with %s but got %s vs %s", c.what, quoted(ts), quoted(c.have))
		}
	}
	cond := yielded(o.Cond().Entry())
	switch {
	case len(cond) != 1:
		return ir.ErrorAt(o.Op, "expect condition body returns a single value but got %d", len(cond))
	case cond[0] != ir.Tensor(ir.I1()):
		return ir.ErrorAt(o.Op, "expect condition block return a zero-ranked tensor of i1 but got '%s'", cond[0])
	case !slices.EqualFunc(ts, o.ResultTypes(), compatible):
		return ir.Errorf(o.Op, "inferred type(s) %s are incompatible with return type(s) of operation %s", quoted(ts), quoted(o.ResultTypes()))
	}
	return nil
}

func argTypes(b *ir.Block) []ir.Type {
	var ts []ir.Type
	for _, v := range b.Args() {
		ts = append(ts, v.Type())
	}
	return ts
}

// yielded returns the types of what a block's terminator yields.
func yielded(b *ir.Block) []ir.Type {
	if b == nil || b.Last() == nil {
		return nil
	}
	return b.Last().OperandTypes()
}

// checkBranches checks the regions of if and case.
func checkBranches(op *ir.Op) error {
	infer := func(in ir.Init) ([]ir.Type, error) {
		if rank := len(shapeOf(in, 0)); rank != 0 {
			return nil, fmt.Errorf("operand should be rank 0 tensor but got rank %d", rank)
		}
		if op.NumRegions() == 0 {
			return nil, fmt.Errorf("expect at least one branch")
		}
		first := yielded(op.RegionAt(0).Entry())
		for i, r := range op.Regions() {
			if r.Empty() {
				return nil, fmt.Errorf("expect non-empty region")
			}
			if n := r.Entry().NumArgs(); n > 0 {
				return nil, fmt.Errorf("branch %d must have 0 arguments, but found %d", i, n)
			}
			if ts := yielded(r.Entry()); !slices.EqualFunc(first, ts, compatible) {
				return nil, fmt.Errorf("branch 0 and branch %d have mismatched return types: %s vs %s", i, quoted(first), quoted(ts))
			}
		}
		return first, nil
	}
	return checkInferred(op, infer)
}

// Verify implements ir.Verifier.
func (o If) Verify() error { return checkBranches(o.Op) }

// Verify implements ir.Verifier.
func (o Case) Verify() error { return checkBranches(o.Op) }
