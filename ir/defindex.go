package ir

import (
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
)

// defIndex is a hash table with linear probing that maps keys to records of operations (OpDef). Any
// number of goroutines may read it while one goroutine adds records. Records are never removed.
type defIndex[K comparable] struct {
	key   func(*OpDef) K
	slots atomic.Pointer[[]atomic.Pointer[OpDef]] // the number of slots is a power of two; at most half are in use
	used  int
}

var indexSeed = maphash.MakeSeed()

func newDefIndex[K comparable](key func(*OpDef) K) defIndex[K] { return defIndex[K]{key: key} }

// at returns the slot of the record of k or, if k has no record, the empty slot for it.
func (x *defIndex[K]) at(slots []atomic.Pointer[OpDef], k K) *atomic.Pointer[OpDef] {
	for i := maphash.Comparable(indexSeed, k); ; i++ {
		slot := &slots[i&uint64(len(slots)-1)]
		if d := slot.Load(); d == nil || x.key(d) == k {
			return slot
		}
	}
}

func (x *defIndex[K]) get(k K) *OpDef {
	slots := x.slots.Load()
	if slots == nil {
		return nil
	}
	return x.at(*slots, k).Load()
}

// put adds d, and replaces a record with the same key.
func (x *defIndex[K]) put(d *OpDef) {
	slots := x.slots.Load()
	if slots == nil || 2*(x.used+1) > len(*slots) {
		larger := make([]atomic.Pointer[OpDef], max(64, 4*x.used))
		for old := range x.all() {
			x.at(larger, x.key(old)).Store(old)
		}
		slots = &larger
		defer x.slots.Store(slots) // readers see the larger table only after d is in it
	}
	slot := x.at(*slots, x.key(d))
	if slot.Load() == nil {
		x.used++
	}
	slot.Store(d)
}

// all yields the records in an unspecified order.
func (x *defIndex[K]) all() iter.Seq[*OpDef] {
	return func(yield func(*OpDef) bool) {
		slots := x.slots.Load()
		if slots == nil {
			return
		}
		for i := range *slots {
			if d := (*slots)[i].Load(); d != nil && !yield(d) {
				return
			}
		}
	}
}

func (x *defIndex[K]) sorted() []*OpDef {
	return slices.SortedFunc(x.all(), func(a, b *OpDef) int { return strings.Compare(a.name, b.name) })
}
