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
	mu sync.Mutex
	m  map[string]weak.Pointer[T]
}

// internSeed only spreads keys over shards and buckets; no result depends on it.
var internSeed = maphash.MakeSeed()

// get returns the representative of key, made by mk where there is none yet.
func (in *interner[T]) get(key []byte, mk func(key string) *T) *T {
	s := &in.shards[maphash.Bytes(internSeed, key)%uint64(len(in.shards))]
	s.mu.Lock()
	defer s.mu.Unlock()
	if w, ok := s.m[string(key)]; ok {
		if p := w.Value(); p != nil {
			return p
		}
	}
	k := string(key)
	p := mk(k)
	if s.m == nil {
		s.m = map[string]weak.Pointer[T]{}
	}
	w := weak.Make(p)
	s.m[k] = w
	runtime.AddCleanup(p, s.drop, entry[T]{k, w})
	return p
}

type entry[T any] struct {
	key string
	w   weak.Pointer[T]
}

// drop forgets a collected representative unless a new one took its place.
func (s *shard[T]) drop(e entry[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m[e.key] == e.w {
		delete(s.m, e.key)
	}
}
