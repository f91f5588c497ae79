package elementary

import "math"

func rsqrt[V any, O Ops[V]](o O, x V) V { return o.DivF(o.F(1), o.Sqrt(x)) }

func cbrt[V any, O Ops[V]](o O, x V) V {
	ax := o.AbsF(x)
	small := o.Less(ax, o.F(0x1p-1022))
	large := o.Less(o.F(0x1p1000), ax)
	a := o.Select(small, o.MulF(ax, o.F(0x1p54)), ax)
	a = o.Select(large, o.MulF(ax, o.F(0x1p-54)), a)
	// A third of the bit pattern of a, plus bias, is the bit pattern of an approximate root with 5
	// correct bits. Each step of Halley's method triples the number of correct bits.
	const bias = 0x2a9f7893782da1ce // ⅔·(1023−0.05)·2⁵²; 0.05 balances the errors
	r := o.Float(o.AddI(o.DivUI(o.Bits(a), o.I(3)), o.I(bias)))
	for range 3 {
		c := o.MulF(o.MulF(r, r), r)
		r = o.SubF(r, o.MulF(r, o.DivF(o.SubF(c, a), o.AddF(o.AddF(c, c), a))))
	}
	r = o.Select(small, o.MulF(r, o.F(0x1p-18)), r)
	r = o.Select(large, o.MulF(r, o.F(0x1p18)), r)
	edge := o.Or(o.Equal(ax, o.F(0)), o.Or(o.IsNaN(x), o.Equal(ax, o.F(math.Inf(1)))))
	return o.CopySign(o.Select(edge, ax, r), x)
}
