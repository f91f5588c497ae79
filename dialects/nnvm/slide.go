package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// slide relates the extents of data, weight and result of a convolution. The layouts have no
// blocks.
type slide struct {
	// kernel returns the first two extents of the weight for the number of channels of data. The
	// field channels is the inverse function.
	kernel   func(in int64) (o, i int64)
	channels func(o, i int64) int64
	// extent returns the height (i = 0) or width (i = 1) of the result from that of data. The field
	// back is the inverse function, or nil.
	extent, back func(n int64, i int) int64
}

// shapes infers the shapes of data, weight and result from each other.
func (c conv) shapes(s *Shapes, by slide) error {
	if err := c.check(s.Op); err != nil {
		return err
	}
	if s.In[0] != nil && len(s.In[0]) != c.data.Rank() {
		return ir.Errorf(s.Op, "needs data of layout '%s', but has shape %s", c.data, s.In[0])
	}
	if s.In[0] == nil && s.In[1] == nil && s.Out[0] == nil {
		return nil
	}
	if err := firstOf(s.SetIn(0, c.data.shape()), s.SetIn(1, c.kernel.shape()), s.SetOut(0, c.out.shape())); err != nil {
		return err
	}
	d, err := c.dataShape(s, by)
	if err != nil {
		return err
	}
	o, i := by.kernel(d[1])
	out := Shape{d[0], c.channels, ir.Dynamic, ir.Dynamic}
	for k := range 2 {
		out[2+k] = known(d[2+k], func(n int64) int64 { return by.extent(n, k) })
		if out[2+k] < 1 && out[2+k] != ir.Dynamic {
			return ir.Errorf(s.Op, "has a kernel that is larger than its data of shape %s", s.In[0])
		}
	}
	w, err := ConvertShape(Shape{o, i, c.kernelSize[0], c.kernelSize[1]}, "OIHW", c.kernel)
	if err == nil {
		out, err = ConvertShape(out, "NCHW", c.out)
	}
	if err == nil {
		d, err = ConvertShape(d, "NCHW", c.data)
	}
	if err != nil {
		return ir.Errorf(s.Op, "%v", err)
	}
	if err := firstOf(s.SetIn(0, d), s.SetIn(1, w), s.SetOut(0, out)); err != nil || len(s.In) < 3 {
		return err
	}
	return s.SetIn(2, c.biasShape())
}

// dataShape infers the shape of data in the layout NCHW from data, weight and result.
func (c conv) dataShape(s *Shapes, by slide) (Shape, error) {
	plain, err := ConvertShape(s.In[0], c.data, "NCHW")
	if err != nil {
		return nil, ir.Errorf(s.Op, "%v", err)
	}
	w, err := ConvertShape(s.In[1], c.kernel, "OIHW")
	if err != nil {
		return nil, ir.Errorf(s.Op, "%v", err)
	}
	out, err := ConvertShape(s.Out[0], c.out, "NCHW")
	if err != nil {
		return nil, ir.Errorf(s.Op, "%v", err)
	}
	d := slices.Clone(plain)
	if d[0] == ir.Dynamic {
		d[0] = out[0]
	}
	if d[1] == ir.Dynamic {
		d[1] = by.channels(w[0], w[1])
	}
	for k := range 2 {
		if d[2+k] == ir.Dynamic && by.back != nil {
			d[2+k] = known(out[2+k], func(n int64) int64 { return by.back(n, k) })
		}
	}
	if d[1] != ir.Dynamic && d[1]%c.groups != 0 {
		return nil, ir.Errorf(s.Op, "needs channels in equal groups, but its data of shape %s has %d channels for %d groups", s.In[0], d[1], c.groups)
	}
	return d, nil
}

func conv2DShapes(s *Shapes) error { return firstOf(biased(s), convShapes(s)) }

func convShapes(s *Shapes) error { return convOf(s.Op).slideShapes(s) }

// slideShapes is the rule of operators that slide kernels over images.
func (c conv) slideShapes(s *Shapes) error {
	by := slide{
		kernel: func(in int64) (int64, int64) {
			return c.channels, known(in, func(n int64) int64 { return n / c.groups })
		},
		channels: func(_, i int64) int64 { return known(i, func(n int64) int64 { return times(n, c.groups) }) },
		extent: func(n int64, i int) int64 {
			return plus(floorDiv(minus(plus(n, times(2, c.padding[i])), c.span(i)), c.strides[i]), 1)
		},
	}
	if len(c.strides) == 2 && c.strides[0] == 1 && c.strides[1] == 1 {
		by.back = func(n int64, i int) int64 { return minus(plus(n-1, c.span(i)), times(2, c.padding[i])) }
	}
	return c.shapes(s, by)
}

func convTransposeShapes(s *Shapes) error {
	c, more := convOf(s.Op), intsOf(s.Op, "output_padding", 0, 0)
	if len(more) != 2 || min(more[0], more[1]) < 0 {
		return ir.Errorf(s.Op, "needs two numbers for output_padding, none of them negative, but has %s", FormatTuple(more))
	}
	return firstOf(biased(s), c.shapes(s, slide{
		kernel:   func(in int64) (int64, int64) { return in, c.channels / c.groups },
		channels: func(o, _ int64) int64 { return o },
		extent: func(n int64, i int) int64 {
			return plus(minus(plus(times(c.strides[i], n-1), c.span(i)), times(2, c.padding[i])), more[i])
		},
		back: func(n int64, i int) int64 {
			return plus(floorDiv(minus(minus(plus(n, times(2, c.padding[i])), more[i]), c.span(i)), c.strides[i]), 1)
		},
	}))
}
