package mathx

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// values has values of the same type whose computations are interleaved.
type values []*ir.Value

// sideBySide implements elementary.Ops and elementary.Ops32 on several values at once.
type sideBySide struct {
	code
	count int
}

func (o sideBySide) unary(f func(o code, x *ir.Value) *ir.Value, x values) values {
	out := make(values, o.count)
	for i := range out {
		out[i] = f(o.code, x[i])
	}
	return out
}

func (o sideBySide) binary(f func(o code, x, y *ir.Value) *ir.Value, x, y values) values {
	out := make(values, o.count)
	for i := range out {
		out[i] = f(o.code, x[i], y[i])
	}
	return out
}

func (o sideBySide) ternary(f func(o code, x, y, z *ir.Value) *ir.Value, x, y, z values) values {
	out := make(values, o.count)
	for i := range out {
		out[i] = f(o.code, x[i], y[i], z[i])
	}
	return out
}

func (o sideBySide) F(c float64) values { return slices.Repeat(values{o.code.F(c)}, o.count) }
func (o sideBySide) I(c int64) values   { return slices.Repeat(values{o.code.I(c)}, o.count) }

func (o sideBySide) NegF(x values) values         { return o.unary(code.NegF, x) }
func (o sideBySide) AbsF(x values) values         { return o.unary(code.AbsF, x) }
func (o sideBySide) Sqrt(x values) values         { return o.unary(code.Sqrt, x) }
func (o sideBySide) Floor(x values) values        { return o.unary(code.Floor, x) }
func (o sideBySide) RoundEven(x values) values    { return o.unary(code.RoundEven, x) }
func (o sideBySide) Bits(x values) values         { return o.unary(code.Bits, x) }
func (o sideBySide) Float(x values) values        { return o.unary(code.Float, x) }
func (o sideBySide) IsNaN(x values) values        { return o.unary(code.IsNaN, x) }
func (o sideBySide) AddF(x, y values) values      { return o.binary(code.AddF, x, y) }
func (o sideBySide) SubF(x, y values) values      { return o.binary(code.SubF, x, y) }
func (o sideBySide) MulF(x, y values) values      { return o.binary(code.MulF, x, y) }
func (o sideBySide) DivF(x, y values) values      { return o.binary(code.DivF, x, y) }
func (o sideBySide) CopySign(x, y values) values  { return o.binary(code.CopySign, x, y) }
func (o sideBySide) AddI(x, y values) values      { return o.binary(code.AddI, x, y) }
func (o sideBySide) SubI(x, y values) values      { return o.binary(code.SubI, x, y) }
func (o sideBySide) MulI(x, y values) values      { return o.binary(code.MulI, x, y) }
func (o sideBySide) DivUI(x, y values) values     { return o.binary(code.DivUI, x, y) }
func (o sideBySide) And(x, y values) values       { return o.binary(code.And, x, y) }
func (o sideBySide) Or(x, y values) values        { return o.binary(code.Or, x, y) }
func (o sideBySide) Xor(x, y values) values       { return o.binary(code.Xor, x, y) }
func (o sideBySide) ShL(x, y values) values       { return o.binary(code.ShL, x, y) }
func (o sideBySide) ShRS(x, y values) values      { return o.binary(code.ShRS, x, y) }
func (o sideBySide) ShRU(x, y values) values      { return o.binary(code.ShRU, x, y) }
func (o sideBySide) Less(x, y values) values      { return o.binary(code.Less, x, y) }
func (o sideBySide) Equal(x, y values) values     { return o.binary(code.Equal, x, y) }
func (o sideBySide) LessI(x, y values) values     { return o.binary(code.LessI, x, y) }
func (o sideBySide) EqualI(x, y values) values    { return o.binary(code.EqualI, x, y) }
func (o sideBySide) FMA(x, y, z values) values    { return o.ternary(code.FMA, x, y, z) }
func (o sideBySide) Select(x, y, z values) values { return o.ternary(code.Select, x, y, z) }
