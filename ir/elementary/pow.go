package elementary

import "math"

// pair is the unevaluated sum hi + lo. hi is this sum rounded.
type pair[V any] struct{ hi, lo V }

// product returns x·y exactly (Dekker 1971) for |x|, |y| < 2⁹⁹⁵. The product must not overflow, and
// its low part must not underflow.
func product[V any, O Ops[V]](o O, x, y V) pair[V] {
	p := o.MulF(x, y)
	a, b := halves(o, x), halves(o, y)
	e := o.SubF(o.MulF(a.hi, b.hi), p)
	e = o.AddF(o.AddF(e, o.MulF(a.hi, b.lo)), o.MulF(a.lo, b.hi))
	return pair[V]{p, o.AddF(e, o.MulF(a.lo, b.lo))}
}

// halves splits x into two parts of 26 bits (Veltkamp).
func halves[V any, O Ops[V]](o O, x V) pair[V] {
	c := o.MulF(o.F(0x1p27+1), x)
	hi := o.SubF(c, o.SubF(c, x))
	return pair[V]{hi, o.SubF(x, hi)}
}

// sum returns x + y exactly, for |x| ≥ |y| or x = 0.
func sum[V any, O Ops[V]](o O, x, y V) pair[V] {
	s := o.AddF(x, y)
	return pair[V]{s, o.SubF(y, o.SubF(s, x))}
}

// logPair is the logarithm of a positive finite x to about 62 bits.
func logPair[V any, O Ops[V]](o O, x V) pair[V] {
	m := split(o, x)
	d := sum(o, o.F(2), m.f)
	s := o.DivF(m.f, d.hi)
	sd := product(o, s, d.hi)
	rest := o.SubF(o.SubF(o.SubF(m.f, sd.hi), sd.lo), o.MulF(s, d.lo))
	slo := o.DivF(rest, d.hi)
	// log(1+f) = 2s + ⅔s³ + 2s³·z(1/5 + z/7 + …). The cube s³ is computed in two parts.
	z := product(o, s, s)
	zlo := o.AddF(z.lo, o.MulF(o.MulF(o.F(2), s), slo))
	cube := product(o, z.hi, s)
	clo := o.AddF(cube.lo, o.AddF(o.MulF(zlo, s), o.MulF(z.hi, slo)))
	const third, thirdLo = 2. / 3, 0x1.5555555555555p-55
	two := product(o, cube.hi, o.F(third))
	twoLo := o.AddF(two.lo, o.AddF(o.MulF(cube.hi, o.F(thirdLo)), o.MulF(clo, o.F(third))))
	tail := polynomial(o, z.hi, 1./5, 1./7, 1./9, 1./11, 1./13, 1./15, 1./17, 1./19, 1./21, 1./23)
	tail = o.MulF(o.MulF(o.F(2), cube.hi), o.MulF(z.hi, tail))
	frac := sum(o, o.MulF(o.F(2), s), two.hi)
	low := o.AddF(o.AddF(frac.lo, o.MulF(o.F(2), slo)), o.AddF(twoLo, tail))
	all := sum(o, o.MulF(m.k, o.F(ln2hi)), frac.hi)
	low = o.AddF(low, o.AddF(all.lo, o.MulF(m.k, o.F(ln2lo))))
	return sum(o, all.hi, low)
}

// pow is x to the power of y, with IEEE 754's special cases.
func pow[V any, O Ops[V]](o O, x, y V) V {
	l := logPair(o, o.AbsF(x))
	// For |y| > 2⁶⁵ the result is 0, 1 or infinite. So limiting |y| to 2⁶⁵ does not change the
	// result, and avoids overflow in the products.
	yc := clamp(o, y, -0x1p65, 0x1p65)
	p := product(o, yc, l.hi)
	plo := o.AddF(p.lo, o.MulF(yc, l.lo))
	outside := o.Less(o.F(1000), o.AbsF(p.hi))
	r := reduce(o, clamp(o, p.hi, -746, 710), o.Select(outside, o.F(0), plo))
	return powEdges(o, x, y, scale(o, o.AddF(o.F(1), r.e), r.k), 0x1p53)
}

// edgeOps has the methods that powEdges needs. Both Ops and Ops32 include it.
type edgeOps[V any] interface {
	F(c float64) V
	AddF(x, y V) V
	MulF(x, y V) V
	AbsF(x V) V
	Floor(x V) V
	CopySign(x, sign V) V
	And(x, y V) V
	Or(x, y V) V
	Less(x, y V) V
	Equal(x, y V) V
	IsNaN(x V) V
	Select(c, t, f V) V
}

// powEdges applies the sign and the special cases to r, which is |x|ʸ. All finite floats whose
// magnitude is at least the parameter "even" must be even integers.
func powEdges[V any, O edgeOps[V]](o O, x, y, r V, even float64) V {
	zero, one, inf := o.F(0), o.F(1), o.F(math.Inf(1))
	ax := o.AbsF(x)
	down := o.Less(y, zero)
	r = o.Select(o.Equal(ax, zero), o.Select(down, inf, zero), r)
	r = o.Select(o.Equal(ax, inf), o.Select(down, zero, inf), r)
	r = o.Select(o.Equal(ax, one), one, r)

	ay := o.AbsF(y)
	isWhole := o.Equal(o.Floor(y), y)
	half := o.MulF(ay, o.F(0.5))
	odd := o.And(o.And(isWhole, o.Less(o.Floor(half), half)), o.Less(ay, o.F(even)))
	r = o.Select(odd, o.CopySign(r, x), r)
	bad := o.And(o.Less(x, zero), o.And(o.Less(ax, inf), o.Less(o.Floor(y), y)))
	r = o.Select(bad, o.F(math.NaN()), r)

	r = o.Select(o.Or(o.IsNaN(x), o.IsNaN(y)), o.AddF(x, y), r)
	return o.Select(o.Or(o.Equal(y, zero), o.Equal(x, one)), one, r)
}
