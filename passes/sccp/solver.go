package sccp

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// state is the kind of an SSA value's lattice value. It changes only from unseen to constant or
// varies, or from constant to varies.
type state uint8

const (
	unseen   state = iota // no reachable operation defines the SSA value
	constant              // the SSA value is the same in all reachable executions
	varies
)

type fact struct {
	state   state
	value   ir.Attr
	dialect *ir.Dialect // the dialect that materializes the constant
}

// solver follows control flow from the regions of root.
type solver struct {
	root  *ir.Op
	facts map[*ir.Value]fact
	live  map[*ir.Block]bool
	calls callGraph
	work  []*ir.Op
	queue map[*ir.Op]bool
}

func newSolver(root *ir.Op) *solver {
	return &solver{
		root: root, facts: map[*ir.Value]fact{}, live: map[*ir.Block]bool{},
		calls: newCallGraph(root), queue: map[*ir.Op]bool{},
	}
}

// solve runs until no lattice value changes.
func (s *solver) solve() {
	for _, r := range s.root.Regions() {
		s.enter(r, true)
	}
	for len(s.work) > 0 {
		op := s.work[0]
		s.work = s.work[1:]
		delete(s.queue, op)
		s.visit(op)
	}
}

// enter makes the first block of r live. If vary is set, nothing is known about the arguments of
// this block.
func (s *solver) enter(r *ir.Region, vary bool) {
	if r == nil || r.Empty() {
		return
	}
	b := r.Entry()
	if vary {
		for _, a := range b.Args() {
			s.join(a, fact{state: varies})
		}
	}
	s.reach(b)
}

func (s *solver) reach(b *ir.Block) {
	if s.live[b] {
		return
	}
	s.live[b] = true
	for op := range b.Ops() {
		s.push(op)
	}
}

func (s *solver) push(op *ir.Op) {
	if !s.queue[op] {
		s.queue[op] = true
		s.work = append(s.work, op)
	}
}

// join joins the lattice value of v with f.
func (s *solver) join(v *ir.Value, f fact) {
	old := s.facts[v]
	switch {
	case f.state == unseen || old.state == varies,
		old.state == constant && f.state == constant && old.value == f.value:
		return
	case old.state == constant:
		f = fact{state: varies}
	}
	s.facts[v] = f
	for u := range v.Uses() {
		if b := u.Owner().Block(); b != nil && s.live[b] {
			s.push(u.Owner())
		}
	}
}

func (s *solver) vary(op *ir.Op) {
	for v := range op.Results() {
		s.join(v, fact{state: varies})
	}
}

// value returns the constant that v is known to be, or the zero Attr.
func (s *solver) value(v *ir.Value) ir.Attr {
	if f := s.facts[v]; f.state == constant {
		return f.value
	}
	return ir.Attr{}
}

// visit updates the results of op from the lattice values of its operands.
func (s *solver) visit(op *ir.Op) {
	if op.Terminator() || op.NumSuccessors() > 0 {
		s.leave(op)
	}
	if s.calls.isCall(op) {
		s.call(op)
		return
	}
	if op.NumRegions() > 0 {
		s.inside(op)
		return
	}
	if op.NumResults() > 0 {
		s.compute(op)
	}
}

func (s *solver) compute(op *ir.Op) {
	consts := make([]ir.Attr, op.NumOperands())
	for i := range consts {
		f := s.facts[op.OperandAt(i)]
		if f.state == unseen {
			return
		}
		consts[i] = f.value
	}
	if op.Has(ir.ConstantLike) && op.NumResults() == 1 {
		if c, ok := op.View().(ir.Constant); ok {
			s.join(op.Result(), fact{constant, c.Value(), op.Def().Dialect()})
			return
		}
	}
	folded, ok := foldAside(op, consts)
	if !ok || len(folded) != op.NumResults() {
		s.vary(op)
		return
	}
	for i, r := range folded {
		if r.Value != nil {
			s.join(op.ResultAt(i), s.facts[r.Value])
			continue
		}
		s.join(op.ResultAt(i), fact{constant, r.Attr, op.Def().Dialect()})
	}
}

// foldAside folds op, and undoes the changes that folding makes to op itself.
func foldAside(op *ir.Op, consts []ir.Attr) (ir.Folded, bool) {
	operands := op.OperandList()
	var attrs []ir.Attr
	for i := range op.Def().Spec.Attrs {
		attrs = append(attrs, op.AttrAt(i))
	}
	folded, ok := rewrite.Fold(op, consts)
	if now := op.OperandList(); !slices.Equal(now, operands) {
		op.SetOperands(operands)
	}
	for i, a := range attrs {
		op.SetAttrAt(i, a)
	}
	return folded, ok && len(folded) > 0
}

// inside follows control flow into the regions of op.
func (s *solver) inside(op *ir.Op) {
	if s.calls.known(op) {
		return // entered by calls
	}
	if rb, ok := ir.Cast[ir.RegionBranch](op); ok {
		if s.conditionUnseen(op) {
			return
		}
		s.follow(op, op, rb.RegionEdges(nil, s.value))
		return
	}
	for _, r := range op.Regions() {
		s.enter(r, true)
	}
	s.vary(op)
}

// conditionUnseen reports whether an operand has no fact yet, so that it is unknown which regions
// op enters.
func (s *solver) conditionUnseen(op *ir.Op) bool {
	for v := range op.Operands() {
		if s.facts[v].state == unseen {
			return true
		}
	}
	return false
}

// follow takes the edges es, which lead from op into the regions of the operation owner or out of
// this operation.
func (s *solver) follow(owner, op *ir.Op, es []ir.RegionEdge) {
	for _, e := range es {
		from, to := e.Passed(op), e.Received(owner)
		for i, v := range to {
			if n := i - e.First; n >= 0 && n < len(from) {
				s.join(v, s.facts[from[n]])
			} else {
				s.join(v, fact{state: varies})
			}
		}
		if e.To != nil {
			s.enter(e.To, false)
		}
	}
}

// leave follows control flow out of the block that op ends.
func (s *solver) leave(op *ir.Op) {
	if op.NumSuccessors() > 0 {
		s.branch(op)
		return
	}
	owner := op.Parent()
	if owner == nil || owner == s.root {
		return
	}
	if s.calls.returns(op) {
		s.callReturns(owner, op)
		return
	}
	if rb, ok := ir.Cast[ir.RegionBranch](owner); ok {
		s.follow(owner, op, rb.RegionEdges(op, s.value))
	}
}

// branch follows control flow to the successors that op can take.
func (s *solver) branch(op *ir.Op) {
	only := (*ir.Block)(nil)
	if c, ok := ir.Cast[ir.BranchChoice](op); ok {
		if s.facts[c.Selector()].state == unseen && op.NumSuccessors() > 1 {
			return
		}
		if a := s.value(c.Selector()); !a.IsNil() {
			if i, known := c.SuccessorFor(a); known {
				only = op.SuccessorAt(i)
			}
		}
	}
	fw, forwards := ir.Cast[ir.Branch](op)
	for i, to := range op.Successors() {
		if only != nil && to != only {
			continue
		}
		var passed []*ir.Value
		if forwards {
			passed = op.OperandRange(fw.Forwarded(i))
		}
		for n, a := range to.Args() {
			if n < len(passed) {
				s.join(a, s.facts[passed[n]])
			} else {
				s.join(a, fact{state: varies})
			}
		}
		s.reach(to)
	}
}
