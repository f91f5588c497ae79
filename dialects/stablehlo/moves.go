package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// resultShape returns the shape of op's first result, and whether the shape is static.
func resultShape(op *ir.Op) (shape []int64, ok bool) {
	shape, ok = op.ResultAt(0).Type().Shape()
	return shape, ok && !slices.Contains(shape, ir.Dynamic)
}

func shapeOfInts(t *tensor.Tensor) []int64 {
	v := make([]int64, t.NumElements())
	for i := range v {
		v[i] = t.Int(i)
	}
	return v
}

// countUp returns a tensor in which each element is its index along dim.
func countUp(c *interp.Context, k tensor.Kind, shape []int64, dim int64) *tensor.Tensor {
	d := c.New(k, shape...) // first, because it fails at once if it is too large
	if slices.Contains(shape, 0) {
		return d
	}
	line := c.New(k, shape[dim])
	for i := range line.NumElements() {
		c.Work(1)
		switch {
		case k.IsComplex():
			line.SetComplex(i, complex(float64(i), 0))
		case k.IsFloat():
			line.SetFloat(i, float64(i))
		default:
			line.SetInt(i, int64(i))
		}
	}
	wrapNarrow(line)
	return broadcastTo(c, d, line, []int64{dim})
}

// broadcastInDim broadcasts t to shape. Dimension i of t becomes dimension dims[i] of the result.
func broadcastInDim(c *interp.Context, t *tensor.Tensor, shape, dims []int64) *tensor.Tensor {
	return broadcastTo(c, c.New(t.Kind, shape...), t, dims)
}

// broadcastTo is broadcastInDim with a tensor d for the result.
func broadcastTo(c *interp.Context, d, t *tensor.Tensor, dims []int64) *tensor.Tensor {
	shape := d.Shape
	from := interp.Walk{Strides: make([]int64, len(shape))}
	for i, stride := range t.Strides() {
		if t.Shape[i] != 1 {
			from.Strides[dims[i]] = stride
		}
	}
	c.Move(d, interp.WalkOf(shape), t, from, shape)
	return d
}

// transposed permutes dimensions: dimension i of the result is dimension perm[i] of t. For the
// identity permutation, it returns t itself.
func transposed(c *interp.Context, t *tensor.Tensor, perm []int64) *tensor.Tensor {
	identity := true
	shape := make([]int64, len(perm))
	from := interp.Walk{Strides: make([]int64, len(perm))}
	strides := t.Strides()
	for i, p := range perm {
		identity = identity && p == int64(i)
		shape[i], from.Strides[i] = t.Shape[p], strides[p]
	}
	if identity {
		return t
	}
	d := c.New(t.Kind, shape...)
	c.Move(d, interp.WalkOf(shape), t, from, shape)
	return d
}

// sliced returns the slice of t with the given shape at the indices start. If strides is nil, all
// strides are 1.
func sliced(c *interp.Context, t *tensor.Tensor, start, shape, strides []int64) *tensor.Tensor {
	d := c.New(t.Kind, shape...)
	from := interp.Walk{Strides: t.Strides()}
	for i := range shape {
		from.Offset += start[i] * from.Strides[i]
		if strides != nil {
			from.Strides[i] *= strides[i]
		}
	}
	c.Move(d, interp.WalkOf(shape), t, from, shape)
	return d
}

// paste copies u into d at the indices start.
func paste(c *interp.Context, d, u *tensor.Tensor, start []int64) {
	to := interp.Walk{Strides: d.Strides()}
	for i, s := range start {
		to.Offset += s * to.Strides[i]
	}
	c.Move(d, to, u, interp.WalkOf(u.Shape), u.Shape)
}

// padded adds elements with the given value around t and between the elements of t. Negative low or
// high padding removes elements.
func padded(c *interp.Context, t, value *tensor.Tensor, low, high, interior []int64) (*tensor.Tensor, error) {
	shape := make([]int64, len(t.Shape))
	for i, n := range t.Shape {
		var err error
		if shape[i], err = PaddedExtent(n, low[i], high[i], interior[i]); err != nil {
			return nil, fmt.Errorf("has dimension %d that %v", i, err)
		}
		if shape[i] < 0 {
			return nil, fmt.Errorf("dimension %d has the negative extent %d after padding", i, shape[i])
		}
	}
	d := broadcastInDim(c, value.Reshape(nil), shape, nil)
	to, from := interp.Walk{Strides: d.Strides()}, interp.Walk{Strides: t.Strides()}
	part := make([]int64, len(shape))
	for i, n := range t.Shape {
		step := int64(1)
		if n > 1 {
			step += interior[i]
		}
		// Element k of t is copied to index low + k·step of the result. first and last are the
		// first and the last k that negative padding keeps.
		first := max(0, (-low[i]+step-1)/step)
		if low[i] >= 0 {
			first = 0
		}
		last := min(n-1, floorDiv(shape[i]-1-low[i], step))
		part[i] = max(0, last-first+1)
		to.Offset += (low[i] + first*step) * to.Strides[i]
		from.Offset += first * from.Strides[i]
		to.Strides[i] *= step
	}
	c.Move(d, to, t, from, part)
	return d, nil
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// joined concatenates tensors along a dimension.
func joined(c *interp.Context, ts []*tensor.Tensor, dim int64) *tensor.Tensor {
	shape := slices.Clone(ts[0].Shape)
	shape[dim] = 0
	for _, t := range ts {
		shape[dim] += t.Shape[dim]
	}
	d := c.New(ts[0].Kind, shape...)
	start := make([]int64, len(shape))
	for _, t := range ts {
		paste(c, d, t, start)
		start[dim] += t.Shape[dim]
	}
	return d
}

func reversed(c *interp.Context, t *tensor.Tensor, dims []int64) *tensor.Tensor {
	d := c.New(t.Kind, t.Shape...)
	from := interp.Walk{Strides: t.Strides()}
	for _, i := range dims {
		if t.Shape[i] > 0 {
			from.Offset += (t.Shape[i] - 1) * from.Strides[i]
			from.Strides[i] = -from.Strides[i]
		}
	}
	c.Move(d, interp.WalkOf(t.Shape), t, from, t.Shape)
	return d
}

// clampedStarts reads start indices from scalars. It clamps them so that a slice of the given sizes
// is inside a tensor of the given shape.
func clampedStarts(in []*tensor.Tensor, shape, sizes []int64) []int64 {
	start := make([]int64, len(in))
	for i, t := range in {
		start[i] = clampIndex(t, 0, shape[i]-sizes[i])
	}
	return start
}

// clampIndex returns element i of t, clamped to [0, most].
func clampIndex(t *tensor.Tensor, i int, most int64) int64 {
	v := t.Int(i)
	if t.Kind == tensor.U64 && v < 0 {
		return most
	}
	return min(max(v, 0), most)
}
