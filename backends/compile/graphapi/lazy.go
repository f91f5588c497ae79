package graphapi

import "context"

// lazy is a value that is computed when it is first needed. One caller computes it and the other
// callers wait. After an error, the next caller computes it again, with its own context.
type lazy[T any] struct {
	turn  chan struct{} // a lock; has an element while a caller holds it
	value T
	ok    bool
}

func newLazy[T any]() lazy[T] { return lazy[T]{turn: make(chan struct{}, 1)} }

// get returns the value. found reports whether an earlier call computed it. If ctx ends while get
// waits for another caller, get returns the error of ctx.
func (l *lazy[T]) get(ctx context.Context, compute func() (T, error)) (value T, found bool, err error) {
	if err := ctx.Err(); err != nil {
		return value, false, err
	}
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return value, false, ctx.Err()
	}
	defer l.release()
	if l.ok {
		return l.value, true, nil
	}
	if value, err = compute(); err == nil {
		l.value, l.ok = value, true
	}
	return value, false, err
}

// known returns the value if it was computed. If a caller is computing it, known waits.
func (l *lazy[T]) known() (value T, ok bool) {
	l.turn <- struct{}{}
	defer l.release()
	return l.value, l.ok
}

func (l *lazy[T]) release() { <-l.turn }
