package index

import "github.com/lathe-ir/lathe/ir"

// Add is addition.
//
//	%r = index.add %a, %b
type Add struct{ ir.Binary }

// Spec implements ir.View.
func (Add) Spec() ir.Spec { return binary("add", ir.Commutative|ir.Pure, "Addition.") }

// Fold adds constants, and folds x + 0 to x.
func (o Add) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isConst(c[1], 0) {
		return ir.FoldTo(o.LHS()), true
	}
	return foldWrapping(c, func(x, y int64) int64 { return x + y })
}

// Sub is subtraction.
//
//	%r = index.sub %a, %b
type Sub struct{ ir.Binary }

// Spec implements ir.View.
func (Sub) Spec() ir.Spec { return binary("sub", ir.Pure, "Subtraction.") }

// Fold subtracts constants, and folds x - 0 to x.
func (o Sub) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isConst(c[1], 0) {
		return ir.FoldTo(o.LHS()), true
	}
	return foldWrapping(c, func(x, y int64) int64 { return x - y })
}

// Mul is multiplication.
//
//	%r = index.mul %a, %b
type Mul struct{ ir.Binary }

// Spec implements ir.View.
func (Mul) Spec() ir.Spec { return binary("mul", ir.Commutative|ir.Pure, "Multiplication.") }

// Fold multiplies constants, and folds x * 1 to x and x * 0 to 0.
func (o Mul) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isConst(c[1], 1) {
		return ir.FoldTo(o.LHS()), true
	}
	if isConst(c[1], 0) {
		return ir.FoldTo(o.RHS()), true
	}
	return foldWrapping(c, func(x, y int64) int64 { return x * y })
}

// DivS is signed division, rounded toward zero.
//
//	%r = index.divs %a, %b
type DivS struct{ ir.Binary }

// Spec implements ir.View.
func (DivS) Spec() ir.Spec {
	return binary("divs", ir.NoSideEffect, "Signed division, rounded toward zero.")
}

// Fold folds constants if the divisor is not 0 and the result is valid for both widths of index.
func (o DivS) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, divS) }

// DivU is unsigned division.
//
//	%r = index.divu %a, %b
type DivU struct{ ir.Binary }

// Spec implements ir.View.
func (DivU) Spec() ir.Spec { return binary("divu", ir.NoSideEffect, "Unsigned division.") }

// Fold folds constants if the divisor is not 0 and the result is valid for both widths of index.
func (o DivU) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, divU) }

// CeilDivS is signed division, rounded up.
//
//	%r = index.ceildivs %a, %b
type CeilDivS struct{ ir.Binary }

// Spec implements ir.View.
func (CeilDivS) Spec() ir.Spec {
	return binary("ceildivs", ir.NoSideEffect, "Signed division, rounded up.")
}

// Fold folds constants if the divisor is not 0 and the result is valid for both widths of index.
func (o CeilDivS) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, ceilDivS) }

// CeilDivU is unsigned division, rounded up.
//
//	%r = index.ceildivu %a, %b
type CeilDivU struct{ ir.Binary }

// Spec implements ir.View.
func (CeilDivU) Spec() ir.Spec {
	return binary("ceildivu", ir.NoSideEffect, "Unsigned division, rounded up.")
}

// Fold folds constants if the divisor is not 0 and the result is valid for both widths of index.
func (o CeilDivU) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, ceilDivU) }

// FloorDivS is signed division, rounded down.
//
//	%r = index.floordivs %a, %b
type FloorDivS struct{ ir.Binary }

// Spec implements ir.View.
func (FloorDivS) Spec() ir.Spec {
	return binary("floordivs", ir.NoSideEffect, "Signed division, rounded down.")
}

// Fold folds constants if the divisor is not 0 and the result is valid for both widths of index.
func (o FloorDivS) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, floorDivS) }

// RemS is the remainder of signed division.
//
//	%r = index.rems %a, %b
type RemS struct{ ir.Binary }

// Spec implements ir.View.
func (RemS) Spec() ir.Spec {
	return binary("rems", ir.NoSideEffect, "The remainder of signed division.")
}

// Fold folds constants if the divisor is not 0 and the result is valid for both widths of index.
func (o RemS) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, remS) }

// RemU is the remainder of unsigned division.
//
//	%r = index.remu %a, %b
type RemU struct{ ir.Binary }

// Spec implements ir.View.
func (RemU) Spec() ir.Spec {
	return binary("remu", ir.NoSideEffect, "The remainder of unsigned division.")
}

// Fold folds constants if the divisor is not 0 and the result is valid for both widths of index.
func (o RemU) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, remU) }

// MaxS is the greater of two signed values.
//
//	%r = index.maxs %a, %b
type MaxS struct{ ir.Binary }

// Spec implements ir.View.
func (MaxS) Spec() ir.Spec {
	return binary("maxs", ir.Commutative|ir.Pure, "The greater of two signed values.")
}

// Fold folds constants if the result is valid for both widths of index.
func (o MaxS) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, maxS) }

// MaxU is the greater of two unsigned values.
//
//	%r = index.maxu %a, %b
type MaxU struct{ ir.Binary }

// Spec implements ir.View.
func (MaxU) Spec() ir.Spec {
	return binary("maxu", ir.Commutative|ir.Pure, "The greater of two unsigned values.")
}

// Fold folds constants if the result is valid for both widths of index.
func (o MaxU) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, maxU) }

// MinS is the lesser of two signed values.
//
//	%r = index.mins %a, %b
type MinS struct{ ir.Binary }

// Spec implements ir.View.
func (MinS) Spec() ir.Spec {
	return binary("mins", ir.Commutative|ir.Pure, "The lesser of two signed values.")
}

// Fold folds constants if the result is valid for both widths of index.
func (o MinS) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, minS) }

// MinU is the lesser of two unsigned values.
//
//	%r = index.minu %a, %b
type MinU struct{ ir.Binary }

// Spec implements ir.View.
func (MinU) Spec() ir.Spec {
	return binary("minu", ir.Commutative|ir.Pure, "The lesser of two unsigned values.")
}

// Fold folds constants if the result is valid for both widths of index.
func (o MinU) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, minU) }

// ShL is a left shift.
//
//	%r = index.shl %a, %b
type ShL struct{ ir.Binary }

// Spec implements ir.View.
func (ShL) Spec() ir.Spec { return binary("shl", ir.Pure, "A left shift.") }

// Fold evaluates the operation if its operands are constants and the shift amount is less than 32.
func (o ShL) Fold(c []ir.Attr) (ir.Folded, bool) {
	if d, ok := c[1].Int(); !ok || uint64(d) >= 32 {
		return nil, false
	}
	return foldWrapping(c, func(x, y int64) int64 { return x << y })
}

// ShRS is an arithmetic right shift: the new upper bits are copies of the sign bit.
//
//	%r = index.shrs %a, %b
type ShRS struct{ ir.Binary }

// Spec implements ir.View.
func (ShRS) Spec() ir.Spec {
	return binary("shrs", ir.Pure, "An arithmetic right shift: the new upper bits are copies of the sign bit.")
}

// Fold folds constants if the shift amount is at most 31 and the result is valid for both widths.
func (o ShRS) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, shrS) }

// ShRU is a logical right shift: the new upper bits are zeros.
//
//	%r = index.shru %a, %b
type ShRU struct{ ir.Binary }

// Spec implements ir.View.
func (ShRU) Spec() ir.Spec {
	return binary("shru", ir.Pure, "A logical right shift: the new upper bits are zeros.")
}

// Fold folds constants if the shift amount is at most 31 and the result is valid for both widths.
func (o ShRU) Fold(c []ir.Attr) (ir.Folded, bool) { return foldChecked(c, shrU) }

// And is the bitwise AND of two values.
//
//	%r = index.and %a, %b
type And struct{ ir.Binary }

// Spec implements ir.View.
func (And) Spec() ir.Spec { return binary("and", ir.Commutative|ir.Pure, "Bitwise and.") }

// Fold evaluates the operation if its operands are constants.
func (o And) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldWrapping(c, func(x, y int64) int64 { return x & y })
}

// Or is the bitwise OR of two values.
//
//	%r = index.or %a, %b
type Or struct{ ir.Binary }

// Spec implements ir.View.
func (Or) Spec() ir.Spec { return binary("or", ir.Commutative|ir.Pure, "Bitwise or.") }

// Fold evaluates the operation if its operands are constants.
func (o Or) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldWrapping(c, func(x, y int64) int64 { return x | y })
}

// XOr is the bitwise exclusive OR of two values.
//
//	%r = index.xor %a, %b
type XOr struct{ ir.Binary }

// Spec implements ir.View.
func (XOr) Spec() ir.Spec { return binary("xor", ir.Commutative|ir.Pure, "Bitwise exclusive or.") }

// Fold evaluates the operation if its operands are constants.
func (o XOr) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldWrapping(c, func(x, y int64) int64 { return x ^ y })
}
