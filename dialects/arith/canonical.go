package arith

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Canonical returns the dialect's canonicalization patterns.
func Canonical() []rewrite.Pattern {
	return append(canonicalInts(), append(canonicalCasts(), canonicalChoices()...)...)
}

func canonicalInts() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(addAddConstant), rewrite.On(addSubConstantRight), rewrite.On(addSubConstantLeft),
		rewrite.On(addNegated), rewrite.On(addExtendedUnused),
		rewrite.On(subAddConstant), rewrite.On(subConstantAdd), rewrite.On(subSubConstantRight), rewrite.On(subSubConstantLeft),
		rewrite.On(subConstantSubRight), rewrite.On(subConstantSubLeft), rewrite.On(subSubSame),
		rewrite.On(mulMulConstant), rewrite.On(mulSignedUnused), rewrite.On(mulSignedOne), rewrite.On(mulUnsignedUnused),
		rewrite.On(andExtended), rewrite.On(orExtended), rewrite.On(xorExtended), rewrite.On(notCompare),
		rewrite.On(mulNegatedFloats), rewrite.On(divNegatedFloats),
	}
}

// constants returns the integers that both values are, one value for all
// elements.
func constants(x, y *ir.Value) (a, b ir.Attr, ok bool) {
	a, b = constantOf(x), constantOf(y)
	_, _, ok1 := splatInt(a)
	_, _, ok2 := splatInt(b)
	return a, b, ok1 && ok2
}

// constantOf returns the value of a constant of any dialect.
func constantOf(v *ir.Value) ir.Attr {
	a, _ := rewrite.Const(v)
	return a
}

// combine makes the constant f(a, b) of a's type.
func combine(rw *rewrite.Rewriter, a, b ir.Attr, f func(x, y int64) int64) *ir.Value {
	c, _ := foldIntsTo(a, b, a.TypeOf(), total(func(x, y int64, _ int) int64 { return f(x, y) }))
	return NewConstant(&rw.Builder, c).Result()
}

func plus(x, y int64) int64  { return x + y }
func minus(x, y int64) int64 { return x - y }

// withFlags sets what two operations that become one both assume.
func withFlags(op *ir.Op, a, b Overflow) *ir.Op {
	op.SetAttrAt(0, NewOverflow(a&b))
	return op
}

// (x + c₀) + c₁ → x + (c₀ + c₁)
func addAddConstant(op AddI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[AddI](op.LHS())
	if !ok {
		return false
	}
	c0, c1, ok := constants(in.RHS(), op.RHS())
	if !ok {
		return false
	}
	r := NewAddI(&rw.Builder, in.LHS(), combine(rw, c0, c1, plus))
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// (x - c₀) + c₁ → x + (c₁ - c₀)
func addSubConstantRight(op AddI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[SubI](op.LHS())
	if !ok {
		return false
	}
	c0, c1, ok := constants(in.RHS(), op.RHS())
	if !ok {
		return false
	}
	r := NewAddI(&rw.Builder, in.LHS(), combine(rw, c1, c0, minus))
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// (c₀ - x) + c₁ → (c₀ + c₁) - x
func addSubConstantLeft(op AddI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[SubI](op.LHS())
	if !ok {
		return false
	}
	c0, c1, ok := constants(in.LHS(), op.RHS())
	if !ok {
		return false
	}
	r := NewSubI(&rw.Builder, combine(rw, c0, c1, plus), in.RHS())
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// x + y·(-1) → x - y, and y·(-1) + x → x - y
func addNegated(op AddI, rw *rewrite.Rewriter) bool {
	for i := range 2 {
		m, ok := ir.Defining[MulI](op.OperandAt(1 - i))
		if !ok || !isAllOnes(constantOf(m.RHS())) {
			continue
		}
		rw.ReplaceWith(op.Op, NewSubI(&rw.Builder, op.OperandAt(i), m.LHS()).Op)
		return true
	}
	return false
}

// (x + y, carry) → x + y, where nothing reads the carry
func addExtendedUnused(op AddUIExtended, rw *rewrite.Rewriter) bool {
	if op.Overflow().HasUses() {
		return false
	}
	sum := NewAddI(&rw.Builder, op.LHS(), op.RHS())
	rw.ReplaceUses(op.Sum(), sum.Result())
	rw.Erase(op.Op)
	return true
}

// (x + c₀) - c₁ → x + (c₀ - c₁)
func subAddConstant(op SubI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[AddI](op.LHS())
	if !ok {
		return false
	}
	c0, c1, ok := constants(in.RHS(), op.RHS())
	if !ok {
		return false
	}
	r := NewAddI(&rw.Builder, in.LHS(), combine(rw, c0, c1, minus))
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// c₁ - (x + c₀) → (c₁ - c₀) - x
func subConstantAdd(op SubI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[AddI](op.RHS())
	if !ok {
		return false
	}
	c0, c1, ok := constants(in.RHS(), op.LHS())
	if !ok {
		return false
	}
	r := NewSubI(&rw.Builder, combine(rw, c1, c0, minus), in.LHS())
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// (x - c₀) - c₁ → x - (c₀ + c₁)
func subSubConstantRight(op SubI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[SubI](op.LHS())
	if !ok {
		return false
	}
	c0, c1, ok := constants(in.RHS(), op.RHS())
	if !ok {
		return false
	}
	r := NewSubI(&rw.Builder, in.LHS(), combine(rw, c0, c1, plus))
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// (c₀ - x) - c₁ → (c₀ - c₁) - x
func subSubConstantLeft(op SubI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[SubI](op.LHS())
	if !ok {
		return false
	}
	c0, c1, ok := constants(in.LHS(), op.RHS())
	if !ok {
		return false
	}
	r := NewSubI(&rw.Builder, combine(rw, c0, c1, minus), in.RHS())
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// c₁ - (x - c₀) → (c₀ + c₁) - x
func subConstantSubRight(op SubI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[SubI](op.RHS())
	if !ok {
		return false
	}
	c0, c1, ok := constants(in.RHS(), op.LHS())
	if !ok {
		return false
	}
	r := NewSubI(&rw.Builder, combine(rw, c0, c1, plus), in.LHS())
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// c₁ - (c₀ - x) → x + (c₁ - c₀)
func subConstantSubLeft(op SubI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[SubI](op.RHS())
	if !ok {
		return false
	}
	c0, c1, ok := constants(in.LHS(), op.LHS())
	if !ok {
		return false
	}
	r := NewAddI(&rw.Builder, in.RHS(), combine(rw, c1, c0, minus))
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// (a - b) - a → 0 - b
func subSubSame(op SubI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[SubI](op.LHS())
	if !ok || in.LHS() != op.RHS() {
		return false
	}
	zero, ok := constInt(0, op.Result().Type())
	if !ok {
		return false
	}
	r := NewSubI(&rw.Builder, NewConstant(&rw.Builder, zero).Result(), in.RHS())
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// (x · c₀) · c₁ → x · (c₀ · c₁)
func mulMulConstant(op MulI, rw *rewrite.Rewriter) bool {
	in, ok := ir.Defining[MulI](op.LHS())
	if !ok {
		return false
	}
	c0, c1, ok := constants(in.RHS(), op.RHS())
	if !ok {
		return false
	}
	r := NewMulI(&rw.Builder, in.LHS(), combine(rw, c0, c1, func(x, y int64) int64 { return x * y }))
	rw.ReplaceWith(op.Op, withFlags(r.Op, op.OverflowFlags(), in.OverflowFlags()))
	return true
}

// low, high of x · y → x · y, where nothing reads high
func mulSignedUnused(op MulSIExtended, rw *rewrite.Rewriter) bool {
	return lowOnly(op.Op, rw)
}

// low, high of x · y → x · y, where nothing reads high
func mulUnsignedUnused(op MulUIExtended, rw *rewrite.Rewriter) bool {
	return lowOnly(op.Op, rw)
}

func lowOnly(op *ir.Op, rw *rewrite.Rewriter) bool {
	if op.ResultAt(1).HasUses() {
		return false
	}
	m := NewMulI(&rw.Builder, op.OperandAt(0), op.OperandAt(1))
	rw.ReplaceUses(op.ResultAt(0), m.Result())
	rw.Erase(op)
	return true
}

// low, high of x · 1 → x, -1 where x < 0
func mulSignedOne(op MulSIExtended, rw *rewrite.Rewriter) bool {
	if !isOne(constantOf(op.RHS())) {
		return false
	}
	zero, ok := constInt(0, op.LHS().Type())
	if !ok {
		return false
	}
	b := &rw.Builder
	negative := NewCmpI(b, SLT, op.LHS(), NewConstant(b, zero).Result())
	rw.Replace(op.Op, op.LHS(), NewExtSI(b, negative.Result(), op.High().Type()).Out())
	return true
}

// ext(x) & ext(y) → ext(x & y)
func andExtended(op AndI, rw *rewrite.Rewriter) bool {
	return narrow(op.Op, rw, func(x, y *ir.Value) *ir.Op { return NewAndI(&rw.Builder, x, y).Op })
}

// ext(x) | ext(y) → ext(x | y)
func orExtended(op OrI, rw *rewrite.Rewriter) bool {
	return narrow(op.Op, rw, func(x, y *ir.Value) *ir.Op { return NewOrI(&rw.Builder, x, y).Op })
}

// ext(x) ^ ext(y) → ext(x ^ y)
func xorExtended(op XOrI, rw *rewrite.Rewriter) bool {
	return narrow(op.Op, rw, func(x, y *ir.Value) *ir.Op { return NewXOrI(&rw.Builder, x, y).Op })
}

// narrow does a bitwise operation in front of the extensions of its operands.
func narrow(op *ir.Op, rw *rewrite.Rewriter, make func(x, y *ir.Value) *ir.Op) bool {
	l, r := op.OperandAt(0).Def(), op.OperandAt(1).Def()
	if l == nil || r == nil || l.Def() != r.Def() || !ir.Is[ExtSI](l) && !ir.Is[ExtUI](l) {
		return false
	}
	x, y := l.OperandAt(0), r.OperandAt(0)
	if x.Type() != y.Type() {
		return false
	}
	inner := make(x, y).Result()
	t := op.Result().Type()
	if ir.Is[ExtSI](l) {
		rw.Replace(op, NewExtSI(&rw.Builder, inner, t).Out())
		return true
	}
	rw.Replace(op, NewExtUI(&rw.Builder, inner, t).Out())
	return true
}

// not(x < y) → x ≥ y
func notCompare(op XOrI, rw *rewrite.Rewriter) bool {
	cmp, ok := ir.Defining[CmpI](op.LHS())
	if !ok || !isOne(constantOf(op.RHS())) {
		return false
	}
	rw.Replace(op.Op, NewCmpI(&rw.Builder, cmp.Predicate().Inverted(), cmp.LHS(), cmp.RHS()).Result())
	return true
}

// (-a) · (-b) → a · b
func mulNegatedFloats(op MulF, rw *rewrite.Rewriter) bool {
	a, ok1 := ir.Defining[NegF](op.LHS())
	b, ok2 := ir.Defining[NegF](op.RHS())
	if !ok1 || !ok2 {
		return false
	}
	r := NewMulF(&rw.Builder, a.Operand(), b.Operand())
	r.SetAttrAt(0, op.AttrAt(0))
	rw.Replace(op.Op, r.Result())
	return true
}

// (-a) / (-b) → a / b
func divNegatedFloats(op DivF, rw *rewrite.Rewriter) bool {
	a, ok1 := ir.Defining[NegF](op.LHS())
	b, ok2 := ir.Defining[NegF](op.RHS())
	if !ok1 || !ok2 {
		return false
	}
	r := NewDivF(&rw.Builder, a.Operand(), b.Operand())
	r.SetAttrAt(0, op.AttrAt(0))
	rw.Replace(op.Op, r.Result())
	return true
}
