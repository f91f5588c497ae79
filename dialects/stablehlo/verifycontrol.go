package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// Verify implements ir.Verifier.
func (o While) Verify() error {
	ts := o.Op.OperandTypes()
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
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o While) VerifyRegions() error { return checkResults(o.Op, o.Op.OperandTypes(), nil) }

func argTypes(b *ir.Block) []ir.Type {
	var ts []ir.Type
	for _, v := range b.Args() {
		ts = append(ts, v.Type())
	}
	return ts
}

func yielded(b *ir.Block) []ir.Type {
	if b == nil || b.Last() == nil {
		return nil
	}
	return b.Last().OperandTypes()
}

func checkBranches(op *ir.Op) error {
	want, err := inferBranches(op)
	return checkResults(op, want, err)
}

func inferBranches(op *ir.Op) ([]ir.Type, error) {
	if rank := rankOf(op.OperandAt(0).Type()); rank != 0 {
		return nil, fmt.Errorf("operand should be rank 0 tensor but got rank %d", rank)
	}
	if op.NumRegions() == 0 {
		return nil, fmt.Errorf("expect at least one branch")
	}
	for _, r := range op.Regions() {
		if r.Empty() {
			return nil, fmt.Errorf("expect non-empty region")
		}
	}
	first := yielded(op.RegionAt(0).Entry())
	want := slices.Clone(first)
	for i, r := range op.Regions() {
		if n := r.Entry().NumArgs(); n > 0 {
			return nil, fmt.Errorf("branch %d must have 0 arguments, but found %d", i, n)
		}
		ts := yielded(r.Entry())
		if !slices.EqualFunc(first, ts, compatible) {
			return nil, fmt.Errorf("branch 0 and branch %d have mismatched return types: %s vs %s", i, quoted(first), quoted(ts))
		}
		for j, t := range ts {
			want[j] = common(want[j], t)
		}
	}
	return want, nil
}

// common returns the most specific type that includes all values of the compatible types a and b.
// If a or b is not a ranked tensor type, it returns a.
func common(a, b ir.Type) ir.Type {
	s, t := slices.Clone(a.Dims()), b.Dims()
	if a == b || !ir.IsType[*ir.TensorType](a) || len(s) != len(t) {
		return a
	}
	bounds := slices.Repeat([]int64{ir.Dynamic}, len(s))
	for i := range s {
		if s[i] == t[i] && s[i] != ir.Dynamic {
			continue
		}
		x, y := boundAt(boundsOf(a), i), boundAt(boundsOf(b), i)
		if s[i] != ir.Dynamic {
			x = s[i]
		}
		if t[i] != ir.Dynamic {
			y = t[i]
		}
		if s[i] = ir.Dynamic; x != ir.Dynamic && y != ir.Dynamic {
			bounds[i] = max(x, y)
		}
	}
	return bounded(a.Elem(), s, bounds)
}

// VerifyRegions implements ir.RegionVerifier.
func (o If) VerifyRegions() error { return checkBranches(o.Op) }

// Verify implements ir.Verifier. VerifyRegions is not called for an operation without regions.
func (o Case) Verify() error {
	if o.Op.NumRegions() == 0 {
		return checkBranches(o.Op)
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o Case) VerifyRegions() error { return checkBranches(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o OptimizationBarrier) VerifyTypes() error { return checkPairs(o.Op, "type", whole) }

// Verify implements ir.Verifier.
func (o Tuple) Verify() error {
	return checkResults(o.Op, []ir.Type{ir.NewType(&ir.TupleType{Elems: o.Op.OperandTypes()})}, nil)
}

// Verify implements ir.Verifier.
func (o GetTupleElement) Verify() error {
	d, ok := ir.TypeAs[*ir.TupleType](o.Operand().Type())
	if !ok {
		return nil
	}
	i, n := o.Index(), int64(len(d.Elems))
	if i >= n {
		return checkResults(o.Op, nil, fmt.Errorf("index %d is out of bounds of operand with size %d", i, n))
	}
	return checkResults(o.Op, d.Elems[i:i+1], nil)
}

// VerifyRegions implements ir.RegionVerifier.
func (o AsyncStart) VerifyRegions() error {
	t, err := o.infer()
	return checkResults(o.Op, []ir.Type{t}, err)
}

func (o AsyncStart) infer() (ir.Type, error) {
	fail := func(format string, args ...any) (ir.Type, error) {
		return ir.Type{}, fmt.Errorf("'stablehlo.async_start' op "+format, args...)
	}
	if o.Body().Empty() {
		return fail("region must not be empty")
	}
	blk, inputs := o.Body().Entry(), o.Inputs()
	first := blk.First()
	if first == nil || first.Next() == nil || first.Next().Next() != nil {
		return fail("region must contain exactly one operation and a return")
	}
	switch first.View().(type) {
	case AllGather, AllReduce, AllToAll, CollectiveBroadcast, CollectivePermute, CollectiveReduce, DynamicSlice, DynamicUpdateSlice, ReduceScatter, Slice:
	default:
		return fail("region must contain a collective or slice operation")
	}
	if len(inputs) != blk.NumArgs() {
		return fail("number of operands (%d) must match number of region arguments (%d)", len(inputs), blk.NumArgs())
	}
	for i, v := range inputs {
		if t := blk.Arg(i).Type(); v.Type() != t {
			return fail("operand type '%s' at index %d must match region argument type '%s'", v.Type(), i, t)
		}
	}
	end := endOf(o.Body())
	if end == nil {
		return fail("region must have a terminator")
	}
	if n := end.NumOperands(); n != 1 {
		return fail("region must return exactly one value, but got %d", n)
	}
	return ir.NewType(&FutureType{end.OperandTypes()}), nil
}

// Verify implements ir.Verifier.
func (o AsyncDone) Verify() error {
	d, ok := ir.TypeAs[*FutureType](o.Operand().Type())
	if ok && len(d.Types) != 1 {
		return checkResults(o.Op, nil, fmt.Errorf("'stablehlo.async_done' op future must have exactly one type parameter, but got %d", len(d.Types)))
	}
	if !ok {
		return nil
	}
	return checkResults(o.Op, d.Types, nil)
}
