package linalg

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// scalar lowers the elementwise operation op for one element. The types of args are the types that
// store the elements of op's operands.
type scalar struct {
	b    *ir.Builder
	op   *ir.Op
	args []*ir.Value
	// canonical is true if every NaN in the result must be the canonical NaN.
	canonical bool
}

// in returns the element type of operand i in the program.
func (s *scalar) in(i int) ir.Type { return s.op.OperandAt(i).Type().Elem() }

// out returns the element type of the result in the program.
func (s *scalar) out() ir.Type { return s.op.Result().Type().Elem() }

// build returns the result, in the type that stores the elements of op's result. It returns nil if
// no rule lowers the operation.
func (s *scalar) build() *ir.Value {
	if needsParts(s.op) {
		return nil
	}
	if v, ok := s.moves(); ok {
		return s.settled(v)
	}
	wide := &scalar{b: s.b, op: s.op}
	for i, a := range s.args {
		if isHalf(s.in(i)) {
			a = widened(s.b, a, s.in(i))
		}
		wide.args = append(wide.args, a)
	}
	v := s.settled(wide.compute())
	switch {
	case v == nil:
		return nil
	case isHalf(s.out()):
		return narrowed(s.b, v, s.out())
	}
	return wrapped(s.b, v, s.out())
}

// settled returns v. If s.canonical is true, it makes NaNs canonical.
func (s *scalar) settled(v *ir.Value) *ir.Value {
	if v == nil || !s.canonical {
		return v
	}
	return canonical(s.b, v)
}

// moves lowers the operations that select, convert or inspect bits. They work on halves without
// widening.
func (s *scalar) moves() (*ir.Value, bool) {
	switch op := s.op.View().(type) {
	case stablehlo.Select:
		return arith.NewSelect(s.b, s.args[0], s.args[1], s.args[2]).Op.Result(), true
	case stablehlo.Convert:
		return s.convert(), true
	case stablehlo.ReducePrecision:
		return s.reducePrecision(op), true
	case stablehlo.BitcastConvert:
		return s.bitcast(op), true
	case stablehlo.Compare:
		// A total order compares the bits of NaNs, which widening would change.
		if op.CompareType() == "TOTALORDER" {
			return s.compare(op), true
		}
	}
	return nil, false
}

func (s *scalar) compute() *ir.Value {
	switch {
	case isFloat(s.in(0)):
		if v := s.floatBinary(); v != nil {
			return v
		}
		return s.floatUnary()
	case isInt(s.in(0)):
		if v := s.logical(); v != nil {
			return v
		}
		return s.integer()
	}
	return nil
}

func (s *scalar) x() *ir.Value { return s.args[0] }
func (s *scalar) y() *ir.Value { return s.args[1] }

func (s *scalar) constF(v float64) *ir.Value {
	return arith.NewFloat(s.b, v, s.args[0].Type()).Op.Result()
}

func (s *scalar) constI(v int64) *ir.Value {
	return arith.NewInt(s.b, v, s.args[0].Type()).Op.Result()
}

func (s *scalar) selectV(c, t, f *ir.Value) *ir.Value {
	return arith.NewSelect(s.b, c, t, f).Op.Result()
}

// bitcast converts between types of the same width and keeps the bit pattern. In a type of less
// than 8 bits, the other bits of the byte repeat the sign of a signed integer. For other types,
// they are 0.
func (s *scalar) bitcast(op stablehlo.BitcastConvert) *ir.Value {
	to, width := kernelop.Stored(s.out()), bits(s.out())
	num := func(v int) *ir.Value { return arith.NewInt(s.b, int64(v), to).Op.Result() }
	switch {
	case bits(s.in(0)) != width || isBool(s.in(0)) || isBool(to):
		return nil
	case width < bits(to) && (isFloat(s.out()) || isUnsigned(s.out())):
		return arith.NewAndI(s.b, s.x(), num(1<<width-1)).Op.Result()
	case width < bits(to):
		unused := num(bits(to) - width)
		return arith.NewShRSI(s.b, arith.NewShLI(s.b, s.x(), unused).Op.Result(), unused).Op.Result()
	case s.x().Type() == to:
		return s.x()
	}
	return arith.NewBitcast(s.b, s.x(), to).Op.Result()
}

// reducePrecision rounds the fraction by integer arithmetic. Numbers that are too large for the
// exponent become infinite, and numbers that are too small become zero. NaN stays NaN, or becomes
// infinite if no fraction bit is left.
func (s *scalar) reducePrecision(op stablehlo.ReducePrecision) *ir.Value {
	if isSmallFloat(s.in(0)) {
		return nil
	}
	l := s.in(0).Kind().FloatLayout()
	t := ir.Int(l.Width)
	num := func(v int64) *ir.Value { return arith.NewInt(s.b, v, t).Op.Result() }
	and := func(x, y *ir.Value) *ir.Value { return arith.NewAndI(s.b, x, y).Op.Result() }
	n := arith.NewBitcast(s.b, s.x(), t).Op.Result()
	x := n
	if drop := int64(l.Fraction) - op.MantissaBits(); drop > 0 {
		last := and(arith.NewShRUI(s.b, x, num(drop)).Op.Result(), num(1))
		half := arith.NewAddI(s.b, last, num(1<<(drop-1)-1)).Op.Result()
		x = and(arith.NewAddI(s.b, x, half).Op.Result(), num(-1<<drop))
	}
	infinity := int64(1)<<(l.Width-1) - 1<<l.Fraction
	if e := op.ExponentBits(); e < int64(l.Width-1-l.Fraction) {
		bias := int64(1)<<(e-1) - 1
		sign := and(x, num(math.MinInt64>>(64-l.Width)))
		exponent := and(x, num(infinity))
		large := arith.NewCmpI(s.b, arith.UGT, exponent, num((int64(1-l.MinExp)+bias)<<l.Fraction)).Op.Result()
		small := arith.NewCmpI(s.b, arith.ULE, exponent, num((int64(1-l.MinExp)-bias)<<l.Fraction)).Op.Result()
		x = s.selectV(large, arith.NewOrI(s.b, sign, num(infinity)).Op.Result(), s.selectV(small, sign, x))
	}
	magnitude := and(n, num(math.MaxInt64>>(64-l.Width)))
	nan := arith.NewCmpI(s.b, arith.UGT, magnitude, num(infinity)).Op.Result()
	if op.MantissaBits() == 0 {
		n = num(infinity)
	}
	return arith.NewBitcast(s.b, s.selectV(nan, n, x), s.x().Type()).Op.Result()
}

func (s *scalar) compare(op stablehlo.Compare) *ir.Value {
	dir := op.Direction()
	switch {
	case !isFloat(s.in(0)):
		return arith.NewCmpI(s.b, intPredicate(dir, isUnsigned(s.in(0))), s.x(), s.y()).Op.Result()
	case op.CompareType() == "TOTALORDER":
		return arith.NewCmpI(s.b, intPredicate(dir, false), s.ordinal(s.x()), s.ordinal(s.y())).Op.Result()
	}
	return arith.NewCmpF(s.b, floatPredicate(dir), s.x(), s.y()).Op.Result()
}

// ordinal maps a float to an integer, so that the order of integers is the total order of floats.
// It moves the sign to the highest bit. If the number is negative, it inverts all other bits. In
// f8E8M0FNU, which has no sign, it inverts the highest bit.
func (s *scalar) ordinal(v *ir.Value) *ir.Value {
	t := ir.Int(bits(v.Type()))
	n := arith.NewBitcast(s.b, v, t).Op.Result()
	if s.in(0).Kind() == tensor.F8E8M0FNU {
		return arith.NewXOrI(s.b, n, arith.NewInt(s.b, math.MinInt8, t).Op.Result()).Op.Result()
	}
	if unused := bits(t) - bits(s.in(0)); unused > 0 {
		n = arith.NewShLI(s.b, n, arith.NewInt(s.b, int64(unused), t).Op.Result()).Op.Result()
	}
	sign := arith.NewShRSI(s.b, n, arith.NewInt(s.b, int64(bits(t)-1), t).Op.Result()).Op.Result()
	mask := arith.NewShRUI(s.b, sign, arith.NewInt(s.b, 1, t).Op.Result()).Op.Result()
	return arith.NewXOrI(s.b, n, mask).Op.Result()
}

func intPredicate(dir string, unsigned bool) arith.IntPredicate {
	signed := map[string]arith.IntPredicate{
		"EQ": arith.EQ, "NE": arith.NE, "LT": arith.SLT, "LE": arith.SLE, "GT": arith.SGT, "GE": arith.SGE,
	}[dir]
	if unsigned && signed >= arith.SLT {
		return signed + (arith.ULT - arith.SLT)
	}
	return signed
}

func floatPredicate(dir string) arith.FloatPredicate {
	return map[string]arith.FloatPredicate{
		"EQ": arith.FOEQ, "NE": arith.FUNE, "LT": arith.FOLT, "LE": arith.FOLE, "GT": arith.FOGT, "GE": arith.FOGE,
	}[dir]
}
