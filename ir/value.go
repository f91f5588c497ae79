package ir

import (
	"iter"
	"unsafe"
)

// Value is a result of an operation or an argument of a block.
type Value struct {
	typ   Type
	uses  *Use
	owner unsafe.Pointer // *Op, or *Block if index has argBit
	index uint32
	num   uint32 // the printer's number or name; see number.go
}

const argBit = 1 << 31

// Use is one operand of an operation: the value, and the operation that reads it.
type Use struct {
	val   *Value
	owner *Op
	next  *Use
	back  **Use // the pointer to this Use in the list
}

// Type returns the value's type.
func (v *Value) Type() Type { return v.typ }

// SetType changes the type. The caller must ensure that every use stays valid.
func (v *Value) SetType(t Type) { v.typ = t }

// Def returns the operation that defines v as a result, or nil if v is a block argument.
func (v *Value) Def() *Op {
	if v.index&argBit != 0 {
		return nil
	}
	return (*Op)(v.owner)
}

// IsArg reports whether v is a block argument.
func (v *Value) IsArg() bool { return v.index&argBit != 0 }

// ArgBlock returns the block that has v as an argument, or nil if v is a result.
func (v *Value) ArgBlock() *Block {
	if v.index&argBit == 0 {
		return nil
	}
	return (*Block)(v.owner)
}

// Block returns the block in which v is defined. It is nil if the defining operation is detached.
func (v *Value) Block() *Block {
	if v.index&argBit != 0 {
		return (*Block)(v.owner)
	}
	return (*Op)(v.owner).block
}

// Index returns the position of v among the results or block arguments.
func (v *Value) Index() int { return int(v.index &^ argBit) }

// Loc returns the location of the defining operation or of the block argument.
func (v *Value) Loc() Loc {
	if v.index&argBit == 0 {
		return (*Op)(v.owner).Loc()
	}
	b := (*Block)(v.owner)
	if i := v.Index(); i < len(b.argLocs) {
		return b.argLocs[i]
	}
	return Loc{}
}

// HasUses reports whether an operand reads v.
func (v *Value) HasUses() bool { return v.uses != nil }

// HasOneUse reports whether exactly one operand reads v.
func (v *Value) HasOneUse() bool { return v.uses != nil && v.uses.next == nil }

// Uses yields the operands that read v, starting with the use that was added last. The current use
// may be changed during the iteration.
func (v *Value) Uses() iter.Seq[*Use] {
	return func(yield func(*Use) bool) {
		for u := v.uses; u != nil; {
			next := u.next
			if !yield(u) {
				return
			}
			u = next
		}
	}
}

// NumUses returns the number of uses. It takes time linear in this number.
func (v *Value) NumUses() int {
	n := 0
	for u := v.uses; u != nil; u = u.next {
		n++
	}
	return n
}

// ReplaceAllUses changes all uses of v to uses of w.
func (v *Value) ReplaceAllUses(w *Value) {
	if v == w {
		return
	}
	for v.uses != nil {
		v.uses.Set(w)
	}
}

// Owner returns the operation that has the operand.
func (u *Use) Owner() *Op { return u.owner }

// Value returns the value that the operand reads.
func (u *Use) Value() *Value { return u.val }

// Index returns the operand's index in its operation.
func (u *Use) Index() int {
	first := &u.owner.operandSlice()[0]
	return int((uintptr(unsafe.Pointer(u)) - uintptr(unsafe.Pointer(first))) / unsafe.Sizeof(Use{}))
}

// Set changes the operand to v.
func (u *Use) Set(v *Value) {
	u.unlink()
	u.link(v)
}

func (u *Use) link(v *Value) {
	u.val = v
	if v == nil {
		return
	}
	u.next = v.uses
	if u.next != nil {
		u.next.back = &u.next
	}
	u.back = &v.uses
	v.uses = u
}

func (u *Use) unlink() {
	if u.val == nil {
		return
	}
	*u.back = u.next
	if u.next != nil {
		u.next.back = u.back
	}
	u.val, u.next, u.back = nil, nil, nil
}
