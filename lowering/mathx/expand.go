// Package mathx replaces the elementary functions of the math dialect by arithmetic. It uses the
// algorithms of ir/elementary.
package mathx

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/elementary"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Expand replaces every elementary function inside op by arithmetic. Functions that targets have as
// instructions, such as sqrt and floor, stay. If consecutive operations compute the same function,
// and none reads another's result, their steps are interleaved. Then a processor can work on one
// operation while another waits for a result.
func Expand(op *ir.Op) {
	var found [][]*ir.Op
	op.Walk(func(o *ir.Op) bool {
		if expansion(o) == elementary.None {
			return true
		}
		if last := len(found) - 1; last >= 0 && continues(found[last], o) {
			found[last] = append(found[last], o)
		} else {
			found = append(found, []*ir.Op{o})
		}
		return true
	})
	for _, ops := range found {
		expand(ops, expansion(ops[0]))
	}
}

// continues reports whether op directly follows the operations in ops, computes the same function
// on the same type, and reads none of their results.
func continues(ops []*ir.Op, op *ir.Op) bool {
	last := ops[len(ops)-1]
	if op.Prev() != last || expansion(op) != expansion(last) || op.Result().Type() != last.Result().Type() {
		return false
	}
	for v := range op.Operands() {
		if slices.Contains(ops, v.Def()) {
			return false
		}
	}
	return true
}

// expansion returns the function that op computes, or None if op is not expanded.
func expansion(op *ir.Op) elementary.Function {
	f := function(op)
	if f != elementary.None && !expandable(op) {
		return elementary.None
	}
	return f
}

// function returns the elementary function that op computes on elements of any type, or None.
func function(op *ir.Op) elementary.Function {
	switch op.View().(type) {
	case mathdialect.Acos:
		return elementary.Acos
	case mathdialect.Acosh:
		return elementary.Acosh
	case mathdialect.Asin:
		return elementary.Asin
	case mathdialect.Asinh:
		return elementary.Asinh
	case mathdialect.Atan:
		return elementary.Atan
	case mathdialect.Atan2:
		return elementary.Atan2
	case mathdialect.Atanh:
		return elementary.Atanh
	case mathdialect.Cbrt:
		return elementary.Cbrt
	case mathdialect.Cos:
		return elementary.Cos
	case mathdialect.Cosh:
		return elementary.Cosh
	case mathdialect.Erf:
		return elementary.Erf
	case mathdialect.Erfc:
		return elementary.Erfc
	case mathdialect.Exp:
		return elementary.Exp
	case mathdialect.ExpM1:
		return elementary.Expm1
	case mathdialect.Log:
		return elementary.Log
	case mathdialect.Log1p:
		return elementary.Log1p
	case mathdialect.PowF:
		return elementary.Pow
	case mathdialect.Rsqrt:
		return elementary.Rsqrt
	case mathdialect.Sin:
		return elementary.Sin
	case mathdialect.Sinh:
		return elementary.Sinh
	case mathdialect.Tan:
		return elementary.Tan
	case mathdialect.Tanh:
		return elementary.Tanh
	}
	return elementary.None
}

// expandable reports whether Apply can compute the result of op, which must not be wider than f64.
// Its shape must be static, because the arithmetic uses constants of the same type.
func expandable(op *ir.Op) bool {
	if op.NumResults() != 1 {
		return false
	}
	t := op.Result().Type()
	if k := t.Kind(); k == tensor.F80 || k == tensor.F128 {
		return false
	}
	return !t.IsShaped() || t.HasStaticShape()
}

func expand(ops []*ir.Op, f elementary.Function) {
	b := ir.NewBuilder(ops[0].Registry())
	b.Before(ops[0])
	args := make([]values, ops[0].NumOperands())
	for i := range args {
		for _, op := range ops {
			args[i] = append(args[i], op.OperandAt(i))
		}
	}
	for i, v := range apply(b, f, args) {
		ops[i].Result().ReplaceAllUses(v)
		ops[i].Erase()
	}
}

// Apply inserts the arithmetic of f on one or two operands, which are floats or vectors of floats.
// It computes in f32 or f64, and rounds the result to the type of the operands.
func Apply(b *ir.Builder, f elementary.Function, args ...*ir.Value) *ir.Value {
	var one []values
	for _, v := range args {
		one = append(one, values{v})
	}
	return apply(b, f, one)[0]
}

func apply(b *ir.Builder, f elementary.Function, args []values) values {
	t := args[0][0].Type()
	narrow := t.Kind() != tensor.F64
	work := ir.F64()
	if narrow && f.Narrow() {
		work = ir.F32()
	}
	c := sideBySide{code{b, t.WithElem(work), map[constant]*ir.Value{}}, len(args[0])}
	if t != c.t {
		for i, v := range args {
			args[i] = c.unary(code.wider, v)
		}
	}
	var v values
	if work == ir.F32() {
		v = elementary.Apply32(c, f, args[0], args[len(args)-1])
	} else {
		v = elementary.Apply(c, f, args[0], args[len(args)-1], narrow)
	}
	if t != c.t {
		v = c.unary(func(o code, x *ir.Value) *ir.Value { return arith.NewTruncF(o.b, x, t).Op.Result() }, v)
	}
	return v
}

type constant struct {
	bits  int64
	float bool
}

// code inserts arithmetic. It implements elementary.Ops if t is f64 or a vector of f64, and
// elementary.Ops32 if t is f32 or a vector of f32.
type code struct {
	b      *ir.Builder
	t      ir.Type
	consts map[constant]*ir.Value
}

func (o code) ints() ir.Type {
	if o.t.Kind() == tensor.F32 {
		return o.t.WithElem(ir.I32())
	}
	return o.t.WithElem(ir.I64())
}

// F returns the float constant c, which it creates once.
func (o code) F(c float64) *ir.Value {
	key := constant{int64(math.Float64bits(c)), true}
	if o.consts[key] == nil {
		one := tensor.New(o.t.Kind())
		one.SetFloat(0, c)
		o.consts[key] = o.constant(one, ir.NewFloat(one.Float(0), o.t.Elem()), o.t)
	}
	return o.consts[key]
}

// I returns the integer constant c, which it creates once.
func (o code) I(c int64) *ir.Value {
	key := constant{c, false}
	if o.consts[key] == nil {
		one := tensor.New(o.ints().Kind())
		one.SetInt(0, c)
		o.consts[key] = o.constant(one, ir.NewInt(c, o.ints().Elem()), o.ints())
	}
	return o.consts[key]
}

func (o code) constant(one *tensor.Tensor, scalar ir.Attr, t ir.Type) *ir.Value {
	if t.IsShaped() {
		scalar = ir.NewSplat(t, one)
	}
	return arith.NewConstant(o.b, scalar).Op.Result()
}

func (o code) wider(x *ir.Value) *ir.Value { return arith.NewExtF(o.b, x, o.t).Op.Result() }

func (o code) AddF(x, y *ir.Value) *ir.Value   { return arith.NewAddF(o.b, x, y).Op.Result() }
func (o code) SubF(x, y *ir.Value) *ir.Value   { return arith.NewSubF(o.b, x, y).Op.Result() }
func (o code) MulF(x, y *ir.Value) *ir.Value   { return arith.NewMulF(o.b, x, y).Op.Result() }
func (o code) DivF(x, y *ir.Value) *ir.Value   { return arith.NewDivF(o.b, x, y).Op.Result() }
func (o code) NegF(x *ir.Value) *ir.Value      { return arith.NewNegF(o.b, x).Op.Result() }
func (o code) AbsF(x *ir.Value) *ir.Value      { return mathdialect.NewAbsF(o.b, x).Op.Result() }
func (o code) Sqrt(x *ir.Value) *ir.Value      { return mathdialect.NewSqrt(o.b, x).Op.Result() }
func (o code) Floor(x *ir.Value) *ir.Value     { return mathdialect.NewFloor(o.b, x).Op.Result() }
func (o code) RoundEven(x *ir.Value) *ir.Value { return mathdialect.NewRoundEven(o.b, x).Op.Result() }
func (o code) CopySign(x, s *ir.Value) *ir.Value {
	return mathdialect.NewCopySign(o.b, x, s).Op.Result()
}
func (o code) FMA(x, y, z *ir.Value) *ir.Value {
	return mathdialect.NewFma(o.b, x, y, z).Op.Result()
}
func (o code) AddI(x, y *ir.Value) *ir.Value  { return arith.NewAddI(o.b, x, y).Op.Result() }
func (o code) SubI(x, y *ir.Value) *ir.Value  { return arith.NewSubI(o.b, x, y).Op.Result() }
func (o code) MulI(x, y *ir.Value) *ir.Value  { return arith.NewMulI(o.b, x, y).Op.Result() }
func (o code) DivUI(x, y *ir.Value) *ir.Value { return arith.NewDivUI(o.b, x, y).Op.Result() }
func (o code) And(x, y *ir.Value) *ir.Value   { return arith.NewAndI(o.b, x, y).Op.Result() }
func (o code) Or(x, y *ir.Value) *ir.Value    { return arith.NewOrI(o.b, x, y).Op.Result() }
func (o code) Xor(x, y *ir.Value) *ir.Value   { return arith.NewXOrI(o.b, x, y).Op.Result() }
func (o code) ShL(x, y *ir.Value) *ir.Value   { return arith.NewShLI(o.b, x, y).Op.Result() }
func (o code) ShRS(x, y *ir.Value) *ir.Value  { return arith.NewShRSI(o.b, x, y).Op.Result() }
func (o code) ShRU(x, y *ir.Value) *ir.Value  { return arith.NewShRUI(o.b, x, y).Op.Result() }
func (o code) Bits(x *ir.Value) *ir.Value     { return arith.NewBitcast(o.b, x, o.ints()).Op.Result() }
func (o code) Float(x *ir.Value) *ir.Value    { return arith.NewBitcast(o.b, x, o.t).Op.Result() }

func (o code) Less(x, y *ir.Value) *ir.Value {
	return arith.NewCmpF(o.b, arith.FOLT, x, y).Op.Result()
}

func (o code) Equal(x, y *ir.Value) *ir.Value {
	return arith.NewCmpF(o.b, arith.FOEQ, x, y).Op.Result()
}
func (o code) IsNaN(x *ir.Value) *ir.Value { return arith.NewCmpF(o.b, arith.FUNO, x, x).Op.Result() }

func (o code) LessI(x, y *ir.Value) *ir.Value {
	return arith.NewCmpI(o.b, arith.SLT, x, y).Op.Result()
}

func (o code) EqualI(x, y *ir.Value) *ir.Value {
	return arith.NewCmpI(o.b, arith.EQ, x, y).Op.Result()
}

func (o code) Select(c, t, f *ir.Value) *ir.Value { return arith.NewSelect(o.b, c, t, f).Op.Result() }
