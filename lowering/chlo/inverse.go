package chlo

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/ir"
)

// Inverse trigonometric and hyperbolic functions of real numbers use identities that neither cancel
// near the ends of the domain nor overflow inside of it.

// asin(x) = 2 atan2(x, 1 + √((1 - x)(1 + x)))
func (e emitter) asin(x value) value {
	one := e.like(1, x)
	product := e.Mul(e.Sub(one, x), e.Add(one, x))
	half := e.atan2(x, e.Add(one, e.sqrt(product)))
	return e.Add(half, half)
}

// acos(x) = atan2(√((1 - x)(1 + x)), x)
func (e emitter) acos(x value) value {
	one := e.like(1, x)
	return e.atan2(e.sqrt(e.Mul(e.Sub(one, x), e.Add(one, x))), x)
}

// acosh(x) = log1p(√(x - 1) (√(x + 1) + √(x - 1))), and log 2 + log x where 2x overflows
func (e emitter) acosh(x value) value {
	limit := e.largest(x)
	two := e.like(2, x)
	large := e.ge(x, e.Div(limit, two))
	simple := e.Add(e.log(two), e.log(x))
	one := e.like(1, x)
	root := e.sqrt(e.Sub(x, one))
	return e.Choose(large, simple, e.log1p(e.Mul(root, e.Add(e.sqrt(e.Add(x, one)), root))))
}

// asinh(x) = sign(x) log1p(|x| + x² / (1 + √(1 + x²))), and sign(x) (log 2 + log |x|) where x²
// overflows
func (e emitter) asinh(x value) value {
	sign, a := e.sign(x), e.abs(x)
	large := e.ge(a, e.sqrt(e.largest(x)))
	simple := e.Add(e.log(e.like(2, x)), e.log(a))
	square := e.Mul(a, a)
	one := e.like(1, x)
	sum := e.Add(a, e.Div(square, e.Add(one, e.sqrt(e.Add(one, square)))))
	return e.Mul(sign, e.Choose(large, simple, e.log1p(sum)))
}

// atanh(x) = (log1p(x) - log1p(-x)) / 2
func (e emitter) atanh(x value) value {
	outside := e.gt(e.abs(x), e.like(1, x))
	nan := e.nan(x)
	twice := e.Sub(e.log1p(x), e.log1p(e.neg(x)))
	return e.Choose(outside, nan, e.Mul(twice, e.like(0.5, x)))
}

// complexFunction replaces functions of complex numbers. It returns nil if there is no rule.
func (e emitter) complexFunction(op *ir.Op, z value) value {
	switch op.View().(type) {
	case chlo.Square:
		return e.squareComplex(z)
	case chlo.Constant, chlo.ConstantLike:
		return e.plain(op)
	case chlo.Conj:
		re := e.realPart(z)
		return e.complex(re, e.neg(e.imagPart(z)))
	case chlo.Tan:
		return to[tan](e, z, z.Type())
	case chlo.Cosh:
		return e.cosh(z)
	case chlo.Sinh:
		return e.sinhLarge(z)
	case chlo.AsinAcosKernel:
		return e.kernel(z)
	case chlo.Asin:
		x := e.realPart(z)
		w := apply[chlo.AsinAcosKernel](e, z)
		re := e.atan2(x, e.realPart(w))
		negative := e.lt(e.imagPart(z), e.like(0, x))
		im := e.imagPart(w)
		return e.complex(re, e.Choose(negative, e.neg(im), im))
	case chlo.Acos:
		w := apply[chlo.AsinAcosKernel](e, z)
		u := e.realPart(w)
		re := e.atan2(u, e.realPart(z))
		y := e.imagPart(z)
		negative := e.lt(y, e.like(0, y))
		im := e.imagPart(w)
		return e.complex(re, e.Choose(negative, im, e.neg(im)))
	case chlo.Acosh:
		w := apply[chlo.AsinAcosKernel](e, z)
		re, y := e.imagPart(w), e.imagPart(z)
		negative := e.lt(y, e.like(0, y))
		u := e.realPart(w)
		angle := e.atan2(u, e.realPart(z))
		return e.complex(re, e.Choose(negative, e.neg(angle), angle))
	case chlo.Asinh:
		x := e.realPart(z)
		negative := e.lt(x, e.like(0, x))
		y := e.imagPart(z)
		w := apply[chlo.AsinAcosKernel](e, e.complex(e.neg(y), x))
		im := e.imagPart(w)
		re := e.Choose(negative, e.neg(im), im)
		return e.complex(re, e.atan2(y, e.realPart(w)))
	case chlo.Atan:
		y := e.neg(e.imagPart(z))
		w := apply[chlo.Atanh](e, e.complex(y, e.realPart(z)))
		re := e.imagPart(w)
		return e.complex(re, e.neg(e.realPart(w)))
	case chlo.Atanh:
		return e.atanhComplex(z)
	}
	return nil
}

// squareComplex returns (x - y)(x + y) + 2xyi. The real part is exactly 0 if |x| = |y| and x is
// finite.
func (e emitter) squareComplex(z value) value {
	x := e.realPart(z)
	finite := e.finite(x)
	a := e.abs(x)
	y := e.imagPart(z)
	diagonal := e.and(finite, e.eq(a, e.abs(y)))
	zero := e.like(0, x)
	product := e.Mul(e.Sub(x, y), e.Add(x, y))
	re := e.Choose(diagonal, zero, product)
	two := e.like(2, x)
	return e.complex(re, e.Mul(two, e.Mul(x, y)))
}

// constants creates each constant of a formula at its first use.
type constants struct {
	e    emitter
	like value
	made map[float64]value
}

func (c constants) of(v float64) value {
	if c.made[v] == nil {
		c.made[v] = c.e.like(v, c.like)
	}
	return c.made[v]
}

// hypot returns √(x² + y²) for nonnegative x and y. To avoid overflow it computes m √(1 + r) with r
// = (n/m)², where m is the larger and n the smaller operand. If r is too small to change the root,
// the result is m + m r/2.
func (e emitter) hypot(x, y value, c constants) value {
	m := e.Max(x, y)
	return e.hypotOf(m, e.Min(x, y), c)
}

// hypotOf is hypot for m ≥ n.
func (e emitter) hypotOf(m, n value, c constants) value {
	equal := e.eq(m, n)
	diagonal := e.Mul(c.of(math.Sqrt2), m)
	q := e.Div(n, m)
	one := c.of(1)
	r := e.Mul(q, q)
	root := e.sqrt(e.Add(one, r))
	lost := e.eq(root, one)
	lost = e.and(lost, e.gt(r, c.of(0)))
	halved := e.Div(e.Mul(m, r), c.of(2))
	near := e.Add(m, halved)
	return e.Choose(equal, diagonal, e.Choose(lost, near, e.Mul(m, root)))
}

// kernel returns √(a² - x²) + i log(a + √(a² - 1)) with a = (|z + 1| + |z - 1|) / 2. The inverse
// sine and cosine are computed from this number. Source: Hull, Fairgrieve, Tang, "Implementing the
// complex arcsine and arccosine functions using exception handling", 1997. This code distinguishes
// fewer regions of z than the source.
func (e emitter) kernel(z value) value {
	sx := e.realPart(z)
	x := e.abs(sx)
	sy := e.imagPart(z)
	y := e.abs(sy)
	c := constants{e, sx, map[float64]value{}}
	biggest := e.Max(x, y)
	limit := e.Div(e.sqrt(e.largest(sx)), e.like(8, sx))
	far := e.ge(biggest, limit)
	k := parts{c: c, x: x, y: y, sy: sy, limit: limit}
	inside := e.le(x, c.of(1))
	half := c.of(0.5)
	k.xp = e.Add(x, c.of(1))
	k.r = e.hypot(e.abs(k.xp), y, c)
	k.xm = e.Sub(x, c.of(1))
	k.s = e.hypot(e.abs(k.xm), y, c)
	k.a = e.Mul(half, e.Add(k.r, k.s))
	apx := e.Mul(half, e.Add(k.a, x))
	k.yy = e.Mul(y, y)
	k.rp = e.Add(k.r, k.xp)
	ratio := e.Div(k.yy, k.rp)
	k.sm = e.Sub(k.s, k.xm)
	small := e.sqrt(e.Mul(apx, e.Add(ratio, k.sm)))
	quotient := e.Div(apx, k.rp)
	k.sp = e.Add(k.s, k.xm)
	large := e.Mul(y, e.sqrt(e.Add(quotient, e.Div(apx, k.sp))))
	re := e.Choose(far, y, e.Choose(inside, small, large))
	return e.complex(re, e.kernelImag(k))
}

// parts has the values that the real and the imaginary part of the kernel share. x and y are the
// absolute values of the parts of z, r = |x + 1 + iy|, s = |x - 1 + iy|, xp = x + 1, xm = x - 1,
// rp = r + xp, sm = s - xm and sp = s + xm.
type parts struct {
	c                                        constants
	x, y, sy, limit, xp, xm, r, s, a, yy, rp value
	sm, sp                                   value
}

// kernelImag returns log(a + √(a² - 1)).
func (e emitter) kernelImag(k parts) value {
	c, like := k.c, k.c.like
	below := e.lt(k.x, e.Mul(k.limit, e.like(1e12, like)))
	low := e.Mul(k.limit, e.like(1e-6, like))
	optimum := e.Choose(below, low, e.Mul(k.limit, e.like(100, like)))
	high := e.ge(k.y, optimum)
	m := e.Choose(high, k.y, k.x)
	huge := e.ge(m, e.Choose(high, optimum, k.limit))
	two := e.log(c.of(2))
	logs := e.Add(two, e.log(m))
	finite := e.not(e.eq(k.y, e.infinity(1, k.sy)))
	finite = e.and(high, finite)
	q := e.Choose(finite, e.Div(k.x, k.y), c.of(0))
	first := e.Add(logs, e.Mul(c.of(0.5), e.log1p(e.Mul(q, q))))
	tiny := e.Mul(e.sqrt(e.tiniest(like)), e.like(4, like))
	tinyY := e.lt(k.y, tiny)
	near := e.and(tinyY, e.lt(k.x, c.of(1)))
	product := e.Mul(k.xp, k.xm)
	ap := e.Add(k.a, c.of(1))
	nearby := e.neg(e.Div(product, ap))
	outside := e.ge(k.x, c.of(1))
	halfYY := e.Mul(c.of(0.5), k.yy)
	left := e.Div(halfYY, k.rp)
	one := e.Add(left, e.Mul(c.of(0.5), k.sp))
	moderate := e.le(k.a, e.like(1.5, like))
	other := e.Add(left, e.Div(halfYY, k.sm))
	am := e.Choose(near, nearby, e.Choose(outside, one, e.Choose(moderate, other, e.Sub(k.a, c.of(1)))))
	root := e.sqrt(e.Mul(am, ap))
	second := e.Div(k.y, root)
	return e.Choose(huge, first, e.Choose(near, second, e.log1p(e.Add(am, root))))
}

// atanhComplex returns log1p(4x / ((1 - x)² + y²)) / 4 + i atan2(2y, (1 - x)(1 + x) - y²) / 2.
// Where |x| or |y| is so large that 1 is negligible, the real part uses 4x / (x² + y²), computed
// without overflow, and the imaginary part is ±π/2 with the sign of y.
func (e emitter) atanhComplex(z value) value {
	x := e.realPart(z)
	zero := e.like(0, x)
	positive := e.ge(x, zero)
	one := e.like(1, x)
	minus := e.like(-1, x)
	sign := e.Choose(positive, one, minus)
	four := e.like(4, x)
	a := e.abs(x)
	biggest := e.largest(x)
	double := e.gt(biggest, e.like(1e308, x))
	eps64 := e.like(9007199254740994, x)
	single := e.gt(biggest, e.like(1e38, x))
	eps32 := e.like(16777218, x)
	inverse := e.Choose(double, eps64, e.Choose(single, eps32, e.like(2050, x)))
	limit := e.Mul(inverse, inverse)
	safeX := e.lt(a, limit)
	y := e.imagPart(z)
	ay := e.abs(y)
	safe := e.and(safeX, e.lt(ay, limit))
	rest := e.Sub(one, a)
	square := e.Mul(rest, rest)
	yy := e.Mul(y, y)
	plain := e.Div(a, e.Add(square, yy))
	thin := e.lt(e.Mul(ay, inverse), a)
	reciprocal := e.Div(one, a)
	inf := e.infinity(1, x)
	isInf := e.eq(x, inf)
	negInf := e.infinity(-1, x)
	isInf = e.or(isInf, e.eq(x, negInf))
	yInf := e.eq(y, inf)
	yInf = e.or(yInf, e.eq(y, negInf))
	isInf = e.or(isInf, yInf)
	xy := e.Div(a, y)
	wide := e.Div(e.Div(one, e.Add(xy, e.Div(y, a))), y)
	far := e.Choose(thin, reciprocal, e.Choose(isInf, zero, wide))
	re := e.Mul(sign, e.log1p(e.Mul(four, e.Choose(safe, plain, far))))
	re = e.Mul(re, e.like(0.25, x))
	twice := e.Add(y, y)
	below := e.Mul(rest, e.Add(one, a))
	angle := e.atan2(twice, e.Sub(below, yy))
	upper := e.ge(y, e.like(0, y))
	side := e.Choose(upper, one, minus)
	side = e.Mul(side, e.like(math.Pi, x))
	im := e.Choose(safe, angle, side)
	return e.complex(re, e.Mul(im, e.like(0.5, x)))
}
