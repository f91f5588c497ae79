package linalg

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
)

func (s *scalar) convert() *ir.Value { return s.converted(s.x(), s.in(0), s.out()) }

// converted converts x between types of the program. Conversions of integers to integers wrap.
// Conversions of floats to integers truncate and saturate, and convert NaN to 0. A boolean is false
// for 0 and true otherwise. The results of conversions of small floats have canonical NaNs, even if
// the types are equal.
func (s *scalar) converted(x *ir.Value, from, to ir.Type) *ir.Value {
	switch {
	case from == to && !isSmallFloat(from):
		return x
	case isFloat(from) && isHalf(from):
		return s.fromF32(widened(s.b, x, from), to)
	case isFloat(from):
		return s.fromF32(x, to)
	case isFloat(to):
		return s.intToFloat(x, from, to)
	case isBool(to):
		return arith.NewCmpI(s.b, arith.NE, x, s.constI(0)).Op.Result()
	case bits(x.Type()) > bits(kernelop.Stored(to)):
		x = arith.NewTruncI(s.b, x, kernelop.Stored(to)).Op.Result()
	case bits(x.Type()) < bits(kernelop.Stored(to)) && isUnsigned(from):
		x = arith.NewExtUI(s.b, x, kernelop.Stored(to)).Op.Result()
	case bits(x.Type()) < bits(kernelop.Stored(to)):
		x = arith.NewExtSI(s.b, x, kernelop.Stored(to)).Op.Result()
	}
	return wrapped(s.b, x, to)
}

// fromF32 converts an f32 or f64 to any type.
func (s *scalar) fromF32(x *ir.Value, to ir.Type) *ir.Value {
	switch {
	case isFloat(to):
		return narrowed(s.b, x, to)
	case isBool(to):
		return arith.NewCmpF(s.b, arith.FUNE, x, arith.NewFloat(s.b, 0, x.Type()).Op.Result()).Op.Result()
	}
	return s.floatToInt(x, to)
}

// intToFloat converts integers to floats. It converts to halves (see [isHalf]) through f64, which
// represents integers of up to 53 bits exactly. It first rounds longer integers to odd. Then the
// two later roundings give the same result as a single rounding.
func (s *scalar) intToFloat(x *ir.Value, from, to ir.Type) *ir.Value {
	wide := to
	if isHalf(to) {
		wide = ir.F64()
		if bits(from) > 53 {
			x = s.roundedToOdd(x, isUnsigned(from))
		}
	}
	var v *ir.Value
	if isUnsigned(from) {
		v = arith.NewUIToFP(s.b, x, wide).Op.Result()
	} else {
		v = arith.NewSIToFP(s.b, x, wide).Op.Result()
	}
	return narrowed(s.b, v, to)
}

// roundedToOdd rounds a 64-bit integer to odd: it clears the lowest 11 bits, and sets bit 11 if any
// of them was 1. Then an integer near the middle between two adjacent halves does not become equal
// to the middle. Integers in [-2^32, 2^32) are unchanged.
func (s *scalar) roundedToOdd(x *ir.Value, unsigned bool) *ir.Value {
	const low = 1<<11 - 1
	t := x.Type()
	constant := func(v int64) *ir.Value { return arith.NewInt(s.b, v, t).Op.Result() }
	carried := arith.NewAddI(s.b, arith.NewAndI(s.b, x, constant(low)).Op.Result(), constant(low)).Op.Result() // if any of the lowest 11 bits of x is 1, bit 11 of this sum is 1
	odd := arith.NewAndI(s.b, arith.NewOrI(s.b, x, carried).Op.Result(), constant(^low)).Op.Result()
	high := x
	if !unsigned {
		high = arith.NewAddI(s.b, x, constant(1<<32)).Op.Result() // [-2^32, 2^32) becomes [0, 2^33)
		high = arith.NewShRUI(s.b, high, constant(1)).Op.Result()
	}
	long := arith.NewCmpI(s.b, arith.UGE, high, constant(1<<32)).Op.Result()
	return s.selectV(long, odd, x)
}

func (s *scalar) floatToInt(x *ir.Value, to ir.Type) *ir.Value {
	n, t := bits(to), kernelop.Stored(to)
	constant := func(v float64) *ir.Value { return arith.NewFloat(s.b, v, x.Type()).Op.Result() }
	least, most, above := int64(math.MinInt64)>>(64-n), int64(math.MaxInt64)>>(64-n), math.Ldexp(1, n-1)
	small := arith.NewCmpF(s.b, arith.FOLT, x, constant(-above)).Op.Result()
	unsigned := isUnsigned(to)
	if unsigned {
		least, most, above = 0, int64(uint64(math.MaxUint64)>>(64-n)), math.Ldexp(1, n)
		small = arith.NewCmpF(s.b, arith.FOLE, x, constant(-1)).Op.Result()
	}
	large := arith.NewCmpF(s.b, arith.FOGE, x, constant(above)).Op.Result()
	number := arith.NewCmpF(s.b, arith.FORD, x, x).Op.Result()
	outside := arith.NewOrI(s.b, small, large).Op.Result()
	safe := s.selectV(outside, constant(0), s.selectV(number, x, constant(0)))
	var v *ir.Value
	if unsigned {
		v = arith.NewFPToUI(s.b, safe, t).Op.Result()
	} else {
		v = arith.NewFPToSI(s.b, safe, t).Op.Result()
	}
	v = s.selectV(small, arith.NewInt(s.b, least, t).Op.Result(), v)
	return s.selectV(large, arith.NewInt(s.b, most, t).Op.Result(), v)
}
