package linalg

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
)

func (s *scalar) floatBinary() *ir.Value {
	switch op := s.op.View().(type) {
	case stablehlo.Add:
		return arith.NewAddF(s.b, s.x(), s.y()).Result()
	case stablehlo.Subtract:
		return arith.NewSubF(s.b, s.x(), s.y()).Result()
	case stablehlo.Multiply:
		return arith.NewMulF(s.b, s.x(), s.y()).Result()
	case stablehlo.Divide:
		return arith.NewDivF(s.b, s.x(), s.y()).Result()
	case stablehlo.Remainder:
		return arith.NewRemF(s.b, s.x(), s.y()).Result()
	case stablehlo.Maximum:
		return arith.NewMaximumF(s.b, s.x(), s.y()).Result()
	case stablehlo.Minimum:
		return arith.NewMinimumF(s.b, s.x(), s.y()).Result()
	case stablehlo.Power:
		return s.math("powf")
	case stablehlo.Atan2:
		return s.math("atan2")
	case stablehlo.Compare:
		return s.compare(op)
	case stablehlo.Clamp:
		low := arith.NewMaximumF(s.b, s.args[1], s.args[0]).Result()
		return arith.NewMinimumF(s.b, low, s.args[2]).Result()
	}
	return nil
}

func (s *scalar) floatUnary() *ir.Value {
	switch s.op.View().(type) {
	case stablehlo.Negate:
		return arith.NewNegF(s.b, s.x()).Result()
	case stablehlo.Sign:
		return s.floatSign()
	case stablehlo.RoundNearestAfz:
		return s.roundAway()
	case stablehlo.Logistic:
		return s.logistic()
	case stablehlo.IsFinite:
		return arith.NewCmpF(s.b, arith.FOLT, s.math("absf"), s.constF(math.Inf(1))).Result()
	}
	if name := mathName(s.op); name != "" {
		return s.math(name)
	}
	return nil
}

// mathName returns the operation of the math dialect that op is, or "".
func mathName(op *ir.Op) string {
	switch op.View().(type) {
	case stablehlo.Abs:
		return "absf"
	case stablehlo.Ceil:
		return "ceil"
	case stablehlo.Floor:
		return "floor"
	case stablehlo.RoundNearestEven:
		return "roundeven"
	case stablehlo.Sqrt:
		return "sqrt"
	case stablehlo.Rsqrt:
		return "rsqrt"
	case stablehlo.Cbrt:
		return "cbrt"
	case stablehlo.Exponential:
		return "exp"
	case stablehlo.ExponentialMinusOne:
		return "expm1"
	case stablehlo.Log:
		return "log"
	case stablehlo.LogPlusOne:
		return "log1p"
	case stablehlo.Sine:
		return "sin"
	case stablehlo.Cosine:
		return "cos"
	case stablehlo.Tan:
		return "tan"
	case stablehlo.Tanh:
		return "tanh"
	}
	switch op.Name() {
	case "chlo.erf":
		return "erf"
	case "chlo.erfc":
		return "erfc"
	}
	return ""
}

// floatSign keeps zeros and NaN as they are.
func (s *scalar) floatSign() *ir.Value {
	zero := s.constF(0)
	up := arith.NewCmpF(s.b, arith.FOGT, s.x(), zero).Result()
	down := arith.NewCmpF(s.b, arith.FOLT, s.x(), zero).Result()
	return s.selectV(up, s.constF(1), s.selectV(down, s.constF(-1), s.x()))
}

// roundAway rounds to nearest, halves away from zero: the distance to the
// truncated value is exact.
func (s *scalar) roundAway() *ir.Value {
	whole := s.math("trunc")
	rest := build.Math(s.b, "absf", arith.NewSubF(s.b, s.x(), whole).Result())
	far := arith.NewCmpF(s.b, arith.FOGE, rest, s.constF(0.5)).Result()
	one := build.Math(s.b, "copysign", s.constF(1), s.x())
	return s.selectV(far, arith.NewAddF(s.b, whole, one).Result(), whole)
}

// logistic is 1/(1+e⁻ˣ), from e to a negative power so that nothing overflows.
func (s *scalar) logistic() *ir.Value {
	one := s.constF(1)
	e := build.Math(s.b, "exp", arith.NewNegF(s.b, s.math("absf")).Result())
	negative := arith.NewCmpF(s.b, arith.FOLT, s.x(), s.constF(0)).Result()
	return arith.NewDivF(s.b, s.selectV(negative, e, one), arith.NewAddF(s.b, one, e).Result()).Result()
}
