package gomlx

import (
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/shapeinference"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// starts returns the start indices as one scalar for each axis. GoMLX passes either scalars or one
// vector.
func (b *Builder) starts(indices []*node, rank int) ([]*ir.Value, error) {
	if len(indices) != 1 || indices[0].shape.Rank() != 1 {
		if len(indices) != rank {
			return nil, fmt.Errorf("expected %d start indices, but got %d", rank, len(indices))
		}
		return values(indices), nil
	}
	all := indices[0]
	if n := all.shape.Dimensions[0]; n != rank {
		return nil, fmt.Errorf("expected %d start indices, but got %d", rank, n)
	}
	one := shapes.Make(all.shape.DType, 1)
	vs := make([]*ir.Value, rank)
	for i := range vs {
		at := int64(i)
		v := stablehlo.NewSlice(b.b, all.v, typeOf(one), []int64{at}, []int64{at + 1}, []int64{1}).Op.Result()
		vs[i] = stablehlo.NewReshape(b.b, v, typeOf(shapes.Make(one.DType))).Op.Result()
	}
	return vs, nil
}

// DynamicSlice implements backends.StandardOps.
func (b *Builder) DynamicSlice(x backends.Op, indices []backends.Op, sizes []int) (backends.Op, error) {
	ns, err := b.nodes(append([]backends.Op{x}, indices...)...)
	if err != nil {
		return nil, err
	}
	in := ns[0].shape
	if len(sizes) != in.Rank() {
		return nil, fmt.Errorf("DynamicSlice: %d sizes are given for shape %s", len(sizes), in)
	}
	s, err := shapeWith(in.DType, sizes...)
	if err != nil {
		return nil, fmt.Errorf("DynamicSlice: %w", err)
	}
	at, err := b.starts(ns[1:], in.Rank())
	if err != nil {
		return nil, fmt.Errorf("DynamicSlice: %w", err)
	}
	return b.made(stablehlo.NewDynamicSlice(b.b, ns[0].v, typeOf(s), at, wide(sizes)).Op, s)
}

// DynamicUpdateSlice implements backends.StandardOps.
func (b *Builder) DynamicUpdateSlice(x, update backends.Op, indices []backends.Op) (backends.Op, error) {
	ns, err := b.nodes(append([]backends.Op{x, update}, indices...)...)
	if err != nil {
		return nil, err
	}
	at, err := b.starts(ns[2:], ns[0].shape.Rank())
	if err != nil {
		return nil, fmt.Errorf("DynamicUpdateSlice: %w", err)
	}
	return b.made(stablehlo.NewDynamicUpdateSlice(b.b, ns[0].v, ns[1].v, at).Op, ns[0].shape)
}

// Gather implements backends.StandardOps.
func (b *Builder) Gather(x, indices backends.Op, vectorAxis int, offsetAxes, collapsedAxes, indexMap, sizes []int, sorted bool) (backends.Op, error) {
	ns, err := b.nodes(x, indices)
	if err != nil {
		return nil, err
	}
	d := stablehlo.GatherDims{
		OffsetDims: wide(offsetAxes), CollapsedSliceDims: wide(collapsedAxes), StartIndexMap: wide(indexMap), IndexVectorDim: int64(vectorAxis),
	}
	o, err := stablehlo.NewGather(b.b, ns[0].v, ns[1].v, d, wide(sizes), sorted)
	if err != nil {
		return nil, fmt.Errorf("Gather: %w", err)
	}
	return b.made(o.Op, shapeOf(ns[0].shape.DType, o.Op.Result().Type()))
}

// scattering has the parameters that are common to ScatterSum, ScatterMax and ScatterMin.
type scattering struct {
	vectorAxis                            int
	windowAxes, insertedAxes, operandAxes []int
	sorted, unique                        bool
}

func (b *Builder) scatter(m monoid, x, indices, updates backends.Op, c scattering) (backends.Op, error) {
	ns, err := b.nodes(x, indices, updates)
	if err != nil {
		return nil, err
	}
	if n := ns[1].shape.Rank(); c.vectorAxis == n && len(c.operandAxes) != 1 { // ScatterOp would panic
		return nil, fmt.Errorf("Scatter: expected one operand axis for indices of shape %s with vector axis %d, but got the axes %v", ns[1].shape, n, c.operandAxes)
	}
	s, err := shapeinference.ScatterOp(ns[0].shape, ns[1].shape, ns[2].shape, c.vectorAxis, c.windowAxes, c.insertedAxes, c.operandAxes)
	if err != nil {
		return nil, err
	}
	d := stablehlo.ScatterDims{
		UpdateWindowDims: wide(c.windowAxes), InsertedWindowDims: wide(c.insertedAxes),
		ScatterDimsToOperandDims: wide(c.operandAxes), IndexVectorDim: int64(c.vectorAxis),
	}
	return b.made(stablehlo.NewScatter(b.b, ns[0].v, ns[1].v, ns[2].v, d, c.sorted, c.unique, m.body).Op, s)
}

// ScatterSum implements backends.StandardOps.
func (b *Builder) ScatterSum(x, indices, updates backends.Op, vectorAxis int, windowAxes, insertedAxes, operandAxes []int, sorted, unique bool) (backends.Op, error) {
	return b.scatter(sum(), x, indices, updates, scattering{vectorAxis, windowAxes, insertedAxes, operandAxes, sorted, unique})
}

// ScatterMax implements backends.StandardOps.
func (b *Builder) ScatterMax(x, indices, updates backends.Op, vectorAxis int, windowAxes, insertedAxes, operandAxes []int, sorted, unique bool) (backends.Op, error) {
	return b.scatter(largest(), x, indices, updates, scattering{vectorAxis, windowAxes, insertedAxes, operandAxes, sorted, unique})
}

// ScatterMin implements backends.StandardOps.
func (b *Builder) ScatterMin(x, indices, updates backends.Op, vectorAxis int, windowAxes, insertedAxes, operandAxes []int, sorted, unique bool) (backends.Op, error) {
	return b.scatter(smallest(), x, indices, updates, scattering{vectorAxis, windowAxes, insertedAxes, operandAxes, sorted, unique})
}

// Dot implements backends.StandardOps. It contracts the last axis of lhs with the first axis of
// rhs.
func (b *Builder) Dot(lhs, rhs backends.Op) (backends.Op, error) {
	ns, err := b.nodes(lhs, rhs)
	if err != nil {
		return nil, err
	}
	l, r := ns[0].shape.Rank(), ns[1].shape.Rank()
	if l < 1 || l > 2 || r < 1 || r > 2 {
		return nil, fmt.Errorf("Dot takes vectors and matrices, but got %s and %s", ns[0].shape, ns[1].shape)
	}
	return b.DotGeneral(lhs, []int{l - 1}, nil, rhs, []int{0}, nil)
}

// DotGeneral implements backends.StandardOps.
func (b *Builder) DotGeneral(lhs backends.Op, lhsContracting, lhsBatch []int, rhs backends.Op, rhsContracting, rhsBatch []int) (backends.Op, error) {
	ns, err := b.nodes(lhs, rhs)
	if err != nil {
		return nil, err
	}
	l, r := ns[0].shape, ns[1].shape
	if l.DType != r.DType {
		return nil, fmt.Errorf("DotGeneral takes one element type, but got %s and %s", l, r)
	}
	if err := checkAxes(l, append(slices.Clone(lhsContracting), lhsBatch...)); err != nil {
		return nil, fmt.Errorf("DotGeneral, left: %w", err)
	}
	if err := checkAxes(r, append(slices.Clone(rhsContracting), rhsBatch...)); err != nil {
		return nil, fmt.Errorf("DotGeneral, right: %w", err)
	}
	var dims []int
	for _, a := range lhsBatch {
		dims = append(dims, l.Dimensions[a])
	}
	dims = append(dims, others(l, lhsContracting, lhsBatch)...)
	dims = append(dims, others(r, rhsContracting, rhsBatch)...)
	s := shapes.Make(l.DType, dims...)
	d := stablehlo.DotDims{
		LHSBatching: wide(lhsBatch), RHSBatching: wide(rhsBatch), LHSContracting: wide(lhsContracting), RHSContracting: wide(rhsContracting),
	}
	return b.made(stablehlo.NewDotGeneral(b.b, ns[0].v, ns[1].v, typeOf(s), d).Op, s)
}

// checkAxes returns an error unless axes are distinct axes of s.
func checkAxes(s shapes.Shape, axes []int) error {
	for i, a := range axes {
		if a < 0 || a >= s.Rank() || slices.Contains(axes[:i], a) {
			return fmt.Errorf("axes %v are not distinct axes of shape %s", axes, s)
		}
	}
	return nil
}

// others returns the extents of the axes of s that are in none of the lists.
func others(s shapes.Shape, lists ...[]int) []int {
	var dims []int
	for a, n := range s.Dimensions {
		if !slices.ContainsFunc(lists, func(l []int) bool { return slices.Contains(l, a) }) {
			dims = append(dims, n)
		}
	}
	return dims
}
