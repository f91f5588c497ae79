package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// window describes the windows over a tensor. Each list has one entry for each dimension.
type window struct {
	size, stride, baseDilation, dilation []int64
	low, high                            []int64
}

// ones returns v, or n ones if v is nil.
func ones(v []int64, n int) []int64 {
	if v != nil {
		return v
	}
	return slices.Repeat([]int64{1}, n)
}

func newWindow(size, stride, base, dilation, padding []int64) window {
	n := len(size)
	w := window{size: size, stride: ones(stride, n), baseDilation: ones(base, n), dilation: ones(dilation, n)}
	w.low, w.high = make([]int64, n), make([]int64, n)
	for i := range len(padding) / 2 {
		w.low[i], w.high[i] = padding[2*i], padding[2*i+1]
	}
	return w
}

// places returns the number of window positions along each dimension of a tensor.
func (w window) places(shape []int64) []int64 {
	out := make([]int64, len(shape))
	for i, n := range shape {
		extent, err := PaddedExtent(n, w.low[i], w.high[i], w.baseDilation[i]-1)
		if err != nil {
			extent = mostExtent // the operation will fail, because its result is too large
		}
		out[i] = windowPlaces(extent, w.size[i], w.stride[i], w.dilation[i])
	}
	return out
}

// element returns the data index of element "at" of the window at position "place". The tensor has
// the given shape and strides. element reports false if the element is padding.
func (w window) element(place, at, shape, strides []int64) (i int, ok bool) {
	n := int64(0)
	for d := range at {
		p := place[d]*w.stride[d] + at[d]*w.dilation[d] - w.low[d]
		if p < 0 || p%w.baseDilation[d] != 0 || p/w.baseDilation[d] >= shape[d] {
			return 0, false
		}
		n += p / w.baseDilation[d] * strides[d]
	}
	return int(n), true
}

// Eval combines the elements of each window in the order of their indices. Padding has the initial
// value.
func (o ReduceWindow) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := promoted(c, o.Op, in)
	if err != nil {
		return nil, err
	}
	n := len(ts) / 2
	w := newWindow(o.WindowDimensions(), o.WindowStrides(), o.BaseDilations(), o.WindowDilations(), o.Padding())
	shape := w.places(ts[0].Shape)
	if tensor.NumElements(shape) == 0 {
		outs := make([]interp.Value, n)
		for i := range outs {
			outs[i] = c.New(o.Op.ResultAt(i).Type().Kind(), shape...)
		}
		return outs, nil
	}
	// rows[i] is a matrix for input i. Row k has element k of each window. So a reduction of the
	// matrix along dimension 0 combines the windows.
	rows := make([]*tensor.Tensor, n)
	acc := make([]interp.Value, n)
	for i := range rows {
		rows[i] = w.rows(c, ts[i], ts[n+i], shape)
		acc[i] = ts[n+i].Reshape(nil)
	}
	if code, ok := combinerOf(o.Body()); ok && n == 1 {
		if narrowFloat(ts[0].Kind) {
			return interp.One(c.WithCanonicalNaNs(reduceNarrow(c, code, rows[0], ts[1], []int64{0})).Reshape(shape))
		}
		return interp.One(reduceTensor(c, code, rows[0], ts[1], []int64{0}).Reshape(shape))
	}
	if liftable(o.Body()) {
		for i := range acc {
			acc[i] = splat(c, ts[n+i].Reshape(nil), shape)
		}
		return foldRows(c, o.Body(), acc, rows, shape)
	}
	return foldColumns(c, o.Body(), acc, rows, shape)
}

// rows returns a matrix whose row k has element k of each window. Padding has the value init.
func (w window) rows(c *interp.Context, t, init *tensor.Tensor, places []int64) *tensor.Tensor {
	cols := tensor.NumElements(places)
	m := c.New(t.Kind, slices.Concat(w.size, places)...) // panics if the size does not fit into 64 bits
	m = m.Reshape([]int64{int64(m.NumElements() / cols), int64(cols)})
	padding, strides := elementAt(init, 0), t.Strides()
	row := 0
	counter(c, w.size, func(at []int64) error {
		col := 0
		counter(c, places, func(place []int64) error {
			if i, ok := w.element(place, at, t.Shape, strides); ok {
				setElement(m, row*cols+col, elementAt(t, i))
			} else {
				setElement(m, row*cols+col, padding)
			}
			col++
			return nil
		})
		row++
		return nil
	})
	return m
}

// Eval selects an element of the operand in each window. It combines the source element of the
// window with the result's element at the selected position. It ignores windows that cover only
// padding.
func (o SelectAndScatter) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := promoted(c, o.Op, in)
	if err != nil {
		return nil, err
	}
	t, source := ts[0], ts[1]
	w := newWindow(ones(o.WindowDimensions(), len(t.Shape)), o.WindowStrides(), nil, nil, o.Padding())
	d := splat(c, ts[2].Reshape(nil), t.Shape)
	strides, at := t.Strides(), 0
	err = counter(c, source.Shape, func(place []int64) error {
		best, err := o.pick(c, w, t, place, strides)
		if err == nil && best >= 0 {
			var sum []interp.Value
			if sum, err = c.Region(o.Scatter(), elementAt(d, best).Clone(), elementAt(source, at)); err == nil {
				setElement(d, best, sum[0].(*tensor.Tensor))
			}
		}
		at++
		return err
	})
	return []interp.Value{d}, err
}

// pick returns the index of the element of t that the window at the given position selects. It
// returns -1 if the window covers only padding.
func (o SelectAndScatter) pick(c *interp.Context, w window, t *tensor.Tensor, place, strides []int64) (int, error) {
	best := -1
	err := counter(c, w.size, func(at []int64) error {
		i, ok := w.element(place, at, t.Shape, strides)
		if !ok || best < 0 {
			if ok {
				best = i
			}
			return nil
		}
		keep, err := c.Region(o.Select(), elementAt(t, best), elementAt(t, i))
		if err == nil && keep[0].(*tensor.Tensor).Data[0] == 0 {
			best = i
		}
		return err
	})
	return best, err
}

// convolution has the attributes of a convolution or dynamic_conv.
type convolution struct {
	run              *interp.Context
	op               *ir.Op
	dims             *ConvDims
	w                window
	reversal         []int64
	features, batchs int64 // numbers of feature groups and batch groups
}

// Eval slides the kernel.
func (o Convolution) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		d := o.DimensionNumbers()
		size := make([]int64, len(d.KernelSpatial))
		for i, k := range d.KernelSpatial {
			size[i] = ts[1].Shape[k]
		}
		conv := convolution{
			run: c, op: o.Op, dims: d, w: newWindow(size, o.WindowStrides(), o.LhsDilation(), o.RhsDilation(), o.Padding()),
			reversal: o.WindowReversal(), features: o.FeatureGroupCount(), batchs: o.BatchGroupCount(),
		}
		return conv.eval(ts[0], ts[1])
	})
}

// Eval slides the kernel.
func (o DynamicConv) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return withTensors(in, func(ts []*tensor.Tensor) (*tensor.Tensor, error) {
		d := o.DimensionNumbers()
		size := make([]int64, len(d.KernelSpatial))
		for i, k := range d.KernelSpatial {
			size[i] = ts[1].Shape[k]
		}
		conv := convolution{
			run: c, op: o.Op, dims: d, w: newWindow(size, o.WindowStrides(), o.LhsDilation(), o.RhsDilation(), shapeOfInts(ts[2])),
			reversal: o.WindowReversal(), features: o.FeatureGroupCount(), batchs: o.BatchGroupCount(),
		}
		return conv.eval(ts[0], ts[1])
	})
}

// eval multiplies two matrices for each group. One matrix has the elements that the windows cover,
// in the shape [batch × places, window × inputs]. The other matrix is the kernel, in the shape
// [window × inputs, outputs].
func (c convolution) eval(lhs, rhs *tensor.Tensor) (*tensor.Tensor, error) {
	kind := c.op.ResultAt(0).Type().Kind()
	if kind == tensor.Invalid {
		return nil, interp.Unsupported(c.op, "elements of this type")
	}
	d := c.dims
	// x has the dimensions [batch, features, spatial…], and k has [inputs, outputs, spatial…].
	x := transposed(c.run, lhs, slices.Concat([]int64{d.InputBatch, d.InputFeature}, d.InputSpatial))
	k := transposed(c.run, rhs, slices.Concat([]int64{d.KernelInputFeature, d.KernelOutputFeature}, d.KernelSpatial))
	if c.reversal != nil {
		var rev []int64
		for i, r := range c.reversal {
			if r != 0 {
				rev = append(rev, int64(i+2))
			}
		}
		k = reversed(c.run, k, rev)
	}
	groups := c.features * c.batchs
	batch, outputs := x.Shape[0]/c.batchs, k.Shape[1]/groups
	places := c.w.places(x.Shape[2:])
	// shape has the dimensions [batch, outputs, spatial…], and perm permutes them to the result's
	// order.
	shape := slices.Concat([]int64{batch, k.Shape[1]}, places)
	perm := make([]int64, len(shape))
	perm[d.OutputBatch], perm[d.OutputFeature] = 0, 1
	for i, s := range d.OutputSpatial {
		perm[s] = int64(i + 2)
	}
	if slices.Contains(shape, 0) { // do not loop over groups, because their number may be huge
		return transposed(c.run, c.run.New(kind, shape...), perm), nil
	}
	parts := make([]*tensor.Tensor, groups)
	for g := range groups {
		parts[g] = c.group(x, k, g, batch, outputs, places, kind)
	}
	return transposed(c.run, joined(c.run, parts, 1), perm), nil
}

// group computes the part of the result for group g. Its dimensions are [batch, outputs, places…].
func (c convolution) group(x, k *tensor.Tensor, g, batch, outputs int64, places []int64, kind tensor.Kind) *tensor.Tensor {
	inputs := k.Shape[0]
	xStart, xShape := make([]int64, len(x.Shape)), slices.Clone(x.Shape)
	if c.batchs > 1 {
		xStart[0] = g * batch
	} else {
		xStart[1] = g * inputs
	}
	xShape[0], xShape[1] = batch, inputs
	kStart, kShape := make([]int64, len(k.Shape)), slices.Clone(k.Shape)
	kStart[1], kShape[1] = g*outputs, outputs
	xs, ks := sliced(c.run, x, xStart, xShape, nil), sliced(c.run, k, kStart, kShape, nil)
	// Move the window to the front: [window…, inputs, outputs] becomes [window × inputs, outputs].
	perm := []int64{}
	for i := range k.Shape[2:] {
		perm = append(perm, int64(i+2))
	}
	ks = transposed(c.run, ks, append(perm, 0, 1))
	span := int64(tensor.NumElements(c.w.size)) * inputs
	ks = ks.Reshape([]int64{span, outputs})
	n := batch * int64(tensor.NumElements(places))
	cols := c.columns(xs, places).Reshape([]int64{n, span})
	y := product(c.run, cols, ks, kind).Reshape(slices.Concat([]int64{batch}, places, []int64{outputs}))
	last := int64(len(places) + 1)
	order := []int64{0, last}
	for i := range int64(len(places)) {
		order = append(order, i+1)
	}
	return transposed(c.run, y, order)
}

// columns returns the elements that each window covers, as a tensor [batch, places…, window…,
// inputs].
func (c convolution) columns(x *tensor.Tensor, places []int64) *tensor.Tensor {
	batch, inputs := x.Shape[0], x.Shape[1]
	m := c.run.New(x.Kind, slices.Concat([]int64{batch}, places, c.w.size, []int64{inputs})...)
	strides := x.Strides()
	spatial, step := x.Shape[2:], strides[2:]
	at := int64(0)
	line := []int64{inputs}
	for b := range batch {
		counter(c.run, places, func(place []int64) error {
			return counter(c.run, c.w.size, func(in []int64) error {
				c.run.Work(int(inputs))
				if i, ok := c.w.element(place, in, spatial, step); ok {
					c.run.Move(m, interp.Walk{Offset: at, Strides: []int64{1}}, x,
						interp.Walk{Offset: b*strides[0] + int64(i), Strides: strides[1:2]}, line)
				}
				at += inputs
				return nil
			})
		})
	}
	return m
}

func product(c *interp.Context, a, b *tensor.Tensor, kind tensor.Kind) *tensor.Tensor {
	return contract(c, a.Reshape([]int64{1, a.Shape[0], a.Shape[1]}), b.Reshape([]int64{1, b.Shape[0], b.Shape[1]}), []int64{a.Shape[0], b.Shape[1]}, kind)
}
