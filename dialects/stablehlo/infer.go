package stablehlo

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// at adds the location of op to err.
func at(op *ir.Op, err error) error {
	if err == nil {
		return nil
	}
	return ir.ErrorAt(op, "%s", err)
}

func firstOf(checks ...func() error) error {
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// shapeOf returns the shape of operand i.
func shapeOf(in ir.Init, i int) []int64 { return in.Operands[i].Type().Dims() }

func ints(in ir.Init, slot int) []int64 {
	v, _ := in.Attrs[slot].Ints()
	return v
}

// like returns one type: the type of operand i, but with the given shape and bounds.
func like(in ir.Init, i int, shape, bounds []int64) []ir.Type {
	return []ir.Type{bounded(in.Operands[i].Type().Elem(), shape, bounds)}
}

func typesOf(vs []*ir.Value) []ir.Type {
	ts := make([]ir.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type()
	}
	return ts
}

// checkInferred requires that the result types are compatible with those that infer returns.
func checkInferred(op *ir.Op, infer func(ir.Init) ([]ir.Type, error)) error {
	in := ir.Init{Operands: op.OperandList(), NumRegions: op.NumRegions()}
	for i := range op.Def().Spec.Attrs {
		in.Attrs = append(in.Attrs, op.AttrAt(i))
	}
	want, err := infer(in)
	return checkResults(op, want, err)
}

// checkResults requires that the result types are compatible with the inferred types "want". If
// err, the error of the inference, is not nil, checkResults fails.
func checkResults(op *ir.Op, want []ir.Type, err error) error {
	if err != nil {
		return errors.Join(ir.ErrorAt(op, "%s", err), ir.Errorf(op, "failed to infer returned types"))
	}
	if op.NumResults() != len(want) || !slices.EqualFunc(want, op.ResultTypes(), compatible) {
		return mismatch(op, want)
	}
	return nil
}

func mismatch(op *ir.Op, want []ir.Type) error {
	return &wrongTypes{want, []error{
		ir.Errorf(op, "inferred type(s) %s are incompatible with return type(s) of operation %s", quoted(want), quoted(op.ResultTypes())),
		ir.Errorf(op, "failed to infer returned types"),
	}}
}

// wrongTypes is the error for results whose types are incompatible with the inferred types, want.
type wrongTypes struct {
	want []ir.Type
	errs []error
}

func (e *wrongTypes) Error() string   { return errors.Join(e.errs...).Error() }
func (e *wrongTypes) Unwrap() []error { return e.errs }

// Infer returns the result types that follow from op's operands, attributes and regions. It returns
// nil if no types can be inferred. It also returns nil if op is invalid, but it does not verify op
// if an operand determines the result shape. For operations of dialects other than stablehlo and
// chlo, Infer returns a type only if the result has the shape of an operand.
func Infer(op *ir.Op) []ir.Type {
	if t := inferByShape(op); !t.IsNil() {
		return []ir.Type{t}
	}
	if ts := inferByGroups(op); ts != nil {
		return ts
	}
	if !strings.HasPrefix(op.Name(), "stablehlo.") && !strings.HasPrefix(op.Name(), "chlo.") {
		// Verifiers of other dialects may not expect the invalid types that are set below.
		return nil
	}
	// Results of a wrong rank make the verifier fail. Its error has the inferred types.
	have := op.ResultTypes()
	for i, t := range have {
		rank := 0
		if shape, ok := t.Shape(); ok && len(shape) == 0 {
			rank = 1
		}
		op.ResultAt(i).SetType(ir.Tensor(t.Elem(), make([]int64, rank)...))
	}
	var errs [2]error
	if v, ok := ir.Cast[ir.Verifier](op); ok {
		errs[0] = v.Verify()
	}
	if v, ok := ir.Cast[ir.RegionVerifier](op); ok {
		errs[1] = v.VerifyRegions()
	}
	for i, t := range have {
		op.ResultAt(i).SetType(t)
	}
	var wrong *wrongTypes
	if errors.As(errors.Join(errs[:]...), &wrong) {
		return wrong.want
	}
	return nil
}

// inferByShape returns the result type of op if the result has the shape of an operand, or if
// constant operands determine its shape. Otherwise it returns a nil type.
func inferByShape(op *ir.Op) ir.Type {
	var shape *ir.Value
	switch o := op.View().(type) {
	case DynamicReshape:
		shape = o.OutputShape()
	case DynamicIota:
		shape = o.OutputShape()
	case DynamicBroadcastInDim:
		shape = o.OutputDimensions()
	case RealDynamicSlice:
		if sizes, ok := o.ConstantSizes(); ok {
			return ir.Tensor(op.Result().Type().Elem(), sizes...)
		}
		return fromLists(op, Slice{})
	case DynamicPad:
		return fromLists(op, Pad{})
	case DynamicConv:
		return o.inferred()
	case BitcastConvert:
		from, to := op.OperandAt(0).Type(), op.Result().Type()
		if from.Kind() == tensor.Invalid || to.Kind() == tensor.Invalid {
			return ir.Type{}
		}
		dims, had, want := slices.Clone(from.Dims()), from.Kind().Bits(), to.Kind().Bits()
		switch {
		case had > want:
			// As in StableHLO's pass, the type does not change if its innermost extent is dynamic.
			n := to.Rank() - 1
			if n < 0 || to.Dims()[n] == ir.Dynamic {
				return ir.Type{}
			}
			dims = append(dims, to.Dims()[n])
		case had < want && len(dims) > 0:
			dims = dims[:len(dims)-1]
		}
		return ir.Tensor(to.Elem(), dims...)
	}
	if shape != nil {
		if extents, ok := constInts(shape); ok {
			return ir.Tensor(op.Result().Type().Elem(), extents...)
		}
		return ir.Type{}
	}
	if op.NumResults() != 1 || !op.Has(ir.Elementwise) && !op.Has(ir.SameOperandsAndResultShape) {
		return ir.Type{}
	}
	for _, v := range op.OperandList() {
		if s, ok := v.Type().Shape(); ok && len(s) > 0 {
			return ir.Tensor(op.Result().Type().Elem(), s...)
		}
	}
	return ir.Type{}
}

// ConstantSizes returns the extents of the slice. It reports true only if all strides are 1 and the
// limits are the sum of the start indices and a constant.
func (o RealDynamicSlice) ConstantSizes() ([]int64, bool) {
	sum, ok := ir.Defining[Add](o.LimitIndices())
	strides, constant := constInts(o.Strides())
	if !ok || !constant || slices.ContainsFunc(strides, func(n int64) bool { return n != 1 }) {
		return nil, false
	}
	switch o.StartIndices() {
	case sum.LHS():
		return constInts(sum.RHS())
	case sum.RHS():
		return constInts(sum.LHS())
	}
	return nil, false
}

// inferByGroups returns the result types of all_gather and reduce_scatter. It returns nil for other
// operations, and if the group size is unknown.
func inferByGroups(op *ir.Op) (types []ir.Type) {
	scale := func(groups ir.Attr, local bool, dim int64, scaled func(extent, size int64) int64) []ir.Type {
		if local || !isI64Elements(groups) || groups.TypeOf().Rank() != 2 || groups.TypeOf().Dims()[1] == 0 {
			return nil
		}
		for i, v := range op.OperandList() {
			shape := slices.Clone(v.Type().Dims())
			if shape[dim] != ir.Dynamic {
				shape[dim] = scaled(shape[dim], groups.TypeOf().Dims()[1])
			}
			types = append(types, ir.Tensor(op.ResultAt(i).Type().Elem(), shape...))
		}
		return types
	}
	switch o := op.View().(type) {
	case AllGather:
		return scale(o.ReplicaGroups(), o.ChannelHandle() != nil && !o.UseGlobalDeviceIds(), o.AllGatherDim(), func(n, size int64) int64 { return n * size })
	case ReduceScatter:
		return scale(o.ReplicaGroups(), o.ChannelHandle() != nil && !o.UseGlobalDeviceIds(), o.ScatterDimension(), func(n, size int64) int64 { return n / size })
	}
	return nil
}

// fromLists infers the type of op's result from its last three operands. They must be constant:
// fromLists calls "static" with their values as attributes. If an operand is not constant, or a
// value is invalid, fromLists returns a nil type.
func fromLists(op *ir.Op, static ir.TypeInferrer) ir.Type {
	in := ir.Init{Operands: op.OperandList()}
	for _, v := range in.Operands[len(in.Operands)-3:] {
		list, ok := constInts(v)
		if !ok {
			return ir.Type{}
		}
		in.Attrs = append(in.Attrs, ir.NewDenseI64(list...))
	}
	types, err := static.InferTypes(in)
	if err != nil {
		return ir.Type{}
	}
	return types[0]
}

func quoted(ts []ir.Type) string {
	var names []string
	for _, t := range ts {
		names = append(names, "'"+t.String()+"'")
	}
	return strings.Join(names, ", ")
}

// list formats numbers as in MLIR's messages.
func list(v []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ", "), "[]")
}

// dimList formats a shape, with "?" for a dynamic extent.
func dimList(shape []int64) string {
	return strings.ReplaceAll("["+list(shape)+"]", fmt.Sprint(ir.Dynamic), "?")
}

func sizeText(n int64) string { return strings.Trim(dimList([]int64{n}), "[]") }

func repeats(v []int64) bool {
	s := slices.Sorted(slices.Values(v))
	return len(slices.Compact(s)) != len(v)
}

// merge unifies dimension dim of two types with the extents a and b. If a or b is static, it is the
// resulting size. Otherwise, the resulting bound is the smaller bound, or ir.Dynamic if neither
// type has a bound.
func merge(dim int, a, b, boundA, boundB int64) (size, bound int64, err error) {
	static := func(n int64) bool { return n != ir.Dynamic }
	switch {
	case static(a) && static(b) && a != b:
		return 0, 0, fmt.Errorf("Mismatched dimension sizes %d and %d in dimension %d", a, b, dim)
	case static(a) || static(b):
		size, limit := a, boundA
		if !static(a) {
			size = b
		}
		if !static(boundA) {
			limit = boundB
		}
		if static(limit) && size > limit {
			return 0, 0, fmt.Errorf("Mismatched dimension size %d and bound %d in dimension %d", size, limit, dim)
		}
		return size, ir.Dynamic, nil
	case static(boundA) && static(boundB):
		return ir.Dynamic, min(boundA, boundB), nil
	case static(boundA):
		return ir.Dynamic, boundA, nil
	}
	return ir.Dynamic, boundB, nil
}

// mergeTypes unifies tensor types. It fails if their ranks, extents or bounds contradict each
// other.
func mergeTypes(ts []ir.Type) (ir.Type, error) {
	shape, bounds := slices.Clone(ts[0].Dims()), slices.Clone(boundsOf(ts[0]))
	if bounds == nil {
		bounds = slices.Repeat([]int64{ir.Dynamic}, len(shape))
	}
	for _, t := range ts[1:] {
		other := t.Dims()
		if len(other) != len(shape) {
			return ir.Type{}, fmt.Errorf("Mismatched ranks of types%d vs %d", len(shape), len(other))
		}
		for i := range shape {
			var err error
			if shape[i], bounds[i], err = merge(i, shape[i], other[i], bounds[i], boundAt(boundsOf(t), i)); err != nil {
				return ir.Type{}, err
			}
		}
	}
	return bounded(ts[0].Elem(), shape, bounds), nil
}
