package onednngraph

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// graphOps lists Dropout, and the operations End and Wildcard, which only describe the graph.
func graphOps() []ir.OpDecl {
	return []ir.OpDecl{
		declare[Dropout](rules{infer: sameShape, check: checkDropout, expand: expandDropout}),
		declare[End](rules{expand: expandNothing}),
		declare[Wildcard](rules{refuse: refuseWildcard, expand: expandNothing}),
	}
}

// Dropout sets each element to zero with the probability p, and multiplies all other elements by
// 1/(1 − p). The mask is 1 for the elements that are not set to zero.
//
//	%r = onednn_graph.Dropout(%a, %b, %c, %d) : (tensor<2x4xf32>, tensor<i64>, tensor<i64>, tensor<f32>) -> tensor<2x4xf32>
type Dropout struct{ ir.Ref }

// Src, Seed, Offset and Probability return the operands.
func (o Dropout) Src() *ir.Value         { return o.Op.OperandAt(0) }
func (o Dropout) Seed() *ir.Value        { return o.Op.OperandAt(1) }
func (o Dropout) Offset() *ir.Value      { return o.Op.OperandAt(2) }
func (o Dropout) Probability() *ir.Value { return o.Op.OperandAt(3) }

// Dst and Mask return the results; Mask is nil if absent.
func (o Dropout) Dst() *ir.Value  { return o.Op.ResultAt(0) }
func (o Dropout) Mask() *ir.Value { return optionalResult(o.Op, 1) }

// Spec implements ir.View.
func (Dropout) Spec() ir.Spec {
	return operator("Dropout", "Sets random elements to zero and scales the others.", "src:T seed:T1 offset:T1 probability:T2", "dst:T mask?:T3", types{"T": floats(), "T1": only(tensor.I64), "T2": only(tensor.F32), "T3": only(tensor.U8)})
}

// Verify implements ir.Verifier.
func (o Dropout) Verify() error { return verify(o.Op) }

// End marks a value as a result of the partition in which it is computed.
//
//	onednn_graph.End(%a) : (tensor<2x4xf32>) -> ()
type End struct{ ir.Ref }

// Spec implements ir.View.
func (End) Spec() ir.Spec {
	s := operator("End", "Makes a value a result of its partition.", "src:any", "", types{"any": nil})
	s.Traits = ir.AlwaysEffect
	return s
}

// Verify implements ir.Verifier.
func (o End) Verify() error { return verify(o.Op) }

// Wildcard is an operation that oneDNN Graph does not describe. It may have side effects.
//
//	%r = onednn_graph.Wildcard(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
type Wildcard struct{ ir.Ref }

// Src returns the operands.
func (o Wildcard) Src() []*ir.Value { return o.Op.OperandList() }

// Dst returns the results.
func (o Wildcard) Dst() []*ir.Value { return o.Op.ResultList() }

// Spec implements ir.View.
func (Wildcard) Spec() ir.Spec {
	s := operator("Wildcard", "An operation that the graph does not describe.", "src*:any", "dst*:any", types{"any": nil})
	s.Traits = 0 // unknown effects
	return s
}

// Verify implements ir.Verifier.
func (o Wildcard) Verify() error { return verify(o.Op) }
