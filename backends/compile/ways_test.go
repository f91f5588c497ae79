package compile_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/kerneltest"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/ir/tensor"
)

type way struct {
	name string
	run  func(ctx context.Context, e *compile.Executable, in []*tensor.Tensor) ([]*tensor.Tensor, error)
}

// ways returns the ways to run a program: with new outputs, outputs of the caller, donated inputs
// or buffers, or with a request that is executed or started.
func ways() []way {
	return []way{
		{"run", func(ctx context.Context, e *compile.Executable, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
			return e.Run(ctx, in...)
		}},
		{"into", func(ctx context.Context, e *compile.Executable, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
			out := newOutputs(e)
			return out, e.RunInto(ctx, in, out)
		}},
		{"donating", func(ctx context.Context, e *compile.Executable, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
			return e.RunDonating(ctx, in, make([]bool, len(in)))
		}},
		{"buffers", func(ctx context.Context, e *compile.Executable, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
			return runBuffers(ctx, e, in)
		}},
		{"request", func(ctx context.Context, e *compile.Executable, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
			return doRequest(e, in, func(r *request.Request) error { return r.Do(ctx) })
		}},
		{"started", func(ctx context.Context, e *compile.Executable, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
			return doRequest(e, in, func(r *request.Request) error {
				reported := errors.New("OnDone was not called")
				r.OnDone(func(err error) { reported = err })
				if err := r.Start(ctx); err != nil {
					return err
				}
				err := r.Wait(ctx)
				if (err == nil) != (reported == nil) {
					return errors.Join(errors.New("Wait and OnDone report different errors"), err, reported)
				}
				return err
			})
		}},
	}
}

// doRequest sets the inputs of a request, calls the given function to run it, and returns the
// outputs.
func doRequest(e *compile.Executable, in []*tensor.Tensor, do func(r *request.Request) error) (out []*tensor.Tensor, err error) {
	r := e.NewRequest()
	defer r.Close()
	for i := range in {
		if err := r.SetInput(i, in[i]); err != nil {
			return nil, err
		}
	}
	if err := do(r); err != nil {
		return nil, err
	}
	for i := range e.Outputs() {
		t, err := r.Output(i)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// atOnce makes 64 concurrent calls of f.
func atOnce(f func(n int)) {
	var all sync.WaitGroup
	for n := range 64 {
		all.Go(func() { f(n) })
	}
	all.Wait()
}

// place is a configuration in which a program runs: on one backend, or divided among devices in one
// of the modes of hetero.
type place struct {
	name    string
	options compile.Options
}

// places returns a place with only the second backend and, for every mode of hetero, a place with
// one device of each backend.
func places(first, second string) []place {
	all := []place{{second, compile.Options{Backend: second}}}
	for _, mode := range []string{hetero.Sequential, hetero.Asynchronous, hetero.Pipelined} {
		all = append(all, place{second + "/" + mode, compile.Options{Devices: []string{first, second}, Properties: map[string]any{hetero.ModeProperty: mode}}})
	}
	return all
}

// compiled compiles text for a place. It skips the test if a C compiler is needed but missing.
func (p place) compiled(t *testing.T, text string, more ...backends.Factory) *compile.Executable {
	t.Helper()
	o := p.options
	o.Backends = append(factories(), more...)
	e, err := compile.Module(t.Context(), parseText(t, text), o)
	if err != nil && strings.Contains(err.Error(), "needs a C compiler") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// failedAt fails unless err names the operation op and begins with a location such as
// "test.mlir:3:". If the program is divided, err must also name partition 2.
func (p place) failedAt(t *testing.T, how string, err error, op, line string) {
	t.Helper()
	var failed *backends.OpError
	if !errors.As(err, &failed) || failed.Op.Name != op || !strings.HasPrefix(err.Error(), line) {
		t.Errorf("%s: expected an error of '%s' at %s, but got %v", how, op, line, err)
	} else if len(p.options.Devices) > 0 && !strings.Contains(err.Error(), "partition 2 ") {
		t.Errorf("%s: the error names no partition: %v", how, err)
	}
}

// faulty returns a factory for the backend with the given name. The factory has the name "faulty",
// and its devices have simulated faults.
func faulty(t *testing.T, name string, with *kerneltest.Faults) backends.Factory {
	t.Helper()
	for _, b := range factories() {
		if b.Name == name {
			return with.Of(b, "faulty")
		}
	}
	t.Fatalf("no backend '%s'", name)
	return backends.Factory{}
}
