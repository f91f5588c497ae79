package gomlx

import (
	"github.com/gomlx/gomlx/backends"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
)

// The methods below are part of backends.StandardOps. Its other methods are in other files.

func (b *Builder) BitCount(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Popcnt](b, backends.OpTypeBitCount, x)
}

func (b *Builder) BitwiseNot(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Not](b, backends.OpTypeBitwiseNot, x)
}

func (b *Builder) Ceil(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Ceil](b, backends.OpTypeCeil, x)
}

func (b *Builder) Clz(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.CountLeadingZeros](b, backends.OpTypeClz, x)
}

func (b *Builder) Cos(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Cosine](b, backends.OpTypeCos, x)
}

func (b *Builder) Exp(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Exponential](b, backends.OpTypeExp, x)
}

func (b *Builder) Expm1(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.ExponentialMinusOne](b, backends.OpTypeExpm1, x)
}

func (b *Builder) Floor(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Floor](b, backends.OpTypeFloor, x)
}

func (b *Builder) Log(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Log](b, backends.OpTypeLog, x)
}

func (b *Builder) Log1p(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.LogPlusOne](b, backends.OpTypeLog1p, x)
}

func (b *Builder) LogicalNot(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Not](b, backends.OpTypeLogicalNot, x)
}

func (b *Builder) Logistic(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Logistic](b, backends.OpTypeLogistic, x)
}

func (b *Builder) Neg(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Negate](b, backends.OpTypeNeg, x)
}

func (b *Builder) Round(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.RoundNearestEven](b, backends.OpTypeRound, x)
}

func (b *Builder) Rsqrt(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Rsqrt](b, backends.OpTypeRsqrt, x)
}

func (b *Builder) Sin(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Sine](b, backends.OpTypeSin, x)
}

func (b *Builder) Sqrt(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Sqrt](b, backends.OpTypeSqrt, x)
}

func (b *Builder) Tanh(x backends.Op) (backends.Op, error) {
	return unary[stablehlo.Tanh](b, backends.OpTypeTanh, x)
}

func (b *Builder) Add(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Add](b, backends.OpTypeAdd, lhs, rhs)
}

func (b *Builder) BitwiseAnd(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.And](b, backends.OpTypeBitwiseAnd, lhs, rhs)
}

func (b *Builder) BitwiseOr(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Or](b, backends.OpTypeBitwiseOr, lhs, rhs)
}

func (b *Builder) BitwiseXor(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Xor](b, backends.OpTypeBitwiseXor, lhs, rhs)
}

func (b *Builder) Div(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Divide](b, backends.OpTypeDiv, lhs, rhs)
}

func (b *Builder) LogicalAnd(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.And](b, backends.OpTypeLogicalAnd, lhs, rhs)
}

func (b *Builder) LogicalOr(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Or](b, backends.OpTypeLogicalOr, lhs, rhs)
}

func (b *Builder) LogicalXor(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Xor](b, backends.OpTypeLogicalXor, lhs, rhs)
}

func (b *Builder) Max(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Maximum](b, backends.OpTypeMax, lhs, rhs)
}

func (b *Builder) Min(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Minimum](b, backends.OpTypeMin, lhs, rhs)
}

func (b *Builder) Mul(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Multiply](b, backends.OpTypeMul, lhs, rhs)
}

func (b *Builder) Pow(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Power](b, backends.OpTypePow, lhs, rhs)
}

func (b *Builder) Rem(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Remainder](b, backends.OpTypeRem, lhs, rhs)
}

func (b *Builder) Sub(lhs, rhs backends.Op) (backends.Op, error) {
	return binary[stablehlo.Subtract](b, backends.OpTypeSub, lhs, rhs)
}

func (b *Builder) ShiftLeft(lhs, rhs backends.Op) (backends.Op, error) {
	return shift[stablehlo.ShiftLeft](b, backends.OpTypeShiftLeft, lhs, rhs)
}

func (b *Builder) ShiftRightArithmetic(lhs, rhs backends.Op) (backends.Op, error) {
	return shift[stablehlo.ShiftRightArithmetic](b, backends.OpTypeShiftRightArithmetic, lhs, rhs)
}

func (b *Builder) ShiftRightLogical(lhs, rhs backends.Op) (backends.Op, error) {
	return shift[stablehlo.ShiftRightLogical](b, backends.OpTypeShiftRightLogical, lhs, rhs)
}

func (b *Builder) Equal(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeEqual, "EQ", false, lhs, rhs)
}

func (b *Builder) EqualTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeEqualTotalOrder, "EQ", true, lhs, rhs)
}

func (b *Builder) NotEqual(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeNotEqual, "NE", false, lhs, rhs)
}

func (b *Builder) NotEqualTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeNotEqualTotalOrder, "NE", true, lhs, rhs)
}

func (b *Builder) GreaterOrEqual(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeGreaterOrEqual, "GE", false, lhs, rhs)
}

func (b *Builder) GreaterOrEqualTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeGreaterOrEqualTotalOrder, "GE", true, lhs, rhs)
}

func (b *Builder) GreaterThan(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeGreaterThan, "GT", false, lhs, rhs)
}

func (b *Builder) GreaterThanTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeGreaterThanTotalOrder, "GT", true, lhs, rhs)
}

func (b *Builder) LessOrEqual(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeLessOrEqual, "LE", false, lhs, rhs)
}

func (b *Builder) LessOrEqualTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeLessOrEqualTotalOrder, "LE", true, lhs, rhs)
}

func (b *Builder) LessThan(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeLessThan, "LT", false, lhs, rhs)
}

func (b *Builder) LessThanTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.compare(backends.OpTypeLessThanTotalOrder, "LT", true, lhs, rhs)
}
