package engines_test

import (
	"math"
	"math/big"
	"sync"
)

// This file computes the functions related to Γ, and a Bessel function, with at least 300 correct
// bits.

// bernoulli returns the numbers B₂, B₄, …, B₁₆₀, from the recurrence Σ C(n+1, k)·Bₖ = 0 over k = 0,
// …, n. C is the binomial coefficient.
var bernoulli = sync.OnceValue(func() []*big.Float {
	all := []*big.Rat{big.NewRat(1, 1), big.NewRat(-1, 2)}
	var even []*big.Float
	for n := int64(2); n <= 160; n++ {
		sum, choose := new(big.Rat), big.NewRat(1, 1)
		for k, b := range all {
			sum.Add(sum, new(big.Rat).Mul(choose, b))
			choose.Mul(choose, big.NewRat(n+1-int64(k), int64(k)+1))
		}
		all = append(all, sum.Mul(sum, big.NewRat(-1, n+1)))
		if n%2 == 0 {
			even = append(even, newFloat().SetRat(all[n]))
		}
	}
	return even
})

// shifted returns the first number of x, x+1, … that is at least 100, and the numbers before it.
func shifted(x *big.Float) (y *big.Float, before []*big.Float) {
	for y = x; y.Cmp(number(100)) < 0; y = add(y, number(1)) {
		before = append(before, y)
	}
	return y, before
}

// sinCosPi returns sin(πx) and cos(πx).
func sinCosPi(x *big.Float) (sin, cos *big.Float) {
	whole, _ := add(scaled(x, 1), number(math.Copysign(0.5, float64(x.Sign())))).Int(nil)
	r := mul(sub(x, scaled(wide(x, x).SetInt(whole), -1)), newFloat().Set(bigPi()))
	sin, cos = bigSinCos(r, 0), bigSinCos(r, 1)
	for range new(big.Int).And(whole, big.NewInt(3)).Int64() {
		sin, cos = cos, neg(sin)
	}
	return sin, cos
}

// bigLgamma returns log|Γ(x)|; nil at poles and at integer zeros.
func bigLgamma(x *big.Float) *big.Float {
	if x.IsInt() && x.Cmp(number(2)) <= 0 {
		return nil
	}
	if x.Sign() < 0 {
		sin, _ := sinCosPi(x)
		reflection := bigLog(div(newFloat().Set(bigPi()), abs(sin)))
		if y := bigLgamma(sub(number(1), x)); y != nil {
			return sub(reflection, y)
		}
		return reflection // 1 - x was rounded to 1, and log|Γ(1)| is 0
	}
	y, before := shifted(x)
	sum := sub(mul(sub(y, number(0.5)), bigLog(y)), y)
	sum = add(sum, scaled(bigLog(newFloat().Set(scaled(bigPi(), 1))), -1))
	power := y
	for i, b := range bernoulli() {
		k := float64(2 * (i + 1))
		sum = add(sum, div(b, mul(number(k*(k-1)), power)))
		power = mul(power, mul(y, y))
	}
	product := number(1)
	for _, b := range before {
		product = mul(product, b)
	}
	return sub(sum, bigLog(product))
}

// bigDigamma returns the digamma function of x; nil at the poles.
func bigDigamma(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		if x.IsInt() {
			return nil
		}
		sin, cos := sinCosPi(x)
		return sub(bigDigamma(sub(number(1), x)), div(mul(newFloat().Set(bigPi()), cos), sin))
	}
	y, before := shifted(x)
	sum := sub(bigLog(y), div(number(0.5), y))
	power := mul(y, y)
	for i, b := range bernoulli() {
		sum = sub(sum, div(b, mul(number(float64(2*(i+1))), power)))
		power = mul(power, mul(y, y))
	}
	for _, b := range before {
		sum = sub(sum, div(number(1), b))
	}
	return sum
}

// bigBesselI1e returns the scaled Bessel function I₁(x)·exp(-|x|). It uses the power series for |x|
// below 200, and the asymptotic series for larger |x|.
func bigBesselI1e(x *big.Float) *big.Float {
	a := abs(x)
	if a.Cmp(number(200)) < 0 {
		sum := taylor(scaled(a, -1), scaled(mul(a, a), -2), func(n int) float64 { return float64(n * (n + 1)) })
		return signed(mul(sum, bigExp(neg(a))), x)
	}
	sum, term := number(1), number(1)
	for k := 1.0; k < 300; k++ {
		term = div(mul(term, number((2*k-1)*(2*k-1)-4)), mul(number(8*k), a))
		sum = add(sum, term)
	}
	return signed(div(sum, root(mul(newFloat().Set(scaled(bigPi(), 1)), a))), x)
}

// plainLgamma, plainDigamma and plainBesselI1e return the values at zeros, infinities and NaNs, and
// where the functions above return nil.
func plainLgamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return math.Abs(y) // +∞ at -∞
}

func plainDigamma(x float64) float64 {
	if x > 0 {
		return x
	}
	return math.NaN()
}

func plainBesselI1e(x float64) float64 {
	if x == 0 || x != x {
		return x
	}
	return math.Copysign(0, x)
}

// reflected returns a function that is f(1-x) for negative x, otherwise 0. The result of the
// reflection formula may be much smaller than its term f(1-x), so errors are relative to f(1-x).
func reflected(f func(x *big.Float) *big.Float) func(x *big.Float) *big.Float {
	return func(x *big.Float) *big.Float {
		if x.Sign() < 0 {
			if y := f(sub(number(1), x)); y != nil {
				return y
			}
		}
		return number(0)
	}
}
