package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// shapeOps lists the operators that only move or copy elements.
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

// Transpose permutes dimensions. Without the parameter axes, it reverses their order.
//
//	%r = nnvm.transpose(%x) {axes = array<i64: 1, 0>} : (tensor<4x1xf32>) -> tensor<1x4xf32>
type Transpose struct{ ir.Ref }

// Spec implements ir.View.
func (Transpose) Spec() ir.Spec {
	return unary("transpose", "Permutes dimensions. Without the parameter axes, it reverses their order.", tupleParam("axes"))
}

// Verify implements ir.Verifier.
func (o Transpose) Verify() error { return verify(o.Op) }

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
		return nil, ir.Errorf(op, "has axes %v, which are not a permutation of %d dimensions", perm, rank)
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
	if s.In[0] != nil && s.Out[0] != nil && len(s.In[0]) != len(s.Out[0]) {
		return ir.Errorf(s.Op, "cannot transpose shape %s to %s", s.In[0], s.Out[0])
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

// BroadcastTo repeats a tensor. In the parameter shape, 0 keeps the extent of the operand.
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
		return s.SetOut(0, ShapeOf(to))
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
