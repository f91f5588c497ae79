package linalg

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/complex"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/ir"
)

// castScalar converts v to type t, or returns v if no conversion exists. If unsigned is true,
// integers are unsigned numbers.
func castScalar(b *ir.Builder, v *ir.Value, t ir.Type, unsigned bool) *ir.Value {
	from := v.Type()
	_, toInt := ir.TypeAs[*ir.IntType](t)
	_, fromInt := ir.TypeAs[*ir.IntType](from)
	switch {
	case from == t:
		return v
	case ir.IsType[*ir.ComplexType](t):
		return castComplex(b, v, t, unsigned)
	case from.IsIndex() && toInt && unsigned:
		return arith.NewIndexCastUI(b, v, t).Out()
	case from.IsIndex() && toInt:
		return arith.NewIndexCast(b, v, t).Out()
	case fromInt && toInt:
		return castInt(b, v, t, unsigned)
	case from.IsFloat() && t.IsFloat():
		return castFloat(b, v, t)
	case from.IsFloat() && toInt && unsigned:
		return arith.NewFPToUI(b, v, t).Out()
	case from.IsFloat() && toInt:
		return arith.NewFPToSI(b, v, t).Out()
	case fromInt && t.IsFloat() && unsigned:
		return arith.NewUIToFP(b, v, t).Out()
	case fromInt && t.IsFloat():
		return arith.NewSIToFP(b, v, t).Out()
	}
	return v
}

func castFloat(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	from, to := v.Type().Kind().Bits(), t.Kind().Bits()
	switch {
	case from < to:
		return arith.NewExtF(b, v, t).Out()
	case from > to:
		return arith.NewTruncF(b, v, t).Out()
	}
	return v
}

func castInt(b *ir.Builder, v *ir.Value, t ir.Type, unsigned bool) *ir.Value {
	from, _ := ir.TypeAs[*ir.IntType](v.Type())
	to, _ := ir.TypeAs[*ir.IntType](t)
	switch {
	case from.Bits > to.Bits:
		return arith.NewTruncI(b, v, t).Out()
	case from.Bits < to.Bits && unsigned:
		return arith.NewExtUI(b, v, t).Out()
	case from.Bits < to.Bits:
		return arith.NewExtSI(b, v, t).Out()
	}
	return v
}

// castComplex converts v to the complex type t. The imaginary part of a real number is zero.
func castComplex(b *ir.Builder, v *ir.Value, t ir.Type, unsigned bool) *ir.Value {
	to, _ := ir.TypeAs[*ir.ComplexType](t)
	from, isComplex := ir.TypeAs[*ir.ComplexType](v.Type())
	switch {
	case !to.Elem.IsFloat(), isComplex && !from.Elem.IsFloat():
		return v
	case isComplex:
		re, im := complex.NewRe(b, v).Op.Result(), complex.NewIm(b, v).Op.Result()
		re = castFloat(b, re, to.Elem)
		return complex.NewCreate(b, re, castFloat(b, im, to.Elem)).Op.Result()
	case !v.Type().IsFloat() && !ir.IsType[*ir.IntType](v.Type()):
		return v
	}
	re := castScalar(b, v, to.Elem, unsigned)
	zero := arith.NewFloat(b, 0, to.Elem).Op.Result()
	return complex.NewCreate(b, re, zero).Op.Result()
}

// applyUnary applies the function with the given name to v. It returns an error if the function is
// not defined for the type of v.
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
		one := arith.NewFloat(b, 1, v.Type()).Op.Result()
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

// applyBinary applies the function with the given name to x and y. It returns an error if the
// function is not defined for their types.
func applyBinary(b *ir.Builder, name string, x, y *ir.Value) (*ir.Value, error) {
	t, u := x.Type(), y.Type()
	switch {
	case t.IsFloat() && u.IsFloat():
		return binaryFloat(b, name, x, y)
	case t.IsInt(1) && u.IsInt(1):
		return binaryBool(b, name, x, y)
	case ir.IsType[*ir.IntType](t) && ir.IsType[*ir.IntType](u):
		return binaryInt(b, name, x, y)
	case ir.IsType[*ir.ComplexType](t) && ir.IsType[*ir.ComplexType](u):
		return binaryComplex(b, name, x, y)
	}
	return nil, fmt.Errorf("Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got '%s' and '%s'", t, u)
}

func binaryComplex(b *ir.Builder, name string, x, y *ir.Value) (*ir.Value, error) {
	var op *ir.Op
	switch name {
	case "add":
		op = complex.NewAdd(b, x, y).Op
	case "sub":
		op = complex.NewSub(b, x, y).Op
	case "mul":
		op = complex.NewMul(b, x, y).Op
	case "div":
		op = complex.NewDiv(b, x, y).Op
	case "div_unsigned", "max_unsigned", "min_unsigned":
		return nil, notUnsigned(name)
	default:
		return nil, fmt.Errorf("unsupported operation: %s with complex numbers", name)
	}
	return op.Result(), nil
}

// notUnsigned returns the error for a function such as max_unsigned on floats, complex numbers or
// bools.
func notUnsigned(name string) error {
	return fmt.Errorf("unsupported operation: unsigned %s not on uint", strings.TrimSuffix(name, "_unsigned"))
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
	case "max_signed":
		op = arith.NewMaximumF(b, x, y).Op
	case "min_signed":
		op = arith.NewMinimumF(b, x, y).Op
	case "powf":
		op = math.NewPowF(b, x, y).Op
	default:
		return nil, notUnsigned(name)
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
	case "sub", "div":
		return nil, fmt.Errorf("unsupported operation: %s with bools", name)
	case "div_unsigned", "max_unsigned", "min_unsigned":
		return nil, notUnsigned(name)
	default:
		return binaryIntOrder(b, name, x, y)
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
		return binaryIntOrder(b, name, x, y)
	}
	return op.Result(), nil
}

func binaryIntOrder(b *ir.Builder, name string, x, y *ir.Value) (*ir.Value, error) {
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
	case "powf":
		return nil, fmt.Errorf("unsupported operation: powf with integers")
	default:
		panic("linalg: BUG: no function " + name)
	}
	return op.Result(), nil
}
