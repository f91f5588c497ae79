package nnvm

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

func normOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[BatchNorm](rules{shapes: batchNormShapes, pattern: Opaque, expand: expandBatchNorm, layout: batchNormLayout, grad: gradBatchNorm}),
		declare[Dropout](rules{shapes: dropoutShapes, pattern: Opaque, expand: expandDropout, layout: keepLayout, grad: gradCopy}),
		declare[L2Normalize](rules{shapes: sameShape, pattern: OutFusable, expand: expandL2Normalize, layout: denseLayout}),
		declare[LRN](rules{shapes: axisShapes(1), pattern: Opaque, expand: expandLRN, layout: denseLayout}),
		declare[PReLU](rules{shapes: preluShapes, pattern: Broadcast, inPlace: first(), expand: expandPReLU, layout: denseLayout, grad: gradPReLU}),
	}
}

// BatchNorm normalizes each channel by the moving mean and variance, as is usual outside of
// training. NNVM declares that the operator changes moving_mean and moving_var, so
// [BatchNorm.Mutated] lists them if they are block arguments. Their values do not change. If data
// has layout NCHW16c, gamma and the other tensors with one element per channel have layout C16c.
//
//	%r, %mean, %var = nnvm.batch_norm(%x, %gamma, %beta, %m, %v) {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
type BatchNorm struct{ ir.Ref }

// Data, Gamma, Beta, MovingMean and MovingVar return the operands.
func (o BatchNorm) Data() *ir.Value       { return o.Op.OperandAt(0) }
func (o BatchNorm) Gamma() *ir.Value      { return o.Op.OperandAt(1) }
func (o BatchNorm) Beta() *ir.Value       { return o.Op.OperandAt(2) }
func (o BatchNorm) MovingMean() *ir.Value { return o.Op.OperandAt(3) }
func (o BatchNorm) MovingVar() *ir.Value  { return o.Op.OperandAt(4) }

// Output, Mean and Var return the results.
func (o BatchNorm) Output() *ir.Value { return o.Op.ResultAt(0) }
func (o BatchNorm) Mean() *ir.Value   { return o.Op.ResultAt(1) }
func (o BatchNorm) Var() *ir.Value    { return o.Op.ResultAt(2) }

// Axis is the dimension of the channels.
func (o BatchNorm) Axis() int64 { return intOf(o.Op, "axis", 1) }

// Epsilon is added to the variance.
func (o BatchNorm) Epsilon() float64 { return floatOf(o.Op, "epsilon", 1e-5) }

// Centers reports whether beta is added, and Scales whether gamma is a factor.
func (o BatchNorm) Centers() bool { return boolOf(o.Op, "center", true) }
func (o BatchNorm) Scales() bool  { return boolOf(o.Op, "scale", true) }

// Mutated implements index.Mutator.
func (o BatchNorm) Mutated() []*ir.Use {
	var us []*ir.Use
	for _, u := range []*ir.Use{o.Op.UseAt(3), o.Op.UseAt(4)} {
		if u.Value().IsArg() {
			us = append(us, u)
		}
	}
	return us
}

// Spec implements ir.View.
func (BatchNorm) Spec() ir.Spec {
	return operator("batch_norm", "Normalizes each channel by the moving mean and variance.", "data gamma beta moving_mean moving_var",
		"output mean var", intParam("axis"), floatParam("epsilon"), floatParam("momentum"), boolParam("center"), boolParam("scale"))
}

// Verify implements ir.Verifier.
func (o BatchNorm) Verify() error { return verify(o.Op) }

func batchNormShapes(s *Shapes) error {
	if err := firstOf(s.SetOut(0, s.In[0]), s.SetIn(0, s.Out[0])); err != nil || s.In[0] == nil {
		return err
	}
	data := slices.Clone(s.In[0])
	axis, ok := axisOf(intOf(s.Op, "axis", 1), len(data))
	if !ok {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", intOf(s.Op, "axis", 1), data)
	}
	dims, c := []int{axis}, Shape{data[axis]}
	for _, sh := range slices.Concat(s.In[1:], s.Out[1:]) {
		if len(sh) == 2 && inBlocks(axis, len(data)) {
			dims, c = channelDims(axis, len(data), 2), Shape{data[axis], data[len(data)-1]}
		}
	}
	for range 2 { // the second iteration propagates extents of the last operand to the first
		for i := 1; i < 5; i++ {
			if err := s.SetIn(i, c); err != nil {
				return err
			}
			c = s.In[i]
		}
		if err := firstOf(s.SetOut(1, c), s.SetOut(2, s.Out[1])); err != nil {
			return err
		}
		c = s.Out[2]
	}
	for i, d := range dims {
		data[d] = c[i]
	}
	return firstOf(s.SetIn(0, data), s.SetOut(0, data))
}

// inBlocks reports whether data of the given rank, with channels along axis, may have the channels
// in blocks, as in NCHW16c. The last dimension then holds the channels of one block, so axis is not
// the last dimension.
func inBlocks(axis, rank int) bool { return axis < rank-1 }

// channelDims returns the dimensions of data that hold the channels. dims is the rank of the
// tensors with one element per channel: 2 if channels are in blocks, and 1 otherwise.
func channelDims(axis, rank, dims int) []int {
	if dims == 2 {
		return []int{axis, rank - 1}
	}
	return []int{axis}
}

// Channels returns the dimensions of data that hold the channels: Axis and, if channels are in
// blocks, the last dimension. The types must be known.
func (o BatchNorm) Channels() []int {
	data, _ := o.Data().Type().Shape()
	each, _ := o.MovingVar().Type().Shape()
	axis, _ := axisOf(o.Axis(), len(data))
	return channelDims(axis, len(data), len(each))
}

func expandBatchNorm(x *expansion) []*ir.Value {
	o, _ := ir.As[BatchNorm](x.op)
	shape := x.shape()
	t := x.in[4].Type()
	scale := emit.Unary[stablehlo.Rsqrt](x.Emitter, x.Add(x.in[4], x.Fill(t, o.Epsilon())))
	if o.Scales() {
		scale = x.Mul(scale, x.in[1])
	}
	shift := x.Mul(emit.Unary[stablehlo.Negate](x.Emitter, x.in[3]), scale)
	if o.Centers() {
		shift = x.Add(shift, x.in[2])
	}
	var dims []int64
	for _, d := range o.Channels() {
		dims = append(dims, int64(d))
	}
	along := func(v *ir.Value) *ir.Value { return x.Broadcast(v, shape, dims...) }
	return []*ir.Value{x.Add(x.Mul(x.in[0], along(scale)), along(shift)), x.in[3], x.in[4]}
}

// Dropout returns its operand and a mask of ones, as is usual outside of training.
//
//	%r, %mask = nnvm.dropout(%x) {rate = 0.5} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
type Dropout struct{ ir.Ref }

// Data returns the operand. Output and Mask return the results.
func (o Dropout) Data() *ir.Value   { return o.Op.OperandAt(0) }
func (o Dropout) Output() *ir.Value { return o.Op.ResultAt(0) }
func (o Dropout) Mask() *ir.Value   { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (Dropout) Spec() ir.Spec {
	return operator("dropout", "The operand, and a mask of ones.", "data", "output mask", floatParam("rate"))
}

// Verify implements ir.Verifier.
func (o Dropout) Verify() error { return verify(o.Op) }

func dropoutShapes(s *Shapes) error {
	if rate := floatOf(s.Op, "rate", 0.5); !(rate >= 0 && rate <= 1) {
		return ir.Errorf(s.Op, "needs a rate between 0 and 1, but has %s", formatFloat(rate))
	}
	return sameShape(s)
}

func expandDropout(x *expansion) []*ir.Value {
	return []*ir.Value{x.in[0], x.Fill(x.out(1), 1)}
}

// PReLU keeps each positive element of data, and multiplies all others by the alpha of their
// channel.
//
//	%r = nnvm.prelu(%x, %alpha) {axis = 1 : i64} : (tensor<1x3x2x2xf32>, tensor<3xf32>) -> tensor<1x3x2x2xf32>
type PReLU struct{ ir.Ref }

// Data and Alpha return the operands.
func (o PReLU) Data() *ir.Value  { return o.Op.OperandAt(0) }
func (o PReLU) Alpha() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (PReLU) Spec() ir.Spec {
	return operator("prelu", "Multiplies each negative element of data by the alpha of its channel.", "data alpha", "result", intParam("axis"))
}

// Verify implements ir.Verifier.
func (o PReLU) Verify() error { return verify(o.Op) }

func preluShapes(s *Shapes) error {
	if err := firstOf(s.SetOut(0, s.In[0]), s.SetIn(0, s.Out[0])); err != nil || s.In[0] == nil {
		return err
	}
	axis, ok := axisOf(intOf(s.Op, "axis", 1), len(s.In[0]))
	if !ok {
		return ir.Errorf(s.Op, "has axis %d, but data of shape %s", intOf(s.Op, "axis", 1), s.In[0])
	}
	if err := s.SetIn(1, Shape{s.In[0][axis]}); err != nil {
		return err
	}
	data := slices.Clone(s.In[0])
	data[axis] = s.In[1][0]
	return firstOf(s.SetIn(0, data), s.SetOut(0, data))
}

func expandPReLU(x *expansion) []*ir.Value {
	shape := x.shape()
	axis, _ := axisOf(intOf(x.op, "axis", 1), len(shape))
	scaled := x.Mul(x.in[0], x.Broadcast(x.in[1], shape, int64(axis)))
	return one(x.Choose(x.Compare("GT", x.in[0], x.Fill(x.out(0), 0)), x.in[0], scaled))
}

// L2Normalize divides each element by √max(s, eps), where s is the sum of squares along axes.
//
//	%r = nnvm.l2_normalize(%x) {axis = array<i64: 1>, eps = 1.0e-05} : (tensor<2x3xf32>) -> tensor<2x3xf32>
type L2Normalize struct{ ir.Ref }

// Spec implements ir.View.
func (L2Normalize) Spec() ir.Spec {
	return unary("l2_normalize", "Divides each element by the norm along axes.", need(floatParam("eps")), tupleParam("axis"))
}

// Verify implements ir.Verifier.
func (o L2Normalize) Verify() error {
	if shape, _ := Parts(o.Op.ResultAt(0).Type()); shape != nil {
		if _, err := distinctAxes(o.Op, "axis", len(shape)); err != nil {
			return err
		}
	}
	return verify(o.Op)
}

func expandL2Normalize(x *expansion) []*ir.Value {
	shape := x.shape()
	axes, _ := reducedAxes(x.op, len(shape))
	var others []int64
	for d := range shape {
		if !slices.Contains(axes, int64(d)) {
			others = append(others, int64(d))
		}
	}
	sum := x.Reduce(x.Mul(x.in[0], x.in[0]), 0, emit.Emitter.Add, axes...)
	norm := emit.Unary[stablehlo.Sqrt](x.Emitter, x.Max(sum, x.Fill(sum.Type(), floatOf(x.op, "eps", 0))))
	return one(x.Div(x.in[0], x.Broadcast(norm, shape, others...)))
}

// LRN divides each element by (bias + alpha/size · sum)^beta. Here, sum is the sum of squares in a
// window along axis around the element. The parameter size is the number of elements in the window.
//
//	%r = nnvm.lrn(%x) {size = 3 : i64, axis = 1 : i64, bias = 2.0, alpha = 1.0e-05, beta = 0.75} : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
type LRN struct{ ir.Ref }

// Spec implements ir.View.
func (LRN) Spec() ir.Spec {
	return unary("lrn", "Normalizes each element by the squares of its neighbors along an axis.",
		need(intParam("size")), intParam("axis"), floatParam("bias"), floatParam("alpha"), floatParam("beta"))
}

// Verify implements ir.Verifier.
func (o LRN) Verify() error {
	if n := intOf(o.Op, "size", 1); n < 1 || n%2 == 0 {
		return ir.Errorf(o.Op, "needs an odd size, but has %d", n)
	}
	return verify(o.Op)
}

func expandLRN(x *expansion) []*ir.Value {
	shape := x.shape()
	axis, _ := axisOf(intOf(x.op, "axis", 1), len(shape))
	n := intOf(x.op, "size", 1)
	w := emit.Window{Size: slices.Repeat([]int64{1}, len(shape)), Low: make([]int64, len(shape)), High: make([]int64, len(shape))}
	w.Size[axis], w.Low[axis], w.High[axis] = n, n/2, n/2
	sum := x.ReduceWindow(x.Mul(x.in[0], x.in[0]), 0, emit.Emitter.Add, w, shape)
	fill := func(name string, absent float64) float64 { return floatOf(x.op, name, absent) }
	scaled := x.Add(x.Mul(sum, x.Fill(x.out(0), fill("alpha", 1e-5)/float64(n))), x.Fill(x.out(0), fill("bias", 2)))
	return one(x.Div(x.in[0], x.Pow(scaled, x.Fill(x.out(0), fill("beta", 0.75)))))
}
