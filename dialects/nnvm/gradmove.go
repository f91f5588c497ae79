package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// Gradients of operators that move, repeat, select and sum elements.

func gradReshape(g *Grads) []*ir.Value {
	return one(Make[ReshapeLike](g.B, operands(g.Out[0], g.in(0))))
}

// like(data) returns data as the gradient of operand 0, and zeros for operand 1, whose elements do
// not affect the result.
func (g *Grads) like(data *ir.Value) []*ir.Value { return operands(data, g.none(1)) }

// none(i) returns zeros in the shape of operand i.
func (g *Grads) none(i int) *ir.Value { return Make[ZerosLike](g.B, operands(g.in(i))) }

func gradReshapeLike(g *Grads) []*ir.Value { return g.like(gradReshape(g)[0]) }

func gradExpandLike(g *Grads) []*ir.Value {
	sum := Make[Sum](g.B, operands(g.Out[0]))
	g.copyParams(sum.Def())
	return g.like(sum)
}

func gradCollapse(g *Grads) []*ir.Value { return g.like(g.repeated(g.Out[0])) }

func gradBroadcastTo(g *Grads) []*ir.Value { return g.collapsed(g.Out[0]) }

// repeated broadcasts v to the shape of operand 0.
func (g *Grads) repeated(v *ir.Value) *ir.Value {
	return Make[BroadcastAdd](g.B, operands(Make[ZerosLike](g.B, operands(g.in(0))), v))
}

func gradTranspose(g *Grads) []*ir.Value {
	axes := intsOf(g.Op, "axes")
	if len(axes) == 0 {
		return one(Make[Transpose](g.B, operands(g.Out[0])))
	}
	back := make([]int64, len(axes))
	for i, a := range axes {
		d, _ := axisOf(a, len(axes))
		back[d] = int64(i)
	}
	return one(Make[Transpose](g.B, operands(g.Out[0]), named("axes", ir.NewDenseI64(back...))))
}

func gradRelayout(g *Grads) []*ir.Value {
	back := Make[LayoutTransform](g.B, operands(g.Out[0]), named("src_layout", g.Op.Attr("dst_layout")), named("dst_layout", g.Op.Attr("src_layout")))
	return one(back)
}

// gradConcat splits the result's gradient at the boundaries between the operands.
func gradConcat(g *Grads) []*ir.Value {
	axis := intOf(g.Op, "axis", 1)
	var ends, types = []int64{}, []ir.Type{}
	for _, v := range g.Op.OperandList() {
		shape, ok := v.Type().Shape()
		at, inside := axisOf(axis, len(shape))
		if !ok || !inside || shape[at] == ir.Dynamic {
			return g.fail("cannot compute gradients: the extents of its operands along axis %d are unknown: run infer-shapes first", axis)
		}
		last := int64(0)
		if len(ends) > 0 {
			last = ends[len(ends)-1]
		}
		ends, types = append(ends, last+shape[at]), append(types, Unknown())
	}
	cut := ir.OpOf(ir.Create[Split](g.B, ir.Init{Operands: operands(g.Out[0]), Results: types}))
	cut.SetAttr("indices_or_sections", ir.NewDenseI64(ends[:len(ends)-1]...))
	cut.SetAttr("axis", ir.NewI64(axis))
	return cut.ResultList()
}

func gradSplit(g *Grads) []*ir.Value {
	return one(Make[Concatenate](g.B, slices.Clone(g.Out), named("axis", ir.NewI64(intOf(g.Op, "axis", 1)))))
}

// unreduced broadcasts v from the shape of a reduction's result to the shape of its operand.
func (g *Grads) unreduced(v *ir.Value) *ir.Value {
	wide := Make[ExpandLike](g.B, operands(v, g.in(0)))
	g.copyParams(wide.Def())
	return wide
}

// gradMean divides the result's gradient equally among the elements that the mean combines.
func gradMean(g *Grads) []*ir.Value {
	count := Make[Sum](g.B, operands(Make[OnesLike](g.B, operands(g.in(0)))))
	g.copyParams(count.Def())
	return one(g.unreduced(g.div(g.Out[0], count)))
}

func gradSum(g *Grads) []*ir.Value { return one(g.unreduced(g.Out[0])) }

// gradMax and gradMin pass the gradient to every element that equals the maximum or minimum.
func gradMax(g *Grads) []*ir.Value {
	return one(g.unless(g.unreduced(g.Out[0]), Make[ElemSub](g.B, operands(g.unreduced(g.y()), g.in(0)))))
}

func gradMin(g *Grads) []*ir.Value {
	return one(g.unless(g.unreduced(g.Out[0]), Make[ElemSub](g.B, operands(g.in(0), g.unreduced(g.y())))))
}

// where(dy, x) is dy where x is positive, and 0 elsewhere. unless(dy, x) is 0 where x is positive,
// and dy elsewhere.
func (g *Grads) where(dy, x *ir.Value) *ir.Value { return Make[ReluGrad](g.B, operands(dy, x)) }
func (g *Grads) unless(dy, x *ir.Value) *ir.Value {
	return Make[ElemSub](g.B, operands(dy, g.where(dy, x)))
}

func gradGlobalMax(g *Grads) []*ir.Value {
	return one(g.unless(g.repeated(g.Out[0]), Make[BroadcastSub](g.B, operands(g.y(), g.in(0)))))
}

// gradGlobalAvg divides each channel's gradient equally among the elements of the channel.
func gradGlobalAvg(g *Grads) []*ir.Value {
	at, err := images(g.Op, nil)
	if err != nil {
		return g.fail("%v", err)
	}
	count := Make[Sum](g.B, operands(Make[OnesLike](g.B, operands(g.in(0)))),
		named("axis", ir.NewDenseI64(int64(at[0]), int64(at[1]))), named("keepdims", ir.BoolAttr(true)))
	return one(Make[BroadcastDiv](g.B, operands(g.repeated(g.Out[0]), count)))
}
