package nnvm

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// suppressOps lists the operators that keep the best of several overlapping boxes.
func suppressOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[NonMaxSuppression](suppression(nmsOf)), declare[NMS](suppression(oldNMSOf)),
	}
}

func suppression(of func(op *ir.Op) nms) rules {
	return rules{
		shapes: func(s *Shapes) error { return of(s.Op).shapes(s) }, elems: nmsElems, pattern: Opaque, layout: fixedLayout,
		expand: func(x *expansion) []*ir.Value { return one(of(x.op).expand(x)) },
	}
}

// NonMaxSuppression keeps the best of several overlapping boxes. The operand data has shape
// [images, boxes, 6]. Each row of 6 elements is a box: its class, its score (a probability), and
// the coordinates left, top, right and bottom. The parameters id_index, score_index and coord_start
// change this order. If id_index is -1, boxes have no class. valid_count has a number n for each
// image: the first n rows are valid. In the result, all other rows are -1.
//
// The valid rows are sorted by score. If top_k is positive, only the first top_k rows are kept.
// Then each box, from the best to the worst, removes the later boxes that overlap it. Two boxes
// overlap if the area of their intersection is at least iou_threshold times the area of their
// union. If force_suppress is not set, a box removes only boxes of its class. A box whose score is
// not positive, or whose class is negative, neither removes boxes nor is removed. A removed box
// gets score and class -1. If max_output_size is positive, only the first max_output_size of the
// rows whose first element is not negative are kept. If iou_threshold is not positive, nothing is
// sorted or removed.
//
// With return_indices, the default, the result is the indices of the boxes in data, and -1 for rows
// that are not kept. As in NNVM, the indices have the element type of data. Without return_indices,
// the result is the rows. If invalid_to_bottom is also set, rows whose first element is negative
// come last, and all their elements are -1.
//
//	%r = nnvm.non_max_suppression(%x, %n) {iou_threshold = 0.5, return_indices = false} : (tensor<1x5x6xf32>, tensor<1xi32>) -> tensor<1x5x6xf32>
type NonMaxSuppression struct{ ir.Ref }

// Data and ValidCount return the operands.
func (o NonMaxSuppression) Data() *ir.Value       { return o.Op.OperandAt(0) }
func (o NonMaxSuppression) ValidCount() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (NonMaxSuppression) Spec() ir.Spec {
	return operator("non_max_suppression", "Keeps the best of several overlapping boxes.", "data valid_count", "result",
		boolParam("return_indices"), floatParam("iou_threshold"), boolParam("force_suppress"), intParam("top_k"), intParam("id_index"),
		intParam("coord_start"), intParam("score_index"), intParam("max_output_size"), boolParam("invalid_to_bottom"))
}

// Verify implements ir.Verifier.
func (o NonMaxSuppression) Verify() error { return verify(o.Op) }

// NMS is an older form of [NonMaxSuppression]. Its result is the rows. A removed row has class -1
// and keeps its score. Boxes whose score is not positive also remove boxes and are removed. If
// nms_topk is positive, only the first nms_topk rows of the result are sorted: each later row i is
// row i of data. If nms_threshold is not positive, or is 1 or more, nothing is sorted or removed.
//
//	%r = nnvm.nms(%x, %n) {nms_threshold = 0.5} : (tensor<1x5x6xf32>, tensor<1xi32>) -> tensor<1x5x6xf32>
type NMS struct{ ir.Ref }

// Data and ValidCount return the operands.
func (o NMS) Data() *ir.Value       { return o.Op.OperandAt(0) }
func (o NMS) ValidCount() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (NMS) Spec() ir.Spec {
	return operator("nms", "Keeps the best of several overlapping boxes.", "data valid_count", "result",
		floatParam("nms_threshold"), boolParam("force_suppress"), intParam("nms_topk"))
}

// Verify implements ir.Verifier.
func (o NMS) Verify() error { return verify(o.Op) }

// nms holds the parameters of [NonMaxSuppression] or [NMS].
type nms struct {
	threshold                   float64
	force, indices, bottom, old bool
	top, id, coords, score, max int64
}

func nmsOf(op *ir.Op) nms {
	return nms{
		threshold: floatOf(op, "iou_threshold", 0.5), force: boolOf(op, "force_suppress", false),
		indices: boolOf(op, "return_indices", true), bottom: boolOf(op, "invalid_to_bottom", false),
		top: intOf(op, "top_k", -1), id: intOf(op, "id_index", 0), coords: intOf(op, "coord_start", 2), score: intOf(op, "score_index", 1),
		max: intOf(op, "max_output_size", -1),
	}
}

func oldNMSOf(op *ir.Op) nms {
	n := nms{threshold: floatOf(op, "nms_threshold", 0.5), force: boolOf(op, "force_suppress", false), old: true, top: intOf(op, "nms_topk", -1), coords: 2, score: 1}
	if n.threshold >= 1 {
		n.threshold = 0
	}
	return n
}

func (n nms) shapes(s *Shapes) error {
	if n.id < -1 || n.id > 5 || n.score < 0 || n.score > 5 || n.coords < 0 || n.coords > 2 {
		return ir.Errorf(s.Op, "needs an id_index between -1 and 5, a score_index between 0 and 5, and a coord_start between 0 and 2, but has %d, %d and %d", n.id, n.score, n.coords)
	}
	out := []int64{ir.Dynamic, ir.Dynamic, 6}
	if n.indices {
		out = out[:2]
	}
	if err := firstOf(s.SetIn(0, Shape{ir.Dynamic, ir.Dynamic, 6}), s.SetIn(1, rank(1)), s.SetOut(0, out)); err != nil {
		return err
	}
	out[0], out[1] = firstKnown(s.In[0][0], s.In[1][0], s.Out[0][0]), firstKnown(s.In[0][1], s.Out[0][1])
	return firstOf(s.SetIn(0, Shape{out[0], out[1], 6}), s.SetIn(1, out[:1]), s.SetOut(0, out))
}

// nmsElems requires floating-point data and integer counts.
func nmsElems(e *Elems) error {
	if t := e.In[1]; !t.IsNil() && !t.Kind().IsInt() {
		return ir.Errorf(e.Op, "needs integers as valid_count, but has '%s'", t)
	}
	return fractions(&Elems{Op: e.Op, In: e.In[:1], Out: e.Out})
}

// boxes holds tensors of shape [images, boxes]. Tensor i < 6 has element i of each row, and tensor
// 6 has the box's index in data.
type boxes []*ir.Value

func (b boxes) numbers() *ir.Value { return b[6] }

func (n nms) expand(x *expansion) *ir.Value {
	s, elem := emit.Shape(x.in[0]), x.in[0].Type().Elem()
	if s[0] == 0 || s[1] == 0 {
		return x.Fill(x.op.Result().Type(), 0) // the result is empty, and the loop over boxes would slice a box that does not exist
	}
	t := ir.Tensor(elem, s[:2]...)
	at := x.Iota(ir.I32(), 1, s[:2]...)
	count := x.Broadcast(x.Convert(x.in[1], ir.I32()), s[:2], 0)
	inside := x.Compare("LT", at, count)
	var b boxes
	for i := range s[2] {
		b = append(b, x.Reshape(x.Slice(x.in[0], []int64{0, 0, i}, []int64{s[0], s[1], i + 1}), s[:2]...))
	}
	b = append(b, x.Iota(elem, 1, s[:2]...))
	if n.threshold > 0 {
		b = n.sorted(x, b, at, inside)
		b = n.suppressed(x, b, at, inside)
	}
	b = x.where(inside, b)
	if n.max > 0 {
		b = x.where(n.kept(x, x.Compare("GE", b[0], x.Fill(t, 0)), t), b)
	}
	if n.indices {
		return b.numbers()
	}
	if n.bottom {
		b = x.first(x.Compare("GE", b[0], x.Fill(t, 0)), b)
	}
	return x.columns(b[:6])
}

// sorted sorts the valid rows by score. If n.top is positive, only the first n.top rows are kept.
// For NonMaxSuppression, the later rows become -1. For NMS, they stay as they are in b.
func (n nms) sorted(x *expansion, b boxes, at, inside *ir.Value) boxes {
	key := x.Choose(inside, b[n.score], x.Fill(b[n.score].Type(), math.Inf(-1)))
	larger := func(e emit.Emitter, p, q *ir.Value) *ir.Value { return e.Compare("GT", p, q) }
	best := boxes(x.Sort(1, larger, append(boxes{key}, b...)...)[1:])
	if n.top <= 0 {
		return best
	}
	top := x.Compare("LT", at, x.Fill(at.Type(), float64(min(n.top, math.MaxInt32))))
	if !n.old {
		return x.where(top, best)
	}
	for i, v := range best {
		best[i] = x.Choose(top, v, b[i])
	}
	return best
}

// suppressed removes, for each box from first to last, the later boxes that overlap it. The class
// and index of a removed box become -1, and for NonMaxSuppression also its score.
func (n nms) suppressed(x *expansion, b boxes, at, inside *ir.Value) boxes {
	images, m := emit.Shape(at)[0], emit.Shape(at)[1]
	t := b[0].Type()
	area := func(e emit.Emitter, l, t, r, b *ir.Value) *ir.Value { return e.Mul(e.Sub(r, l), e.Sub(b, t)) }
	coords := b[n.coords : n.coords+4]
	areas := area(x.Emitter, coords[0], coords[1], coords[2], coords[3])
	state := boxes{b[n.score], b.numbers()}
	if n.id >= 0 {
		state = append(state, b[n.id])
	}
	out := x.Loop(m, state, func(e emit.Emitter, i *ir.Value, vs []*ir.Value) []*ir.Value {
		l := &expansion{Emitter: e}
		zero := e.Fill(t, 0)
		row := func(v *ir.Value) *ir.Value { // element i of each image, repeated m times
			cut := ir.Create[stablehlo.DynamicSlice](e.B, ir.Init{
				Operands: []*ir.Value{v, e.Scalar(ir.I32(), 0), i}, Results: []ir.Type{ir.Tensor(v.Type().Elem(), images, 1)},
				Attrs: []ir.Attr{ir.NewDenseI64(images, 1)},
			}).Op.Result()
			return e.Broadcast(e.Reshape(cut, images), []int64{images, m}, 0)
		}
		active := inside
		if !n.old {
			active = l.both(active, e.Compare("GT", vs[0], zero))
		}
		if n.id >= 0 {
			active = l.both(active, e.Compare("GE", vs[2], zero))
		}
		gone := l.both(active, e.Compare("GT", at, e.Broadcast(i, []int64{images, m})))
		gone = l.both(gone, row(active))
		if n.id >= 0 && !n.force {
			gone = l.both(gone, e.Compare("EQ", vs[2], row(vs[2])))
		}
		side := func(d int) *ir.Value {
			return e.Max(zero, e.Sub(e.Min(row(coords[d+2]), coords[d+2]), e.Max(row(coords[d]), coords[d])))
		}
		common := e.Mul(side(0), side(1))
		union := e.Sub(e.Add(row(areas), areas), common)
		overlap := e.Choose(e.Compare("LE", union, zero), zero, e.Div(common, union))
		gone = l.both(gone, e.Compare("GE", overlap, e.Fill(t, n.threshold)))
		next := slices.Clone(vs)
		for k := range vs {
			if k > 0 || !n.old {
				next[k] = e.Choose(gone, e.Fill(t, -1), vs[k])
			}
		}
		return next
	})
	b = slices.Clone(b)
	b[n.score], b[6] = out[0], out[1]
	if n.id >= 0 {
		b[n.id] = out[2]
	}
	return b
}

// kept returns a mask of rows. It is false only for valid rows after the first n.max valid rows of
// an image.
func (n nms) kept(x *expansion, valid *ir.Value, t ir.Type) *ir.Value {
	s, _ := t.Shape()
	sum := x.Convert(valid, ir.I32())
	for step := int64(1); step < s[1]; step *= 2 { // each sum over step rows becomes a sum over 2 · step rows
		before := x.Concat(1, x.Fill(ir.Tensor(ir.I32(), s[0], step), 0), x.Slice(sum, []int64{0, 0}, []int64{s[0], s[1] - step}))
		sum = x.Add(sum, before)
	}
	few := x.Compare("LE", sum, x.Fill(sum.Type(), float64(min(n.max, math.MaxInt32))))
	return stablehlo.NewOr(x.B, few, x.not(valid)).Op.Result()
}
