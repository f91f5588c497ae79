package linalg

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/chlo"
	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/elementary"
	"github.com/lathe-ir/lathe/lowering/mathx"
)

func (s *scalar) floatBinary() *ir.Value {
	switch op := s.op.View().(type) {
	case stablehlo.Add:
		return arith.NewAddF(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Subtract:
		return arith.NewSubF(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Multiply:
		return arith.NewMulF(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Divide:
		return arith.NewDivF(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Remainder:
		return arith.NewRemF(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Maximum:
		return arith.NewMaximumF(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Minimum:
		return arith.NewMinimumF(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Power:
		return mathdialect.NewPowF(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Atan2:
		return mathdialect.NewAtan2(s.b, s.x(), s.y()).Op.Result()
	case stablehlo.Compare:
		return s.compare(op)
	case stablehlo.Clamp:
		low := arith.NewMaximumF(s.b, s.args[1], s.args[0]).Op.Result()
		return arith.NewMinimumF(s.b, low, s.args[2]).Op.Result()
	}
	return nil
}

func (s *scalar) floatUnary() *ir.Value {
	switch s.op.View().(type) {
	case stablehlo.Negate:
		return arith.NewNegF(s.b, s.x()).Op.Result()
	case stablehlo.Sign:
		return s.floatSign()
	case stablehlo.RoundNearestAfz:
		return s.roundAway()
	case stablehlo.Logistic:
		return s.logistic()
	case stablehlo.IsFinite:
		return arith.NewCmpF(s.b, arith.FOLT, mathdialect.NewAbsF(s.b, s.x()).Op.Result(), s.constF(math.Inf(1))).Op.Result()
	}
	return s.function()
}

// function returns the operation of the math dialect that computes s.op, or nil.
func (s *scalar) function() *ir.Value {
	switch s.op.View().(type) {
	case stablehlo.Abs:
		return mathdialect.NewAbsF(s.b, s.x()).Op.Result()
	case stablehlo.Ceil:
		return mathdialect.NewCeil(s.b, s.x()).Op.Result()
	case stablehlo.Floor:
		return mathdialect.NewFloor(s.b, s.x()).Op.Result()
	case stablehlo.RoundNearestEven:
		return mathdialect.NewRoundEven(s.b, s.x()).Op.Result()
	case stablehlo.Sqrt:
		return mathdialect.NewSqrt(s.b, s.x()).Op.Result()
	case stablehlo.Rsqrt:
		return mathdialect.NewRsqrt(s.b, s.x()).Op.Result()
	case stablehlo.Cbrt:
		return mathdialect.NewCbrt(s.b, s.x()).Op.Result()
	case stablehlo.Exponential:
		return mathdialect.NewExp(s.b, s.x()).Op.Result()
	case stablehlo.ExponentialMinusOne:
		return mathdialect.NewExpM1(s.b, s.x()).Op.Result()
	case stablehlo.Log:
		return mathdialect.NewLog(s.b, s.x()).Op.Result()
	case stablehlo.LogPlusOne:
		return mathdialect.NewLog1p(s.b, s.x()).Op.Result()
	case stablehlo.Sine:
		return mathdialect.NewSin(s.b, s.x()).Op.Result()
	case stablehlo.Cosine:
		return mathdialect.NewCos(s.b, s.x()).Op.Result()
	case stablehlo.Tan:
		return mathdialect.NewTan(s.b, s.x()).Op.Result()
	case stablehlo.Tanh:
		return mathdialect.NewTanh(s.b, s.x()).Op.Result()
	}
	return s.chloFunction()
}

// chloFunction lowers s.op if it is an operation of the dialect chlo. If the math dialect has no
// operation for it, it becomes arithmetic. chloFunction returns nil if there is no rule.
func (s *scalar) chloFunction() *ir.Value {
	switch s.op.View().(type) {
	case chlo.Acos:
		return mathdialect.NewAcos(s.b, s.x()).Op.Result()
	case chlo.Acosh:
		return mathdialect.NewAcosh(s.b, s.x()).Op.Result()
	case chlo.Asin:
		return mathdialect.NewAsin(s.b, s.x()).Op.Result()
	case chlo.Asinh:
		return mathdialect.NewAsinh(s.b, s.x()).Op.Result()
	case chlo.Atan:
		return mathdialect.NewAtan(s.b, s.x()).Op.Result()
	case chlo.Atanh:
		return mathdialect.NewAtanh(s.b, s.x()).Op.Result()
	case chlo.BesselI1e:
		return mathx.Apply(s.b, elementary.BesselI1e, s.x())
	case chlo.Cosh:
		return mathdialect.NewCosh(s.b, s.x()).Op.Result()
	case chlo.Digamma:
		return mathx.Apply(s.b, elementary.Digamma, s.x())
	case chlo.Erf:
		return mathdialect.NewErf(s.b, s.x()).Op.Result()
	case chlo.Erfc:
		return mathdialect.NewErfc(s.b, s.x()).Op.Result()
	case chlo.ErfInv:
		return mathx.Apply(s.b, elementary.ErfInv, s.x())
	case chlo.Lgamma:
		return mathx.Apply(s.b, elementary.Lgamma, s.x())
	case chlo.Sinh:
		return mathdialect.NewSinh(s.b, s.x()).Op.Result()
	case chlo.Tan:
		return mathdialect.NewTan(s.b, s.x()).Op.Result()
	}
	return nil
}

// floatSign lowers stablehlo.sign, which returns zeros and NaN unchanged.
func (s *scalar) floatSign() *ir.Value {
	zero := s.constF(0)
	up := arith.NewCmpF(s.b, arith.FOGT, s.x(), zero).Op.Result()
	down := arith.NewCmpF(s.b, arith.FOLT, s.x(), zero).Op.Result()
	return s.selectV(up, s.constF(1), s.selectV(down, s.constF(-1), s.x()))
}

// roundAway rounds to nearest, ties away from zero: away from zero if the difference between x and
// the truncated x is at least 1/2. This difference is exact.
func (s *scalar) roundAway() *ir.Value {
	whole := mathdialect.NewTrunc(s.b, s.x()).Op.Result()
	rest := mathdialect.NewAbsF(s.b, arith.NewSubF(s.b, s.x(), whole).Op.Result()).Op.Result()
	far := arith.NewCmpF(s.b, arith.FOGE, rest, s.constF(0.5)).Op.Result()
	one := mathdialect.NewCopySign(s.b, s.constF(1), s.x()).Op.Result()
	return s.selectV(far, arith.NewAddF(s.b, whole, one).Op.Result(), whole)
}

// logistic returns 1/(1+e⁻ˣ). It computes only negative powers of e, which cannot overflow.
func (s *scalar) logistic() *ir.Value {
	one := s.constF(1)
	e := mathdialect.NewExp(s.b, arith.NewNegF(s.b, mathdialect.NewAbsF(s.b, s.x()).Op.Result()).Op.Result()).Op.Result()
	negative := arith.NewCmpF(s.b, arith.FOLT, s.x(), s.constF(0)).Op.Result()
	return arith.NewDivF(s.b, s.selectV(negative, e, one), arith.NewAddF(s.b, one, e).Op.Result()).Op.Result()
}
