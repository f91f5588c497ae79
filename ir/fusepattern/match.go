package fusepattern

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// MaxSteps limits the steps of one search. A step tries an operation or a statement, or scans
// usesPerStep uses. Steps beyond freeSteps are subtracted from a Budget.
const MaxSteps, freeSteps = 40_000, 1000

// Budget is the number of steps that searches can still use in addition to their free steps.
type Budget int

// NewBudget returns the budget for all searches in a program. Its steps take about a second.
func NewBudget() *Budget {
	b := Budget(4_000_000)
	return &b
}

// usesPerStep is the number of uses that a search scans in one step.
const usesPerStep = 64

// Graph is the graph in which a search looks for matches.
type Graph interface {
	// Position returns the position of an operation in the order of the graph. ok is false if the
	// operation is not part of the graph.
	Position(op *ir.Op) (n int, ok bool)
	// Taken returns the reason why an operation is no longer available for matches, or "".
	Taken(op *ir.Op) string
	// Declared reports whether the graph declares v as a result. Such a result may be used both
	// inside and outside a match, because the partition formed from the match returns it.
	Declared(v *ir.Value) bool
	// Accept returns the reason why a complete match is refused, or "" if it is accepted.
	Accept(m *Match) string
}

// Match is a set of operations that a pattern matches.
type Match struct {
	Pattern *Pattern
	// Ops are the operations in the order of the graph.
	Ops []*ir.Op
	// Ports are the values of the pattern's ports, by name.
	Ports map[string]*ir.Value
	// exported are values of the match that operations outside may use.
	exported []*ir.Value
}

// Exported reports whether the pattern marks v with "!", so that operations outside may use v.
func (m *Match) Exported(v *ir.Value) bool { return slices.Contains(m.exported, v) }

// Failure describes the longest partial match of a search, or a complete match that was refused,
// and the reason.
type Failure struct {
	Pattern *Pattern
	Ops     []*ir.Op
	Reason  string
	// Complete is set if the whole pattern matched, but the match was refused.
	Complete bool
	// Blocked is set if only a condition on a type or attribute failed, or if Graph.Taken excludes
	// an operation.
	Blocked bool
}

// Find searches for a match whose root is the operation root. If complete matches were refused, the
// Failure describes the first of them. Otherwise, if there is no match and explain is set, it
// describes the longest partial match. A long search uses steps of the budget "left".
func (p *Pattern) Find(g Graph, root *ir.Op, explain bool, left *Budget) (*Match, *Failure) {
	s := &search{p: p, g: g, env: make([]*ir.Value, len(p.slots)), explain: explain, limit: min(MaxSteps, freeSteps+int(*left))}
	defer func() { *left -= Budget(max(0, min(s.steps, s.limit)-freeSteps)) }()
	ok := s.operation(p.root, root, func() bool { return s.list(p.body[1:], s.accept) })
	if ok && (s.best == nil || !s.best.Complete) {
		return s.found, nil
	}
	return s.found, s.best
}

// search is the state of one backtracking search. Its methods receive the rest of the search as a
// function, next(). If next() returns false, the methods undo their changes.
type search struct {
	p        *Pattern
	g        Graph
	env      []*ir.Value
	ops      []*ir.Op
	exported []*ir.Value
	outer    []*ir.Value // operands that must be defined outside the match
	steps    int
	limit    int // the maximum number of steps
	explain  bool
	best     *Failure
	found    *Match
}

// list matches the statements of body and then calls next().
func (s *search) list(body []node, next func() bool) bool {
	if len(body) == 0 {
		return next()
	}
	if !s.step(nil) {
		return false
	}
	rest := func() bool { return s.list(body[1:], next) }
	switch n := body[0].(type) {
	case *opNode:
		return s.chain(n, 0, rest)
	case *repeatNode:
		return s.repeat(n, 0, rest)
	case *eitherNode:
		for _, alt := range n.alts {
			if s.list(alt, rest) {
				return true
			}
		}
	}
	return false
}

// step counts one step of the search. It returns false if the search has reached its limit. op is
// the operation that the search tries in this step, or nil if there is none.
func (s *search) step(op *ir.Op) bool {
	if s.steps++; s.steps > s.limit {
		s.fail(op, "the search stopped after %d steps", s.limit)
		return false
	}
	return true
}

// repeat matches the body of n as often as possible, and then calls next(). done is the number of
// repetitions so far.
func (s *search) repeat(n *repeatNode, done int, next func() bool) bool {
	if done < n.most {
		undo := s.forget(n.fresh)
		size := len(s.ops)
		again := func() bool { return len(s.ops) > size && s.repeat(n, done+1, next) }
		if s.list(n.body, again) {
			return true
		}
		undo()
	}
	return done >= n.least && next()
}

// forget makes the given slots unbound, and returns a function that undoes this.
func (s *search) forget(slots []int) (undo func()) {
	if len(slots) == 0 {
		return func() {}
	}
	old := make([]*ir.Value, len(slots))
	for i, k := range slots {
		old[i], s.env[k] = s.env[k], nil
	}
	return func() {
		for i, k := range slots {
			s.env[k] = old[i]
		}
	}
}

// chain matches a statement that is an operation. done is the number of repetitions so far.
func (s *search) chain(n *opNode, done int, next func() bool) bool {
	if done < n.most {
		undo := s.forget(n.fresh)
		for _, op := range s.candidates(n) {
			if s.operation(n, op, func() bool { return s.chain(n, done+1, next) }) {
				return true
			}
		}
		undo()
	}
	return done >= n.least && next()
}

// candidates returns the operations of n's kinds that read one of s.through(n), in the order of the
// graph.
func (s *search) candidates(n *opNode) []*ir.Op {
	ops := s.users(n, s.through(n))
	if len(ops) == 0 && n.least > 0 {
		s.fail(nil, "no operation %s reads a value that was matched before", n.label)
	}
	return ops
}

// users returns the operations of n's kinds that read one of the values, in the order of the graph.
func (s *search) users(n *opNode, values []*ir.Value) []*ir.Op {
	var ops []*ir.Op
	for _, v := range values {
		uses := 0
		for u := range v.Uses() {
			op := u.Owner()
			if _, ok := s.g.Position(op); ok && slices.Contains(n.kinds, op.Def()) {
				ops = append(ops, op)
			}
			uses++
		}
		s.steps += uses / usesPerStep
	}
	slices.SortFunc(ops, func(a, b *ir.Op) int {
		x, _ := s.g.Position(a)
		y, _ := s.g.Position(b)
		return cmp.Compare(x, y)
	})
	return slices.Compact(ops)
}

// through returns the values whose users are candidates for n. If an argument in n.through is
// required and all its alternatives are bound, these are the values of the first such argument.
// Otherwise they are the bound values of all arguments in n.through, and results that the
// operations in these arguments may compute from bound values.
func (s *search) through(n *opNode) []*ir.Value {
	var values []*ir.Value
	for _, a := range n.through {
		first, all := len(values), !a.optional
		for _, alt := range a.alts {
			switch {
			case alt.op != nil:
				values, all = append(values, s.computed(alt.op)...), false
			case alt.slot >= 0 && s.env[alt.slot] != nil:
				values = append(values, s.env[alt.slot])
			default:
				all = false
			}
		}
		if all {
			return values[first:]
		}
	}
	return values
}

// computed returns the values that n, an operand written as an operation, can match if n reads a
// value in s.through(n).
func (s *search) computed(n *opNode) (values []*ir.Value) {
	last := s.through(n)
	if n.least == 0 {
		values = slices.Clone(last)
	}
	for range n.most {
		var results []*ir.Value
		for _, op := range s.users(n, last) {
			results = append(results, op.ResultList()...)
			s.steps++
		}
		if values = append(values, results...); len(results) == 0 || s.steps > s.limit {
			break
		}
		last = results
	}
	return values
}

// fail records a failure in s.best if s.explain is set. It does not replace a Failure that is
// complete or has at least as many operations. op is the operation that did not match, or nil.
func (s *search) fail(op *ir.Op, format string, args ...any) {
	if !s.explain || s.best != nil && (s.best.Complete || len(s.best.Ops) >= len(s.ops)) {
		return
	}
	reason := fmt.Sprintf(format, args...)
	if op != nil {
		reason = fmt.Sprintf("'%s': %s", op.Name(), reason)
	}
	s.best = &Failure{Pattern: s.p, Ops: slices.Clone(s.ops), Reason: reason}
}

// block is like fail, and sets Failure.Blocked.
func (s *search) block(op *ir.Op, format string, args ...any) {
	before := s.best
	if s.fail(op, format, args...); s.best != before {
		s.best.Blocked = true
	}
}

// operation matches n with op and then calls next().
func (s *search) operation(n *opNode, op *ir.Op, next func() bool) bool {
	if !s.step(op) {
		return false
	}
	if !slices.Contains(n.kinds, op.Def()) {
		s.fail(op, "the pattern requires %s", n.label)
		return false
	}
	if _, ok := s.g.Position(op); !ok || slices.Contains(s.ops, op) {
		return false
	}
	if why := s.g.Taken(op); why != "" {
		s.block(op, "%s", why)
		return false
	}
	s.ops = append(s.ops, op)
	exported := len(s.exported)
	if s.operands(n, op, next) {
		return true
	}
	s.ops, s.exported = s.ops[:len(s.ops)-1], s.exported[:exported]
	return false
}

// operands matches the operands of op. It tries both orders of the first two operands of a
// commutative operation.
func (s *search) operands(n *opNode, op *ir.Op, next func() bool) bool {
	vs := op.OperandList()
	if len(vs) > len(n.args) && !n.rest && !n.each {
		s.fail(op, "it has %s, but the pattern has %d", countText(len(vs), len(vs)), len(n.args))
		return false
	}
	then := func() bool { return s.results(n, op, next) }
	if s.args(n, op, vs, 0, then) {
		return true
	}
	if !op.Has(ir.Commutative) || len(vs) < 2 || vs[0] == vs[1] {
		return false
	}
	vs[0], vs[1] = vs[1], vs[0]
	return s.args(n, op, vs, 0, then)
}

// args matches the operands vs[i:].
func (s *search) args(n *opNode, op *ir.Op, vs []*ir.Value, i int, next func() bool) bool {
	if i >= len(n.args) && (!n.each || i >= len(vs)) {
		if i < len(vs) {
			return s.outside(vs[i], func() bool { return s.args(n, op, vs, i+1, next) })
		}
		return next()
	}
	a := n.args[min(i, len(n.args)-1)]
	if i >= len(vs) {
		if !a.optional {
			s.fail(op, "it has %s, but the pattern needs more", countText(len(vs), len(vs)))
		}
		return a.optional && s.args(n, op, vs, i+1, next)
	}
	for _, alt := range a.alts {
		if s.operand(alt, op, vs[i], i, func() bool { return s.args(n, op, vs, i+1, next) }) {
			return true
		}
	}
	return false
}

// operand matches v, operand i of op.
func (s *search) operand(alt altNode, op *ir.Op, v *ir.Value, i int, next func() bool) bool {
	switch {
	case alt.op != nil:
		return s.nested(alt.op, op, v, i, next)
	case alt.slot == innerValue:
		return next()
	case alt.slot == anyValue:
		return s.outside(v, next)
	case s.env[alt.slot] == nil:
		s.env[alt.slot] = v
		if next() {
			return true
		}
		s.env[alt.slot] = nil
		return false
	case s.env[alt.slot] != v:
		s.fail(op, "its %s is not %s", ordinal(i), s.p.slots[alt.slot])
		return false
	}
	return next()
}

// ordinal names operand i, counted from 0.
func ordinal(i int) string {
	if words := []string{"first", "second", "third", "fourth", "fifth", "sixth"}; i < len(words) {
		return words[i] + " operand"
	}
	return fmt.Sprintf("operand %d (counted from 0)", i)
}

// outside requires that v is defined outside the match.
func (s *search) outside(v *ir.Value, next func() bool) bool {
	s.outer = append(s.outer, v)
	if next() {
		return true
	}
	s.outer = s.outer[:len(s.outer)-1]
	return false
}

// nested matches n with the operation that defines v. If n is repeated, nested also matches the
// earlier repetitions.
func (s *search) nested(n *opNode, user *ir.Op, v *ir.Value, i int, next func() bool) bool {
	def := v.Def()
	if n.most > 0 && def != nil && slices.Contains(n.kinds, def.Def()) && s.operation(s.rest(n), def, next) {
		return true
	}
	if n.least > 0 {
		if def == nil {
			s.fail(user, "its %s is an input, not a result of %s", ordinal(i), n.label)
		} else {
			s.fail(user, "its %s is a result of '%s', not of %s", ordinal(i), def.Name(), n.label)
		}
		return false
	}
	// The repetition ends here, so v must match the argument that would otherwise continue it.
	for _, alt := range n.args[n.chain].alts {
		if s.operand(alt, user, v, i, next) {
			return true
		}
	}
	return false
}

// rest returns n if n is not repeated. Otherwise it returns a node for the last repetition. The
// argument n.chain of this node matches the earlier repetitions.
func (s *search) rest(n *opNode) *opNode {
	if n.least == 1 && n.most == 1 {
		return n
	}
	one, rest := *n, *n
	one.least, one.most = 1, 1
	rest.least, rest.most = max(n.least-1, 0), n.most-1
	one.args = slices.Clone(n.args)
	if rest.most > 0 {
		one.args[n.chain] = argNode{alts: []altNode{{op: &rest}}}
	}
	return &one
}

// results binds the results of op, checks the conditions of n, and then calls next().
func (s *search) results(n *opNode, op *ir.Op, next func() bool) bool {
	old := make([]*ir.Value, len(n.results))
	for i, slot := range n.results {
		old[i] = s.env[slot]
		if i < op.NumResults() {
			s.env[slot] = op.ResultAt(i)
			if n.exported[i] {
				s.exported = append(s.exported, op.ResultAt(i))
			}
		}
	}
	if s.tests(n, op) && next() {
		return true
	}
	for i, slot := range n.results {
		s.env[slot] = old[i]
	}
	return false
}

func (s *search) tests(n *opNode, op *ir.Op) bool {
	for i := range n.tests {
		t := &n.tests[i]
		holds, got, ok := t.holds(op, s.env)
		switch {
		case holds:
			continue
		case ok:
			s.block(op, "the pattern requires %s, but it is %s", t.text, got)
		default:
			s.block(op, "the pattern requires %s, but this is unknown", t.text)
		}
		return false
	}
	return true
}

// accept checks a complete match and stores it in s.found, or records why it is refused.
func (s *search) accept() bool {
	m := &Match{Pattern: s.p, Ops: slices.Clone(s.ops), Ports: map[string]*ir.Value{}, exported: s.exported}
	slices.SortFunc(m.Ops, func(a, b *ir.Op) int {
		x, _ := s.g.Position(a)
		y, _ := s.g.Position(b)
		return cmp.Compare(x, y)
	})
	for i, name := range s.p.slots {
		if v := s.env[i]; v != nil && name[0] != '%' {
			m.Ports[name] = v
		}
	}
	why := s.inside(m)
	if why == "" {
		why = s.g.Accept(m)
	}
	if why != "" {
		if s.best == nil || !s.best.Complete {
			s.best = &Failure{Pattern: s.p, Ops: m.Ops, Reason: why, Complete: true}
		}
		return false
	}
	s.found = m
	return true
}

// inside returns why a match is invalid, or "". Ports and the operands in s.outer must be defined
// outside the match. A result that is used both inside and outside the match must be exported or
// declared.
func (s *search) inside(m *Match) string {
	for _, name := range s.p.slots {
		v := m.Ports[name]
		if v == nil {
			continue
		}
		if def := v.Def(); def != nil && slices.Contains(m.Ops, def) {
			return fmt.Sprintf("the port %s is a value of '%s', which is inside the match", name, def.Name())
		}
	}
	for _, v := range s.outer {
		if def := v.Def(); def != nil && slices.Contains(m.Ops, def) {
			return fmt.Sprintf("an operand that the pattern does not describe is the result of '%s', which is inside the match", def.Name())
		}
	}
	if len(m.Ops) == 1 {
		return ""
	}
	for _, op := range m.Ops {
		for _, v := range op.ResultList() {
			if other := s.otherUser(m, v); other != nil {
				return fmt.Sprintf("another operation, '%s', uses the result of '%s'", other.Name(), op.Name())
			}
		}
	}
	return ""
}

// otherUser returns an operation outside the match that uses v, if operations inside also use v. It
// returns nil if v is exported or declared.
func (s *search) otherUser(m *Match, v *ir.Value) *ir.Op {
	inner := false
	var other *ir.Op
	for u := range v.Uses() {
		if slices.Contains(m.Ops, u.Owner()) {
			inner = true
		} else {
			other = u.Owner()
		}
	}
	if inner && other != nil && !m.Exported(v) && !s.g.Declared(v) {
		return other
	}
	return nil
}
