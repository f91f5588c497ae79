package math

import (
	"math"
	"math/bits"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/elementary"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// foldFloat applies f to the elements of the float constant a. It does not fold if f returns false
// for an element. If exact is false, it folds only f32 and f64. exact must be false if results of f
// need rounding, or if MLIR folds only f32 and f64.
func foldFloat(op *ir.Op, a ir.Attr, exact bool, f func(float64) (float64, bool)) (ir.Folded, bool) {
	if k := op.ResultAt(0).Type().Kind(); !exact && k != tensor.F32 && k != tensor.F64 {
		return nil, false
	}
	return arith.FoldFloats(op, []ir.Attr{a}, func(x []float64) (float64, bool) { return f(x[0]) })
}

// foldElementary applies f to the elements of the float constant a. For f32, it evaluates f in f32,
// so that folding and evaluation at run time give the same bits.
func foldElementary(op *ir.Op, a ir.Attr, f elementary.Function) (ir.Folded, bool) {
	if op.ResultAt(0).Type().Kind() == tensor.F32 {
		return foldFloat(op, a, false, total(func(x float64) float64 { return float64(f.Float32(float32(x))) }))
	}
	return foldFloat(op, a, false, total(f.Float64))
}

// total(f) returns a function that calls f and reports success.
func total(f func(float64) float64) func(float64) (float64, bool) {
	return func(x float64) (float64, bool) { return f(x), true }
}

// positive(f) returns a function that calls f, and fails if the sign bit of the argument is set.
// MLIR does not fold such arguments of some functions.
func positive(f func(float64) float64) func(float64) (float64, bool) {
	return func(x float64) (float64, bool) { return f(x), !math.Signbit(x) }
}

// Fold clears the signs of a constant, also of NaNs. F8E8M0FNU has no negative numbers, so o folds
// to its operand.
func (o AbsF) Fold(c []ir.Attr) (ir.Folded, bool) {
	if o.Op.ResultAt(0).Type().Kind() == tensor.F8E8M0FNU {
		return ir.FoldTo(o.Op.OperandAt(0)), true
	}
	return arith.FoldSigns(c[0], func(bits, sign uint64) uint64 { return bits &^ sign })
}

// Fold evaluates the operation for a constant of f32 or f64 if the sign bits of all elements are 0.
func (o Sqrt) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, positive(math.Sqrt))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Exp) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldElementary(o.Op, c[0], elementary.Exp)
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Exp2) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(math.Exp2))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o ExpM1) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Expm1.Float64))
}

// Fold evaluates the operation for a constant of f32 or f64 if the sign bits of all elements are 0.
func (o Log) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, positive(elementary.Log.Float64))
}

// Fold evaluates the operation for a constant of f32 or f64 if the sign bits of all elements are 0.
func (o Log2) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, positive(math.Log2))
}

// Fold evaluates the operation for a constant of f32 or f64 if the sign bits of all elements are 0.
func (o Log10) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, positive(math.Log10))
}

// Fold evaluates the operation for a constant of f32 or f64 whose elements are at least -1.
func (o Log1p) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, func(x float64) (float64, bool) { return elementary.Log1p.Float64(x), x >= -1 })
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Sin) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Sin.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Cos) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Cos.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Tan) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Tan.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Asin) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Asin.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Acos) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Acos.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Atan) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Atan.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Sinh) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Sinh.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Cosh) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Cosh.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Tanh) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldElementary(o.Op, c[0], elementary.Tanh)
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Asinh) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Asinh.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Acosh) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Acosh.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Atanh) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Atanh.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Erf) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Erf.Float64))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Erfc) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(elementary.Erfc.Float64))
}

// Fold evaluates the operation if its operand is a constant.
func (o Ceil) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], true, total(math.Ceil))
}

// Fold evaluates the operation if its operand is a constant.
func (o Floor) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], true, total(math.Floor))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Round) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(math.Round))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o RoundEven) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(math.RoundToEven))
}

// Fold evaluates the operation if its operand is a constant of f32 or f64.
func (o Trunc) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldFloat(o.Op, c[0], false, total(math.Trunc))
}

// Fold evaluates the operation if its operands are constants of f32 or f64.
func (o Atan2) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldTwo(o.Op, c, elementary.Atan2.Float64Of)
}

// Fold evaluates the operation if its operands are constants and the first one has no NaN.
// FoldFloats would not change the sign of a NaN.
func (o CopySign) Fold(c []ir.Attr) (ir.Folded, bool) {
	return arith.FoldFloats(o.Op, c, func(x []float64) (float64, bool) { return math.Copysign(x[0], x[1]), !math.IsNaN(x[0]) })
}

// Fold evaluates the operation if its operands are constants of f32 or f64.
func (o PowF) Fold(c []ir.Attr) (ir.Folded, bool) { return foldTwo(o.Op, c, elementary.Pow.Float64Of) }

// foldTwo applies f to the elements of two constants. It folds only f32 and f64.
func foldTwo(op *ir.Op, c []ir.Attr, f func(x, y float64) float64) (ir.Folded, bool) {
	if k := op.ResultAt(0).Type().Kind(); k != tensor.F32 && k != tensor.F64 {
		return nil, false
	}
	return arith.FoldFloats(op, c, func(x []float64) (float64, bool) { return f(x[0], x[1]), true })
}

// Fold evaluates the operation if its operand is a constant.
func (o AbsI) Fold(c []ir.Attr) (ir.Folded, bool) {
	return arith.FoldInts(o.Op, c, func(x []int64, _ int) (int64, bool) { return max(x[0], -x[0]), true })
}

// Fold evaluates the operation if its operand is a constant.
func (o CtLz) Fold(c []ir.Attr) (ir.Folded, bool) {
	return arith.FoldInts(o.Op, c, func(x []int64, w int) (int64, bool) {
		return int64(bits.LeadingZeros64(low(x[0], w)) - (64 - w)), true
	})
}

// Fold evaluates the operation if its operand is a constant.
func (o CtTz) Fold(c []ir.Attr) (ir.Folded, bool) {
	return arith.FoldInts(o.Op, c, func(x []int64, w int) (int64, bool) {
		return int64(min(bits.TrailingZeros64(low(x[0], w)), w)), true
	})
}

// Fold evaluates the operation if its operand is a constant.
func (o CtPop) Fold(c []ir.Attr) (ir.Folded, bool) {
	return arith.FoldInts(o.Op, c, func(x []int64, w int) (int64, bool) {
		return int64(bits.OnesCount64(low(x[0], w))), true
	})
}

// low(v, w) returns the lower w bits of v.
func low(v int64, w int) uint64 {
	if w >= 64 {
		return uint64(v)
	}
	return uint64(v) & (1<<w - 1)
}
