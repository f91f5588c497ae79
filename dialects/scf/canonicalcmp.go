package scf

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// while … { condition(a < b) a } do { f(a < b) } → while … do { f(true) }. Likewise, f(a ≥ b)
// becomes f(false).
func whileComparison(op While, rw *rewrite.Rewriter) bool {
	cmp, ok := ir.Defining[arith.CmpI](op.Condition().Condition())
	if !ok {
		return false
	}
	changed := false
	for i, v := range op.Condition().Args() {
		for side := range 2 {
			if v != cmp.Op.OperandAt(side) {
				continue
			}
			changed = decideComparisons(rw, op, cmp, op.After().Arg(i), side) || changed
		}
	}
	return changed
}

// decideComparisons replaces comparisons in the after region by constants. cmp is the condition of
// the scf.while, so it is true in this region. a is the argument of this region that receives one
// operand of cmp; side is the index of this operand. A comparison is replaced if its operands are a
// and the other operand of cmp, in the same order, and its predicate is that of cmp or the inverse.
func decideComparisons(rw *rewrite.Rewriter, op While, cmp arith.CmpI, a *ir.Value, side int) bool {
	changed := false
	for u := range a.Uses() {
		c, ok := ir.As[arith.CmpI](u.Owner())
		if !ok || c.Op.OperandAt(side) != a || c.Op.OperandAt(1-side) != cmp.Op.OperandAt(1-side) {
			continue
		}
		holds := c.Predicate() == cmp.Predicate()
		if !holds && c.Predicate() != cmp.Predicate().Inverted() {
			continue
		}
		rw.ReplaceUses(c.Op.Result(), arith.NewConstant(&rw.Builder, ir.BoolAttr(holds)).Op.Result())
		changed = true
	}
	return changed
}
