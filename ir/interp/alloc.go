package interp

import (
	"context"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// slowElements is the smallest number of elements of a tensor that is allocated by an Allocator.
// Clearing the memory of such a tensor can take longer than the time in which a canceled run must
// end.
const slowElements = 64 << 20

// Allocator returns a new tensor. It fails if ctx ends first.
type Allocator func(ctx context.Context, k tensor.Kind, shape []int64) (*tensor.Tensor, error)

type allocatorKey struct{}

// WithAllocator returns a context whose runs allocate large tensors with a.
func WithAllocator(ctx context.Context, a Allocator) context.Context {
	return context.WithValue(ctx, allocatorKey{}, a)
}

// New is like [tensor.New]. If the context of the run has an Allocator and ends before a large
// tensor is allocated, New ends the evaluation and the run. c may be nil, as during folding.
func (c *Context) New(k tensor.Kind, shape ...int64) *tensor.Tensor {
	if c == nil || tensor.NumElements(shape) < slowElements {
		return tensor.New(k, shape...)
	}
	allocate, ok := c.ctx.Value(allocatorKey{}).(Allocator)
	if !ok {
		return tensor.New(k, shape...)
	}
	t, err := allocate(c.ctx, k, shape)
	c.endIfDone()
	return tensor.Must(t, err)
}
