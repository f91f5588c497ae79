package interp

import (
	"context"
	"time"

	"github.com/lathe-ir/lathe/ir"
)

type observerKey struct{}

// WithObserver returns a context whose runs call observe after each operation except terminators,
// with the start time of the operation. Concurrent runs call observe concurrently. Operations in
// the jobs of [Context.Parallel] are not observed.
func WithObserver(ctx context.Context, observe func(op *ir.Op, began time.Time)) context.Context {
	return context.WithValue(ctx, observerKey{}, observe)
}

func observerOf(ctx context.Context) func(op *ir.Op, began time.Time) {
	observe, _ := ctx.Value(observerKey{}).(func(*ir.Op, time.Time))
	return observe
}
