package onednngraph

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// poolWindow returns the window of a pooling from data of shape src to a result of shape out. If
// rounding_type is ceil, the padding at the end may be larger than pads_end.
func (x *expansion) poolWindow(src, out []int64) emit.Window {
	ones := slices.Repeat([]int64{1}, len(src))
	w := emit.Window{
		Size: slices.Clone(ones), Strides: slices.Clone(ones), Dilation: slices.Clone(ones),
		Low: make([]int64, len(src)), High: make([]int64, len(src)),
	}
	for i, d := range geometryOf(x.op).spatial {
		size := intsOf(x.op, "kernel")[i]
		low, _ := padding(x.op, i, src[d], size)
		w.Size[d], w.Strides[d], w.Dilation[d] = size, intsOf(x.op, "strides")[i], dilation(x.op, i)
		w.Low[d] = low
		w.High[d] = (out[d]-1)*w.Strides[d] + (size-1)*w.Dilation[d] + 1 - src[d] - low
	}
	return w
}

func expandMaxPool(x *expansion) []*ir.Value {
	v := x.in[0]
	return one(x.ReduceWindow(v, math.Inf(-1), emit.Emitter.Max, x.poolWindow(shapeOf(v), x.out(0)), x.out(0)))
}

func expandMaxPoolBackward(x *expansion) []*ir.Value {
	w := x.poolWindow(shapeOf(x.in[0]), shapeOf(x.in[1]))
	return one(x.SelectAndScatter(x.in[0], x.in[1], w))
}

// windowSizes returns the divisor of AvgPool for each window. src is the shape of the data, and out
// is the shape of the result.
func (x *expansion) windowSizes(w emit.Window, src, out []int64) *ir.Value {
	t := ir.Tensor(ir.F32(), out...)
	if !boolOf(x.op, "exclude_pad") && !x.beyond(w, src) {
		n := 1.0
		for _, size := range w.Size {
			n *= float64(size)
		}
		return x.Fill(t, n)
	}
	ends, full := w, slices.Clone(src)
	if !boolOf(x.op, "exclude_pad") {
		// Count the padding that the attributes specify, but not the padding due to rounding up.
		ends.Low, ends.High = make([]int64, len(src)), make([]int64, len(src))
		for i, d := range geometryOf(x.op).spatial {
			low, high := padding(x.op, i, src[d], w.Size[d])
			full[d] += low + high
			ends.High[d] = w.High[d] - high
		}
	}
	n := x.ReduceWindow(x.Fill(ir.Tensor(ir.F32(), full...), 1), 0, emit.Emitter.Add, ends, out)
	return x.Max(n, x.Fill(t, 1)) // the result of an empty window is 0
}

// beyond reports whether a window extends beyond the padding that the attributes specify. src is
// the shape of the data.
func (x *expansion) beyond(w emit.Window, src []int64) bool {
	for i, d := range geometryOf(x.op).spatial {
		if _, high := padding(x.op, i, src[d], w.Size[d]); w.High[d] > high {
			return true
		}
	}
	return false
}

func expandAvgPool(x *expansion) []*ir.Value {
	v := x.in[0]
	w := x.poolWindow(shapeOf(v), x.out(0))
	sum := x.ReduceWindow(v, 0, emit.Emitter.Add, w, x.out(0))
	return one(x.Div(sum, x.windowSizes(w, shapeOf(v), x.out(0))))
}

// expandAvgPoolBackward divides each window's gradient by the window's size. It adds the quotients
// of all windows that contain an element.
func expandAvgPoolBackward(x *expansion) []*ir.Value {
	diff, src := x.in[0], x.out(0)
	w := x.poolWindow(src, shapeOf(diff))
	share := x.Div(diff, x.windowSizes(w, src, shapeOf(diff)))
	back := emit.Window{Size: w.Size, BaseDilation: w.Strides, Low: make([]int64, len(src)), High: make([]int64, len(src))}
	for d := range src {
		back.Low[d] = w.Size[d] - 1 - w.Low[d]
		back.High[d] = src[d] + w.Size[d] - 1 - ((shapeOf(diff)[d]-1)*w.Strides[d] + 1) - back.Low[d]
	}
	return one(x.ReduceWindow(share, 0, emit.Emitter.Add, back, src))
}
