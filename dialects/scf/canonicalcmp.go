package scf

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// while … { condition(a < b) a } do { f(a < b) } → while … do { f(true) }
// while … { condition(a < b) a } do { f(a ≥ b) } → while … do { f(false) }
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

// decideComparisons replaces comparisons of a in the after region by constants. a is the argument
// for operand "side" of cmp, which is the condition of the loop. For example, if cmp is x < y and
// side is 0, a < y becomes true, and a ≥ y becomes false.
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
