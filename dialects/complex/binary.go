package complex

import "github.com/lathe-ir/lathe/ir"

// Add is the sum of two numbers.
//
//	%r = complex.add %a, %b fastmath<nnan> : complex<f32>
type Add struct{ ir.Binary }

// Spec implements ir.View.
func (Add) Spec() ir.Spec { return binary("add", "The sum of two numbers.") }

// NewAdd inserts a complex.add. lhs and rhs must have equal types.
func NewAdd(b *ir.Builder, lhs, rhs *ir.Value) Add { return ir.Create[Add](b, binaryInit(lhs, rhs)) }

// Fold folds (a - b) + b, b + (a - b) and a + 0 to a.
func (o Add) Fold(c []ir.Attr) (ir.Folded, bool) {
	if in, ok := ir.Defining[Sub](o.LHS()); ok && in.RHS() == o.RHS() {
		return ir.FoldTo(in.LHS()), true
	}
	if in, ok := ir.Defining[Sub](o.RHS()); ok && in.RHS() == o.LHS() {
		return ir.FoldTo(in.LHS()), true
	}
	if isConst(c[1], 0) {
		return ir.FoldTo(o.LHS()), true
	}
	return nil, false
}

// Atan2 is the arc tangent of lhs / rhs.
//
//	%r = complex.atan2 %a, %b fastmath<nnan> : complex<f32>
type Atan2 struct{ ir.Binary }

// Spec implements ir.View.
func (Atan2) Spec() ir.Spec { return binary("atan2", "The arctangent of the quotient of two numbers.") }

// Div is the quotient of two numbers.
//
//	%r = complex.div %a, %b fastmath<nnan> : complex<f32>
type Div struct{ ir.Binary }

// Spec implements ir.View.
func (Div) Spec() ir.Spec { return binary("div", "The quotient of two numbers.") }

// NewDiv inserts a complex.div. lhs and rhs must have equal types.
func NewDiv(b *ir.Builder, lhs, rhs *ir.Value) Div { return ir.Create[Div](b, binaryInit(lhs, rhs)) }

// Fold folds a / 1 to a.
func (o Div) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isConst(c[1], 1) {
		return ir.FoldTo(o.LHS()), true
	}
	return nil, false
}

// Mul is the product of two numbers.
//
//	%r = complex.mul %a, %b fastmath<nnan> : complex<f32>
type Mul struct{ ir.Binary }

// Spec implements ir.View.
func (Mul) Spec() ir.Spec { return binary("mul", "The product of two numbers.") }

// NewMul inserts a complex.mul. lhs and rhs must have equal types.
func NewMul(b *ir.Builder, lhs, rhs *ir.Value) Mul { return ir.Create[Mul](b, binaryInit(lhs, rhs)) }

// Fold folds a · 1 to a.
func (o Mul) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isConst(c[1], 1) {
		return ir.FoldTo(o.LHS()), true
	}
	return nil, false
}

// Pow is lhs to the power of rhs.
//
//	%r = complex.pow %a, %b fastmath<nnan> : complex<f32>
type Pow struct{ ir.Binary }

// Spec implements ir.View.
func (Pow) Spec() ir.Spec { return binary("pow", "The first number to the power of the second.") }

// Sub is the difference of two numbers.
//
//	%r = complex.sub %a, %b fastmath<nnan> : complex<f32>
type Sub struct{ ir.Binary }

// Spec implements ir.View.
func (Sub) Spec() ir.Spec { return binary("sub", "The difference of two numbers.") }

// NewSub inserts a complex.sub. lhs and rhs must have equal types.
func NewSub(b *ir.Builder, lhs, rhs *ir.Value) Sub { return ir.Create[Sub](b, binaryInit(lhs, rhs)) }

// Fold folds (a + b) - b and a - 0 to a.
func (o Sub) Fold(c []ir.Attr) (ir.Folded, bool) {
	if in, ok := ir.Defining[Add](o.LHS()); ok && in.RHS() == o.RHS() {
		return ir.FoldTo(in.LHS()), true
	}
	if isConst(c[1], 0) {
		return ir.FoldTo(o.LHS()), true
	}
	return nil, false
}

// Equal reports whether two numbers are equal.
//
//	%r = complex.eq %a, %b : complex<f32>
type Equal struct{ ir.Binary }

// Spec implements ir.View.
func (Equal) Spec() ir.Spec { return comparison("eq", "Reports whether two numbers are equal.") }

// NotEqual reports whether two numbers are not equal.
//
//	%r = complex.neq %a, %b : complex<f32>
type NotEqual struct{ ir.Binary }

// Spec implements ir.View.
func (NotEqual) Spec() ir.Spec {
	return comparison("neq", "Reports whether two numbers are not equal.")
}
