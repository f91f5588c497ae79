package kernelverify

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
)

// scope starts a region. Facts that are learned before the call of end hold only in this region.
func (e *env) scope() (end func()) {
	known, quotients := len(e.undo), len(e.made)
	return func() {
		if len(e.undo) > known {
			e.version++
		}
		for i := len(e.undo) - 1; i >= known; i-- {
			u := e.undo[i]
			a := &e.atoms[u.atom]
			a.lo, a.hi = u.lo, u.hi
			a.upper, a.lower = a.upper[:u.upper:u.upper], a.lower[:u.lower:u.lower]
			e.dead = u.dead
		}
		e.undo = e.undo[:known]
		for _, key := range e.made[quotients:] {
			delete(e.divisions, key)
		}
		e.made = e.made[:quotients]
	}
}

// learn changes the known facts about atom i until the scope ends.
func (e *env) learn(i int, change func(a *atom)) {
	e.version++
	a := &e.atoms[i]
	e.undo = append(e.undo, undone{i, a.lo, a.hi, len(a.upper), len(a.lower), e.dead})
	change(a)
	if a.lo > a.hi {
		e.dead++
	}
}

// never() records that the code up to the end of the scope is not reached.
func (e *env) never() {
	e.learn(e.slice, func(*atom) {})
	e.dead++
}

// notPositive learns f ≤ 0.
func (e *env) notPositive(f form) {
	if v, ok := e.min(f); ok && v > 0 {
		e.never()
		return
	}
	for i, t := range f.terms {
		neg, ok := f.without(t.atom).times(-1)
		if !ok {
			return
		}
		// coeff·atom ≤ neg
		if t.coeff > 0 {
			e.above(t, neg, i == len(f.terms)-1)
		} else {
			e.below(t, neg, i == len(f.terms)-1)
		}
	}
}

// above learns t ≤ f. If symbolic is true, it records f itself as a bound of t's atom; then all
// atoms of f must have lower numbers than t's atom.
func (e *env) above(t term, f form, symbolic bool) {
	v, ok := e.max(f)
	e.learn(t.atom, func(a *atom) {
		if ok {
			a.hi = min(a.hi, floorDiv(v, t.coeff))
		}
		if symbolic {
			a.upper = append(a.upper, bound{f, t.coeff})
		}
	})
}

// below learns t ≤ f for a term t with a negative coefficient, so f bounds t's atom from below.
// symbolic has the same meaning as for the method [env.above].
func (e *env) below(t term, f form, symbolic bool) {
	neg, ok := f.times(-1)
	if !ok {
		return
	}
	v, ok := e.min(neg)
	e.learn(t.atom, func(a *atom) {
		if ok {
			a.lo = max(a.lo, ceilDiv(v, -t.coeff))
		}
		if symbolic {
			a.lower = append(a.lower, bound{neg, -t.coeff})
		}
	})
}

// assume learns that the boolean cond has the value truth. If cond is a vector, assume learns this
// for the current lane.
func (e *env) assume(cond *ir.Value, truth bool) {
	def := cond.Def()
	if def == nil || !e.budget.spend(chained) {
		return
	}
	switch o := def.View().(type) {
	case arith.CmpI:
		e.compare(o, truth)
	case arith.AndI, arith.OrI:
		if ir.Is[arith.AndI](def) == truth {
			e.assume(def.OperandAt(0), truth)
			e.assume(def.OperandAt(1), truth)
		}
	case arith.XOrI:
		for i := range 2 {
			if c, ok := constantInt(def.OperandAt(i)); ok {
				e.assume(def.OperandAt(1-i), truth != (c != 0))
			}
		}
	case arith.Constant:
		if c, ok := constantInt(cond); ok && (c != 0) != truth {
			e.never()
		}
	case vector.Broadcast:
		e.assume(o.Source(), truth)
	case vector.CreateMask:
		if truth {
			e.less(ofAtom(e.lane), e.form(def.OperandAt(0)), 1)
		}
	}
}

// compare learns that the integer comparison op has the result truth.
func (e *env) compare(op arith.CmpI, truth bool) {
	x, y := e.form(op.LHS()), e.form(op.RHS())
	switch p := op.Predicate(); {
	case p == arith.EQ && truth, p == arith.NE && !truth:
		e.less(x, y, 0)
		e.less(y, x, 0)
	case p == arith.SLT && truth, p == arith.SGE && !truth:
		e.less(x, y, 1)
	case p == arith.SLE && truth, p == arith.SGT && !truth:
		e.less(x, y, 0)
	case p == arith.SGT && truth, p == arith.SLE && !truth:
		e.less(y, x, 1)
	case p == arith.SGE && truth, p == arith.SLT && !truth:
		e.less(y, x, 0)
	case p == arith.ULT && truth, p == arith.UGE && !truth:
		e.lessUnsigned(x, y, 1)
	case p == arith.ULE && truth, p == arith.UGT && !truth:
		e.lessUnsigned(x, y, 0)
	case p == arith.UGT && truth, p == arith.ULE && !truth:
		e.lessUnsigned(y, x, 1)
	case p == arith.UGE && truth, p == arith.ULT && !truth:
		e.lessUnsigned(y, x, 0)
	}
}

// less learns x + by ≤ y.
func (e *env) less(x, y form, by int64) {
	if x.isConst() && y.isConst() && x.c > y.c { // their difference may exceed 64 bits
		e.never()
		return
	}
	if d, ok := x.plus(y, -1); ok {
		if d.c, ok = mulAdd(d.c, by, 1); ok {
			e.notPositive(d)
		}
	}
}

// lessUnsigned learns x + by ≤ y, where x and y are compared as unsigned numbers. If y may be
// negative as a signed number, it learns nothing. Otherwise it also learns that x is not negative.
func (e *env) lessUnsigned(x, y form, by int64) {
	if !e.atLeast(y, 0) {
		return
	}
	e.less(x, y, by)
	e.less(constant(0), x, 0)
}
