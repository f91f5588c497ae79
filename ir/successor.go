package ir

import (
	"iter"
	"unsafe"
)

// blockUse is one successor of an operation, in the use list of the successor block.
type blockUse struct {
	owner *Op
	next  *blockUse
	back  **blockUse // the pointer to this blockUse in the list
}

func (u *blockUse) link(b *Block) {
	u.next = b.uses
	if u.next != nil {
		u.next.back = &u.next
	}
	u.back = &b.uses
	b.uses = u
}

func (u *blockUse) unlink() {
	*u.back = u.next
	if u.next != nil {
		u.next.back = u.back
	}
	u.next, u.back = nil, nil
}

// index returns the index of the successor among the successors of the operation.
func (u *blockUse) index() int {
	first := &u.owner.ext.rare.uses[0]
	return int((uintptr(unsafe.Pointer(u)) - uintptr(unsafe.Pointer(first))) / unsafe.Sizeof(blockUse{}))
}

// SuccessorAt returns successor i of op.
func (op *Op) SuccessorAt(i int) *Block { return op.Successors()[i] }

// Successors returns the successor blocks. The caller must not change the slice.
func (op *Op) Successors() []*Block {
	if r := op.rare(); r != nil {
		return r.succs
	}
	return nil
}

// SetSuccessorAt sets successor i to b.
func (op *Op) SetSuccessorAt(i int, b *Block) {
	r := op.ext.rare
	r.uses[i].unlink()
	r.succs[i] = b
	r.uses[i].link(b)
}

func (op *Op) initSuccessors(bs []*Block) {
	r := op.needRare()
	r.succs = append([]*Block(nil), bs...)
	r.uses = make([]blockUse, len(bs))
	for i, b := range bs {
		r.uses[i].owner = op
		r.uses[i].link(b)
	}
}

func (op *Op) dropSuccessors() {
	if r := op.rare(); r != nil {
		for i := range r.uses {
			r.uses[i].unlink()
		}
		r.succs, r.uses = nil, nil
	}
}

// HasUses reports whether b is a successor of any operation.
func (b *Block) HasUses() bool { return b.uses != nil }

// Uses yields the operations that have b as a successor, with the index of that successor. It
// starts with the use that was added last. If b is several successors of an operation, the
// operation appears several times. The current successor may be changed during the iteration.
func (b *Block) Uses() iter.Seq2[*Op, int] {
	return func(yield func(*Op, int) bool) {
		for u := b.uses; u != nil; {
			next := u.next
			if !yield(u.owner, u.index()) {
				return
			}
			u = next
		}
	}
}

// SinglePredecessor returns the predecessor of b if exactly one control-flow edge leads to b, and
// nil otherwise.
func (b *Block) SinglePredecessor() *Block {
	if b.uses == nil || b.uses.next != nil {
		return nil
	}
	return b.uses.owner.block
}
