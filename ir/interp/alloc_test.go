package interp

import (
	"context"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestNewEnds checks that the end of the context during a large allocation ends the evaluation, and
// that small tensors are not allocated by the Allocator.
func TestNewEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &Context{ctx: WithAllocator(ctx, func(ctx context.Context, _ tensor.Kind, shape []int64) (*tensor.Tensor, error) {
		if shape[0] != slowElements {
			t.Errorf("the allocator got the shape %v", shape)
		}
		cancel()
		return nil, ctx.Err()
	})}
	if got := c.New(tensor.I8, 3); got.NumElements() != 3 {
		t.Errorf("got %d elements, expected 3", got.NumElements())
	}
	defer func() {
		if _, ok := recover().(interruption); !ok {
			t.Error("the allocation did not end the evaluation")
		}
	}()
	c.New(tensor.I8, slowElements)
}
