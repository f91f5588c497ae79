package elementary

import "math"

// The inverse functions follow Hull, Fairgrieve and Tang, "Implementing the complex
// arcsine and arccosine functions using exception handling" (1997).

const (
	epsilon = 0x1p-52
	// beyond is a number x for which x² + 1 rounds to x².
	beyond = 1 / epsilon
)

// ComplexOps is the arithmetic with which complex functions are computed: basic operations and
// elementary functions of real numbers.
type ComplexOps[V any] interface {
	Arithmetic[V]
	// Call returns f(x), or f(x, y).
	Call(f Function, x, y V) V
}

// Parts holds the real and the imaginary part of a complex number.
type Parts[V any] struct{ Re, Im V }

// ComplexInverse evaluates an inverse trigonometric or hyperbolic function at z. ok is false for
// other functions. Both the interpreter and lowering/complex call ComplexInverse, so all engines
// compute the same bits.
func ComplexInverse[V any, O ComplexOps[V]](o O, f Function, z Parts[V]) (w Parts[V], ok bool) {
	turned := Parts[V]{z.Im, z.Re}
	switch f {
	case Acos:
		return complexAcos(o, z), true
	case Acosh:
		return complexAcosh(o, z), true
	case Asin:
		w = complexAsinh(o, turned)
		return Parts[V]{w.Im, w.Re}, true
	case Asinh:
		return complexAsinh(o, z), true
	case Atan:
		w = complexAtanh(o, turned)
		return Parts[V]{w.Im, w.Re}, true
	case Atanh:
		return complexAtanh(o, z), true
	}
	return w, false
}

// operand is a complex number x + iy, with derived values that all inverse functions need.
type operand[V any] struct {
	x, y, ax, ay V // parts and their magnitudes
	infX, infY   V
	nan          V // a part is NaN
	far          V // the magnitude of a part is larger than the constant beyond
}

func newOperand[V any, O ComplexOps[V]](o O, z Parts[V]) operand[V] {
	v := operand[V]{x: z.Re, y: z.Im, ax: o.AbsF(z.Re), ay: o.AbsF(z.Im)}
	inf, most := o.F(math.Inf(1)), o.F(beyond)
	v.infX, v.infY = o.Equal(v.ax, inf), o.Equal(v.ay, inf)
	v.nan = o.Or(o.IsNaN(v.x), o.IsNaN(v.y))
	v.far = o.Or(o.Less(most, v.ax), o.Less(most, v.ay))
	return v
}

// below reports whether the magnitudes of both parts are smaller than c.
func below[V any, O ComplexOps[V]](o O, v operand[V], c float64) V {
	return o.And(o.Less(v.ax, o.F(c)), o.Less(v.ay, o.F(c)))
}

// withSign returns x, which is not negative, with the sign of s.
func withSign[V any, O ComplexOps[V]](o O, x, s V) V {
	zero := o.F(0)
	minus := o.Or(o.Less(s, zero), o.And(o.Equal(s, zero), o.Less(o.DivF(o.F(1), s), zero)))
	return o.Select(minus, o.NegF(x), x)
}

// hypot is √(x²+y²) for finite x, y ≥ 0.
func hypot[V any, O ComplexOps[V]](o O, x, y V) V {
	swap := o.Less(x, y)
	large, small := o.Select(swap, y, x), o.Select(swap, x, y)
	q := o.DivF(small, large)
	h := o.MulF(large, o.Sqrt(o.AddF(o.F(1), o.MulF(q, q))))
	return o.Select(o.Equal(large, o.F(0)), large, h)
}

// half returns (hypot(a, b) − b)/2, given h = hypot(a, b).
func half[V any, O ComplexOps[V]](o O, a, b, h V) V {
	zero, by := o.F(0), o.F(0.5)
	up := o.MulF(o.DivF(o.MulF(a, a), o.AddF(h, b)), by)
	other := o.Select(o.Equal(b, zero), o.MulF(a, by), up)
	return o.Select(o.Less(b, zero), o.MulF(o.SubF(h, b), by), other)
}

// rectangle is √((a−b)(a+b)).
func rectangle[V any, O ComplexOps[V]](o O, a, b V) V {
	return o.Sqrt(o.MulF(o.SubF(a, b), o.AddF(a, b)))
}

// inverse is the common part of asinh and acos, for z = x + iy with x, y ≥ 0. Let A be (|z+i| +
// |z−i|)/2. Then acoshA is acosh A, and atan2(num, den) is asin(y/A). If the argument far of
// newInverse is true, acoshA is log|z| + log 2, and num and den are invalid.
type inverse[V any] struct{ acoshA, num, den V }

func newInverse[V any, O ComplexOps[V]](o O, x, y, far V) inverse[V] {
	one := o.F(1)
	up, down := o.AddF(y, one), o.SubF(y, one) // y ± 1
	r, s := hypot(o, x, up), hypot(o, x, o.AbsF(down))
	a := o.MulF(o.AddF(r, s), o.F(0.5))
	a = o.Select(o.Less(a, one), one, a)
	atOne := o.Equal(y, one)
	near := o.Less(x, o.MulF(o.F(epsilon), o.AbsF(down)))
	inside := o.Less(y, one)

	// acosh A is log1p(A−1 + √((A−1)(A+1))) or, if far is true, log1p(q²)/2 + log(large) + log 2.
	halfUp := half(o, x, up, r)
	less := o.AddF(halfUp, half(o, x, o.NegF(down), s)) // A − 1
	less = o.Select(near, down, o.Select(o.Less(o.F(10), a), o.SubF(a, one), less))
	sum := o.AddF(less, o.Sqrt(o.MulF(less, o.AddF(o.Select(near, y, a), one))))
	swap := o.Less(x, y)
	large, small := o.Select(swap, y, x), o.Select(swap, x, y)
	q := o.DivF(small, large)
	log1p := o.Call(Log1p, o.Select(far, o.MulF(q, q), sum), one)
	square := o.F(epsilon * epsilon / 128)
	acosh := o.Select(o.And(atOne, o.Less(x, square)), o.Sqrt(x), log1p)
	slope := o.DivF(x, o.Sqrt(o.MulF(o.SubF(one, y), up)))
	acosh = o.Select(o.And(near, inside), slope, acosh)
	logs := o.AddF(o.Call(Log, large, one), o.F(math.Ln2))
	logs = o.AddF(logs, o.MulF(o.F(0.5), log1p))
	logs = o.Select(o.Equal(large, o.F(math.Inf(1))), large, logs)
	v := inverse[V]{acoshA: o.Select(far, logs, acosh)}

	// den is √(A²−y²). Where den or y/A could underflow, num and den are both scaled.
	v.den = o.Sqrt(o.MulF(o.AddF(halfUp, half(o, x, down, s)), o.AddF(a, y)))
	v.den = o.Select(near, o.Sqrt(o.MulF(o.SubF(one, y), up)), v.den)
	atBranch := o.MulF(o.Sqrt(x), o.Sqrt(o.MulF(o.AddF(a, y), o.F(0.5))))
	v.den = o.Select(o.And(atOne, o.Less(x, o.F(epsilon/128))), atBranch, v.den)
	v.den = o.Select(o.Less(o.F(0.6417), o.DivF(y, a)), v.den, rectangle(o, a, y))
	const scale = 4 / epsilon / epsilon
	outside := o.And(near, o.Less(one, y))
	scaled := o.MulF(y, o.F(scale))
	v.den = o.Select(outside, o.DivF(o.MulF(x, scaled), o.Sqrt(o.MulF(up, down))), v.den)
	v.num = o.Select(outside, scaled, y)
	tiny := o.Less(y, o.F(4*0x1p-511))
	v.den = o.Select(tiny, o.MulF(a, o.F(2/epsilon)), v.den)
	v.num = o.Select(tiny, o.MulF(y, o.F(2/epsilon)), v.num)
	return v
}

func complexAsinh[V any, O ComplexOps[V]](o O, z Parts[V]) Parts[V] {
	a := newOperand(o, z)
	v := newInverse(o, a.ax, a.ay, a.far)
	angle := o.Call(Atan2, o.Select(a.far, a.ay, v.num), o.Select(a.far, a.ax, v.den))
	w := Parts[V]{withSign(o, v.acoshA, a.x), withSign(o, angle, a.y)}
	small, nan := below(o, a, 0x1p-28), o.F(math.NaN())
	w = Parts[V]{o.Select(small, a.x, w.Re), o.Select(small, a.y, w.Im)}
	re := o.Select(a.infX, a.x, o.Select(a.infY, a.y, nan))
	im := o.Select(o.Equal(a.y, o.F(0)), a.y, nan)
	return Parts[V]{o.Select(a.nan, re, w.Re), o.Select(a.nan, im, w.Im)}
}

func complexAcos[V any, O ComplexOps[V]](o O, z Parts[V]) Parts[V] {
	a := newOperand(o, z)
	v := newInverse(o, a.ay, a.ax, a.far)
	zero, nan, quarter := o.F(0), o.F(math.NaN()), o.F(math.Pi/2)
	re := o.Call(Atan2, o.Select(a.far, a.ay, v.den), o.Select(a.far, a.x, withSign(o, v.num, a.x)))
	re = o.Select(below(o, a, 0x1p-60), quarter, re)
	im := v.acoshA
	atOne := o.And(o.Equal(a.x, o.F(1)), o.Equal(a.y, zero))
	re, im = o.Select(atOne, zero, re), o.Select(atOne, zero, im)
	im = withSign(o, im, o.NegF(a.y))
	im = o.Select(below(o, a, 0x1p-60), o.NegF(a.y), im)
	atNaN := Parts[V]{o.Select(o.Equal(a.x, zero), quarter, nan), nan}
	atNaN.Im = o.Select(a.infY, o.NegF(a.y), atNaN.Im)
	atNaN.Im = o.Select(a.infX, o.F(math.Inf(-1)), atNaN.Im)
	return Parts[V]{o.Select(a.nan, atNaN.Re, re), o.Select(a.nan, atNaN.Im, im)}
}

// complexAcosh is ±i·acos z. The sign makes the real part nonnegative.
func complexAcosh[V any, O ComplexOps[V]](o O, z Parts[V]) Parts[V] {
	w := complexAcos(o, z)
	im := o.Select(o.IsNaN(w.Re), w.Re, withSign(o, w.Re, z.Im))
	return Parts[V]{o.AbsF(w.Im), o.Select(o.IsNaN(w.Im), w.Im, im)}
}

func complexAtanh[V any, O ComplexOps[V]](o O, z Parts[V]) Parts[V] {
	a := newOperand(o, z)
	zero, one, nan, quarter := o.F(0), o.F(1), o.F(math.NaN()), o.F(math.Pi/2)
	atOne := o.Equal(a.ax, one)
	// For x, y ≥ 0, the real part is ¼·log1p(4x/((x−1)²+y²)). If x is 1, the quotient can overflow
	// for small y. Then the real part is computed as ½·(log 2 − log y).
	distance := o.SubF(a.ax, one)
	square := o.AddF(o.MulF(distance, distance), o.MulF(a.ay, a.ay))
	re := o.MulF(o.Call(Log1p, o.DivF(o.MulF(a.ax, o.F(4)), square), one), o.F(0.25))
	pole := o.MulF(o.SubF(o.F(math.Ln2), o.Call(Log, a.ay, one)), o.F(0.5))
	re = o.Select(o.And(atOne, o.Less(a.ay, o.F(epsilon))), pole, re)
	opposite := o.Select(atOne, o.F(2), o.AddF(a.ay, a.ay))
	adjacent := o.SubF(o.MulF(o.SubF(one, a.ax), o.AddF(one, a.ax)), o.MulF(a.ay, a.ay))
	im := o.MulF(o.Call(Atan2, opposite, o.Select(atOne, o.NegF(a.ay), adjacent)), o.F(0.5))
	im = o.Select(o.And(o.Equal(a.ay, zero), o.Less(a.ax, o.F(1+epsilon))), zero, im)

	// Far from 0, the real part is x/(x²+y²), computed without overflow.
	swap := o.Less(a.ax, a.ay)
	large := o.Select(swap, a.ay, a.ax)
	u, t := o.DivF(a.ax, large), o.DivF(a.ay, large)
	away := o.DivF(o.DivF(u, o.AddF(o.MulF(u, u), o.MulF(t, t))), large)
	re, im = o.Select(a.far, away, re), o.Select(a.far, quarter, im)
	re = o.Select(o.Or(a.infX, a.infY), zero, re)
	w := Parts[V]{withSign(o, re, a.x), withSign(o, im, a.y)}
	small := below(o, a, 0x1p-28)
	w = Parts[V]{o.Select(small, a.x, w.Re), o.Select(small, a.y, w.Im)}
	// If x or y is NaN, the real part is 0 if x is 0 or if a part is infinite. Otherwise it is NaN.
	known := o.Or(o.Or(a.infX, a.infY), o.Equal(a.x, zero))
	re = o.Select(known, withSign(o, zero, a.x), nan)
	return Parts[V]{o.Select(a.nan, re, w.Re), o.Select(a.nan, o.Select(a.infY, w.Im, nan), w.Im)}
}
