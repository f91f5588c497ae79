package decompose

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// client replaces operations of CHLO that work on integers or bits, sort, or need a loop.
func client(e emit.Emitter, op *ir.Op) []*ir.Value {
	switch o := op.View().(type) {
	case chlo.TopK:
		return topK(e, o)
	case chlo.Mulhi:
		return mulhi(e, op)
	case chlo.NextAfter:
		return nextAfter(e, op)
	case chlo.RaggedDot:
		return raggedDot(e, o)
	case chlo.Scan:
		return scan(e, o)
	}
	return nil
}

// topK sorts lines together with the positions of their elements, and keeps the first k of each.
func topK(e emit.Emitter, o chlo.TopK) []*ir.Value {
	x := o.Operand()
	shape := shapeOf(x)
	last := len(shape) - 1
	numbers := stablehlo.NewIota(e.B, ir.Tensor(ir.I32(), shape...), int64(last)).Op.Result()
	sorted := e.Sort(int64(last), precedes, x, numbers)
	limit := slices.Clone(shape)
	limit[last] = o.K()
	cut := func(v *ir.Value) *ir.Value { return e.Slice(v, make([]int64, len(shape)), limit) }
	return []*ir.Value{cut(sorted[0]), cut(sorted[1])}
}

// precedes orders larger elements first, NaN before all numbers, and 0 before -0.
func precedes(e emit.Emitter, x, y *ir.Value) *ir.Value {
	larger := e.Compare("GT", x, y)
	if !x.Type().Elem().IsFloat() {
		return larger
	}
	and := func(p, q *ir.Value) *ir.Value { return stablehlo.NewAnd(e.B, p, q).Op.Result() }
	or := func(p, q *ir.Value) *ir.Value { return stablehlo.NewOr(e.B, p, q).Op.Result() }
	nan := and(e.Compare("NE", x, x), e.Compare("EQ", y, y))
	zero := and(e.Compare("EQ", x, y), stablehlo.NewCompareAs(e.B, "GT", "TOTALORDER", x, y).Op.Result())
	return or(larger, or(nan, zero))
}

// mulhi multiplies in twice the width, which does not exist for 64 bits.
func mulhi(e emit.Emitter, op *ir.Op) []*ir.Value {
	x, y, t := op.OperandList()[0], op.OperandList()[1], op.Result().Type()
	d, ok := ir.TypeAs[*ir.IntType](t.Elem())
	if !ok || d.Bits > 32 {
		return nil
	}
	wide := ir.NewType(&ir.IntType{Bits: 2 * d.Bits, Sign: d.Sign})
	p := e.Mul(e.Convert(x, wide), e.Convert(y, wide))
	by := e.Fill(p.Type(), float64(d.Bits))
	if d.Sign == ir.Unsigned {
		return []*ir.Value{e.Convert(stablehlo.NewShiftRightLogical(e.B, p, by).Op.Result(), t.Elem())}
	}
	return []*ir.Value{e.Convert(stablehlo.NewShiftRightArithmetic(e.B, p, by).Op.Result(), t.Elem())}
}

// nextAfter steps to the next bit pattern, away from 0 or toward it; from 0, to the smallest number
// with the sign of y.
func nextAfter(e emit.Emitter, op *ir.Op) []*ir.Value {
	x, y, t := op.OperandList()[0], op.OperandList()[1], op.Result().Type()
	bits := t.WithElem(ir.Int(t.Kind().Bits()))
	if t.Kind().Bits() < 16 {
		return nil
	}
	cast := func(v *ir.Value, to ir.Type) *ir.Value {
		return stablehlo.NewBitcastConvert(e.B, v, to).Op.Result()
	}
	zero, one := e.Fill(t, 0), e.Fill(bits, 1)
	n := cast(x, bits)
	up := e.Compare("EQ", e.Compare("LT", x, y), e.Compare("GT", x, zero))
	next := cast(e.Choose(up, e.Add(n, one), e.Sub(n, one)), t)
	least := cast(one, t)
	fromZero := e.Choose(e.Compare("GT", y, zero), least, emit.Unary[stablehlo.Negate](e, least))
	next = e.Choose(e.Compare("EQ", x, zero), fromZero, next)
	next = e.Choose(e.Compare("EQ", x, y), y, next)
	nan := stablehlo.NewOr(e.B, e.Compare("NE", x, x), e.Compare("NE", y, y)).Op.Result()
	return []*ir.Value{e.Choose(nan, e.Add(x, y), next)}
}
