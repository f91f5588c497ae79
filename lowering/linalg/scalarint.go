package linalg

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// logical lowers the operations that are defined both for booleans and for integers.
func (s *scalar) logical() *ir.Value {
	bool := isBool(s.in(0))
	switch op := s.op.View().(type) {
	case stablehlo.And:
		return arith.NewAndI(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Or:
		return arith.NewOrI(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Xor:
		return arith.NewXOrI(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Not:
		return arith.NewXOrI(s.b, s.x(), s.constI(-1)).Op.Result()
	case stablehlo.Compare:
		return s.compare(op)
	case stablehlo.Add:
		if bool {
			return arith.NewOrI(s.b, s.x(), s.y()).Op.Result()
		}
		return arith.NewAddI(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Multiply:
		if bool {
			return arith.NewAndI(s.b, s.x(), s.y()).Op.Result()
		}
		return arith.NewMulI(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Maximum:
		return s.larger(s.x(), s.y())
	case stablehlo.Minimum:
		return s.smaller(s.x(), s.y())
	case stablehlo.Clamp:
		return s.smaller(s.larger(s.args[1], s.args[0]), s.args[2])
	}
	return nil
}

func (s *scalar) larger(x, y *ir.Value) *ir.Value {
	if isUnsigned(s.in(0)) {
		return arith.NewMaxUI(s.b, x, y).Op.Result()
	}
	return arith.NewMaxSI(s.b, x, y).Op.Result()
}

func (s *scalar) smaller(x, y *ir.Value) *ir.Value {
	if isUnsigned(s.in(0)) {
		return arith.NewMinUI(s.b, x, y).Op.Result()
	}
	return arith.NewMinSI(s.b, x, y).Op.Result()
}

// integer lowers the operations that are defined for integers but not for booleans.
func (s *scalar) integer() *ir.Value {
	if isBool(s.in(0)) {
		return nil
	}
	switch s.op.View().(type) {
	case stablehlo.Subtract:
		return arith.NewSubI(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Negate:
		return arith.NewSubI(s.b, s.constI(0), s.x()).Op.Result()
	case stablehlo.Abs:
		return mathdialect.NewAbsI(s.b, s.x()).Op.Result()
	case stablehlo.Popcnt:
		return mathdialect.NewCtPop(s.b, s.bits()).Op.Result()
	case stablehlo.CountLeadingZeros:
		unused := int64(bits(s.x().Type()) - bits(s.in(0)))
		return arith.NewSubI(s.b, mathdialect.NewCtLz(s.b, s.bits()).Op.Result(), s.constI(unused)).Op.Result()
	case stablehlo.Sign:
		return s.intSign()
	case stablehlo.Divide:
		return s.divide()
	case stablehlo.Remainder:
		return s.remainder()
	case stablehlo.ShiftLeft, stablehlo.ShiftRightArithmetic, stablehlo.ShiftRightLogical:
		return s.shift()
	case stablehlo.Power:
		return s.power()
	}
	return nil
}

// bits returns the first argument. If its type has 2 or 4 bits, the other bits of the byte become
// 0.
func (s *scalar) bits() *ir.Value {
	if !isSmallInt(s.in(0)) {
		return s.x()
	}
	return arith.NewAndI(s.b, s.x(), s.constI(1<<bits(s.in(0))-1)).Op.Result()
}

func (s *scalar) intSign() *ir.Value {
	one := s.constI(1)
	if isUnsigned(s.in(0)) {
		return arith.NewMinUI(s.b, s.x(), one).Op.Result()
	}
	return arith.NewMaxSI(s.b, s.constI(-1), arith.NewMinSI(s.b, s.x(), one).Op.Result()).Op.Result()
}

func (s *scalar) equal(x *ir.Value, v int64) *ir.Value {
	return arith.NewCmpI(s.b, arith.EQ, x, s.constI(v)).Op.Result()
}

// divide returns -1 (all bits set) for x/0, and x if x is the most negative number and the divisor
// is -1. If the divisor is 0 or -1, a division could have undefined behavior. Then it divides by 1,
// and its result is replaced.
func (s *scalar) divide() *ir.Value {
	byZero := s.equal(s.y(), 0)
	if isUnsigned(s.in(0)) {
		safe := s.selectV(byZero, s.constI(1), s.y())
		return s.selectV(byZero, s.constI(-1), arith.NewDivUI(s.b, s.x(), safe).Op.Result())
	}
	byMinus := s.equal(s.y(), -1)
	either := arith.NewOrI(s.b, byZero, byMinus).Op.Result()
	q := arith.NewDivSI(s.b, s.x(), s.selectV(either, s.constI(1), s.y())).Op.Result()
	q = s.selectV(byMinus, arith.NewSubI(s.b, s.constI(0), s.x()).Op.Result(), q)
	return s.selectV(byZero, s.constI(-1), q)
}

// remainder returns x for x rem 0, and 0 for x rem -1.
func (s *scalar) remainder() *ir.Value {
	byZero := s.equal(s.y(), 0)
	if isUnsigned(s.in(0)) {
		safe := s.selectV(byZero, s.constI(1), s.y())
		return s.selectV(byZero, s.x(), arith.NewRemUI(s.b, s.x(), safe).Op.Result())
	}
	either := arith.NewOrI(s.b, byZero, s.equal(s.y(), -1)).Op.Result()
	r := arith.NewRemSI(s.b, s.x(), s.selectV(either, s.constI(1), s.y())).Op.Result()
	return s.selectV(byZero, s.x(), r)
}

// shift lowers shifts. If the shift amount is at least the width, a logical shift gives 0, and an
// arithmetic shift gives the sign bit in every bit.
func (s *scalar) shift() *ir.Value {
	width := int64(bits(s.in(0)))
	places := (&scalar{b: s.b, op: s.op, args: []*ir.Value{s.y()}}).bits()
	fits := arith.NewCmpI(s.b, arith.ULT, places, s.constI(width)).Op.Result()
	amount := s.selectV(fits, places, s.constI(width-1))
	switch s.op.View().(type) {
	case stablehlo.ShiftRightArithmetic:
		if isSmallInt(s.in(0)) && isUnsigned(s.in(0)) { // the top bit is not a sign
			signed := wrapped(s.b, s.x(), ir.Int(bits(s.in(0))))
			return arith.NewShRSI(s.b, signed, amount).Op.Result()
		}
		return arith.NewShRSI(s.b, s.x(), amount).Op.Result()
	case stablehlo.ShiftRightLogical:
		return s.selectV(fits, arith.NewShRUI(s.b, s.bits(), amount).Op.Result(), s.constI(0))
	}
	return s.selectV(fits, arith.NewShLI(s.b, s.x(), amount).Op.Result(), s.constI(0))
}

// power multiplies by repeated squaring, one step per bit of the exponent. A negative exponent
// gives the truncated reciprocal of the power, which is 0 for all x except 1 and -1.
func (s *scalar) power() *ir.Value {
	one, zero := s.constI(1), s.constI(0)
	result, square := one, s.x()
	for i := range bits(s.in(0)) {
		bit := arith.NewAndI(s.b, arith.NewShRUI(s.b, s.y(), s.constI(int64(i))).Op.Result(), one).Op.Result()
		on := arith.NewCmpI(s.b, arith.NE, bit, zero).Op.Result()
		result = s.selectV(on, arith.NewMulI(s.b, result, square).Op.Result(), result)
		square = arith.NewMulI(s.b, square, square).Op.Result()
	}
	if isUnsigned(s.in(0)) {
		return result
	}
	unit := arith.NewOrI(s.b, s.equal(s.x(), 1), s.equal(s.x(), -1)).Op.Result()
	negative := arith.NewCmpI(s.b, arith.SLT, s.y(), zero).Op.Result()
	lost := arith.NewAndI(s.b, negative, arith.NewXOrI(s.b, unit, arith.NewInt(s.b, -1, ir.I1()).Op.Result()).Op.Result()).Op.Result()
	return s.selectV(lost, zero, result)
}
