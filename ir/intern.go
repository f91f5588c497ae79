package ir

import (
	"hash/maphash"
	"runtime"
	"sync"
	"weak"
)

// interner maps the text of a type or attribute to the only representative with this text. It holds
// weak pointers, so that a long-lived process does not retain all types that it ever created. The
// interners are package variables, but no caller can observe their changes.
type interner[T any] struct {
	shards [16]shard[T]
}

// shard is one hash table with linear probing. In a large table, most looked-up keys are new. The
// tags usually show this, so that slots need not be read.
type shard[T any] struct {
	mu    sync.Mutex
	tags  []uint8      // for each slot: 0 if it is free, else the tag of its hash
	slots []slot       // the number of slots is 0 or a power of two
	count int          // number of slots in use
	recs  []*record[T] // records by number; nil if dropped
	spare []uint32     // numbers of dropped records
	open  *chunk[T]    // chunk that is being filled
	rec   *record[T]   // record of the chunk that is being filled
	used  int          // number of used elements in this chunk

	touched uint8 // never read; the write to it keeps the compiler from removing the reads in touch
}

// slot holds the hash of a key and the place of its representative.
type slot struct {
	hash uint32
	rep  place
}

// place is the position of a representative: the number of its record times chunkLen, plus the
// index in the chunk.
type place uint32

func (p place) in() int { return int(p / chunkLen) }
func (p place) at() int { return int(p % chunkLen) }

// Representatives are allocated and freed in chunks, because a weak pointer needs more memory than
// a representative.
const (
	chunkLen = 16
	longKey  = 256 // a longer key has a chunk of its own, so that no other key keeps it alive
)

type chunk[T any] [chunkLen]T

// record refers to a chunk without keeping it alive.
type record[T any] struct {
	number uint32 // index in the shard's recs
	chunk  weak.Pointer[chunk[T]]
	keys   [chunkLen]string
	hashes [chunkLen]uint32
}

func (r *record[T]) place(at int) place { return place(r.number*chunkLen + uint32(at)) }

// tagOf returns the tag of a hash: bits that do not select the slot. A tag is never 0.
func tagOf(hash uint32) uint8 { return uint8(hash>>25) | 1<<7 }

// internSeed only distributes keys over shards and slots; no result depends on it.
var internSeed = maphash.MakeSeed()

// get returns the representative of key. If key has no representative, get creates it with mk.
func (in *interner[T]) get(key []byte, mk func(key string) T) *T {
	h := maphash.Bytes(internSeed, key)
	s := in.shard(h)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.get(hashOf(h), key, mk)
}

func (in *interner[T]) shard(h uint64) *shard[T] { return &in.shards[h%uint64(len(in.shards))] }

// hashOf returns the part of a hash that is used inside a shard. Other bits select the shard.
func hashOf(h uint64) uint32 { return uint32(h >> 32) }

// together is the number of keys in a block.
const together = 64

// getAll is get for n keys. key(i, …) appends key i to its second argument. getAll calls got(i, …)
// with each representative, in order. mk(…) must not look up representatives, because all shards
// are locked.
//
// A large table does not fit into the caches, and a processor waits for outstanding loads when it
// takes or releases a lock. So getAll loads the entries of many keys while it holds the locks, and
// the cache misses overlap.
func (in *interner[T]) getAll(n int, key func(i int, to []byte) []byte, mk func(i int, key string) T, got func(i int, rep *T)) {
	var b block[T]
	for b.first = 0; b.first < n; b.first += together {
		b.keys = b.keys[:0]
		b.n = min(together, n-b.first)
		for i := range b.n {
			b.keys = key(b.first+i, b.keys)
			b.ends[i+1] = len(b.keys)
			b.hashes[i] = maphash.Bytes(internSeed, b.keys[b.ends[i]:])
		}
		in.getBlock(&b, mk)
		for i, rep := range b.reps[:b.n] {
			got(b.first+i, rep)
		}
	}
}

// block is a group of keys that getAll looks up together.
type block[T any] struct {
	first, n int
	keys     []byte
	ends     [together + 1]int // offsets in keys: key i begins at ends[i]
	hashes   [together]uint64
	reps     [together]*T
}

func (in *interner[T]) getBlock(b *block[T], mk func(i int, key string) T) {
	in.lock()
	defer in.unlock()
	for _, h := range b.hashes[:b.n] {
		in.shard(h).touch(hashOf(h))
	}
	for i, h := range b.hashes[:b.n] {
		b.reps[i] = in.shard(h).get(hashOf(h), b.keys[b.ends[i]:b.ends[i+1]], func(key string) T { return mk(b.first+i, key) })
	}
}

func (in *interner[T]) lock() {
	for i := range in.shards {
		in.shards[i].mu.Lock()
	}
}

func (in *interner[T]) unlock() {
	for i := range in.shards {
		in.shards[i].mu.Unlock()
	}
}

// touch reads the memory that get will read first, so that it is in the cache when get runs.
func (s *shard[T]) touch(hash uint32) {
	if n := len(s.slots); n > 0 {
		i := int(hash) & (n - 1)
		s.touched += s.tags[i] ^ uint8(s.slots[i].rep)
	}
}

func (s *shard[T]) get(hash uint32, key []byte, mk func(key string) T) *T {
	if s.count >= len(s.slots)/4*3 {
		s.resize(max(minSlots, 2*len(s.slots)))
	}
	i := s.find(hash, key)
	if s.tags[i] == 0 {
		s.count++
	} else if rep := s.rep(s.slots[i].rep); rep != nil {
		return rep
	}
	k := string(key)
	v := mk(k)
	if s.open == nil || s.used == chunkLen || len(k) > longKey {
		s.renew()
	}
	c, r, at := s.open, s.rec, s.used
	c[at], r.keys[at], r.hashes[at] = v, k, hash
	s.tags[i], s.slots[i] = tagOf(hash), slot{hash, r.place(at)}
	if s.used++; len(k) > longKey {
		s.open, s.rec = nil, nil
	}
	return &c[at]
}

// rep returns the representative at a place, or nil if it was garbage-collected.
func (s *shard[T]) rep(p place) *T {
	if c := s.recs[p.in()].chunk.Value(); c != nil {
		return &c[p.at()]
	}
	return nil
}

// find returns the index of key's slot or, if key has none, of the free slot where it belongs.
func (s *shard[T]) find(hash uint32, key []byte) int {
	mask, tag := len(s.tags)-1, tagOf(hash)
	for i := int(hash) & mask; ; i = (i + 1) & mask {
		switch s.tags[i] {
		case 0:
			return i
		case tag:
			if e := s.slots[i]; e.hash == hash && s.recs[e.rep.in()].keys[e.rep.at()] == string(key) {
				return i
			}
		}
	}
}

// minSlots is the smallest number of slots of a shard that is not empty.
const minSlots = 16

func (s *shard[T]) resize(n int) {
	tags, slots := s.tags, s.slots
	s.tags, s.slots = make([]uint8, n), make([]slot, n)
	for k, e := range slots {
		if tags[k] == 0 {
			continue
		}
		i := int(e.hash) & (n - 1)
		for s.tags[i] != 0 {
			i = (i + 1) & (n - 1)
		}
		s.tags[i], s.slots[i] = tags[k], e
	}
}

// renew makes a new chunk for the next representatives.
func (s *shard[T]) renew() {
	s.open, s.used = &chunk[T]{}, 0
	s.rec = &record[T]{number: uint32(len(s.recs)), chunk: weak.Make(s.open)}
	if n := len(s.spare); n > 0 {
		s.rec.number, s.spare = s.spare[n-1], s.spare[:n-1]
		s.recs[s.rec.number] = s.rec
	} else {
		s.recs = append(s.recs, s.rec)
	}
	runtime.AddCleanup(s.open, s.drop, s.rec)
}

// drop frees the slots of a chunk that was garbage-collected, except slots that already have new
// representatives.
func (s *shard[T]) drop(gone *record[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at, hash := range gone.hashes {
		mask := len(s.slots) - 1
		for i := int(hash) & mask; s.tags[i] != 0; i = (i + 1) & mask {
			if s.slots[i].rep == gone.place(at) {
				s.free(i)
				break
			}
		}
	}
	s.recs[gone.number] = nil
	s.spare = append(s.spare, gone.number)
	if n := len(s.slots); n > minSlots && s.count < n/8 {
		s.resize(n / 2)
	}
}

// free empties slot i. It moves later entries, which linear probing displaced, back toward the
// slots that their hashes select.
func (s *shard[T]) free(i int) {
	s.count--
	mask := len(s.slots) - 1
	for j := (i + 1) & mask; s.tags[j] != 0; j = (j + 1) & mask {
		home := int(s.slots[j].hash) & mask
		if (j-home)&mask >= (j-i)&mask {
			s.tags[i], s.slots[i] = s.tags[j], s.slots[j]
			i = j
		}
	}
	s.tags[i] = 0
}
