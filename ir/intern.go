package ir

import (
	"hash/maphash"
	"runtime"
	"sync"
	"weak"
)

// interner maps the canonical text of types or attributes to their one
// representative. It holds weak pointers, so a long-lived process does not
// grow with the types it once saw. It is the only mutable package state of ir,
// and nothing can observe it.
type interner[T any] struct {
	shards [16]shard[T]
}

// shard is a hash table of its own with linear probing: of millions of names most are
// new, and then one look at the table is all it takes.
type shard[T any] struct {
	mu    sync.Mutex
	slots []slot[T] // a power of two of them, or none
	count int       // of slots in use
	open  *chunk[T] // being filled
	rec   *record[T]
	used  int
}

// slot says where a representative is; in is nil in a free one.
type slot[T any] struct {
	in   *record[T]
	hash uint32
	at   uint8
}

// Representatives live and die in small chunks: what the collector needs to
// know of a weak pointer costs more than making the representative does.
const (
	chunkLen = 8
	longKey  = 256 // a longer key has a chunk of its own, which nothing else keeps alive
)

type chunk[T any] [chunkLen]T

// record is what is known of a chunk without keeping it alive.
type record[T any] struct {
	chunk  weak.Pointer[chunk[T]]
	keys   [chunkLen]string
	hashes [chunkLen]uint32
}

// internSeed only spreads keys over shards and slots; no result depends on it.
var internSeed = maphash.MakeSeed()

// get returns the representative of key, made by mk where there is none yet.
func (in *interner[T]) get(key []byte, mk func(key string) T) *T {
	h := maphash.Bytes(internSeed, key)
	s, hash := &in.shards[h%uint64(len(in.shards))], uint32(h>>32)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count >= len(s.slots)/4*3 {
		s.resize(max(minSlots, 2*len(s.slots)))
	}
	e := &s.slots[s.find(hash, key)]
	if e.in == nil {
		s.count++
	} else if c := e.in.chunk.Value(); c != nil {
		return &c[e.at]
	}
	k := string(key)
	v := mk(k)
	if s.open == nil || s.used == chunkLen || len(k) > longKey {
		s.renew()
	}
	c, at := s.open, s.used
	c[at], s.rec.keys[at], s.rec.hashes[at] = v, k, hash
	*e = slot[T]{s.rec, hash, uint8(at)}
	if s.used++; len(k) > longKey {
		s.open = nil
	}
	return &c[at]
}

// find returns the number of key's slot, or of the free one where it would be.
func (s *shard[T]) find(hash uint32, key []byte) int {
	mask := len(s.slots) - 1
	for i := int(hash) & mask; ; i = (i + 1) & mask {
		e := &s.slots[i]
		if e.in == nil || e.hash == hash && e.in.keys[e.at] == string(key) {
			return i
		}
	}
}

// minSlots is the least number of slots of a shard that has any.
const minSlots = 16

// resize gives the table n slots.
func (s *shard[T]) resize(n int) {
	old := s.slots
	s.slots = make([]slot[T], n)
	for _, e := range old {
		if e.in == nil {
			continue
		}
		i := int(e.hash) & (n - 1)
		for s.slots[i].in != nil {
			i = (i + 1) & (n - 1)
		}
		s.slots[i] = e
	}
}

// renew makes a new chunk to fill.
func (s *shard[T]) renew() {
	s.open, s.used = &chunk[T]{}, 0
	s.rec = &record[T]{chunk: weak.Make(s.open)}
	runtime.AddCleanup(s.open, s.drop, s.rec)
}

// drop forgets the representatives of a chunk that was collected, unless new ones took
// their place.
func (s *shard[T]) drop(gone *record[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at, hash := range gone.hashes {
		mask := len(s.slots) - 1
		for i := int(hash) & mask; s.slots[i].in != nil; i = (i + 1) & mask {
			if e := s.slots[i]; e.in == gone && int(e.at) == at {
				s.free(i)
				break
			}
		}
	}
	if n := len(s.slots); n > minSlots && s.count < n/8 {
		s.resize(n / 2)
	}
}

// free empties a slot, and moves back what stands behind it because the slots in front
// were taken.
func (s *shard[T]) free(i int) {
	s.count--
	mask := len(s.slots) - 1
	for j := (i + 1) & mask; s.slots[j].in != nil; j = (j + 1) & mask {
		home := int(s.slots[j].hash) & mask
		if (j-home)&mask >= (j-i)&mask {
			s.slots[i] = s.slots[j]
			i = j
		}
	}
	s.slots[i] = slot[T]{}
}
