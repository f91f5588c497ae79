package linalg

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

// convert changes the element type: floats round, integers wrap, floats to
// integers truncate and saturate, NaN becomes 0, and everything but 0 is true.
func (s *scalar) convert() *ir.Value {
	from, to := s.in(0), s.out()
	x := s.x()
	switch {
	case stored(from) == stored(to):
		return x
	case isFloat(from) && isFloat(to):
		return s.floatToFloat(x, to)
	case isHalf(from) && isBool(to):
		return arith.NewCmpF(s.b, arith.FUNE, arith.NewExtF(s.b, x, ir.F32()).Op.Result(), arith.NewFloat(s.b, 0, ir.F32()).Op.Result()).Op.Result()
	case isFloat(from) && isBool(to):
		return arith.NewCmpF(s.b, arith.FUNE, x, s.constF(0)).Op.Result()
	case isFloat(from):
		return s.floatToInt(x, to)
	case isFloat(to):
		return s.intToFloat(x, from, to)
	case isBool(to):
		return arith.NewCmpI(s.b, arith.NE, x, s.constI(0)).Op.Result()
	case bits(to) < bits(from):
		return arith.NewTruncI(s.b, x, stored(to)).Op.Result()
	case isUnsigned(from):
		return arith.NewExtUI(s.b, x, stored(to)).Op.Result()
	}
	return arith.NewExtSI(s.b, x, stored(to)).Op.Result()
}

func (s *scalar) floatToFloat(x *ir.Value, to ir.Type) *ir.Value {
	switch {
	case bits(x.Type()) < bits(to):
		return arith.NewExtF(s.b, x, to).Op.Result()
	case bits(x.Type()) == bits(to): // f16 and bf16
		return arith.NewTruncF(s.b, arith.NewExtF(s.b, x, ir.F32()).Op.Result(), to).Op.Result()
	}
	return arith.NewTruncF(s.b, x, to).Op.Result()
}

// intToFloat goes through f64 to halves, so that it rounds once.
func (s *scalar) intToFloat(x *ir.Value, from, to ir.Type) *ir.Value {
	wide := to
	if isHalf(to) {
		wide = ir.F64()
	}
	var v *ir.Value
	if isUnsigned(from) {
		v = arith.NewUIToFP(s.b, x, wide).Op.Result()
	} else {
		v = arith.NewSIToFP(s.b, x, wide).Op.Result()
	}
	if wide != to {
		v = arith.NewTruncF(s.b, v, to).Op.Result()
	}
	return v
}

func (s *scalar) floatToInt(x *ir.Value, to ir.Type) *ir.Value {
	if isHalf(x.Type()) {
		x = arith.NewExtF(s.b, x, ir.F32()).Op.Result()
	}
	n, t := bits(to), stored(to)
	constant := func(v float64) *ir.Value { return arith.NewFloat(s.b, v, x.Type()).Op.Result() }
	least, most, above := int64(math.MinInt64)>>(64-n), int64(math.MaxInt64)>>(64-n), math.Ldexp(1, n-1)
	small := arith.NewCmpF(s.b, arith.FOLT, x, constant(-above)).Op.Result()
	unsigned := isUnsigned(to)
	if unsigned {
		least, most, above = 0, -1, math.Ldexp(1, n)
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
