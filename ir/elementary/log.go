package elementary

import "math"

// mantissa holds k and f of a number x = 2ᵏ(1 + f) with 1 + f in [√½, √2).
type mantissa[V any] struct{ k, f V }

// split returns k and f of a positive finite x. For other x the result is undefined.
func split[V any, O Ops[V]](o O, x V) mantissa[V] {
	small := o.Less(x, o.F(0x1p-1022))
	x = o.Select(small, o.MulF(x, o.F(0x1p54)), x)
	bits := o.Bits(x)
	k := o.ShRS(o.SubI(bits, o.I(int64(math.Float64bits(math.Sqrt2/2)))), o.I(52))
	m := o.Float(o.SubI(bits, o.ShL(k, o.I(52))))
	k = whole(o, k)
	return mantissa[V]{o.Select(small, o.SubF(k, o.F(54)), k), o.SubF(m, o.F(1))}
}

// series returns R such that log(1+f) = 2s + 2s·z·R, where s = f/(2+f) and z = s².
func series[V any, O Ops[V]](o O, z V) V {
	return polynomial(o, z, 1./3, 1./5, 1./7, 1./9, 1./11, 1./13, 1./15, 1./17, 1./19, 1./21, 1./23)
}

// logOf returns k·ln 2 + log(1+f) + tail. 1+f must be in [√½, √2].
func logOf[V any, O Ops[V]](o O, k, f, tail V) V {
	s := o.DivF(f, o.AddF(o.F(2), f))
	z := o.MulF(s, s)
	twice := o.MulF(o.MulF(o.F(2), z), series(o, z))
	// 2s = f − s·f, and f is exact.
	rest := o.SubF(o.MulF(s, o.SubF(f, twice)), o.AddF(o.MulF(k, o.F(ln2lo)), tail))
	return o.AddF(o.MulF(k, o.F(ln2hi)), o.SubF(f, rest))
}

// log is the natural logarithm.
func log[V any, O Ops[V]](o O, x V) V {
	m := split(o, x)
	return logEdges(o, x, logOf(o, m.k, m.f, o.F(0)))
}

// logEdges returns y if x is positive and finite. Otherwise it returns log(x), which is ±∞ or NaN.
func logEdges[V any, O Ops[V]](o O, x, y V) V {
	y = o.Select(o.Equal(x, o.F(math.Inf(1))), x, y)
	y = o.Select(o.Equal(x, o.F(0)), o.F(math.Inf(-1)), y)
	y = o.Select(o.Less(x, o.F(0)), o.F(math.NaN()), y)
	return o.Select(o.IsNaN(x), x, y)
}

// log1p is log(1 + x), accurate near 0 too.
func log1p[V any, O Ops[V]](o O, x V) V {
	u := o.AddF(o.F(1), x)
	m := split(o, u)
	// lost is the rounding error of 1 + x. The larger operand is subtracted first, so that the
	// result is exact.
	large := o.Less(o.F(1), x)
	lost := o.Select(large, o.SubF(o.F(1), o.SubF(u, x)), o.SubF(x, o.SubF(u, o.F(1))))
	inside := o.And(o.Less(o.F(-0.29), x), o.Less(x, o.F(0.41)))
	k := o.Select(inside, o.F(0), m.k)
	f := o.Select(inside, x, m.f)
	tail := o.Select(inside, o.F(0), o.DivF(lost, u))
	y := logEdges(o, u, logOf(o, k, f, tail))
	return o.Select(o.Equal(x, o.F(0)), x, y) // keeps −0
}
