package complex

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// wide computes elementwise functions on real and imaginary parts, which have the same type.
type wide struct {
	emit.Emitter
	args []pair
	t    ir.Type // type of the parts
	back ir.Type // element type of the result
}

func newWide(e emit.Emitter, args []pair) *wide {
	t := args[0].re.Type()
	return &wide{Emitter: e, args: args, t: t, back: t.Elem()}
}

// widen converts the arguments to f64, so that intermediate values of functions on complex<f32>
// neither overflow nor lose precision.
func (w *wide) widen() {
	for i, p := range w.args {
		if p.re != nil {
			w.args[i] = pair{w.Convert(p.re, ir.F64()), w.Convert(p.im, ir.F64())}
		}
	}
	w.t = w.t.WithElem(ir.F64())
}

// narrow rounds a result.
func (w *wide) narrow(p pair) pair {
	p.re = w.Convert(p.re, w.back)
	if p.im != nil {
		p.im = w.Convert(p.im, w.back)
	}
	return p
}

func (w *wide) fill(v float64) *ir.Value      { return w.Fill(w.t, v) }
func (w *wide) number(re, im float64) pair    { return pair{w.fill(re), w.fill(im)} }
func (w *wide) neg(v *ir.Value) *ir.Value     { return emit.Unary[stablehlo.Negate](w.Emitter, v) }
func (w *wide) absReal(v *ir.Value) *ir.Value { return emit.Unary[stablehlo.Abs](w.Emitter, v) }
func (w *wide) sqrtReal(v *ir.Value) *ir.Value {
	return emit.Unary[stablehlo.Sqrt](w.Emitter, v)
}
func (w *wide) expReal(v *ir.Value) *ir.Value {
	return emit.Unary[stablehlo.Exponential](w.Emitter, v)
}
func (w *wide) expm1Real(v *ir.Value) *ir.Value {
	return emit.Unary[stablehlo.ExponentialMinusOne](w.Emitter, v)
}
func (w *wide) log1pReal(v *ir.Value) *ir.Value {
	return emit.Unary[stablehlo.LogPlusOne](w.Emitter, v)
}
func (w *wide) sin(v *ir.Value) *ir.Value { return emit.Unary[stablehlo.Sine](w.Emitter, v) }
func (w *wide) cos(v *ir.Value) *ir.Value { return emit.Unary[stablehlo.Cosine](w.Emitter, v) }
func (w *wide) atan2Real(y, x *ir.Value) *ir.Value {
	return stablehlo.NewAtan2(w.B, y, x).Op.Result()
}
func (w *wide) scale(v *ir.Value, by float64) *ir.Value { return w.Mul(v, w.fill(by)) }

func (w *wide) sinhReal(v *ir.Value) *ir.Value { return emit.Unary[chlo.Sinh](w.Emitter, v) }
func (w *wide) coshReal(v *ir.Value) *ir.Value { return emit.Unary[chlo.Cosh](w.Emitter, v) }
func (w *wide) logReal(v *ir.Value) *ir.Value  { return emit.Unary[stablehlo.Log](w.Emitter, v) }
func (w *wide) and(p, q *ir.Value) *ir.Value   { return stablehlo.NewAnd(w.B, p, q).Op.Result() }
func (w *wide) or(p, q *ir.Value) *ir.Value    { return stablehlo.NewOr(w.B, p, q).Op.Result() }
func (w *wide) isNaN(v *ir.Value) *ir.Value    { return w.Compare("NE", v, v) }
func (w *wide) isInf(v *ir.Value) *ir.Value {
	return w.Compare("EQ", w.absReal(v), w.fill(math.Inf(1)))
}
func (w *wide) isFinite(v *ir.Value) *ir.Value {
	return w.Compare("LT", w.absReal(v), w.fill(math.Inf(1)))
}
func (w *wide) not(p *ir.Value) *ir.Value { return emit.Unary[stablehlo.Not](w.Emitter, p) }

func (w *wide) differ(a, b pair) *ir.Value {
	return stablehlo.NewOr(w.B, w.Compare("NE", a.re, b.re), w.Compare("NE", a.im, b.im)).Op.Result()
}

// order sorts two numbers by their real parts, then by their imaginary parts, then by the signs of
// zeros in the real and in the imaginary parts. If a part is NaN, all parts of the results are NaN.
func (w *wide) order(a, b pair) (less, greater pair) {
	total := func(direction string, x, y *ir.Value) *ir.Value {
		return stablehlo.NewCompareAs(w.B, direction, "TOTALORDER", x, y).Op.Result()
	}
	signs := w.or(total("LT", a.re, b.re), w.and(total("EQ", a.re, b.re), total("LT", a.im, b.im)))
	imag := w.or(w.Compare("LT", a.im, b.im), w.and(w.Compare("EQ", a.im, b.im), signs))
	ordered := w.or(w.Compare("LT", a.re, b.re), w.and(w.Compare("EQ", a.re, b.re), imag))
	undefined := w.or(w.differ(a, a), w.differ(b, b))
	pick := func(x, y pair) pair {
		nan := ops{w}.F(math.NaN())
		return w.choose(undefined, pair{nan, nan}, w.choose(ordered, x, y))
	}
	return pick(a, b), pick(b, a)
}

func (w *wide) choose(p *ir.Value, yes, no pair) pair {
	return pair{w.Choose(p, yes.re, no.re), w.Choose(p, yes.im, no.im)}
}

func (w *wide) add(a, b pair) pair { return pair{w.Add(a.re, b.re), w.Add(a.im, b.im)} }
func (w *wide) sub(a, b pair) pair { return pair{w.Sub(a.re, b.re), w.Sub(a.im, b.im)} }

func (w *wide) mul(a, b pair) pair {
	return pair{
		w.Sub(w.Mul(a.re, b.re), w.Mul(a.im, b.im)),
		w.Add(w.Mul(a.re, b.im), w.Mul(a.im, b.re)),
	}
}

// square returns ((re - im)(re + im), 2 re im). The real part is 0 if both parts have the same
// magnitude and are finite.
func (w *wide) square(a pair) pair {
	x, y := w.absReal(a.re), w.absReal(a.im)
	re := w.Mul(w.Sub(a.re, a.im), w.Add(a.re, a.im))
	same := stablehlo.NewAnd(w.B, w.Compare("EQ", x, y), w.Compare("LT", x, w.fill(math.Inf(1)))).Op.Result()
	return pair{w.Choose(same, w.fill(0), re), w.scale(w.Mul(a.re, a.im), 2)}
}

// div returns a / b by Smith's method, which divides by the larger part of the divisor. If both
// parts would be NaN although the quotient has an infinite or zero limit, the result is this limit,
// as in Annex G of C.
func (w *wide) div(a, b pair) pair {
	byRe := w.Compare("GE", w.absReal(b.re), w.absReal(b.im))
	large, small := w.Choose(byRe, b.re, b.im), w.Choose(byRe, b.im, b.re)
	r := w.Div(small, large)
	d := w.Add(large, w.Mul(r, small))
	// The result is (re + im r, im - re r) / d if byRe, and otherwise (re r + im, im r - re) / d.
	scaled := pair{w.Mul(a.re, r), w.Mul(a.im, r)}
	re := w.Add(w.Choose(byRe, a.re, scaled.re), w.Choose(byRe, scaled.im, a.im))
	im := w.Sub(w.Choose(byRe, a.im, scaled.im), w.Choose(byRe, scaled.re, a.re))
	v := pair{w.Div(re, d), w.Div(im, d)}
	return w.choose(w.and(w.isNaN(v.re), w.isNaN(v.im)), w.limit(a, b, v), v)
}

// limit returns a / b if one of a and b is infinite and the other is finite, or if b is zero and a
// part of a is not NaN. Otherwise it returns v.
func (w *wide) limit(a, b, v pair) pair {
	signs := func(p pair) pair { // infinite parts become 1 and other parts become 0, with the same signs
		one := func(x *ir.Value) *ir.Value {
			return w.copysign(w.Choose(w.isInf(x), w.fill(1), w.fill(0)), x)
		}
		return pair{one(p.re), one(p.im)}
	}
	times := func(by float64, x, y pair) pair { // by · x · conj(y)
		return pair{
			w.scale(w.Add(w.Mul(x.re, y.re), w.Mul(x.im, y.im)), by),
			w.scale(w.Sub(w.Mul(x.im, y.re), w.Mul(x.re, y.im)), by),
		}
	}
	finite := func(p pair) *ir.Value { return w.and(w.isFinite(p.re), w.isFinite(p.im)) }
	infinite := func(p pair) *ir.Value { return w.or(w.isInf(p.re), w.isInf(p.im)) }
	v = w.choose(w.and(infinite(b), finite(a)), times(0, a, signs(b)), v)
	v = w.choose(w.and(infinite(a), finite(b)), times(math.Inf(1), signs(a), b), v)
	inf := w.copysign(w.fill(math.Inf(1)), b.re)
	zero := w.and(w.Compare("EQ", b.re, w.fill(0)), w.Compare("EQ", b.im, w.fill(0)))
	known := w.not(w.and(w.isNaN(a.re), w.isNaN(a.im)))
	return w.choose(w.and(zero, known), pair{w.Mul(inf, a.re), w.Mul(inf, a.im)}, v)
}

// abs returns |a|. It scales by the larger part, so that no square overflows.
func (w *wide) abs(a pair) *ir.Value {
	x, y := w.absReal(a.re), w.absReal(a.im)
	large, small := w.Max(x, y), w.Min(x, y)
	r := w.Div(small, large)
	m := w.Mul(large, w.sqrtReal(w.Add(w.fill(1), w.Mul(r, r))))
	m = w.Choose(w.Compare("EQ", large, w.fill(0)), w.fill(0), m)
	inf := stablehlo.NewOr(w.B, w.Compare("EQ", x, w.fill(math.Inf(1))), w.Compare("EQ", y, w.fill(math.Inf(1)))).Op.Result()
	return w.Choose(inf, w.fill(math.Inf(1)), m)
}

func (w *wide) truncated(v *ir.Value) *ir.Value {
	down := emit.Unary[stablehlo.Floor](w.Emitter, v)
	up := emit.Unary[stablehlo.Ceil](w.Emitter, v)
	return w.Choose(w.Compare("LT", v, w.fill(0)), up, down)
}

// exp returns e^a. An imaginary part of 0 remains 0. If e^re overflows, exp multiplies by e^(re/2)
// twice, since the parts of the result may still be finite.
func (w *wide) exp(a pair) pair {
	e, half := w.expReal(a.re), w.expReal(w.scale(a.re, 0.5))
	s, c := w.sin(a.im), w.cos(a.im)
	v := pair{w.Mul(e, c), w.Mul(e, s)}
	v = w.choose(w.between(a.re, 709, 1500), pair{w.Mul(w.Mul(half, c), half), w.Mul(w.Mul(half, s), half)}, v)
	return w.choose(w.Compare("EQ", a.im, w.fill(0)), pair{e, a.im}, v)
}

func (w *wide) between(v *ir.Value, low, high float64) *ir.Value {
	return w.and(w.Compare("GT", v, w.fill(low)), w.Compare("LT", v, w.fill(high)))
}

// expm1 returns e^a - 1. It computes the real part e^re cos im - 1 without cancellation, as
// expm1(re) cos im - 2 sin²(im/2).
func (w *wide) expm1(a pair) pair {
	half := w.sin(w.scale(a.im, 0.5))
	re := w.Sub(w.Mul(w.expm1Real(a.re), w.cos(a.im)), w.Mul(w.scale(half, 2), half))
	far := w.exp(a)
	far.re = w.Sub(far.re, w.fill(1))
	isFar := w.or(w.Compare("GT", a.re, w.fill(100)), w.not(w.isFinite(a.im)))
	return w.choose(isFar, far, pair{re, w.Mul(w.expReal(a.re), w.sin(a.im))})
}

// logAbs returns log |a|. If |a| is near 1, it computes ½ log1p(|a|² - 1). Otherwise it computes
// log m + ½ log1p((n/m)²), where m is the larger and n the smaller magnitude of the parts. In this
// formula, no square overflows.
func (w *wide) logAbs(a pair) *ir.Value {
	x, y := w.absReal(a.re), w.absReal(a.im)
	large, small := w.Max(x, y), w.Min(x, y)
	q := w.Div(small, large)
	v := w.Add(w.logReal(large), w.scale(w.log1pReal(w.Mul(q, q)), 0.5))
	v = w.Choose(w.Compare("EQ", large, w.fill(0)), w.logReal(large), v)
	excess := w.Add(w.Mul(w.Sub(large, w.fill(1)), w.Add(large, w.fill(1))), w.Mul(small, small))
	near := w.and(w.and(w.Compare("GE", large, w.fill(0.5)), w.Compare("LE", large, w.fill(1.5))), w.between(excess, -0.5, 2))
	v = w.Choose(near, w.scale(w.log1pReal(excess), 0.5), v)
	return w.Choose(w.or(w.isInf(x), w.isInf(y)), w.fill(math.Inf(1)), v)
}

func (w *wide) log(a pair) pair {
	return pair{w.logAbs(a), w.atan2Real(a.im, a.re)}
}

// log1p returns log(1 + a). If a is near 0, the real part is computed as ½ log1p(2 re + |a|²).
func (w *wide) log1p(a pair) pair {
	far := w.log(pair{w.Add(a.re, w.fill(1)), a.im})
	square := w.Add(w.Mul(a.re, w.Add(w.fill(2), a.re)), w.Mul(a.im, a.im))
	near := pair{w.scale(w.log1pReal(square), 0.5), w.atan2Real(a.im, w.Add(w.fill(1), a.re))}
	isFar := stablehlo.NewOr(w.B, w.Compare("GT", w.absReal(a.re), w.fill(0.5)), w.Compare("GT", w.absReal(a.im), w.fill(0.5))).Op.Result()
	return w.choose(isFar, far, near)
}

// copysign returns v, or -v if s is negative or -0.
func (w *wide) copysign(v, s *ir.Value) *ir.Value {
	minus := w.Compare("LT", s, w.fill(0))
	// The reciprocal of -0 is -∞, which is less than 0.
	zero := w.Compare("EQ", s, w.fill(0))
	below := w.Compare("LT", w.Div(w.fill(1), s), w.fill(0))
	minus = stablehlo.NewOr(w.B, minus, stablehlo.NewAnd(w.B, zero, below).Op.Result()).Op.Result()
	return w.Choose(minus, w.neg(v), v)
}

// sqrt computes the parts from the root of (|z| + |re|) / 2, which has no cancellation. Parts are
// scaled so that |z| neither overflows nor loses bits.
func (w *wide) sqrt(z pair) pair {
	largest := w.Max(w.absReal(z.re), w.absReal(z.im))
	huge, tiny := w.Compare("GT", largest, w.fill(0x1p1020)), w.Compare("LT", largest, w.fill(0x1p-960))
	scaling := func(huger, tinier float64) *ir.Value {
		return w.Choose(huge, w.fill(huger), w.Choose(tiny, w.fill(tinier), w.fill(1)))
	}
	before, after := scaling(0x1p-4, 0x1p108), scaling(4, 0x1p-54)
	a := pair{w.Mul(z.re, before), w.Mul(z.im, before)}
	t := w.sqrtReal(w.scale(w.Add(w.absReal(a.re), w.abs(a)), 0.5))
	other := w.Div(w.absReal(a.im), w.scale(t, 2))
	t, other = w.Mul(t, after), w.Mul(other, after)
	right := w.Compare("GE", a.re, w.fill(0))
	re, im := w.Choose(right, t, other), w.Choose(right, other, t)
	zero := w.Compare("EQ", largest, w.fill(0))
	re, im = w.Choose(zero, w.fill(0), re), w.Choose(zero, w.absReal(z.im), im)
	// If the real part is infinite, the quotient for the imaginary part is NaN.
	inf := w.and(w.isInf(z.re), w.not(w.isNaN(z.im)))
	re = w.Choose(inf, w.Choose(right, w.fill(math.Inf(1)), w.fill(0)), re)
	im = w.Choose(inf, w.Choose(right, w.fill(0), w.fill(math.Inf(1))), im)
	inf = w.isInf(z.im)
	re, im = w.Choose(inf, w.fill(math.Inf(1)), re), w.Choose(inf, w.fill(math.Inf(1)), im)
	return pair{re, w.copysign(im, z.im)}
}

// pow returns the number with modulus |a|^re(b) e^(-im(b) arg a) and angle re(b) arg a + im(b) log
// |a|.
func (w *wide) pow(a, b pair) pair {
	m, angle := w.abs(a), w.atan2Real(a.im, a.re)
	noIm := w.Compare("EQ", b.im, w.fill(0))
	r := w.Pow(m, b.re)
	r = w.Choose(noIm, r, w.Mul(r, w.expReal(w.neg(w.Mul(b.im, angle)))))
	theta := w.Mul(b.re, angle)
	theta = w.Choose(noIm, theta, w.Add(theta, w.Mul(b.im, w.logReal(m))))
	v := w.polar(r, theta)
	atZero := w.and(w.Compare("EQ", m, w.fill(0)), noIm)
	v = w.choose(w.and(atZero, w.Compare("GT", b.re, w.fill(0))), w.number(0, 0), v)
	return w.choose(w.and(atZero, w.Compare("EQ", b.re, w.fill(0))), w.number(1, 0), v)
}

// polar returns the number with modulus r and the given angle. It returns 0 if r is 0.
func (w *wide) polar(r, angle *ir.Value) pair {
	return w.choose(w.Compare("EQ", r, w.fill(0)), w.number(0, 0), pair{w.Mul(r, w.cos(angle)), w.Mul(r, w.sin(angle))})
}

// cbrt returns the cube root with the smallest angle.
func (w *wide) cbrt(a pair) pair {
	return w.polar(emit.Unary[stablehlo.Cbrt](w.Emitter, w.abs(a)), w.Div(w.atan2Real(a.im, a.re), w.fill(3)))
}

// logistic returns 1 / (1 + e^-a), computed as e^a / (1 + e^a) where e^-a could overflow.
func (w *wide) logistic(a pair) pair {
	left, one := w.Compare("LT", a.re, w.fill(0)), w.number(1, 0)
	e := w.exp(w.choose(left, a, pair{w.neg(a.re), w.neg(a.im)}))
	return w.div(w.choose(left, e, one), w.add(one, e))
}

// atan2 returns -i log((b + i a) / sqrt(a² + b²)).
func (w *wide) atan2(a, b pair) pair {
	top := pair{w.Sub(b.re, a.im), w.Add(b.im, a.re)}
	l := w.log(w.div(top, w.sqrt(w.add(w.mul(a, a), w.mul(b, b)))))
	return pair{l.im, w.neg(l.re)}
}

// sinh returns (sinh a cos b, cosh a sin b) for z = (a, b).
func (w *wide) sinh(z pair) pair {
	a, b := z.re, z.im
	s, c := w.sin(b), w.cos(b)
	v := pair{w.Mul(w.sinhReal(a), c), w.Mul(w.coshReal(a), s)}
	v = w.choose(w.and(w.isInf(a), w.not(w.isFinite(b))), pair{a, ops{w}.F(math.NaN())}, v)
	m := w.absReal(a)
	e := w.expReal(w.scale(m, 0.5))
	half := w.scale(e, 0.5)
	v = w.choose(w.between(m, 709, 1500), pair{w.Mul(w.Mul(w.copysign(half, a), c), e), w.Mul(w.Mul(half, s), e)}, v)
	v = w.choose(w.Compare("EQ", a, w.fill(0)), pair{w.copysign(a, c), s}, v)
	return w.choose(w.Compare("EQ", b, w.fill(0)), pair{w.sinhReal(a), b}, v)
}

// cosh returns (cosh a cos b, sinh a sin b) for z = (a, b).
func (w *wide) cosh(z pair) pair {
	a, b := z.re, z.im
	s, c := w.sin(b), w.cos(b)
	v := pair{w.Mul(w.coshReal(a), c), w.Mul(w.sinhReal(a), s)}
	v = w.choose(w.and(w.isInf(a), w.not(w.isFinite(b))), pair{w.absReal(a), ops{w}.F(math.NaN())}, v)
	m := w.absReal(a)
	e := w.expReal(w.scale(m, 0.5))
	half := w.scale(e, 0.5)
	v = w.choose(w.between(m, 709, 1500), pair{w.Mul(w.Mul(half, c), e), w.Mul(w.Mul(w.copysign(half, a), s), e)}, v)
	v = w.choose(w.Compare("EQ", a, w.fill(0)), pair{c, w.copysign(a, s)}, v)
	return w.choose(w.Compare("EQ", b, w.fill(0)), pair{w.coshReal(a), w.copysign(b, a)}, v)
}

// tanh follows Kahan, "Branch cuts for complex elementary functions" (1987).
func (w *wide) tanh(z pair) pair {
	a, b := z.re, z.im
	one, m := w.fill(1), w.absReal(a)
	t, s := emit.Unary[stablehlo.Tan](w.Emitter, b), w.sinhReal(a)
	beta, rho := w.Add(one, w.Mul(t, t)), w.sqrtReal(w.Add(one, w.Mul(s, s)))
	d := w.Add(one, w.Mul(w.Mul(beta, s), s))
	v := pair{w.Div(w.Mul(w.Mul(beta, rho), s), d), w.Div(t, d)}
	v = w.choose(w.isInf(beta), pair{w.Div(rho, s), w.Div(one, t)}, v)
	im := w.Mul(w.Mul(w.scale(w.sin(b), 4), w.cos(b)), w.expReal(w.scale(m, -2)))
	im = w.Choose(w.isFinite(b), im, w.copysign(w.fill(0), b))
	far := w.or(w.and(w.Compare("GT", m, w.fill(22)), w.isFinite(b)), w.isInf(a))
	v = w.choose(far, pair{w.copysign(one, a), im}, v)
	v = w.choose(w.Compare("EQ", a, w.fill(0)), pair{a, t}, v)
	return w.choose(w.Compare("EQ", b, w.fill(0)), pair{emit.Unary[stablehlo.Tanh](w.Emitter, a), b}, v)
}

// turned returns i·a.
func (w *wide) turned(a pair) pair { return pair{w.neg(a.im), a.re} }

// unturned returns -i·a.
func (w *wide) unturned(a pair) pair { return pair{a.im, w.neg(a.re)} }

// periodic computes trigonometric and hyperbolic functions, and the inverse functions of client.
func (w *wide) periodic(op *ir.Op, a pair) pair {
	switch op.View().(type) {
	case stablehlo.Sine:
		return w.unturned(w.sinh(w.turned(a)))
	case stablehlo.Cosine:
		return w.cosh(w.turned(a))
	case stablehlo.Tan, chlo.Tan:
		return w.unturned(w.tanh(w.turned(a)))
	case stablehlo.Tanh:
		return w.tanh(a)
	case chlo.Sinh:
		return w.sinh(a)
	case chlo.Cosh:
		return w.cosh(a)
	}
	return w.client(op, a)
}
