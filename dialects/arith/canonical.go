package arith

import (
	"math/big"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Canonical returns the dialect's canonicalization patterns. Earlier patterns take precedence.
// Comments such as "x · −1 + y → y − x" omit conditions that the code shows. c₀ and c₁ are
// constants.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(addOfAdd), rewrite.On(addOfSub), rewrite.On(addOfSubFrom),
		rewrite.On(addNegatedRight), rewrite.On(addNegatedLeft),
		rewrite.On(subOfAdd), rewrite.On(subFromAdd), rewrite.On(subOfSub),
		rewrite.On(subOfSubFrom), rewrite.On(subFromSub), rewrite.On(subFromSubFrom), rewrite.On(subCancel),
		rewrite.On(mulOfMul),
		rewrite.On(addWithoutCarry), rewrite.On(mulSignedWithoutHigh), rewrite.On(mulSignedOne), rewrite.On(mulUnsignedWithoutHigh),
		rewrite.On(andOfZeroExtended), rewrite.On(andOfSignExtended),
		rewrite.On(orOfZeroExtended), rewrite.On(orOfSignExtended),
		rewrite.On(xorOfZeroExtended), rewrite.On(xorOfSignExtended), rewrite.On(notCompare),
		rewrite.On(compareSignExtended), rewrite.On(compareZeroExtended),
		rewrite.On(selectSameFalse), rewrite.On(selectSameTrue), rewrite.On(selectNot),
		rewrite.On(selectIsNot), rewrite.On(selectIsBit), rewrite.On(selectIsNotBit),
		rewrite.On(indexCastBack), rewrite.On(indexCastExtended),
		rewrite.On(indexCastUIBack), rewrite.On(indexCastUIExtended),
		rewrite.On(bitcastTwice), rewrite.On(extendTwice),
		rewrite.On(truncateSignExtended), rewrite.On(truncateZeroExtended), rewrite.On(truncateShifted),
		rewrite.On(roundSigned), rewrite.On(roundUnsigned),
		rewrite.On(mulNegated), rewrite.On(divNegated),
	}
}

// scalar(v) returns the value of v if v is a scalar constant of integer or index type.
func scalar(v *ir.Value) (n int64, ok bool) {
	a, ok := rewrite.Const(v)
	if !ok || v.Type().IsShaped() {
		return 0, false
	}
	n, _, ok = splatInt(a)
	return n, ok
}

// isConst reports whether v is the constant n or a splat constant whose elements are n.
func isConst(v *ir.Value, n int64) bool {
	a, ok := rewrite.Const(v)
	return ok && isInt(a, n)
}

// withConst describes an operation with overflow flags whose operands are x and the constant c.
type withConst struct {
	x     *ir.Value
	c     int64
	flags Overflow
}

// rightConst describes the T that defines v, if its right operand is a scalar constant.
func rightConst[T ir.Typed](v *ir.Value) (w withConst, ok bool) {
	op := v.Def()
	if !ir.Is[T](op) {
		return w, false
	}
	c, ok := scalar(op.OperandAt(1))
	return withConst{op.OperandAt(0), c, OverflowOf(op.AttrAt(0))}, ok
}

// leftConst describes the T that defines v, if its left operand is a scalar constant.
func leftConst[T ir.Typed](v *ir.Value) (w withConst, ok bool) {
	op := v.Def()
	if !ir.Is[T](op) {
		return w, false
	}
	c, ok := scalar(op.OperandAt(0))
	return withConst{op.OperandAt(1), c, OverflowOf(op.AttrAt(0))}, ok
}

// kept returns the overflow flags of an operation that replaces w and a user of w with the given
// flags. The new operation has the constant f(x, y), such as x + y. It has each flag that w and the
// user have, if f(x, y) does not overflow: for i8 and v = −100, (v + 100) + 100 does not overflow,
// but v + (−56) does. MLIR does not check f(x, y) (llvm-project issue 140328).
func (w withConst) kept(flags Overflow, x int64, f func(z, x, y *big.Int) *big.Int, y int64) Overflow {
	flags &= w.flags
	width := intWidth(w.x.Type())
	if n := f(new(big.Int), big.NewInt(x), big.NewInt(y)); !n.IsInt64() || signed(n.Int64(), width) != n.Int64() {
		flags &^= NoSignedWrap
	}
	ux, uy := new(big.Int).SetUint64(unsigned(x, width)), new(big.Int).SetUint64(unsigned(y, width))
	if n := f(new(big.Int), ux, uy); !n.IsUint64() || unsigned(int64(n.Uint64()), width) != n.Uint64() {
		flags &^= NoUnsignedWrap
	}
	return flags
}

// newInt creates the constant n of type t. It truncates n to the width of t.
func newInt(rw *rewrite.Rewriter, n int64, t ir.Type) *ir.Value {
	return NewInt(&rw.Builder, signed(n, intWidth(t)), t).Op.Result()
}

// become replaces op by a new operation, and sets the overflow flags of the new operation.
func become(rw *rewrite.Rewriter, op, by *ir.Op, flags Overflow) bool {
	if flags != MayWrap {
		by.SetAttrAt(0, NewOverflow(flags))
	}
	rw.ReplaceWith(op, by)
	return true
}

// becomeAdd replaces op by x + c.
func becomeAdd(rw *rewrite.Rewriter, op *ir.Op, x *ir.Value, c int64, flags Overflow) bool {
	return become(rw, op, NewAddI(&rw.Builder, x, newInt(rw, c, x.Type())).Op, flags)
}

// becomeSub replaces op by x − c.
func becomeSub(rw *rewrite.Rewriter, op *ir.Op, x *ir.Value, c int64, flags Overflow) bool {
	return become(rw, op, NewSubI(&rw.Builder, x, newInt(rw, c, x.Type())).Op, flags)
}

// becomeSubFrom replaces op by c − x.
func becomeSubFrom(rw *rewrite.Rewriter, op *ir.Op, c int64, x *ir.Value, flags Overflow) bool {
	return become(rw, op, NewSubI(&rw.Builder, newInt(rw, c, x.Type()), x).Op, flags)
}

// (x + c₀) + c₁ → x + (c₀ + c₁)
func addOfAdd(op AddI, rw *rewrite.Rewriter) bool {
	c, ok := scalar(op.RHS())
	if !ok {
		return false
	}
	in, ok := rightConst[AddI](op.LHS())
	return ok && becomeAdd(rw, op.Op, in.x, in.c+c, in.kept(op.OverflowFlags(), in.c, (*big.Int).Add, c))
}

// (x − c₀) + c₁ → x + (c₁ − c₀)
func addOfSub(op AddI, rw *rewrite.Rewriter) bool {
	c, ok := scalar(op.RHS())
	if !ok {
		return false
	}
	in, ok := rightConst[SubI](op.LHS())
	return ok && becomeAdd(rw, op.Op, in.x, c-in.c, in.kept(op.OverflowFlags(), c, (*big.Int).Sub, in.c))
}

// (c₀ − x) + c₁ → (c₀ + c₁) − x
func addOfSubFrom(op AddI, rw *rewrite.Rewriter) bool {
	c, ok := scalar(op.RHS())
	if !ok {
		return false
	}
	in, ok := leftConst[SubI](op.LHS())
	return ok && becomeSubFrom(rw, op.Op, in.c+c, in.x, in.kept(op.OverflowFlags(), in.c, (*big.Int).Add, c))
}

// x + y · −1 → x − y
func addNegatedRight(op AddI, rw *rewrite.Rewriter) bool {
	m, ok := ir.Defining[MulI](op.RHS())
	if !ok || !isConst(m.RHS(), -1) {
		return false
	}
	return become(rw, op.Op, NewSubI(&rw.Builder, op.LHS(), m.LHS()).Op, MayWrap)
}

// x · −1 + y → y − x
func addNegatedLeft(op AddI, rw *rewrite.Rewriter) bool {
	m, ok := ir.Defining[MulI](op.LHS())
	if !ok || !isConst(m.RHS(), -1) {
		return false
	}
	return become(rw, op.Op, NewSubI(&rw.Builder, op.RHS(), m.LHS()).Op, MayWrap)
}

// (x + c₀) − c₁ → x + (c₀ − c₁)
func subOfAdd(op SubI, rw *rewrite.Rewriter) bool {
	c, ok := scalar(op.RHS())
	if !ok {
		return false
	}
	in, ok := rightConst[AddI](op.LHS())
	return ok && becomeAdd(rw, op.Op, in.x, in.c-c, MayWrap)
}

// c₁ − (x + c₀) → (c₁ − c₀) − x
func subFromAdd(op SubI, rw *rewrite.Rewriter) bool {
	c, ok := scalar(op.LHS())
	if !ok {
		return false
	}
	in, ok := rightConst[AddI](op.RHS())
	return ok && becomeSubFrom(rw, op.Op, c-in.c, in.x, in.kept(op.OverflowFlags(), c, (*big.Int).Sub, in.c))
}

// (x − c₀) − c₁ → x − (c₀ + c₁)
func subOfSub(op SubI, rw *rewrite.Rewriter) bool {
	c, ok := scalar(op.RHS())
	if !ok {
		return false
	}
	in, ok := rightConst[SubI](op.LHS())
	return ok && becomeSub(rw, op.Op, in.x, in.c+c, in.kept(op.OverflowFlags(), in.c, (*big.Int).Add, c))
}

// (c₀ − x) − c₁ → (c₀ − c₁) − x
func subOfSubFrom(op SubI, rw *rewrite.Rewriter) bool {
	c, ok := scalar(op.RHS())
	if !ok {
		return false
	}
	in, ok := leftConst[SubI](op.LHS())
	return ok && becomeSubFrom(rw, op.Op, in.c-c, in.x, in.kept(op.OverflowFlags(), in.c, (*big.Int).Sub, c))
}

// c₁ − (x − c₀) → (c₀ + c₁) − x
func subFromSub(op SubI, rw *rewrite.Rewriter) bool {
	c, ok := scalar(op.LHS())
	if !ok {
		return false
	}
	in, ok := rightConst[SubI](op.RHS())
	return ok && becomeSubFrom(rw, op.Op, in.c+c, in.x, in.kept(op.OverflowFlags(), in.c, (*big.Int).Add, c))
}

// c₁ − (c₀ − x) → x + (c₁ − c₀)
func subFromSubFrom(op SubI, rw *rewrite.Rewriter) bool {
	c, ok := scalar(op.LHS())
	if !ok {
		return false
	}
	in, ok := leftConst[SubI](op.RHS())
	return ok && becomeAdd(rw, op.Op, in.x, c-in.c, in.kept(op.OverflowFlags(), c, (*big.Int).Sub, in.c))
}

// (x − y) − x → 0 − y
func subCancel(op SubI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[SubI](op.LHS())
	if !ok || in.LHS() != op.RHS() {
		return false
	}
	zero, ok := constInt(0, op.Op.Result().Type())
	if !ok {
		return false
	}
	b := &rw.Builder
	return become(rw, op.Op, NewSubI(b, NewConstant(b, zero).Op.Result(), in.RHS()).Op, in.OverflowFlags()&op.OverflowFlags())
}

// (x · c₀) · c₁ → x · (c₀ · c₁)
func mulOfMul(op MulI, rw *rewrite.Rewriter) bool {
	c, ok := scalar(op.RHS())
	if !ok {
		return false
	}
	in, ok := rightConst[MulI](op.LHS())
	if !ok {
		return false
	}
	b := &rw.Builder
	return become(rw, op.Op, NewMulI(b, in.x, newInt(rw, in.c*c, in.x.Type())).Op, in.kept(op.OverflowFlags(), in.c, (*big.Int).Mul, c))
}

// addui_extended(x, y) → x + y, if the carry has no uses
func addWithoutCarry(op AddUIExtended, rw *rewrite.Rewriter) bool {
	if op.Overflow().HasUses() {
		return false
	}
	rw.Replace(op.Op, NewAddI(&rw.Builder, op.LHS(), op.RHS()).Op.Result(), op.LHS())
	return true
}
