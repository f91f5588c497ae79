package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// bitWidth returns the width in bits of an integer v or of its elements, and 0 for other types.
func bitWidth(v *ir.Value) int {
	t, ok := ir.TypeAs[*ir.IntType](v.Type().Elem())
	if !ok {
		return 0
	}
	return t.Bits
}

// trunc(extsi x) → extsi x, if the result is wider than x
func truncateSignExtended(op TruncI, rw *rewrite.Rewriter) bool {
	ext, ok := ir.Defining[ExtSI](op.In())
	if !ok || bitWidth(op.Out()) <= bitWidth(ext.In()) {
		return false
	}
	rw.ReplaceWith(op.Op, NewExtSI(&rw.Builder, ext.In(), op.Out().Type()).Op)
	return true
}

// trunc(extui x) → extui x, if the result is wider than x
func truncateZeroExtended(op TruncI, rw *rewrite.Rewriter) bool {
	ext, ok := ir.Defining[ExtUI](op.In())
	if !ok || bitWidth(op.Out()) <= bitWidth(ext.In()) {
		return false
	}
	rw.ReplaceWith(op.Op, NewExtUI(&rw.Builder, ext.In(), op.Out().Type()).Op)
	return true
}

// trunc(x ≫ₛ c) → trunc(x ≫ᵤ c), if trunc removes c bits
func truncateShifted(op TruncI, rw *rewrite.Rewriter) bool {
	shift, ok := ir.Defining[ShRSI](op.In())
	if !ok || !isConst(shift.RHS(), int64(bitWidth(op.In())-bitWidth(op.Out()))) {
		return false
	}
	c, _ := rewrite.Const(shift.RHS())
	b := &rw.Builder
	by := NewShRUI(b, shift.LHS(), NewConstant(b, c).Op.Result())
	return become(rw, op.Op, NewTruncI(b, by.Op.Result(), op.Out().Type()).Op, op.OverflowFlags())
}

// truncf(sitofp x) → sitofp x, if truncf has no rounding mode
func roundSigned(op TruncF, rw *rewrite.Rewriter) bool {
	from, ok := ir.Defining[SIToFP](op.In())
	if _, chosen := op.RoundingMode(); !ok || chosen {
		return false
	}
	rw.ReplaceWith(op.Op, NewSIToFP(&rw.Builder, from.In(), op.Out().Type()).Op)
	return true
}

// truncf(uitofp x) → uitofp x, if truncf has no rounding mode
func roundUnsigned(op TruncF, rw *rewrite.Rewriter) bool {
	from, ok := ir.Defining[UIToFP](op.In())
	if _, chosen := op.RoundingMode(); !ok || chosen {
		return false
	}
	rw.ReplaceWith(op.Op, NewUIToFP(&rw.Builder, from.In(), op.Out().Type()).Op)
	return true
}

// keeps reports whether w has at least as many bits as v. An index has 64 bits.
func keeps(v, w *ir.Value) bool {
	bits := func(v *ir.Value) int {
		if v.Type().Elem().IsIndex() {
			return 64
		}
		return bitWidth(v)
	}
	return bits(w) >= bits(v)
}

// index_cast(index_cast x) → x, if the types are equal and the inner cast keeps all values
func indexCastBack(op IndexCast, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[IndexCast](op.In())
	if !ok || !keeps(in.In(), op.In()) || in.In().Type() != op.Out().Type() {
		return false
	}
	rw.Replace(op.Op, in.In())
	return true
}

// index_cast(extsi x) → index_cast x
func indexCastExtended(op IndexCast, rw *rewrite.Rewriter) bool {
	ext, ok := ir.Defining[ExtSI](op.In())
	if !ok {
		return false
	}
	rw.ReplaceWith(op.Op, NewIndexCast(&rw.Builder, ext.In(), op.Out().Type()).Op)
	return true
}

// index_castui(index_castui x) → x, if the types are equal and the inner cast keeps all values
func indexCastUIBack(op IndexCastUI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[IndexCastUI](op.In())
	if !ok || !keeps(in.In(), op.In()) || in.In().Type() != op.Out().Type() {
		return false
	}
	rw.Replace(op.Op, in.In())
	return true
}

// index_castui(extui x) → index_castui x
func indexCastUIExtended(op IndexCastUI, rw *rewrite.Rewriter) bool {
	ext, ok := ir.Defining[ExtUI](op.In())
	if !ok {
		return false
	}
	rw.ReplaceWith(op.Op, NewIndexCastUI(&rw.Builder, ext.In(), op.Out().Type()).Op)
	return true
}

// bitcast(bitcast x) → bitcast x
func bitcastTwice(op Bitcast, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[Bitcast](op.In())
	if !ok {
		return false
	}
	rw.ReplaceWith(op.Op, NewBitcast(&rw.Builder, in.In(), op.Out().Type()).Op)
	return true
}

// extsi(extui x) → extui x
func extendTwice(op ExtSI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[ExtUI](op.In())
	if !ok {
		return false
	}
	rw.ReplaceWith(op.Op, NewExtUI(&rw.Builder, in.In(), op.Out().Type()).Op)
	return true
}

// mulsi_extended(x, y) → muli(x, y), if the high half has no uses
func mulSignedWithoutHigh(op MulSIExtended, rw *rewrite.Rewriter) bool {
	if op.High().HasUses() {
		return false
	}
	rw.Replace(op.Op, NewMulI(&rw.Builder, op.LHS(), op.RHS()).Op.Result(), op.LHS())
	return true
}

// mulsi_extended(x, 1) → x, extsi(x < 0)
func mulSignedOne(op MulSIExtended, rw *rewrite.Rewriter) bool {
	t := op.High().Type()
	zero, ok := constInt(0, t)
	// In an i1, 1 represents −1. bitWidth is 0 for index, and extsi cannot return an index.
	if !ok || bitWidth(op.RHS()) <= 1 || !isConst(op.RHS(), 1) {
		return false
	}
	b := &rw.Builder
	negative := NewCmpI(b, SLT, op.LHS(), NewConstant(b, zero).Op.Result())
	rw.Replace(op.Op, op.LHS(), NewExtSI(b, negative.Op.Result(), t).Out())
	return true
}

// mului_extended(x, y) → muli(x, y), if the high half has no uses
func mulUnsignedWithoutHigh(op MulUIExtended, rw *rewrite.Rewriter) bool {
	if op.High().HasUses() {
		return false
	}
	rw.Replace(op.Op, NewMulI(&rw.Builder, op.LHS(), op.RHS()).Op.Result(), op.LHS())
	return true
}

// negated(op) returns x and y if the operands of op are −x and −y.
func negated(op *ir.Op) (x, y *ir.Value, ok bool) {
	l, ok1 := ir.Defining[NegF](op.OperandAt(0))
	r, ok2 := ir.Defining[NegF](op.OperandAt(1))
	if !ok1 || !ok2 {
		return nil, nil, false
	}
	return l.Op.OperandAt(0), r.Op.OperandAt(0), true
}

// −x · −y → x · y
func mulNegated(op MulF, rw *rewrite.Rewriter) bool {
	x, y, ok := negated(op.Op)
	if !ok {
		return false
	}
	by := NewMulF(&rw.Builder, x, y)
	by.Op.SetAttrAt(0, op.Op.AttrAt(0))
	rw.ReplaceWith(op.Op, by.Op)
	return true
}

// −x / −y → x / y
func divNegated(op DivF, rw *rewrite.Rewriter) bool {
	x, y, ok := negated(op.Op)
	if !ok {
		return false
	}
	by := NewDivF(&rw.Builder, x, y)
	by.Op.SetAttrAt(0, op.Op.AttrAt(0))
	rw.ReplaceWith(op.Op, by.Op)
	return true
}
