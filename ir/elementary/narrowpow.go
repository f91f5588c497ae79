package elementary

import "math"

// cbrt32 is the cube root. For x = 2^(3q−126)·m with m in [½, 4), it is 2^(q−42) times the cube
// root of m. This root is approximated by a polynomial and refined by one step of Halley's method.
func cbrt32[V any, O Ops32[V]](o O, x V) V {
	ax := o.AbsF(x)
	small := o.Less(ax, o.F(0x1p-126))
	bits := o.Bits(o.Select(small, o.MulF(ax, o.F(0x1p24)), ax))
	e := whole32(o, o.ShRS(bits, o.I(23)))
	q := integer32(o, o.RoundEven(o.FMA(e, o.F(1./3), o.F(-1./3)))) // e/3, rounded down
	m := o.Float(o.SubI(bits, o.ShL(o.SubI(o.AddI(q, o.AddI(q, q)), o.I(126)), o.I(23))))
	r := polynomial32(o, m, 0.49788394570350647, 0.7130512595176697, -0.26597002148628235, 0.0608537420630455, -0.005487374495714903)
	r2 := o.MulF(r, r)
	d := o.DivF(o.FMA(r2, r, o.SubF(o.F(0), m)), o.FMA(o.AddF(r2, r2), r, m)) // (r³ − m) / (2r³ + m)
	r = o.SubF(r, o.MulF(r, d))
	y := o.MulF(r, o.Float(o.ShL(o.AddI(q, o.I(127-42)), o.I(23))))
	y = o.Select(small, o.MulF(y, o.F(0x1p-8)), y)
	y = o.Select(o.Less(ax, o.F(math.Inf(1))), y, ax)
	return o.CopySign(o.Select(o.Less(o.F(0), ax), y, ax), x)
}

// sum32 is the unevaluated sum hi + lo. hi is this sum rounded.
type sum32[V any] struct{ hi, lo V }

// add32 returns x + y exactly, for |x| ≥ |y| or x = 0.
func add32[V any, O Ops32[V]](o O, x, y V) sum32[V] {
	s := o.AddF(x, y)
	return sum32[V]{s, o.SubF(y, o.SubF(s, x))}
}

// logSum32 is the logarithm of a positive finite x with a relative error below 2⁻³⁰. For x = 2ᵏ·z,
// it is k·ln 2 − log(c) + log(1 + r), where c is one of five numbers near 1/z, and c·z = 1 + r.
func logSum32[V any, O Ops32[V]](o O, x V) sum32[V] {
	m := splitSmall32(o, x)
	c, hi, lo := o.F(1.3195079565048218), o.F(-0.27734375), o.F(8.484311547363177e-05)
	for _, t := range []struct{ from, c, hi, lo float64 }{
		{0.8122523963562356, 1.148698329925537, -0.138671875, 4.246071330271661e-05},
		{0.9330329915368074, 1, 0, 0},
		{1.0717734625362931, 0.8705505728721619, 0.138671875, -4.244988667778671e-05},
		{1.2311444133449163, 0.7578582763671875, 0.27734375, -8.486869046464562e-05},
	} {
		below := o.Less(m.z, o.F(t.from))
		c, hi, lo = o.Select(below, c, o.F(t.c)), o.Select(below, hi, o.F(t.hi)), o.Select(below, lo, o.F(t.lo))
	}
	p := o.MulF(m.z, c)
	r := o.SubF(p, o.F(1))
	h := o.MulF(r, r)
	zero := o.F(0)
	rest := o.FMA(m.z, c, o.SubF(zero, p))
	rest = o.FMA(o.SubF(h, r), rest, rest) // the rounding error of p, divided by 1 + r
	// q approximates (log(1 + r) − r + r²/2) / r³, with an error below 2⁻³³ / r².
	q := polynomial32(o, r, 0.3333333432674408, -0.2499982714653015, 0.19999615848064423, -0.16763198375701904, 0.14404845237731934)
	s := add32(o, o.FMA(m.whole, o.F(ln2high32), hi), r)
	t := add32(o, s.hi, o.MulF(h, o.F(-0.5)))
	rest = o.AddF(rest, o.FMA(m.whole, o.F(ln2rest32), lo))
	rest = o.FMA(o.FMA(r, r, o.SubF(zero, h)), o.F(-0.5), rest)
	rest = o.AddF(rest, o.AddF(s.lo, t.lo))
	return add32(o, t.hi, o.FMA(o.MulF(r, h), q, rest))
}

func pow32[V any, O Ops32[V]](o O, x, y V) V {
	l := logSum32(o, o.AbsF(x))
	p := o.MulF(y, l.hi)
	tail := o.FMA(y, l.lo, o.FMA(y, l.hi, o.SubF(o.F(0), p)))
	tail = o.Select(o.Less(o.AbsF(p), o.F(200)), tail, o.F(0)) // for larger |p|, tail may be too large for expOfSum32
	return powEdges(o, x, y, expOfSum32(o, p, &tail), 0x1p24)
}
