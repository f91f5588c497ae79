package onednngraph

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// pointwise returns the rules of an elementwise operation with one operand.
func pointwise(expand func(x *expansion, v *ir.Value) *ir.Value) rules {
	return rules{infer: sameShape, expand: func(x *expansion) []*ir.Value { return one(expand(x, x.in[0])) }}
}

func expandAbs(x *expansion, v *ir.Value) *ir.Value   { return unary[stablehlo.Abs](x, v) }
func expandExp(x *expansion, v *ir.Value) *ir.Value   { return x.exp(v) }
func expandLog(x *expansion, v *ir.Value) *ir.Value   { return unary[stablehlo.Log](x, v) }
func expandReLU(x *expansion, v *ir.Value) *ir.Value  { return x.Max(v, x.like(v, 0)) }
func expandSqrt(x *expansion, v *ir.Value) *ir.Value  { return x.sqrt(v) }
func expandTanh(x *expansion, v *ir.Value) *ir.Value  { return x.tanh(v) }
func expandRound(x *expansion, v *ir.Value) *ir.Value { return unary[stablehlo.RoundNearestEven](x, v) }

func expandSquare(x *expansion, v *ir.Value) *ir.Value     { return x.Mul(v, v) }
func expandReciprocal(x *expansion, v *ir.Value) *ir.Value { return x.Div(x.like(v, 1), v) }
func expandSigmoid(x *expansion, v *ir.Value) *ir.Value    { return unary[stablehlo.Logistic](x, v) }

func expandPow(x *expansion, v *ir.Value) *ir.Value {
	return x.Pow(v, x.like(v, floatOf(x.op, "beta")))
}

func expandClamp(x *expansion, v *ir.Value) *ir.Value {
	return x.clamped(v, floatOf(x.op, "min"), floatOf(x.op, "max"))
}

func expandElu(x *expansion, v *ir.Value) *ir.Value {
	low := x.times(unary[stablehlo.ExponentialMinusOne](x, v), floatOf(x.op, "alpha"))
	return x.Choose(x.above(v, 0), v, low)
}

func expandLeakyReLU(x *expansion, v *ir.Value) *ir.Value {
	return x.Choose(x.above(v, 0), v, x.times(v, floatOf(x.op, "alpha")))
}

func expandHardSigmoid(x *expansion, v *ir.Value) *ir.Value {
	return x.clamped(x.plus(x.times(v, floatOf(x.op, "alpha")), floatOf(x.op, "beta")), 0, 1)
}

func expandHardSwish(x *expansion, v *ir.Value) *ir.Value {
	return x.Div(x.Mul(v, x.clamped(x.plus(v, 3), 0, 6)), x.like(v, 6))
}

// softplus is log(1 + e^v), computed as max(v, 0) + log(1 + e^-|v|), which does not overflow.
func (x *expansion) softplus(v *ir.Value) *ir.Value {
	small := unary[stablehlo.LogPlusOne](x, x.exp(x.neg(unary[stablehlo.Abs](x, v))))
	return x.Add(x.Max(v, x.like(v, 0)), small)
}

func expandSoftPlus(x *expansion, v *ir.Value) *ir.Value {
	beta := floatOf(x.op, "beta")
	return x.Div(x.softplus(x.times(v, beta)), x.like(v, beta))
}

func expandMish(x *expansion, v *ir.Value) *ir.Value { return x.Mul(v, x.tanh(x.softplus(v))) }

// cubic is the coefficient of x³ in GELU's approximation with tanh.
const cubic = 0.044715

func rootTwoOverPi() float64 { return math.Sqrt(2 / math.Pi) }

// normal is Φ(v), the cumulative distribution function of the standard normal distribution.
func (x *expansion) normal(v *ir.Value) *ir.Value {
	return x.times(x.plus(unary[chlo.Erf](x, x.times(v, math.Sqrt2/2)), 1), 0.5)
}

// approximated is tanh(√(2/π)·(v + c·v³)), where c is the constant cubic.
func (x *expansion) approximated(v *ir.Value) *ir.Value {
	inner := x.plus(x.times(x.Mul(v, v), cubic), 1)
	return x.tanh(x.Mul(x.times(v, rootTwoOverPi()), inner))
}

func expandGELU(x *expansion, v *ir.Value) *ir.Value {
	if textOf(x.op, "mode") == "gelu_tanh" {
		return x.Mul(x.times(v, 0.5), x.plus(x.approximated(v), 1))
	}
	return x.Mul(v, x.normal(v))
}

// scaledBy multiplies operand 1, the gradient of the result, by a derivative.
func (x *expansion) scaledBy(derivative *ir.Value) []*ir.Value {
	return one(x.Mul(x.in[1], derivative))
}

// passedWhere is operand 1, the gradient of the result, where p is true, and 0 elsewhere.
func (x *expansion) passedWhere(p *ir.Value) []*ir.Value {
	return one(x.Choose(p, x.in[1], x.like(x.in[1], 0)))
}

// between(v, low, high) returns a mask of the elements with low < v < high.
func (x *expansion) between(v *ir.Value, low, high float64) *ir.Value {
	return stablehlo.NewAnd(x.B, x.above(v, low), x.Compare("LT", v, x.like(v, high))).Op.Result()
}

func expandAbsBackward(x *expansion) []*ir.Value {
	return x.scaledBy(unary[stablehlo.Sign](x, x.in[0]))
}

func expandClampBackward(x *expansion) []*ir.Value {
	return x.passedWhere(x.between(x.in[0], floatOf(x.op, "min"), floatOf(x.op, "max")))
}

func expandEluBackward(x *expansion) []*ir.Value {
	v, alpha := x.in[0], floatOf(x.op, "alpha")
	low := x.times(x.exp(v), alpha)
	if boolOf(x.op, "use_dst") {
		low = x.plus(v, alpha)
	}
	return x.scaledBy(x.Choose(x.above(v, 0), x.like(v, 1), low))
}

// expandGELUBackward uses the derivative of x·Φ(x), which is Φ(x) + x·φ(x), where φ is the
// derivative of Φ. GELU's approximation is x·(1 + t)/2 with t = tanh(u) and u = √(2/π)·(x + c·x³),
// where c is the constant cubic. Its derivative is (1 + t)/2 + x/2·(1 − t²)·u′.
func expandGELUBackward(x *expansion) []*ir.Value {
	v := x.in[0]
	if textOf(x.op, "mode") == "gelu_tanh" {
		t := x.approximated(v)
		du := x.times(x.plus(x.times(x.Mul(v, v), 3*cubic), 1), rootTwoOverPi())
		slope := x.Mul(x.times(v, 0.5), x.Mul(x.Sub(x.like(t, 1), x.Mul(t, t)), du))
		return x.scaledBy(x.Add(x.times(x.plus(t, 1), 0.5), slope))
	}
	density := x.times(x.exp(x.times(x.Mul(v, v), -0.5)), 1/math.Sqrt(2*math.Pi))
	return x.scaledBy(x.Add(x.normal(v), x.Mul(v, density)))
}

func expandHardSigmoidBackward(x *expansion) []*ir.Value {
	alpha := floatOf(x.op, "alpha")
	inside := x.between(x.plus(x.times(x.in[0], alpha), floatOf(x.op, "beta")), 0, 1)
	return one(x.Choose(inside, x.times(x.in[1], alpha), x.like(x.in[1], 0)))
}

func expandHardSwishBackward(x *expansion) []*ir.Value {
	v := x.in[0]
	slope := x.plus(x.times(v, 1.0/3), 0.5)
	slope = x.Choose(x.above(v, -3), slope, x.like(v, 0))
	return x.scaledBy(x.Choose(x.Compare("LT", v, x.like(v, 3)), slope, x.like(v, 1)))
}

// expandMishBackward uses the derivative of x·t, where t = tanh(softplus(x)): it is t + x·(1 −
// t²)·sigmoid(x).
func expandMishBackward(x *expansion) []*ir.Value {
	v := x.in[0]
	t := x.tanh(x.softplus(v))
	slope := x.Mul(x.Mul(v, unary[stablehlo.Logistic](x, v)), x.Sub(x.like(t, 1), x.Mul(t, t)))
	return x.scaledBy(x.Add(t, slope))
}

func expandReLUBackward(x *expansion) []*ir.Value { return x.passedWhere(x.above(x.in[0], 0)) }

// result returns the result of the forward operation: operand 0 if use_dst is set, or else the
// function "forward" of operand 0.
func (x *expansion) result(forward func(x *expansion, v *ir.Value) *ir.Value) *ir.Value {
	if boolOf(x.op, "use_dst") {
		return x.in[0]
	}
	return forward(x, x.in[0])
}

func expandSigmoidBackward(x *expansion) []*ir.Value {
	d := x.result(expandSigmoid)
	return x.scaledBy(x.Mul(d, x.Sub(x.like(d, 1), d)))
}

func expandSoftPlusBackward(x *expansion) []*ir.Value {
	return x.scaledBy(unary[stablehlo.Logistic](x, x.times(x.in[0], floatOf(x.op, "beta"))))
}

func expandSqrtBackward(x *expansion) []*ir.Value {
	return one(x.Div(x.in[1], x.times(x.result(expandSqrt), 2)))
}

func expandTanhBackward(x *expansion) []*ir.Value {
	d := x.result(expandTanh)
	return x.scaledBy(x.Sub(x.like(d, 1), x.Mul(d, d)))
}

// stretched broadcasts the operands to the shape of the result by NumPy's rules.
func (x *expansion) stretched() []*ir.Value {
	vs := make([]*ir.Value, len(x.in))
	for i, v := range x.in {
		vs[i] = x.Trailing(v, x.out(0))
	}
	return vs
}

// pair broadcasts the two operands to the shape of the result. It converts them to f32, or to i32
// if both are integers.
func (x *expansion) pair() (a, b *ir.Value) {
	vs := x.stretched()
	elem := ir.I32()
	if vs[0].Type().Elem().IsFloat() || vs[1].Type().Elem().IsFloat() {
		elem = ir.F32()
	}
	return x.Convert(vs[0], elem), x.Convert(vs[1], elem)
}

func expandAdd(x *expansion) []*ir.Value      { a, b := x.pair(); return one(x.Add(a, b)) }
func expandDivide(x *expansion) []*ir.Value   { a, b := x.pair(); return one(x.Div(a, b)) }
func expandMaximum(x *expansion) []*ir.Value  { a, b := x.pair(); return one(x.Max(a, b)) }
func expandMinimum(x *expansion) []*ir.Value  { a, b := x.pair(); return one(x.Min(a, b)) }
func expandMultiply(x *expansion) []*ir.Value { a, b := x.pair(); return one(x.Mul(a, b)) }
func expandSubtract(x *expansion) []*ir.Value { a, b := x.pair(); return one(x.Sub(a, b)) }

func expandGreaterEqual(x *expansion) []*ir.Value {
	a, b := x.pair()
	return one(x.Compare("GE", a, b))
}

func expandSquaredDifference(x *expansion) []*ir.Value {
	a, b := x.pair()
	d := x.Sub(a, b)
	return one(x.Mul(d, d))
}

func expandSelect(x *expansion) []*ir.Value {
	vs := x.stretched()
	return one(x.Choose(vs[0], vs[1], vs[2]))
}

func expandBiasAdd(x *expansion) []*ir.Value {
	return one(x.Add(x.in[0], x.channels(x.in[1], x.out(0))))
}

func expandBiasAddBackward(x *expansion) []*ir.Value {
	rank := len(shapeOf(x.in[0]))
	return one(x.sum(x.in[0], except(rank, channel(x.op, rank))...))
}

// slope broadcasts PReLU's slope to the shape of the data. It also returns the dimensions of the
// data along which the slope is repeated.
func (x *expansion) slope() (v *ir.Value, repeated []int64) {
	src, shape := shapeOf(x.in[0]), shapeOf(x.in[1])
	dims, err := slopeDims(x.op, src, shape)
	if err != nil {
		panic("onednngraph: BUG: " + err.Error())
	}
	var keep, at []int64
	for i, d := range dims {
		if shape[i] == src[d] {
			keep, at = append(keep, shape[i]), append(at, d)
		}
	}
	var kept []int
	for _, d := range at {
		kept = append(kept, int(d))
	}
	return x.Broadcast(x.Reshape(x.in[1], keep...), src, at...), except(len(src), kept...)
}

func expandPReLU(x *expansion) []*ir.Value {
	v := x.in[0]
	slope, _ := x.slope()
	return one(x.Choose(x.above(v, 0), v, x.Mul(v, slope)))
}

func expandPReLUBackward(x *expansion) []*ir.Value {
	v, diff := x.in[0], x.in[2]
	slope, repeated := x.slope()
	positive := x.above(v, 0)
	data := x.Choose(positive, diff, x.Mul(diff, slope))
	each := x.Choose(positive, x.like(v, 0), x.Mul(diff, v))
	return []*ir.Value{data, x.Reshape(x.sum(each, repeated...), x.out(1)...)}
}
