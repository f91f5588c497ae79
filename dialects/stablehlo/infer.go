package stablehlo

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// at(op, err) adds the location of op to the error of a check.
func at(op *ir.Op, err error) error {
	if err == nil {
		return nil
	}
	return ir.ErrorAt(op, "%s", err)
}

// firstOf runs checks in order, and returns the first error.
func firstOf(checks ...func() error) error {
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// shapeOf returns the shape of operand i of an operation that is not created yet.
func shapeOf(in ir.Init, i int) []int64 { return in.Operands[i].Type().Dims() }

func ints(in ir.Init, slot int) []int64 {
	v, _ := in.Attrs[slot].Ints()
	return v
}

// like(…) returns a list with one type: the type of operand i, but with the given shape and bounds.
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

// checkInferred requires that the types of the results are compatible with the types that the
// function infer returns.
func checkInferred(op *ir.Op, infer func(ir.Init) ([]ir.Type, error)) error {
	in := ir.Init{Operands: op.OperandList(), NumRegions: op.NumRegions()}
	for i := range op.Def().Spec.Attrs {
		in.Attrs = append(in.Attrs, op.AttrAt(i))
	}
	want, err := infer(in)
	return checkResults(op, want, err)
}

// checkResults requires that the types of the results are compatible with the types in want. If the
// inference of these types failed, err is its error, and checkResults fails too.
func checkResults(op *ir.Op, want []ir.Type, err error) error {
	if err != nil {
		return errors.Join(ir.ErrorAt(op, "%s", err), ir.Errorf(op, "failed to infer returned types"))
	}
	if op.NumResults() != len(want) || !slices.EqualFunc(want, op.ResultTypes(), compatible) {
		return mismatch(op, want)
	}
	return nil
}

// mismatch returns the error for results whose types are incompatible with the inferred types.
func mismatch(op *ir.Op, want []ir.Type) error {
	return &wrongTypes{want, []error{
		ir.Errorf(op, "inferred type(s) %s are incompatible with return type(s) of operation %s", quoted(want), quoted(op.ResultTypes())),
		ir.Errorf(op, "failed to infer returned types"),
	}}
}

// wrongTypes is the error that mismatch returns. The field want has the types that the results
// should have.
type wrongTypes struct {
	want []ir.Type
	errs []error
}

func (e *wrongTypes) Error() string   { return errors.Join(e.errs...).Error() }
func (e *wrongTypes) Unwrap() []error { return e.errs }

// Infer returns the result types that follow from op's operands, attributes and regions. It returns
// nil if no types can be inferred, or if a check shows that op is invalid. It does not check op if
// the shape of the result is that of an operand or follows from constant operands. For dialects
// other than stablehlo and chlo, Infer finds only results that have the shape of an operand.
func Infer(op *ir.Op) []ir.Type {
	if t := inferByShape(op); !t.IsNil() {
		return []ir.Type{t}
	}
	if ts := inferByGroups(op); ts != nil {
		return ts
	}
	if !strings.HasPrefix(op.Name(), "stablehlo.") && !strings.HasPrefix(op.Name(), "chlo.") {
		// Below, the results get types of a wrong rank. Verifiers of other dialects may not expect
		// this.
		return nil
	}
	// Set result types that are certainly wrong. Then the verifier returns an error, and this error
	// has the inferred types.
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

// inferByShape returns the type of op's result if the shape of the result is that of an operand or
// follows from constant operands. Otherwise inferByShape returns a nil type.
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

// ConstantSizes returns the extents of the slice. It reports false unless the limits are the sum of
// the start indices and a constant, and all strides are 1.
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

// inferByGroups returns the result types of all_gather and reduce_scatter, which multiply or divide
// one extent by the size of the groups. It returns nil for other operations, and if this size is
// unknown.
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

// fromLists returns the type of op's result if the last three operands are constant. Then op is
// equivalent to an operation that has the values of these operands as attributes. The parameter
// static infers the result type of this operation. If an operand is not constant, or the values are
// invalid, fromLists returns a nil type.
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

// dimList formats a shape, with a question mark for unknown extents.
func dimList(shape []int64) string {
	return strings.ReplaceAll("["+list(shape)+"]", fmt.Sprint(ir.Dynamic), "?")
}

// sizeText formats an extent, or a question mark if it is unknown.
func sizeText(n int64) string { return strings.Trim(dimList([]int64{n}), "[]") }

func repeats(v []int64) bool {
	s := slices.Sorted(slices.Values(v))
	return len(slices.Compact(s)) != len(v)
}

// merge unifies the extents a and b of a dimension of two types. If one of the extents is static,
// the result size is this extent. Otherwise, the result bound is the smaller of the bounds, or
// ir.Dynamic if there is none.
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
