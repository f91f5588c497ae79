package elementary

import "math"

// quadrant is an angle that was reduced modulo π/2: hi + lo is the remainder, in [-π/4, π/4]. n is
// the number of quarter turns subtracted from the angle; only its low two bits matter.
type quadrant[V any] struct{ hi, lo, n V }

// turn reduces a finite angle x modulo π/2.
func turn[V any, O Ops[V]](o O, x V) quadrant[V] {
	near := turnNear(o, clamp(o, x, -0x1p20, 0x1p20))
	far := turnFar(o, x)
	isNear := o.Less(o.AbsF(x), o.F(0x1p20))
	return quadrant[V]{
		o.Select(isNear, near.hi, far.hi), o.Select(isNear, near.lo, far.lo), o.Select(isNear, near.n, far.n),
	}
}

// turnNear subtracts a multiple of π/2. It uses π/2 as a sum of four parts. The first three parts
// have at most 33 bits (Cody and Waite), so their products with the multiplier are exact.
func turnNear[V any, O Ops[V]](o O, x V) quadrant[V] {
	n := o.RoundEven(o.MulF(x, o.F(2/math.Pi)))
	r := o.SubF(x, o.MulF(n, o.F(0x1.921fb544p+0)))
	w := o.MulF(n, o.F(0x1.0b4611a6p-34))
	a := difference(o, r, w)
	b := difference(o, a.hi, o.MulF(n, o.F(0x1.3198a2ep-69)))
	lo := o.SubF(o.AddF(a.lo, b.lo), o.MulF(n, o.F(0x1.b839a252049c1p-104)))
	s := sum(o, b.hi, lo)
	return quadrant[V]{s.hi, s.lo, integer(o, n)}
}

// difference returns x − y exactly, for operands of any size (Knuth).
func difference[V any, O Ops[V]](o O, x, y V) pair[V] {
	d := o.SubF(x, y)
	v := o.SubF(d, x)
	return pair[V]{d, o.SubF(o.SubF(x, o.SubF(d, v)), o.AddF(y, v))}
}

// sine and cosine evaluate the Taylor series at the angle q.hi + q.lo.
func sine[V any, O Ops[V]](o O, q quadrant[V]) V {
	z := o.MulF(q.hi, q.hi)
	p := polynomial(o, z, -1./6, 1./120, -1./5040, 1./362880, -1./39916800, 1./6227020800, -1./1307674368000,
		1./355687428096000)
	rest := o.AddF(o.MulF(o.MulF(q.hi, z), p), o.MulF(q.lo, o.SubF(o.F(1), o.MulF(z, o.F(0.5)))))
	return o.AddF(q.hi, rest)
}

func cosine[V any, O Ops[V]](o O, q quadrant[V]) V {
	z := o.MulF(q.hi, q.hi)
	p := polynomial(o, z, 1./24, -1./720, 1./40320, -1./3628800, 1./479001600, -1./87178291200,
		1./20922789888000, -1./6402373705728000)
	half := o.MulF(z, o.F(0.5))
	w := o.SubF(o.F(1), half)
	// Add the rounding error of w to the small terms.
	lost := o.SubF(o.SubF(o.F(1), w), half)
	rest := o.SubF(o.MulF(o.MulF(z, z), p), o.MulF(q.hi, q.lo))
	return o.AddF(w, o.AddF(lost, rest))
}

// sin is the sine of x in radians.
func sin[V any, O Ops[V]](o O, x V) V {
	q := turn(o, x)
	y := pick(o, q, o.I(0))
	y = o.Select(o.Equal(x, o.F(0)), x, y) // keeps −0
	return finite(o, x, y)
}

func cos[V any, O Ops[V]](o O, x V) V {
	return finite(o, x, pick(o, turn(o, x), o.I(1)))
}

func tan[V any, O Ops[V]](o O, x V) V {
	q := turn(o, x)
	y := o.DivF(pick(o, q, o.I(0)), pick(o, q, o.I(1)))
	return finite(o, x, o.Select(o.Equal(x, o.F(0)), x, y))
}

// pick returns the sine of the angle q + ahead·π/2.
func pick[V any, O Ops[V]](o O, q quadrant[V], ahead V) V {
	n := o.AddI(q.n, ahead)
	odd := o.EqualI(o.And(n, o.I(1)), o.I(1))
	y := o.Select(odd, cosine(o, q), sine(o, q))
	return o.Select(o.EqualI(o.And(n, o.I(2)), o.I(2)), o.NegF(y), y)
}

// finite returns y, or NaN if x is infinite or NaN.
func finite[V any, O Ops[V]](o O, x, y V) V {
	return o.Select(o.Less(o.AbsF(x), o.F(math.Inf(1))), y, o.F(math.NaN()))
}
