// Package versions determines which value of an argument an operation reads if operations of the
// block change arguments.
//
// A pass must not move, copy or merge a reader of such an argument across a change as if it were
// pure. This package answers when that is allowed.
package versions

import (
	"sort"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// Versions holds the changes of a block's arguments. It stays valid while operations are
// inserted, moved and erased, unless they change arguments.
type Versions struct {
	block   *ir.Block
	changes map[*ir.Value][]*ir.Op // in program order
	places  map[*ir.Op]int         // nil before Note
}

// Of finds the changes in b. An operation that is declared to mutate an argument but does not
// write to it is not a change.
func Of(b *ir.Block) *Versions {
	x := &Versions{block: b}
	for op := range b.Ops() {
		m, ok := ir.Cast[index.Mutator](op)
		if !ok {
			continue
		}
		for _, u := range m.Mutated() {
			if !writes(op, u.Value()) {
				continue
			}
			if x.changes == nil {
				x.changes = map[*ir.Value][]*ir.Op{}
			}
			x.changes[u.Value()] = append(x.changes[u.Value()], op)
		}
	}
	return x
}

func writes(op *ir.Op, v *ir.Value) bool {
	effects, known := op.Effects()
	for _, e := range effects {
		if e.Kind == ir.Write && (e.Value == nil || e.Value == v) {
			return true
		}
	}
	return !known
}

// Any reports whether any argument is changed.
func (x *Versions) Any() bool { return len(x.changes) > 0 }

// Changes reports whether some operation changes v.
func (x *Versions) Changes(v *ir.Value) bool { return len(x.changes[v]) > 0 }

// Note records the positions of operations, for callers that insert others between queries.
// Without it, comparing positions would renumber the block after each insertion. Callers must not
// move operations across changes afterwards.
func (x *Versions) Note() {
	if !x.Any() {
		return
	}
	x.places = map[*ir.Op]int{}
	for op := range x.block.Ops() {
		x.places[op] = len(x.places)
	}
}

// NoteBefore records that op, which is new, is before other.
func (x *Versions) NoteBefore(op, other *ir.Op) {
	if at, ok := x.places[other]; ok {
		x.places[op] = at
	}
}

// At returns the number of changes of v before op, which is the version that op reads. It is 0 if v
// does not change. An operation inside another reads what that one reads. For an operation in
// another block, which the block must dominate, it is the number of all changes.
func (x *Versions) At(op *ir.Op, v *ir.Value) int {
	list := x.changes[v]
	if len(list) == 0 {
		return 0
	}
	for op != nil && op.Block() != x.block {
		op = op.Parent()
	}
	if op == nil {
		return len(list)
	}
	if at, ok := x.places[op]; ok {
		return sort.Search(len(list), func(i int) bool { return x.places[list[i]] >= at })
	}
	return sort.Search(len(list), func(i int) bool { return !list[i].IsBefore(op) })
}

// Maker returns the change that made the version of v that op reads. It returns nil if op reads
// the initial value, or if v does not change.
func (x *Versions) Maker(op *ir.Op, v *ir.Value) *ir.Op {
	if n := x.At(op, v); n > 0 {
		return x.changes[v][n-1]
	}
	return nil
}

// Last reports whether op reads the final version of v.
func (x *Versions) Last(op *ir.Op, v *ir.Value) bool { return x.At(op, v) == len(x.changes[v]) }

// Same reports whether a and b read the same version of v.
func (x *Versions) Same(v *ir.Value, a, b *ir.Op) bool { return x.At(a, v) == x.At(b, v) }

// Movable reports whether op is pure and reads the same versions at the position of to.
func (x *Versions) Movable(op, to *ir.Op) bool {
	if !op.IsPure() {
		return false
	}
	for v := range op.Operands() {
		if !x.Same(v, op, to) {
			return false
		}
	}
	return true
}
