package arith

import (
	"math"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Fold negates constants, and folds a double negation to its operand.
func (o NegF) Fold(c []ir.Attr) (ir.Folded, bool) {
	if inner, ok := ir.Defining[NegF](o.Operand()); ok {
		return ir.FoldTo(inner.Operand()), true
	}
	return FoldSigns(c[0], func(bits, sign uint64) uint64 { return bits ^ sign })
}

// FoldSigns applies f to the bits of each element of the float constant a. f may change only the
// bit in "sign". FoldSigns returns false if a is not a constant of floats of at most 64 bits, or if
// its format has no negative numbers.
func FoldSigns(a ir.Attr, f func(bits, sign uint64) uint64) (ir.Folded, bool) {
	if p, ok := poisoned(a); ok {
		return ir.FoldConst(p), true
	}
	x, ok := floatsOf(a)
	if !ok || x.kind == tensor.F8E8M0FNU { // a format without negative numbers
		return nil, false
	}
	sign := uint64(1) << (x.kind.Bits() - 1)
	// In the FNUZ formats, zero has no sign, and NaN is encoded as minus zero.
	unsignedZero := math.IsNaN(tensor.BitsToFloat(x.kind, sign))
	for i, b := range x.bits {
		if !unsignedZero || b&^sign != 0 {
			x.bits[i] = f(b, sign)
		}
	}
	return ir.FoldConst(x.attr()), true
}

// Fold folds x + -0 to x, and evaluates sums of constants.
func (o AddF) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isFloat(c[1], math.Copysign(0, -1)) {
		return ir.FoldTo(o.LHS()), true
	}
	return foldFloats(o.Op, c, func(x, y float64) float64 { return x + y })
}

// Fold folds x - 0 to x, and evaluates differences of constants.
func (o SubF) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isFloat(c[1], 0) {
		return ir.FoldTo(o.LHS()), true
	}
	return foldFloats(o.Op, c, func(x, y float64) float64 { return x - y })
}

// Fold folds x * 1 to x, and evaluates products of constants. It folds x * 0 to 0 if the fast-math
// flags exclude NaN and signed zeros.
func (o MulF) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isFloat(c[1], 1) {
		return ir.FoldTo(o.LHS()), true
	}
	if o.FastMath()&(NoNaNs|NoSignedZeros) == NoNaNs|NoSignedZeros && isFloat(c[1], 0) {
		return ir.FoldConst(c[1]), true
	}
	return foldFloats(o.Op, c, func(x, y float64) float64 { return x * y })
}

// Fold folds x / 1 to x, and evaluates quotients of constants.
func (o DivF) Fold(c []ir.Attr) (ir.Folded, bool) {
	if isFloat(c[1], 1) {
		return ir.FoldTo(o.LHS()), true
	}
	return foldFloats(o.Op, c, func(x, y float64) float64 { return x / y })
}

// Fold computes the remainder of constants.
func (o RemF) Fold(c []ir.Attr) (ir.Folded, bool) { return foldFloats(o.Op, c, math.Mod) }

// Fold folds max(x, -∞) and max(x, x) to x, and evaluates the maximum of constants.
func (o MaximumF) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldExtremum(o.Op, c, math.Inf(-1), func(x, y float64) float64 { return max(x, y) })
}

// Fold folds min(x, +∞) and min(x, x) to x, and evaluates the minimum of constants.
func (o MinimumF) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldExtremum(o.Op, c, math.Inf(1), func(x, y float64) float64 { return min(x, y) })
}

// Fold folds max(x, NaN) and max(x, x) to x, and evaluates the maximum of constants.
func (o MaxNumF) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldExtremum(o.Op, c, math.NaN(), func(x, y float64) float64 { return numberOr(x, y, math.Max) })
}

// Fold folds min(x, NaN) and min(x, x) to x, and evaluates the minimum of constants.
func (o MinNumF) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldExtremum(o.Op, c, math.NaN(), func(x, y float64) float64 { return numberOr(x, y, math.Min) })
}

// numberOr returns f(x, y). If one operand is NaN, it returns the other operand instead.
func numberOr(x, y float64, f func(x, y float64) float64) float64 {
	switch {
	case math.IsNaN(x):
		return y
	case math.IsNaN(y):
		return x
	}
	return f(x, y)
}

// foldExtremum folds a minimum or maximum f(x, y): to x if y is x or the constant "neutral", and to
// a constant if x and y are constants.
func foldExtremum(op *ir.Op, c []ir.Attr, neutral float64, f func(x, y float64) float64) (ir.Folded, bool) {
	if op.OperandAt(0) == op.OperandAt(1) {
		return ir.FoldTo(op.OperandAt(0)), true
	}
	v, ok := splatFloat(c[1])
	if ok && (v == neutral || math.IsNaN(v) && math.IsNaN(neutral)) {
		return ir.FoldTo(op.OperandAt(0)), true
	}
	return foldFloats(op, c, f)
}
