package interp

import (
	"context"
	"time"

	"github.com/lathe-ir/lathe/ir"
)

type observerKey struct{}

// WithObserver returns a context in which runs call observe after each operation that is not a
// terminator, with the time at which the operation started. Concurrent runs with this context call
// observe concurrently. Operations in the jobs that [Context.Parallel] runs are not observed.
func WithObserver(ctx context.Context, observe func(op *ir.Op, began time.Time)) context.Context {
	return context.WithValue(ctx, observerKey{}, observe)
}

func observerOf(ctx context.Context) func(op *ir.Op, began time.Time) {
	observe, _ := ctx.Value(observerKey{}).(func(*ir.Op, time.Time))
	return observe
}
