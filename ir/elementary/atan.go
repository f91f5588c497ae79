package elementary

import "math"

// atan2 is the angle of the point (x, y).
func atan2[V any, O Ops[V]](o O, y, x V) V {
	ax, ay := o.AbsF(x), o.AbsF(y)
	steep := o.Less(ax, ay)
	num, den := o.Select(steep, ax, ay), o.Select(steep, ay, ax)
	same := o.Equal(ax, ay)
	zero := o.Equal(den, o.F(0))
	t := o.Select(same, o.F(1), o.DivF(num, o.Select(zero, o.F(1), den)))
	t = o.Select(zero, o.F(0), t)
	a := arctangent(o, t)
	// π/2 and π are each the sum of two float64 numbers.
	a = o.Select(steep, o.AddF(o.SubF(o.F(math.Pi/2), a), o.F(0x1.1a62633145c07p-54)), a)
	left := o.LessI(o.Bits(x), o.I(0))
	a = o.Select(left, o.AddF(o.SubF(o.F(math.Pi), a), o.F(0x1.1a62633145c07p-53)), a)
	a = o.CopySign(a, y)
	return o.Select(o.Or(o.IsNaN(x), o.IsNaN(y)), o.AddF(x, y), a)
}

// arctangent is atan on [0, 1]. Above tan(π/8) it is π/4 + atan(r) with r = (t−1)/(t+1), and
// otherwise r = t. The polynomial in r² is a Chebyshev interpolant with relative error 5e-20.
func arctangent[V any, O Ops[V]](o O, t V) V {
	upper := o.Less(o.F(0.41421356237309503), t)
	r := o.Select(upper, o.DivF(o.SubF(t, o.F(1)), o.AddF(t, o.F(1))), t)
	z := o.MulF(r, r)
	p := polynomial(o, z,
		-0.33333333333333324206, 0.19999999999997013892, -0.14285714285329708164, 0.11111111085322108759,
		-0.090909080590311910269, 0.076922810999377432501, -0.066662052599765261879, 0.058768340046141606641,
		-0.052173125740615910016, 0.044995007289840320092, -0.033387824501211951519, 0.015113765096600924669)
	rest := o.MulF(o.MulF(r, z), p)
	lo := o.Select(upper, o.F(0x1.1a62633145c07p-55), o.F(0))
	base := o.Select(upper, o.F(math.Pi/4), o.F(0))
	return o.AddF(base, o.AddF(r, o.AddF(rest, lo)))
}
