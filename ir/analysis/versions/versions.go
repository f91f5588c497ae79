// Package versions tells which value of an argument an operation reads, where operations
// of the block change what arguments hold.
//
// What reads such an argument must not be moved, copied or joined with another across a
// change as if it were a value: that is what passes ask here.
package versions

import (
	"sort"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// Versions are the changes of a block's arguments. They stay right while operations are
// inserted, moved and erased, as long as those that change arguments stay as they are.
type Versions struct {
	block   *ir.Block
	changes map[*ir.Value][]*ir.Op // in program order
	places  map[*ir.Op]int         // nil unless they were noted
}

// Of finds the changes in b. An operation that is said to mutate an argument, but does
// not write, is none: what it leaves behind is what was there.
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

// Any reports whether anything is changed.
func (x *Versions) Any() bool { return len(x.changes) > 0 }

// Changes reports whether some operation changes v.
func (x *Versions) Changes(v *ir.Value) bool { return len(x.changes[v]) > 0 }

// Note notes where operations stand, for callers that insert others while they ask: to know
// then which of two stands first, the block would be numbered anew after each. Operations are
// not moved across changes from then on.
func (x *Versions) Note() {
	if !x.Any() {
		return
	}
	x.places = map[*ir.Op]int{}
	for op := range x.block.Ops() {
		x.places[op] = len(x.places)
	}
}

// NoteBefore notes that op, which is new, stands in front of other.
func (x *Versions) NoteBefore(op, other *ir.Op) {
	if at, ok := x.places[other]; ok {
		x.places[op] = at
	}
}

// At returns how many changes of v stand before op: the version that op reads. It is 0 of
// what does not change. An operation inside of another reads what that one does, and one
// of another block, which the block must dominate, what there is at the end.
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

// Maker returns the change that made the version of v that op reads; nil where op reads
// what v held at first, or v does not change.
func (x *Versions) Maker(op *ir.Op, v *ir.Value) *ir.Op {
	if n := x.At(op, v); n > 0 {
		return x.changes[v][n-1]
	}
	return nil
}

// Last reports whether op reads v as it is at the end of the block.
func (x *Versions) Last(op *ir.Op, v *ir.Value) bool { return x.At(op, v) == len(x.changes[v]) }

// Same reports whether v is the same to a and to b.
func (x *Versions) Same(v *ir.Value, a, b *ir.Op) bool { return x.At(a, v) == x.At(b, v) }

// Movable reports whether op would make the same at another place: whether it is pure and
// reads the same there.
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
