package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// shapeOps lists what moves elements and computes nothing.
func shapeOps() []ir.OpDecl {
	reshape := func(shapes func(*Shapes) error, layout func(*Layouts) error) rules {
		return rules{shapes: shapes, pattern: Injective, expand: expandReshape, layout: layout, grad: gradReshape}
	}
	return []ir.OpDecl{
		declare[Flatten](reshape(flattenShapes, fixedLayout)),
		declare[Reshape](reshape(reshapeShapes, fixedLayout)),
		declare[ReshapeLike](rules{shapes: reshapeLikeShapes, pattern: Injective, expand: expandReshape, grad: gradReshapeLike}),
		declare[ExpandDims](reshape(expandDimsShapes, fixedLayout)),
		declare[Squeeze](reshape(squeezeShapes, fixedLayout)),
		declare[Transpose](rules{shapes: transposeShapes, pattern: Injective, expand: expandTranspose, layout: transposeLayout, grad: gradTranspose}),
		declare[Concatenate](rules{shapes: concatShapes, pattern: Injective, expand: expandConcat, layout: fixedLayout, grad: gradConcat}),
		declare[Split](rules{shapes: splitShapes, pattern: Injective, expand: expandSplit, layout: fixedLayout, grad: gradSplit}),
		declare[BroadcastTo](rules{shapes: broadcastToShapes, pattern: Broadcast, expand: expandBroadcastTo, layout: fixedLayout, grad: gradBroadcastTo}),
		declare[LayoutTransform](rules{shapes: relayoutShapes, pattern: Injective, expand: expandRelayout, layout: relayoutLayout, grad: gradRelayout}),
	}
}

// Transpose permutes dimensions; without axes it reverses them.
//
//	%r = nnvm.transpose(%x) {axes = array<i64: 1, 0>} : (tensor<4x1xf32>) -> tensor<1x4xf32>
type Transpose struct{ ir.Ref }

// Spec implements ir.View.
func (Transpose) Spec() ir.Spec {
	return unary("transpose", "Permutes dimensions; without axes it reverses them.", tupleParam("axes"))
}

// Verify implements ir.Verifier.
func (o Transpose) Verify() error { return verify(o.Op) }

// permOf returns the permutation of a transpose.
func permOf(op *ir.Op, rank int) ([]int, error) {
	perm, err := axesIn(op, "axes", rank)
	if err != nil {
		return nil, err
	}
	if len(perm) == 0 {
		for i := rank - 1; i >= 0; i-- {
			perm = append(perm, i)
		}
	}
	sorted := slices.Sorted(slices.Values(perm))
	if !slices.Equal(sorted, count(rank)) {
		return nil, ir.Errorf(op, "has axes %v, which are no permutation of %d dimensions", perm, rank)
	}
	return perm, nil
}

func transposeShapes(s *Shapes) error {
	n := max(len(s.In[0]), len(s.Out[0]))
	if s.In[0] == nil && s.Out[0] == nil {
		return nil
	}
	perm, err := permOf(s.Op, n)
	if err != nil {
		return err
	}
	if s.In[0] != nil {
		out := make(Shape, n)
		for i, d := range perm {
			out[i] = s.In[0][d]
		}
		if err := s.SetOut(0, out); err != nil {
			return err
		}
	}
	in := make(Shape, n)
	for i, d := range perm {
		in[d] = s.Out[0][i]
	}
	return s.SetIn(0, in)
}

func expandTranspose(x *expansion) []*ir.Value {
	perm, _ := permOf(x.op, len(x.shape()))
	dims := make([]int64, len(perm))
	for i, d := range perm {
		dims[i] = int64(d)
	}
	return one(x.Transpose(x.in[0], dims...))
}

// Concatenate joins tensors along an axis.
//
//	%r = nnvm.concatenate(%a, %b) {axis = 1 : i64} : (tensor<10x20xf32>, tensor<10x30xf32>) -> tensor<10x50xf32>
type Concatenate struct{ ir.Ref }

// Spec implements ir.View.
func (Concatenate) Spec() ir.Spec {
	return operator("concatenate", "Joins tensors along an axis.", "data*", "result", intParam("axis"))
}

// Verify implements ir.Verifier.
func (o Concatenate) Verify() error { return verify(o.Op) }

func concatShapes(s *Shapes) error {
	if len(s.In) == 0 {
		return ir.Errorf(s.Op, "needs at least one operand")
	}
	known := slices.IndexFunc(s.In, func(in Shape) bool { return in != nil })
	first := s.Out[0]
	if known >= 0 {
		first = s.In[known]
	}
	if first == nil {
		return nil
	}
	axis, ok := axisOf(intOf(s.Op, "axis", 1), len(first))
	if !ok {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", intOf(s.Op, "axis", 1), first)
	}
	whole, err := concatOthers(s, first, axis)
	if err != nil {
		return err
	}
	return concatAxis(s, whole, axis)
}

// concatOthers returns the shape that what is joined and the result share: all but axis. A
// result that does not fit is left for when its whole shape is known.
func concatOthers(s *Shapes, first Shape, axis int) (whole Shape, err error) {
	for i, in := range append(slices.Clone(s.In), s.Out[0]) {
		if in == nil {
			continue
		}
		var both Shape
		ok := len(in) == len(first)
		if ok {
			others := slices.Clone(in)
			others[axis] = ir.Dynamic
			both, ok = Unify(whole, others)
		}
		switch {
		case ok:
			whole = both
		case i < len(s.In):
			return nil, ir.Errorf(s.Op, "joins shapes %s and, at #%d, %s", first, i, in)
		}
	}
	return whole, nil
}

// concatAxis gives all their shapes: the extents along axis add up, and one of them follows
// from the others and the result.
func concatAxis(s *Shapes, whole Shape, axis int) error {
	along := func(n int64) Shape {
		sh := slices.Clone(whole)
		sh[axis] = n
		return sh
	}
	sum, open, last := int64(0), 0, 0
	for i := range s.In {
		if err := s.SetIn(i, along(ir.Dynamic)); err != nil {
			return err
		}
		if n := s.In[i][axis]; n != ir.Dynamic {
			sum = plus(sum, n)
		} else {
			open, last = open+1, i
		}
	}
	if open == 0 {
		return s.SetOut(0, along(sum))
	}
	if err := s.SetOut(0, along(ir.Dynamic)); err != nil || s.Out[0][axis] == ir.Dynamic {
		return err
	}
	left := minus(s.Out[0][axis], sum)
	switch {
	case left < 0:
		return ir.Errorf(s.Op, "joins %d along axis %d already, but its result has shape %s", sum, axis, s.Out[0])
	case open > 1:
		return nil
	}
	return s.SetIn(last, along(left))
}

func expandConcat(x *expansion) []*ir.Value {
	axis, _ := axisOf(intOf(x.op, "axis", 1), len(x.shape()))
	return one(x.Concat(int64(axis), x.in...))
}

// Split cuts a tensor along an axis: into so many equal parts, or at the given places.
//
//	%a, %b = nnvm.split(%x) {indices_or_sections = array<i64: 11>} : (tensor<10x20xf32>) -> (tensor<10x11xf32>, tensor<10x9xf32>)
type Split struct{ ir.Ref }

// Spec implements ir.View.
func (Split) Spec() ir.Spec {
	return operator("split", "Cuts a tensor along an axis.", "data", "results*", need(countParam("indices_or_sections")), intParam("axis"))
}

// Verify implements ir.Verifier.
func (o Split) Verify() error { return verify(o.Op) }

// bounds returns where the parts of an extent begin and the last ends.
func (o Split) bounds(n int64) ([]int64, bool) {
	a := o.Op.Attr("indices_or_sections")
	if parts, ok := a.Int(); ok {
		if parts < 1 || n%parts != 0 {
			return nil, false
		}
		var at []int64
		for i := range parts + 1 {
			at = append(at, i*(n/parts))
		}
		return at, true
	}
	cuts, _ := a.Ints()
	at := slices.Concat([]int64{0}, cuts, []int64{n})
	return at, slices.IsSorted(at)
}

func splitShapes(s *Shapes) error {
	o, _ := ir.As[Split](s.Op)
	if n, ok := s.Op.Attr("indices_or_sections").Int(); ok && n != int64(len(s.Out)) {
		return ir.Errorf(s.Op, "cuts into %d parts, but has %d results", n, len(s.Out))
	}
	known := slices.IndexFunc(s.Out, func(out Shape) bool { return out != nil })
	first := s.In[0]
	if first == nil && known >= 0 {
		first = s.Out[known]
	}
	if first == nil {
		return nil
	}
	axis, ok := axisOf(intOf(s.Op, "axis", 1), len(first))
	if !ok {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", intOf(s.Op, "axis", 1), first)
	}
	whole, err := splitOthers(s, first, axis)
	if err != nil {
		return err
	}
	if whole[axis] == ir.Dynamic {
		whole[axis] = o.joined(s.Out, axis)
	}
	if err := s.SetIn(0, whole); err != nil || whole[axis] == ir.Dynamic {
		return err
	}
	at, ok := o.bounds(whole[axis])
	if !ok || len(at) != len(s.Out)+1 {
		return ir.Errorf(s.Op, "cannot cut an extent of %d into %d parts", whole[axis], len(s.Out))
	}
	for i := range s.Out {
		out := slices.Clone(whole)
		out[axis] = at[i+1] - at[i]
		if err := s.SetOut(i, out); err != nil {
			return err
		}
	}
	return nil
}

// splitOthers returns what data and parts say together of the shape of data, and gives the
// parts what they share with it: all but the extent along axis.
func splitOthers(s *Shapes, first Shape, axis int) (Shape, error) {
	whole := slices.Clone(first)
	if s.In[0] == nil {
		whole[axis] = ir.Dynamic
	}
	for i, out := range s.Out {
		if out == nil {
			continue
		}
		others := slices.Clone(out)
		if len(out) == len(whole) {
			others[axis] = whole[axis]
		}
		u, ok := Unify(whole, others)
		if !ok {
			return nil, ir.Errorf(s.Op, "cuts a tensor of shape %s, but its result #%d has shape %s", whole, i, out)
		}
		whole = slices.Clone(u)
	}
	for i := range s.Out {
		part := slices.Clone(whole)
		part[axis] = ir.Dynamic
		if err := s.SetOut(i, part); err != nil {
			return nil, err
		}
	}
	return whole, nil
}

// joined returns the extent that was cut into parts, where they tell it: one of equal parts,
// or the last.
func (o Split) joined(parts []Shape, axis int) int64 {
	a := o.Op.Attr("indices_or_sections")
	if n, ok := a.Int(); ok {
		for _, p := range parts {
			if p != nil && p[axis] != ir.Dynamic {
				return times(n, p[axis])
			}
		}
		return ir.Dynamic
	}
	cuts, _ := a.Ints()
	if len(parts) == 0 || len(parts) != len(cuts)+1 || parts[len(parts)-1][axis] == ir.Dynamic {
		return ir.Dynamic
	}
	last := parts[len(parts)-1][axis]
	if len(cuts) == 0 {
		return last
	}
	return plus(cuts[len(cuts)-1], last)
}

func expandSplit(x *expansion) []*ir.Value {
	o, _ := ir.As[Split](x.op)
	in := emit.Shape(x.in[0])
	axis, _ := axisOf(intOf(x.op, "axis", 1), len(in))
	at, _ := o.bounds(in[axis])
	var parts []*ir.Value
	for i := range len(at) - 1 {
		low, high := make([]int64, len(in)), slices.Clone(in)
		low[axis], high[axis] = at[i], at[i+1]
		parts = append(parts, x.Slice(x.in[0], low, high))
	}
	return parts
}

// BroadcastTo repeats a tensor; 0 in the shape keeps an extent.
//
//	%r = nnvm.broadcast_to(%x) {shape = array<i64: 0, 4>} : (tensor<4x1xf32>) -> tensor<4x4xf32>
type BroadcastTo struct{ ir.Ref }

// Spec implements ir.View.
func (BroadcastTo) Spec() ir.Spec {
	return unary("broadcast_to", "Repeats a tensor.", need(tupleParam("shape")))
}

// Verify implements ir.Verifier.
func (o BroadcastTo) Verify() error { return verify(o.Op) }

func broadcastToShapes(s *Shapes) error {
	in, to := s.In[0], slices.Clone(Shape(intsOf(s.Op, "shape")))
	if in == nil {
		for i, n := range to {
			if n == 0 {
				to[i] = ir.Dynamic
			}
		}
		return s.SetOut(0, to)
	}
	if len(in) > len(to) {
		return ir.Errorf(s.Op, "cannot broadcast shape %s to %s", in, FormatTuple(to))
	}
	for i := range to {
		n := fromEnd(in, len(to)-i)
		if to[i] == 0 {
			to[i] = n
		}
		if n != 1 && n != to[i] && n != ir.Dynamic {
			return ir.Errorf(s.Op, "cannot broadcast shape %s to %s", in, FormatTuple(to))
		}
	}
	if err := s.SetOut(0, to); err != nil {
		return err
	}
	back := slices.Clone(in)
	for i, n := range intsOf(s.Op, "shape") {
		if d := i - (len(to) - len(in)); d >= 0 && (n == 0 || n == 1) && back[d] == ir.Dynamic {
			back[d] = s.Out[0][i]
		}
	}
	return s.SetIn(0, back)
}

func expandBroadcastTo(x *expansion) []*ir.Value { return one(x.Trailing(x.in[0], x.shape())) }

// LayoutTransform changes the layout of a tensor.
//
//	%r = nnvm.__layout_transform__(%x) {src_layout = "NCHW", dst_layout = "NCHW16c"} : (tensor<1x32x8x8xf32>) -> tensor<1x2x8x8x16xf32>
type LayoutTransform struct{ ir.Ref }

// Data returns the operand.
func (o LayoutTransform) Data() *ir.Value { return o.Op.OperandAt(0) }

// Layouts returns the layouts of operand and result.
func (o LayoutTransform) Layouts() (from, to Layout) {
	return Layout(textOf(o.Op, "src_layout", Undef)), Layout(textOf(o.Op, "dst_layout", Undef))
}

// Spec implements ir.View.
func (LayoutTransform) Spec() ir.Spec {
	return unary("__layout_transform__", "Changes the layout of a tensor.", need(textParam("src_layout")), need(textParam("dst_layout")))
}

// Verify implements ir.Verifier.
func (o LayoutTransform) Verify() error { return verify(o.Op) }

func relayoutShapes(s *Shapes) error {
	o, _ := ir.As[LayoutTransform](s.Op)
	from, to := o.Layouts()
	for _, l := range []Layout{from, to} {
		if _, err := ParseLayout(string(l)); err != nil {
			return ir.Errorf(s.Op, "%v", err)
		}
	}
	if err := firstOf(s.SetIn(0, from.shape()), s.SetOut(0, to.shape())); err != nil {
		return err
	}
	out, err := ConvertShape(s.In[0], from, to)
	if err != nil {
		return ir.Errorf(s.Op, "%v", err)
	}
	if err := s.SetOut(0, out); err != nil {
		return err
	}
	in, err := ConvertShape(s.Out[0], to, from)
	if err != nil {
		return ir.Errorf(s.Op, "%v", err)
	}
	return s.SetIn(0, in)
}

func expandRelayout(x *expansion) []*ir.Value {
	o, _ := ir.As[LayoutTransform](x.op)
	from, to := o.Layouts()
	return one(x.relayout(x.in[0], from, to))
}
