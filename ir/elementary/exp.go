package elementary

// ln 2 is ln2hi + ln2lo. ln2hi has 32 bits, so that its product with a small integer is exact.
const (
	ln2hi = 0x1.62e42feep-1
	ln2lo = 0x1.a39ef35793c76p-33
	log2e = 0x1.71547652b82fep0
)

// reduced holds k and e of an argument x = k·ln 2 + r, where |r| ≤ ln 2 / 2 and e = exp(r) − 1.
type reduced[V any] struct{ k, e V }

// reduce returns k and e for the argument x + tail; |x| must be less than 2²⁰.
func reduce[V any, O Ops[V]](o O, x, tail V) reduced[V] {
	k := o.RoundEven(o.MulF(x, o.F(log2e)))
	lo := o.SubF(o.MulF(k, o.F(ln2lo)), tail)
	r := o.SubF(o.SubF(x, o.MulF(k, o.F(ln2hi))), lo)
	// Taylor's series of exp(r): the first omitted term is r¹⁴/14!, which is below 2⁻⁵⁷·exp(r).
	q := polynomial(o, r, 1./2, 1./6, 1./24, 1./120, 1./720, 1./5040, 1./40320, 1./362880,
		1./3628800, 1./39916800, 1./479001600, 1./6227020800)
	return reduced[V]{k, o.AddF(r, o.MulF(o.MulF(r, r), q))}
}

// scale returns y·2ᵏ, rounded once, for an integer k in [-1100, 1100].
func scale[V any, O Ops[V]](o O, y, k V) V {
	n := integer(o, k)
	half := o.ShRS(n, o.I(1))
	return o.MulF(o.MulF(y, power2(o, half)), power2(o, o.SubI(n, half)))
}

func exp[V any, O Ops[V]](o O, x V) V {
	r := reduce(o, clamp(o, x, -746, 710), o.F(0))
	return scale(o, o.AddF(o.F(1), r.e), r.k)
}

// expm1 is exp(x) − 1, accurate near 0 too.
func expm1[V any, O Ops[V]](o O, x V) V {
	r := reduce(o, clamp(o, x, -746, 710), o.F(0))
	// 2ᵏ(1 + e) − 1 = 2ᵏe + (2ᵏ − 1). It rounds to 2ᵏ(1 + e) for k > 60, and to −1 for k < −60.
	p := scale(o, o.F(1), clamp(o, r.k, -60, 1000))
	near := o.AddF(o.MulF(p, r.e), o.SubF(p, o.F(1)))
	y := o.Select(o.Less(o.F(60), r.k), scale(o, o.AddF(o.F(1), r.e), r.k), near)
	return o.Select(o.Equal(x, o.F(0)), x, y) // keeps −0
}

func tanh[V any, O Ops[V]](o O, x V) V {
	t := expm1(o, clamp(o, o.MulF(o.F(2), o.AbsF(x)), 0, 50))
	return o.CopySign(o.DivF(t, o.AddF(t, o.F(2))), x)
}

// halfExp is exp(x)/2. It overflows only if sinh and cosh overflow.
func halfExp[V any, O Ops[V]](o O, x V) V {
	r := reduce(o, clamp(o, x, -746, 711), o.F(0))
	return scale(o, o.AddF(o.F(1), r.e), o.SubF(r.k, o.F(1)))
}

func cosh[V any, O Ops[V]](o O, x V) V {
	e := halfExp(o, o.AbsF(x))
	return o.AddF(e, o.DivF(o.F(0.25), e))
}

// sinh is the hyperbolic sine, computed from expm1 for |x| < 1.
func sinh[V any, O Ops[V]](o O, x V) V {
	a := o.AbsF(x)
	t := expm1(o, clamp(o, a, 0, 1))
	small := o.MulF(o.F(0.5), o.AddF(t, o.DivF(t, o.AddF(t, o.F(1)))))
	e := halfExp(o, a)
	y := o.Select(o.Less(a, o.F(1)), small, o.SubF(e, o.DivF(o.F(0.25), e)))
	return o.CopySign(y, x)
}
