package host

import (
	"sync"
	"sync/atomic"
)

// FreeList keeps what is used again, such as the memory of runs. Unlike a sync.Pool it
// forgets nothing by itself, so that programs in a steady state make no garbage. The zero
// value is ready; methods are safe for concurrent use.
type FreeList[T any] struct {
	last atomic.Pointer[T] // one, without the lock
	mu   sync.Mutex
	free []*T
}

// mostFree is how many of one kind are kept.
const mostFree = 64

// Get returns something that was put back; nil where there is nothing.
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

// Put keeps t for later, unless there is enough.
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

// Clear forgets everything.
func (l *FreeList[T]) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last.Store(nil)
	l.free = nil
}
