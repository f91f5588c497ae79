package chlo

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/ir"
)

// Lanczos's approximation of the gamma function with g = 7 and n = 9. Source: C. Lanczos, "A
// precision approximation of the gamma function", SIAM Journal on Numerical Analysis 1, 1964.
const (
	lanczosG    = 7
	lanczosBase = 0.99999999999980993227684700473478
)

var lanczos = [...]float64{
	676.520368121885098567009190444019, -1259.13921672240287047156078755283, 771.3234287776530788486528258894,
	-176.61502916214059906584551354, 12.507343278686904814458936853, -0.13857109526572011689554707,
	9.984369578019570859563e-6, 1.50563273514931155834e-7,
}

// reflected returns the number 1/2, whether x is below 1/2, the number 1, and z. z is -x if
// x < 1/2, and x - 1 otherwise.
func (e emitter) reflected(x value) (half, reflect, one, z value) {
	half = e.like(0.5, x)
	reflect = e.lt(x, half)
	minus := e.neg(x)
	one = e.like(1, x)
	z = e.Choose(reflect, minus, e.Sub(x, one))
	return half, reflect, one, z
}

// lanczosLog returns t = z + g + 1/2 and log t.
func (e emitter) lanczosLog(x, z value) (t, logT value) {
	g := e.like(lanczosG+0.5, x)
	t = e.Add(g, z)
	base := e.like(math.Log(lanczosG+0.5), x)
	return t, e.Add(base, e.log1p(e.Div(z, g)))
}

// lgamma returns log √(2π) + (z + 1/2) log t - t + log a(z), where a is the sum of Lanczos's terms.
// For x < 1/2 it returns log π - log |sin πx| - lgamma(1 - x).
func (e emitter) lgamma(x value) value {
	half, reflect, one, z := e.reflected(x)
	a := e.like(lanczosBase, x)
	for i, c := range lanczos {
		coefficient := e.like(c, x)
		a = e.Add(a, e.Div(coefficient, e.Add(z, e.like(float64(i+1), x))))
	}
	t, logT := e.lanczosLog(x, z)
	quotient := e.Div(t, logT)
	r := e.Mul(e.Sub(e.Add(z, half), quotient), logT)
	logA := e.log(a)
	direct := e.Add(e.Add(e.like((math.Log(2)+math.Log(math.Pi))/2, x), r), logA)
	sine := e.logSine(x, half, one)
	mirrored := e.Sub(e.Sub(e.like(math.Log(math.Pi), x), sine), direct)
	finite := e.finite(sine)
	mirrored = e.Choose(finite, mirrored, e.neg(sine)) // prevents -∞ + ∞
	result := e.Choose(reflect, mirrored, direct)
	infinite := to[chlo.IsInf](e, x, x.Type().WithElem(ir.I1()))
	return e.Choose(infinite, e.infinity(1, x), result)
}

// logSine returns log |sin πx|, computed from the distance of |x| to the nearest integer.
func (e emitter) logSine(x, half, one value) value {
	a := e.abs(x)
	fraction := e.Sub(a, e.floor(a))
	over := e.lt(half, fraction)
	fraction = e.Choose(over, e.Sub(one, fraction), fraction)
	return e.log(e.sin(e.Mul(e.like(math.Pi, x), fraction)))
}

// digamma returns log t + a'(z)/a(z) - g/t, with z, t and a as in lgamma. For x < 1/2 it returns
// digamma(1 - x) - π cot πx.
func (e emitter) digamma(x value) value {
	_, reflect, _, z := e.reflected(x)
	zero := e.like(0, x)
	a, slope := e.like(lanczosBase, x), zero
	for i, c := range lanczos {
		coefficient := e.like(c, x)
		term := e.Add(z, e.like(float64(i+1), x))
		slope = e.Sub(slope, e.Div(coefficient, e.Mul(term, term)))
		a = e.Add(a, e.Div(coefficient, term))
	}
	t, logT := e.lanczosLog(x, z)
	ratio := e.Div(slope, a)
	last := e.Div(e.like(lanczosG, x), t)
	direct := e.Sub(e.Add(logT, ratio), last)
	shifted := e.Add(x, e.abs(e.floor(e.Add(x, e.like(0.5, x)))))
	pi := e.like(math.Pi, x)
	angle := e.Mul(pi, shifted)
	cos, sin := e.cos(angle), e.sin(angle)
	mirrored := e.Sub(direct, e.Div(e.Mul(pi, cos), sin))
	result := e.Choose(reflect, mirrored, direct)
	negative := e.le(x, zero)
	pole := e.and(negative, e.eq(x, e.floor(x)))
	return e.Choose(pole, e.nan(x), result)
}

// eulerMaclaurin has (2j)! / B₂ⱼ for j from 12 down to 1, where B₂ⱼ are the Bernoulli numbers.
var eulerMaclaurin = [...]float64{
	-7.1661652561756670113e18, 1.8152105401943546773e17, -4.5979787224074726105e15, 1.1646782814350067249e14, -2.950130727918164224e12, 7.47242496e10,
	-1.8924375803183791606e9, 47900160, -1209600, 30240, -720, 12,
}

// zeta returns the sum of (q + k)⁻ˣ over k ≥ 0. It adds ten terms, and computes the remainder by
// the formula of Euler and Maclaurin. Source: F. Johansson, "Rigorous high-precision computation of
// the Hurwitz zeta function and its derivatives", 2013, equation 5.
func (e emitter) zeta(x, q value) value {
	zero, one := e.like(0, q), e.like(1, q)
	minus := e.neg(x)
	at, sum := q, e.Pow(q, minus)
	for range 9 {
		at = e.Add(at, one)
		sum = e.Add(sum, e.Pow(at, minus))
	}
	at = e.Add(at, one)
	term := e.Pow(at, minus)
	oneX := e.like(1, x)
	integral := e.Mul(term, at)
	integral = e.Div(integral, e.Sub(x, oneX))
	inverse := e.Div(one, e.Mul(at, at))
	const n = len(eulerMaclaurin)
	tail := zero
	for i, c := range eulerMaclaurin[:n-1] {
		above := e.Add(x, e.like(float64(2*n-2-2*i), x))
		factor := e.Mul(above, e.Add(x, e.like(float64(2*n-3-2*i), x)))
		tail = e.Mul(factor, e.Mul(inverse, e.Add(tail, e.like(1/c, at))))
	}
	half := e.like(0.5, term)
	ratio := e.Div(x, at)
	tail = e.Mul(term, e.Add(half, e.Mul(ratio, e.Add(e.like(1/eulerMaclaurin[n-1], at), tail))))
	full := e.Add(e.Add(sum, integral), tail)
	size, whole := e.abs(term), e.abs(sum)
	converged := e.lt(size, e.Mul(whole, e.smallest(at)))
	return e.zetaLimits(x, q, zero, one, oneX, e.Choose(converged, sum, full))
}

// zetaLimits returns r, the sum of the series, where zeta is defined. It returns ∞ for x = 1, and
// for even x at integers q ≤ 0. Otherwise it returns NaN for x < 1, for odd x at integers q ≤ 0,
// and for q ≤ 0 if x is not an integer.
func (e emitter) zetaLimits(x, q, zero, one, oneX, r value) value {
	nan := e.nan(x)
	r = e.Choose(e.lt(x, oneX), nan, r)
	below := e.le(q, zero)
	fractional := e.ne(x, e.floor(x))
	r = e.Choose(e.and(below, fractional), nan, r)
	inf := e.infinity(1, x)
	integer := e.eq(q, e.floor(q))
	pole := e.and(below, integer)
	two := e.like(2, x)
	whole := e.eq(x, e.floor(x))
	even := e.and(whole, e.eq(e.rem(x, two), zero))
	r = e.Choose(pole, e.Choose(even, inf, nan), r)
	return e.Choose(e.eq(x, one), inf, r)
}

// polygamma returns (-1)ⁿ⁺¹ n! ζ(n + 1, x) for n > 0, and digamma(x) for n = 0. It is not defined
// for other n.
func (e emitter) polygamma(n, x value) value {
	return e.polygammaOf(n, x, func(_, next value) value { return e.exp(apply[chlo.Lgamma](e, next)) })
}

// polygammaExact is polygamma with factorials from a table.
func (e emitter) polygammaExact(n, x value) value {
	return e.polygammaOf(n, x, func(n, _ value) value {
		table := []float64{1}
		for i := 1; i <= 171; i++ { // 171! overflows f64
			table = append(table, table[i-1]*float64(i))
		}
		at := e.Convert(e.clamp(e.like(0, n), n, e.like(171, n)), ir.I32())
		return e.Take(e.Table(ir.F64(), table, int64(len(table))), at, 0)
	})
}

// polygammaOf is polygamma, where factorial(n, n + 1) computes n!.
func (e emitter) polygammaOf(n, x value, factorial func(n, next value) value) value {
	one, two := e.like(1, x), e.like(2, x)
	sign := e.Sub(e.Mul(two, e.rem(n, two)), one)
	next := e.Add(n, one)
	product := factorial(n, next)
	zeta := apply[chlo.Zeta](e, next, x)
	r := e.Mul(e.Mul(sign, product), zeta)
	zero := e.like(0, x)
	first := e.eq(n, zero)
	r = e.Choose(first, apply[chlo.Digamma](e, x), r)
	fractional := e.ne(n, e.floor(n))
	natural := e.or(fractional, e.lt(n, zero))
	return e.Choose(natural, e.nan(x), r)
}
