package ir

import (
	"unsafe"

	"github.com/lathe-ir/lathe/ir/pages"
)

// pool allocates operations and their parts in chunks of up to 64 KiB, because parsing is faster
// with fewer allocations. Large chunks have no allocation header, which would misalign operations.
type pool struct {
	ops  []Op
	use  []Use
	val  []Value
	attr []Attr
	ext  []opExt
	disc []NamedAttr
	n    int // number of operations in the last chunk

	taken uintptr // total bytes of the chunks of operations
	asker pages.Asker
}

const (
	maxChunk   = 64 << 10
	maxOps     = maxChunk / int(unsafe.Sizeof(Op{}))
	filledFrom = 1 << 20 // total size of chunks in bytes after which new chunks get large pages
)

func (p *pool) op() *Op {
	if p == nil {
		return &Op{}
	}
	if len(p.ops) == 0 {
		p.n = min(max(4, 2*p.n), maxOps)
		p.ops = make([]Op, p.n)
		p.fill()
	}
	o := &p.ops[0]
	p.ops = p.ops[1:]
	return o
}

// fill requests large pages for the new chunk if the chunks so far show that the program is large.
func (p *pool) fill() {
	size := uintptr(p.n) * unsafe.Sizeof(Op{})
	if p.taken += size; p.taken > filledFrom {
		p.asker.Fill(unsafe.Pointer(&p.ops[0]), 1)
	}
}

func (p *pool) uses(n int) []Use {
	if p == nil {
		return make([]Use, n)
	}
	return carve(&p.use, n, p.n)
}

func (p *pool) values(n int) []Value {
	if p == nil {
		return make([]Value, n)
	}
	return carve(&p.val, n, p.n)
}

func (p *pool) attrs(n int) []Attr {
	if p == nil {
		return make([]Attr, n)
	}
	return carve(&p.attr, n, p.n)
}

func (p *pool) named(n int) []NamedAttr {
	if p == nil {
		return make([]NamedAttr, n)
	}
	return carve(&p.disc, n, p.n/4)
}

func (p *pool) newExt() *opExt {
	if p == nil {
		return &opExt{}
	}
	return &carve(&p.ext, 1, p.n/4)[0]
}

// carve returns the next n elements of slab. If too few elements are left, it makes a new slab of
// the given size. If n is more than half of this size, it allocates only the n elements.
func carve[T any](slab *[]T, n, size int) []T {
	if n > len(*slab) {
		if n > size/2 {
			return make([]T, n)
		}
		*slab = make([]T, size)
	}
	s := (*slab)[:n:n]
	*slab = (*slab)[n:]
	return s
}
