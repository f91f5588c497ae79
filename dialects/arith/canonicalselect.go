package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

func canonicalChoices() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(compareExtended),
		rewrite.On(selectSameTrue), rewrite.On(selectSameFalse), rewrite.On(selectNot), rewrite.On(selectNegation),
		rewrite.On(selectExtension), rewrite.On(selectAnd), rewrite.On(selectOr),
	}
}

// ext(x) = ext(y) → x = y, and so of ≠
func compareExtended(op CmpI, rw *rewrite.Rewriter) bool {
	if p := op.Predicate(); p != EQ && p != NE {
		return false
	}
	l, r := op.LHS().Def(), op.RHS().Def()
	if l == nil || r == nil || l.Def() != r.Def() || !ir.Is[ExtSI](l) && !ir.Is[ExtUI](l) {
		return false
	}
	x, y := l.OperandAt(0), r.OperandAt(0)
	if x.Type() != y.Type() {
		return false
	}
	rw.Replace(op.Op, NewCmpI(&rw.Builder, op.Predicate(), x, y).Result())
	return true
}

// p ? (p ? a : b) : c → p ? a : c
func selectSameTrue(op Select, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[Select](op.TrueValue())
	if !ok || in.Condition() != op.Condition() {
		return false
	}
	rw.Replace(op.Op, NewSelect(&rw.Builder, op.Condition(), in.TrueValue(), op.FalseValue()).Result())
	return true
}

// p ? a : (p ? b : c) → p ? a : c
func selectSameFalse(op Select, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[Select](op.FalseValue())
	if !ok || in.Condition() != op.Condition() {
		return false
	}
	rw.Replace(op.Op, NewSelect(&rw.Builder, op.Condition(), op.TrueValue(), in.FalseValue()).Result())
	return true
}

// negated returns p where v is not(p).
func negated(v *ir.Value) (*ir.Value, bool) {
	x, ok := ir.Defining[XOrI](v)
	if !ok || !isOne(constantOf(x.RHS())) {
		return nil, false
	}
	return x.LHS(), true
}

// not(p) ? a : b → p ? b : a
func selectNot(op Select, rw *rewrite.Rewriter) bool {
	p, ok := negated(op.Condition())
	if !ok {
		return false
	}
	rw.Replace(op.Op, NewSelect(&rw.Builder, p, op.FalseValue(), op.TrueValue()).Result())
	return true
}

// p ? false : true → not(p)
func selectNegation(op Select, rw *rewrite.Rewriter) bool {
	t := op.Result().Type()
	if !t.Elem().IsInt(1) || op.Condition().Type() != t || !isZero(constantOf(op.TrueValue())) || !isOne(constantOf(op.FalseValue())) {
		return false
	}
	rw.Replace(op.Op, NewXOrI(&rw.Builder, op.Condition(), op.FalseValue()).Result())
	return true
}

// p ? 1 : 0 → extui(p), and p ? 0 : 1 → extui(not(p))
func selectExtension(op Select, rw *rewrite.Rewriter) bool {
	t := op.Result().Type()
	if t.Elem().IsInt(1) || !t.Elem().IsInt(0) || op.Condition().Type() != constraint.I1Like(t) {
		return false
	}
	a, c := constantOf(op.TrueValue()), constantOf(op.FalseValue())
	b := &rw.Builder
	switch {
	case isOne(a) && isZero(c):
		rw.Replace(op.Op, NewExtUI(b, op.Condition(), t).Out())
		return true
	case isZero(a) && isOne(c):
		yes, ok := constInt(-1, op.Condition().Type())
		if !ok {
			return false
		}
		not := NewXOrI(b, op.Condition(), NewConstant(b, yes).Result())
		rw.Replace(op.Op, NewExtUI(b, not.Result(), t).Out())
		return true
	}
	return false
}

// p ? (q ? x : y) : y → p & q ? x : y, and p ? (q ? y : x) : y → p & not(q) ? x : y
func selectAnd(op Select, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[Select](op.TrueValue())
	if !ok || in.Condition().Type() != op.Condition().Type() {
		return false
	}
	b, y := &rw.Builder, op.FalseValue()
	switch y {
	case in.FalseValue():
		both := NewAndI(b, op.Condition(), in.Condition()).Result()
		rw.Replace(op.Op, NewSelect(b, both, in.TrueValue(), y).Result())
		return true
	case in.TrueValue():
		not, ok := complement(rw, in.Condition())
		if !ok {
			return false
		}
		both := NewAndI(b, op.Condition(), not).Result()
		rw.Replace(op.Op, NewSelect(b, both, in.FalseValue(), y).Result())
		return true
	}
	return false
}

// p ? x : (q ? x : y) → p | q ? x : y, and p ? x : (q ? y : x) → p | not(q) ? x : y
func selectOr(op Select, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[Select](op.FalseValue())
	if !ok || in.Condition().Type() != op.Condition().Type() {
		return false
	}
	b, x := &rw.Builder, op.TrueValue()
	switch x {
	case in.TrueValue():
		any := NewOrI(b, op.Condition(), in.Condition()).Result()
		rw.Replace(op.Op, NewSelect(b, any, x, in.FalseValue()).Result())
		return true
	case in.FalseValue():
		not, ok := complement(rw, in.Condition())
		if !ok {
			return false
		}
		any := NewOrI(b, op.Condition(), not).Result()
		rw.Replace(op.Op, NewSelect(b, any, x, in.TrueValue()).Result())
		return true
	}
	return false
}

// complement makes not(p); ok is false where p's type has no constant, and then
// nothing was made.
func complement(rw *rewrite.Rewriter, p *ir.Value) (*ir.Value, bool) {
	yes, ok := constInt(-1, p.Type())
	if !ok {
		return nil, false
	}
	b := &rw.Builder
	return NewXOrI(b, p, NewConstant(b, yes).Result()).Result(), true
}
