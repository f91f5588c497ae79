package compile

import (
	"context"
	"maps"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/tune"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Tune searches for faster schedules of the kernels that one backend compiles for m. It does not
// change m. inputs are the inputs of the runs that are timed. When the time budget is spent, no
// further schedule is tried. The results of the program do not depend on schedules.
func Tune(ctx context.Context, m ir.Module, o Options, inputs []*tensor.Tensor, budget time.Duration) (*tune.Result, error) {
	if o.Backends == nil {
		o.Backends = Backends()
	}
	r := backends.NewRegistry(o.Backends, backends.Config{Threads: o.Threads, CacheDir: o.CacheDir, Warn: once(o.Warn)})
	defer r.Close()
	b, m, co, err := (&Executable{registry: r}).prepare(ctx, m, o, o.Warn)
	if err != nil {
		return nil, err
	}
	return tuned(ctx, b, m, co, inputs, budget)
}

// tuned tunes a module that prepare returned.
func tuned(ctx context.Context, b backends.Backend, m ir.Module, co backends.CompileOptions, inputs []*tensor.Tensor, budget time.Duration) (*tune.Result, error) {
	t, ok, err := backends.TargetOf(b, co.Properties)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, diag.OfKind(tune.ErrCannotTime, diag.Errorf(diag.Span{}, "backend '%s' compiles no kernels that can be tuned", b.Info().Name).
			WithHelp("tune for a backend that compiles kernels, as with --backend=jit"))
	}
	return tune.Run(ctx, tune.Options{
		Target: t, Inputs: inputs, Budget: budget,
		Compile: func(ctx context.Context, text string) (backends.Program, error) {
			co := co
			co.Properties = maps.Clone(co.Properties)
			if co.Properties == nil {
				co.Properties = map[string]any{}
			}
			co.Properties[backends.TuningProperty] = text
			return b.Compile(ctx, m, co)
		},
	})
}
