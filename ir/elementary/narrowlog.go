package elementary

import "math"

// The polynomials in this file are minimax approximations on their ranges, fitted with 40 digits.

// mantissa32 holds z and k of a positive finite x = 2ᵏ·z with z in [√½, √2). whole is k as an f32.
type mantissa32[V any] struct{ z, k, whole V }

func split32[V any, O Ops32[V]](o O, x V) mantissa32[V] {
	bits := o.Bits(x)
	k := o.ShRS(o.SubI(bits, o.I(int64(math.Float32bits(math.Sqrt2/2)))), o.I(23))
	return mantissa32[V]{o.Float(o.SubI(bits, o.ShL(k, o.I(23)))), k, whole32(o, k)}
}

// whole32 converts the i32 k to f32; |k| < 2²². It is the inverse of integer32.
func whole32[V any, O Ops32[V]](o O, k V) V {
	return o.SubF(o.Float(o.AddI(k, o.I(int64(math.Float32bits(toInteger32))))), o.F(toInteger32))
}

// splitSmall32 is like split32, but x may be subnormal. Then k is wrong, and whole and z are right.
func splitSmall32[V any, O Ops32[V]](o O, x V) mantissa32[V] {
	small := o.Less(x, o.F(0x1p-126))
	m := split32(o, o.Select(small, o.MulF(x, o.F(0x1p24)), x))
	m.whole = o.Select(small, o.SubF(m.whole, o.F(24)), m.whole)
	return m
}

// ln 2 as a sum of two parts. The product of the first part and an integer below 2¹⁰ is exact.
const ln2high32, ln2rest32 = 0.693359375, -2.12194440054690583e-4

// log32 is the natural logarithm: k·ln 2 + log(1 + f) for x = 2ᵏ(1 + f), 1 + f in [√½, √2).
func log32[V any, O Ops32[V]](o O, x V) V {
	m := splitSmall32(o, x)
	return logEdges32(o, x, logOf32(o, m.whole, o.SubF(m.z, o.F(1))))
}

// logOf32 is k·ln 2 + log(1 + f).
func logOf32[V any, O Ops32[V]](o O, k, f V) V {
	// p approximates (log(1 + f) − f + f²/2) / f³, with relative error 2⁻²⁷.
	p := polynomial32(o, f, 0.3333333134651184, -0.250008225440979, 0.20001226663589478, -0.16623355448246002,
		0.14201760292053223, -0.1316019892692566, 0.12761567533016205, -0.07634441554546356)
	rest := o.FMA(o.MulF(f, f), o.FMA(f, p, o.F(-0.5)), o.MulF(k, o.F(ln2rest32)))
	return o.FMA(k, o.F(ln2high32), o.AddF(f, rest))
}

// logEdges32 returns y if x is positive and finite. Otherwise it returns log(x), which is ±∞ or
// NaN.
func logEdges32[V any, O Ops32[V]](o O, x, y V) V {
	y = o.Select(o.Equal(x, o.F(math.Inf(1))), x, y)
	y = o.Select(o.Equal(x, o.F(0)), o.F(math.Inf(-1)), y)
	y = o.Select(o.Less(x, o.F(0)), o.F(math.NaN()), y)
	return o.Select(o.IsNaN(x), x, y)
}

// log1p32 is log(1 + x) for 1 + x = 2ᵏ(1 + f). For x < 2²⁴, f is computed from x with one rounding,
// because the sum u = 1 + x is already rounded.
func log1p32[V any, O Ops32[V]](o O, x V) V {
	u := o.AddF(o.F(1), x)
	m := split32(o, u)
	p := o.Float(o.ShL(o.SubI(o.I(127), m.k), o.I(23))) // 2⁻ᵏ, unless x is large
	f := o.Select(o.Less(x, o.F(0x1p24)), o.FMA(x, p, o.SubF(p, o.F(1))), o.SubF(m.z, o.F(1)))
	return near0(o, x, logEdges32(o, u, logOf32(o, m.whole, f)))
}

// erfNear32 is the error function for |x| ≤ 0.95, with a relative error of 2⁻²⁵.
func erfNear32[V any, O Ops32[V]](o O, x V) V {
	return o.FMA(x, polynomial32(o, o.MulF(x, x), 0.12837913632392883, -0.37612447142601013, 0.11281321942806244,
		-0.02674889750778675, 0.004967543296515942, -0.0005862227990292013), x)
}

// erf32 is the error function, computed as 1 − 2ʰ with the sign of x, where h is a polynomial for
// log₂(erfc(|x|)). The polynomial has no constant term, so the relative error of the result is
// small near 0.
func erf32[V any, O Ops32[V]](o O, x V) V {
	ax := o.AbsF(x)
	ax = o.Select(o.Less(o.F(4), ax), o.F(4), ax)
	h := o.MulF(ax, polynomial32(o, ax, -1.62790704, -0.918447614, -0.148277059, 0.0276320297, 0.00023140265,
		-0.00240501226, 0.000912990596, -0.000169720486, 1.33539679e-05))
	t := o.AddF(h, o.F(toInteger32))
	f := o.SubF(h, o.SubF(t, o.F(toInteger32)))
	e := o.MulF(f, polynomial32(o, f, 0.693147182, 0.240226492, 0.0555035733, 0.00961823761, 0.00133907353, 0.000154035122)) // 2ᶠ − 1
	p := power32(o, t, 0)
	return o.CopySign(o.FMA(p, e, o.SubF(p, o.F(1))), x)
}

// erfc32 is 1 − erf(x). For x ≥ ½ it is exp(−x²)·q/(1 + 2x), where q is a polynomial of
// (x − 3)/(x + 3). For x ≤ −½ it is 2 − erfc32(−x).
func erfc32[V any, O Ops32[V]](o O, x V) V {
	ax := clamp32(o, o.AbsF(x), 0, 10.1)
	u := o.DivF(o.SubF(ax, o.F(3)), o.AddF(ax, o.F(3)))
	q := polynomial32(o, u, 1.2530080080032349, -0.13562114536762238, -0.04756239801645279, 0.1296464204788208, // error 2⁻²⁹
		-0.11927097290754318, 0.06829576939344406, -0.023797528818249702, 0.002567378571256995, 0.0020018115174025297,
		-0.0007775860722176731, -0.0002681290789041668)
	q = o.DivF(q, o.FMA(ax, o.F(2), o.F(1)))
	// −x² is computed as h − l, since exp magnifies the error of h.
	h := o.SubF(o.F(0), o.MulF(ax, ax))
	l := o.FMA(ax, ax, h)
	k := o.RoundEven(o.MulF(h, o.F(log2e)))
	r := o.SubF(o.FMA(k, o.F(-ln2lo32), o.FMA(k, o.F(-ln2hi32), h)), l)
	far := scale32(o, o.FMA(expm1Near32(o, r), q, q), k)
	far = o.Select(o.Less(x, o.F(0)), o.SubF(o.F(2), far), far)
	return o.Select(o.Less(ax, o.F(0.5)), o.SubF(o.F(1), erfNear32(o, x)), far)
}
