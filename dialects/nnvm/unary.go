package nnvm

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// first returns the pair of operand 0 and result 0, for operators that can work in place.
func first() [][2]int { return [][2]int{{0, 0}} }

// pointwise returns the rules of elementwise operators on one tensor.
func pointwise(expand func(x *expansion) []*ir.Value, grad func(*Grads) []*ir.Value) rules {
	return rules{shapes: sameShape, pattern: Elementwise, inPlace: first(), expand: expand, layout: keepLayout, grad: grad}
}

// simple expands an operator to a single operation T.
func simple[T ir.Typed](x *expansion) []*ir.Value { return one(emit.Unary[T](x.Emitter, x.in[0])) }

// unaryOps lists operators on one tensor whose result has the same shape, and ReluGrad.
func unaryOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[Exp](pointwise(simple[stablehlo.Exponential], gradExp)),
		declare[Log](pointwise(simple[stablehlo.Log], gradLog)),
		declare[Sqrt](pointwise(simple[stablehlo.Sqrt], gradSqrt)),
		declare[Tanh](pointwise(simple[stablehlo.Tanh], gradTanh)),
		declare[Sigmoid](pointwise(simple[stablehlo.Logistic], gradSigmoid)),
		declare[Negative](pointwise(simple[stablehlo.Negate], gradNegative)),
		declare[Abs](pointwise(expandAbs, gradAbs)),
		declare[Floor](pointwise(simple[stablehlo.Floor], gradFloor)),
		declare[Ceil](pointwise(simple[stablehlo.Ceil], gradCeil)),
		declare[Round](pointwise(simple[stablehlo.RoundNearestAfz], gradBlock)),
		declare[Trunc](pointwise(expandTrunc, gradBlock)),
		declare[Log2](pointwise(logTo(2), gradLogTo(2))),
		declare[Log10](pointwise(logTo(10), gradLogTo(10))),
		declare[Erf](pointwise(simple[chlo.Erf], gradErf)),
		declare[SoftReLU](pointwise(expandSoftReLU, gradSoftReLU)),
		declare[Relu](pointwise(expandRelu, gradRelu)),
		declare[LeakyRelu](pointwise(expandLeakyRelu, gradLeakyRelu)),
		declare[Clip](pointwise(expandClip, gradClip)),
		declare[Copy](identity(gradCopy)),
		declare[BlockGrad](identity(gradBlock)),
		declare[ReluGrad](pointwise(expandReluGrad, gradReluGrad)),
		declare[Cast](cast()),
		declare[Softmax](rowwise(expandSoftmax, gradSoftmax)),
		declare[LogSoftmax](rowwise(expandLogSoftmax, gradLogSoftmax)),
	}
}

func identity(grad func(*Grads) []*ir.Value) rules {
	return pointwise(func(x *expansion) []*ir.Value { return one(x.in[0]) }, grad)
}

// rowwise returns the rules of operators such as softmax, which combine the elements along an axis
// but keep the shape.
func rowwise(expand func(x *expansion) []*ir.Value, grad func(*Grads) []*ir.Value) rules {
	r := pointwise(expand, grad)
	r.shapes, r.pattern, r.inPlace, r.layout = rowShapes, Opaque, nil, denseLayout
	return r
}

// rowShapes is the shape rule of operators along one dimension, by default the last.
func rowShapes(s *Shapes) error { return axisShapes(-1)(s) }

// axisShapes returns the shape rule of operators along one dimension: the parameter "axis" or, if
// it is absent, the argument of axisShapes.
func axisShapes(absent int64) func(s *Shapes) error {
	return func(s *Shapes) error {
		if err := sameShape(s); err != nil || s.In[0] == nil {
			return err
		}
		if _, ok := axisOf(intOf(s.Op, "axis", absent), len(s.In[0])); !ok {
			return ir.Errorf(s.Op, "has axis %d, but data of shape %s", intOf(s.Op, "axis", absent), s.In[0])
		}
		return nil
	}
}

func cast() rules {
	r := pointwise(func(x *expansion) []*ir.Value { return one(x.Convert(x.in[0], x.out(0).Elem())) }, gradCast)
	r.elems = outElem("dtype")
	return r
}

func unary(name, doc string, params ...ir.AttrField) ir.Spec {
	return operator(name, doc, "data", "result", params...)
}

// Exp is e to the power of each element.
//
//	%r = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Exp struct{ ir.Ref }

// Spec implements ir.View.
func (Exp) Spec() ir.Spec { return unary("exp", "The number e to the power of each element.") }

// Verify implements ir.Verifier.
func (o Exp) Verify() error { return verify(o.Op) }

// Log is the natural logarithm of each element.
//
//	%r = nnvm.log(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Log struct{ ir.Ref }

// Spec implements ir.View.
func (Log) Spec() ir.Spec { return unary("log", "The natural logarithm of each element.") }

// Verify implements ir.Verifier.
func (o Log) Verify() error { return verify(o.Op) }

// Sqrt is the square root of each element.
//
//	%r = nnvm.sqrt(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Sqrt struct{ ir.Ref }

// Spec implements ir.View.
func (Sqrt) Spec() ir.Spec { return unary("sqrt", "The square root of each element.") }

// Verify implements ir.Verifier.
func (o Sqrt) Verify() error { return verify(o.Op) }

// Tanh is the hyperbolic tangent of each element.
//
//	%r = nnvm.tanh(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Tanh struct{ ir.Ref }

// Spec implements ir.View.
func (Tanh) Spec() ir.Spec { return unary("tanh", "The hyperbolic tangent of each element.") }

// Verify implements ir.Verifier.
func (o Tanh) Verify() error { return verify(o.Op) }

// Sigmoid is 1 / (1 + exp(-x)) for each element x.
//
//	%r = nnvm.sigmoid(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Sigmoid struct{ ir.Ref }

// Spec implements ir.View.
func (Sigmoid) Spec() ir.Spec {
	return unary("sigmoid", "The value 1 / (1 + exp(-x)) for each element x.")
}

// Verify implements ir.Verifier.
func (o Sigmoid) Verify() error { return verify(o.Op) }

// Negative is the negation of each element.
//
//	%r = nnvm.negative(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Negative struct{ ir.Ref }

// Spec implements ir.View.
func (Negative) Spec() ir.Spec { return unary("negative", "The negation of each element.") }

// Verify implements ir.Verifier.
func (o Negative) Verify() error { return verify(o.Op) }

// Abs is the absolute value of each element.
//
//	%r = nnvm.abs(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Abs struct{ ir.Ref }

// Spec implements ir.View.
func (Abs) Spec() ir.Spec { return unary("abs", "The absolute value of each element.") }

// Verify implements ir.Verifier.
func (o Abs) Verify() error { return verify(o.Op) }

func expandAbs(x *expansion) []*ir.Value {
	if x.in[0].Type().Elem().Kind().IsUnsigned() {
		return one(x.in[0])
	}
	return simple[stablehlo.Abs](x)
}

// Floor is each element, rounded down.
//
//	%r = nnvm.floor(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Floor struct{ ir.Ref }

// Spec implements ir.View.
func (Floor) Spec() ir.Spec { return unary("floor", "Each element, rounded down.") }

// Verify implements ir.Verifier.
func (o Floor) Verify() error { return verify(o.Op) }

// Ceil is each element, rounded up.
//
//	%r = nnvm.ceil(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Ceil struct{ ir.Ref }

// Spec implements ir.View.
func (Ceil) Spec() ir.Spec { return unary("ceil", "Each element, rounded up.") }

// Verify implements ir.Verifier.
func (o Ceil) Verify() error { return verify(o.Op) }

// Round is each element rounded to the nearest integer, halves away from 0.
//
//	%r = nnvm.round(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Round struct{ ir.Ref }

// Spec implements ir.View.
func (Round) Spec() ir.Spec {
	return unary("round", "Each element rounded to the nearest integer, halves away from 0.")
}

// Verify implements ir.Verifier.
func (o Round) Verify() error { return verify(o.Op) }

// Trunc is each element, rounded towards 0.
//
//	%r = nnvm.trunc(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Trunc struct{ ir.Ref }

// Spec implements ir.View.
func (Trunc) Spec() ir.Spec { return unary("trunc", "Each element, rounded towards 0.") }

// Verify implements ir.Verifier.
func (o Trunc) Verify() error { return verify(o.Op) }

func expandTrunc(x *expansion) []*ir.Value {
	positive := x.Compare("GE", x.in[0], x.Fill(x.out(0), 0))
	return one(x.Choose(positive, emit.Unary[stablehlo.Floor](x.Emitter, x.in[0]), emit.Unary[stablehlo.Ceil](x.Emitter, x.in[0])))
}

// Log2 is the logarithm to base 2 of each element.
//
//	%r = nnvm.log2(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Log2 struct{ ir.Ref }

// Spec implements ir.View.
func (Log2) Spec() ir.Spec { return unary("log2", "The logarithm to base 2 of each element.") }

// Verify implements ir.Verifier.
func (o Log2) Verify() error { return verify(o.Op) }

// Log10 is the logarithm to base 10 of each element.
//
//	%r = nnvm.log10(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Log10 struct{ ir.Ref }

// Spec implements ir.View.
func (Log10) Spec() ir.Spec { return unary("log10", "The logarithm to base 10 of each element.") }

// Verify implements ir.Verifier.
func (o Log10) Verify() error { return verify(o.Op) }

func logTo(base float64) func(x *expansion) []*ir.Value {
	return func(x *expansion) []*ir.Value {
		return one(x.Div(emit.Unary[stablehlo.Log](x.Emitter, x.in[0]), x.Fill(x.out(0), math.Log(base))))
	}
}

// Erf is the error function of each element.
//
//	%r = nnvm.erf(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Erf struct{ ir.Ref }

// Spec implements ir.View.
func (Erf) Spec() ir.Spec { return unary("erf", "The error function of each element.") }

// Verify implements ir.Verifier.
func (o Erf) Verify() error { return verify(o.Op) }

// SoftReLU is log(1 + exp(x)) for each element x.
//
//	%r = nnvm.softrelu(%x) : (tensor<4xf32>) -> tensor<4xf32>
type SoftReLU struct{ ir.Ref }

// Spec implements ir.View.
func (SoftReLU) Spec() ir.Spec {
	return unary("softrelu", "The value log(1 + exp(x)) for each element x.")
}

// Verify implements ir.Verifier.
func (o SoftReLU) Verify() error { return verify(o.Op) }

// expandSoftReLU computes max(x, 0) + log1p(exp(-|x|)), in which nothing overflows.
func expandSoftReLU(x *expansion) []*ir.Value {
	small := emit.Unary[stablehlo.Exponential](x.Emitter, emit.Unary[stablehlo.Negate](x.Emitter, emit.Unary[stablehlo.Abs](x.Emitter, x.in[0])))
	return one(x.Add(x.Max(x.in[0], x.Fill(x.out(0), 0)), emit.Unary[stablehlo.LogPlusOne](x.Emitter, small)))
}

// Relu is the larger of each element and 0.
//
//	%r = nnvm.relu(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Relu struct{ ir.Ref }

// Data returns the operand.
func (o Relu) Data() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Relu) Spec() ir.Spec { return unary("relu", "The larger of each element and 0.") }

// Verify implements ir.Verifier.
func (o Relu) Verify() error { return verify(o.Op) }

// LeakyRelu multiplies each negative element by alpha.
//
//	%r = nnvm.leaky_relu(%x) : (tensor<4xf32>) -> tensor<4xf32>
type LeakyRelu struct{ ir.Ref }

// Data returns the operand.
func (o LeakyRelu) Data() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (LeakyRelu) Spec() ir.Spec {
	return unary("leaky_relu", "Multiplies each negative element by alpha.", floatParam("alpha"))
}

// Verify implements ir.Verifier.
func (o LeakyRelu) Verify() error { return verify(o.Op) }

// Clip limits each element to the range from a_min to a_max.
//
//	%r = nnvm.clip(%x) {a_min = 0.0, a_max = 6.0} : (tensor<4xf32>) -> tensor<4xf32>
type Clip struct{ ir.Ref }

// Spec implements ir.View.
func (Clip) Spec() ir.Spec {
	return unary("clip", "Limits each element to the range from a_min to a_max.", need(floatParam("a_min")), need(floatParam("a_max")))
}

// Verify implements ir.Verifier.
func (o Clip) Verify() error { return verify(o.Op) }

// Copy is the tensor itself.
//
//	%r = nnvm.copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Copy struct{ ir.Ref }

// Spec implements ir.View.
func (Copy) Spec() ir.Spec { return unary("copy", "The tensor itself.") }

// Verify implements ir.Verifier.
func (o Copy) Verify() error { return verify(o.Op) }

// BlockGrad returns its operand, and blocks the gradient of the operand.
//
//	%r = nnvm.block_grad(%x) : (tensor<4xf32>) -> tensor<4xf32>
type BlockGrad struct{ ir.Ref }

// Spec implements ir.View.
func (BlockGrad) Spec() ir.Spec {
	return unary("block_grad", "Returns the operand, and blocks the gradient of the operand.")
}

// Verify implements ir.Verifier.
func (o BlockGrad) Verify() error { return verify(o.Op) }

// Cast converts each element to another type.
//
//	%r = nnvm.cast(%x) {dtype = "float64"} : (tensor<4xf32>) -> tensor<4xf64>
type Cast struct{ ir.Ref }

// Spec implements ir.View.
func (Cast) Spec() ir.Spec {
	return unary("cast", "Each element converted to another type.", need(textParam("dtype")))
}

// Verify implements ir.Verifier.
func (o Cast) Verify() error { return verify(o.Op) }

// Softmax is the exponential of each element, divided by the sum of the exponentials along an axis,
// by default the last.
//
//	%r = nnvm.softmax(%x) : (tensor<4xf32>) -> tensor<4xf32>
type Softmax struct{ ir.Ref }

// Spec implements ir.View.
func (Softmax) Spec() ir.Spec {
	return unary("softmax", "The exponential of each element, divided by the sum of the exponentials along an axis, by default the last.", intParam("axis"))
}

// Verify implements ir.Verifier.
func (o Softmax) Verify() error { return verify(o.Op) }

// LogSoftmax is the logarithm of softmax along an axis, by default the last.
//
//	%r = nnvm.log_softmax(%x) : (tensor<4xf32>) -> tensor<4xf32>
type LogSoftmax struct{ ir.Ref }

// Spec implements ir.View.
func (LogSoftmax) Spec() ir.Spec {
	return unary("log_softmax", "The logarithm of softmax along an axis, by default the last.", intParam("axis"))
}

// Verify implements ir.Verifier.
func (o LogSoftmax) Verify() error { return verify(o.Op) }

// ReluGrad is the operand grad where data is positive, and 0 elsewhere.
//
//	%r = nnvm.relu_grad(%grad, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
type ReluGrad struct{ ir.Ref }

// Grad and Data return the operands.
func (o ReluGrad) Grad() *ir.Value { return o.Op.OperandAt(0) }
func (o ReluGrad) Data() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (ReluGrad) Spec() ir.Spec {
	return operator("relu_grad", "The operand grad where data is positive, and 0 elsewhere.", "grad data", "result")
}

// Verify implements ir.Verifier.
func (o ReluGrad) Verify() error { return verify(o.Op) }

func expandRelu(x *expansion) []*ir.Value { return one(x.Max(x.in[0], x.Fill(x.out(0), 0))) }

func expandReluGrad(x *expansion) []*ir.Value {
	zero := x.Fill(x.out(0), 0)
	return one(x.Choose(x.Compare("GT", x.in[1], zero), x.in[0], zero))
}

func expandLeakyRelu(x *expansion) []*ir.Value {
	scaled := x.Mul(x.in[0], x.Fill(x.out(0), floatOf(x.op, "alpha", 0.25)))
	return one(x.Choose(x.Compare("GT", x.in[0], x.Fill(x.out(0), 0)), x.in[0], scaled))
}

func expandClip(x *expansion) []*ir.Value {
	low := x.Max(x.in[0], x.Fill(x.out(0), floatOf(x.op, "a_min", 0)))
	return one(x.Min(low, x.Fill(x.out(0), floatOf(x.op, "a_max", 0))))
}

// shifted subtracts from v the largest element along the axis. It also returns a function total(f,
// w), which sums w along the axis, applies f to the sums, and broadcasts the results back.
func (x *expansion) shifted(v *ir.Value, axis int) (*ir.Value, func(func(*ir.Value) *ir.Value, *ir.Value) *ir.Value) {
	shape := emit.Shape(v)
	var others []int64
	for d := range shape {
		if d != axis {
			others = append(others, int64(d))
		}
	}
	most := x.Reduce(v, lowest(v.Type().Elem()), emit.Emitter.Max, int64(axis))
	back := func(v *ir.Value) *ir.Value { return x.Broadcast(v, shape, others...) }
	total := func(f func(*ir.Value) *ir.Value, v *ir.Value) *ir.Value {
		return back(f(x.Reduce(v, 0, emit.Emitter.Add, int64(axis))))
	}
	return x.Sub(v, back(most)), total
}

// rowAxis returns the axis along which an operator works, by default the last.
func (x *expansion) rowAxis() int {
	axis, _ := axisOf(intOf(x.op, "axis", -1), len(x.shape()))
	return axis
}

// softmax divides the exponentials of v by their sum along the axis.
func (x *expansion) softmax(v *ir.Value, axis int) *ir.Value {
	s, total := x.shifted(v, axis)
	e := emit.Unary[stablehlo.Exponential](x.Emitter, s)
	return x.Div(e, total(func(v *ir.Value) *ir.Value { return v }, e))
}

func expandSoftmax(x *expansion) []*ir.Value { return one(x.softmax(x.in[0], x.rowAxis())) }

func expandLogSoftmax(x *expansion) []*ir.Value {
	s, total := x.shifted(x.in[0], x.rowAxis())
	e := emit.Unary[stablehlo.Exponential](x.Emitter, s)
	log := func(v *ir.Value) *ir.Value { return emit.Unary[stablehlo.Log](x.Emitter, v) }
	return one(x.Sub(s, total(log, e)))
}
