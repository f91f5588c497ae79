package elementary

import "math"

// asin is atan2(x, √(1−x²)); it is NaN for |x| > 1.
func asin[V any, O Ops[V]](o O, x V) V {
	one := o.F(1)
	return atan2(o, x, o.Sqrt(o.MulF(o.SubF(one, x), o.AddF(one, x))))
}

// acos is 2·atan2(√(1−x), √(1+x)), which loses no accuracy near 1; it is NaN for |x| > 1.
func acos[V any, O Ops[V]](o O, x V) V {
	one := o.F(1)
	return o.MulF(o.F(2), atan2(o, o.Sqrt(o.SubF(one, x)), o.Sqrt(o.AddF(one, x))))
}

// For x ≥ huge, √(x²+1) and √(x²−1) round to x.
const huge = 0x1p28

// asinh is log1p(a + a²/(1+√(1+a²))) with the sign of x, where a = |x|.
func asinh[V any, O Ops[V]](o O, x V) V {
	ax := o.AbsF(x)
	large := o.Less(o.F(huge), ax)
	a := o.Select(large, o.F(1), ax)
	square := o.MulF(a, a)
	root := o.AddF(o.F(1), o.Sqrt(o.AddF(o.F(1), square)))
	y := log1p(o, o.AddF(a, o.DivF(square, root)))
	y = o.Select(large, o.AddF(log(o, ax), o.F(math.Ln2)), y)
	return o.CopySign(y, x)
}

// acosh is log1p(t + √(2t+t²)), where t = x − 1. It is NaN for x < 1.
func acosh[V any, O Ops[V]](o O, x V) V {
	large := o.Less(o.F(huge), x)
	t := o.SubF(o.Select(large, o.F(1), x), o.F(1))
	y := log1p(o, o.AddF(t, o.Sqrt(o.MulF(t, o.AddF(t, o.F(2))))))
	y = o.Select(large, o.AddF(log(o, x), o.F(math.Ln2)), y)
	return o.Select(o.Less(x, o.F(1)), o.F(math.NaN()), y)
}

// atanh is ½·log1p(2a/(1−a)) with the sign of x, where a = |x|. It is NaN for a > 1. For small a,
// the quotient is computed as 2a + 2a²/(1−a), whose first term is exact.
func atanh[V any, O Ops[V]](o O, x V) V {
	a := o.AbsF(x)
	twice, rest := o.AddF(a, a), o.SubF(o.F(1), a)
	small := o.AddF(twice, o.DivF(o.MulF(twice, a), rest))
	q := o.Select(o.Less(a, o.F(0.5)), small, o.DivF(twice, rest))
	return o.CopySign(o.MulF(o.F(0.5), log1p(o, q)), x)
}
