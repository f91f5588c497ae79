package nnvm

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

func reduceOps() []ir.OpDecl {
	over := func(init func(t ir.Type) float64, combine emit.Combine, grad func(*Grads) []*ir.Value) rules {
		return rules{shapes: reduceShapes, pattern: Reduction, layout: fixedLayout, grad: grad, expand: func(x *expansion) []*ir.Value {
			axes, _ := reducedAxes(x.op, len(emit.Shape(x.in[0])))
			return one(x.Reshape(x.Reduce(x.in[0], init(x.out(0).Elem()), combine, axes...), x.shape()...))
		}}
	}
	zero := func(ir.Type) float64 { return 0 }
	return []ir.OpDecl{
		declare[Sum](over(zero, emit.Emitter.Add, gradSum)),
		declare[ReduceMax](over(lowest, emit.Emitter.Max, gradMax)),
		declare[ReduceMin](over(highest, emit.Emitter.Min, gradMin)),
		declare[Prod](over(func(ir.Type) float64 { return 1 }, emit.Emitter.Mul, nil)),
		declare[Mean](rules{shapes: reduceShapes, pattern: Reduction, layout: fixedLayout, grad: gradMean, expand: expandMean}),
		declare[ArgMax](argOf(emit.Emitter.Max, lowest)), declare[ArgMin](argOf(emit.Emitter.Min, highest)),
		declare[MaxMask](maskOf(emit.Emitter.Max, lowest)), declare[MinMask](maskOf(emit.Emitter.Min, highest)),
		declare[ExpandLike](rules{shapes: expandLikeShapes, pattern: Broadcast, expand: expandLike, grad: gradExpandLike}),
		declare[CollapseSum](rules{shapes: collapseShapes, pattern: Reduction, expand: expandCollapse, grad: gradCollapse}),
	}
}

// highest returns an upper bound of all values of an element type.
func highest(t ir.Type) float64 {
	switch k := t.Kind(); {
	case k.IsFloat():
		return math.Inf(1)
	case k.IsUnsigned():
		return math.Ldexp(1, k.Bits()) - 1
	default:
		return math.Ldexp(1, k.Bits()-1) - 1
	}
}

func reduction(name, doc string) ir.Spec {
	return unary(name, doc, tupleParam("axis"), boolParam("keepdims"), boolParam("exclude"))
}

// Sum adds elements along the given axes, or along all axes if no axes are given. With exclude, it
// adds along all other axes.
//
//	%r = nnvm.sum(%x) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
type Sum struct{ ir.Ref }

// Spec implements ir.View.
func (Sum) Spec() ir.Spec { return reduction("sum", "Adds elements along axes.") }

// Verify implements ir.Verifier.
func (o Sum) Verify() error { return verify(o.Op) }

// ReduceMax takes the largest element along axes.
//
//	%r = nnvm.max(%x) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
type ReduceMax struct{ ir.Ref }

// Spec implements ir.View.
func (ReduceMax) Spec() ir.Spec { return reduction("max", "The largest element along axes.") }

// Verify implements ir.Verifier.
func (o ReduceMax) Verify() error { return verify(o.Op) }

// ReduceMin takes the smallest element along axes.
//
//	%r = nnvm.min(%x) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
type ReduceMin struct{ ir.Ref }

// Spec implements ir.View.
func (ReduceMin) Spec() ir.Spec { return reduction("min", "The smallest element along axes.") }

// Verify implements ir.Verifier.
func (o ReduceMin) Verify() error { return verify(o.Op) }

// Prod multiplies elements along axes.
//
//	%r = nnvm.prod(%x) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
type Prod struct{ ir.Ref }

// Spec implements ir.View.
func (Prod) Spec() ir.Spec { return reduction("prod", "Multiplies elements along axes.") }

// Verify implements ir.Verifier.
func (o Prod) Verify() error { return verify(o.Op) }

// Mean is the mean of the elements along axes.
//
//	%r = nnvm.mean(%x) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
type Mean struct{ ir.Ref }

// Spec implements ir.View.
func (Mean) Spec() ir.Spec { return reduction("mean", "The mean of the elements along axes.") }

// Verify implements ir.Verifier.
func (o Mean) Verify() error { return verify(o.Op) }

func expandMean(x *expansion) []*ir.Value {
	axes, _ := reducedAxes(x.op, len(emit.Shape(x.in[0])))
	sum := x.Reshape(x.Reduce(x.in[0], 0, emit.Emitter.Add, axes...), x.shape()...)
	return one(x.Div(sum, x.Fill(x.out(0), float64(reducedElements(emit.Shape(x.in[0]), axes)))))
}

func reducedElements(shape, axes []int64) int64 {
	n := int64(1)
	for _, d := range axes {
		n *= shape[d]
	}
	return n
}

// ArgMax is the index of the first largest element along axes, as an i32. The index counts the
// elements along the axes in row-major order.
//
//	%r = nnvm.argmax(%x) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xi32>
type ArgMax struct{ ir.Ref }

// Spec implements ir.View.
func (ArgMax) Spec() ir.Spec {
	return reduction("argmax", "The index of the first largest element along axes.")
}

// Verify implements ir.Verifier.
func (o ArgMax) Verify() error { return verify(o.Op) }

// ArgMin is the index of the first smallest element along axes, as an i32. The index counts the
// elements along the axes in row-major order.
//
//	%r = nnvm.argmin(%x) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xi32>
type ArgMin struct{ ir.Ref }

// Spec implements ir.View.
func (ArgMin) Spec() ir.Spec {
	return reduction("argmin", "The index of the first smallest element along axes.")
}

// Verify implements ir.Verifier.
func (o ArgMin) Verify() error { return verify(o.Op) }

// argOf returns the rules of [ArgMax] or [ArgMin]. The function "worst" returns the initial value
// of the reduction for an element type.
func argOf(combine emit.Combine, worst func(ir.Type) float64) rules {
	return rules{shapes: reduceShapes, elems: indexElems, pattern: Reduction, layout: fixedLayout, grad: gradBlock, expand: func(x *expansion) []*ir.Value {
		shape := emit.Shape(x.in[0])
		axes, _ := reducedAxes(x.op, len(shape))
		best := x.extreme(combine, worst)
		t := ir.Tensor(x.out(0).Elem(), shape...)
		index, stride := x.Fill(t, 0), int64(1)
		for _, d := range slices.Backward(axes) {
			along := stablehlo.NewIota(x.B, t, d).Op.Result()
			index = x.Add(index, x.Mul(along, x.Fill(t, float64(stride))))
			stride *= shape[d]
		}
		found := x.Choose(x.Compare("EQ", x.in[0], best), index, x.Fill(t, float64(max(stride-1, 0))))
		return one(x.Reshape(x.Reduce(found, highest(t.Elem()), emit.Emitter.Min, axes...), x.shape()...))
	}}
}

// extreme reduces along axes to the largest or smallest element, and broadcasts the result to the
// shape of the data.
func (x *expansion) extreme(combine emit.Combine, worst func(ir.Type) float64) *ir.Value {
	shape := emit.Shape(x.in[0])
	axes, _ := reducedAxes(x.op, len(shape))
	var others []int64
	for d := range shape {
		if !slices.Contains(axes, int64(d)) {
			others = append(others, int64(d))
		}
	}
	return x.Broadcast(x.Reduce(x.in[0], worst(x.in[0].Type().Elem()), combine, axes...), shape, others...)
}

// maskOf returns the rules of [MaxMask] or [MinMask].
func maskOf(combine emit.Combine, worst func(ir.Type) float64) rules {
	return rules{shapes: maskShapes, pattern: Opaque, layout: fixedLayout, expand: func(x *expansion) []*ir.Value {
		return one(x.Convert(x.Compare("EQ", x.in[0], x.extreme(combine, worst)), x.out(0).Elem()))
	}}
}

func maskShapes(s *Shapes) error {
	if err := sameShape(s); err != nil || s.In[0] == nil {
		return err
	}
	_, err := reducedAxes(s.Op, len(s.In[0]))
	return err
}

// MaxMask is 1 at every element that is the largest along axes, and 0 elsewhere.
//
//	%r = nnvm._max_mask(%x) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4x5xf32>
type MaxMask struct{ ir.Ref }

// Spec implements ir.View.
func (MaxMask) Spec() ir.Spec {
	return unary("_max_mask", "1 at the largest elements along axes, and 0 elsewhere.", tupleParam("axis"), boolParam("exclude"))
}

// Verify implements ir.Verifier.
func (o MaxMask) Verify() error { return verify(o.Op) }

// MinMask is 1 at every element that is the smallest along axes, and 0 elsewhere.
//
//	%r = nnvm._min_mask(%x) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4x5xf32>
type MinMask struct{ ir.Ref }

// Spec implements ir.View.
func (MinMask) Spec() ir.Spec {
	return unary("_min_mask", "1 at the smallest elements along axes, and 0 elsewhere.", tupleParam("axis"), boolParam("exclude"))
}

// Verify implements ir.Verifier.
func (o MinMask) Verify() error { return verify(o.Op) }

func indexElems(e *Elems) error {
	i32 := elemByCode(4)
	if !e.Out[0].IsNil() && e.Out[0] != i32 {
		return ir.Errorf(e.Op, "expected result of element type '%s', but got '%s'", i32, e.Out[0])
	}
	e.Out[0] = i32
	return nil
}

// reducedAxes returns the axes that an operator reduces, in increasing order.
func reducedAxes(op *ir.Op, rank int) ([]int64, error) {
	axes, err := distinctAxes(op, "axis", rank)
	if err != nil {
		return nil, err
	}
	var out []int64
	for i := range rank {
		if len(axes) == 0 || slices.Contains(axes, i) != boolOf(op, "exclude", false) {
			out = append(out, int64(i))
		}
	}
	return out, nil
}

// reduced returns the shape of a reduction's result, and the dimensions of the operand that are not
// reduced.
func reduced(op *ir.Op, in Shape) (out Shape, kept []int, err error) {
	axes, err := reducedAxes(op, len(in))
	if err != nil {
		return nil, nil, err
	}
	out = Shape{}
	for i, n := range in {
		switch {
		case !slices.Contains(axes, int64(i)):
			out, kept = append(out, n), append(kept, i)
		case boolOf(op, "keepdims", false):
			out = append(out, 1)
		}
	}
	if len(out) == 0 {
		out = Shape{1} // NNVM has no scalars
	}
	return out, kept, nil
}

func reduceShapes(s *Shapes) error {
	in, out, err := unreduced(s.Op, s.In[0], s.Out[0])
	if err != nil || in == nil {
		return err
	}
	return firstOf(s.SetOut(0, out), s.SetIn(0, in))
}

// unreduced unifies the shapes of a reduction's operand (before) and result (after). If the shape
// of the operand is unknown, its rank follows from the result if keepdims is set, or if axis lists
// the reduced dimensions and the result cannot be a scalar. Otherwise, both shapes are nil.
func unreduced(op *ir.Op, in, out Shape) (before, after Shape, err error) {
	keep, axes := boolOf(op, "keepdims", false), intsOf(op, "axis")
	switch {
	case in != nil:
	case out == nil:
		return nil, nil, nil
	case keep:
		in = rank(len(out))
	case len(axes) == 0 || boolOf(op, "exclude", false) || mayBeScalar(out):
		return nil, nil, nil
	default:
		in = rank(len(out) + len(axes))
	}
	after, kept, err := reduced(op, in)
	if err != nil || len(out) != len(after) {
		return in, after, err
	}
	before = slices.Clone(in)
	for i, d := range kept {
		if keep {
			i = d
		}
		if before[d] == ir.Dynamic {
			before[d] = out[i]
		}
	}
	return before, after, nil
}

// ExpandLike repeats data, the result of a sum along axes, to the shape of another tensor.
//
//	%r = nnvm.expand_like(%x, %y) {axis = array<i64: 1>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
type ExpandLike struct{ ir.Ref }

// Data and Like return the operands.
func (o ExpandLike) Data() *ir.Value { return o.Op.OperandAt(0) }
func (o ExpandLike) Like() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (ExpandLike) Spec() ir.Spec {
	return operator("expand_like", "Repeats the result of a sum along axes to the shape of another tensor.", "data like", "result",
		tupleParam("axis"), boolParam("keepdims"), boolParam("exclude"))
}

// Verify implements ir.Verifier.
func (o ExpandLike) Verify() error { return verify(o.Op) }

// expandLikeShapes infers the shapes as if data were the reduction of the result.
func expandLikeShapes(s *Shapes) error {
	if err := likeShapes(s); err != nil {
		return err
	}
	out, in, err := unreduced(s.Op, s.Out[0], s.In[0])
	if err != nil || out == nil {
		return err
	}
	return firstOf(s.SetIn(0, in), s.SetOut(0, out), s.SetIn(1, out))
}

func expandLike(x *expansion) []*ir.Value {
	shape := x.shape()
	axes, _ := reducedAxes(x.op, len(shape))
	var dims, kept []int64
	for i, n := range shape {
		if !slices.Contains(axes, int64(i)) {
			dims, kept = append(dims, int64(i)), append(kept, n)
		}
	}
	return one(x.Broadcast(x.Reshape(x.in[0], kept...), shape, dims...))
}

// CollapseSum sums data to the shape of another tensor. It is the gradient of a broadcast: it sums
// over the dimensions that the broadcast repeats.
//
//	%r = nnvm.collapse_sum(%x, %y) : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<5xf32>
type CollapseSum struct{ ir.Ref }

// Data and Like return the operands.
func (o CollapseSum) Data() *ir.Value { return o.Op.OperandAt(0) }
func (o CollapseSum) Like() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (CollapseSum) Spec() ir.Spec {
	return operator("collapse_sum", "Sums data to the shape of another tensor, which can be broadcast to the shape of data.", "data like", "result")
}

// Verify implements ir.Verifier.
func (o CollapseSum) Verify() error { return verify(o.Op) }

// collapseShapes requires that the shape of the result can be broadcast to the shape of data.
func collapseShapes(s *Shapes) error {
	if err := likeShapes(s); err != nil || s.In[0] == nil || s.Out[0] == nil {
		return err
	}
	if !broadcasts(s.Out[0], s.In[0]) {
		return ir.Errorf(s.Op, "cannot sum a tensor of shape %s to shape %s, which cannot be broadcast to the first shape", s.In[0], s.Out[0])
	}
	return nil
}

func expandCollapse(x *expansion) []*ir.Value {
	from, to := emit.Shape(x.in[0]), x.shape()
	var axes []int64
	for i, n := range from {
		if k := i - (len(from) - len(to)); k < 0 || to[k] != n {
			axes = append(axes, int64(i))
		}
	}
	if len(axes) == 0 {
		return one(x.in[0])
	}
	return one(x.Reshape(x.Reduce(x.in[0], 0, emit.Emitter.Add, axes...), to...))
}
