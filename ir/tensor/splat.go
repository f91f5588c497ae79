package tensor

import (
	"bytes"
	"context"
)

// SplatOf returns an element of v, as a tensor of shape [], if all elements of v have equal bits.
// It returns false if elements differ or v has no elements.
func SplatOf(v *Tensor) (*Tensor, bool) {
	n, size := v.NumElements(), v.Kind.Size()
	if n == 0 {
		return nil, false
	}
	first := v.Data[:size]
	if n > 1 && !bytes.Equal(v.Data[:len(v.Data)-size], v.Data[size:]) {
		return nil, false
	}
	one := New(v.Kind)
	copy(one.Data, first)
	return one, true
}

// Repeat returns a tensor of the given shape whose elements all equal the only element of "one". It
// fails if the shape is invalid, if the host lacks the memory, or if ctx is done.
func Repeat(ctx context.Context, one *Tensor, shape []int64) (*Tensor, error) {
	t, err := TryNew(one.Kind, shape...)
	if err != nil || len(t.Data) == 0 {
		return t, err
	}
	// Go cannot preempt a copy. A long copy would delay the garbage collector, and thus all
	// goroutines.
	const most = 1 << 20
	n := copy(t.Data, one.Data)
	for n < len(t.Data) {
		if n >= most && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n += copy(t.Data[n:], t.Data[:min(n, most)])
	}
	return t, nil
}
