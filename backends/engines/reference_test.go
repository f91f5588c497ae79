package engines_test

import (
	"math"
	"math/big"
	"sync"
)

// This file computes elementary functions with at least 300 correct bits, as
// references for the bounds in docs/numerics.md.

const precision = 400

func number(x float64) *big.Float { return newFloat().SetFloat64(x) }
func newFloat() *big.Float        { return new(big.Float).SetPrec(precision) }

func add(x, y *big.Float) *big.Float { return wide(x, y).Add(x, y) }
func sub(x, y *big.Float) *big.Float { return wide(x, y).Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return wide(x, y).Mul(x, y) }
func div(x, y *big.Float) *big.Float { return wide(x, y).Quo(x, y) }
func root(x *big.Float) *big.Float   { return wide(x, x).Sqrt(x) }
func neg(x *big.Float) *big.Float    { return wide(x, x).Neg(x) }
func abs(x *big.Float) *big.Float    { return wide(x, x).Abs(x) }

// wide returns a new number with the larger precision of x and y, but at least 400 bits.
func wide(x, y *big.Float) *big.Float {
	return new(big.Float).SetPrec(max(x.Prec(), y.Prec(), precision))
}

func scaled(x *big.Float, e int) *big.Float { return wide(x, x).SetMantExp(x, e) }

// below reports whether |x| < 2ᵉ.
func below(x *big.Float, e int) bool { return x.Sign() == 0 || x.MantExp(nil) <= e }

var bigLn2 = sync.OnceValue(func() *big.Float { return mul(number(2), atanhSeries(div(number(1), number(3)))) })

// bigPi is π with 2000 bits, by Machin's formula.
var bigPi = sync.OnceValue(func() *big.Float {
	arc := func(q int64) *big.Float {
		x := new(big.Float).SetPrec(2000).Quo(number(1), new(big.Float).SetPrec(2000).SetInt64(q))
		return atanSeries(x)
	}
	return scaled(sub(scaled(arc(5), 2), arc(239)), 2)
})

// odd returns x·Σ zⁿ/(2n+1).
func odd(x, z *big.Float) *big.Float {
	sum, term := wide(x, x).Set(x), wide(x, x).Set(x)
	for n := int64(3); term.Sign() != 0 && !below(term, sum.MantExp(nil)-int(sum.Prec())-8); n += 2 {
		term = mul(term, z)
		sum = add(sum, div(term, number(float64(n))))
	}
	return sum
}

func atanSeries(x *big.Float) *big.Float  { return odd(x, neg(mul(x, x))) }
func atanhSeries(x *big.Float) *big.Float { return odd(x, mul(x, x)) }

// taylor returns the sum of a series with the given first term. Term n is the previous term times
// z/divisor(n).
func taylor(first, z *big.Float, divisor func(n int) float64) *big.Float {
	sum, term := wide(first, z).Set(first), wide(first, z).Set(first)
	for n := 1; term.Sign() != 0 && !below(term, sum.MantExp(nil)-int(sum.Prec())-8); n++ {
		term = div(mul(term, z), number(divisor(n)))
		sum = add(sum, term)
	}
	return sum
}

func bigExpm1(x *big.Float) *big.Float {
	if below(x, -30) {
		return taylor(x, x, func(n int) float64 { return float64(n + 1) })
	}
	return sub(bigExp(x), number(1))
}

func bigExp(x *big.Float) *big.Float {
	q, _ := div(x, bigLn2()).Float64()
	k := math.Round(max(-1e6, min(1e6, q)))
	r := x
	if math.Abs(k) < 1e6 {
		r = sub(x, mul(bigLn2(), number(k)))
	} else {
		r = number(0)
	}
	return scaled(taylor(number(1).SetPrec(x.Prec()), r, func(n int) float64 { return float64(n) }), int(k))
}

func bigLog(x *big.Float) *big.Float {
	m := newFloat()
	e := x.MantExp(m)
	if m.Cmp(number(math.Sqrt2/2)) < 0 {
		m, e = scaled(m, 1), e-1
	}
	for range 3 {
		m = root(m)
	}
	s := div(sub(m, number(1)), add(m, number(1)))
	return add(mul(number(16), atanhSeries(s)), mul(bigLn2(), number(float64(e))))
}

func bigLog1p(x *big.Float) *big.Float {
	if below(x, -30) { // 2·atanh(x/(2+x))
		return scaled(atanhSeries(div(x, add(x, number(2)))), 1)
	}
	return bigLog(add(number(1), x))
}

// bigTurn returns x - n·π/2 for the integer n nearest to x/(π/2), and n modulo 4.
func bigTurn(x *big.Float) (r *big.Float, n int64) {
	half := scaled(bigPi(), -1)
	q := div(x, half)
	whole, _ := add(q, number(math.Copysign(0.5, float64(x.Sign())))).Int(nil)
	rest := sub(q, wide(half, half).SetInt(whole))
	return newFloat().Set(mul(rest, half)), new(big.Int).And(whole, big.NewInt(3)).Int64()
}

func bigSinCos(x *big.Float, ahead int64) *big.Float {
	r, n := bigTurn(x)
	z := neg(mul(r, r))
	n += ahead
	y := taylor(r, z, func(n int) float64 { return float64(2 * n * (2*n + 1)) })
	if n&1 != 0 {
		y = taylor(number(1), z, func(n int) float64 { return float64(2 * n * (2*n - 1)) })
	}
	if n&2 != 0 {
		y = neg(y)
	}
	return y
}

func bigAtan(x *big.Float) *big.Float {
	if abs(x).Cmp(number(1)) > 0 {
		return signed(sub(newFloat().Set(scaled(bigPi(), -1)), bigAtan(div(number(1), abs(x)))), x)
	}
	for range 4 {
		x = div(x, add(number(1), root(add(number(1), mul(x, x)))))
	}
	return scaled(atanSeries(x), 4)
}

func bigAtan2(y, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return mul(newFloat().Set(scaled(bigPi(), -1)), number(float64(y.Sign())))
	}
	a := bigAtan(div(y, x))
	if x.Sign() < 0 {
		side := 1.0
		if y.Signbit() {
			side = -1
		}
		a = add(a, mul(newFloat().Set(bigPi()), number(side)))
	}
	return a
}

// bigErf returns the error function. For |x| < 32, it is 2/√π·exp(-x²)·Σ 2ⁿx²ⁿ⁺¹/(1·3·…·(2n+1)).
// The terms of this sum do not cancel, since they have the same sign.
func bigErf(x *big.Float) *big.Float {
	if !below(x, 5) {
		return number(float64(x.Sign()))
	}
	z := mul(x, x)
	sum := taylor(x, scaled(z, 1), func(n int) float64 { return float64(2*n + 1) })
	return div(scaled(mul(sum, bigExpWide(neg(z))), 1), root(bigPi()))
}

// bigExpWide returns exp(x) with the precision of x, for |x| ≤ 1024.
func bigExpWide(x *big.Float) *big.Float {
	r := scaled(x, -20)
	y := taylor(wide(x, x).SetInt64(1), r, func(n int) float64 { return float64(n) })
	for range 20 {
		y = mul(y, y)
	}
	return y
}

// bigErfInv returns the inverse error function. It improves the result of math.Erfinv by three
// steps of Newton's method.
func bigErfInv(x *big.Float) *big.Float {
	f, _ := x.Float64()
	y := number(math.Erfinv(f))
	for range 3 {
		slope := div(scaled(bigExpWide(neg(mul(y, y))), 1), root(bigPi()))
		y = sub(y, div(sub(bigErf(y), x), slope))
	}
	return y
}

func bigErfc(x *big.Float) *big.Float {
	if !below(x, 5) && x.Sign() > 0 {
		return scaled(number(1), -5000)
	}
	w := new(big.Float).SetPrec(1600).Set(x)
	return newFloat().Set(sub(number(1), bigErf(w)))
}
