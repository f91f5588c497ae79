package stablehlo

import "github.com/lathe-ir/lathe/ir"

// binary returns the Spec of an elementwise operation with two operands. t is the constraint of
// operands and result.
func binary(name, doc string, t ir.Constraint, traits ir.Trait) ir.Spec {
	return ir.Spec{
		Name:     "stablehlo." + name,
		Doc:      "Elementwise: " + doc + ".",
		Operands: []ir.Field{{Name: "lhs", Type: t}, {Name: "rhs", Type: t}},
		Results:  []ir.Field{{Name: "result", Type: t}},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultShape | ir.CanonicalNaN | traits,
		Format:   "$lhs `,` $rhs attr-dict `:` custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))",
	}
}

// binaryOps lists the elementwise operations of two operands.
func binaryOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[Add](),
		ir.Decl[Atan2](),
		ir.Decl[Divide](),
		ir.Decl[Maximum](),
		ir.Decl[Minimum](),
		ir.Decl[Multiply](),
		ir.Decl[Power](),
		ir.Decl[Remainder](),
		ir.Decl[ShiftLeft](),
		ir.Decl[ShiftRightArithmetic](),
		ir.Decl[ShiftRightLogical](),
		ir.Decl[Subtract](),
		ir.Decl[And](),
		ir.Decl[Or](),
		ir.Decl[Xor](),
		ir.Decl[Complex](), ir.Decl[Compare](),
	}
}

// Add is lhs + rhs. For booleans, it is the disjunction.
//
//	%r = stablehlo.add %a, %b : tensor<4xf32>
type Add struct{ ir.Binary }

// Spec implements ir.View.
func (Add) Spec() ir.Spec {
	return binary("add", "lhs + rhs; for booleans, their disjunction", anyOrPerAxis(), ir.Commutative)
}

// NewAdd makes the operation, whose result has the type of lhs.
func NewAdd(b *ir.Builder, lhs, rhs *ir.Value) Add {
	return ir.Create[Add](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Atan2 is the angle between the positive x axis and the point with x = rhs and y = lhs.
//
//	%r = stablehlo.atan2 %a, %b : tensor<4xf32>
type Atan2 struct{ ir.Binary }

// Spec implements ir.View.
func (Atan2) Spec() ir.Spec {
	return binary("atan2", "the angle between the positive x axis and the point with x = rhs and y = lhs", floatComplexQ(), 0)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Atan2) VerifyTypes() error { return checkCompatible(o.Op) }

// NewAtan2 makes the operation, whose result has the type of lhs.
func NewAtan2(b *ir.Builder, lhs, rhs *ir.Value) Atan2 {
	return ir.Create[Atan2](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Divide is lhs / rhs. Quotients of integers are rounded toward zero.
//
//	%r = stablehlo.divide %a, %b : tensor<4xf32>
type Divide struct{ ir.Binary }

// Spec implements ir.View.
func (Divide) Spec() ir.Spec {
	return binary("divide", "lhs / rhs; quotients of integers are rounded toward zero", numberTensor(), 0)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Divide) VerifyTypes() error { return checkCompatible(o.Op) }

// NewDivide makes the operation, whose result has the type of lhs.
func NewDivide(b *ir.Builder, lhs, rhs *ir.Value) Divide {
	return ir.Create[Divide](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Maximum is the larger element, or NaN if an element is NaN. Of 0 and -0, it is 0. Complex numbers
// are ordered by their real parts and, if these are equal, by their imaginary parts.
//
//	%r = stablehlo.maximum %a, %b : tensor<4xf32>
type Maximum struct{ ir.Binary }

// Spec implements ir.View.
func (Maximum) Spec() ir.Spec {
	return binary("maximum", "the larger element; NaN if either element is NaN", anyTensor(), ir.Commutative)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Maximum) VerifyTypes() error { return checkCompatible(o.Op) }

// NewMaximum makes the operation, whose result has the type of lhs.
func NewMaximum(b *ir.Builder, lhs, rhs *ir.Value) Maximum {
	return ir.Create[Maximum](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Minimum is the smaller element, or NaN if an element is NaN. Of 0 and -0, it is -0. Complex
// numbers are ordered by their real parts and, if these are equal, by their imaginary parts.
//
//	%r = stablehlo.minimum %a, %b : tensor<4xf32>
type Minimum struct{ ir.Binary }

// Spec implements ir.View.
func (Minimum) Spec() ir.Spec {
	return binary("minimum", "the smaller element; NaN if either element is NaN", anyTensor(), ir.Commutative)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Minimum) VerifyTypes() error { return checkCompatible(o.Op) }

// NewMinimum makes the operation, whose result has the type of lhs.
func NewMinimum(b *ir.Builder, lhs, rhs *ir.Value) Minimum {
	return ir.Create[Minimum](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Multiply is lhs * rhs. For booleans, it is the conjunction.
//
//	%r = stablehlo.multiply %a, %b : tensor<4xf32>
type Multiply struct{ ir.Binary }

// Spec implements ir.View.
func (Multiply) Spec() ir.Spec {
	return binary("multiply", "lhs * rhs; for booleans, their conjunction", anyTensor(), ir.Commutative)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Multiply) VerifyTypes() error { return checkCompatible(o.Op) }

// NewMultiply makes the operation, whose result has the type of lhs.
func NewMultiply(b *ir.Builder, lhs, rhs *ir.Value) Multiply {
	return ir.Create[Multiply](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Power is lhs to the power of rhs.
//
//	%r = stablehlo.power %a, %b : tensor<4xf32>
type Power struct{ ir.Binary }

// Spec implements ir.View.
func (Power) Spec() ir.Spec {
	return binary("power", "lhs to the power of rhs", numberTensor(), 0)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Power) VerifyTypes() error { return checkCompatible(o.Op) }

// NewPower makes the operation, whose result has the type of lhs.
func NewPower(b *ir.Builder, lhs, rhs *ir.Value) Power {
	return ir.Create[Power](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Remainder is the remainder of division, with the sign of lhs.
//
//	%r = stablehlo.remainder %a, %b : tensor<4xf32>
type Remainder struct{ ir.Binary }

// Spec implements ir.View.
func (Remainder) Spec() ir.Spec {
	return binary("remainder", "the remainder of division, with the sign of lhs", numberTensor(), 0)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Remainder) VerifyTypes() error { return checkCompatible(o.Op) }

// NewRemainder makes the operation, whose result has the type of lhs.
func NewRemainder(b *ir.Builder, lhs, rhs *ir.Value) Remainder {
	return ir.Create[Remainder](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// ShiftLeft is lhs shifted left by rhs bits.
//
//	%r = stablehlo.shift_left %a, %b : tensor<4xi32>
type ShiftLeft struct{ ir.Binary }

// Spec implements ir.View.
func (ShiftLeft) Spec() ir.Spec {
	return binary("shift_left", "lhs shifted left by rhs bits", intTensor(), 0)
}

// VerifyTypes implements ir.TypeVerifier.
func (o ShiftLeft) VerifyTypes() error { return checkCompatible(o.Op) }

// NewShiftLeft makes the operation, whose result has the type of lhs.
func NewShiftLeft(b *ir.Builder, lhs, rhs *ir.Value) ShiftLeft {
	return ir.Create[ShiftLeft](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// ShiftRightArithmetic is lhs shifted right by rhs bits. Copies of the sign bit are shifted in.
//
//	%r = stablehlo.shift_right_arithmetic %a, %b : tensor<4xi32>
type ShiftRightArithmetic struct{ ir.Binary }

// Spec implements ir.View.
func (ShiftRightArithmetic) Spec() ir.Spec {
	return binary("shift_right_arithmetic", "lhs shifted right by rhs bits; copies of the sign bit are shifted in", intTensor(), 0)
}

// VerifyTypes implements ir.TypeVerifier.
func (o ShiftRightArithmetic) VerifyTypes() error { return checkCompatible(o.Op) }

// NewShiftRightArithmetic makes the operation, whose result has the type of lhs.
func NewShiftRightArithmetic(b *ir.Builder, lhs, rhs *ir.Value) ShiftRightArithmetic {
	return ir.Create[ShiftRightArithmetic](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// ShiftRightLogical is lhs shifted right by rhs bits. Zeros are shifted in.
//
//	%r = stablehlo.shift_right_logical %a, %b : tensor<4xi32>
type ShiftRightLogical struct{ ir.Binary }

// Spec implements ir.View.
func (ShiftRightLogical) Spec() ir.Spec {
	return binary("shift_right_logical", "lhs shifted right by rhs bits; zeros are shifted in", intTensor(), 0)
}

// VerifyTypes implements ir.TypeVerifier.
func (o ShiftRightLogical) VerifyTypes() error { return checkCompatible(o.Op) }

// NewShiftRightLogical makes the operation, whose result has the type of lhs.
func NewShiftRightLogical(b *ir.Builder, lhs, rhs *ir.Value) ShiftRightLogical {
	return ir.Create[ShiftRightLogical](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Subtract is lhs - rhs.
//
//	%r = stablehlo.subtract %a, %b : tensor<4xf32>
type Subtract struct{ ir.Binary }

// Spec implements ir.View.
func (Subtract) Spec() ir.Spec {
	return binary("subtract", "lhs - rhs", numberTensor(), 0)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Subtract) VerifyTypes() error { return checkCompatible(o.Op) }

// NewSubtract makes the operation, whose result has the type of lhs.
func NewSubtract(b *ir.Builder, lhs, rhs *ir.Value) Subtract {
	return ir.Create[Subtract](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// And is the bitwise conjunction.
//
//	%r = stablehlo.and %a, %b : tensor<4xi32>
type And struct{ ir.Binary }

// Spec implements ir.View.
func (And) Spec() ir.Spec {
	return binary("and", "the bitwise conjunction", predOrInt(), ir.Commutative)
}

// VerifyTypes implements ir.TypeVerifier.
func (o And) VerifyTypes() error { return checkCompatible(o.Op) }

// NewAnd makes the operation, whose result has the type of lhs.
func NewAnd(b *ir.Builder, lhs, rhs *ir.Value) And {
	return ir.Create[And](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Or is the bitwise disjunction.
//
//	%r = stablehlo.or %a, %b : tensor<4xi32>
type Or struct{ ir.Binary }

// Spec implements ir.View.
func (Or) Spec() ir.Spec {
	return binary("or", "the bitwise disjunction", predOrInt(), ir.Commutative)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Or) VerifyTypes() error { return checkCompatible(o.Op) }

// NewOr makes the operation, whose result has the type of lhs.
func NewOr(b *ir.Builder, lhs, rhs *ir.Value) Or {
	return ir.Create[Or](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Xor is the bitwise exclusive disjunction.
//
//	%r = stablehlo.xor %a, %b : tensor<4xi32>
type Xor struct{ ir.Binary }

// Spec implements ir.View.
func (Xor) Spec() ir.Spec {
	return binary("xor", "the bitwise exclusive disjunction", predOrInt(), ir.Commutative)
}

// VerifyTypes implements ir.TypeVerifier.
func (o Xor) VerifyTypes() error { return checkCompatible(o.Op) }

// NewXor makes the operation, whose result has the type of lhs.
func NewXor(b *ir.Builder, lhs, rhs *ir.Value) Xor {
	return ir.Create[Xor](b, ir.Init{Operands: []*ir.Value{lhs, rhs}, Results: []ir.Type{lhs.Type()}})
}

// Complex is the complex number lhs + rhs·i.
//
//	%r = stablehlo.complex %re, %im : tensor<4xcomplex<f32>>
type Complex struct{ ir.Binary }

// Spec implements ir.View.
func (Complex) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.complex",
		Doc:      "Joins real and imaginary parts.",
		Operands: []ir.Field{{Name: "lhs", Type: float32Or64()}, {Name: "rhs", Type: float32Or64()}},
		Results:  []ir.Field{{Name: "result", Type: complexTensor()}},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsElementType | ir.SameOperandsAndResultShape,
		Format:   "operands attr-dict `:` custom<ComplexOpType>(type($lhs), type($rhs), type($result))",
	}
}

// Compare compares elements.
//
//	%r = stablehlo.compare GE, %a, %b, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
type Compare struct{ ir.Binary }

// Direction returns EQ, NE, GE, GT, LE or LT.
func (o Compare) Direction() string { return Word(o.Op.AttrAt(0)) }

// CompareType returns FLOAT, TOTALORDER, SIGNED, UNSIGNED or NOTYPE. If the attribute
// is absent, it returns "", and the element type determines the comparison.
func (o Compare) CompareType() string { return Word(o.Op.AttrAt(1)) }

// Spec implements ir.View.
func (Compare) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.compare",
		Doc:      "Compares elements.",
		Operands: []ir.Field{{Name: "lhs", Type: anyTensor()}, {Name: "rhs", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: predTensor()}},
		Attrs: []ir.AttrField{
			enumAttr("comparison_direction", direction), optional(enumAttr("compare_type", comparisonType)),
		},
		Traits: ir.Pure | ir.Elementwise | ir.SameOperandsAndResultShape,
		Format: "$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` functional-type(operands, results)",
	}
}

// Swap exchanges the operands and adapts the direction: LT becomes GT.
func (o Compare) Swap() {
	swapped := map[string]string{"GE": "LE", "GT": "LT", "LE": "GE", "LT": "GT"}
	if d, ok := swapped[o.Direction()]; ok {
		o.Op.SetAttrAt(0, NewEnum(direction, d))
	}
	o.Op.SetOperands([]*ir.Value{o.RHS(), o.LHS()})
}

// NewCompare compares lhs and rhs in the direction EQ, NE, GE, GT, LE or LT.
func NewCompare(b *ir.Builder, dir string, lhs, rhs *ir.Value) Compare {
	return ir.Create[Compare](b, ir.Init{
		Operands: []*ir.Value{lhs, rhs},
		Results:  []ir.Type{lhs.Type().WithElem(ir.I1())},
		Attrs:    []ir.Attr{NewEnum(direction, dir)},
	})
}
