package interp

import (
	"context"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestNewEnds checks that a large allocation ends the evaluation if the context has ended, and that a
// small one does not.
func TestNewEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := &Context{ctx: ctx}
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
