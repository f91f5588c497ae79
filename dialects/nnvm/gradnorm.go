package nnvm

import "github.com/lathe-ir/lathe/ir"

// Gradients of normalizations, of powers, and of operators that select by sign or size.

// rankOf returns the rank of operand 0. It sets g.Err if the rank is unknown.
func (g *Grads) rankOf() (rank int, known bool) {
	shape, ok := g.in(0).Type().Shape()
	if !ok {
		g.fail("cannot compute gradients: the rank of its data is unknown: run infer-shapes first")
	}
	return len(shape), ok
}

// channels sums v over all dimensions except dims, which hold the channels.
func (g *Grads) channels(v *ir.Value, dims ...int) *ir.Value {
	axes := make([]int64, len(dims))
	for i, d := range dims {
		axes[i] = int64(d)
	}
	return Make[Sum](g.B, operands(v), named("axis", ir.NewDenseI64(axes...)), named("exclude", ir.BoolAttr(true)))
}

// gradBatchNorm returns the gradients of y = gamma·s·(x - mean) + beta, where s = 1/√(var + ε).
func gradBatchNorm(g *Grads) []*ir.Value {
	o, _ := ir.As[BatchNorm](g.Op)
	rank, ok := g.rankOf()
	if !ok {
		return nil
	}
	if _, known := o.MovingVar().Type().Shape(); !known {
		g.fail("cannot compute gradients: the rank of its variance is unknown: run infer-shapes first")
		return nil
	}
	dims := o.Channels()
	along := func(v *ir.Value) *ir.Value { return AlongAxis(g.B, v, rank, dims[0], dims[1:]...) }
	variance := Make[AddScalar](g.B, operands(o.MovingVar()), ScalarParam(o.Epsilon()))
	s := Make[PowScalar](g.B, operands(variance), ScalarParam(-0.5))
	factor := s
	if o.Scales() {
		factor = g.mul(o.Gamma(), s)
	}
	dy := g.channels(g.Out[0], dims...)
	dyx := g.channels(g.mul(g.Out[0], Make[BroadcastSub](g.B, operands(o.Data(), along(o.MovingMean())))), dims...)
	dgamma, dbeta := g.none(1), g.none(2)
	if o.Scales() {
		dgamma = g.mul(dyx, s)
	}
	if o.Centers() {
		dbeta = dy
	}
	dmean := Make[ElemSub](g.B, operands(g.Out[1], g.mul(dy, factor)))
	dvar := Make[ElemAdd](g.B, operands(g.Out[2], g.scale(g.div(g.mul(dyx, factor), variance), -0.5)))
	return operands(g.times(g.Out[0], along(factor)), dgamma, dbeta, dmean, dvar)
}

func gradPReLU(g *Grads) []*ir.Value {
	rank, ok := g.rankOf()
	if !ok {
		return nil
	}
	axis, _ := axisOf(intOf(g.Op, "axis", 1), rank)
	negative := g.unless(g.Out[0], g.in(0))
	data := Make[ElemAdd](g.B, operands(g.where(g.Out[0], g.in(0)), g.times(negative, AlongAxis(g.B, g.in(1), rank, axis))))
	return operands(data, g.channels(g.mul(negative, g.in(0)), axis))
}

func gradReluGrad(g *Grads) []*ir.Value { return operands(g.where(g.Out[0], g.in(1)), g.none(1)) }

// gradClip passes the gradient to elements strictly between a_min and a_max.
func gradClip(g *Grads) []*ir.Value {
	above := Make[SubScalar](g.B, operands(g.in(0)), ScalarParam(floatOf(g.Op, "a_min", 0)))
	below := Make[RSubScalar](g.B, operands(g.in(0)), ScalarParam(floatOf(g.Op, "a_max", 0)))
	return one(g.where(g.where(g.Out[0], above), below))
}

// gradBroadcastMax passes each element of the gradient to the operand with the larger element, or
// to the second operand if both are equal.
func gradBroadcastMax(g *Grads) []*ir.Value {
	return g.choice(Make[BroadcastSub](g.B, operands(g.in(0), g.in(1))))
}

func gradBroadcastMin(g *Grads) []*ir.Value {
	return g.choice(Make[BroadcastSub](g.B, operands(g.in(1), g.in(0))))
}

func (g *Grads) choice(first *ir.Value) []*ir.Value {
	return g.collapsed(g.where(g.Out[0], first), g.unless(g.Out[0], first))
}

// gradElemPow returns the gradients of y = a^b: dy/da is b·a^(b-1), and dy/db is y·ln a.
func gradElemPow(g *Grads) []*ir.Value {
	power := Make[ElemPow](g.B, operands(g.in(0), Make[SubScalar](g.B, operands(g.in(1)), ScalarParam(1))))
	return operands(g.mul(g.mul(g.Out[0], power), g.in(1)), g.mul(g.mul(g.Out[0], g.y()), Make[Log](g.B, operands(g.in(0)))))
}

func gradBroadcastPow(g *Grads) []*ir.Value {
	power := Make[BroadcastPow](g.B, operands(g.in(0), Make[SubScalar](g.B, operands(g.in(1)), ScalarParam(1))))
	logs := g.times(g.mul(g.Out[0], g.y()), Make[Log](g.B, operands(g.in(0))))
	return g.collapsed(g.times(g.mul(g.Out[0], power), g.in(1)), logs)
}
