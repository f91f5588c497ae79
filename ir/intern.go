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

type shard[T any] struct {
	mu   sync.Mutex
	m    map[string]place[T]
	open *chunk[T] // being filled, with the keys of what it holds
	weak weak.Pointer[chunk[T]]
	keys *chunkKeys
	used int
}

// Representatives live and die in small chunks: what the collector needs to
// know of a weak pointer costs more than making the representative does.
const (
	chunkLen = 8
	longKey  = 256 // a longer key has a chunk of its own, which nothing else keeps alive
)

type (
	chunk[T any] [chunkLen]T
	chunkKeys    [chunkLen]string
)

// place is where a representative is.
type place[T any] struct {
	in weak.Pointer[chunk[T]]
	at uint8
}

// internSeed only spreads keys over shards and buckets; no result depends on it.
var internSeed = maphash.MakeSeed()

// get returns the representative of key, made by mk where there is none yet.
func (in *interner[T]) get(key []byte, mk func(key string) T) *T {
	s := &in.shards[maphash.Bytes(internSeed, key)%uint64(len(in.shards))]
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, ok := s.m[string(key)]; ok {
		if c := p.in.Value(); c != nil {
			return &c[p.at]
		}
	}
	k := string(key)
	v := mk(k)
	if s.open == nil || s.used == chunkLen || len(k) > longKey {
		s.renew()
	}
	c, at := s.open, s.used
	c[at], s.keys[at] = v, k
	if s.used++; len(k) > longKey {
		s.open = nil
	}
	s.m[k] = place[T]{s.weak, uint8(at)}
	return &c[at]
}

// renew makes a new chunk to fill.
func (s *shard[T]) renew() {
	if s.m == nil {
		s.m = map[string]place[T]{}
	}
	s.open, s.keys, s.used = &chunk[T]{}, &chunkKeys{}, 0
	s.weak = weak.Make(s.open)
	runtime.AddCleanup(s.open, s.drop, gone[T]{s.keys, s.weak})
}

// gone is a chunk that was collected.
type gone[T any] struct {
	keys *chunkKeys
	c    weak.Pointer[chunk[T]]
}

// drop forgets the representatives of a collected chunk, unless new ones took their
// place.
func (s *shard[T]) drop(g gone[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range g.keys {
		if p, ok := s.m[k]; ok && p.in == g.c {
			delete(s.m, k)
		}
	}
}
