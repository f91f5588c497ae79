package kernelverify

import (
	"math"
	"math/bits"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

// span is the set of integers from lo to hi, both included; empty where lo > hi,
// which is code that never runs.
type span struct{ lo, hi int64 }

var everything = span{math.MinInt64, math.MaxInt64}

func exactly(v int64) span { return span{v, v} }

func (s span) empty() bool { return s.lo > s.hi }

func (s span) add(t span) span { return span{addSat(s.lo, t.lo), addSat(s.hi, t.hi)} }

func (s span) neg() span { return span{subSat(0, s.hi), subSat(0, s.lo)} }

func (s span) mul(t span) span {
	a, b, c, d := mulSat(s.lo, t.lo), mulSat(s.lo, t.hi), mulSat(s.hi, t.lo), mulSat(s.hi, t.hi)
	return span{min(a, b, c, d), max(a, b, c, d)}
}

func (s span) union(t span) span {
	switch {
	case s.empty():
		return t
	case t.empty():
		return s
	}
	return span{min(s.lo, t.lo), max(s.hi, t.hi)}
}

func (s span) meet(t span) span { return span{max(s.lo, t.lo), min(s.hi, t.hi)} }

// addSat, subSat and mulSat stop at the ends: a value that wraps is not inside of
// any buffer.
func addSat(a, b int64) int64 {
	c := a + b
	switch {
	case a > 0 && b > 0 && c < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && c >= 0:
		return math.MinInt64
	}
	return c
}

func subSat(a, b int64) int64 {
	if b == math.MinInt64 {
		return math.MaxInt64
	}
	return addSat(a, -b)
}

func mulSat(a, b int64) int64 {
	negative := (a < 0) != (b < 0)
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo > math.MaxInt64 {
		if negative {
			return math.MinInt64
		}
		return math.MaxInt64
	}
	if negative {
		return -int64(lo)
	}
	return int64(lo)
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return uint64(-a)
	}
	return uint64(a)
}

// ranges computes spans of integers, lane by lane for vectors. known holds
// arguments, loop variables, and what conditions say inside of branches.
type ranges struct {
	known map[*ir.Value]span
	memo  map[*ir.Value]span
}

// of returns a span that v lies in, whenever it is computed.
func (r *ranges) of(v *ir.Value) span {
	if s, ok := r.memo[v]; ok {
		return s
	}
	s, ok := r.known[v]
	if op := v.Def(); op != nil {
		d := r.defined(op)
		if ok {
			d = d.meet(s)
		}
		s = d
	} else if !ok {
		s = typeSpan(v.Type())
	}
	r.memo[v] = s
	return s
}

// typeSpan is what a value of type t can be.
func typeSpan(t ir.Type) span {
	d, ok := ir.TypeAs[*ir.IntType](t.Elem())
	if !ok || d.Bits >= 64 {
		return everything
	}
	return span{-1 << (d.Bits - 1), 1<<(d.Bits-1) - 1}
}

func (r *ranges) defined(op *ir.Op) span {
	if op.NumResults() != 1 {
		return everything
	}
	switch o := op.View().(type) {
	case arith.Constant:
		return constant(o.Value())
	case arith.AddI:
		return r.fit(op, r.of(o.LHS()).add(r.of(o.RHS())))
	case arith.SubI:
		return r.fit(op, r.of(o.LHS()).add(r.of(o.RHS()).neg()))
	case arith.MulI:
		return r.fit(op, r.of(o.LHS()).mul(r.of(o.RHS())))
	case arith.MinSI:
		a, b := r.of(o.LHS()), r.of(o.RHS())
		return span{min(a.lo, b.lo), min(a.hi, b.hi)}
	case arith.MaxSI:
		a, b := r.of(o.LHS()), r.of(o.RHS())
		return span{max(a.lo, b.lo), max(a.hi, b.hi)}
	case arith.Select:
		return r.of(op.OperandAt(1)).union(r.of(op.OperandAt(2)))
	case arith.IndexCast, arith.ExtSI:
		return r.of(op.OperandAt(0))
	}
	switch op.Name() {
	case "vector.broadcast":
		return r.of(op.OperandAt(0))
	case "vector.step":
		shape, _ := op.Result().Type().Shape()
		return span{0, shape[0] - 1}
	}
	return typeSpan(op.Result().Type())
}

// fit gives up where the operation may wrap.
func (r *ranges) fit(op *ir.Op, s span) span {
	t := typeSpan(op.Result().Type())
	if s.lo < t.lo || s.hi > t.hi {
		return t
	}
	return s
}

func constant(a ir.Attr) span {
	if v, ok := a.Int(); ok {
		return exactly(v)
	}
	vs, ok := a.Ints()
	if !ok || len(vs) == 0 {
		return everything
	}
	s := exactly(vs[0])
	for _, v := range vs {
		s = s.union(exactly(v))
	}
	return s
}

// assume notes what holds where cond is true: comparisons with constants, joined
// by and.
func (r *ranges) assume(cond *ir.Value) {
	switch o := cond.Def().View().(type) {
	case arith.AndI:
		r.assume(o.LHS())
		r.assume(o.RHS())
	case arith.CmpI:
		r.compared(o.LHS(), r.of(o.RHS()), o.Predicate())
	}
}

func (r *ranges) compared(v *ir.Value, by span, p arith.IntPredicate) {
	s := r.of(v)
	switch p {
	case arith.EQ:
		s = s.meet(by)
	case arith.SLT:
		s = s.meet(span{math.MinInt64, subSat(by.hi, 1)})
	case arith.SLE:
		s = s.meet(span{math.MinInt64, by.hi})
	case arith.SGT:
		s = s.meet(span{addSat(by.lo, 1), math.MaxInt64})
	case arith.SGE:
		s = s.meet(span{by.lo, math.MaxInt64})
	default:
		return
	}
	r.known[v] = s
	clear(r.memo)
}
