package decompose

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	lowerchlo "github.com/lathe-ir/lathe/lowering/chlo"
)

// client replaces operations of CHLO that compute on integers or bits, sort, or need a loop.
func client(e emit.Emitter, op *ir.Op) []*ir.Value {
	switch o := op.View().(type) {
	case chlo.TopK:
		return topK(e, o)
	case chlo.Mulhi, chlo.NextAfter:
		if v := lowerchlo.Integer(e, op); v != nil {
			return []*ir.Value{v}
		}
	case chlo.RaggedDot:
		return raggedDot(e, o)
	case chlo.Scan:
		return scan(e, o)
	}
	return nil
}

// topK sorts the elements along the last dimension together with their indices, and keeps the first
// k elements and indices.
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

// precedes returns whether x comes before y in the sorted order: larger elements come first, NaN
// comes before all numbers, and 0 comes before -0.
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
