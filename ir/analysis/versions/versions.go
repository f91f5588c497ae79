// Package versions determines which version of a block argument an operation reads. Each change of
// the argument by an operation makes a new version.
//
// A reader of such an argument is not like other pure operations: a pass may move, copy or merge
// the reader only if it still reads the same version.
package versions

import (
	"sort"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// Versions lists the operations that change a block's arguments. Other operations may be inserted,
// moved or erased.
type Versions struct {
	block   *ir.Block
	changes map[*ir.Value][]*ir.Op // operations that change the argument, in program order
	places  map[*ir.Op]int         // positions of operations; nil before Note
}

// Of finds the operations in b that change arguments. An [index.Mutator] does not count if its
// effects are known and do not include a write to the argument.
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

// Note records the positions of operations. Without Note, each query after an insertion would
// renumber the block. After Note, callers must not move operations across changes.
func (x *Versions) Note() {
	if !x.Any() {
		return
	}
	x.places = map[*ir.Op]int{}
	for op := range x.block.Ops() {
		x.places[op] = len(x.places)
	}
}

// NoteBefore records that the new operation op was inserted before other.
func (x *Versions) NoteBefore(op, other *ir.Op) {
	if at, ok := x.places[other]; ok {
		x.places[op] = at
	}
}

// At returns the version of v that op reads: the number of changes of v before op. An operation in
// a region reads the version at the outer operation in v's block. An operation in another block,
// which v's block must dominate, reads the last version.
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

// Maker returns the operation that made the version of v that op reads, or nil for the initial
// version.
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

// Movable reports whether op is pure, and its operands have the same versions at the position of
// to.
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
