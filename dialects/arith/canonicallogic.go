package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// bothExtended returns x and y if the operands of op are T(x) and T(y), where x and y have the same
// type.
func bothExtended[T ir.Typed](op *ir.Op) (x, y *ir.Value, ok bool) {
	l, r := op.OperandAt(0).Def(), op.OperandAt(1).Def()
	if !ir.Is[T](l) || !ir.Is[T](r) {
		return nil, nil, false
	}
	x, y = l.OperandAt(0), r.OperandAt(0)
	return x, y, x.Type() == y.Type()
}

// extui x ∧ extui y → extui(x ∧ y)
func andOfZeroExtended(op AndI, rw *rewrite.Rewriter) bool {
	x, y, ok := bothExtended[ExtUI](op.Op)
	if !ok {
		return false
	}
	b := &rw.Builder
	rw.ReplaceWith(op.Op, NewExtUI(b, NewAndI(b, x, y).Op.Result(), op.Op.Result().Type()).Op)
	return true
}

// extsi x ∧ extsi y → extsi(x ∧ y)
func andOfSignExtended(op AndI, rw *rewrite.Rewriter) bool {
	x, y, ok := bothExtended[ExtSI](op.Op)
	if !ok {
		return false
	}
	b := &rw.Builder
	rw.ReplaceWith(op.Op, NewExtSI(b, NewAndI(b, x, y).Op.Result(), op.Op.Result().Type()).Op)
	return true
}

// extui x ∨ extui y → extui(x ∨ y)
func orOfZeroExtended(op OrI, rw *rewrite.Rewriter) bool {
	x, y, ok := bothExtended[ExtUI](op.Op)
	if !ok {
		return false
	}
	b := &rw.Builder
	rw.ReplaceWith(op.Op, NewExtUI(b, NewOrI(b, x, y).Op.Result(), op.Op.Result().Type()).Op)
	return true
}

// extsi x ∨ extsi y → extsi(x ∨ y)
func orOfSignExtended(op OrI, rw *rewrite.Rewriter) bool {
	x, y, ok := bothExtended[ExtSI](op.Op)
	if !ok {
		return false
	}
	b := &rw.Builder
	rw.ReplaceWith(op.Op, NewExtSI(b, NewOrI(b, x, y).Op.Result(), op.Op.Result().Type()).Op)
	return true
}

// extui x ⊕ extui y → extui(x ⊕ y)
func xorOfZeroExtended(op XOrI, rw *rewrite.Rewriter) bool {
	x, y, ok := bothExtended[ExtUI](op.Op)
	if !ok {
		return false
	}
	b := &rw.Builder
	rw.ReplaceWith(op.Op, NewExtUI(b, NewXOrI(b, x, y).Op.Result(), op.Op.Result().Type()).Op)
	return true
}

// extsi x ⊕ extsi y → extsi(x ⊕ y)
func xorOfSignExtended(op XOrI, rw *rewrite.Rewriter) bool {
	x, y, ok := bothExtended[ExtSI](op.Op)
	if !ok {
		return false
	}
	b := &rw.Builder
	rw.ReplaceWith(op.Op, NewExtSI(b, NewXOrI(b, x, y).Op.Result(), op.Op.Result().Type()).Op)
	return true
}

// ¬(x < y) → x ≥ y, and likewise for the other comparisons of integers
func notCompare(op XOrI, rw *rewrite.Rewriter) bool {
	cmp, ok := ir.Defining[CmpI](op.LHS())
	if !ok || op.Op.Result().Type().IsShaped() || !isConst(op.RHS(), 1) {
		return false
	}
	rw.ReplaceWith(op.Op, NewCmpI(&rw.Builder, cmp.Predicate().Inverted(), cmp.LHS(), cmp.RHS()).Op)
	return true
}

// extsi x = extsi y → x = y, and extsi x ≠ extsi y → x ≠ y
func compareSignExtended(op CmpI, rw *rewrite.Rewriter) bool {
	x, y, ok := bothExtended[ExtSI](op.Op)
	if p := op.Predicate(); !ok || p != EQ && p != NE {
		return false
	}
	rw.ReplaceWith(op.Op, NewCmpI(&rw.Builder, op.Predicate(), x, y).Op)
	return true
}

// extui x = extui y → x = y, and extui x ≠ extui y → x ≠ y
func compareZeroExtended(op CmpI, rw *rewrite.Rewriter) bool {
	x, y, ok := bothExtended[ExtUI](op.Op)
	if p := op.Predicate(); !ok || p != EQ && p != NE {
		return false
	}
	rw.ReplaceWith(op.Op, NewCmpI(&rw.Builder, op.Predicate(), x, y).Op)
	return true
}

// p ? a : (p ? b : c) → p ? a : c
func selectSameFalse(op Select, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[Select](op.FalseValue())
	if !ok || in.Condition() != op.Condition() {
		return false
	}
	rw.ReplaceWith(op.Op, NewSelect(&rw.Builder, op.Condition(), op.TrueValue(), in.FalseValue()).Op)
	return true
}

// p ? (p ? a : b) : c → p ? a : c
func selectSameTrue(op Select, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[Select](op.TrueValue())
	if !ok || in.Condition() != op.Condition() {
		return false
	}
	rw.ReplaceWith(op.Op, NewSelect(&rw.Builder, op.Condition(), in.TrueValue(), op.FalseValue()).Op)
	return true
}

// ¬p ? a : b → p ? b : a
func selectNot(op Select, rw *rewrite.Rewriter) bool {
	not, ok := ir.Defining[XOrI](op.Condition())
	if !ok || !isConst(not.RHS(), -1) {
		return false
	}
	rw.ReplaceWith(op.Op, NewSelect(&rw.Builder, not.LHS(), op.FalseValue(), op.TrueValue()).Op)
	return true
}

// p ? false : true → ¬p
func selectIsNot(op Select, rw *rewrite.Rewriter) bool {
	if op.Op.Result().Type() != ir.I1() || !isConst(op.TrueValue(), 0) || !isConst(op.FalseValue(), 1) {
		return false
	}
	rw.ReplaceWith(op.Op, newNot(&rw.Builder, op.Condition()).Op)
	return true
}

// newNot inserts ¬p for an i1 p.
func newNot(b *ir.Builder, p *ir.Value) XOrI {
	return NewXOrI(b, p, NewConstant(b, ir.BoolAttr(true)).Op.Result())
}

// wide reports whether the type of v is an integer type of more than one bit.
func wide(v *ir.Value) bool {
	t, ok := ir.TypeAs[*ir.IntType](v.Type())
	return ok && t.Bits > 1
}

// p ? 1 : 0 → extui p
func selectIsBit(op Select, rw *rewrite.Rewriter) bool {
	if !wide(op.Op.Result()) || !isConst(op.TrueValue(), 1) || !isConst(op.FalseValue(), 0) {
		return false
	}
	rw.ReplaceWith(op.Op, NewExtUI(&rw.Builder, op.Condition(), op.Op.Result().Type()).Op)
	return true
}

// p ? 0 : 1 → extui ¬p
func selectIsNotBit(op Select, rw *rewrite.Rewriter) bool {
	if !wide(op.Op.Result()) || !isConst(op.TrueValue(), 0) || !isConst(op.FalseValue(), 1) {
		return false
	}
	b := &rw.Builder
	rw.ReplaceWith(op.Op, NewExtUI(b, newNot(b, op.Condition()).Op.Result(), op.Op.Result().Type()).Op)
	return true
}
