package linalg

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Softmax computes exp(x - m) / Σ exp(xᵢ - m) for each element x. The elements xᵢ are those along
// one dimension, and m is the greatest of them.
//
//	%r = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
type Softmax struct{ ir.Ref }

// Input returns the input, Output the output operand, and Dimension the dimension of the sum.
func (o Softmax) Input() *ir.Value  { return o.Op.OperandAt(0) }
func (o Softmax) Output() *ir.Value { return o.Op.OperandAt(1) }
func (o Softmax) Dimension() int64 {
	d, _ := o.Op.AttrAt(0).Int()
	return d
}

// Spec implements ir.View.
func (Softmax) Spec() ir.Spec {
	return ir.Spec{
		Name:     "linalg.softmax",
		Doc:      "The exponential exp(x - m) divided by the sum of these exponentials along a dimension, where m is the greatest element along this dimension.",
		Operands: []ir.Field{{Name: "input", Type: constraint.Shaped}, {Name: "output", Type: constraint.Shaped}},
		Results:  []ir.Field{{Name: "result", Type: constraint.RankedTensor, Arity: ir.Variadic}},
		Attrs:    []ir.AttrField{{Name: "dimension", Type: constraint.I64, Doc: "The dimension."}},
		Format:   "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` `outs` `(` $output `:` type($output) `)` (`->` type($result)^)?",
	}
}

// Effects implements ir.Effecter.
func (o Softmax) Effects() []ir.Effect {
	return effects([]*ir.Value{o.Input()}, []*ir.Value{o.Output()}, func(int) bool { return true })
}

// Verify implements ir.Verifier.
func (o Softmax) Verify() error {
	if o.Input().Type().Elem() != o.Output().Type().Elem() {
		return ir.Errorf(o.Op, "failed to verify that input and output have same element type")
	}
	from, _ := o.Input().Type().Shape()
	to, _ := o.Output().Type().Shape()
	if !compatible(from, to) {
		return ir.Errorf(o.Op, "incompatible output shape")
	}
	if d := o.Dimension(); d < 0 || d >= int64(len(from)) {
		return ir.Errorf(o.Op, "incorrect dimension specified")
	}
	return verifyResults(o.Op, []*ir.Value{o.Output()})
}

// compatible reports whether two shapes have the same rank and equal static extents. A dynamic
// extent is compatible with any extent.
func compatible(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && a[i] != ir.Dynamic && b[i] != ir.Dynamic {
			return false
		}
	}
	return true
}
