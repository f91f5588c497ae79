package interp

import (
	"context"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// slowElements is a number of elements. The allocation of a tensor clears its memory. For a tensor
// with at least slowElements elements, this can take longer than the time in which a canceled run
// must end.
const slowElements = 64 << 20

// Allocator returns a new tensor, or fails if ctx ends before that.
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
