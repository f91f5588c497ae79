package gomlx

import (
	"fmt"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/shapeinference"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
)

// Iota implements backends.StandardOps.
func (b *Builder) Iota(s shapes.Shape, axis int) (backends.Op, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	if err := checkShape(s); err != nil {
		return nil, err
	}
	axis, err := axisOf(axis, s.Rank())
	if err != nil {
		return nil, err
	}
	return b.made(stablehlo.NewIota(b.b, typeOf(s), int64(axis)).Op, s)
}

// Reshape implements backends.StandardOps.
func (b *Builder) Reshape(x backends.Op, dims ...int) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	for _, n := range dims { // ReshapeOp would panic
		if n < 0 {
			return nil, fmt.Errorf("cannot reshape %s to %v: %d is negative", ns[0].shape, dims, n)
		}
	}
	s, err := shapeinference.ReshapeOp(ns[0].shape, dims)
	if err != nil {
		return nil, err
	}
	return b.made(stablehlo.NewReshape(b.b, ns[0].v, typeOf(s)).Op, s)
}

// BroadcastInDim implements backends.StandardOps.
func (b *Builder) BroadcastInDim(x backends.Op, s shapes.Shape, axes []int) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	if err := checkShape(s); err != nil {
		return nil, err
	}
	if err := shapeinference.BroadcastInDimOp(ns[0].shape, s, axes); err != nil {
		return nil, err
	}
	return b.made(stablehlo.NewBroadcastInDim(b.b, ns[0].v, typeOf(s), wide(axes)...).Op, s)
}

// Transpose implements backends.StandardOps.
func (b *Builder) Transpose(x backends.Op, permutation ...int) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	s, err := shapeinference.TransposeOp(ns[0].shape, permutation)
	if err != nil {
		return nil, err
	}
	return b.made(stablehlo.NewTranspose(b.b, ns[0].v, typeOf(s), wide(permutation)...).Op, s)
}

// Reverse implements backends.StandardOps.
func (b *Builder) Reverse(x backends.Op, axes ...int) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	return b.made(stablehlo.NewReverse(b.b, ns[0].v, wide(axes)...).Op, ns[0].shape)
}

// Slice implements backends.StandardOps.
func (b *Builder) Slice(x backends.Op, starts, limits, strides []int) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	if len(strides) == 0 {
		strides = onesFor(nil, ns[0].shape.Rank())
	}
	s, err := shapeinference.SliceOp(ns[0].shape, starts, limits, strides)
	if err != nil {
		return nil, err
	}
	return b.made(stablehlo.NewSlice(b.b, ns[0].v, typeOf(s), wide(starts), wide(limits), wide(strides)).Op, s)
}

// Concatenate implements backends.StandardOps.
func (b *Builder) Concatenate(axis int, operands ...backends.Op) (backends.Op, error) {
	ns, err := b.nodes(operands...)
	if err != nil {
		return nil, err
	}
	if len(ns) == 1 {
		return ns[0], nil
	}
	var all []shapes.Shape
	for _, n := range ns {
		all = append(all, n.shape)
	}
	s, err := shapeinference.ConcatenateOp(all, axis)
	if err != nil {
		return nil, err
	}
	return b.made(stablehlo.NewConcatenate(b.b, typeOf(s), int64(axis), values(ns)...).Op, s)
}

// Pad implements backends.StandardOps.
func (b *Builder) Pad(x, fill backends.Op, config ...backends.PadAxis) (backends.Op, error) {
	ns, err := b.nodes(x, fill)
	if err != nil {
		return nil, err
	}
	rank := ns[0].shape.Rank()
	if len(config) > rank {
		return nil, fmt.Errorf("Pad: %d axes are configured, but the operand has shape %s", len(config), ns[0].shape)
	}
	s := ns[0].shape.Clone()
	low, high, interior := make([]int64, rank), make([]int64, rank), make([]int64, rank)
	for i, c := range config {
		low[i], high[i], interior[i] = int64(c.Start), int64(c.End), int64(c.Interior)
		s.Dimensions[i] += c.Start + c.End + max(0, s.Dimensions[i]-1)*c.Interior
		if s.Dimensions[i] < 0 {
			return nil, fmt.Errorf("Pad: no element of axis %d of shape %s remains", i, ns[0].shape)
		}
	}
	return b.made(stablehlo.NewPad(b.b, ns[0].v, ns[1].v, typeOf(s), low, high, interior).Op, s)
}

// Bitcast implements backends.StandardOps.
func (b *Builder) Bitcast(x backends.Op, d dtypes.DType) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	if _, err := shapeWith(d); err != nil { // Size would panic
		return nil, err
	}
	from, to := ns[0].shape.DType.Size(), d.Size()
	s := ns[0].shape.Clone()
	s.DType = d
	switch {
	case to < from:
		s.Dimensions = append(s.Dimensions, from/to)
	case to > from:
		last := s.Rank() - 1
		if last < 0 || s.Dimensions[last] != to/from {
			return nil, fmt.Errorf("Bitcast of shape %s to %s: the last axis must have %d elements", ns[0].shape, d, to/from)
		}
		s.Dimensions = s.Dimensions[:last]
	}
	if err := checkShape(s); err != nil {
		return nil, err
	}
	return b.made(stablehlo.NewBitcastConvert(b.b, ns[0].v, typeOf(s)).Op, s)
}
