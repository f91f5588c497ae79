package stablehlo

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// counter calls the given function with each index tuple of a shape, in row-major order. All calls
// receive the same slice. counter reports work to c for each tuple.
func counter(c *interp.Context, shape []int64, yield func(at []int64) error) error {
	if slices.Contains(shape, 0) {
		return nil
	}
	at := make([]int64, len(shape))
	for { // no loop count: the number of tuples may not fit into 64 bits
		c.Work(32) // more than for one element in other loops, because this loop is slower
		if err := yield(at); err != nil {
			return err
		}
		i := len(at) - 1
		for ; i >= 0; i-- {
			if at[i]++; at[i] < shape[i] {
				break
			}
			at[i] = 0
		}
		if i < 0 {
			return nil
		}
	}
}

// scratch returns n zeros. If n is large and the host does not have enough memory, the operation
// fails with the error for a result that is too large.
func scratch[T tensor.Element](n int) []T {
	if n < 1<<16 {
		return make([]T, n)
	}
	return tensor.Slice[T](tensor.New(tensor.KindOf[T](), int64(n)))
}

func flat(at, strides []int64) int64 {
	n := int64(0)
	for i, v := range at {
		n += v * strides[i]
	}
	return n
}

// indexVectors reads index vectors from a tensor. A "place" is the position of an index vector: it
// has a coordinate for each dimension of the tensor except index_vector_dim.
type indexVectors struct {
	t       *tensor.Tensor
	strides []int64
	dim     int64
	places  []int64 // shape of t without dimension dim
}

func newIndexVectors(t *tensor.Tensor, dim int64) indexVectors {
	return indexVectors{t, t.Strides(), dim, keptShape(t.Shape, []int64{dim})}
}

// component returns component i of the vector at a place. An unsigned component above 2⁶³-1 becomes
// 2⁶³-1.
func (x indexVectors) component(place []int64, i int64) int64 {
	at, j := int64(0), 0
	for d, stride := range x.strides {
		if int64(d) == x.dim {
			at += i * stride
			continue
		}
		at += place[j] * stride
		j++
	}
	v := x.t.Int(int(at))
	if x.t.Kind == tensor.U64 && v < 0 {
		return 1<<63 - 1
	}
	return v
}

// split divides an index tuple. It copies the coordinates along dims to the slice in, and all other
// coordinates to the slice out.
func split(at, dims []int64, in, out []int64) {
	i, j := 0, 0
	for d, v := range at {
		if slices.Contains(dims, int64(d)) {
			in[i] = v
			i++
		} else {
			out[j] = v
			j++
		}
	}
}

// Eval copies slices of the operand.
func (o Gather) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return gathered(c, ts[0], ts[1], o.DimensionNumbers(), o.SliceSizes())
	})
}

// Eval copies slices of the operand.
func (o DynamicGather) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		return gathered(c, ts[0], ts[1], o.DimensionNumbers(), shapeOfInts(ts[2]))
	})
}

// gathered copies one slice of t for each index vector. The slices have the extents in sizes.
func gathered(c *interp.Context, t, indices *tensor.Tensor, d *GatherDims, sizes []int64) (*tensor.Tensor, error) {
	if err := d.checkSizes(t.Shape, sizes); err != nil {
		return nil, err
	}
	x := newIndexVectors(indices, d.IndexVectorDim)
	dropped := slices.Concat(d.CollapsedSliceDims, d.OperandBatchingDims)
	window := keptShape(sizes, dropped)
	shape := gatherShape(x.places, window, d.OffsetDims)
	out := c.New(t.Kind, shape...)
	// toWindow has the strides of the result along the dimensions offset_dims, and toPlace has its
	// strides along all other dimensions.
	outStrides := out.Strides()
	toWindow, toPlace := make([]int64, len(window)), make([]int64, len(x.places))
	split(outStrides, d.OffsetDims, toWindow, toPlace)
	fromStrides := t.Strides()
	fromWindow := make([]int64, 0, len(window))
	for i, s := range fromStrides {
		if !slices.Contains(dropped, int64(i)) {
			fromWindow = append(fromWindow, s)
		}
	}
	if len(out.Data) == 0 {
		return out, nil
	}
	if err := d.checkCollapsed(sizes, shape); err != nil {
		return nil, err
	}
	size := tensor.NumElements(window)
	counter(c, x.places, func(place []int64) error {
		c.Work(size)
		from := interp.Walk{Strides: fromWindow}
		for i, dim := range d.StartIndexMap {
			start := min(max(x.component(place, int64(i)), 0), t.Shape[dim]-sizes[dim])
			from.Offset += start * fromStrides[dim]
		}
		for i, dim := range d.OperandBatchingDims {
			from.Offset += batchCoordinate(place, d.StartIndicesBatchingDims[i], x.dim) * fromStrides[dim]
		}
		c.Move(out, interp.Walk{Offset: flat(place, toPlace), Strides: toWindow}, t, from, window)
		return nil
	})
	return out, nil
}

// batchCoordinate returns the coordinate of a place along dimension dim of the tensor of indices.
// vectorDim is index_vector_dim.
func batchCoordinate(place []int64, dim, vectorDim int64) int64 {
	if dim > vectorDim {
		dim--
	}
	return place[dim]
}

// gatherShape returns the shape of the result of gather. The dimensions offsetDims have the extents
// of window, and all other dimensions have the extents of places.
func gatherShape(places, window, offsetDims []int64) []int64 {
	shape := make([]int64, len(places)+len(window))
	i, j := 0, 0
	for d := range shape {
		if slices.Contains(offsetDims, int64(d)) {
			shape[d] = window[i]
			i++
		} else {
			shape[d] = places[j]
			j++
		}
	}
	return shape
}

// Eval takes slices along a dimension.
func (o TorchIndexSelect) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		d, sizes, err := o.Gather(ts[0].Shape, ts[1].Shape)
		if err != nil {
			return nil, err
		}
		return gathered(c, ts[0], ts[1].Reshape(append(slices.Clone(ts[1].Shape), 1)), d, sizes)
	})
}

// Eval combines each element of the updates with an element of the operand. It ignores an update
// whose index is outside the operand.
func (o Scatter) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := promoted(c, o.Op, in)
	if err != nil {
		return nil, err
	}
	n := len(ts) / 2
	outs := make([]interp.Value, n)
	for i := range outs {
		outs[i] = ts[i].Clone()
	}
	s := newScatter(o.ScatterDimensionNumbers(), ts[0], ts[n], ts[n+1])
	update := s.updater(c, o.UpdateComputation(), outs, ts[n+1:])
	err = counter(c, ts[n+1].Shape, func(at []int64) error {
		to, ok := s.target(at)
		if !ok {
			return nil
		}
		return update(to, int(flat(at, s.updateStrides)))
	})
	return outs, err
}

// scatter computes, for each element of the updates, the index of the operand's element to change.
type scatter struct {
	dims          *ScatterDims
	x             indexVectors
	shape         []int64 // of the operand
	strides       []int64
	updateStrides []int64
	windowDims    []int64 // dimensions of the operand that the window spans
	window, place []int64 // coordinates in the updates, reused by each call of target
	full          []int64 // index tuple in the operand, also reused by each call of target
}

func newScatter(d *ScatterDims, operand, indices, updates *tensor.Tensor) *scatter {
	if d.IndexVectorDim == int64(len(indices.Shape)) {
		indices = indices.Reshape(append(slices.Clone(indices.Shape), 1))
	}
	s := &scatter{
		dims: d, x: newIndexVectors(indices, d.IndexVectorDim), shape: operand.Shape, strides: operand.Strides(),
		updateStrides: updates.Strides(), window: make([]int64, len(d.UpdateWindowDims)),
		place: make([]int64, len(updates.Shape)-len(d.UpdateWindowDims)), full: make([]int64, len(operand.Shape)),
	}
	for i := range int64(len(operand.Shape)) {
		if !slices.Contains(d.InsertedWindowDims, i) && !slices.Contains(d.InputBatchingDims, i) {
			s.windowDims = append(s.windowDims, i)
		}
	}
	return s
}

// target takes the index tuple of an element of the updates, and returns the index of the operand's
// element to change. It reports false if this index is outside the operand.
func (s *scatter) target(at []int64) (to int, ok bool) {
	split(at, s.dims.UpdateWindowDims, s.window, s.place)
	clear(s.full)
	for i, dim := range s.dims.ScatterDimsToOperandDims {
		s.full[dim] = s.x.component(s.place, int64(i))
	}
	for i, dim := range s.dims.InputBatchingDims {
		s.full[dim] = batchCoordinate(s.place, s.dims.ScatterIndicesBatchingDims[i], s.x.dim)
	}
	for i, dim := range s.windowDims {
		s.full[dim] += s.window[i]
	}
	for i, v := range s.full {
		if v < 0 || v >= s.shape[i] {
			return 0, false
		}
	}
	return int(flat(s.full, s.strides)), true
}

// updater returns a function that uses the region r to combine element "to" of outs with element
// "from" of the updates.
func (s *scatter) updater(c *interp.Context, r *ir.Region, outs []interp.Value, updates []*tensor.Tensor) func(to, from int) error {
	if code, ok := combinerOf(r); ok && len(outs) == 1 {
		d := outs[0].(*tensor.Tensor)
		if d.Kind == tensor.F32 && code == opAdd {
			out, in := slice[float32](d), slice[float32](updates[0])
			nan := math.Float32frombits(uint32(tensor.CanonicalNaN(tensor.F32)))
			return func(to, from int) error {
				if out[to] += in[from]; out[to] != out[to] {
					out[to] = nan
				}
				return nil
			}
		}
		return func(to, from int) error {
			setElement(d, to, tensor.WithCanonicalNaNs(binaryOf(code, elementAt(d, to), elementAt(updates[0], from))))
			return nil
		}
	}
	args := make([]interp.Value, 2*len(outs))
	return func(to, from int) error {
		for i := range outs {
			// The argument is a clone, because setElement changes the element while values of the
			// region may still refer to it.
			args[i] = elementAt(outs[i].(*tensor.Tensor), to).Clone()
			args[len(outs)+i] = elementAt(updates[i], from)
		}
		next, err := c.Region(r, args...)
		if err != nil {
			return err
		}
		for i, v := range next {
			setElement(outs[i].(*tensor.Tensor), to, v.(*tensor.Tensor))
		}
		return nil
	}
}
