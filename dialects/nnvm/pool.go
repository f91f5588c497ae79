package nnvm

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func poolOps() []ir.OpDecl {
	pool := func(expand func(*expansion) []*ir.Value, grad func(*Grads) []*ir.Value) rules {
		return rules{shapes: poolShapes, pattern: OutFusable, expand: expand, layout: poolLayout, grad: grad}
	}
	global := func(expand func(*expansion) []*ir.Value, grad func(*Grads) []*ir.Value) rules {
		return rules{shapes: globalPoolShapes, pattern: OutFusable, expand: expand, layout: poolLayout, grad: grad}
	}
	return []ir.OpDecl{
		declare[MaxPool2D](pool(expandMaxPool, gradMaxPool)),
		declare[AvgPool2D](pool(expandAvgPool, nil)),
		declare[GlobalMaxPool2D](global(expandGlobalMax, gradGlobalMax)),
		declare[GlobalAvgPool2D](global(expandGlobalAvg, gradGlobalAvg)),
		declare[MaxPool2DGrad](rules{shapes: poolGradShapes, pattern: Opaque, expand: expandMaxPoolGrad}),
	}
}

func poolParams() []ir.AttrField {
	return []ir.AttrField{
		need(tupleParam("pool_size")), tupleParam("strides"), tupleParam("padding"), textParam("layout"), boolParam("ceil_mode"),
		boolParam("count_include_pad"),
	}
}

// MaxPool2D is the largest element of each window.
//
//	%r = nnvm.max_pool2d(%x) {pool_size = array<i64: 2, 2>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x7x7xf32>
type MaxPool2D struct{ ir.Ref }

// Data returns the operand.
func (o MaxPool2D) Data() *ir.Value { return o.Op.OperandAt(0) }

// Layout returns the layout of data and result.
func (o MaxPool2D) Layout() Layout { return Layout(textOf(o.Op, "layout", "NCHW")) }

// Spec implements ir.View.
func (MaxPool2D) Spec() ir.Spec {
	return unary("max_pool2d", "The largest element of each window.", poolParams()...)
}

// Verify implements ir.Verifier.
func (o MaxPool2D) Verify() error { return verify(o.Op) }

// AvgPool2D is the mean of each window. If count_include_pad is set, padding counts as zeros.
// Otherwise, it is ignored.
//
//	%r = nnvm.avg_pool2d(%x) {pool_size = array<i64: 2, 2>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x7x7xf32>
type AvgPool2D struct{ ir.Ref }

// Data returns the operand.
func (o AvgPool2D) Data() *ir.Value { return o.Op.OperandAt(0) }

// Layout returns the layout of data and result.
func (o AvgPool2D) Layout() Layout { return Layout(textOf(o.Op, "layout", "NCHW")) }

// Spec implements ir.View.
func (AvgPool2D) Spec() ir.Spec {
	return unary("avg_pool2d", "The mean of each window.", poolParams()...)
}

// Verify implements ir.Verifier.
func (o AvgPool2D) Verify() error { return verify(o.Op) }

// GlobalMaxPool2D is the largest element of each channel.
//
//	%r = nnvm.global_max_pool2d(%x) : (tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32>
type GlobalMaxPool2D struct{ ir.Ref }

// Spec implements ir.View.
func (GlobalMaxPool2D) Spec() ir.Spec {
	return unary("global_max_pool2d", "The largest element of each channel.", textParam("layout"))
}

// Verify implements ir.Verifier.
func (o GlobalMaxPool2D) Verify() error { return verify(o.Op) }

// GlobalAvgPool2D is the mean of each channel.
//
//	%r = nnvm.global_avg_pool2d(%x) : (tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32>
type GlobalAvgPool2D struct{ ir.Ref }

// Spec implements ir.View.
func (GlobalAvgPool2D) Spec() ir.Spec {
	return unary("global_avg_pool2d", "The mean of each channel.", textParam("layout"))
}

// Verify implements ir.Verifier.
func (o GlobalAvgPool2D) Verify() error { return verify(o.Op) }

// MaxPool2DGrad adds the gradient of each window to the window's first largest element. The
// optional last operand, the result of the max_pool2d, exists for compatibility with NNVM: only its
// shape is used.
//
//	%r = nnvm._max_pool2d_grad(%grad, %x) {pool_size = array<i64: 2, 2>} : (tensor<1x4x7x7xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
type MaxPool2DGrad struct{ ir.Ref }

// Grad, Data and Output return the operands; Output may be nil.
func (o MaxPool2DGrad) Grad() *ir.Value   { return o.Op.OperandAt(0) }
func (o MaxPool2DGrad) Data() *ir.Value   { return o.Op.OperandAt(1) }
func (o MaxPool2DGrad) Output() *ir.Value { return optional(o.Op, 2) }

// Spec implements ir.View.
func (MaxPool2DGrad) Spec() ir.Spec {
	return operator("_max_pool2d_grad", "Adds the gradient of each window to its first largest element.", "grad data output?", "result", poolParams()...)
}

// Verify implements ir.Verifier.
func (o MaxPool2DGrad) Verify() error { return verify(o.Op) }

// spatial returns the indices of height and width in a layout. It reports false if the layout lacks
// them or has them in blocks.
func spatial(l Layout) (at [2]int, ok bool) {
	at = [2]int{l.index('H'), l.index('W')}
	return at, at[0] >= 0 && at[1] >= 0 && l.factor('H') == 0 && l.factor('W') == 0
}

// images returns the indices of height and width in an operator's layout. sh is the shape of data,
// or nil. It fails if the layout is invalid, or if sh has too few dimensions.
func images(op *ir.Op, sh Shape) (at [2]int, err error) {
	l, err := ParseLayout(textOf(op, "layout", "NCHW"))
	if err != nil {
		return at, ir.Errorf(op, "%v", err)
	}
	at, ok := spatial(l)
	if !ok {
		return at, ir.Errorf(op, "layout '%s' must have H and W, and no blocks of them", l)
	}
	if sh != nil && max(at[0], at[1]) >= len(sh) {
		return at, ir.Errorf(op, "data of shape %s has too few dimensions for layout '%s'", sh, l)
	}
	return at, nil
}

// resized infers the shapes of operand and result, which differ only in height and width. The
// function "extent" computes the height (i = 0) or width (i = 1) of the result from that of the
// operand. The function "back" is its inverse, or nil. A height or width of the result must be at
// least the parameter "least".
func resized(s *Shapes, least int64, extent, back func(n int64, i int) int64) error {
	in, made := slices.Clone(s.In[0]), s.Out[0]
	if in == nil && made != nil {
		in = rank(len(made))
	}
	at, err := images(s.Op, in)
	if err != nil || in == nil {
		return err
	}
	for d, n := range in {
		if n != ir.Dynamic || len(made) != len(in) {
			continue
		}
		switch i := slices.Index(at[:], d); {
		case i < 0:
			in[d] = made[d]
		case back != nil:
			in[d] = known(made[d], func(n int64) int64 { return back(n, i) })
		}
	}
	out := slices.Clone(in)
	for i, d := range at {
		out[d] = known(out[d], func(n int64) int64 { return extent(n, i) })
		if out[d] < least && out[d] != ir.Dynamic {
			return ir.Errorf(s.Op, "has a window that is larger than its data of shape %s", in)
		}
	}
	return firstOf(s.SetOut(0, out), s.SetIn(0, in))
}

func poolShapes(s *Shapes) error {
	size, strides, pad := intsOf(s.Op, "pool_size"), intsOf(s.Op, "strides", 1, 1), intsOf(s.Op, "padding", 0, 0)
	if len(size) != 2 || len(strides) != 2 || len(pad) != 2 || min(strides[0], strides[1]) < 1 {
		return ir.Errorf(s.Op, "needs two numbers for each of pool_size, strides and padding, and positive strides")
	}
	if min(size[0], size[1]) < 1 || min(pad[0], pad[1]) < 0 {
		return ir.Errorf(s.Op, "needs a pool_size of at least 1 and no negative padding, but has %s and %s", FormatTuple(size), FormatTuple(pad))
	}
	if pad[0] >= size[0] || pad[1] >= size[1] {
		return ir.Errorf(s.Op, "has padding %s, but padding must be less than pool_size %s", FormatTuple(pad), FormatTuple(size))
	}
	var back func(n int64, i int) int64
	if strides[0] == 1 && strides[1] == 1 {
		back = func(n int64, i int) int64 { return minus(plus(n, size[i]-1), times(2, pad[i])) }
	}
	return resized(s, 1, func(n int64, i int) int64 {
		room := minus(plus(n, times(2, pad[i])), size[i])
		if boolOf(s.Op, "ceil_mode", false) {
			room = plus(room, strides[i]-1)
		}
		return plus(floorDiv(room, strides[i]), 1)
	}, back)
}

func globalPoolShapes(s *Shapes) error { return sized(s, [2]int64{1, 1}) }

func poolGradShapes(s *Shapes) error {
	if err := firstOf(s.SetOut(0, s.In[1]), s.SetIn(1, s.Out[0])); err != nil {
		return err
	}
	inner := &Shapes{Op: s.Op, In: []Shape{s.In[1]}, Out: []Shape{s.In[0]}}
	if err := poolShapes(inner); err != nil {
		return err
	}
	s.In[0], s.In[1] = inner.Out[0], inner.In[0]
	if len(s.In) > 2 {
		if err := firstOf(s.SetIn(2, s.In[0]), s.SetIn(0, s.In[2])); err != nil {
			return err
		}
	}
	return s.SetOut(0, s.In[1])
}

// poolWindow returns the window of a pooling from the shape "data" to the shape "out". With
// ceil_mode, the padding at the end may be larger than the attribute padding.
func poolWindow(op *ir.Op, data, out []int64) emit.Window {
	at, _ := images(op, nil)
	size, strides, pad := intsOf(op, "pool_size"), intsOf(op, "strides", 1, 1), intsOf(op, "padding", 0, 0)
	w := emit.Window{}
	for range data {
		w.Size, w.Strides, w.Low, w.High = append(w.Size, 1), append(w.Strides, 1), append(w.Low, 0), append(w.High, 0)
	}
	for i, d := range at {
		w.Size[d], w.Strides[d], w.Low[d] = size[i], strides[i], pad[i]
		w.High[d] = (out[d]-1)*strides[i] + size[i] - data[d] - pad[i]
	}
	return w
}

// lowest returns a lower bound of all values of an element type.
func lowest(t ir.Type) float64 {
	switch k := t.Kind(); {
	case k.IsFloat():
		return math.Inf(-1)
	case k.IsUnsigned():
		return 0
	default:
		return -math.Ldexp(1, k.Bits()-1)
	}
}

func expandMaxPool(x *expansion) []*ir.Value {
	w := poolWindow(x.op, emit.Shape(x.in[0]), x.shape())
	return one(x.ReduceWindow(x.in[0], lowest(x.out(0).Elem()), emit.Emitter.Max, w, x.shape()))
}

func expandAvgPool(x *expansion) []*ir.Value {
	w := poolWindow(x.op, emit.Shape(x.in[0]), x.shape())
	sum := x.ReduceWindow(x.in[0], 0, emit.Emitter.Add, w, x.shape())
	if boolOf(x.op, "count_include_pad", false) {
		n := int64(1)
		for _, k := range w.Size {
			n *= k
		}
		return one(x.Div(sum, x.Fill(x.out(0), float64(n))))
	}
	ones := x.Fill(x.in[0].Type(), 1)
	n := x.ReduceWindow(ones, 0, emit.Emitter.Add, w, x.shape())
	return one(x.Div(sum, x.Max(n, x.Fill(x.out(0), 1)))) // a window outside of the image has the mean 0
}

// global reduces height and width with the function combine. The initial value is init.
func (x *expansion) global(init float64, combine emit.Combine) *ir.Value {
	at, _ := images(x.op, nil)
	return x.Reshape(x.Reduce(x.in[0], init, combine, int64(at[0]), int64(at[1])), x.shape()...)
}

func expandGlobalMax(x *expansion) []*ir.Value {
	return one(x.global(lowest(x.out(0).Elem()), emit.Emitter.Max))
}

func expandGlobalAvg(x *expansion) []*ir.Value {
	n := float64(tensor.NumElements(emit.Shape(x.in[0]))) / float64(tensor.NumElements(x.shape()))
	return one(x.Div(x.global(0, emit.Emitter.Add), x.Fill(x.out(0), n)))
}

func expandMaxPoolGrad(x *expansion) []*ir.Value {
	w := poolWindow(x.op, emit.Shape(x.in[1]), emit.Shape(x.in[0]))
	return one(x.SelectAndScatter(x.in[1], x.in[0], w))
}
