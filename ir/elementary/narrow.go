package elementary

import "math"

// Ops32 is the arithmetic with which functions are evaluated in f32. A V is an f32, an i32 or a
// truth value, with one or many lanes. Every operation rounds once.
type Ops32[V any] interface {
	F(c float64) V // the f32 nearest to c
	I(c int64) V   // an i32 constant

	AddF(x, y V) V
	SubF(x, y V) V
	MulF(x, y V) V
	DivF(x, y V) V
	AbsF(x V) V
	Sqrt(x V) V
	Floor(x V) V
	RoundEven(x V) V
	CopySign(x, sign V) V
	FMA(x, y, z V) V // x·y + z

	AddI(x, y V) V
	SubI(x, y V) V
	And(x, y V) V // also for truth values
	Or(x, y V) V
	ShL(x, y V) V // 0 ≤ y < 32
	ShRS(x, y V) V

	Bits(x V) V  // the bit pattern of an f32
	Float(x V) V // the f32 with a bit pattern

	Less(x, y V) V  // ordered: false with NaN
	Equal(x, y V) V // ordered
	IsNaN(x V) V    // unordered with itself
	Select(c, t, f V) V
}

// Narrow reports whether Apply32 can evaluate f.
func (f Function) Narrow() bool {
	switch f {
	case Cbrt, Erf, Erfc, Exp, Expm1, Log, Log1p, Pow, Rsqrt, Tanh:
		return true
	}
	return false
}

// Apply32 evaluates f(x) or, if f has two operands, f(x, y), with arithmetic on f32. f.Narrow()
// must be true.
func Apply32[V any, O Ops32[V]](o O, f Function, x, y V) V {
	switch f {
	case Cbrt:
		return cbrt32(o, x)
	case Erf:
		return erf32(o, x)
	case Erfc:
		return erfc32(o, x)
	case Exp:
		return exp32(o, x)
	case Expm1:
		return expm132(o, x)
	case Log:
		return log32(o, x)
	case Log1p:
		return log1p32(o, x)
	case Pow:
		return pow32(o, x, y)
	case Rsqrt:
		return o.DivF(o.F(1), o.Sqrt(x))
	case Tanh:
		return tanh32(o, x)
	}
	panic("elementary: BUG: no such function of f32")
}

// ln 2 as a sum of two f32 values.
const (
	ln2hi32 = 0x1.62e43p-1
	ln2lo32 = -0x1.05c61p-29
)

// toInteger32 is 1.5·2²³. Adding it to a float rounds the float to an integer. The low 22 bits of
// the sum are those of this integer.
const toInteger32 = 0x1.8p23

// expm1Near32 is exp(r) − 1 for |r| ≤ ln 2 / 2.
func expm1Near32[V any, O Ops32[V]](o O, r V) V {
	q := polynomial32(o, r, 0.5000000095417827, 0.1666651860275043, 0.04166620505078726, 0.008368917855296061, 0.0013950541331832842)
	return o.FMA(o.MulF(r, r), q, r)
}

// polynomial32 evaluates c₀ + x(c₁ + x(c₂ + …)).
func polynomial32[V any, O Ops32[V]](o O, x V, c ...float64) V {
	sum := o.F(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		sum = o.FMA(sum, x, o.F(c[i]))
	}
	return sum
}

// integer32 converts the integral x to i32; |x| < 2²².
func integer32[V any, O Ops32[V]](o O, x V) V {
	return o.SubI(o.Bits(o.AddF(x, o.F(toInteger32))), o.I(int64(math.Float32bits(toInteger32))))
}

// power32 returns 2ᵏ⁺ⁱ for t = k + toInteger32; k + i is in [-126, 127].
func power32[V any, O Ops32[V]](o O, t V, i int64) V {
	return o.Float(o.AddI(o.ShL(o.Bits(t), o.I(23)), o.I((127+i)<<23)))
}

// clamp32 returns x limited to [lo, hi], and NaN for NaN.
func clamp32[V any, O Ops32[V]](o O, x V, lo, hi float64) V {
	x = o.Select(o.Less(x, o.F(lo)), o.F(lo), x)
	return o.Select(o.Less(o.F(hi), x), o.F(hi), x)
}

// exp32 is the exponential function. For x = k·ln 2 + r, it is exp(r)·2ᵏ. The factor 2ᵏ is the
// product of two normal numbers, and the second is 2 or 2⁻⁶³. So only the last multiplication can
// round to a subnormal number. The polynomial is a minimax approximation of exp(r) with a relative
// error below 2⁻²⁸.
func exp32[V any, O Ops32[V]](o O, x V) V { return expOfSum32(o, x, nil) }

// expOfSum32 is exp(x + *tail) for a small *tail, or exp(x) if tail is nil.
func expOfSum32[V any, O Ops32[V]](o O, x V, tail *V) V {
	low := o.Less(x, o.F(-86))
	x = clamp32(o, x, -104, 89)
	shift := o.Select(low, o.F(toInteger32+64), o.F(toInteger32))
	t := o.FMA(x, o.F(log2e), shift)
	k := o.SubF(t, shift)
	r := o.FMA(k, o.F(-ln2lo32), o.FMA(k, o.F(-ln2hi32), x))
	if tail != nil {
		r = o.AddF(r, *tail)
	}
	y := polynomial32(o, r, 1, 1, 0.4999999403953552, 0.1666651964187622, 0.04166839271783829, 0.0083687799051404, 0.0013814489357173443)
	return o.MulF(o.MulF(y, power32(o, t, -1)), o.Select(low, o.F(0x1p-63), o.F(2)))
}

// scale32 returns y·2ᵏ, rounded once, for an integer k in [-250, 250].
func scale32[V any, O Ops32[V]](o O, y, k V) V {
	n := integer32(o, k)
	half := o.ShRS(n, o.I(1))
	power := func(k V) V { return o.Float(o.ShL(o.AddI(k, o.I(127)), o.I(23))) }
	return o.MulF(o.MulF(y, power(half)), power(o.SubI(n, half)))
}

// expm132 is exp(x) − 1. For x = k·ln 2 + r and e = exp(r) − 1, it is computed as twice the sum
// 2ᵏ⁻¹·e + (2ᵏ⁻¹ − ½), since 2ᵏ may be 2¹²⁸, which is not an f32.
func expm132[V any, O Ops32[V]](o O, x V) V {
	c := clamp32(o, x, -18, 89)
	t := o.FMA(c, o.F(log2e), o.F(toInteger32))
	k := o.SubF(t, o.F(toInteger32))
	e := expm1Near32(o, o.FMA(k, o.F(-ln2lo32), o.FMA(k, o.F(-ln2hi32), c)))
	p := power32(o, t, -1)
	half := o.FMA(p, e, o.SubF(p, o.F(0.5)))
	return near0(o, x, o.AddF(half, half))
}

// near0 returns y, the result of a function at x, or x itself if |x| is so small that the result
// rounds to x. This preserves −0.
func near0[V any, O Ops32[V]](o O, x, y V) V {
	return o.Select(o.Less(o.AbsF(x), o.F(0x1p-25)), x, y)
}

// tanh32 is the hyperbolic tangent, computed as t/(t + 2) for t = exp(2|x|) − 1, with
// |x| = k·ln 2 / 2 + r. ln2hi32 alone is precise enough: ln2lo32 would change few results, by at
// most 2 ULP.
func tanh32[V any, O Ops32[V]](o O, x V) V {
	ax := o.AbsF(x)
	ax = o.Select(o.Less(o.F(10), ax), o.F(10), ax)
	s := o.FMA(ax, o.F(2*log2e), o.F(toInteger32))
	r := o.FMA(o.SubF(s, o.F(toInteger32)), o.F(-ln2hi32/2), ax)
	q := polynomial32(o, r, 2.000000038167131, 1.3333214882200344, 0.6666592808125962, 0.26780537136947397, 0.08928346452373019)
	e := o.FMA(o.MulF(r, r), q, o.AddF(r, r)) // exp(2r) − 1
	p := power32(o, s, 0)
	t := o.FMA(p, e, o.SubF(p, o.F(1)))
	return o.CopySign(o.DivF(t, o.AddF(t, o.F(2))), x)
}

// FMA32 returns a·b + c rounded once. The product is exact in float64. If rounding the sum to
// float64 could change the result, the sum is rounded to odd (Boldo and Melquiond, "Emulation of
// FMA and correctly rounded sums").
func FMA32(a, b, c float32) float32 {
	p, z := float64(a)*float64(b), float64(c)
	s := p + z
	// Rounding twice can change the result only if s is halfway between two normal float32 numbers,
	// or in the subnormal range of float32.
	if math.Float64bits(s)&(1<<29-1) != 1<<28 && (s >= 0x1p-126 || s <= -0x1p-126) {
		return float32(s)
	}
	// TwoSum: s + e is exactly p + z.
	v := s - p
	e := (p - (s - v)) + (z - v)
	if e != 0 && !math.IsNaN(e) && math.Float64bits(s)&1 == 0 {
		s = math.Nextafter(s, math.Inf(int(math.Copysign(1, e))))
	}
	return float32(s)
}

// machine32 implements Ops32 on the bit patterns of float32 and int32 values. A truth value is 0 or
// all ones.
type machine32 struct{}

func value32(x uint32) float32 { return math.Float32frombits(x) }
func bits32(x float32) uint32  { return math.Float32bits(x) }

func (machine32) F(c float64) uint32      { return bits32(float32(c)) }
func (machine32) I(c int64) uint32        { return uint32(c) }
func (machine32) AddF(x, y uint32) uint32 { return bits32(value32(x) + value32(y)) }
func (machine32) SubF(x, y uint32) uint32 { return bits32(value32(x) - value32(y)) }

// MulF converts the product to float32, so that Go does not fuse it with an addition.
func (machine32) MulF(x, y uint32) uint32     { return bits32(float32(value32(x) * value32(y))) }
func (machine32) DivF(x, y uint32) uint32     { return bits32(value32(x) / value32(y)) }
func (machine32) AbsF(x uint32) uint32        { return x &^ (1 << 31) }
func (machine32) CopySign(x, s uint32) uint32 { return x&^(1<<31) | s&(1<<31) }
func (machine32) AddI(x, y uint32) uint32     { return x + y }
func (machine32) SubI(x, y uint32) uint32     { return x - y }
func (machine32) And(x, y uint32) uint32      { return x & y }
func (machine32) Or(x, y uint32) uint32       { return x | y }
func (machine32) ShL(x, y uint32) uint32      { return x << y }
func (machine32) ShRS(x, y uint32) uint32     { return uint32(int32(x) >> y) }
func (machine32) Bits(x uint32) uint32        { return x }
func (machine32) Float(x uint32) uint32       { return x }

func (machine32) Sqrt(x uint32) uint32 { return bits32(float32(math.Sqrt(float64(value32(x))))) }

func (machine32) FMA(x, y, z uint32) uint32 {
	return bits32(FMA32(value32(x), value32(y), value32(z)))
}

func (machine32) Floor(x uint32) uint32 { return bits32(float32(math.Floor(float64(value32(x))))) }

func (machine32) RoundEven(x uint32) uint32 {
	return bits32(float32(math.RoundToEven(float64(value32(x)))))
}

func (machine32) Less(x, y uint32) uint32  { return uint32(truth(value32(x) < value32(y))) }
func (machine32) Equal(x, y uint32) uint32 { return uint32(truth(value32(x) == value32(y))) }
func (machine32) IsNaN(x uint32) uint32    { return uint32(truth(value32(x) != value32(x))) }

func (machine32) Select(c, x, y uint32) uint32 {
	if c != 0 {
		return x
	}
	return y
}
