package onednngraph

import (
	"github.com/lathe-ir/lathe/ir"
)

// unaryOps lists operations that have one operand and a result of the same shape.
func unaryOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[Abs](pointwise(expandAbs)),
		declare[Clamp](pointwise(expandClamp)),
		declare[Elu](pointwise(expandElu)),
		declare[Exp](pointwise(expandExp)),
		declare[GELU](pointwise(expandGELU)),
		declare[HardSigmoid](pointwise(expandHardSigmoid)),
		declare[HardSwish](pointwise(expandHardSwish)),
		declare[LeakyReLU](pointwise(expandLeakyReLU)),
		declare[Log](pointwise(expandLog)),
		declare[Mish](pointwise(expandMish)),
		declare[Pow](pointwise(expandPow)),
		declare[Reciprocal](pointwise(expandReciprocal)),
		declare[ReLU](pointwise(expandReLU)),
		declare[Round](pointwise(expandRound)),
		declare[Sigmoid](pointwise(expandSigmoid)),
		declare[SoftPlus](pointwise(expandSoftPlus)),
		declare[Sqrt](pointwise(expandSqrt)),
		declare[Square](pointwise(expandSquare)),
		declare[Tanh](pointwise(expandTanh)),
	}
}

// Abs is the absolute value of each element.
//
//	%r = onednn_graph.Abs(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Abs struct{ ir.Ref }

// Spec implements ir.View.
func (Abs) Spec() ir.Spec {
	return operator("Abs", "The absolute value of each element.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Abs) Verify() error { return verify(o.Op) }

// Clamp limits each element to the range from min to max.
//
//	%r = onednn_graph.Clamp(%a) {min = -1.0 : f32, max = 2.0 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Clamp struct{ ir.Ref }

// Spec implements ir.View.
func (Clamp) Spec() ir.Spec {
	return operator("Clamp", "Each element, limited to the range from min to max.", "src:T", "dst:T", types{"T": floats()}, number("min"), number("max"))
}

// Verify implements ir.Verifier.
func (o Clamp) Verify() error { return verify(o.Op) }

// Elu is x for each positive element x, and alpha·(e^x − 1) for all other elements.
//
//	%r = onednn_graph.Elu(%a) {alpha = 1.0 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Elu struct{ ir.Ref }

// Spec implements ir.View.
func (Elu) Spec() ir.Spec {
	return operator("Elu", "Each element x if it is positive, and alpha·(e^x − 1) otherwise.", "src:T", "dst:T", types{"T": floats()}, number("alpha"))
}

// Verify implements ir.Verifier.
func (o Elu) Verify() error { return verify(o.Op) }

// Exp is e to the power of each element.
//
//	%r = onednn_graph.Exp(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Exp struct{ ir.Ref }

// Spec implements ir.View.
func (Exp) Spec() ir.Spec {
	return operator("Exp", "The exponential of each element.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Exp) Verify() error { return verify(o.Op) }

// GELU is x·Φ(x), where Φ is the cumulative distribution function of the standard normal
// distribution. In mode gelu_tanh, x·Φ(x) is approximated with tanh.
//
//	%r = onednn_graph.GELU(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type GELU struct{ ir.Ref }

// Spec implements ir.View.
func (GELU) Spec() ir.Spec {
	return operator("GELU", "The value x·Φ(x) for each element x, computed with the error function or an approximation with tanh.", "src:T", "dst:T", types{"T": floats()}, preset(word("mode", "gelu_erf", "gelu_tanh"), "gelu_erf"))
}

// Verify implements ir.Verifier.
func (o GELU) Verify() error { return verify(o.Op) }

// HardSigmoid is alpha·x + beta, limited to the range from 0 to 1.
//
//	%r = onednn_graph.HardSigmoid(%a) {alpha = 2.0e-01 : f32, beta = 5.0e-01 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
type HardSigmoid struct{ ir.Ref }

// Spec implements ir.View.
func (HardSigmoid) Spec() ir.Spec {
	return operator("HardSigmoid", "The value alpha·x + beta for each element x, limited to the range from 0 to 1.", "src:T", "dst:T", types{"T": floats()}, number("alpha"), number("beta"))
}

// Verify implements ir.Verifier.
func (o HardSigmoid) Verify() error { return verify(o.Op) }

// HardSwish is x·min(max(x + 3, 0), 6) / 6.
//
//	%r = onednn_graph.HardSwish(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type HardSwish struct{ ir.Ref }

// Spec implements ir.View.
func (HardSwish) Spec() ir.Spec {
	return operator("HardSwish", "The value x·min(max(x + 3, 0), 6) / 6 for each element x.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o HardSwish) Verify() error { return verify(o.Op) }

// LeakyReLU is x for each positive element x, and alpha·x for all other elements.
//
//	%r = onednn_graph.LeakyReLU(%a) {alpha = 2.5e-01 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
type LeakyReLU struct{ ir.Ref }

// Spec implements ir.View.
func (LeakyReLU) Spec() ir.Spec {
	return operator("LeakyReLU", "Each element x if it is positive, and alpha·x otherwise.", "src:T", "dst:T", types{"T": floats()}, number("alpha"))
}

// Verify implements ir.Verifier.
func (o LeakyReLU) Verify() error { return verify(o.Op) }

// Log is the natural logarithm of each element.
//
//	%r = onednn_graph.Log(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Log struct{ ir.Ref }

// Spec implements ir.View.
func (Log) Spec() ir.Spec {
	return operator("Log", "The natural logarithm of each element.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Log) Verify() error { return verify(o.Op) }

// Mish is x·tanh(log(1 + e^x)).
//
//	%r = onednn_graph.Mish(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Mish struct{ ir.Ref }

// Spec implements ir.View.
func (Mish) Spec() ir.Spec {
	return operator("Mish", "The value x·tanh(log(1 + e^x)) for each element x.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Mish) Verify() error { return verify(o.Op) }

// Pow is each element to the power of beta.
//
//	%r = onednn_graph.Pow(%a) {beta = 2.0 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Pow struct{ ir.Ref }

// Spec implements ir.View.
func (Pow) Spec() ir.Spec {
	return operator("Pow", "Each element to the power of beta.", "src:T", "dst:T", types{"T": floats()}, number("beta"))
}

// Verify implements ir.Verifier.
func (o Pow) Verify() error { return verify(o.Op) }

// Reciprocal is 1/x for each element x.
//
//	%r = onednn_graph.Reciprocal(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Reciprocal struct{ ir.Ref }

// Spec implements ir.View.
func (Reciprocal) Spec() ir.Spec {
	return operator("Reciprocal", "The value 1/x for each element x.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Reciprocal) Verify() error { return verify(o.Op) }

// ReLU is the larger of each element and 0.
//
//	%r = onednn_graph.ReLU(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type ReLU struct{ ir.Ref }

// Spec implements ir.View.
func (ReLU) Spec() ir.Spec {
	return operator("ReLU", "The larger of each element and 0.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o ReLU) Verify() error { return verify(o.Op) }

// Round rounds each element to the nearest integer. A value halfway between two integers is rounded
// to the even one.
//
//	%r = onednn_graph.Round(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Round struct{ ir.Ref }

// Spec implements ir.View.
func (Round) Spec() ir.Spec {
	return operator("Round", "Each element, rounded to the nearest integer, or to the even one of two equally near integers.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Round) Verify() error { return verify(o.Op) }

// Sigmoid is 1/(1 + e^−x).
//
//	%r = onednn_graph.Sigmoid(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Sigmoid struct{ ir.Ref }

// Spec implements ir.View.
func (Sigmoid) Spec() ir.Spec {
	return operator("Sigmoid", "The value 1/(1 + e^−x) for each element x.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Sigmoid) Verify() error { return verify(o.Op) }

// SoftPlus is log(1 + e^(beta·x)) / beta.
//
//	%r = onednn_graph.SoftPlus(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type SoftPlus struct{ ir.Ref }

// Spec implements ir.View.
func (SoftPlus) Spec() ir.Spec {
	return operator("SoftPlus", "The value log(1 + e^(beta·x)) / beta for each element x.", "src:T", "dst:T", types{"T": floats()}, preset(number("beta"), 1.0))
}

// Verify implements ir.Verifier.
func (o SoftPlus) Verify() error { return verify(o.Op) }

// Sqrt is the square root of each element.
//
//	%r = onednn_graph.Sqrt(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Sqrt struct{ ir.Ref }

// Spec implements ir.View.
func (Sqrt) Spec() ir.Spec {
	return operator("Sqrt", "The square root of each element.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Sqrt) Verify() error { return verify(o.Op) }

// Square is the square of each element.
//
//	%r = onednn_graph.Square(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Square struct{ ir.Ref }

// Spec implements ir.View.
func (Square) Spec() ir.Spec {
	return operator("Square", "The square of each element.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Square) Verify() error { return verify(o.Op) }

// Tanh is the hyperbolic tangent of each element.
//
//	%r = onednn_graph.Tanh(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Tanh struct{ ir.Ref }

// Spec implements ir.View.
func (Tanh) Spec() ir.Spec {
	return operator("Tanh", "The hyperbolic tangent of each element.", "src:T", "dst:T", types{"T": floats()})
}

// Verify implements ir.Verifier.
func (o Tanh) Verify() error { return verify(o.Op) }
