package elementary

import "math"

// Arithmetic has the operations on floats and truth values that both Ops and ComplexOps include.
type Arithmetic[V any] interface {
	F(c float64) V // an f64 constant

	AddF(x, y V) V
	SubF(x, y V) V
	MulF(x, y V) V
	DivF(x, y V) V
	NegF(x V) V
	AbsF(x V) V
	Sqrt(x V) V

	And(x, y V) V // for truth values
	Or(x, y V) V

	Less(x, y V) V  // ordered: false with NaN
	Equal(x, y V) V // ordered
	IsNaN(x V) V    // unordered with itself
	Select(c, t, f V) V
}

// Ops has the operations with which functions are evaluated in f64. A V is an f64, an i64 or a
// truth value, with one or many lanes. Every operation rounds its result; operations must not be
// fused. The methods And and Or also accept integers.
type Ops[V any] interface {
	Arithmetic[V]
	I(c int64) V // an i64 constant

	Floor(x V) V
	RoundEven(x V) V
	CopySign(x, sign V) V

	AddI(x, y V) V
	SubI(x, y V) V
	MulI(x, y V) V
	DivUI(x, y V) V // y is not 0
	Xor(x, y V) V
	ShL(x, y V) V // 0 ≤ y < 64
	ShRS(x, y V) V
	ShRU(x, y V) V

	Bits(x V) V  // the bit pattern of an f64
	Float(x V) V // the f64 with a bit pattern

	LessI(x, y V) V // signed
	EqualI(x, y V) V
}

// polynomial evaluates c₀ + x(c₁ + x(c₂ + …)).
func polynomial[V any, O Ops[V]](o O, x V, c ...float64) V {
	sum := o.F(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		sum = o.AddF(o.MulF(sum, x), o.F(c[i]))
	}
	return sum
}

// toInteger is 1.5·2⁵². The low bits of its sum with an integral float of at most 51 bits are that
// integer. Unlike a conversion instruction, this addition is defined for every input.
const toInteger = 0x1.8p52

// integer converts the integral x to i64; |x| < 2⁵¹. For other x the result is arbitrary.
func integer[V any, O Ops[V]](o O, x V) V {
	return o.SubI(o.Bits(o.AddF(x, o.F(toInteger))), o.I(int64(math.Float64bits(toInteger))))
}

// whole converts the i64 x to f64; |x| < 2⁵¹.
func whole[V any, O Ops[V]](o O, x V) V {
	return o.SubF(o.Float(o.AddI(x, o.I(int64(math.Float64bits(toInteger))))), o.F(toInteger))
}

// power2 returns 2ᵏ for an i64 k in [-1022, 1023].
func power2[V any, O Ops[V]](o O, k V) V {
	return o.Float(o.ShL(o.AddI(k, o.I(1023)), o.I(52)))
}

// clamp returns x limited to [lo, hi], and NaN for NaN.
func clamp[V any, O Ops[V]](o O, x V, lo, hi float64) V {
	x = o.Select(o.Less(x, o.F(lo)), o.F(lo), x)
	return o.Select(o.Less(o.F(hi), x), o.F(hi), x)
}
