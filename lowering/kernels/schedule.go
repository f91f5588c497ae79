package kernels

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// schedule says how the loops of a nest run. How the terms of a reduction are
// grouped, and so its bits, depends on the extents and kinds of the loops and on
// the target's lanes alone: never on what was fused into the body, or on how its
// operands lie in memory.
type schedule struct {
	extents  []int64
	parallel []int // loops from the outside in; the first is the grid
	reduce   []int // loops inside of them, from the outside in
	vec      int   // the loop that is in lanes; -1: none
	lanes    int64 // 1: none
	partial  bool  // vec reduces: each lane sums its share
	jam      int   // a parallel loop of which copies iterations run together; -1: none
	copies   int64
}

// plan schedules a nest whose accesses and body are known.
func plan(n *nest, lanes int64) schedule {
	s := schedule{extents: n.extents, vec: -1, lanes: 1, jam: -1, copies: 1}
	for d, r := range n.reduction {
		switch {
		case n.extents[d] == 1:
		case r:
			s.reduce = append(s.reduce, d)
		default:
			s.parallel = append(s.parallel, d)
		}
	}
	inner := innermost(n)
	if inner >= 0 && n.reduction[inner] {
		if l := reduceLanes(n.extents[inner], lanes); l > 1 && n.combines() {
			s.vec, s.lanes, s.partial = inner, l, true
		}
		return s
	}
	s.merge(n)
	if len(s.parallel) > 0 {
		last := s.parallel[len(s.parallel)-1]
		if l := parallelLanes(s.extents[last], lanes); l > 1 && n.contiguous(last) {
			s.vec, s.lanes = last, l
		}
	}
	s.choosejam(n)
	return s
}

// innermost returns the last loop with more than one iteration, or -1.
func innermost(n *nest) int {
	for d := len(n.extents) - 1; d >= 0; d-- {
		if n.extents[d] != 1 {
			return d
		}
	}
	return -1
}

// reduceLanes chooses the lanes of a sum of e terms: a step per vector, two per
// lane at the end, one per term that is left over.
func reduceLanes(e, most int64) int64 {
	best, cost := int64(1), e
	for l := int64(2); l <= most && l <= e; l *= 2 {
		if c := e/l + 2*l + e%l; c < cost {
			best, cost = l, c
		}
	}
	return best
}

// parallelLanes chooses the lanes of e independent iterations.
func parallelLanes(e, most int64) int64 {
	best, cost := int64(1), e
	for l := int64(2); l <= most && l <= e; l *= 2 {
		if c := e/l + e%l; c <= cost {
			best, cost = l, c
		}
	}
	return best
}

// merge makes one loop of neighbours that every access walks as one.
func (s *schedule) merge(n *nest) {
	extents := append([]int64(nil), s.extents...)
	s.extents = extents
	for i := len(s.parallel) - 2; i >= 0; i-- {
		outer, inner := s.parallel[i], s.parallel[i+1]
		if n.usesIndex(outer) || n.usesIndex(inner) || !n.walkAsOne(outer, inner, extents[inner]) {
			continue
		}
		extents[inner] *= extents[outer]
		extents[outer] = 1
		s.parallel = append(s.parallel[:i], s.parallel[i+1:]...)
	}
}

// choosejam lets several rows of a reduction run together, so that what they
// share is loaded once.
func (s *schedule) choosejam(n *nest) {
	if len(s.reduce) == 0 {
		return
	}
	for i := len(s.parallel) - 1; i >= 0; i-- {
		d := s.parallel[i]
		if d == s.vec || !n.shares(d) {
			continue
		}
		for _, c := range []int64{4, 2} {
			if s.extents[d]%c == 0 {
				s.jam, s.copies = d, c
				return
			}
		}
		return
	}
}

// grid is the number of slices that a runtime may take apart.
func (s *schedule) grid() int64 {
	if len(s.parallel) == 0 {
		return 1
	}
	d := s.parallel[0]
	e := s.extents[d]
	switch d {
	case s.vec:
		return e/s.lanes + e%s.lanes
	case s.jam:
		return e / s.copies
	}
	return e
}

// nest is a linalg.generic on buffers, ready to be scheduled.
type nest struct {
	structured.Nest
	extents   []int64
	reduction []bool
	ins, outs []access
	body      *ir.Block
}

func newNest(g structured.Nest) *nest {
	n := &nest{Nest: g, extents: g.Extents, reduction: g.Reduction, body: g.Body()}
	for i, v := range g.Ins {
		n.ins = append(n.ins, accessOf(v, g.Maps[i]))
	}
	for i, v := range g.Outs {
		n.outs = append(n.outs, accessOf(v, g.OutMap(i)))
	}
	return n
}

func (n *nest) accesses(f func(access) bool) bool {
	for _, a := range n.ins {
		if !f(a) {
			return false
		}
	}
	for _, a := range n.outs {
		if !f(a) {
			return false
		}
	}
	return true
}

func (n *nest) walkAsOne(outer, inner int, extent int64) bool {
	return n.accesses(func(a access) bool { return a.coef[outer] == a.coef[inner]*extent })
}

func (n *nest) usesIndex(d int) bool {
	for op := range n.body.Ops() {
		if i, ok := ir.As[linalg.Index](op); ok && i.Dim() == int64(d) {
			return true
		}
	}
	return false
}

// contiguous reports whether running loop d in lanes pays: results are next to
// each other, and more than half of what is read is, or stays the same.
func (n *nest) contiguous(d int) bool {
	for _, a := range n.outs {
		if a.coef[d] != 1 {
			return false
		}
	}
	strided := 0
	for _, a := range n.ins {
		if a.coef[d] != 0 && a.coef[d] != 1 {
			strided++
		}
	}
	return strided == 0 || n.body.Len() > 3*strided+1
}

// shares reports whether iterations of loop d have an input in common.
func (n *nest) shares(d int) bool {
	for _, a := range n.ins {
		if a.coef[d] == 0 && product(n.extents) > 1 {
			return true
		}
	}
	return false
}

// combines reports whether every output is combined with its terms by an
// operation that may be regrouped.
func (n *nest) combines() bool {
	for i := range n.outs {
		if op, _ := n.combiner(i); op == nil {
			return false
		}
	}
	return true
}

// combiner returns the operation that adds a term to output i, and the number of
// its operand that is the sum so far.
func (n *nest) combiner(i int) (op *ir.Op, at int) {
	yielded := n.body.Last().OperandAt(i)
	acc := n.body.Arg(len(n.ins) + i)
	op = yielded.Def()
	if op == nil || op.Block() != n.body || !acc.HasOneUse() || op.NumOperands() != 2 {
		return nil, 0
	}
	if _, ok := neutral(op); !ok {
		return nil, 0
	}
	for k := range 2 {
		if op.OperandAt(k) == acc {
			return op, k
		}
	}
	return nil, 0
}

// neutral returns the value that op leaves every other as it is. A sum begins
// with -0, since -0 + x is x for every x.
func neutral(op *ir.Op) (ir.Attr, bool) {
	t := op.Result().Type()
	switch op.View().(type) {
	case arith.AddF:
		return ir.NewFloat(math.Copysign(0, -1), t), true
	case arith.MulF:
		return ir.NewFloat(1, t), true
	case arith.MaximumF:
		return ir.NewFloat(math.Inf(-1), t), true
	case arith.MinimumF:
		return ir.NewFloat(math.Inf(1), t), true
	case arith.AddI, arith.OrI, arith.XOrI, arith.MaxUI:
		return ir.NewInt(0, t), true
	case arith.MulI:
		return ir.NewInt(1, t), true
	case arith.AndI, arith.MinUI:
		return ir.NewInt(-1, t), true
	case arith.MaxSI:
		return ir.NewInt(math.MinInt64>>(64-t.Kind().Bits()), t), t.Kind() != tensor.I1
	case arith.MinSI:
		return ir.NewInt(math.MaxInt64>>(64-t.Kind().Bits()), t), t.Kind() != tensor.I1
	}
	return ir.Attr{}, false
}
