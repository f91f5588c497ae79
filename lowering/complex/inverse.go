package complex

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/elementary"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// client computes inverse functions of CHLO. For other operations, it returns pair{}.
func (w *wide) client(op *ir.Op, a pair) pair {
	v, ok := elementary.ComplexInverse(ops{w}, inverseOf(op), elementary.Parts[*ir.Value]{Re: a.re, Im: a.im})
	if !ok {
		return pair{}
	}
	return pair{v.Re, v.Im}
}

func inverseOf(op *ir.Op) elementary.Function {
	switch op.View().(type) {
	case chlo.Acos:
		return elementary.Acos
	case chlo.Acosh:
		return elementary.Acosh
	case chlo.Asin:
		return elementary.Asin
	case chlo.Asinh:
		return elementary.Asinh
	case chlo.Atan:
		return elementary.Atan
	case chlo.Atanh:
		return elementary.Atanh
	}
	return elementary.None
}

// ops implements elementary.ComplexOps with operations of StableHLO on tensors of f64.
type ops struct{ w *wide }

// F creates a constant. For NaN it uses the canonical bits, because later selections return the
// constant unchanged.
func (o ops) F(c float64) *ir.Value {
	if c != c {
		c = math.Float64frombits(tensor.CanonicalNaN(tensor.F64))
	}
	return o.w.fill(c)
}

func (o ops) AddF(x, y *ir.Value) *ir.Value      { return o.w.Add(x, y) }
func (o ops) SubF(x, y *ir.Value) *ir.Value      { return o.w.Sub(x, y) }
func (o ops) MulF(x, y *ir.Value) *ir.Value      { return o.w.Mul(x, y) }
func (o ops) DivF(x, y *ir.Value) *ir.Value      { return o.w.Div(x, y) }
func (o ops) NegF(x *ir.Value) *ir.Value         { return o.w.neg(x) }
func (o ops) AbsF(x *ir.Value) *ir.Value         { return o.w.absReal(x) }
func (o ops) Sqrt(x *ir.Value) *ir.Value         { return o.w.sqrtReal(x) }
func (o ops) Less(x, y *ir.Value) *ir.Value      { return o.w.Compare("LT", x, y) }
func (o ops) Equal(x, y *ir.Value) *ir.Value     { return o.w.Compare("EQ", x, y) }
func (o ops) IsNaN(x *ir.Value) *ir.Value        { return o.w.Compare("NE", x, x) }
func (o ops) And(x, y *ir.Value) *ir.Value       { return stablehlo.NewAnd(o.w.B, x, y).Op.Result() }
func (o ops) Or(x, y *ir.Value) *ir.Value        { return stablehlo.NewOr(o.w.B, x, y).Op.Result() }
func (o ops) Select(c, x, y *ir.Value) *ir.Value { return o.w.Choose(c, x, y) }

// Call creates one operation. Lowering expands this operation with the algorithm of the
// interpreter.
func (o ops) Call(f elementary.Function, x, y *ir.Value) *ir.Value {
	switch f {
	case elementary.Atan2:
		return o.w.atan2Real(x, y)
	case elementary.Log:
		return emit.Unary[stablehlo.Log](o.w.Emitter, x)
	case elementary.Log1p:
		return o.w.log1pReal(x)
	}
	panic("lowering/complex: BUG: no operation for the function")
}
