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
		declare[ReshapeLike](rules{shapes: likeShapes, pattern: Injective, expand: expandReshape}),
		declare[ExpandDims](reshape(expandDimsShapes, fixedLayout)),
		declare[Squeeze](reshape(squeezeShapes, fixedLayout)),
		declare[Transpose](rules{shapes: transposeShapes, pattern: Injective, expand: expandTranspose, layout: transposeLayout, grad: gradTranspose}),
		declare[Concatenate](rules{shapes: concatShapes, pattern: Injective, expand: expandConcat, layout: fixedLayout}),
		declare[Split](rules{shapes: splitShapes, pattern: Injective, expand: expandSplit, layout: fixedLayout}),
		declare[BroadcastTo](rules{shapes: broadcastToShapes, pattern: Broadcast, expand: expandBroadcastTo, layout: fixedLayout}),
		declare[LayoutTransform](rules{shapes: relayoutShapes, pattern: Injective, expand: expandRelayout, layout: relayoutLayout}),
	}
}

// Flatten joins all dimensions but the first.
//
//	%r = nnvm.flatten(%x) : (tensor<2x4x2xf32>) -> tensor<2x8xf32>
type Flatten struct{ ir.Ref }

// Spec implements ir.View.
func (Flatten) Spec() ir.Spec { return unary("flatten", "Joins all dimensions but the first.") }

// Verify implements ir.Verifier.
func (o Flatten) Verify() error { return verify(o.Op) }

func flattenShapes(s *Shapes) error {
	in := s.In[0]
	if len(in) == 0 {
		return nil
	}
	return s.SetOut(0, Shape{in[0], product(in[1:])})
}

// product multiplies extents; it is not known where one of them is not.
func product(s Shape) int64 {
	n := int64(1)
	for _, e := range s {
		if e == ir.Dynamic {
			return e
		}
		n *= e
	}
	return n
}

func expandReshape(x *expansion) []*ir.Value { return one(x.Reshape(x.in[0], x.shape()...)) }

// Reshape gives the elements another shape. In it 0 keeps an extent, -1 is what is
// left, -2 copies all further extents, -3 joins two, and -4 splits one into the two
// numbers behind it.
//
//	%r = nnvm.reshape(%x) {shape = array<i64: 6, -1>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
type Reshape struct{ ir.Ref }

// Spec implements ir.View.
func (Reshape) Spec() ir.Spec {
	return unary("reshape", "Gives the elements another shape.", need(tupleParam("shape")))
}

// Verify implements ir.Verifier.
func (o Reshape) Verify() error { return verify(o.Op) }

func reshapeShapes(s *Shapes) error {
	in, to := s.In[0], intsOf(s.Op, "shape")
	if in == nil {
		if !slices.ContainsFunc(to, func(n int64) bool { return n <= 0 }) {
			return s.SetOut(0, slices.Clone(Shape(to)))
		}
		return nil
	}
	out, ok := reshaped(in, to)
	if !ok {
		return ir.Errorf(s.Op, "cannot give a tensor of shape %s the shape %s", in, FormatTuple(to))
	}
	return s.SetOut(0, out)
}

// reshaped applies the codes of a reshape.
func reshaped(in Shape, to []int64) (Shape, bool) {
	var out Shape
	at, left := 0, -1 // place in in; where the -1 stands in out
	for i := 0; i < len(to); i++ {
		switch code := to[i]; {
		case code > 0:
			out = append(out, code)
			at++
		case code == -1:
			if left >= 0 {
				return nil, false
			}
			left = len(out)
			out = append(out, ir.Dynamic)
			at++
		case code == -2:
			out = append(out, in[min(at, len(in)):]...)
			at = len(in)
		case code == 0 && at < len(in):
			out = append(out, in[at])
			at++
		case code == -3 && at+1 < len(in):
			out = append(out, product(in[at:at+2]))
			at += 2
		case code == -4 && at < len(in) && i+2 < len(to):
			a, b, ok := halves(in[at], to[i+1], to[i+2])
			if !ok {
				return nil, false
			}
			out = append(out, a, b)
			at++
			i += 2
		default:
			return nil, false
		}
	}
	if out == nil {
		out = Shape{}
	}
	return completed(in, out, left)
}

// completed finds the extent that is left, and checks the rest.
func completed(in, out Shape, left int) (Shape, bool) {
	total := product(in)
	if left < 0 {
		have := product(out)
		return out, total == ir.Dynamic || have == ir.Dynamic || have == total
	}
	rest := product(slices.Delete(slices.Clone(out), left, left+1))
	switch {
	case total == ir.Dynamic || rest == ir.Dynamic:
		return out, true
	case rest == 0 || total%rest != 0:
		return nil, false
	}
	out[left] = total / rest
	return out, true
}

// halves splits an extent into two, of which one may be -1.
func halves(n, a, b int64) (int64, int64, bool) {
	switch {
	case n == ir.Dynamic:
		return max(a, ir.Dynamic), max(b, ir.Dynamic), true
	case a == -1 && b > 0:
		a = n / b
	case b == -1 && a > 0:
		b = n / a
	}
	return a, b, a > 0 && b > 0 && a*b == n
}

// ReshapeLike gives the elements of data the shape of another tensor.
//
//	%r = nnvm.reshape_like(%x, %y) : (tensor<6xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
type ReshapeLike struct{ ir.Ref }

// Data and Like return the operands.
func (o ReshapeLike) Data() *ir.Value { return o.Op.OperandAt(0) }
func (o ReshapeLike) Like() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (ReshapeLike) Spec() ir.Spec {
	return operator("reshape_like", "Gives the elements of data the shape of another tensor.", "data like", "result")
}

// Verify implements ir.Verifier.
func (o ReshapeLike) Verify() error { return verify(o.Op) }

func likeShapes(s *Shapes) error { return firstOf(s.SetOut(0, s.In[1]), s.SetIn(1, s.Out[0])) }

// ExpandDims adds num_newaxis dimensions of extent 1 at axis.
//
//	%r = nnvm.expand_dims(%x) {axis = 1 : i64} : (tensor<10x20xf32>) -> tensor<10x1x20xf32>
type ExpandDims struct{ ir.Ref }

// Data returns the operand.
func (o ExpandDims) Data() *ir.Value { return o.Op.OperandAt(0) }

// Axis is where the dimensions are added, and NumNewAxis how many.
func (o ExpandDims) Axis() int64       { return intOf(o.Op, "axis", 0) }
func (o ExpandDims) NumNewAxis() int64 { return intOf(o.Op, "num_newaxis", 1) }

// Spec implements ir.View.
func (ExpandDims) Spec() ir.Spec {
	return unary("expand_dims", "Adds dimensions of extent 1.", need(intParam("axis")), intParam("num_newaxis"))
}

// Verify implements ir.Verifier.
func (o ExpandDims) Verify() error { return verify(o.Op) }

func expandDimsShapes(s *Shapes) error {
	o, _ := ir.As[ExpandDims](s.Op)
	in := s.In[0]
	if in == nil {
		return nil
	}
	at, ok := axisOf(o.Axis(), len(in)+1)
	if !ok || o.NumNewAxis() < 0 || o.NumNewAxis() > 64 {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", o.Axis(), in)
	}
	return s.SetOut(0, slices.Insert(slices.Clone(in), at, slices.Repeat(Shape{1}, int(o.NumNewAxis()))...))
}

// Squeeze removes dimensions of extent 1: those of axis, or all.
//
//	%r = nnvm.squeeze(%x) : (tensor<1x3x1xf32>) -> tensor<3xf32>
type Squeeze struct{ ir.Ref }

// Spec implements ir.View.
func (Squeeze) Spec() ir.Spec {
	return unary("squeeze", "Removes dimensions of extent 1.", tupleParam("axis"))
}

// Verify implements ir.Verifier.
func (o Squeeze) Verify() error { return verify(o.Op) }

func squeezeShapes(s *Shapes) error {
	in := s.In[0]
	if in == nil {
		return nil
	}
	axes, err := axesIn(s.Op, "axis", len(in))
	if err != nil {
		return err
	}
	out := Shape{}
	for i, n := range in {
		switch {
		case len(axes) == 0 && n == ir.Dynamic:
			return nil
		case len(axes) == 0 && n == 1:
		case !slices.Contains(axes, i):
			out = append(out, n)
		case n != 1 && n != ir.Dynamic:
			return ir.Errorf(s.Op, "removes dimension %d of shape %s, whose extent is not 1", i, in)
		}
	}
	if len(out) == 0 {
		out = Shape{1} // NNVM has no scalars
	}
	return s.SetOut(0, out)
}

// axesIn reads a list of axes, counted from the front.
func axesIn(op *ir.Op, name string, rank int) ([]int, error) {
	var out []int
	for _, a := range intsOf(op, name) {
		i, ok := axisOf(a, rank)
		if !ok {
			return nil, ir.Errorf(op, "has axis %d, but a tensor of rank %d", a, rank)
		}
		out = append(out, i)
	}
	return out, nil
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
	if s.In[0] == nil {
		return nil
	}
	axis, ok := axisOf(intOf(s.Op, "axis", 1), len(s.In[0]))
	if !ok {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", intOf(s.Op, "axis", 1), s.In[0])
	}
	var whole Shape
	total := int64(0)
	for i, in := range s.In {
		if in == nil {
			return nil
		}
		if len(in) != len(s.In[0]) {
			return ir.Errorf(s.Op, "joins shapes %s and %s", s.In[0], in)
		}
		if total != ir.Dynamic && in[axis] != ir.Dynamic {
			total += in[axis]
		} else {
			total = ir.Dynamic
		}
		others := slices.Clone(in)
		others[axis] = ir.Dynamic
		if whole, ok = unify(whole, others); !ok {
			return ir.Errorf(s.Op, "joins shapes %s and, at #%d, %s", s.In[0], i, in)
		}
	}
	whole = slices.Clone(whole)
	whole[axis] = total
	return s.SetOut(0, whole)
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
	in := s.In[0]
	if in == nil {
		return nil
	}
	axis, ok := axisOf(intOf(s.Op, "axis", 1), len(in))
	if !ok {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", intOf(s.Op, "axis", 1), in)
	}
	if in[axis] == ir.Dynamic {
		return nil
	}
	at, ok := o.bounds(in[axis])
	if !ok || len(at) != len(s.Out)+1 {
		return ir.Errorf(s.Op, "cannot cut an extent of %d into %d parts", in[axis], len(s.Out))
	}
	for i := range s.Out {
		out := slices.Clone(in)
		out[axis] = at[i+1] - at[i]
		if err := s.SetOut(i, out); err != nil {
			return err
		}
	}
	return nil
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
		return nil
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
	return s.SetOut(0, to)
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
	out, err := ConvertShape(s.In[0], from, to)
	if err == nil && out == nil {
		var in Shape
		if in, err = ConvertShape(s.Out[0], to, from); err == nil {
			return s.SetIn(0, in)
		}
	}
	if err != nil {
		return ir.Errorf(s.Op, "%v", err)
	}
	return s.SetOut(0, out)
}

func expandRelayout(x *expansion) []*ir.Value {
	o, _ := ir.As[LayoutTransform](x.op)
	from, to := o.Layouts()
	return one(x.relayout(x.in[0], from, to))
}
