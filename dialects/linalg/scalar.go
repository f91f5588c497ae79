package linalg

import (
	"fmt"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/ir"
)

// castScalar converts v to type t, reading integers as unsigned where asked.
func castScalar(b *ir.Builder, v *ir.Value, t ir.Type, unsigned bool) *ir.Value {
	from := v.Type()
	switch {
	case from == t:
		return v
	case from.IsIndex() || t.IsIndex():
		if unsigned {
			return arith.NewIndexCastUI(b, v, t).Out()
		}
		return arith.NewIndexCast(b, v, t).Out()
	case from.IsFloat() && t.IsFloat():
		if from.Kind().Bits() < t.Kind().Bits() {
			return arith.NewExtF(b, v, t).Out()
		}
		return arith.NewTruncF(b, v, t).Out()
	case from.IsFloat() && unsigned:
		return arith.NewFPToUI(b, v, t).Out()
	case from.IsFloat():
		return arith.NewFPToSI(b, v, t).Out()
	case t.IsFloat() && unsigned:
		return arith.NewUIToFP(b, v, t).Out()
	case t.IsFloat():
		return arith.NewSIToFP(b, v, t).Out()
	}
	return castInt(b, v, t, unsigned)
}

func castInt(b *ir.Builder, v *ir.Value, t ir.Type, unsigned bool) *ir.Value {
	from, _ := ir.TypeAs[*ir.IntType](v.Type())
	to, ok := ir.TypeAs[*ir.IntType](t)
	switch {
	case from == nil || !ok:
		return v
	case from.Bits > to.Bits:
		return arith.NewTruncI(b, v, t).Out()
	case unsigned:
		return arith.NewExtUI(b, v, t).Out()
	}
	return arith.NewExtSI(b, v, t).Out()
}

// applyUnary makes the function called name of v.
func applyUnary(b *ir.Builder, name string, v *ir.Value) (*ir.Value, error) {
	if !v.Type().IsFloat() {
		return nil, fmt.Errorf("unsupported non numeric type")
	}
	var op *ir.Op
	switch name {
	case "exp":
		op = math.NewExp(b, v).Op
	case "log":
		op = math.NewLog(b, v).Op
	case "abs":
		op = math.NewAbsF(b, v).Op
	case "ceil":
		op = math.NewCeil(b, v).Op
	case "floor":
		op = math.NewFloor(b, v).Op
	case "negf":
		op = arith.NewNegF(b, v).Op
	case "reciprocal":
		one := arith.NewFloat(b, 1, v.Type()).Result()
		op = arith.NewDivF(b, one, v).Op
	case "round":
		op = math.NewRound(b, v).Op
	case "sqrt":
		op = math.NewSqrt(b, v).Op
	case "rsqrt":
		op = math.NewRsqrt(b, v).Op
	case "square":
		op = arith.NewMulF(b, v, v).Op
	case "tanh":
		op = math.NewTanh(b, v).Op
	case "erf":
		op = math.NewErf(b, v).Op
	default:
		panic("linalg: BUG: no function " + name)
	}
	return op.Result(), nil
}

// applyBinary makes the function called name of x and y, which have one type.
func applyBinary(b *ir.Builder, name string, x, y *ir.Value) (*ir.Value, error) {
	t := x.Type()
	switch {
	case t.IsFloat():
		return binaryFloat(b, name, x, y)
	case t.IsInt(1):
		return binaryBool(b, name, x, y)
	case t.IsInt(0), t.IsIndex():
		return binaryInt(b, name, x, y)
	}
	return nil, fmt.Errorf("unsupported non numeric type")
}

func binaryFloat(b *ir.Builder, name string, x, y *ir.Value) (*ir.Value, error) {
	var op *ir.Op
	switch name {
	case "add":
		op = arith.NewAddF(b, x, y).Op
	case "sub":
		op = arith.NewSubF(b, x, y).Op
	case "mul":
		op = arith.NewMulF(b, x, y).Op
	case "div":
		op = arith.NewDivF(b, x, y).Op
	case "max_signed", "max_unsigned":
		op = arith.NewMaximumF(b, x, y).Op
	case "min_signed", "min_unsigned":
		op = arith.NewMinimumF(b, x, y).Op
	case "powf":
		op = math.NewPowF(b, x, y).Op
	default:
		return nil, fmt.Errorf("unsupported operation: %s not on uint", name)
	}
	return op.Result(), nil
}

func binaryBool(b *ir.Builder, name string, x, y *ir.Value) (*ir.Value, error) {
	var op *ir.Op
	switch name {
	case "add":
		op = arith.NewOrI(b, x, y).Op
	case "mul":
		op = arith.NewAndI(b, x, y).Op
	default:
		return binaryIntOrder(b, name, x, y, "unsupported operation: %s with bools")
	}
	return op.Result(), nil
}

func binaryInt(b *ir.Builder, name string, x, y *ir.Value) (*ir.Value, error) {
	var op *ir.Op
	switch name {
	case "add":
		op = arith.NewAddI(b, x, y).Op
	case "sub":
		op = arith.NewSubI(b, x, y).Op
	case "mul":
		op = arith.NewMulI(b, x, y).Op
	case "div":
		op = arith.NewDivSI(b, x, y).Op
	case "div_unsigned":
		op = arith.NewDivUI(b, x, y).Op
	default:
		return binaryIntOrder(b, name, x, y, "unsupported operation: %s on integers")
	}
	return op.Result(), nil
}

func binaryIntOrder(b *ir.Builder, name string, x, y *ir.Value, refuse string) (*ir.Value, error) {
	var op *ir.Op
	switch name {
	case "max_signed":
		op = arith.NewMaxSI(b, x, y).Op
	case "min_signed":
		op = arith.NewMinSI(b, x, y).Op
	case "max_unsigned":
		op = arith.NewMaxUI(b, x, y).Op
	case "min_unsigned":
		op = arith.NewMinUI(b, x, y).Op
	default:
		return nil, fmt.Errorf(refuse, name)
	}
	return op.Result(), nil
}
