package host

import (
	"sync"
	"sync/atomic"
)

// FreeList keeps objects for reuse, such as the memory of runs. Unlike a sync.Pool, it keeps the
// objects across garbage collections, so programs in a steady state allocate nothing. The zero
// value is ready to use. The methods are safe for concurrent use.
type FreeList[T any] struct {
	last atomic.Pointer[T] // one object, which is accessed without the lock
	mu   sync.Mutex
	free []*T
}

// mostFree is the maximum length of FreeList.free.
const mostFree = 64

// Get returns an object from the list; nil if the list is empty.
func (l *FreeList[T]) Get() *T {
	if t := l.last.Load(); t != nil && l.last.CompareAndSwap(t, nil) {
		return t
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.free); n > 0 {
		t := l.free[n-1]
		l.free = l.free[:n-1]
		return t
	}
	return nil
}

// Put keeps t for reuse, unless the list is full.
func (l *FreeList[T]) Put(t *T) {
	if l.last.CompareAndSwap(nil, t) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.free) < mostFree {
		l.free = append(l.free, t)
	}
}

// Clear removes all objects.
func (l *FreeList[T]) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last.Store(nil)
	l.free = nil
}
