package nn

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
)

func elementwiseOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[Add](),
		ir.Decl[Sub](),
		ir.Decl[Mul](),
		ir.Decl[Div](),
		ir.Decl[Max](),
		ir.Decl[Min](),
		ir.Decl[Relu](),
		ir.Decl[Sigmoid](),
		ir.Decl[Tanh](),
		ir.Decl[Clip](),
		ir.Decl[Convert](),
	}
}

// binary returns the Spec of operations on two tensors of equal type.
func binary(name, doc string) ir.Spec {
	s := spec(name, doc, tensors("lhs", "rhs"), result())
	s.Traits |= ir.Elementwise | ir.SameOperandsAndResultShape
	s.Format = "operands attr-dict `:` type($result)"
	for i := range s.Operands {
		s.Operands[i].Type.Var = "type"
	}
	s.Results[0].Type.Var = "type"
	return s
}

// pointwise returns the Spec of operations on one tensor that keep its type.
func pointwise(name, doc string, attrs ...ir.AttrField) ir.Spec {
	s := spec(name, doc, tensors("operand"), result(), attrs...)
	s.Traits |= ir.Elementwise | ir.SameOperandsAndResultShape
	s.Format = "operands attr-dict `:` type($result)"
	s.Operands[0].Type.Var, s.Results[0].Type.Var = "type", "type"
	return s
}

// Add is lhs + rhs, element by element.
//
//	%r = nn.add %a, %b : tensor<4xf32>
type Add struct{ ir.Binary }

// Spec implements ir.View.
func (Add) Spec() ir.Spec { return binary("add", "Element by element: lhs + rhs.") }

// Verify implements ir.Verifier.
func (o Add) Verify() error { return verifyStatic(o.Op) }

// Eval runs the expansion.
func (o Add) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Add) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Add(in[0], in[1])}
}

// Sub is lhs - rhs, element by element.
//
//	%r = nn.sub %a, %b : tensor<4xf32>
type Sub struct{ ir.Binary }

// Spec implements ir.View.
func (Sub) Spec() ir.Spec { return binary("sub", "Element by element: lhs - rhs.") }

// Verify implements ir.Verifier.
func (o Sub) Verify() error { return verifyStatic(o.Op) }

// Eval runs the expansion.
func (o Sub) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Sub) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Sub(in[0], in[1])}
}

// Mul is lhs · rhs, element by element.
//
//	%r = nn.mul %a, %b : tensor<4xf32>
type Mul struct{ ir.Binary }

// Spec implements ir.View.
func (Mul) Spec() ir.Spec { return binary("mul", "Element by element: lhs · rhs.") }

// Verify implements ir.Verifier.
func (o Mul) Verify() error { return verifyStatic(o.Op) }

// Eval runs the expansion.
func (o Mul) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Mul) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Mul(in[0], in[1])}
}

// Div is lhs / rhs, element by element.
//
//	%r = nn.div %a, %b : tensor<4xf32>
type Div struct{ ir.Binary }

// Spec implements ir.View.
func (Div) Spec() ir.Spec { return binary("div", "Element by element: lhs / rhs.") }

// Verify implements ir.Verifier.
func (o Div) Verify() error { return verifyStatic(o.Op) }

// Eval runs the expansion.
func (o Div) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Div) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Div(in[0], in[1])}
}

// Max is the larger of lhs and rhs, element by element.
//
//	%r = nn.max %a, %b : tensor<4xf32>
type Max struct{ ir.Binary }

// Spec implements ir.View.
func (Max) Spec() ir.Spec { return binary("max", "Element by element: the larger of lhs and rhs.") }

// Verify implements ir.Verifier.
func (o Max) Verify() error { return verifyStatic(o.Op) }

// Eval runs the expansion.
func (o Max) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Max) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Max(in[0], in[1])}
}

// Min is the smaller of lhs and rhs, element by element.
//
//	%r = nn.min %a, %b : tensor<4xf32>
type Min struct{ ir.Binary }

// Spec implements ir.View.
func (Min) Spec() ir.Spec { return binary("min", "Element by element: the smaller of lhs and rhs.") }

// Verify implements ir.Verifier.
func (o Min) Verify() error { return verifyStatic(o.Op) }

// Eval runs the expansion.
func (o Min) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Min) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Min(in[0], in[1])}
}

// Relu is the larger of the operand and 0, element by element.
//
//	%r = nn.relu %a : tensor<4xf32>
type Relu struct{ ir.Unary }

// Spec implements ir.View.
func (Relu) Spec() ir.Spec {
	return pointwise("relu", "Element by element: the larger of the operand and 0.")
}

// Verify implements ir.Verifier.
func (o Relu) Verify() error {
	return verifyStatic(o.Op)
}

// Eval runs the expansion.
func (o Relu) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Relu) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	e := emitting(b)
	return []*ir.Value{e.Max(in[0], e.Fill(in[0].Type(), 0))}
}

// Sigmoid is 1 / (1 + exp(-x)), element by element.
//
//	%r = nn.sigmoid %a : tensor<4xf32>
type Sigmoid struct{ ir.Unary }

// Spec implements ir.View.
func (Sigmoid) Spec() ir.Spec { return pointwise("sigmoid", "Element by element: 1 / (1 + exp(-x)).") }

// Verify implements ir.Verifier.
func (o Sigmoid) Verify() error {
	return first(verifyStatic(o.Op), verifyFloat(o.Op, "operand", o.Operand()))
}

// Eval runs the expansion.
func (o Sigmoid) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Sigmoid) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	e := emitting(b)
	return []*ir.Value{emit.Unary[stablehlo.Logistic](e.Emitter, in[0])}
}

// Tanh is the hyperbolic tangent, element by element.
//
//	%r = nn.tanh %a : tensor<4xf32>
type Tanh struct{ ir.Unary }

// Spec implements ir.View.
func (Tanh) Spec() ir.Spec { return pointwise("tanh", "Element by element: the hyperbolic tangent.") }

// Verify implements ir.Verifier.
func (o Tanh) Verify() error {
	return first(verifyStatic(o.Op), verifyFloat(o.Op, "operand", o.Operand()))
}

// Eval runs the expansion.
func (o Tanh) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Tanh) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	e := emitting(b)
	return []*ir.Value{emit.Unary[stablehlo.Tanh](e.Emitter, in[0])}
}

// Clip limits each element to a range.
//
//	%r = nn.clip %a {max = 1.0, min = -1.0} : tensor<4xf32>
type Clip struct{ ir.Ref }

// Operand returns the operand. Min and Max return the bounds.
func (o Clip) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o Clip) Min() float64       { return floatOf(o.Op.AttrAt(0)) }
func (o Clip) Max() float64       { return floatOf(o.Op.AttrAt(1)) }

// Spec implements ir.View.
func (Clip) Spec() ir.Spec {
	return pointwise("clip", "Element by element: the nearest number between two bounds.", number("min", "the lower bound"), number("max", "the upper bound"))
}

// Verify implements ir.Verifier.
func (o Clip) Verify() error {
	if !(o.Min() <= o.Max()) {
		return ir.Errorf(o.Op, "min must not be above max, but they are %g and %g", o.Min(), o.Max())
	}
	return first(verifyStatic(o.Op), verifyFloat(o.Op, "operand", o.Operand()))
}

// Eval runs the expansion.
func (o Clip) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Clip) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	e := emitting(b)
	low, high := e.Fill(in[0].Type(), o.Min()), e.Fill(in[0].Type(), o.Max())
	return []*ir.Value{e.Min(e.Max(in[0], low), high)}
}

// Convert changes the element type, as Glow's ConvertTo does. The pass cluster-precision inserts it
// where values enter or leave a cluster that computes in another precision.
//
//	%r = nn.convert %a : (tensor<4xf32>) -> tensor<4xf16>
type Convert struct{ ir.Unary }

// Spec implements ir.View.
func (Convert) Spec() ir.Spec {
	return spec("convert", "Element by element: the value in another element type, as stablehlo.convert converts it.", tensors("operand"), result())
}

// NewConvert converts x to another element type.
func NewConvert(b *ir.Builder, x *ir.Value, elem ir.Type) Convert {
	return ir.Create[Convert](b, ir.Init{Operands: []*ir.Value{x}, Results: []ir.Type{x.Type().WithElem(elem)}})
}

// Verify implements ir.Verifier.
func (o Convert) Verify() error {
	return first(verifyStatic(o.Op), verifyResult(o.Op, 0, o.Op.ResultAt(0).Type().Elem(), emit.Shape(o.Operand())...))
}

// Eval runs the expansion.
func (o Convert) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o Convert) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Convert(in[0], o.Op.ResultAt(0).Type().Elem())}
}
