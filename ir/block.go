package ir

import (
	"iter"
	"slices"
	"unsafe"
)

// Block is a list of arguments and a list of operations.
type Block struct {
	args        []*Value
	argLocs     []Loc
	first, last *Op
	uses        *blockUse
	region      *Region
	ordered     bool // Op.order is valid for all operations of the block
	num         uint32
}

// Region is a list of blocks owned by an operation. Callers may read Blocks, but must change it
// only by the methods of Region.
type Region struct {
	Blocks []*Block
	owner  *Op
}

// NewBlock returns a detached block.
func NewBlock() *Block { return &Block{ordered: true} }

// Region returns the region that contains b, or nil if b is detached.
func (b *Block) Region() *Region { return b.region }

// Parent returns the operation whose region contains b, or nil.
func (b *Block) Parent() *Op {
	if b.region == nil {
		return nil
	}
	return b.region.owner
}

// First and Last return the first and the last operation, or nil if the block is empty.
func (b *Block) First() *Op { return b.first }
func (b *Block) Last() *Op  { return b.last }

// Empty reports whether the block has no operations.
func (b *Block) Empty() bool { return b.first == nil }

// Terminator returns the last operation if it is a terminator, and otherwise nil.
func (b *Block) Terminator() *Op {
	if b.last == nil || !b.last.Terminator() {
		return nil
	}
	return b.last
}

// NumArgs returns the number of arguments.
func (b *Block) NumArgs() int { return len(b.args) }

// Arg returns argument i.
func (b *Block) Arg(i int) *Value { return b.args[i] }

// Args returns the arguments. The caller must not change the slice.
func (b *Block) Args() []*Value { return b.args }

// AddArg appends a new argument and returns it.
func (b *Block) AddArg(t Type, loc Loc) *Value {
	v := &Value{typ: t, owner: unsafe.Pointer(b), index: uint32(len(b.args)) | argBit}
	b.args = append(b.args, v)
	if !loc.IsUnknown() || len(b.argLocs) > 0 {
		for len(b.argLocs) < len(b.args)-1 {
			b.argLocs = append(b.argLocs, Loc{})
		}
		b.argLocs = append(b.argLocs, loc)
	}
	return v
}

// SetArgLoc changes the location of argument i.
func (b *Block) SetArgLoc(i int, loc Loc) {
	for len(b.argLocs) <= i {
		b.argLocs = append(b.argLocs, Loc{})
	}
	b.argLocs[i] = loc
}

// InsertArg inserts a new argument at position i and returns it.
func (b *Block) InsertArg(i int, t Type, loc Loc) *Value {
	v := b.AddArg(t, loc)
	copy(b.args[i+1:], b.args[i:len(b.args)-1])
	b.args[i] = v
	if len(b.argLocs) == len(b.args) {
		copy(b.argLocs[i+1:], b.argLocs[i:len(b.argLocs)-1])
		b.argLocs[i] = loc
	}
	b.renumberArgs()
	return v
}

// EraseArg removes argument i, which must have no uses.
func (b *Block) EraseArg(i int) {
	if b.args[i].uses != nil {
		panic("ir: BUG: erasing a block argument that is in use")
	}
	b.args = slices.Delete(b.args, i, i+1)
	if i < len(b.argLocs) {
		b.argLocs = slices.Delete(b.argLocs, i, i+1)
	}
	b.renumberArgs()
}

func (b *Block) renumberArgs() {
	for i, v := range b.args {
		v.index = uint32(i) | argBit
	}
}

// Ops yields the operations in order. The caller may erase or move the current operation, but not
// the next one.
func (b *Block) Ops() iter.Seq[*Op] {
	return func(yield func(*Op) bool) {
		for o := b.first; o != nil; {
			next := o.next
			if !yield(o) {
				return
			}
			o = next
		}
	}
}

// Backward yields the operations in reverse order. The caller may erase or move the current
// operation, but not the operation before it in the block.
func (b *Block) Backward() iter.Seq[*Op] {
	return func(yield func(*Op) bool) {
		for o := b.last; o != nil; {
			prev := o.prev
			if !yield(o) {
				return
			}
			o = prev
		}
	}
}

// Len returns the number of operations. It takes time linear in this number.
func (b *Block) Len() int {
	n := 0
	for o := b.first; o != nil; o = o.next {
		n++
	}
	return n
}

// Append inserts a detached operation at the end.
func (b *Block) Append(op *Op) { b.insert(op, nil) }

// insert inserts op before the operation "at", or at the end of the block if "at" is nil.
func (b *Block) insert(op, at *Op) {
	op.block = b
	if at == nil {
		op.prev, op.next = b.last, nil
		if b.last != nil {
			b.last.next = op
			op.order = b.last.order + 1
		} else {
			b.first = op
			op.order = 0
		}
		b.last = op
		return
	}
	op.prev, op.next = at.prev, at
	if at.prev != nil {
		at.prev.next = op
	} else {
		b.first = op
	}
	at.prev = op
	b.ordered = false
}

func (b *Block) renumber() {
	n := uint32(0)
	for o := b.first; o != nil; o = o.next {
		o.order = n
		n++
	}
	b.ordered = true
}

// SplitAt moves the given operation and all operations after it to a new block, which it inserts
// after b in b's region and returns.
func (b *Block) SplitAt(at *Op) *Block {
	n := NewBlock()
	for o := at; o != nil; {
		next := o.next
		o.MoveToEnd(n)
		o = next
	}
	if b.region != nil {
		b.region.InsertAfter(b, n)
	}
	return n
}

// Owner returns the operation that contains the region.
func (r *Region) Owner() *Op { return r.owner }

// Empty reports whether the region has no blocks.
func (r *Region) Empty() bool { return len(r.Blocks) == 0 }

// Entry returns the first block, or nil if the region is empty.
func (r *Region) Entry() *Block {
	if len(r.Blocks) == 0 {
		return nil
	}
	return r.Blocks[0]
}

// Append adds a detached block at the end and returns it.
func (r *Region) Append(b *Block) *Block {
	b.region = r
	r.Blocks = append(r.Blocks, b)
	return b
}

// AddBlock appends a new block with arguments of the given types and returns it.
func (r *Region) AddBlock(args ...Type) *Block {
	b := r.Append(NewBlock())
	for _, t := range args {
		b.AddArg(t, Loc{})
	}
	return b
}

// InsertAfter inserts the detached block b after the given block.
func (r *Region) InsertAfter(at, b *Block) {
	b.region = r
	r.Blocks = slices.Insert(r.Blocks, slices.Index(r.Blocks, at)+1, b)
}

// RemoveBlock removes b from the region without erasing it.
func (r *Region) RemoveBlock(b *Block) {
	i := slices.Index(r.Blocks, b)
	if i < len(r.Blocks)/2 { // fast near the start: merging a chain of blocks removes the second block each time
		copy(r.Blocks[1:i+1], r.Blocks)
		r.Blocks[0] = nil
		r.Blocks = r.Blocks[1:]
	} else {
		r.Blocks = slices.Delete(r.Blocks, i, i+1)
	}
	b.region = nil
}

// EraseBlock erases b and its operations. No operation outside b may use values of b.
func (r *Region) EraseBlock(b *Block) {
	for o := range b.Ops() {
		o.DropOperands()
	}
	for o := range b.Backward() {
		o.Erase()
	}
	r.RemoveBlock(b)
}

// TakeOps moves all operations of another block to the end of b.
func (b *Block) TakeOps(from *Block) {
	op := from.first
	from.first, from.last = nil, nil
	for op != nil {
		next := op.next
		b.insert(op, nil)
		op = next
	}
}

// TakeBlocks moves all blocks of another region to the end of r.
func (r *Region) TakeBlocks(from *Region) {
	for _, b := range from.Blocks {
		b.region = r
	}
	r.Blocks = append(r.Blocks, from.Blocks...)
	from.Blocks = nil
}

// IsAncestor reports whether op is inside r, at any depth.
func (r *Region) IsAncestor(op *Op) bool {
	for op != nil {
		pr := op.ParentRegion()
		if pr == r {
			return true
		}
		if pr == nil {
			return false
		}
		op = pr.owner
	}
	return false
}
