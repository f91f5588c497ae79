package decompose

import (
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
)

// norm has the operands of a normalization. All operands except x have one element per feature.
type norm struct {
	x, scale, offset, mean, variance *ir.Value
	epsilon                          float64
	feature                          int64
}

func (n norm) wide(e emit.Emitter, v *ir.Value) *ir.Value {
	return e.Broadcast(v, shapeOf(n.x), n.feature)
}

// others returns all dimensions of x except the feature dimension.
func (n norm) others() (dims []int64) {
	for i := range int64(len(shapeOf(n.x))) {
		if i != n.feature {
			dims = append(dims, i)
		}
	}
	return dims
}

func (n norm) sum(e emit.Emitter, v *ir.Value) *ir.Value {
	return e.Reduce(v, 0, emit.Emitter.Add, n.others()...)
}

// count returns the number of elements of a feature.
func (n norm) count() float64 {
	c := 1.0
	for _, d := range n.others() {
		c *= float64(shapeOf(n.x)[d])
	}
	return c
}

func (n norm) meanOf(e emit.Emitter, v *ir.Value) *ir.Value {
	s := n.sum(e, v)
	return e.Div(s, e.Fill(s.Type(), n.count()))
}

// deviation returns sqrt(variance + ε).
func (n norm) deviation(e emit.Emitter) *ir.Value {
	return emit.Unary[stablehlo.Sqrt](e, n.shifted(e))
}

func (n norm) shifted(e emit.Emitter) *ir.Value {
	return e.Add(n.variance, e.Fill(n.variance.Type(), n.epsilon))
}

// normalized returns (x - mean) / sqrt(variance + ε) * scale + offset.
func normalized(e emit.Emitter, n norm) *ir.Value {
	centered := e.Sub(n.x, n.wide(e, n.mean))
	y := e.Mul(n.wide(e, n.scale), e.Div(centered, n.wide(e, n.deviation(e))))
	return e.Add(y, n.wide(e, n.offset))
}

func batchNorm(e emit.Emitter, o stablehlo.BatchNormTraining) []*ir.Value {
	n := norm{x: o.Operand(), scale: o.Scale(), offset: o.Offset(), epsilon: o.Epsilon(), feature: o.FeatureIndex()}
	n.mean = n.meanOf(e, n.x)
	centered := e.Sub(n.x, n.wide(e, n.mean))
	n.variance = n.meanOf(e, e.Mul(centered, centered))
	return []*ir.Value{normalized(e, n), n.mean, n.variance}
}

// batchNormGrad computes the gradients of the operand, the scale and the offset. The gradient of
// the operand is factor · (count·g - Σg - (x-mean)·Σ(g·(x-mean))/(variance+ε)), where g is the
// gradient of the result and factor = scale/sqrt(variance+ε)/count.
func batchNormGrad(e emit.Emitter, o stablehlo.BatchNormGrad) []*ir.Value {
	n := norm{x: o.Operand(), scale: o.Scale(), mean: o.Mean(), variance: o.Variance(), epsilon: o.Epsilon(), feature: o.FeatureIndex()}
	g := o.GradOutput()
	centered, dev := e.Sub(n.x, n.wide(e, n.mean)), n.deviation(e)
	sum, dot := n.sum(e, g), n.sum(e, e.Mul(g, centered))
	scaled := e.Mul(g, e.Fill(g.Type(), n.count()))
	pull := e.Div(e.Mul(n.wide(e, dot), centered), n.wide(e, n.shifted(e)))
	inner := e.Sub(e.Sub(scaled, n.wide(e, sum)), pull)
	factor := e.Div(e.Div(n.scale, dev), e.Fill(dev.Type(), n.count()))
	gradScale := n.sum(e, e.Mul(g, e.Div(centered, n.wide(e, dev))))
	return []*ir.Value{e.Mul(n.wide(e, factor), inner), gradScale, sum}
}
