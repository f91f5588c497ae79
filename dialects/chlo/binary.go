package chlo

import "github.com/lathe-ir/lathe/ir"

// NextAfter is the next float after x in the direction of y.
//
//	%r = chlo.next_after %a, %b : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
type NextAfter struct{ ir.Ref }

// X and Y return the operands.
func (o NextAfter) X() *ir.Value { return o.Op.OperandAt(0) }
func (o NextAfter) Y() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (NextAfter) Spec() ir.Spec {
	return ir.Spec{
		Name:     "chlo.next_after",
		Doc:      "Elementwise: the next float after x in the direction of y.",
		Operands: []ir.Field{{Name: "x", Type: floatTensor()}, {Name: "y", Type: floatTensor()}},
		Results:  []ir.Field{{Name: "result", Type: floatTensor()}},
		Traits:   ir.Pure,
		Format:   "$x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)",
	}
}

// Polygamma is the n-th derivative of digamma at x.
//
//	%r = chlo.polygamma %a, %b : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
type Polygamma struct{ ir.Ref }

// N and X return the operands.
func (o Polygamma) N() *ir.Value { return o.Op.OperandAt(0) }
func (o Polygamma) X() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Polygamma) Spec() ir.Spec {
	return ir.Spec{
		Name:     "chlo.polygamma",
		Doc:      "Elementwise: the n-th derivative of digamma.",
		Operands: []ir.Field{{Name: "n", Type: floatTensor()}, {Name: "x", Type: floatTensor()}},
		Results:  []ir.Field{{Name: "result", Type: floatTensor()}},
		Traits:   ir.Pure,
		Format:   "$n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)",
	}
}

// Zeta is the Hurwitz zeta function.
//
//	%r = chlo.zeta %a, %b : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
type Zeta struct{ ir.Ref }

// X and Q return the operands.
func (o Zeta) X() *ir.Value { return o.Op.OperandAt(0) }
func (o Zeta) Q() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Zeta) Spec() ir.Spec {
	return ir.Spec{
		Name:     "chlo.zeta",
		Doc:      "Elementwise: the Hurwitz zeta function.",
		Operands: []ir.Field{{Name: "x", Type: floatTensor()}, {Name: "q", Type: floatTensor()}},
		Results:  []ir.Field{{Name: "result", Type: floatTensor()}},
		Traits:   ir.Pure,
		Format:   "$x `,` $q attr-dict `:` type($x) `,` type($q) `->` type($result)",
	}
}

// Mulhi is the upper half of the bits of the product.
//
//	%r = chlo.mulhi %a, %b : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
type Mulhi struct{ ir.Binary }

// Spec implements ir.View.
func (Mulhi) Spec() ir.Spec {
	return ir.Spec{
		Name:     "chlo.mulhi",
		Doc:      "Elementwise: the high half of a product.",
		Operands: []ir.Field{{Name: "lhs", Type: rankedInt()}, {Name: "rhs", Type: rankedInt()}},
		Results:  []ir.Field{{Name: "result", Type: rankedInt()}},
		Traits:   ir.Pure | ir.Commutative,
		Format:   "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)",
	}
}
