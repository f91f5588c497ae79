package elementary

import "math"

// The polynomials are Chebyshev interpolants, computed with 60 digits. The polynomial in x² for
// erf(x)/x on [0, 1] has a relative error of 1.5e-19. The polynomial in (x−3)/(x+3) for
// erfc(x)·exp(x²)·(1+2x) on [1, 28] has a relative error of 2e-18.

// erf is the error function.
func erf[V any, O Ops[V]](o O, x V) V {
	ax := o.AbsF(x)
	z := o.MulF(x, x)
	small := o.MulF(x, polynomial(o, z,
		1.1283791670955125738, -0.37612638903183748056, 0.11283791670954878666, -0.026866170645076793248,
		0.0052239776248180144673, -0.00085483269808337899052, 0.00012055331111642710923, -0.000014925595266831181565,
		1.6461000484121368033e-6, -1.6350312701054695011e-7, 1.4659775274047435814e-8, -1.137284885679167367e-9,
		5.9571761477489114044e-11))
	large := o.CopySign(o.SubF(o.F(1), erfcLarge(o, clamp(o, ax, 1, 6))), x)
	return o.Select(o.Less(ax, o.F(1)), small, large)
}

// erfc is 1 − erf(x), accurate for large x too.
func erfc[V any, O Ops[V]](o O, x V) V {
	ax := o.AbsF(x)
	tail := erfcLarge(o, clamp(o, ax, 1, 28))
	tail = o.Select(o.Less(x, o.F(0)), o.SubF(o.F(2), tail), tail)
	return o.Select(o.Less(ax, o.F(1)), o.SubF(o.F(1), erf(o, x)), tail)
}

// erfcLarge is erfc on [1, 28].
func erfcLarge[V any, O Ops[V]](o O, x V) V {
	u := o.DivF(o.SubF(x, o.F(3)), o.AddF(x, o.F(3)))
	q := polynomial(o, u,
		1.2530080582697296554, -0.13562110612458117159, -0.047562294353452552524, 0.12964515870275941443,
		-0.11927366341514862409, 0.068308027344021306154, -0.023770514924158084459, 0.0025293918171539522804,
		0.0018886904548306966416, -0.00077983233544913108776, -0.00010516073045237441482, 0.00012510040319467418086,
		4.954662305540924946e-6, -0.000020109122442179302932, -7.4657375554854665916e-7, 3.5097110842239622388e-6,
		3.6976443547796140834e-7, -6.9932410839525052387e-7, -1.0514496651037887183e-7, 1.7081084636541780061e-7,
		-3.2790786936091965622e-8)
	q = o.DivF(q, o.AddF(o.F(1), o.AddF(x, x)))
	// x² = h² + (x−h)(x+h). h has few bits, so that h² is exact: exp would magnify an error.
	h := o.Float(o.And(o.Bits(x), o.I(math.MinInt64>>36)))
	rest := o.MulF(o.SubF(h, x), o.AddF(h, x))
	return o.MulF(o.MulF(exp(o, o.NegF(o.MulF(h, h))), exp(o, rest)), q)
}
