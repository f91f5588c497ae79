package nnvm

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// visionOps lists the operators of object detectors.
func visionOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[MultiBoxPrior](rules{shapes: priorShapes, elems: fractions, pattern: Opaque, expand: expandPrior, layout: fixedLayout, grad: gradBlock}),
		declare[MultiBoxTransformLoc](rules{shapes: transformLocShapes, elems: transformLocElems, pattern: Opaque, expand: expandTransformLoc, layout: fixedLayout}),
		declare[YoloReorg](rules{shapes: reorgShapes, pattern: Injective, expand: expandReorg, layout: fixedLayout}),
		declare[YoloRegion](rules{shapes: regionShapes, elems: fractions, pattern: Opaque, expand: expandRegion, layout: fixedLayout, grad: gradRegion}),
	}
}

// fractions requires that all operands and results have the same floating-point element type.
func fractions(e *Elems) error {
	for _, t := range slices.Concat(e.In, e.Out) {
		if !t.IsNil() && !t.Kind().IsFloat() {
			return ir.Errorf(e.Op, "needs floating-point numbers, but has '%s'", t)
		}
	}
	return e.All()
}

// MultiBoxPrior makes boxes around each element of an image: a square for each size, and a box for
// each ratio of width to height except the first ratio. A size is the side of the square, as a
// fraction of the image's height. The boxes for ratios have the area of the first square. A box has
// the numbers left, top, right and bottom, as fractions of the image's width or height. The
// parameter steps has the vertical and the horizontal distance between elements, as fractions of
// the image. If both are -1, the elements divide the image evenly. The center of a box is at the
// element's corner plus offsets · steps. If clip is set, coordinates are limited to the range from
// 0 to 1.
//
//	%r = nnvm.multibox_prior(%x) {sizes = array<f64: 0.5, 1.0>, ratios = array<f64: 1.0, 2.0>} : (tensor<1x3x4x5xf32>) -> tensor<1x60x4xf32>
type MultiBoxPrior struct{ ir.Ref }

// Spec implements ir.View.
func (MultiBoxPrior) Spec() ir.Spec {
	return unary("multibox_prior", "Makes boxes around each element of an image.",
		floatsParam("sizes"), floatsParam("ratios"), floatsParam("steps"), floatsParam("offsets"), boolParam("clip"))
}

// Verify implements ir.Verifier.
func (o MultiBoxPrior) Verify() error { return verify(o.Op) }

type prior struct{ sizes, ratios, steps, offsets []float64 }

func priorOf(op *ir.Op) prior {
	return prior{floatsOf(op, "sizes", 1), floatsOf(op, "ratios", 1), floatsOf(op, "steps", -1, -1), floatsOf(op, "offsets", 0.5, 0.5)}
}

func priorShapes(s *Shapes) error {
	p := priorOf(s.Op)
	switch {
	case len(p.sizes) == 0 || len(p.ratios) == 0:
		return ir.Errorf(s.Op, "needs at least one size and one ratio")
	case len(p.steps) != 2 || len(p.offsets) != 2 || (p.steps[0] > 0) != (p.steps[1] > 0):
		return ir.Errorf(s.Op, "needs two offsets, and two steps that are both positive or both -1")
	}
	if err := s.SetIn(0, rank(4)); err != nil {
		return err
	}
	boxes := known(product(s.In[0][2:]), func(n int64) int64 { return times(n, int64(len(p.sizes)+len(p.ratios)-1)) })
	return s.SetOut(0, Shape{1, boxes, 4})
}

func expandPrior(x *expansion) []*ir.Value {
	p, elem := priorOf(x.op), x.out(0).Elem()
	image := emit.Shape(x.in[0])[2:]
	var boxes []float64 // relative to the center
	add := func(size, ratio float64) {
		w, h := size*float64(image[0])/float64(image[1])*math.Sqrt(ratio)/2, size/math.Sqrt(ratio)/2
		boxes = append(boxes, -w, -h, w, h)
	}
	for _, size := range p.sizes {
		add(size, 1)
	}
	for _, ratio := range p.ratios[1:] {
		add(p.sizes[0], ratio)
	}
	each := int64(len(boxes) / 4)
	shape := []int64{image[0], image[1], each, 1}
	center := func(d int64) *ir.Value {
		step := p.steps[d]
		if step <= 0 {
			step = 1 / float64(image[d])
		}
		at := x.Iota(elem, 0, image[d])
		at = x.Mul(x.Add(at, x.Fill(at.Type(), p.offsets[d])), x.Fill(at.Type(), step))
		return x.Broadcast(at, shape, d)
	}
	h, w := center(0), center(1)
	v := x.Concat(3, w, h, w, h)
	v = x.Add(v, x.Broadcast(x.Table(elem, boxes, each, 4), emit.Shape(v), 2, 3))
	return one(x.within(x.Reshape(v, x.shape()...), boolOf(x.op, "clip", false)))
}

// within limits the elements of v to the range from 0 to 1 if wanted is set.
func (x *expansion) within(v *ir.Value, wanted bool) *ir.Value {
	if !wanted {
		return v
	}
	return x.Min(x.Max(v, x.Fill(v.Type(), 0)), x.Fill(v.Type(), 1))
}

// MultiBoxTransformLoc converts predictions to boxes. An anchor is a box with the coordinates left,
// top, right and bottom. For each anchor, loc_pred has four numbers, which are multiplied by
// variances. The first two products move the anchor's center, in units of its width and height. The
// last two are the logarithms of factors for its width and height.
//
// For each anchor, the operator finds the most likely class other than class 0, the background. If
// the probability of this class is at least threshold, the anchor becomes a row: class - 1,
// probability, and the coordinates of the moved and scaled anchor. These rows come first, in the
// order of the anchors, and valid_count is their number. All other rows are -1.
//
//	%r, %n = nnvm.multibox_transform_loc(%p, %l, %a) : (tensor<2x3x5xf32>, tensor<2x20xf32>, tensor<1x5x4xf32>) -> (tensor<2x5x6xf32>, tensor<2xi32>)
type MultiBoxTransformLoc struct{ ir.Ref }

// ClsProb, LocPred and Anchor return the operands. Output and ValidCount return the results.
func (o MultiBoxTransformLoc) ClsProb() *ir.Value    { return o.Op.OperandAt(0) }
func (o MultiBoxTransformLoc) LocPred() *ir.Value    { return o.Op.OperandAt(1) }
func (o MultiBoxTransformLoc) Anchor() *ir.Value     { return o.Op.OperandAt(2) }
func (o MultiBoxTransformLoc) Output() *ir.Value     { return o.Op.ResultAt(0) }
func (o MultiBoxTransformLoc) ValidCount() *ir.Value { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (MultiBoxTransformLoc) Spec() ir.Spec {
	return operator("multibox_transform_loc", "Converts predictions for anchors to boxes.", "cls_prob loc_pred anchor", "output valid_count",
		boolParam("clip"), floatParam("threshold"), floatsParam("variances"))
}

// Verify implements ir.Verifier.
func (o MultiBoxTransformLoc) Verify() error { return verify(o.Op) }

func transformLocShapes(s *Shapes) error {
	if n := len(floatsOf(s.Op, "variances", 0, 0, 0, 0)); n != 4 {
		return ir.Errorf(s.Op, "needs four variances, but has %d", n)
	}
	if err := firstOf(s.SetIn(0, rank(3)), s.SetIn(1, rank(2)), s.SetIn(2, rank(3)), s.SetOut(0, rank(3)), s.SetOut(1, rank(1))); err != nil {
		return err
	}
	images := firstKnown(s.In[0][0], s.In[1][0], s.Out[0][0], s.Out[1][0])
	quarter := known(s.In[1][1], func(n int64) int64 { return n / 4 })
	anchors := firstKnown(s.In[0][2], s.In[2][1], s.Out[0][1], quarter)
	return firstOf(s.SetIn(0, Shape{images, ir.Dynamic, anchors}), s.SetIn(1, Shape{images, known(anchors, func(n int64) int64 { return times(n, 4) })}),
		s.SetIn(2, Shape{1, anchors, 4}), s.SetOut(0, Shape{images, anchors, 6}), s.SetOut(1, Shape{images}))
}

func firstKnown(list ...int64) int64 {
	for _, n := range list {
		if n != ir.Dynamic {
			return n
		}
	}
	return ir.Dynamic
}

func transformLocElems(e *Elems) error {
	if t := e.Out[1]; !t.IsNil() && t != ir.I32() {
		return ir.Errorf(e.Op, "expected result #1 of element type '%s', but got '%s'", ir.I32(), t)
	}
	e.Out[1] = ir.I32()
	rest := &Elems{Op: e.Op, In: e.In, Out: e.Out[:1]}
	return fractions(rest)
}

func expandTransformLoc(x *expansion) []*ir.Value {
	probs, elem := x.in[0], x.out(0).Elem()
	images, anchors, classes := x.shape()[0], x.shape()[1], emit.Shape(probs)[1]
	t := ir.Tensor(elem, images, anchors)
	best, class := x.Fill(t, -1), x.Fill(t, -1)
	for k := int64(1); k < classes; k++ {
		p := x.Reshape(x.Slice(probs, []int64{0, k, 0}, []int64{images, k + 1, anchors}), images, anchors)
		better := x.Compare("GT", p, best)
		best, class = x.Choose(better, p, best), x.Choose(better, x.Fill(t, float64(k-1)), class)
	}
	column := func(v *ir.Value, i int64) *ir.Value { // coordinate i of each anchor
		n := emit.Shape(v)[0]
		v = x.Reshape(v, n, anchors, 4)
		return x.Broadcast(x.Reshape(x.Slice(v, []int64{0, 0, i}, []int64{n, anchors, i + 1}), n, anchors), []int64{images, anchors}, 0, 1)
	}
	rows := []*ir.Value{class, best}
	variances := floatsOf(x.op, "variances", 0.1, 0.1, 0.2, 0.2)
	half := func(v *ir.Value) *ir.Value { return x.Mul(v, x.Fill(t, 0.5)) }
	var low, high [2]*ir.Value
	for d := range int64(2) {
		a, b := column(x.in[2], d), column(x.in[2], d+2)
		moved := x.Mul(column(x.in[1], d), x.Fill(t, variances[d]))
		grown := emit.Unary[stablehlo.Exponential](x.Emitter, x.Mul(column(x.in[1], d+2), x.Fill(t, variances[d+2])))
		center := x.Add(x.Mul(moved, x.Sub(b, a)), half(x.Add(a, b)))
		extent := half(x.Mul(grown, x.Sub(b, a)))
		clip := boolOf(x.op, "clip", true)
		low[d], high[d] = x.within(x.Sub(center, extent), clip), x.within(x.Add(center, extent), clip)
	}
	rows = append(rows, low[0], low[1], high[0], high[1])
	valid := x.both(x.Compare("GE", best, x.Fill(t, floatOf(x.op, "threshold", 0.01))), x.Compare("GE", class, x.Fill(t, 0)))
	rows = x.first(valid, rows)
	count := x.Reduce(x.Convert(valid, ir.I32()), 0, emit.Emitter.Add, 1)
	return []*ir.Value{x.columns(rows), count}
}

func (x *expansion) both(p, q *ir.Value) *ir.Value { return stablehlo.NewAnd(x.B, p, q).Op.Result() }

func (x *expansion) not(p *ir.Value) *ir.Value { return emit.Unary[stablehlo.Not](x.Emitter, p) }

// first moves the elements for which p is true to the start of each row of the tensors [n, m] in
// list, and keeps their order. All other elements become -1.
func (x *expansion) first(p *ir.Value, list []*ir.Value) []*ir.Value {
	key := x.Convert(x.not(p), ir.I32())
	less := func(e emit.Emitter, a, b *ir.Value) *ir.Value { return e.Compare("LT", a, b) }
	list = x.Sort(1, less, append([]*ir.Value{key}, list...)...)
	return x.where(x.Compare("EQ", list[0], x.Fill(key.Type(), 0)), list[1:])
}

// where replaces elements of the tensors in list by -1 where p is false.
func (x *expansion) where(p *ir.Value, list []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(list))
	for i, v := range list {
		out[i] = x.Choose(p, v, x.Fill(v.Type(), -1))
	}
	return out
}

// columns joins tensors [n, m] along a new last dimension.
func (x *expansion) columns(list []*ir.Value) *ir.Value {
	wide := make([]*ir.Value, len(list))
	for i, v := range list {
		wide[i] = x.Reshape(v, append(slices.Clone(emit.Shape(v)), 1)...)
	}
	return x.Concat(2, wide...)
}

// YoloReorg divides an image's height and width by stride, and multiplies its channels by stride².
// An image of shape [c, h, w] is first reshaped to [c / stride², h · stride, w · stride]. Each
// square of stride × stride elements moves to stride² channels, so the shape is [c, h, w] again.
// Last, the image is reshaped to [c · stride², h / stride, w / stride].
//
//	%r = nnvm.yolo_reorg(%x) {stride = 2 : i64} : (tensor<1x4x6x6xf32>) -> tensor<1x16x3x3xf32>
type YoloReorg struct{ ir.Ref }

// Spec implements ir.View.
func (YoloReorg) Spec() ir.Spec {
	return unary("yolo_reorg", "Turns squares of images into channels.", need(intParam("stride")))
}

// Verify implements ir.Verifier.
func (o YoloReorg) Verify() error { return verify(o.Op) }

func reorgShapes(s *Shapes) error {
	n := intOf(s.Op, "stride", 1)
	if n < 1 || n > math.MaxInt32 {
		return ir.Errorf(s.Op, "needs a stride from 1 to 2147483647, but has %d", n)
	}
	if err := firstOf(s.SetIn(0, rank(4)), s.SetOut(0, rank(4))); err != nil {
		return err
	}
	in, out := slices.Clone(s.In[0]), slices.Clone(s.Out[0])
	for d, by := range []int64{1, n * n, n, n} {
		switch {
		case in[d] != ir.Dynamic && in[d]%by != 0:
			return ir.Errorf(s.Op, "cannot divide dimension #%d of shape %s by %d", d, s.In[0], by)
		case in[d] != ir.Dynamic && d == 1:
			out[d] = times(in[d], by)
		case in[d] != ir.Dynamic:
			out[d] = in[d] / by
		case out[d] != ir.Dynamic && d == 1:
			in[d] = out[d] / by
		case out[d] != ir.Dynamic:
			in[d] = times(out[d], by)
		}
	}
	return firstOf(s.SetIn(0, in), s.SetOut(0, out))
}

func expandReorg(x *expansion) []*ir.Value {
	n, s := intOf(x.op, "stride", 1), emit.Shape(x.in[0])
	v := x.Reshape(x.in[0], s[0], s[1]/(n*n), s[2], n, s[3], n)
	return one(x.Reshape(x.Transpose(v, 0, 3, 5, 1, 2, 4), x.shape()...))
}

// YoloRegion reads the channels of an image as n predictions. A prediction consists of coordinates,
// the probability of an object, and the probability of each class. The parameter coords is the
// number of coordinates. A sigmoid is applied to the first two coordinates. If background is 0, a
// sigmoid is also applied to the probability of an object. If the parameter softmax is not 0, a
// softmax is applied to the probabilities of the classes. If background is not 0, this softmax
// includes the probability of an object.
//
//	%r = nnvm.yolo_region(%x) {n = 2 : i64, classes = 3 : i64, coords = 4 : i64, background = 0 : i64, softmax = 1 : i64} : (tensor<1x16x2x2xf32>) -> tensor<1x16x2x2xf32>
type YoloRegion struct{ ir.Ref }

// Spec implements ir.View.
func (YoloRegion) Spec() ir.Spec {
	return unary("yolo_region", "Turns channels into predictions of boxes.",
		need(intParam("n")), need(intParam("classes")), need(intParam("coords")), need(intParam("background")), need(intParam("softmax")))
}

// Verify implements ir.Verifier.
func (o YoloRegion) Verify() error { return verify(o.Op) }

// parts returns the index at which each part of a prediction ends, and the number of predictions.
// The parts are the first two coordinates, the other coordinates, the probability of an object, and
// the classes.
func (o YoloRegion) parts() (ends [4]int64, n int64) {
	coords := intOf(o.Op, "coords", 4)
	return [4]int64{2, coords, coords + 1, coords + 1 + intOf(o.Op, "classes", 1)}, intOf(o.Op, "n", 1)
}

// mostParts is the largest valid number of predictions, of classes, and of coordinates.
const mostParts = 1 << 20

func regionShapes(s *Shapes) error {
	for _, p := range []struct {
		name  string
		least int64
	}{{"n", 1}, {"classes", 1}, {"coords", 2}} {
		if v := intOf(s.Op, p.name, 0); v < p.least || v > mostParts {
			return ir.Errorf(s.Op, "needs %s between %d and %d, but has %d", p.name, p.least, mostParts, v)
		}
	}
	o, _ := ir.As[YoloRegion](s.Op)
	ends, n := o.parts()
	return firstOf(s.SetIn(0, Shape{ir.Dynamic, n * ends[3], ir.Dynamic, ir.Dynamic}), sameShape(s))
}

// region calls a function for each part of the predictions: sigmoid or softmax if [YoloRegion]
// applies it to the part, and "same" otherwise. A function receives the start and the end of the
// part in a prediction.
func (o YoloRegion) region(sigmoid, softmax func(low, high int64) *ir.Value, same func(low, high int64) *ir.Value) []*ir.Value {
	ends, _ := o.parts()
	list := []*ir.Value{sigmoid(0, ends[0])}
	if ends[1] > ends[0] {
		list = append(list, same(ends[0], ends[1]))
	}
	rest := ends[1]
	if intOf(o.Op, "background", 0) == 0 {
		list, rest = append(list, sigmoid(ends[1], ends[2])), ends[2]
	}
	if intOf(o.Op, "softmax", 0) == 0 {
		softmax = same
	}
	return append(list, softmax(rest, ends[3]))
}

func expandRegion(x *expansion) []*ir.Value {
	o, _ := ir.As[YoloRegion](x.op)
	ends, n := o.parts()
	s := x.shape()
	v := x.Reshape(x.in[0], s[0], n, ends[3], s[2], s[3])
	part := func(low, high int64) *ir.Value {
		return x.Slice(v, []int64{0, 0, low, 0, 0}, []int64{s[0], n, high, s[2], s[3]})
	}
	list := o.region(func(low, high int64) *ir.Value { return emit.Unary[stablehlo.Logistic](x.Emitter, part(low, high)) },
		func(low, high int64) *ir.Value { return x.softmax(part(low, high), 2) }, part)
	return one(x.Reshape(x.Concat(2, list...), s...))
}

// gradRegion returns the gradient of data. It is dy · y · (1 - y) for parts with a sigmoid, where
// dy is the gradient of the result y.
func gradRegion(g *Grads) []*ir.Value {
	o, _ := ir.As[YoloRegion](g.Op)
	ends, n := o.parts()
	s, ok := g.in(0).Type().Shape()
	if !ok || slices.Contains(s, ir.Dynamic) {
		return g.fail("cannot compute gradients: the shape of its data is unknown: run infer-shapes first")
	}
	apart := func(v *ir.Value) *ir.Value {
		return Make[Reshape](g.B, operands(v), named("shape", ir.NewDenseI64(s[0], n, ends[3], s[2], s[3])))
	}
	y, dy := apart(g.y()), apart(g.Out[0])
	part := func(v *ir.Value) func(low, high int64) *ir.Value {
		return func(low, high int64) *ir.Value {
			return Make[StridedSlice](g.B, operands(v), named("begin", ir.NewDenseI64(0, 0, low)), named("end", ir.NewDenseI64(s[0], n, high)))
		}
	}
	list := o.region(func(low, high int64) *ir.Value {
		p := part(y)(low, high)
		return g.mul(part(dy)(low, high), g.mul(p, Make[RSubScalar](g.B, operands(p), ScalarParam(1))))
	}, func(low, high int64) *ir.Value {
		p, dp := part(y)(low, high), part(dy)(low, high)
		sum := Make[Sum](g.B, operands(g.mul(dp, p)), named("axis", ir.NewDenseI64(2)), named("keepdims", ir.BoolAttr(true)))
		return g.mul(Make[BroadcastSub](g.B, operands(dp, sum)), p)
	}, part(dy))
	joined := Make[Concatenate](g.B, list, named("axis", ir.NewI64(2)))
	return one(Make[ReshapeLike](g.B, operands(joined, g.in(0))))
}
