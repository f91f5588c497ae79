package stablehlo

import (
	"fmt"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// InferTypes implements ir.TypeInferrer.
func (Slice) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape, bounds := shapeOf(in, 0), boundsOf(in.Operands[0].Type())
	start, limit, strides := ints(in, 0), ints(in, 1), ints(in, 2)
	if len(start) != len(shape) || len(limit) != len(start) || len(strides) != len(start) {
		return nil, fmt.Errorf("the number of elements in start_indices (%d) does not match the rank of the operand (%d)", len(start), len(shape))
	}
	out := make([]int64, len(shape))
	for i, n := range shape {
		known, what := n, "size"
		if n == ir.Dynamic {
			known, what = boundAt(bounds, i), "bound"
		}
		switch {
		case start[i] < 0:
			return nil, fmt.Errorf("negative start index %d in dimension %d", start[i], i)
		case known != ir.Dynamic && limit[i] > known:
			return nil, fmt.Errorf("limit index %d is larger than dimension %s %d in dimension %d", limit[i], what, known, i)
		case start[i] > limit[i]:
			return nil, fmt.Errorf("start index %d is larger than limit index %d in dimension %d", start[i], limit[i], i)
		case strides[i] <= 0:
			return nil, fmt.Errorf("stride must be positive but got %d in dimension %d", strides[i], i)
		}
		out[i] = sliceExtent(start[i], limit[i], strides[i])
	}
	return like(in, 0, out, nil), nil
}

// InferTypes implements ir.TypeInferrer.
func (Transpose) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape, bounds, perm := shapeOf(in, 0), boundsOf(in.Operands[0].Type()), ints(in, 0)
	if len(perm) != len(shape) {
		return nil, fmt.Errorf("TransposeOp operand rank %d does not match permutation size %d", len(shape), len(perm))
	}
	if !isPermutation(perm) {
		return nil, fmt.Errorf("attribute permutation must be a permutation of [%s] but got %s", list(upTo(len(perm))), list(perm))
	}
	out, limits := make([]int64, len(perm)), make([]int64, len(perm))
	for i, p := range perm {
		out[i], limits[i] = shape[p], boundAt(bounds, int(p))
	}
	return like(in, 0, out, limits), nil
}

// upTo returns the numbers from 0 to n-1.
func upTo(n int) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = int64(i)
	}
	return all
}

func isPermutation(v []int64) bool {
	return slices.Equal(slices.Sorted(slices.Values(v)), upTo(len(v)))
}

// InferTypes implements ir.TypeInferrer.
func (Concatenate) InferTypes(in ir.Init) ([]ir.Type, error) {
	if len(in.Operands) == 0 {
		return nil, fmt.Errorf("expected 1 or more operands, but found 0")
	}
	dim, _ := in.Attrs[0].Int()
	first := shapeOf(in, 0)
	switch {
	case len(first) == 0:
		return nil, fmt.Errorf("rank-0 values cannot be concatenated")
	case dim >= int64(len(first)):
		return nil, fmt.Errorf("dimension %d is out-of-bounds for input rank %d", dim, len(first))
	}
	for i := range in.Operands {
		shape := shapeOf(in, i)
		if len(shape) != len(first) {
			return nil, fmt.Errorf("operands (0) and (%d) do not match rank", i)
		}
		for d := range shape {
			if int64(d) != dim && !compatibleDim(first[d], shape[d]) {
				return nil, fmt.Errorf("shapes of operand (0) and (%d) are not compatible at non-concat index %d: (%s) != (%s)", i, d, list(first), list(shape))
			}
		}
	}
	return joinTypes(in, int(dim))
}

// joinTypes adds up the operands' extents along dim, and unifies their other dimensions.
func joinTypes(in ir.Init, dim int) ([]ir.Type, error) {
	shape := slices.Repeat([]int64{ir.Dynamic}, len(shapeOf(in, 0)))
	bounds := slices.Clone(shape)
	shape[dim] = 0
	for i, v := range in.Operands {
		for d, n := range shapeOf(in, i) {
			limit := boundAt(boundsOf(v.Type()), d)
			var err error
			if d == dim && tooLarge(shape[d], n, bounds[d], limit) {
				return nil, fmt.Errorf("extents along dimension %d add up to more than %d", dim, math.MaxInt64)
			} else if d == dim {
				shape[d], bounds[d] = addExtents(shape[d], n, bounds[d], limit)
			} else if shape[d], bounds[d], err = merge(d, shape[d], n, bounds[d], limit); err != nil {
				return nil, err
			}
		}
	}
	return like(in, 0, shape, bounds), nil
}

// tooLarge reports whether the sum of two extents overflows int64. A dynamic extent counts as its
// bound, or as 0 if it has no bound.
func tooLarge(a, b, boundA, boundB int64) bool {
	if a == ir.Dynamic {
		a = max(boundA, 0)
	}
	if b == ir.Dynamic {
		b = max(boundB, 0)
	}
	return a > math.MaxInt64-b
}

func addExtents(a, b, boundA, boundB int64) (size, bound int64) {
	if a != ir.Dynamic && b != ir.Dynamic {
		return a + b, ir.Dynamic
	}
	if a != ir.Dynamic {
		boundA = a
	}
	if b != ir.Dynamic {
		boundB = b
	}
	if boundA == ir.Dynamic || boundB == ir.Dynamic {
		return ir.Dynamic, ir.Dynamic
	}
	return ir.Dynamic, boundA + boundB
}

// InferTypes implements ir.TypeInferrer.
func (Pad) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape, limits := shapeOf(in, 0), boundsOf(in.Operands[0].Type())
	low, high, interior := ints(in, 0), ints(in, 1), ints(in, 2)
	if len(low) != len(shape) || len(high) != len(low) || len(interior) != len(low) {
		return nil, fmt.Errorf("edge_padding_low length (%d) must match operand rank (%d)", len(low), len(shape))
	}
	out, bounds := slices.Clone(shape), slices.Repeat([]int64{ir.Dynamic}, len(shape))
	for i := range shape {
		if interior[i] < 0 {
			return nil, fmt.Errorf("Interior padding cannot be negative: %d", interior[i])
		}
		to, what := &out[i], "size"
		if *to == ir.Dynamic {
			to, what = &bounds[i], "bound"
			*to = boundAt(limits, i)
		}
		if *to == ir.Dynamic {
			continue
		}
		n, err := PaddedExtent(*to, low[i], high[i], interior[i])
		if err != nil {
			return nil, fmt.Errorf("has dimension %d that %v", i, err)
		}
		if *to = n; n < 0 {
			return nil, fmt.Errorf("Padding result in negative %s for dimension %d", what, i)
		}
	}
	return like(in, 0, out, bounds), nil
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
	return like(in, 0, sizes, nil), nil
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
func (Broadcast) InferTypes(in ir.Init) ([]ir.Type, error) {
	sizes := ints(in, 0)
	for _, n := range sizes {
		if n < 0 {
			return nil, fmt.Errorf("Broadcast with negative dimension size %d", n)
		}
	}
	return like(in, 0, slices.Concat(sizes, shapeOf(in, 0)), nil), nil
}

// InferTypes implements ir.TypeInferrer.
func (GetDimensionSize) InferTypes(in ir.Init) ([]ir.Type, error) {
	dim, _ := in.Attrs[0].Int()
	return []ir.Type{ir.Tensor(ir.I32())}, checkDim(dim, len(shapeOf(in, 0)))
}

func checkDim(dim int64, rank int) error {
	switch {
	case dim < 0:
		return fmt.Errorf("requires non-negative dimension attribute; found (%d)", dim)
	case dim >= int64(rank):
		return fmt.Errorf("requires dimension attribute in range [0, %d); found (%d)", rank, dim)
	}
	return nil
}

// InferTypes implements ir.TypeInferrer.
func (SetDimensionSize) InferTypes(in ir.Init) ([]ir.Type, error) {
	if len(shapeOf(in, 1)) != 0 {
		return nil, fmt.Errorf("size operand should be of rank-0")
	}
	dim, _ := in.Attrs[0].Int()
	shape := slices.Clone(shapeOf(in, 0))
	if err := checkDim(dim, len(shape)); err != nil {
		return nil, err
	}
	bounds := slices.Clone(boundsOf(in.Operands[0].Type()))
	if bounds == nil {
		bounds = slices.Repeat([]int64{ir.Dynamic}, len(shape))
	}
	if shape[dim] != ir.Dynamic {
		bounds[dim] = shape[dim]
	}
	shape[dim] = ir.Dynamic
	if size, ok := constInts(in.Operands[1]); ok && len(size) == 1 && size[0] == bounds[dim] {
		shape[dim], bounds[dim] = size[0], ir.Dynamic
	}
	return like(in, 0, shape, bounds), nil
}

// constInts returns the elements of a constant tensor of integers.
func constInts(v *ir.Value) ([]int64, bool) {
	if v.Def() == nil {
		return nil, false
	}
	c, ok := ir.Cast[ir.Constant](v.Def())
	if !ok {
		return nil, false
	}
	return c.Value().Ints()
}
