package linalg

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// widened converts v to f32, which is exact. Its type t in the program is f16, bf16, or a float of
// up to 8 bits, which is stored as its bit pattern in an i8.
func widened(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	if !isSmallFloat(t) {
		return arith.NewExtF(b, v, ir.F32()).Op.Result()
	}
	return newSmall(b, t.Kind()).decode(v)
}

// narrowed rounds an f32 or f64 once, to a float of type t.
func narrowed(b *ir.Builder, x *ir.Value, t ir.Type) *ir.Value {
	switch to := t.Elem(); {
	case isSmallFloat(t):
		if x.Type() == ir.F64() {
			x = toOdd(b, x)
		}
		return newSmall(b, t.Kind()).encode(x)
	case x.Type() == to:
		return x
	case bits(x.Type()) < bits(to):
		return arith.NewExtF(b, x, to).Op.Result()
	default:
		return arith.NewTruncF(b, x, to).Op.Result()
	}
}

// wrapped truncates a stored integer to the width of t, if t is a small type.
func wrapped(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	if !isSmallInt(t) {
		return v
	}
	unused := arith.NewInt(b, int64(8-bits(t)), ir.Int(8)).Op.Result()
	if isUnsigned(t) {
		return arith.NewAndI(b, v, arith.NewInt(b, 1<<bits(t)-1, ir.Int(8)).Op.Result()).Op.Result()
	}
	return arith.NewShRSI(b, arith.NewShLI(b, v, unused).Op.Result(), unused).Op.Result()
}

// toOdd rounds an f64 to an f32 by rounding to odd: if the result is not exact, its last bit is 1.
// Rounding it again to fewer bits gives the same number as rounding x directly.
func toOdd(b *ir.Builder, x *ir.Value) *ir.Value {
	near := arith.NewTruncF(b, x, ir.F32()).Op.Result()
	back := arith.NewExtF(b, near, ir.F64()).Op.Result()
	n := arith.NewBitcast(b, near, ir.I32()).Op.Result()
	one := arith.NewInt(b, 1, ir.I32()).Op.Result()
	larger := arith.NewCmpF(b, arith.FOGT, mathdialect.NewAbsF(b, back).Op.Result(), mathdialect.NewAbsF(b, x).Op.Result()).Op.Result()
	below := arith.NewSelect(b, larger, arith.NewSubI(b, n, one).Op.Result(), n).Op.Result()
	exact := arith.NewCmpF(b, arith.FUEQ, back, x).Op.Result()
	odd := arith.NewSelect(b, exact, n, arith.NewOrI(b, below, one).Op.Result()).Op.Result()
	return arith.NewBitcast(b, odd, ir.F32()).Op.Result()
}

// small converts between f32 and a float of up to 8 bits, whose pattern is in an i8, by arithmetic
// on 32-bit integers.
type small struct {
	b *ir.Builder
	k tensor.Kind
	tensor.FloatLayout
}

func newSmall(b *ir.Builder, k tensor.Kind) small { return small{b, k, k.FloatLayout()} }

func (s small) int(v int64) *ir.Value { return arith.NewInt(s.b, v, ir.I32()).Op.Result() }

func (s small) pattern(v float64) *ir.Value { return s.int(int64(tensor.FloatToBits(s.k, v))) }

func (s small) choose(c, yes, no *ir.Value) *ir.Value {
	return arith.NewSelect(s.b, c, yes, no).Op.Result()
}

func (s small) compare(p arith.IntPredicate, x *ir.Value, y int64) *ir.Value {
	return arith.NewCmpI(s.b, p, x, s.int(y)).Op.Result()
}

// decode converts to f32. It moves the exponent and the fraction to their positions in an f32, and
// finds infinities and NaNs by their bit patterns.
func (s small) decode(v *ir.Value) *ir.Value {
	mask := int64(1)<<(s.Width-1) - 1
	n := arith.NewExtUI(s.b, v, ir.I32()).Op.Result()
	if s.Powers { // 2ⁿ⁻¹²⁷, which is a subnormal f32 if n is 0
		up := arith.NewShLI(s.b, n, s.int(23)).Op.Result()
		up = s.choose(s.compare(arith.EQ, n, 0), s.int(1<<22), up)
		up = s.choose(s.compare(arith.EQ, n, 255), s.int(0x7FC00000), up)
		return arith.NewBitcast(s.b, up, ir.F32()).Op.Result()
	}
	sign := arith.NewShLI(s.b, arith.NewShRUI(s.b, n, s.int(int64(s.Width-1))).Op.Result(), s.int(31)).Op.Result()
	m := arith.NewAndI(s.b, n, s.int(mask)).Op.Result()
	shift := int64(23 - s.Fraction)
	normal := arith.NewAddI(s.b, arith.NewShLI(s.b, m, s.int(shift)).Op.Result(), s.int(int64(s.MinExp-1+127)<<23)).Op.Result()
	unit := arith.NewFloat(s.b, math.Ldexp(1, s.MinExp-s.Fraction), ir.F32()).Op.Result()
	tiny := arith.NewMulF(s.b, arith.NewSIToFP(s.b, m, ir.F32()).Op.Result(), unit).Op.Result()
	bits := s.choose(s.compare(arith.ULT, m, 1<<s.Fraction), arith.NewBitcast(s.b, tiny, ir.I32()).Op.Result(), normal)
	bits = arith.NewOrI(s.b, bits, sign).Op.Result()
	for p := range int64(1) << s.Width {
		x := tensor.BitsToFloat(s.k, uint64(p))
		if math.IsInf(x, 0) {
			bits = s.choose(s.compare(arith.EQ, n, p), s.int(int64(int32(math.Float32bits(float32(x))))), bits)
		}
	}
	if first, last := s.nans(); first >= 0 && last == mask {
		bits = s.choose(s.compare(arith.UGE, m, first), arith.NewOrI(s.b, sign, s.int(0x7FC00000)).Op.Result(), bits)
	} else if first >= 0 { // NaN has the pattern that would be -0
		bits = s.choose(s.compare(arith.EQ, n, first), s.int(0x7FC00000), bits)
	}
	return arith.NewBitcast(s.b, bits, ir.F32()).Op.Result()
}

// nans returns the first and the last bit pattern of NaN, or -1 if there is none. It ignores
// patterns with a sign bit if a pattern without a sign bit is NaN.
func (s small) nans() (first, last int64) {
	first = -1
	for p := range int64(1) << s.Width {
		if x := tensor.BitsToFloat(s.k, uint64(p)); x == x || first >= 0 && p > int64(1)<<(s.Width-1) {
			continue
		}
		if first < 0 {
			first = p
		}
		last = p
	}
	return first, last
}

// encode rounds to nearest, ties to even. To round a number below the least normal number, it adds
// a float whose unit in the last place is the distance between adjacent subnormals. It rounds other
// numbers by integer arithmetic on their bits.
func (s small) encode(x *ir.Value) *ir.Value {
	n := arith.NewBitcast(s.b, x, ir.I32()).Op.Result()
	m := arith.NewAndI(s.b, n, s.int(math.MaxInt32)).Op.Result()
	neg := s.compare(arith.SLT, n, 0)
	nan := arith.NewCmpF(s.b, arith.FUNO, x, x).Op.Result()
	var q *ir.Value
	if s.Powers {
		q = s.power(m, neg)
	} else {
		q = s.rounded(m, neg)
	}
	q = s.choose(nan, s.pattern(math.NaN()), q) // the canonical NaN
	return arith.NewTruncI(s.b, q, ir.Int(8)).Op.Result()
}

// power rounds to a power of 2, and rounds up if two powers are equally near. Negative numbers
// become NaN.
func (s small) power(m, neg *ir.Value) *ir.Value {
	up := arith.NewShRUI(s.b, arith.NewAddI(s.b, m, s.int(1<<22)).Op.Result(), s.int(23)).Op.Result()
	low := s.choose(s.compare(arith.UGE, m, 0x600000), s.int(1), s.int(0))
	q := s.choose(s.compare(arith.ULT, m, 1<<23), low, up)
	q = s.choose(s.compare(arith.UGT, q, 254), s.int(255), q)
	isZero := s.compare(arith.EQ, m, 0)
	minus := arith.NewAndI(s.b, neg, arith.NewXOrI(s.b, isZero, arith.NewInt(s.b, -1, ir.I1()).Op.Result()).Op.Result()).Op.Result()
	return s.choose(minus, s.int(255), q)
}

func (s small) rounded(m, neg *ir.Value) *ir.Value {
	drop := int64(23 - s.Fraction)
	unit := math.Float32frombits(uint32(int64(s.MinExp)+drop+127) << 23)
	tiny := arith.NewAddF(s.b, arith.NewBitcast(s.b, m, ir.F32()).Op.Result(), arith.NewFloat(s.b, float64(unit), ir.F32()).Op.Result()).Op.Result()
	q := arith.NewSubI(s.b, arith.NewBitcast(s.b, tiny, ir.I32()).Op.Result(), s.int(int64(math.Float32bits(unit)))).Op.Result()
	even := arith.NewAndI(s.b, arith.NewShRUI(s.b, m, s.int(drop)).Op.Result(), s.int(1)).Op.Result()
	sum := arith.NewAddI(s.b, arith.NewAddI(s.b, m, s.int(1<<(drop-1)-1)).Op.Result(), even).Op.Result()
	normal := arith.NewSubI(s.b, arith.NewShRUI(s.b, sum, s.int(drop)).Op.Result(), s.int(int64(s.MinExp+127-1)<<s.Fraction)).Op.Result()
	q = s.choose(s.compare(arith.ULT, m, int64(s.MinExp+127)<<23), q, normal)
	signed := func(v float64) *ir.Value { return s.choose(neg, s.pattern(-v), s.pattern(v)) }
	out := arith.NewOrI(s.b, q, s.choose(neg, s.int(1<<(s.Width-1)), s.int(0))).Op.Result()
	out = s.choose(s.compare(arith.EQ, q, 0), s.choose(neg, s.pattern(math.Copysign(0, -1)), s.pattern(0)), out)
	large := signed(math.Inf(1))
	if math.IsNaN(tensor.BitsToFloat(s.k, tensor.FloatToBits(s.k, math.Inf(1)))) {
		large = s.pattern(math.NaN())
	}
	return s.choose(s.compare(arith.UGT, q, int64(s.Largest)), large, out)
}
