package nnvm

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// pickOps lists the operators that select parts of a tensor, and the operators flip and pad.
func pickOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[Flip](rules{shapes: axisShapes(0), pattern: Injective, expand: expandFlip, layout: fixedLayout, grad: gradFlip}),
		declare[Pad](rules{shapes: padShapes, pattern: Injective, expand: expandPad, layout: fixedLayout}),
		declare[StridedSlice](rules{shapes: stridedShapes, pattern: Injective, expand: expandStrided, layout: fixedLayout}),
		declare[SliceLike](rules{shapes: sliceLikeShapes, pattern: Injective, expand: expandSliceLike}),
		declare[Take](rules{shapes: takeShapes, elems: takeElems, pattern: Injective, expand: expandTake, layout: fixedLayout}),
		declare[GatherND](rules{shapes: gatherNDShapes, elems: takeElems, pattern: Injective, expand: expandGatherND, layout: fixedLayout}),
	}
}

// Flip reverses a dimension.
//
//	%r = nnvm.flip(%x) {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
type Flip struct{ ir.Ref }

// Spec implements ir.View.
func (Flip) Spec() ir.Spec { return unary("flip", "Reverses a dimension.", intParam("axis")) }

// Verify implements ir.Verifier.
func (o Flip) Verify() error { return verify(o.Op) }

func expandFlip(x *expansion) []*ir.Value {
	axis, _ := axisOf(intOf(x.op, "axis", 0), len(x.shape()))
	return one(x.Reverse(x.in[0], int64(axis)))
}

func gradFlip(g *Grads) []*ir.Value {
	return one(Make[Flip](g.B, operands(g.Out[0]), named("axis", ir.NewI64(intOf(g.Op, "axis", 0)))))
}

// Pad adds elements before and after each dimension; pad_width has a pair of numbers for each
// dimension.
//
//	%r = nnvm.pad(%x) {pad_value = 0.0, pad_width = array<i64: 0, 0, 1, 2>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
type Pad struct{ ir.Ref }

// Spec implements ir.View.
func (Pad) Spec() ir.Spec {
	return unary("pad", "Adds elements before and after each dimension.", floatParam("pad_value"), need(pairsParam("pad_width")))
}

// Verify implements ir.Verifier.
func (o Pad) Verify() error { return verify(o.Op) }

func padShapes(s *Shapes) error {
	width := intsOf(s.Op, "pad_width")
	if slices.ContainsFunc(width, func(n int64) bool { return n < 0 }) {
		return ir.Errorf(s.Op, "needs a pad_width of numbers that are not negative, but has %s", formatPairs(width))
	}
	in, out := rank(len(width)/2), rank(len(width)/2)
	if err := firstOf(s.SetIn(0, in), s.SetOut(0, out)); err != nil {
		return err
	}
	for i := range in {
		more := plus(width[2*i], width[2*i+1])
		switch {
		case s.In[0][i] != ir.Dynamic:
			out[i] = plus(s.In[0][i], more)
		case s.Out[0][i] != ir.Dynamic:
			in[i] = minus(s.Out[0][i], more)
		}
	}
	return firstOf(s.SetOut(0, out), s.SetIn(0, in))
}

func expandPad(x *expansion) []*ir.Value {
	var low, high []int64
	for pair := range slices.Chunk(intsOf(x.op, "pad_width"), 2) {
		low, high = append(low, pair[0]), append(high, pair[1])
	}
	fill := x.Scalar(x.out(0).Elem(), floatOf(x.op, "pad_value", 0))
	return one(ir.Create[stablehlo.Pad](x.B, ir.Init{
		Operands: operands(x.in[0], fill), Results: []ir.Type{x.out(0)},
		Attrs: []ir.Attr{ir.NewDenseI64(low...), ir.NewDenseI64(high...), ir.NewDenseI64(make([]int64, len(low))...)},
	}).Op.Result())
}

// StridedSlice takes, in each dimension, every stride-th element from begin up to but excluding
// end. Negative positions count from the end of the dimension, and a negative stride reverses the
// order. Dimensions beyond the lengths of begin, end and stride are kept whole.
//
//	%r = nnvm.strided_slice(%x) {begin = array<i64: 1>, end = array<i64: 6>, stride = array<i64: 2>} : (tensor<8xf32>) -> tensor<3xf32>
type StridedSlice struct{ ir.Ref }

// Spec implements ir.View.
func (StridedSlice) Spec() ir.Spec {
	return unary("strided_slice", "Takes a part of each dimension.", need(tupleParam("begin")), need(tupleParam("end")), tupleParam("stride"))
}

// Verify implements ir.Verifier.
func (o StridedSlice) Verify() error { return verify(o.Op) }

// span selects count elements of a dimension: first, first + step, first + 2·step, …
type span struct{ first, step, count int64 }

// spanOf returns the elements that a strided slice takes from dimension d, which has n elements.
func spanOf(op *ir.Op, d int, n int64) (span, error) {
	begins, ends, strides := intsOf(op, "begin"), intsOf(op, "end"), intsOf(op, "stride")
	step := int64(1)
	if d < len(strides) {
		step = strides[d]
	}
	if step == 0 {
		return span{}, ir.Errorf(op, "has stride 0 for dimension %d", d)
	}
	lowest, highest := int64(0), n // bounds of a position
	if step < 0 {
		lowest, highest = -1, n-1
	}
	place := func(list []int64, absent int64) int64 {
		if d >= len(list) {
			return absent
		}
		at := list[d]
		if at < 0 {
			at += n
		}
		return min(max(at, lowest), highest)
	}
	begin, end := place(begins, lowest), place(ends, highest)
	if step < 0 {
		begin, end = place(begins, highest), place(ends, lowest)
	}
	distance, by := end-begin, step
	if step < 0 {
		distance, by = -distance, -max(step, -math.MaxInt64)
	}
	s := span{first: begin, step: step}
	if distance > 0 {
		s.count = (distance-1)/by + 1
	}
	return s, nil
}

func stridedShapes(s *Shapes) error {
	in := s.In[0]
	if in == nil {
		return nil
	}
	if n := max(len(intsOf(s.Op, "begin")), len(intsOf(s.Op, "end"))); n > len(in) {
		return ir.Errorf(s.Op, "has begin or end for %d dimensions, but data of shape %s", n, in)
	}
	out := rank(len(in))
	for i, n := range in {
		if n == ir.Dynamic {
			continue
		}
		part, err := spanOf(s.Op, i, n)
		if err != nil {
			return err
		}
		out[i] = part.count
	}
	return s.SetOut(0, out)
}

func expandStrided(x *expansion) []*ir.Value {
	var start, limit, strides, turned []int64
	for i, n := range emit.Shape(x.in[0]) {
		part, _ := spanOf(x.op, i, n)
		step, first := part.step, part.first
		if step < 0 {
			step, first = max(-step, 1), first+(part.count-1)*part.step
			turned = append(turned, int64(i))
		}
		if part.count == 0 {
			start, limit, strides = append(start, 0), append(limit, 0), append(strides, 1)
			continue
		}
		start, limit, strides = append(start, first), append(limit, first+(part.count-1)*step+1), append(strides, step)
	}
	v := ir.Create[stablehlo.Slice](x.B, ir.Init{
		Operands: one(x.in[0]), Results: []ir.Type{x.out(0)},
		Attrs: []ir.Attr{ir.NewDenseI64(start...), ir.NewDenseI64(limit...), ir.NewDenseI64(strides...)},
	}).Op.Result()
	if len(turned) > 0 {
		v = x.Reverse(v, turned...)
	}
	return one(v)
}

// SliceLike cuts each dimension of data to its extent in the other tensor, starting at index 0. If
// axis is given, only the dimensions that axis lists are cut.
//
//	%r = nnvm.slice_like(%x, %y) {axis = array<i64: 0>} : (tensor<4x5xf32>, tensor<2x3xf32>) -> tensor<2x5xf32>
type SliceLike struct{ ir.Ref }

// Data and SliceLike return the operands.
func (o SliceLike) Data() *ir.Value      { return o.Op.OperandAt(0) }
func (o SliceLike) SliceLike() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (SliceLike) Spec() ir.Spec {
	return operator("slice_like", "Cuts dimensions of data to their extents in another tensor.", "data slice_like", "result", tupleParam("axis"))
}

// Verify implements ir.Verifier.
func (o SliceLike) Verify() error { return verify(o.Op) }

func sliceLikeShapes(s *Shapes) error {
	in, like := s.In[0], s.In[1]
	if in == nil || like == nil {
		return nil
	}
	axes, err := distinctAxes(s.Op, "axis", len(in))
	if err != nil {
		return err
	}
	if len(axes) == 0 {
		if len(like) != len(in) {
			return ir.Errorf(s.Op, "needs tensors of equal rank if axis is absent or empty, but has shapes %s and %s", in, like)
		}
		axes = count(len(in))
	}
	out := slices.Clone(in)
	for _, d := range axes {
		switch {
		case d >= len(like):
			return ir.Errorf(s.Op, "cuts dimension %d, but the operand slice_like has shape %s", d, like)
		case like[d] != ir.Dynamic && in[d] != ir.Dynamic && like[d] > in[d]:
			return ir.Errorf(s.Op, "cannot take %d elements of dimension %d of shape %s", like[d], d, in)
		}
		out[d] = like[d]
	}
	return s.SetOut(0, out)
}

func expandSliceLike(x *expansion) []*ir.Value {
	return one(x.Slice(x.in[0], make([]int64, len(x.shape())), x.shape()))
}

// Take returns the slices along axis at the given indices. Without axis, it returns the elements of
// the flattened data at these indices. An index out of bounds is clamped.
//
//	%r = nnvm.take(%x, %i) {axis = 0 : i64} : (tensor<10x4xf32>, tensor<2x3xi32>) -> tensor<2x3x4xf32>
type Take struct{ ir.Ref }

// Data and Indices return the operands.
func (o Take) Data() *ir.Value    { return o.Op.OperandAt(0) }
func (o Take) Indices() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Take) Spec() ir.Spec {
	return operator("take", "Takes slices along an axis at the given indices.", "data indices", "result", intParam("axis"))
}

// Verify implements ir.Verifier.
func (o Take) Verify() error { return verify(o.Op) }

func takeShapes(s *Shapes) error {
	in, at := s.In[0], s.In[1]
	if in == nil || at == nil {
		return nil
	}
	if s.Op.Attr("axis").IsNil() {
		return s.SetOut(0, at)
	}
	axis, ok := axisOf(intOf(s.Op, "axis", 0), len(in))
	if !ok {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", intOf(s.Op, "axis", 0), in)
	}
	return s.SetOut(0, slices.Concat(in[:axis], at, in[axis+1:]))
}

// takeElems requires integers as indices, and unifies the element types of data and result.
func takeElems(e *Elems) error {
	if t := e.In[1]; !t.IsNil() && !t.Kind().IsInt() {
		return ir.Errorf(e.Op, "needs integers as indices, but has '%s'", t)
	}
	return e.Same([]int{0}, []int{0})
}

func expandTake(x *expansion) []*ir.Value {
	data, axis := x.in[0], 0
	if x.op.Attr("axis").IsNil() {
		n := int64(1)
		for _, e := range emit.Shape(data) {
			n *= e
		}
		data = x.Reshape(data, n)
	} else {
		axis, _ = axisOf(intOf(x.op, "axis", 0), len(emit.Shape(data)))
	}
	return one(x.Take(data, x.in[1], axis))
}

// GatherND takes parts of data. If indices has shape [k, …], result[i] is data[indices[0, i], …,
// indices[k-1, i]] for each index i of the dimensions after k. An index out of bounds is clamped.
//
//	%r = nnvm.gather_nd(%x, %i) : (tensor<4x5x6xf32>, tensor<2x3xi32>) -> tensor<3x6xf32>
type GatherND struct{ ir.Ref }

// Data and Indices return the operands.
func (o GatherND) Data() *ir.Value    { return o.Op.OperandAt(0) }
func (o GatherND) Indices() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (GatherND) Spec() ir.Spec {
	return operator("gather_nd", "Takes parts of a tensor at the given places.", "data indices", "result")
}

// Verify implements ir.Verifier.
func (o GatherND) Verify() error { return verify(o.Op) }

func gatherNDShapes(s *Shapes) error {
	in, at := s.In[0], s.In[1]
	switch {
	case at == nil:
		return nil
	case len(at) < 2:
		return ir.Errorf(s.Op, "needs indices of at least 2 dimensions, but has shape %s", at)
	case in == nil || at[0] == ir.Dynamic:
		return nil
	case at[0] > int64(len(in)):
		return ir.Errorf(s.Op, "has %d indices for each part, but data of shape %s", at[0], in)
	}
	return s.SetOut(0, slices.Concat(at[1:], in[at[0]:]))
}

func expandGatherND(x *expansion) []*ir.Value {
	data, at := emit.Shape(x.in[0]), emit.Shape(x.in[1])
	sizes := slices.Clone(data)
	var d stablehlo.GatherDims
	for i := range sizes {
		if int64(i) < at[0] {
			d.CollapsedSliceDims, d.StartIndexMap = append(d.CollapsedSliceDims, int64(i)), append(d.StartIndexMap, int64(i))
			sizes[i] = min(1, sizes[i])
			continue
		}
		d.OffsetDims = append(d.OffsetDims, int64(len(at)-1+i)-at[0])
	}
	return one(x.Gather(x.in[0], x.in[1], d, sizes, x.shape()))
}
