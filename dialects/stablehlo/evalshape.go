package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Eval returns the constant.
func (o Constant) Eval(c *interp.Context, _ []interp.Value) ([]interp.Value, error) {
	value, err := ir.WithElements(o.Value())
	if err != nil {
		return nil, interp.Unsupported(o.Op, err.Error())
	}
	if d, ok := ir.AttrAs[*ir.DenseElements](value); ok {
		// A large splat is created in each run, so it uses no memory between runs.
		if one, repeated := d.Splat(); repeated && d.NumElements() > largeSplat {
			return interp.One(splat(c, one, d.Type.Dims()))
		}
	}
	d, ok := ir.AttrAs[*ir.DenseElements](value)
	switch {
	case !ok:
		return nil, interp.Unsupported(o.Op, "its value is not dense")
	case d.Type.Kind() == tensor.Invalid:
		return nil, interp.Unsupported(o.Op, fmt.Sprintf("its value has elements of type '%s'", d.Type.Elem()))
	}
	return interp.One(d.Tensor())
}

// largeSplat is the largest number of elements of a splat constant whose tensor stays in memory
// between runs.
const largeSplat = 1 << 22

// Eval returns each element's index along the dimension.
func (o Iota) Eval(c *interp.Context, _ []interp.Value) ([]interp.Value, error) {
	shape, ok := resultShape(o.Op)
	if !ok {
		return nil, interp.Unsupported(o.Op, "its shape is not static")
	}
	return interp.One(countUp(c, o.Op.Result().Type().Kind(), shape, o.IotaDimension()))
}

// Eval returns each element's index along the dimension.
func (o DynamicIota) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		shape, err := givenShape(ts[0])
		if err != nil {
			return nil, err
		}
		return countUp(c, o.Op.Result().Type().Kind(), shape, o.IotaDimension()), nil
	})
}

// givenShape returns the shape whose extents are the elements of t. It fails if an extent is
// negative.
func givenShape(t *tensor.Tensor) ([]int64, error) {
	shape := shapeOfInts(t)
	for i, n := range shape {
		if n < 0 {
			return nil, fmt.Errorf("failed: dimension #%d of its shape must not be negative, but is %d", i, n)
		}
	}
	return shape, nil
}

// withTensors calls f with the operands as tensors, and returns the result of f. It fails if one of
// the operands is not a tensor.
func withTensors(in []interp.Value, f func(ts []*tensor.Tensor) (*tensor.Tensor, error)) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	t, err := f(ts)
	if err != nil {
		return nil, err
	}
	return interp.One(t)
}

// Eval returns the operand's elements in another shape, without a copy.
func (o Reshape) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		shape, ok := resultShape(o.Op)
		if !ok {
			return nil, interp.Unsupported(o.Op, "its shape is not static")
		}
		if tensor.NumElements(shape) != ts[0].NumElements() {
			return nil, fmt.Errorf("cannot give %d elements the shape %v", ts[0].NumElements(), shape)
		}
		return ts[0].Reshape(shape), nil
	})
}

// Eval returns the operand's elements in another shape, without a copy.
func (o DynamicReshape) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		shape := shapeOfInts(ts[1])
		if n, err := tensor.CheckShape(ts[0].Kind, shape); err != nil || n != ts[0].NumElements() {
			return nil, fmt.Errorf("cannot give %d elements the shape %v", ts[0].NumElements(), shape)
		}
		return ts[0].Reshape(shape), nil
	})
}

// Eval repeats the operand.
func (o Broadcast) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		lead := o.BroadcastSizes()
		dims := make([]int64, len(ts[0].Shape))
		for i := range dims {
			dims[i] = int64(len(lead) + i)
		}
		return broadcastInDim(c, ts[0], slices.Concat(lead, ts[0].Shape), dims), nil
	})
}

// Eval repeats the operand.
func (o BroadcastInDim) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		shape, ok := resultShape(o.Op)
		if !ok {
			return nil, interp.Unsupported(o.Op, "its shape is not static")
		}
		return broadcastInDim(c, ts[0], shape, o.BroadcastDimensions()), nil
	})
}

// Eval repeats the operand.
func (o DynamicBroadcastInDim) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		shape, err := givenShape(ts[1])
		if err != nil {
			return nil, err
		}
		dims := o.BroadcastDimensions()
		for i, n := range ts[0].Shape {
			if n != 1 && shape[dims[i]] != n {
				return nil, fmt.Errorf("cannot broadcast dimension %d from extent %d to extent %d", i, n, shape[dims[i]])
			}
		}
		return broadcastInDim(c, ts[0], shape, dims), nil
	})
}

// Eval permutes dimensions.
func (o Transpose) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return transposed(c, ts[0], o.Permutation()), nil
	})
}

// Eval reverses dimensions.
func (o Reverse) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return reversed(c, ts[0], o.Dimensions()), nil
	})
}

// Eval joins tensors.
func (o Concatenate) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return joined(c, ts, o.Dimension()), nil
	})
}

// Eval pads the operand.
func (o Pad) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return padded(c, ts[0], ts[1], o.EdgePaddingLow(), o.EdgePaddingHigh(), o.InteriorPadding())
	})
}

// Eval pads the operand.
func (o DynamicPad) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return padded(c, ts[0], ts[1], shapeOfInts(ts[2]), shapeOfInts(ts[3]), shapeOfInts(ts[4]))
	})
}

// sliceShape returns the shape of a slice. The ends in limit are exclusive.
func sliceShape(start, limit, strides []int64) []int64 {
	shape := make([]int64, len(start))
	for i := range shape {
		shape[i] = sliceExtent(start[i], limit[i], strides[i])
	}
	return shape
}

// sliceExtent returns the number of elements from start to limit with a positive stride.
func sliceExtent(start, limit, stride int64) int64 {
	if limit <= start {
		return 0
	}
	return (limit-start-1)/stride + 1
}

// Eval takes a slice.
func (o Slice) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		start, strides := o.StartIndices(), o.Strides()
		return sliced(c, ts[0], start, sliceShape(start, o.LimitIndices(), strides), strides), nil
	})
}

// Eval takes a slice. It fails if the slice is not inside the operand, a start index is greater
// than its limit, or a stride is not positive.
func (o RealDynamicSlice) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		start, limit, strides := shapeOfInts(ts[1]), shapeOfInts(ts[2]), shapeOfInts(ts[3])
		for i, n := range ts[0].Shape {
			if start[i] < 0 || limit[i] > n || start[i] > limit[i] || strides[i] < 1 {
				return nil, fmt.Errorf("failed: its slice %d:%d:%d is invalid for a dimension of extent %d", start[i], limit[i], strides[i], n)
			}
		}
		return sliced(c, ts[0], start, sliceShape(start, limit, strides), strides), nil
	})
}

// Eval takes a slice. It moves a slice that is not inside the operand to the nearest edge.
func (o DynamicSlice) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		sizes := o.SliceSizes()
		return sliced(c, ts[0], clampedStarts(ts[1:], ts[0].Shape, sizes), sizes, nil), nil
	})
}

// Eval replaces a slice. It moves a slice that is not inside the operand to the nearest edge.
func (o DynamicUpdateSlice) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		d := c.New(ts[0].Kind, ts[0].Shape...)
		paste(c, d, ts[0], make([]int64, len(d.Shape)))
		paste(c, d, ts[1], clampedStarts(ts[2:], d.Shape, ts[1].Shape))
		return d, nil
	})
}

// Eval returns the extent.
func (o GetDimensionSize) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return tensor.FromSlice(nil, []int32{int32(ts[0].Shape[o.Dimension()])}), nil
	})
}

// Eval returns the first elements along the dimension. The size must not exceed the operand's
// extent.
func (o SetDimensionSize) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		dim, size := o.Dimension(), ts[1].Int(0)
		if size < 0 || size > ts[0].Shape[dim] {
			return nil, fmt.Errorf("failed: its size %d is not between 0 and %d, the extent of dimension %d", size, ts[0].Shape[dim], dim)
		}
		shape := slices.Clone(ts[0].Shape)
		shape[dim] = size
		return sliced(c, ts[0], make([]int64, len(shape)), shape, nil), nil
	})
}

// Eval interprets the bits as another type.
func (o BitcastConvert) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return bitcast(c, ts[0], o.Op.Result().Type().Kind())
	})
}

// bitcast interprets the bits of t as elements of kind k. Wider elements are split along a new last
// dimension, and narrower elements are joined along the last dimension. The first of the narrow
// elements has the least significant bits.
func bitcast(c *interp.Context, t *tensor.Tensor, k tensor.Kind) (*tensor.Tensor, error) {
	from, to := t.Kind.Bits(), k.Bits()
	shape := slices.Clone(t.Shape)
	switch {
	case from > to:
		shape = append(shape, int64(from/to))
	case from < to:
		shape = shape[:len(shape)-1]
	}
	switch {
	case 8*t.Kind.Size() == from && 8*k.Size() == to:
		d := c.New(k, shape...)
		c.Parts(len(d.Data), func(from, to int) { copy(d.Data[from:to], t.Data[from:to]) })
		return d, nil
	case from != to && (from%8 != 0 || to%8 != 0):
		return bitcastNarrow(t, k, shape)
	}
	return tensor.Unpack(k, shape, tensor.Pack(t))
}

// bitcastNarrow is bitcast if the widths differ and one of them is not a whole number of bytes. The
// result has the given shape.
func bitcastNarrow(t *tensor.Tensor, k tensor.Kind, shape []int64) (*tensor.Tensor, error) {
	d := tensor.New(k, shape...)
	from, to := t.Kind.Bits(), k.Bits()
	if from > to {
		parts := from / to
		for i := range d.NumElements() {
			d.SetBits(i, t.Bits(i/parts)>>(i%parts*to)&(1<<to-1))
		}
		return d, nil
	}
	parts := to / from
	for i := range d.NumElements() {
		var b uint64
		for j := range parts {
			b |= (t.Bits(i*parts+j) & (1<<from - 1)) << (j * from)
		}
		d.SetBits(i, b)
	}
	return d, nil
}
