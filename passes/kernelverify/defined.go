package kernelverify

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
)

// defined checks that the result of op is defined: MLIR leaves the results of some divisions and
// shifts undefined.
func (e *env) defined(op *ir.Op) {
	if e.dead > 0 || e.trial > 0 {
		return
	}
	switch op.View().(type) {
	case arith.DivSI, arith.RemSI:
		e.notEqual(op, 0)
		e.notEqual(op, -1)
	case arith.DivUI, arith.RemUI:
		e.notEqual(op, 0)
	case arith.ShLI, arith.ShRSI, arith.ShRUI:
		bits, _ := bitsOf(op.Result().Type())
		amount := e.form(op.OperandAt(1))
		if !e.atLeast(amount, 0) || !e.atMost(amount, int64(bits)-1) {
			lo, hi := e.span(amount, bits)
			e.v.fail(ir.Errorf(op, "amount must be in [0, %d], but is only known to be in [%d, %d]", bits-1, lo, hi))
		}
	}
}

// notEqual reports an error if the divisor of op may be c.
func (e *env) notEqual(op *ir.Op, c int64) {
	if !e.excludes(op.OperandAt(1), c) {
		e.v.fail(ir.Errorf(op, "cannot prove that the divisor is not %d", c).
			WithHelp("divide by the result of an arith.select that replaces this divisor by another number"))
	}
}

// excludes reports whether v is proved never to be c. It also returns true if the budget is spent,
// or if the current code is never reached.
func (e *env) excludes(v *ir.Value, c int64) bool {
	f := e.form(v)
	if !e.budget.spend(chained) || e.dead > 0 || e.atLeast(f, c+1) || e.atMost(f, c-1) {
		return true
	}
	def := v.Def()
	if def == nil {
		return false
	}
	switch o := def.View().(type) {
	case vector.Broadcast:
		return e.excludes(o.Source(), c)
	case arith.Select:
		return e.excludesUnder(o.TrueValue(), c, o.Condition(), true) && e.excludesUnder(o.FalseValue(), c, o.Condition(), false)
	}
	return false
}

// excludesUnder is like excludes, but assumes that cond has the value truth.
func (e *env) excludesUnder(v *ir.Value, c int64, cond *ir.Value, truth bool) bool {
	if e.tells(cond, truth, v, c) {
		return true
	}
	defer e.scope()()
	e.assume(cond, truth)
	return e.excludes(v, c)
}

// tells reports whether v ≠ c follows directly from the fact that cond has the value truth.
func (e *env) tells(cond *ir.Value, truth bool, v *ir.Value, c int64) bool {
	def := cond.Def()
	if def == nil || !e.budget.spend(chained) {
		return false
	}
	switch o := def.View().(type) {
	case arith.AndI, arith.OrI:
		// If arith.andi gives true, or arith.ori gives false, both operands are known.
		return ir.Is[arith.AndI](def) == truth &&
			(e.tells(def.OperandAt(0), truth, v, c) || e.tells(def.OperandAt(1), truth, v, c))
	case vector.Broadcast:
		return e.tells(o.Source(), truth, v, c)
	case arith.CmpI:
		x, y := e.form(o.LHS()), e.form(o.RHS())
		if x.isConst() {
			x, y = y, x
		}
		differs := o.Predicate() == arith.NE && truth || o.Predicate() == arith.EQ && !truth
		return differs && y.isConst() && y.c == c && x.equal(e.form(v))
	}
	return false
}
