package compile

import (
	"context"
	"maps"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/tune"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/tuning"
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
	if op := withSideEffects(m); op != nil {
		return nil, diag.OfKind(tune.ErrCannotTime, ir.Errorf(op, "has side effects, which every timed run of the program would repeat").
			WithHelp("tune a copy of the program without this operation"))
	}
	return tune.Run(ctx, tune.Options{
		Target: t, Inputs: inputs, Budget: budget,
		Compile: func(ctx context.Context, text string) (backends.Program, error) {
			return b.Compile(ctx, m, withTuning(co, text))
		},
	})
}

// withSideEffects returns an operation of m with side effects, such as an operation that prints;
// nil if there is none. Calls do not count, since the called functions are visited too.
// stablehlo.rng does not count, since each run resets its state.
func withSideEffects(m ir.Module) (found *ir.Op) {
	m.Op.Walk(func(op *ir.Op) bool {
		_, calls := ir.Cast[ir.Caller](op)
		inside := op.Has(ir.RecursiveEffects) || op.Has(ir.Symbol)
		_, random := ir.As[stablehlo.Rng](op)
		if found == nil && !calls && !random && !inside && !op.Has(ir.Terminator) && !op.DeadIfUnused() {
			found = op
		}
		return found == nil
	})
	return found
}

// withTuning returns co with the text of a tuning file.
func withTuning(co backends.CompileOptions, text string) backends.CompileOptions {
	values := map[string]any{}
	maps.Copy(values, co.Properties)
	values[backends.TuningProperty] = text
	co.Properties = values
	return co
}

// At optimization level 3, tuning is abandoned after patience times the budget.
const patience = 5

// atLevel adds tuned schedules to co if its optimization level is 3. They come from the cache keep.
// If keep does not have them, atLevel tunes the program with generated inputs and stores the
// schedules. If keep is nil, atLevel tunes each time. A program is not tuned if the property
// "tuning" is set, if it has side effects, if its inputs cannot be generated, or if its kernels
// cannot be timed. For hetero, level 3 is an error if the property "tuning" is not set.
func atLevel(ctx context.Context, b backends.Backend, m ir.Module, co backends.CompileOptions, keep *cache.Cache) (backends.CompileOptions, error) {
	co, k, missing, err := withStored(b, m, co, keep)
	if err != nil || !missing {
		return co, err
	}
	inputs, ok := generated(m, co.Entry)
	if !ok {
		return co, nil // b reports what is wrong with the types, or supports them without kernels
	}
	quiet := co
	quiet.Log, quiet.Kernels, quiet.Passes = nil, nil, nil
	p, err := b.Properties().With(co.Properties)
	if err != nil {
		return co, err
	}
	budget := time.Duration(property.Value[int](p, backends.BudgetProperty)) * time.Second
	limited, cancel := context.WithTimeout(ctx, patience*budget)
	defer cancel()
	r, err := tuned(limited, b, m, quiet, inputs, budget)
	switch {
	case ctx.Err() != nil:
		return co, ctx.Err()
	case err != nil:
		return co, nil // the caller compiles the program untuned, or reports its errors
	}
	text := r.File.Text()
	if keep != nil {
		keep.KeepTuning(k, text)
	}
	return withTuning(co, text), nil
}

// withStored adds schedules from the cache keep to co if its optimization level is 3. If keep is
// nil or does not have the schedules, missing is true. k is the key for storing them in keep.
func withStored(b backends.Backend, m ir.Module, co backends.CompileOptions, keep *cache.Cache) (_ backends.CompileOptions, k cache.Key, missing bool, err error) {
	p, err := b.Properties().With(co.Properties)
	if err != nil {
		return co, k, false, err
	}
	if _, ok := p.Find(backends.LevelProperty); !ok || property.Value[int](p, backends.LevelProperty) < 3 || property.Value[string](p, backends.TuningProperty) != "" {
		return co, k, false, nil
	}
	if b.Info().Name == "hetero" {
		return co, k, false, diag.Errorf(diag.Span{}, "optimization level 3 tunes programs of a single backend, but this program is divided among devices").
			WithHelp("pass --backend instead of --devices, or omit the level")
	}
	t, ok, err := backends.TargetOf(b, co.Properties)
	if err != nil || !ok {
		return co, k, false, err
	}
	if keep == nil {
		return co, k, true, nil
	}
	if k, err = keep.Key(b, m, co); err != nil {
		return co, k, false, err
	}
	if text, ok := keep.Tuning(k); ok {
		if f, err := tuning.Open(text); err == nil && f.Target == t.String() {
			return withTuning(co, text), k, false, nil
		}
	}
	return co, k, true, nil
}

// generated returns random inputs for the entry function. It returns false if this is not possible,
// for example because an input type has a dynamic shape.
func generated(m ir.Module, entry string) ([]*tensor.Tensor, bool) {
	f, err := fn.Entry(m, entry)
	if err != nil {
		return nil, false
	}
	var inputs []*tensor.Tensor
	for i, t := range f.FunctionType().Inputs {
		if !ir.IsType[*ir.TensorType](t) || !t.HasStaticShape() || t.Kind() == tensor.Invalid {
			return nil, false
		}
		shape, _ := t.Shape()
		in, err := tensor.TryRandom(t.Kind(), shape, 0, uint64(i))
		if err != nil {
			return nil, false
		}
		inputs = append(inputs, in)
	}
	return inputs, true
}
