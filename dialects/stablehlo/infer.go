package stablehlo

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// shapeOf returns the shape of operand i of an operation to be made.
func shapeOf(in ir.Init, i int) []int64 {
	s, _ := in.Operands[i].Type().Shape()
	return s
}

func ints(in ir.Init, slot int) []int64 {
	v, _ := in.Attrs[slot].Ints()
	return v
}

// like returns the type of operand i with another shape, and no bounds.
func like(in ir.Init, i int, shape []int64) []ir.Type {
	return []ir.Type{ir.Tensor(in.Operands[i].Type().Elem(), shape...)}
}

// checkInferred compares the types that infer computes with the results.
func checkInferred(op *ir.Op, infer func(ir.Init) ([]ir.Type, error)) error {
	in := ir.Init{Operands: op.OperandList(), NumRegions: op.NumRegions()}
	for i := range op.Def().Spec.Attrs {
		in.Attrs = append(in.Attrs, op.AttrAt(i))
	}
	want, err := infer(in)
	if err != nil {
		return errors.Join(ir.ErrorAt(op, "%s", err), ir.Errorf(op, "failed to infer returned types"))
	}
	have := op.ResultTypes()
	if !slices.EqualFunc(want, have, compatible) {
		return ir.Errorf(op, "inferred type(s) %s are incompatible with return type(s) of operation %s", quoted(want), quoted(have))
	}
	return nil
}

func quoted(ts []ir.Type) string {
	var names []string
	for _, t := range ts {
		names = append(names, "'"+t.String()+"'")
	}
	return strings.Join(names, ", ")
}

// list writes numbers as MLIR's messages do.
func list(v []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ", "), "[]")
}

// InferTypes implements ir.TypeInferrer.
func (Slice) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape := shapeOf(in, 0)
	start, limit, strides := ints(in, 0), ints(in, 1), ints(in, 2)
	switch {
	case len(start) != len(limit) || len(start) != len(strides):
		return nil, fmt.Errorf("failed to verify that all of {start_indices, limit_indices, strides} have same size")
	case len(start) != len(shape):
		return nil, fmt.Errorf("the number of elements in start_indices (%d) does not match the rank of the operand (%d)", len(start), len(shape))
	}
	out := make([]int64, len(shape))
	for i, n := range shape {
		switch {
		case start[i] < 0:
			return nil, fmt.Errorf("negative start index %d in dimension %d", start[i], i)
		case n != ir.Dynamic && limit[i] > n:
			return nil, fmt.Errorf("limit index %d is larger than dimension size %d in dimension %d", limit[i], n, i)
		case start[i] > limit[i]:
			return nil, fmt.Errorf("start index %d is larger than limit index %d in dimension %d", start[i], limit[i], i)
		case strides[i] <= 0:
			return nil, fmt.Errorf("stride must be positive but got %d in dimension %d", strides[i], i)
		}
		out[i] = (limit[i] - start[i] + strides[i] - 1) / strides[i]
	}
	return like(in, 0, out), nil
}

// InferTypes implements ir.TypeInferrer.
func (Transpose) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape, perm := shapeOf(in, 0), ints(in, 0)
	if len(perm) != len(shape) {
		return nil, fmt.Errorf("TransposeOp operand rank %d does not match permutation size %d", len(shape), len(perm))
	}
	out, sorted, all := make([]int64, len(perm)), slices.Sorted(slices.Values(perm)), make([]int64, len(perm))
	for i := range all {
		all[i] = int64(i)
	}
	if !slices.Equal(sorted, all) {
		return nil, fmt.Errorf("attribute permutation must be a permutation of [%s] but got %s", list(all), list(perm))
	}
	for i, p := range perm {
		out[i] = shape[p]
	}
	return like(in, 0, out), nil
}

// InferTypes implements ir.TypeInferrer.
func (Concatenate) InferTypes(in ir.Init) ([]ir.Type, error) {
	if len(in.Operands) == 0 {
		return nil, fmt.Errorf("expected 1 or more operands")
	}
	dim, _ := in.Attrs[0].Int()
	first := shapeOf(in, 0)
	switch {
	case len(first) == 0:
		return nil, fmt.Errorf("rank-0 values cannot be concatenated")
	case dim >= int64(len(first)):
		return nil, fmt.Errorf("dimension %d is out-of-bounds for input rank %d", dim, len(first))
	}
	out := slices.Clone(first)
	out[dim] = 0
	for i := range in.Operands {
		shape := shapeOf(in, i)
		if len(shape) != len(first) {
			return nil, fmt.Errorf("operands (0) and (%d) do not match rank", i)
		}
		for d := range shape {
			switch {
			case int64(d) == dim && (out[d] == ir.Dynamic || shape[d] == ir.Dynamic):
				out[d] = ir.Dynamic
			case int64(d) == dim:
				out[d] += shape[d]
			case !compatibleDim(first[d], shape[d]):
				return nil, fmt.Errorf("shapes of operand (0) and (%d) are not compatible at non-concat index %d: (%s) != (%s)", i, d, list(first), list(shape))
			case out[d] == ir.Dynamic:
				out[d] = shape[d]
			}
		}
	}
	return like(in, 0, out), nil
}

// InferTypes implements ir.TypeInferrer.
func (Pad) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape := shapeOf(in, 0)
	low, high, interior := ints(in, 0), ints(in, 1), ints(in, 2)
	switch {
	case len(low) != len(high) || len(low) != len(interior):
		return nil, fmt.Errorf("failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size")
	case len(low) != len(shape):
		return nil, fmt.Errorf("edge_padding_low length (%d) must match operand rank (%d)", len(low), len(shape))
	}
	out := slices.Clone(shape)
	for i, n := range shape {
		if interior[i] < 0 {
			return nil, fmt.Errorf("Interior padding cannot be negative: %d", interior[i])
		}
		if n == ir.Dynamic {
			continue
		}
		if out[i] = n + low[i] + high[i] + max(n-1, 0)*interior[i]; out[i] < 0 {
			return nil, fmt.Errorf("Padding result in negative size for dimension %d", i)
		}
	}
	return like(in, 0, out), nil
}

// InferTypes implements ir.TypeInferrer.
func (DynamicSlice) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape, sizes := shapeOf(in, 0), ints(in, 0)
	starts := in.Operands[1:]
	switch {
	case len(starts) != len(sizes):
		return nil, fmt.Errorf("has mismatched number of slice sizes (%d) and number of start indices (%d)", len(sizes), len(starts))
	case len(shape) != len(starts):
		return nil, fmt.Errorf("has mismatched number of start indices (%d) and the rank of operand (%d)", len(starts), len(shape))
	case !oneElem(starts):
		return nil, fmt.Errorf("start indices must have same element type")
	}
	for i, n := range sizes {
		switch {
		case n < 0:
			return nil, fmt.Errorf("has negative size index to dynamic slice: %d", n)
		case shape[i] != ir.Dynamic && n > shape[i]:
			return nil, fmt.Errorf("has slice size %d greater than dimension size %d in dimension %d of operand", n, shape[i], i)
		}
	}
	return like(in, 0, sizes), nil
}

func oneElem(vs []*ir.Value) bool {
	return !slices.ContainsFunc(vs, func(v *ir.Value) bool { return v.Type().Elem() != vs[0].Type().Elem() })
}

// InferTypes implements ir.TypeInferrer.
func (DynamicUpdateSlice) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape, update := shapeOf(in, 0), shapeOf(in, 1)
	starts := in.Operands[2:]
	switch {
	case len(update) != len(shape):
		return nil, fmt.Errorf("update rank does not match operand rank: %d vs %d.", len(update), len(shape))
	case len(starts) != len(shape):
		return nil, fmt.Errorf("expects number of start_indices to match operand rank: %d vs %d.", len(starts), len(shape))
	case !oneElem(starts):
		return nil, fmt.Errorf("start indices must have same element type")
	}
	for i, n := range update {
		if n != ir.Dynamic && shape[i] != ir.Dynamic && n > shape[i] {
			return nil, fmt.Errorf("expects size at dimension %d of update to be in range [0, %d]. Got: %d.", i, shape[i], n)
		}
	}
	return []ir.Type{in.Operands[0].Type()}, nil
}

// InferTypes implements ir.TypeInferrer.
func (Select) InferTypes(in ir.Init) ([]ir.Type, error) {
	p, a, b := in.Operands[0].Type(), in.Operands[1].Type(), in.Operands[2].Type()
	if !compatible(a, b) {
		return nil, fmt.Errorf("requires compatible types for non-predicate operands")
	}
	if ps := shapeOf(in, 0); len(ps) > 0 && !compatible(p.WithElem(a.Elem()), a) {
		return nil, fmt.Errorf("requires the same shape for all operands")
	}
	return []ir.Type{a}, nil
}

// InferTypes implements ir.TypeInferrer.
func (Clamp) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape := shapeOf(in, 1)
	for i, name := range []string{"min", "", "max"} {
		if s := shapeOf(in, i); i != 1 && len(s) > 0 && !compatibleShapes(s, shape) {
			return nil, fmt.Errorf("%s shape [%s] is not scalar and is not compatible to operand shape [%s]", name, list(s), list(shape))
		}
	}
	return []ir.Type{in.Operands[1].Type()}, nil
}

// InferTypes implements ir.TypeInferrer.
func (Compare) InferTypes(in ir.Init) ([]ir.Type, error) {
	return []ir.Type{in.Operands[0].Type().WithElem(ir.I1())}, nil
}

// The operations whose types follow from operands and attributes check them.

// Verify implements ir.Verifier.
func (o Slice) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o Transpose) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o Concatenate) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o Pad) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o DynamicSlice) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o DynamicUpdateSlice) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o Select) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o Clamp) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// Verify implements ir.Verifier.
func (o Compare) Verify() error {
	if !sameElem(o.LHS().Type().Elem(), o.RHS().Type().Elem()) {
		return ir.Errorf(o.Op, "requires compatible element types for all operands")
	}
	return checkInferred(o.Op, o.InferTypes)
}
