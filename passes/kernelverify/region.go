package kernelverify

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

func (e *env) block(b *ir.Block) {
	for op := range b.Ops() {
		if !e.budget.spend(1) {
			return
		}
		e.op(op)
	}
}

// branch interprets scf.if. Each result covers the values that the branches yield.
func (e *env) branch(op *ir.Op) {
	joins := make([]join, op.NumResults())
	for i := range joins {
		joins[i] = join{lo: math.MaxInt64, hi: math.MinInt64}
	}
	for i := range op.NumRegions() {
		if op.RegionAt(i).Empty() {
			continue
		}
		end := e.scope()
		e.assume(op.OperandAt(0), i == 0)
		e.block(op.RegionAt(i).Entry())
		yield := op.RegionAt(i).Entry().Last()
		for r := range joins {
			if bits, ok := bitsOf(op.ResultAt(r).Type()); ok {
				joins[r].add(e, e.form(yield.OperandAt(r)), bits)
			}
		}
		end()
	}
	for r := range joins {
		if v := op.ResultAt(r); tracked(v) {
			e.values[v] = joins[r].value(e, isVector(v.Type()))
		}
	}
}

func tracked(v *ir.Value) bool {
	_, ok := bitsOf(v.Type())
	return ok
}

// trip is the state of a loop that is being interpreted.
type trip struct {
	op     *ir.Op
	lower  form
	upper  form
	step   int64
	count  form   // iterations before the current iteration
	counts bool   // count is known
	empty  bool   // the body is never reached
	begin  []span // ranges of the initial values
	after  []span // ranges of the yielded values
	drift  []drift
}

// span is a range. In a list of spans of carried values, a value that is not an integer has the
// zero span.
type span struct{ lo, hi int64 }

func (s span) hull(t span) span     { return span{min(s.lo, t.lo), max(s.hi, t.hi)} }
func (s span) contains(t span) bool { return s.lo <= t.lo && t.hi <= s.hi }

// drift is the constant that a carried value grows by in every iteration, if known is set.
type drift struct {
	by    int64
	known bool
}

// loop interprets scf.for. If the body adds a constant to a carried integer, the count of
// iterations determines that integer. For other integers, loop guesses a range, and keeps it if
// trial runs of the body do not leave it.
func (e *env) loop(op *ir.Op) {
	step, _ := constantInt(op.OperandAt(2))
	l := &trip{op: op, lower: e.form(op.OperandAt(0)), upper: e.form(op.OperandAt(1)), step: step}
	n := op.NumResults()
	l.begin, l.after, l.drift = make([]span, n), make([]span, n), make([]drift, n)
	carried := make([]span, n)
	follows := false
	for i := range n {
		if v := op.ResultAt(i); tracked(v) {
			bits, _ := bitsOf(v.Type())
			l.begin[i].lo, l.begin[i].hi = e.span(e.form(op.OperandAt(3+i)), bits)
			carried[i].lo, carried[i].hi = rangeOf(bits)
			follows = true
		}
	}
	if follows {
		e.learnCarried(l, carried)
	}
	e.body(l, carried)
	for i := range n {
		if v := op.ResultAt(i); tracked(v) {
			s := l.begin[i]
			if !l.empty {
				s = s.hull(l.after[i])
			}
			e.values[v] = e.between(s.lo, s.hi, isVector(v.Type()))
		}
	}
}

// learnCarried finds the integers that grow by a constant, and narrows carried, the ranges of the
// carried values.
func (e *env) learnCarried(l *trip, carried []span) {
	e.trial++
	defer func() { e.trial-- }()
	for i := range l.drift {
		arg, yielded := l.op.RegionAt(0).Entry().Arg(1+i), l.op.RegionAt(0).Entry().Last().OperandAt(i)
		l.drift[i].by, l.drift[i].known = driftOf(yielded, arg)
	}
	full := slices.Clone(carried)
	copy(carried, l.begin)
	for range 3 {
		e.body(l, carried)
		stable := true
		for i, s := range l.after {
			if !carried[i].contains(s) {
				carried[i], stable = carried[i].hull(s), false
			}
		}
		if stable {
			return
		}
	}
	// Reset all ranges, because some were derived from ranges that proved wrong.
	copy(carried, full)
}

// driftOf returns the constant c if yielded is arg + c, where arg is the carried value. Otherwise
// ok is false.
func driftOf(yielded, arg *ir.Value) (by int64, ok bool) {
	def := yielded.Def()
	switch {
	case !tracked(arg):
		return 0, false
	case yielded == arg:
		return 0, true
	case !ir.Is[arith.AddI](def) && !ir.Is[arith.SubI](def):
		return 0, false
	}
	x, y := def.OperandAt(0), def.OperandAt(1)
	if y == arg && ir.Is[arith.AddI](def) {
		x, y = y, x
	}
	by, ok = constantInt(y)
	if ir.Is[arith.SubI](def) {
		by = -by
	}
	return by, ok && x == arg && by != math.MinInt64
}

// body interprets an arbitrary iteration. carried has ranges that contain the carried values at the
// start of an iteration.
func (e *env) body(l *trip, carried []span) {
	defer e.scope()()
	wasInGrid := e.inGrid
	defer func() { e.inGrid = wasInGrid }()
	b := l.op.RegionAt(0).Entry()
	l.empty = false
	e.values[b.Arg(0)] = e.iteration(l)
	e.less(l.lower, l.upper, 1)
	if e.dead > 0 {
		l.empty = true
	}
	for i, v := range l.op.ResultList() {
		if tracked(v) {
			e.values[b.Arg(1+i)] = e.carried(l, i, carried[i])
		}
	}
	e.block(b)
	for i, v := range l.op.ResultList() {
		if bits, ok := bitsOf(v.Type()); ok {
			l.after[i].lo, l.after[i].hi = e.span(e.form(b.Last().OperandAt(i)), bits)
		}
	}
}

// carried returns the value of carried argument i, which lies in s.
func (e *env) carried(l *trip, i int, s span) form {
	v := l.op.ResultAt(i)
	if d := l.drift[i]; d.known && l.counts {
		f, ok := e.form(l.op.OperandAt(3+i)).plus(l.count, d.by)
		bits, _ := bitsOf(v.Type())
		lo, hi := rangeOf(bits)
		if ok && e.atMost(f, hi) && e.atLeast(f, lo) {
			return f
		}
	}
	return e.between(s.lo, s.hi, isVector(v.Type()))
}

// iteration returns the value of the loop variable. It sets l.count if it can compute the count of
// iterations from the variable, or the variable from the count.
func (e *env) iteration(l *trip) form {
	l.counts = false
	first, _ := e.span(l.lower, 64)
	_, end := e.span(l.upper, 64)
	switch {
	case end <= first:
		e.never()
		return l.lower
	case end > math.MaxInt64-l.step+1:
		return e.unknown(ir.Index()) // the last step may wrap around
	}
	length, ok := l.upper.plus(l.lower, -1)
	if !ok {
		return e.between(first, end-1, false)
	}
	if length, ok = length.plus(constant(-1), 1); !ok {
		return e.between(first, end-1, false)
	}
	most, ok := e.max(length)
	if !ok {
		return e.between(first, end-1, false)
	}
	if most < 0 {
		e.never()
		return l.lower
	}
	if i, ok := e.gridVariable(l, span{first, end - 1}); ok {
		return i
	}
	b := bound{length, l.step}
	if g := length.gcd(l.step); g > 1 {
		b.f, _ = length.split(g)
		b.den /= g
	}
	l.count, l.counts = ofAtom(e.add(atom{lo: 0, hi: most / l.step, upper: []bound{b}})), true
	i, ok := l.lower.plus(l.count, l.step)
	if !ok {
		return e.between(first, end-1, false)
	}
	return i
}

// gridVariable returns the variable of a loop over the kernel's slice of the grid, or over a part
// of this slice, in steps of 1. ok is false for other loops, and for loops inside such a loop.
func (e *env) gridVariable(l *trip, s span) (i form, ok bool) {
	lo, hi := ofAtom(e.slice), ofAtom(e.slice+1)
	last, ok1 := l.upper.plus(constant(-1), 1)
	if e.inGrid || l.step != 1 || !ok1 || !e.lessEqual(lo, l.lower) || !e.lessEqual(l.upper, hi) {
		return form{}, false
	}
	e.inGrid = true
	i = ofAtom(e.add(atom{
		lo: s.lo, hi: s.hi, iteration: true,
		lower: []bound{{l.lower, 1}, {lo, 1}}, upper: []bound{{last, 1}, {form{-1, hi.terms}, 1}},
	}))
	l.count, l.counts = i.plus(l.lower, -1)
	return i, true
}
