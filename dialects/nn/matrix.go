package nn

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
)

func matrixOps() []ir.OpDecl {
	return []ir.OpDecl{ir.Decl[FC](), ir.Decl[MatMul](), ir.Decl[LayerNorm](), ir.Decl[TopK]()}
}

// FC is a fully connected layer: input · weights + bias.
//
//	input [M,K], weights [K,N], bias [N] → [M,N]
//	%r = nn.fc %x, %w, %b : (tensor<1x32xf32>, tensor<32x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
type FC struct{ ir.Ref }

// Input, Weights and Bias return the operands.
func (o FC) Input() *ir.Value   { return o.Op.OperandAt(0) }
func (o FC) Weights() *ir.Value { return o.Op.OperandAt(1) }
func (o FC) Bias() *ir.Value    { return o.Op.OperandAt(2) }

// Spec implements ir.View.
func (FC) Spec() ir.Spec {
	return spec("fc", "A fully connected layer: input · weights + bias.", tensors("input", "weights", "bias"), result())
}

// Verify implements ir.Verifier.
func (o FC) Verify() error {
	if err := first(verifyStatic(o.Op), verifyFloat(o.Op, "input", o.Input()), verifyRank(o.Op, "input", o.Input(), 2), verifyRank(o.Op, "weights", o.Weights(), 2)); err != nil {
		return err
	}
	in, w, elem := emit.Shape(o.Input()), emit.Shape(o.Weights()), o.Input().Type().Elem()
	return first(
		verifyType(o.Op, "weights", o.Weights(), elem, in[1], w[1]),
		verifyType(o.Op, "bias", o.Bias(), elem, w[1]),
		verifyResult(o.Op, 0, elem, in[0], w[1]),
	)
}

// Flops returns 2·M·K·N, the number of scalar operations.
func (o FC) Flops() float64 { return 2 * count(o.Input()) * float64(emit.Shape(o.Weights())[1]) }

// Eval runs the expansion.
func (o FC) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o FC) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	e := emitting(b)
	y := e.Dot(in[0], in[1], 1, 0)
	return []*ir.Value{e.Add(y, e.Broadcast(in[2], emit.Shape(y), 1))}
}

// MatMul is the product of two matrices.
//
//	lhs [M,K], rhs [K,N] → [M,N]
//	%r = nn.matmul %a, %b : (tensor<2x10xf32>, tensor<10x16xf32>) -> tensor<2x16xf32>
type MatMul struct{ ir.Binary }

// Spec implements ir.View.
func (MatMul) Spec() ir.Spec {
	return spec("matmul", "The product of two matrices.", tensors("lhs", "rhs"), result())
}

// Verify implements ir.Verifier.
func (o MatMul) Verify() error {
	if err := first(verifyStatic(o.Op), verifyRank(o.Op, "lhs", o.LHS(), 2), verifyRank(o.Op, "rhs", o.RHS(), 2)); err != nil {
		return err
	}
	l, r, elem := emit.Shape(o.LHS()), emit.Shape(o.RHS()), o.LHS().Type().Elem()
	return first(verifyType(o.Op, "rhs", o.RHS(), elem, l[1], r[1]), verifyResult(o.Op, 0, elem, l[0], r[1]))
}

// Flops returns 2·M·K·N, the number of scalar operations.
func (o MatMul) Flops() float64 { return 2 * count(o.LHS()) * float64(emit.Shape(o.RHS())[1]) }

// Eval runs the expansion.
func (o MatMul) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o MatMul) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return []*ir.Value{emitting(b).Dot(in[0], in[1], 1, 0)}
}

// LayerNorm normalizes the last dimensions to mean 0 and variance 1, and then multiplies by scale
// and adds bias. The shapes of scale and bias are the extents of these dimensions.
//
//	%r = nn.layer_norm %x, %s, %b {epsilon = 1.0e-5} : (tensor<32x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<32x16xf32>
type LayerNorm struct{ ir.Ref }

// Input, Scale and Bias return the operands. Epsilon is added to the variance.
func (o LayerNorm) Input() *ir.Value { return o.Op.OperandAt(0) }
func (o LayerNorm) Scale() *ir.Value { return o.Op.OperandAt(1) }
func (o LayerNorm) Bias() *ir.Value  { return o.Op.OperandAt(2) }
func (o LayerNorm) Epsilon() float64 { return floatOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (LayerNorm) Spec() ir.Spec {
	return spec("layer_norm", "Normalizes the last dimensions to mean 0 and variance 1, then multiplies by scale and adds bias.", tensors("input", "scale", "bias"), result(),
		number("epsilon", "added to the variance"))
}

// Verify implements ir.Verifier.
func (o LayerNorm) Verify() error {
	if err := first(verifyStatic(o.Op), verifyFloat(o.Op, "input", o.Input())); err != nil {
		return err
	}
	in, s, elem := emit.Shape(o.Input()), emit.Shape(o.Scale()), o.Input().Type().Elem()
	if len(s) == 0 || len(s) > len(in) {
		return ir.Errorf(o.Op, "scale must have from 1 to %d dimensions, but is '%s'", len(in), o.Scale().Type())
	}
	tail := in[len(in)-len(s):]
	return first(
		verifyType(o.Op, "scale", o.Scale(), elem, tail...),
		verifyType(o.Op, "bias", o.Bias(), elem, tail...),
		verifyResult(o.Op, 0, elem, in...),
	)
}

// Flops counts eight operations for each element.
func (o LayerNorm) Flops() float64 { return 8 * count(o.Input()) }

// Eval runs the expansion.
func (o LayerNorm) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o LayerNorm) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	e, shape := emitting(b), emit.Shape(in[0])
	kept := len(shape) - len(emit.Shape(in[1]))
	var front, back []int64
	for i := range shape {
		if i < kept {
			front = append(front, int64(i))
		} else {
			back = append(back, int64(i))
		}
	}
	n := float64(product(shape[kept:]))
	mean := func(x *ir.Value) *ir.Value {
		sum := e.Reduce(x, 0, emit.Emitter.Add, back...)
		return e.Div(sum, e.Fill(sum.Type(), n))
	}
	centered := e.Sub(in[0], e.Broadcast(mean(in[0]), shape, front...))
	variance := mean(e.Mul(centered, centered))
	scale := emit.Unary[stablehlo.Rsqrt](e.Emitter, e.Add(variance, e.Fill(variance.Type(), o.Epsilon())))
	y := e.Mul(centered, e.Broadcast(scale, shape, front...))
	y = e.Mul(y, e.Broadcast(in[1], shape, back...))
	return []*ir.Value{e.Add(y, e.Broadcast(in[2], shape, back...))}
}

// TopK returns the k largest elements along the last dimension, largest first, and their indices.
// Equal elements keep their order. NaN counts as larger than all numbers.
//
//	%v, %i = nn.topk %x {k = 2} : (tensor<2x1x3xf32>) -> (tensor<2x1x2xf32>, tensor<2x1x2xi64>)
type TopK struct{ ir.Ref }

// Operand returns the operand. Values and Indices return the results, and K the number of elements.
func (o TopK) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o TopK) Values() *ir.Value  { return o.Op.ResultAt(0) }
func (o TopK) Indices() *ir.Value { return o.Op.ResultAt(1) }
func (o TopK) K() int64           { return intOf(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (TopK) Spec() ir.Spec {
	return spec("topk", "The largest elements along the last dimension, and their indices.", tensors("operand"), []string{"values", "indices"},
		integer("k", "number of elements to return"))
}

// Verify implements ir.Verifier.
func (o TopK) Verify() error {
	if err := first(verifyStatic(o.Op), verifyFloat(o.Op, "operand", o.Operand()), verifyInt(o.Op, "indices", o.Indices())); err != nil {
		return err
	}
	in := emit.Shape(o.Operand())
	if len(in) == 0 || o.K() < 1 || o.K() > in[len(in)-1] {
		return ir.Errorf(o.Op, "k must be from 1 to the last extent of '%s', but is %d", o.Operand().Type(), o.K())
	}
	if n := in[len(in)-1] - 1; !holds(o.Indices().Type().Elem(), float64(n)) {
		return ir.Errorf(o.Op, "indices must have a type that can hold %d, the last index of '%s', but have type '%s'", n, o.Operand().Type(), o.Indices().Type())
	}
	out := with(in, len(in)-1, o.K())
	return first(verifyResult(o.Op, 0, o.Operand().Type().Elem(), out...), verifyResult(o.Op, 1, o.Indices().Type().Elem(), out...))
}

// Flops counts one comparison for each element in each of k rounds.
func (o TopK) Flops() float64 { return count(o.Operand()) * float64(o.K()) }

// Eval runs the expansion.
func (o TopK) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander]. It finds the largest element that is left, k times.
func (o TopK) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	e, x := emitting(b), in[0]
	shape, index := emit.Shape(x), o.Indices().Type().Elem()
	last := int64(len(shape) - 1)
	front := make([]int64, last)
	for i := range front {
		front[i] = int64(i)
	}
	at := e.iota(last, index, shape...)
	end := float64(shape[last] - 1)
	highest := e.Fill(at.Type(), end)
	least := e.Fill(x.Type(), math.Inf(-1))
	open := e.Compare("EQ", at, at)
	var values, indices []*ir.Value
	for range o.K() {
		left := e.Choose(open, x, least)
		top := e.Reduce(left, math.Inf(-1), emit.Emitter.Max, last)
		is := e.Compare("EQ", left, e.Broadcast(top, shape, front...))
		is = stablehlo.NewOr(b, is, e.Compare("NE", left, left)).Op.Result() // if left has NaNs, top is NaN
		is = stablehlo.NewAnd(b, is, open).Op.Result()
		where := e.Reduce(e.Choose(is, at, highest), end, emit.Emitter.Min, last)
		open = stablehlo.NewAnd(b, open, e.Compare("NE", at, e.Broadcast(where, shape, front...))).Op.Result()
		one := with(shape, int(last), 1)
		values, indices = append(values, e.Reshape(top, one...)), append(indices, e.Reshape(where, one...))
	}
	return []*ir.Value{e.Concat(last, values...), e.Concat(last, indices...)}
}
