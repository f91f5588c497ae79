// Package batchnorm multiplies constant scales, such as those of batch normalizations, into the
// weights of the preceding convolutions. This changes how the sums of the convolutions are rounded,
// so by default the pass runs only with accuracy=fast.
package batchnorm

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `multiply constant scales into the weights of convolutions

Additions, subtractions, multiplications, divisions and stablehlo.batch_norm_inference that follow
a convolution with constant weights become one scale and one shift for each output feature, if
their other operands are constant and only vary by feature. The scale is multiplied into the
weights, and the shift is added to the result. Only convolutions of f32 and f64 are changed. Scale
and shift are computed in f64; a scale that is not finite, or that makes a weight infinite or
subnormal, is not folded. Results are rounded differently.`

// Name is the name of the pass.
const Name = "stablehlo-fold-batch-norm"

// Pass returns stablehlo-fold-batch-norm.
func Pass() passes.Pass { return passes.On(Name, doc, run) }

func run(r *passes.Run, f fn.Func) error {
	var all []stablehlo.Convolution
	f.Op.Walk(func(op *ir.Op) bool {
		if o, ok := ir.As[stablehlo.Convolution](op); ok {
			all = append(all, o)
		}
		return true
	})
	folded := 0
	for _, o := range all {
		c := follow(o)
		if c == nil {
			continue
		}
		if weights, ok := c.weights(); ok && r.Allows(o.Op.Sources()) && allowed(r.Log, c) {
			c.apply(weights)
			folded++
		}
	}
	if r.Count("folded", folded); folded == 0 {
		r.Unchanged()
	}
	return nil
}

// allowed records the folding of the scale of c, and reports whether the log allows it.
func allowed(log *decision.Log, c *chain) bool {
	if !log.Recording() {
		return true
	}
	ops := c.conv.Op.Sources()
	for _, op := range c.ops {
		ops = append(ops[:len(ops):len(ops)], op.Sources()...)
	}
	return log.Add(decision.Entry{Kind: decision.Fold, Rule: Name, Ops: ops, Reason: "the scale of each output feature is multiplied into the weights"})
}

// chain is a convolution and the operations after it. The operations compute scale·x + shift for
// each element x of the convolution's result. scale and shift have one element for each output
// feature.
type chain struct {
	conv         stablehlo.Convolution
	constant     *ir.DenseElements // the weights
	ops          []*ir.Op
	scale, shift []float64
	scaled       bool
}

// mostFeatures is the largest number of output features for which the pass changes a convolution.
// Folding allocates several numbers for each feature.
const mostFeatures = 1 << 16

// follow returns the longest chain that begins with o. It returns nil if the chain has no scale to
// fold, if a scale or shift is not finite, or if the pass does not change convolutions such as o.
func follow(o stablehlo.Convolution) *chain {
	t := o.Op.Result().Type()
	if !t.HasStaticShape() || t.Elem() != ir.F32() && t.Elem() != ir.F64() || o.LHS().Type().Elem() != t.Elem() {
		return nil
	}
	c := &chain{conv: o, constant: emit.Weights(o)}
	features := emit.Shape(o.Op.Result())[o.DimensionNumbers().OutputFeature]
	if c.constant == nil || c.constant.Type.Elem() != t.Elem() || features == 0 || features > mostFeatures {
		return nil
	}
	c.scale, c.shift = make([]float64, features), make([]float64, features)
	for i := range c.scale {
		c.scale[i] = 1
	}
	for v := o.Op.Result(); v.HasOneUse(); {
		op := onlyUse(v).Owner()
		if op.Block() != o.Op.Block() || op.NumResults() != 1 || op.Result().Type() != t || !c.step(op, v) {
			break
		}
		c.ops, v = append(c.ops, op), op.Result()
	}
	if !c.scaled || !c.finite() {
		return nil
	}
	return c
}

func onlyUse(v *ir.Value) *ir.Use {
	for u := range v.Uses() {
		return u
	}
	return nil
}

// step updates the scale and the shift for op, which is the only user of v, the result of the chain
// so far. It returns false if op is not supported, or if another operand of op is not constant or
// varies along a dimension other than the output features.
func (c *chain) step(op *ir.Op, v *ir.Value) bool {
	switch o := op.View().(type) {
	case stablehlo.Add:
		return c.combine(o.LHS(), o.RHS(), v, func(s, t, k float64, _ bool) (float64, float64) { return s, t + k })
	case stablehlo.Subtract:
		return c.combine(o.LHS(), o.RHS(), v, func(s, t, k float64, first bool) (float64, float64) {
			if first {
				return s, t - k
			}
			return -s, k - t
		})
	case stablehlo.Multiply:
		if !c.combine(o.LHS(), o.RHS(), v, func(s, t, k float64, _ bool) (float64, float64) { return s * k, t * k }) {
			return false
		}
		c.scaled = true
		return true
	case stablehlo.Divide:
		if o.LHS() != v || !c.combine(v, o.RHS(), v, func(s, t, k float64, _ bool) (float64, float64) { return s / k, t / k }) {
			return false
		}
		c.scaled = true
		return true
	case stablehlo.BatchNormInference:
		return o.Operand() == v && c.normalize(o)
	}
	return false
}

// combine replaces the scale s and the shift t of each feature by the results of f. The parameter k
// of f is the feature's value in the other operand. The parameter "first" is true if v is lhs.
func (c *chain) combine(lhs, rhs, v *ir.Value, f func(s, t, k float64, first bool) (float64, float64)) bool {
	other, first := rhs, true
	if rhs == v {
		other, first = lhs, false
	}
	ks := perFeature(other, int(c.conv.DimensionNumbers().OutputFeature), len(c.scale))
	if ks == nil {
		return false
	}
	for i, k := range ks {
		c.scale[i], c.shift[i] = f(c.scale[i], c.shift[i], k, first)
	}
	return true
}
