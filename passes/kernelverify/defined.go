package kernelverify

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

// defined checks that op has a result: MLIR leaves some divisions and shifts
// undefined.
func (e *env) defined(op *ir.Op) {
	if e.dead > 0 || e.trial > 0 {
		return
	}
	switch op.Name() {
	case "arith.divsi", "arith.remsi":
		e.notEqual(op, 0)
		e.notEqual(op, -1)
	case "arith.divui", "arith.remui":
		e.notEqual(op, 0)
	case "arith.shli", "arith.shrsi", "arith.shrui":
		bits, _ := bitsOf(op.Result().Type())
		amount := e.form(op.OperandAt(1))
		if !e.atLeast(amount, 0) || !e.atMost(amount, int64(bits)-1) {
			lo, hi := e.span(amount, bits)
			e.v.fail(ir.Errorf(op, "amount must be in [0, %d], but is only known to be in [%d, %d]", bits-1, lo, hi))
		}
	}
}

// notEqual reports where the divisor of op may be c.
func (e *env) notEqual(op *ir.Op, c int64) {
	if !e.excludes(op.OperandAt(1), c) {
		e.v.fail(ir.Errorf(op, "divisor must not be %d, but that is not proved", c).
			WithHelp("divide by a select of it and another number"))
	}
}

// excludes reports whether v is never c.
func (e *env) excludes(v *ir.Value, c int64) bool {
	f := e.form(v)
	if e.dead > 0 || e.atLeast(f, c+1) || e.atMost(f, c-1) {
		return true
	}
	def := v.Def()
	if def == nil {
		return false
	}
	switch def.Name() {
	case "vector.broadcast":
		return e.excludes(def.OperandAt(0), c)
	case "arith.select":
		cond := def.OperandAt(0)
		return e.excludesUnder(def.OperandAt(1), c, cond, true) && e.excludesUnder(def.OperandAt(2), c, cond, false)
	}
	return false
}

// excludesUnder is excludes where cond is known to be truth.
func (e *env) excludesUnder(v *ir.Value, c int64, cond *ir.Value, truth bool) bool {
	if e.tells(cond, truth, v, c) {
		return true
	}
	defer e.scope()()
	e.assume(cond, truth)
	return e.excludes(v, c)
}

// tells reports whether cond's being truth says that v is not c.
func (e *env) tells(cond *ir.Value, truth bool, v *ir.Value, c int64) bool {
	def := cond.Def()
	if def == nil {
		return false
	}
	switch def.Name() {
	case "arith.andi", "arith.ori":
		// Of an and that is true, or an or that is false, both sides are known.
		return (def.Name() == "arith.andi") == truth &&
			(e.tells(def.OperandAt(0), truth, v, c) || e.tells(def.OperandAt(1), truth, v, c))
	case "vector.broadcast":
		return e.tells(def.OperandAt(0), truth, v, c)
	case "arith.cmpi":
		p, _ := def.Attr("predicate").Int()
		x, y := e.form(def.OperandAt(0)), e.form(def.OperandAt(1))
		if x.isConst() {
			x, y = y, x
		}
		differs := arith.IntPredicate(p) == arith.NE && truth || arith.IntPredicate(p) == arith.EQ && !truth
		return differs && y.isConst() && y.c == c && x.equal(e.form(v))
	}
	return false
}
