package chlo

import "github.com/lathe-ir/lathe/ir"

// binary returns the Spec of an elementwise operation that broadcasts its two operands.
func binary(name, doc string, traits ir.Trait, attrs ...ir.AttrField) ir.Spec {
	return ir.Spec{
		Name:     "chlo.broadcast_" + name,
		Doc:      "Elementwise, with broadcasting: " + doc + ".",
		Operands: []ir.Field{{Name: "lhs", Type: anyTensor()}, {Name: "rhs", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs:    append([]ir.AttrField{dimsAttr("broadcast_dimensions")}, attrs...),
		Traits:   ir.Pure | ir.CanonicalNaN | traits,
		Format:   "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type(results)",
	}
}

func broadcastOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[BroadcastAdd](),
		ir.Decl[BroadcastAtan2](),
		ir.Decl[BroadcastDivide](),
		ir.Decl[BroadcastMaximum](),
		ir.Decl[BroadcastMinimum](),
		ir.Decl[BroadcastMultiply](),
		ir.Decl[BroadcastNextAfter](),
		ir.Decl[BroadcastPolygamma](),
		ir.Decl[BroadcastPower](),
		ir.Decl[BroadcastRemainder](),
		ir.Decl[BroadcastShiftLeft](),
		ir.Decl[BroadcastShiftRightArithmetic](),
		ir.Decl[BroadcastShiftRightLogical](),
		ir.Decl[BroadcastSubtract](),
		ir.Decl[BroadcastZeta](),
		ir.Decl[BroadcastAnd](),
		ir.Decl[BroadcastOr](),
		ir.Decl[BroadcastXor](),
		ir.Decl[BroadcastComplex](),
	}
}

// BroadcastAdd is lhs + rhs, with broadcasting.
//
//	%r = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastAdd struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastAdd) Spec() ir.Spec {
	return binary("add", "lhs + rhs", ir.Commutative)
}

// BroadcastAtan2 is the angle of the point (rhs, lhs) in polar coordinates, with broadcasting.
//
//	%r = chlo.broadcast_atan2 %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastAtan2 struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastAtan2) Spec() ir.Spec {
	return binary("atan2", "the angle of the point (rhs, lhs)", ir.SameOperandsAndResultElementType)
}

// BroadcastDivide is lhs / rhs, with broadcasting.
//
//	%r = chlo.broadcast_divide %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastDivide struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastDivide) Spec() ir.Spec {
	return binary("divide", "lhs / rhs", ir.SameOperandsAndResultElementType)
}

// BroadcastMaximum is the larger element, with broadcasting.
//
//	%r = chlo.broadcast_maximum %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastMaximum struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastMaximum) Spec() ir.Spec {
	return binary("maximum", "the larger element", ir.Commutative)
}

// BroadcastMinimum is the smaller element, with broadcasting.
//
//	%r = chlo.broadcast_minimum %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastMinimum struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastMinimum) Spec() ir.Spec {
	return binary("minimum", "the smaller element", ir.Commutative)
}

// BroadcastMultiply is lhs * rhs, with broadcasting.
//
//	%r = chlo.broadcast_multiply %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastMultiply struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastMultiply) Spec() ir.Spec {
	return binary("multiply", "lhs * rhs", ir.Commutative|ir.SameOperandsAndResultElementType)
}

// BroadcastNextAfter is the next float after lhs in the direction of rhs, with broadcasting.
//
//	%r = chlo.broadcast_next_after %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastNextAfter struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastNextAfter) Spec() ir.Spec {
	return binary("next_after", "the next float after lhs in the direction of rhs", ir.SameOperandsAndResultElementType)
}

// BroadcastPolygamma is the polygamma function, with broadcasting.
//
//	%r = chlo.broadcast_polygamma %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastPolygamma struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastPolygamma) Spec() ir.Spec {
	return binary("polygamma", "the polygamma function", ir.SameOperandsAndResultElementType)
}

// BroadcastPower is lhs to the power of rhs, with broadcasting.
//
//	%r = chlo.broadcast_power %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastPower struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastPower) Spec() ir.Spec {
	return binary("power", "lhs to the power of rhs", ir.SameOperandsAndResultElementType)
}

// BroadcastRemainder is the remainder of lhs / rhs, with broadcasting.
//
//	%r = chlo.broadcast_remainder %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastRemainder struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastRemainder) Spec() ir.Spec {
	return binary("remainder", "the remainder of lhs / rhs", ir.SameOperandsAndResultElementType)
}

// BroadcastShiftLeft is the left shift of lhs by rhs, with broadcasting.
//
//	%r = chlo.broadcast_shift_left %a, %b : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
type BroadcastShiftLeft struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastShiftLeft) Spec() ir.Spec {
	return binary("shift_left", "the left shift of lhs by rhs", ir.SameOperandsAndResultElementType)
}

// BroadcastShiftRightArithmetic is the arithmetic right shift of lhs by rhs, with broadcasting.
//
//	%r = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
type BroadcastShiftRightArithmetic struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastShiftRightArithmetic) Spec() ir.Spec {
	return binary("shift_right_arithmetic", "the arithmetic right shift of lhs by rhs", ir.SameOperandsAndResultElementType)
}

// BroadcastShiftRightLogical is the logical right shift of lhs by rhs, with broadcasting.
//
//	%r = chlo.broadcast_shift_right_logical %a, %b : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
type BroadcastShiftRightLogical struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastShiftRightLogical) Spec() ir.Spec {
	return binary("shift_right_logical", "the logical right shift of lhs by rhs", ir.SameOperandsAndResultElementType)
}

// BroadcastSubtract is lhs - rhs, with broadcasting.
//
//	%r = chlo.broadcast_subtract %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastSubtract struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastSubtract) Spec() ir.Spec {
	return binary("subtract", "lhs - rhs", ir.SameOperandsAndResultElementType)
}

// BroadcastZeta is the Hurwitz zeta function, with broadcasting.
//
//	%r = chlo.broadcast_zeta %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
type BroadcastZeta struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastZeta) Spec() ir.Spec {
	return binary("zeta", "the Hurwitz zeta function", ir.SameOperandsAndResultElementType)
}

// BroadcastAnd is the bitwise AND of the operands, with broadcasting.
//
//	%r = chlo.broadcast_and %a, %b : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
type BroadcastAnd struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastAnd) Spec() ir.Spec {
	return binary("and", "the bitwise AND", ir.Commutative|ir.SameOperandsAndResultElementType)
}

// BroadcastOr is the bitwise OR of the operands, with broadcasting.
//
//	%r = chlo.broadcast_or %a, %b : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
type BroadcastOr struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastOr) Spec() ir.Spec {
	return binary("or", "the bitwise OR", ir.Commutative|ir.SameOperandsAndResultElementType)
}

// BroadcastXor is the bitwise exclusive OR of the operands, with broadcasting.
//
//	%r = chlo.broadcast_xor %a, %b : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
type BroadcastXor struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastXor) Spec() ir.Spec {
	return binary("xor", "the bitwise exclusive or", ir.Commutative|ir.SameOperandsAndResultElementType)
}

// BroadcastComplex is the complex number lhs + i·rhs, with broadcasting.
//
//	%r = chlo.broadcast_complex %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
type BroadcastComplex struct{ ir.Binary }

// Spec implements ir.View.
func (BroadcastComplex) Spec() ir.Spec {
	return binary("complex", "the complex number lhs + i·rhs", 0)
}
