package complex

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// wide computes elementwise functions on real and imaginary parts, which have the same type.
type wide struct {
	emit.Emitter
	args []pair
	t    ir.Type // of parts
	back ir.Type // element type of the result
}

func newWide(e emit.Emitter, args []pair) *wide {
	t := args[0].re.Type()
	return &wide{Emitter: e, args: args, t: t, back: t.Elem()}
}

// widen changes the arguments to f64: so intermediate values of functions on complex<f32> neither
// overflow nor lose precision.
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

func (w *wide) not(p *ir.Value) *ir.Value { return emit.Unary[stablehlo.Not](w.Emitter, p) }

func (w *wide) differ(a, b pair) *ir.Value {
	return stablehlo.NewOr(w.B, w.Compare("NE", a.re, b.re), w.Compare("NE", a.im, b.im)).Op.Result()
}

// less orders by the real part, then by the imaginary one.
func (w *wide) less(a, b pair) *ir.Value {
	tie := stablehlo.NewAnd(w.B, w.Compare("EQ", a.re, b.re), w.Compare("LT", a.im, b.im)).Op.Result()
	return stablehlo.NewOr(w.B, w.Compare("LT", a.re, b.re), tie).Op.Result()
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

// square is ((re - im)(re + im), 2 re im), with a real part of 0 if both parts have the same
// magnitude and are finite.
func (w *wide) square(a pair) pair {
	x, y := w.absReal(a.re), w.absReal(a.im)
	re := w.Mul(w.Sub(a.re, a.im), w.Add(a.re, a.im))
	same := stablehlo.NewAnd(w.B, w.Compare("EQ", x, y), w.Compare("LT", x, w.fill(math.Inf(1)))).Op.Result()
	return pair{w.Choose(same, w.fill(0), re), w.scale(w.Mul(a.re, a.im), 2)}
}

// div is Smith's method, which divides by the larger part of the divisor.
func (w *wide) div(a, b pair) pair {
	byRe := w.Compare("GE", w.absReal(b.re), w.absReal(b.im))
	large, small := w.Choose(byRe, b.re, b.im), w.Choose(byRe, b.im, b.re)
	r := w.Div(small, large)
	d := w.Add(large, w.Mul(r, small))
	p, q := w.Choose(byRe, a.re, a.im), w.Choose(byRe, a.im, a.re) // (p + q r, ±(q - p r)) / d
	re := w.Div(w.Add(p, w.Mul(q, r)), d)
	im := w.Div(w.Sub(q, w.Mul(p, r)), d)
	return pair{re, w.Choose(byRe, im, w.neg(im))}
}

// abs scales by the larger part, so that no square overflows.
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

// exp keeps an imaginary part of 0. It multiplies by e^(re/2) twice, since e^re may overflow where
// no part of the result does.
func (w *wide) exp(a pair) pair {
	half := w.expReal(w.scale(a.re, 0.5))
	noIm := w.Compare("EQ", a.im, w.fill(0))
	re := w.Mul(w.Mul(half, w.cos(a.im)), half)
	im := w.Mul(w.Mul(half, w.sin(a.im)), half)
	return pair{w.Choose(noIm, w.expReal(a.re), re), w.Choose(noIm, a.im, im)}
}

// expm1 is exp(a) cos b - 1 without cancellation: expm1(a) cos b - 2 sin²(b/2).
func (w *wide) expm1(a pair) pair {
	half := w.sin(w.scale(a.im, 0.5))
	re := w.Sub(w.Mul(w.expm1Real(a.re), w.cos(a.im)), w.scale(w.Mul(half, half), 2))
	return pair{re, w.exp(a).im}
}

// logAbs is the logarithm of |a|; of half of it, where it overflows.
func (w *wide) logAbs(a pair) *ir.Value {
	m := w.abs(a)
	half := w.abs(pair{w.scale(a.re, 0.5), w.scale(a.im, 0.5)})
	scaled := w.Add(emit.Unary[stablehlo.Log](w.Emitter, half), w.fill(math.Ln2))
	return w.Choose(w.Compare("EQ", m, w.fill(math.Inf(1))), scaled, emit.Unary[stablehlo.Log](w.Emitter, m))
}

func (w *wide) log(a pair) pair {
	return pair{w.logAbs(a), w.atan2Real(a.im, a.re)}
}

// log1p uses the logarithm of 1 + a only where it is far from 0.
func (w *wide) log1p(a pair) pair {
	far := w.log(pair{w.Add(a.re, w.fill(1)), a.im})
	square := w.Add(w.Mul(a.re, w.Add(w.fill(2), a.re)), w.Mul(a.im, a.im))
	near := pair{w.scale(w.log1pReal(square), 0.5), w.atan2Real(a.im, w.Add(w.fill(1), a.re))}
	isFar := stablehlo.NewOr(w.B, w.Compare("GT", w.absReal(a.re), w.fill(0.5)), w.Compare("GT", w.absReal(a.im), w.fill(0.5))).Op.Result()
	return w.choose(isFar, far, near)
}

// copysign returns v, which is not negative, with the sign of s.
func (w *wide) copysign(v, s *ir.Value) *ir.Value {
	minus := w.Compare("LT", s, w.fill(0))
	// The sign of -0 shows in its reciprocal.
	zero := w.Compare("EQ", s, w.fill(0))
	below := w.Compare("LT", w.Div(w.fill(1), s), w.fill(0))
	minus = stablehlo.NewOr(w.B, minus, stablehlo.NewAnd(w.B, zero, below).Op.Result()).Op.Result()
	return w.Choose(minus, w.neg(v), v)
}

// sqrt takes the root of (|a| + |re|) / 2, which has no cancellation; parts beyond 2⁵⁰⁰ are scaled.
func (w *wide) sqrt(a pair) pair {
	m, x := w.abs(a), w.absReal(a.re)
	t := w.sqrtReal(w.Add(w.scale(m, 0.5), w.scale(x, 0.5)))
	other := w.Div(w.scale(w.absReal(a.im), 0.5), t)
	right := w.Compare("GE", a.re, w.fill(0))
	re, im := w.Choose(right, t, other), w.Choose(right, other, t)
	zero := w.Compare("EQ", m, w.fill(0))
	re, im = w.Choose(zero, w.fill(0), re), w.Choose(zero, w.absReal(a.im), im)
	inf := w.Compare("EQ", w.absReal(a.im), w.fill(math.Inf(1)))
	re, im = w.Choose(inf, w.fill(math.Inf(1)), re), w.Choose(inf, w.absReal(a.im), im)
	return pair{re, w.copysign(im, a.im)}
}

// pow is |a|^re(b) e^(-im(b) arg a), at angle re(b) arg a + im(b) log |a|.
func (w *wide) pow(a, b pair) pair {
	m, angle := w.abs(a), w.atan2Real(a.im, a.re)
	r := w.Mul(w.Pow(m, b.re), w.expReal(w.neg(w.Mul(b.im, angle))))
	noIm := w.Compare("EQ", b.im, w.fill(0))
	turn := w.Choose(noIm, w.fill(0), w.Mul(b.im, w.logAbs(a)))
	theta := w.Add(w.Mul(b.re, angle), turn)
	p := pair{w.Mul(r, w.cos(theta)), w.Mul(r, w.sin(theta))}
	zero := w.Compare("EQ", m, w.fill(0))
	one := w.Compare("EQ", b.re, w.fill(0))
	atZero := pair{w.Choose(one, w.fill(1), w.fill(0)), w.fill(0)}
	return w.choose(zero, atZero, p)
}

// atan2 is -i log((b + i a) / sqrt(a² + b²)).
func (w *wide) atan2(a, b pair) pair {
	top := pair{w.Sub(b.re, a.im), w.Add(b.im, a.re)}
	l := w.log(w.div(top, w.sqrt(w.add(w.mul(a, a), w.mul(b, b)))))
	return pair{l.im, w.neg(l.re)}
}

// sinhcosh returns sinh and cosh; sinh of small numbers has no cancellation.
func (w *wide) sinhcosh(v *ir.Value) (sinh, cosh *ir.Value) {
	up, down := w.expm1Real(v), w.expm1Real(w.neg(v))
	sinh = w.scale(w.Sub(up, down), 0.5)
	cosh = w.Add(w.scale(w.Add(up, down), 0.5), w.fill(1))
	return sinh, cosh
}

// periodic computes sine, cosine, tangent and hyperbolic tangent.
func (w *wide) periodic(op *ir.Op, a pair) pair {
	switch op.View().(type) {
	case stablehlo.Sine:
		sh, ch := w.sinhcosh(a.im)
		return pair{w.Mul(w.sin(a.re), ch), w.Mul(w.cos(a.re), sh)}
	case stablehlo.Cosine:
		sh, ch := w.sinhcosh(a.im)
		return pair{w.Mul(w.cos(a.re), ch), w.neg(w.Mul(w.sin(a.re), sh))}
	case stablehlo.Tan:
		return w.tan(a)
	case stablehlo.Tanh: // -i tan(i a)
		t := w.tan(pair{w.neg(a.im), a.re})
		return pair{t.im, w.neg(t.re)}
	}
	return w.client(op, a)
}

// tan is (sin a cos a + i sinh b cosh b) / (cos² a + sinh² b). |b| is limited to 20, where the
// result is ±i to the last bit, so squares remain finite.
func (w *wide) tan(a pair) pair {
	b := w.Max(w.Min(a.im, w.fill(300)), w.fill(-300))
	s, c := w.sin(a.re), w.cos(a.re)
	sh, ch := w.sinhcosh(b)
	d := w.Add(w.Mul(c, c), w.Mul(sh, sh))
	return pair{w.Div(w.Mul(s, c), d), w.Div(w.Mul(sh, ch), d)}
}
