package onednngraph

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// normalization is a tensor v with its mean and variance, which are computed over the dimensions
// "reduced". All other dimensions are in "kept".
type normalization struct {
	x              *expansion
	v              *ir.Value
	kept, reduced  []int64
	mean, variance *ir.Value
}

// over returns a normalization of v over the given dimensions, without statistics.
func (x *expansion) over(v *ir.Value, reduced []int64) *normalization {
	n := &normalization{x: x, v: v, reduced: reduced}
	for d := range int64(len(shapeOf(v))) {
		if !slices.Contains(reduced, d) {
			n.kept = append(n.kept, d)
		}
	}
	return n
}

// measure computes the mean and variance.
func (n *normalization) measure() {
	n.mean = n.x.mean(n.v, n.reduced...)
	c := n.centered()
	n.variance = n.x.mean(n.x.Mul(c, c), n.reduced...)
}

// wide broadcasts s, a mean or variance, to the shape of the tensor.
func (n *normalization) wide(s *ir.Value) *ir.Value { return n.x.along(s, shapeOf(n.v), n.kept...) }

func (n *normalization) centered() *ir.Value { return n.x.Sub(n.v, n.wide(n.mean)) }

// scale is 1 / √(variance + ε), broadcast to the shape of the tensor.
func (n *normalization) scale() *ir.Value {
	root := n.x.sqrt(n.x.plus(n.variance, floatOf(n.x.op, "epsilon")))
	return n.wide(n.x.Div(n.x.like(root, 1), root))
}

func (n *normalization) normalized() *ir.Value { return n.x.Mul(n.centered(), n.scale()) }

// gradient returns the gradient with respect to the tensor, whose mean and variance must be set. g
// is the gradient of the normalized tensor y. The result is scale·(g − mean(g) − y·mean(g·y)).
func (n *normalization) gradient(g *ir.Value) *ir.Value {
	x, y := n.x, n.normalized()
	mean := func(v *ir.Value) *ir.Value { return n.wide(x.mean(v, n.reduced...)) }
	return x.Mul(n.scale(), x.Sub(x.Sub(g, mean(g)), x.Mul(y, mean(x.Mul(g, y)))))
}

// featureDims returns all dimensions of operand 0 except the dimension of channels.
func (x *expansion) featureDims() []int64 {
	rank := len(shapeOf(x.in[0]))
	return except(rank, channel(x.op, rank))
}

// affine multiplies y by gamma and adds beta. gamma and beta have the extents of y along dims, or
// are vectors with the same number of elements. gamma or beta may be nil.
func (x *expansion) affine(y, gamma, beta *ir.Value, dims ...int64) *ir.Value {
	var shape []int64
	for _, d := range dims {
		shape = append(shape, shapeOf(y)[d])
	}
	wide := func(v *ir.Value) *ir.Value { return x.along(x.Reshape(v, shape...), shapeOf(y), dims...) }
	if gamma != nil {
		y = x.Mul(y, wide(gamma))
	}
	if beta != nil {
		y = x.Add(y, wide(beta))
	}
	return y
}

func (x *expansion) operand(i int) *ir.Value {
	if i >= len(x.in) {
		return nil
	}
	return x.in[i]
}

func expandBatchNormInference(x *expansion) []*ir.Value {
	n := x.over(x.in[0], x.featureDims())
	n.mean, n.variance = x.in[3], x.in[4]
	return one(x.affine(n.normalized(), x.in[1], x.in[2], n.kept...))
}

func expandBatchNormTraining(x *expansion) []*ir.Value {
	n := x.over(x.in[0], x.featureDims())
	n.measure()
	y := x.affine(n.normalized(), x.operand(3), x.operand(4), n.kept...)
	momentum := floatOf(x.op, "momentum")
	running := func(old, batch *ir.Value) *ir.Value {
		return x.Add(x.times(old, momentum), x.times(batch, 1-momentum))
	}
	return []*ir.Value{y, running(x.in[1], n.mean), running(x.in[2], n.variance), n.mean, n.variance}
}

func expandBatchNormBackward(x *expansion) []*ir.Value {
	n := x.over(x.in[0], x.featureDims())
	n.mean, n.variance = x.in[2], x.in[3]
	diff := x.in[1]
	out := one(n.gradient(x.affine(diff, x.operand(4), nil, n.kept...)))
	return x.withAffine(out, n, diff, n.reduced)
}

// withAffine appends to out the gradients of gamma and beta that are results of the operation. They
// are sums over dims. diff is the gradient of the result.
func (x *expansion) withAffine(out []*ir.Value, n *normalization, diff *ir.Value, dims []int64) []*ir.Value {
	if x.op.NumResults() > 1 {
		out = append(out, x.Reshape(x.sum(x.Mul(diff, n.normalized()), dims...), x.out(1)...))
	}
	if x.op.NumResults() > 2 {
		out = append(out, x.Reshape(x.sum(diff, dims...), x.out(2)...))
	}
	return out
}

// withStats returns y and, if they are results of the operation, the mean and the variance.
func (x *expansion) withStats(y *ir.Value, n *normalization) []*ir.Value {
	if x.op.NumResults() == 1 {
		return one(y)
	}
	return []*ir.Value{y, x.Reshape(n.mean, x.out(1)...), x.Reshape(n.variance, x.out(2)...)}
}

// normDims returns the dimensions before begin_norm_axis, and those from begin_norm_axis on.
func (x *expansion) normDims() (before, from []int64) {
	rank := len(shapeOf(x.in[0]))
	d, err := axis(x.op, "begin_norm_axis", rank)
	if err != nil {
		panic("onednngraph: BUG: " + err.Error())
	}
	all := counted(rank)
	return all[:d], all[d:]
}

func expandLayerNorm(x *expansion) []*ir.Value {
	_, dims := x.normDims()
	n := x.over(x.in[0], dims)
	n.measure()
	return x.withStats(x.affine(n.normalized(), x.operand(1), x.operand(2), dims...), n)
}

func expandLayerNormBackward(x *expansion) []*ir.Value {
	before, dims := x.normDims()
	n := x.over(x.in[0], dims)
	lead := shapeOf(x.in[0])[:len(before)]
	n.mean, n.variance = x.Reshape(x.in[2], lead...), x.Reshape(x.in[3], lead...)
	diff := x.in[1]
	out := one(n.gradient(x.affine(diff, x.operand(4), nil, dims...)))
	return x.withAffine(out, n, diff, before)
}

func expandRMSNorm(x *expansion) []*ir.Value {
	before, dims := x.normDims()
	v := x.in[0]
	root := x.sqrt(x.plus(x.mean(x.Mul(v, v), dims...), floatOf(x.op, "epsilon")))
	return one(x.affine(x.Div(v, x.along(root, shapeOf(v), before...)), x.operand(1), nil, dims...))
}

// expandGroupNorm splits the dimension of channels into groups and channels of a group.
func expandGroupNorm(x *expansion) []*ir.Value {
	shape, groups := shapeOf(x.in[0]), intOf(x.op, "groups")
	c := channel(x.op, len(shape))
	split := slices.Insert(slices.Clone(shape), c, groups)
	split[c+1] /= groups
	n := x.over(x.Reshape(x.in[0], split...), except(len(split), 0, c))
	n.measure()
	y := x.Reshape(n.normalized(), shape...)
	return x.withStats(x.affine(y, x.operand(1), x.operand(2), int64(c)), n)
}

// row is a tensor v with statistics of its rows along an axis. For each row, max is the maximum,
// and sum is the sum of the row of powers. In mode inf_as_zero, max is 0 for a row in which all
// elements are -∞.
type row struct {
	x        *expansion
	v        *ir.Value
	axis     int64
	max, sum *ir.Value
	powers   *ir.Value // e^(v − max)
}

func (x *expansion) rowOf(v *ir.Value) *row {
	d, err := axis(x.op, "axis", len(shapeOf(v)))
	if err != nil {
		panic("onednngraph: BUG: " + err.Error())
	}
	r := &row{x: x, v: v, axis: int64(d)}
	r.max = x.Reduce(v, math.Inf(-1), emit.Emitter.Max, r.axis)
	if textOf(x.op, "mode") == "inf_as_zero" {
		infinite := x.Compare("EQ", r.max, x.like(r.max, math.Inf(-1)))
		r.max = x.Choose(infinite, x.like(r.max, 0), r.max)
	}
	r.powers = x.exp(x.Sub(v, r.wide(r.max)))
	r.sum = x.sum(r.powers, r.axis)
	return r
}

// wide broadcasts s, which has one value for each row, to the shape of v.
func (r *row) wide(s *ir.Value) *ir.Value {
	shape := shapeOf(r.v)
	return r.x.along(s, shape, except(len(shape), int(r.axis))...)
}

func (r *row) logarithm() *ir.Value { return unary[stablehlo.Log](r.x, r.sum) }

func expandSoftMax(x *expansion) []*ir.Value {
	r := x.rowOf(x.in[0])
	sum := r.sum
	if textOf(x.op, "mode") == "inf_as_zero" {
		sum = x.Choose(x.Compare("EQ", sum, x.like(sum, 0)), x.like(sum, 1), sum)
	}
	out := one(x.Div(r.powers, r.wide(sum)))
	if x.op.NumResults() > 1 {
		out = append(out, x.Reshape(x.Add(r.max, r.logarithm()), x.out(1)...))
	}
	return out
}

func expandLogSoftmax(x *expansion) []*ir.Value {
	r := x.rowOf(x.in[0])
	return one(x.Sub(x.Sub(r.v, r.wide(r.max)), r.wide(r.logarithm())))
}

// rowSum adds the elements of v along the axis, and broadcasts the sums to v's shape.
func (x *expansion) rowSum(v *ir.Value) *ir.Value {
	shape := shapeOf(v)
	d, err := axis(x.op, "axis", len(shape))
	if err != nil {
		panic("onednngraph: BUG: " + err.Error())
	}
	return x.along(x.sum(v, int64(d)), shape, except(len(shape), d)...)
}

func expandSoftMaxBackward(x *expansion) []*ir.Value {
	diff, y := x.in[0], x.in[1]
	return one(x.Mul(y, x.Sub(diff, x.rowSum(x.Mul(diff, y)))))
}

func expandLogSoftmaxBackward(x *expansion) []*ir.Value {
	diff, y := x.in[0], x.in[1]
	return one(x.Sub(diff, x.Mul(x.exp(y), x.rowSum(diff))))
}

// reduced combines the elements of v along the operation's axes, starting with init. Without axes,
// it returns v.
func (x *expansion) reduced(v *ir.Value, init float64, combine emit.Combine) *ir.Value {
	dims, err := reducedDims(x.op, len(shapeOf(v)))
	if err != nil {
		panic("onednngraph: BUG: " + err.Error())
	}
	if len(dims) == 0 {
		return v
	}
	return x.Reshape(x.Reduce(v, init, combine, dims...), x.out(0)...)
}

func expandReduceL1(x *expansion) []*ir.Value {
	return one(x.reduced(unary[stablehlo.Abs](x, x.in[0]), 0, emit.Emitter.Add))
}

func expandReduceL2(x *expansion) []*ir.Value {
	return one(x.sqrt(x.reduced(x.Mul(x.in[0], x.in[0]), 0, emit.Emitter.Add)))
}

func expandReduceMax(x *expansion) []*ir.Value {
	return one(x.reduced(x.in[0], math.Inf(-1), emit.Emitter.Max))
}

func expandReduceMin(x *expansion) []*ir.Value {
	return one(x.reduced(x.in[0], math.Inf(1), emit.Emitter.Min))
}

func expandReduceProd(x *expansion) []*ir.Value {
	return one(x.reduced(x.in[0], 1, emit.Emitter.Mul))
}

func expandReduceSum(x *expansion) []*ir.Value {
	return one(x.reduced(x.in[0], 0, emit.Emitter.Add))
}

func expandReduceMean(x *expansion) []*ir.Value {
	s := x.reduced(x.in[0], 0, emit.Emitter.Add)
	from, _ := product(shapeOf(x.in[0]))
	to, _ := product(x.out(0))
	return one(x.Div(s, x.like(s, float64(from)/float64(max(to, 1)))))
}
