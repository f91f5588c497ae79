package nnvm

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// Grads is the input of a rule that builds the gradients of an operation's operands. The types of
// the new operations are unknown until the pass infer-shapes infers them.
type Grads struct {
	Op  *ir.Op
	Out []*ir.Value // the gradient of each result
	B   *ir.Builder
	Err error // why there are no gradients, or nil
}

func (g *Grads) fail(format string, args ...any) []*ir.Value {
	g.Err = ir.Errorf(g.Op, format, args...)
	return nil
}

// Differentiable is an operation that has gradients: one for each operand, or nil for an operand
// without gradient. Gradients sets g.Err if it cannot compute the gradients.
type Differentiable interface {
	Gradients(g *Grads) []*ir.Value
}

// Make creates an operation of type T with the operands "in", and returns its only result.
func Make[T ir.Typed](b *ir.Builder, in []*ir.Value, params ...ir.NamedAttr) *ir.Value {
	op := ir.OpOf(ir.Create[T](b, ir.Init{Operands: in, Results: []ir.Type{Unknown()}}))
	for _, p := range params {
		op.SetAttr(p.Name, p.Attr)
	}
	return op.Result()
}

func operands(vs ...*ir.Value) []*ir.Value { return vs }

func named(name string, a ir.Attr) ir.NamedAttr { return ir.NamedAttr{Name: name, Attr: a} }

// ScalarParam returns the parameter "scalar" of operators such as __add_scalar__.
func ScalarParam(v float64) ir.NamedAttr { return named("scalar", ir.NewFloat(v, ir.F64())) }

func (g *Grads) in(i int) *ir.Value { return g.Op.OperandAt(i) }
func (g *Grads) y() *ir.Value       { return g.Op.ResultAt(0) }

func (g *Grads) mul(x, y *ir.Value) *ir.Value { return Make[ElemMul](g.B, operands(x, y)) }
func (g *Grads) div(x, y *ir.Value) *ir.Value { return Make[ElemDiv](g.B, operands(x, y)) }
func (g *Grads) neg(x *ir.Value) *ir.Value    { return Make[Negative](g.B, operands(x)) }
func (g *Grads) scale(x *ir.Value, by float64) *ir.Value {
	return Make[MulScalar](g.B, operands(x), ScalarParam(by))
}
func (g *Grads) copyParams(to *ir.Op) {
	for name, a := range g.Op.InherentAttrs() {
		if to.Def().Slot(name) >= 0 {
			to.SetAttr(name, a)
		}
	}
}

// Gradients of operators with one tensor x and a result y. A formula above a function is dy/dx. The
// gradient of x is the product of dy/dx and the gradient of y.

func gradExp(g *Grads) []*ir.Value { return one(g.mul(g.Out[0], g.y())) }
func gradLog(g *Grads) []*ir.Value { return one(g.div(g.Out[0], g.in(0))) }

// 1 / (2·y)
func gradSqrt(g *Grads) []*ir.Value { return one(g.div(g.scale(g.Out[0], 0.5), g.y())) }

// 1 - y²
func gradTanh(g *Grads) []*ir.Value {
	return one(g.mul(g.Out[0], Make[RSubScalar](g.B, operands(g.mul(g.y(), g.y())), ScalarParam(1))))
}

// y·(1 - y)
func gradSigmoid(g *Grads) []*ir.Value {
	rest := Make[RSubScalar](g.B, operands(g.y()), ScalarParam(1))
	return one(g.mul(g.Out[0], g.mul(g.y(), rest)))
}

func gradNegative(g *Grads) []*ir.Value { return one(g.neg(g.Out[0])) }

// 1 if x is positive, -1 elsewhere
func gradAbs(g *Grads) []*ir.Value {
	positive := Make[ReluGrad](g.B, operands(g.Out[0], g.in(0)))
	return one(Make[ElemSub](g.B, operands(g.scale(positive, 2), g.Out[0])))
}

func gradFloor(g *Grads) []*ir.Value { return gradBlock(g) }
func gradCeil(g *Grads) []*ir.Value  { return gradBlock(g) }

// 1 / (x·ln base)
func gradLogTo(base float64) func(g *Grads) []*ir.Value {
	return func(g *Grads) []*ir.Value { return one(g.scale(g.div(g.Out[0], g.in(0)), 1/math.Log(base))) }
}

// 2/√π · exp(-x²)
func gradErf(g *Grads) []*ir.Value {
	return one(g.scale(g.mul(g.Out[0], Make[Exp](g.B, operands(g.neg(g.mul(g.in(0), g.in(0)))))), 2/math.Sqrt(math.Pi)))
}

func gradSoftReLU(g *Grads) []*ir.Value {
	return one(g.mul(g.Out[0], Make[Sigmoid](g.B, operands(g.in(0)))))
}

func gradRelu(g *Grads) []*ir.Value {
	return one(Make[ReluGrad](g.B, operands(g.Out[0], g.in(0))))
}

// 1 if x is positive, alpha elsewhere
func gradLeakyRelu(g *Grads) []*ir.Value {
	alpha := floatOf(g.Op, "alpha", 0.25)
	positive := Make[ReluGrad](g.B, operands(g.Out[0], g.in(0)))
	return one(Make[ElemAdd](g.B, operands(g.scale(g.Out[0], alpha), g.scale(positive, 1-alpha))))
}

func gradCopy(g *Grads) []*ir.Value { return one(g.Out[0]) }

// gradBlock returns a zero gradient for the operator's only operand.
func gradBlock(g *Grads) []*ir.Value { return one(Make[ZerosLike](g.B, operands(g.in(0)))) }

func noGrads(*Grads) []*ir.Value { return nil }

// gradCast casts the gradient back. A cast from floats to integers is a step function, so its
// gradient is zero.
func gradCast(g *Grads) []*ir.Value {
	elem := g.in(0).Type().Elem()
	code := CodeOf(elem)
	to, _ := ElemOf(textOf(g.Op, "dtype", "float32"))
	switch {
	case elem.IsFloat() && !to.IsFloat():
		return gradBlock(g)
	case elem == anyType:
		return g.fail("cannot compute gradients: the element type of its data is unknown: run infer-shapes first")
	case code < 0:
		return g.fail("cannot compute gradients: NNVM has no element type '%s'", elem)
	}
	return one(Make[Cast](g.B, operands(g.Out[0]), named("dtype", ir.NewString(elemNames[code]))))
}

// rows sums along the axis of a softmax, whose extent becomes 1.
func (g *Grads) rows(x *ir.Value) *ir.Value {
	return Make[Sum](g.B, operands(x), named("axis", ir.NewDenseI64(intOf(g.Op, "axis", -1))), named("keepdims", ir.BoolAttr(true)))
}

// gradSoftmax returns y·(dy - Σ dy·y), where dy is the gradient of the result y.
func gradSoftmax(g *Grads) []*ir.Value {
	sum := g.rows(g.mul(g.Out[0], g.y()))
	return one(g.mul(Make[BroadcastSub](g.B, operands(g.Out[0], sum)), g.y()))
}

// gradLogSoftmax returns dy - exp(y)·Σ dy, where dy is the gradient of the result y.
func gradLogSoftmax(g *Grads) []*ir.Value {
	part := Make[BroadcastMul](g.B, operands(Make[Exp](g.B, operands(g.y())), g.rows(g.Out[0])))
	return one(Make[ElemSub](g.B, operands(g.Out[0], part)))
}

// Gradients of operators with a tensor x and a number s. A formula above a function is dy/dx.

func gradAddScalar(g *Grads) []*ir.Value  { return one(g.Out[0]) }
func gradSubScalar(g *Grads) []*ir.Value  { return one(g.Out[0]) }
func gradRSubScalar(g *Grads) []*ir.Value { return one(g.neg(g.Out[0])) }
func gradMulScalar(g *Grads) []*ir.Value  { return one(g.scale(g.Out[0], scalarOf(g.Op))) }
func gradDivScalar(g *Grads) []*ir.Value {
	return one(Make[DivScalar](g.B, operands(g.Out[0]), ScalarParam(scalarOf(g.Op))))
}

// -y/x
func gradRDivScalar(g *Grads) []*ir.Value {
	return one(g.neg(g.mul(g.Out[0], g.div(g.y(), g.in(0)))))
}

// s·x^(s-1), or 0 if s is 0, even for x = 0
func gradPowScalar(g *Grads) []*ir.Value {
	s := scalarOf(g.Op)
	if s == 0 {
		return one(g.none(0))
	}
	power := Make[PowScalar](g.B, operands(g.in(0)), ScalarParam(s-1))
	return one(g.mul(g.Out[0], g.scale(power, s)))
}

// y·ln s
func gradRPowScalar(g *Grads) []*ir.Value {
	return one(g.mul(g.Out[0], g.scale(g.y(), math.Log(scalarOf(g.Op)))))
}

// Gradients of the operators with two tensors.

func gradElemAdd(g *Grads) []*ir.Value { return operands(g.Out[0], g.Out[0]) }
func gradElemSub(g *Grads) []*ir.Value { return operands(g.Out[0], g.neg(g.Out[0])) }
func gradElemMul(g *Grads) []*ir.Value {
	return operands(g.mul(g.Out[0], g.in(1)), g.mul(g.Out[0], g.in(0)))
}

// gradElemDiv returns the gradients of y = a/b: dy/da is 1/b, and dy/db is -y/b.
func gradElemDiv(g *Grads) []*ir.Value {
	part := g.div(g.Out[0], g.in(1))
	return operands(part, g.neg(g.mul(part, g.y())))
}

// collapsed(vs) sums vs[i], a gradient of operand i, over the dimensions that broadcasting
// repeated.
func (g *Grads) collapsed(vs ...*ir.Value) []*ir.Value {
	for i, v := range vs {
		vs[i] = Make[CollapseSum](g.B, operands(v, g.in(i)))
	}
	return vs
}

func (g *Grads) times(x, y *ir.Value) *ir.Value { return Make[BroadcastMul](g.B, operands(x, y)) }

func gradBroadcastAdd(g *Grads) []*ir.Value { return g.collapsed(g.Out[0], g.Out[0]) }
func gradBroadcastSub(g *Grads) []*ir.Value { return g.collapsed(g.Out[0], g.neg(g.Out[0])) }
func gradBroadcastMul(g *Grads) []*ir.Value {
	return g.collapsed(g.times(g.Out[0], g.in(1)), g.times(g.Out[0], g.in(0)))
}
func gradBroadcastDiv(g *Grads) []*ir.Value {
	part := Make[BroadcastDiv](g.B, operands(g.Out[0], g.in(1)))
	return g.collapsed(part, g.neg(g.mul(part, g.y())))
}

// Gradients of layers.

// gradDense returns dy·w for the data, dyᵀ·data for the weight w, and the sum of the rows of dy for
// the bias. dy is the gradient of the result.
func gradDense(g *Grads) []*ir.Value {
	out := operands(Make[MatMul](g.B, operands(g.Out[0], g.in(1))),
		Make[MatMul](g.B, operands(g.Out[0], g.in(0)), named("transpose_a", ir.BoolAttr(true))))
	if g.Op.NumOperands() > 2 {
		out = append(out, Make[Sum](g.B, operands(g.Out[0]), named("axis", ir.NewDenseI64(0))))
	}
	return out
}

// gradMatMul returns dy·bᵀ for operand a and aᵀ·dy for operand b, where dy is the gradient of the
// result. It transposes the gradient of a transposed operand.
func gradMatMul(g *Grads) []*ir.Value {
	a, b, dy := g.in(0), g.in(1), g.Out[0]
	switch ra, rb := a.Type().Rank(), b.Type().Rank(); {
	case min(ra, rb) < 0:
		return g.fail("cannot compute gradients: the ranks of its operands are unknown: run infer-shapes first")
	case ra != 2 || rb != 2:
		return g.fail("cannot compute gradients: its operands must have rank 2, but have the types '%s' and '%s'", a.Type(), b.Type())
	}
	turnA, turnB := boolOf(g.Op, "transpose_a", false), boolOf(g.Op, "transpose_b", false)
	product := func(x, y *ir.Value, tx, ty bool) *ir.Value {
		return Make[MatMul](g.B, operands(x, y), named("transpose_a", ir.BoolAttr(tx)), named("transpose_b", ir.BoolAttr(ty)))
	}
	da, db := product(dy, b, false, !turnB), product(a, dy, !turnA, false)
	if turnA {
		da = product(b, dy, turnB, true)
	}
	if turnB {
		db = product(dy, a, true, turnA)
	}
	return operands(da, db)
}

func gradConv(g *Grads) []*ir.Value {
	results := slices.Repeat([]ir.Type{Unknown()}, g.Op.NumOperands())
	op := ir.Create[Conv2DGrad](g.B, ir.Init{Operands: operands(g.Out[0], g.in(0), g.in(1)), Results: results}).Op
	g.copyParams(op)
	op.SetAttr("use_bias", ir.BoolAttr(len(results) > 2))
	return op.ResultList()
}

func gradMaxPool(g *Grads) []*ir.Value {
	v := Make[MaxPool2DGrad](g.B, operands(g.Out[0], g.in(0), g.y()))
	g.copyParams(v.Def())
	return one(v)
}

// AlongAxis inserts dimensions of extent 1 into v, which has one element per channel. The result
// can be broadcast to a tensor of the given rank with channels along axis. For NCHW, [C] becomes
// [C,1,1]. For NCHW16c, [C,16] becomes [C,1,1,16], and "more" is 4, the dimension of the blocks.
func AlongAxis(b *ir.Builder, v *ir.Value, rank, axis int, more ...int) *ir.Value {
	if n := rank - axis - 1 - len(more); n > 0 {
		return Make[ExpandDims](b, operands(v), named("axis", ir.NewI64(1)), named("num_newaxis", ir.NewI64(int64(n))))
	}
	return v
}
