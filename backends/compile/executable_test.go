package compile_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const (
	oneOp = `func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}`
	sumAndDifference = `func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  %1 = stablehlo.subtract %a, %b : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}`
	// If there are two devices, vm.1 computes the matrix product, and vm.0 the rest.
	mixed = `func.func @main(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {cluster.device = "vm.1"} : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = stablehlo.tanh %0 : tensor<16x16xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  return %1, %2 : tensor<16x16xf32>, tensor<16xf32>
}`
)

func parseText(t testing.TB, text string) ir.Module {
	t.Helper()
	tool, err := driver.New("test", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(tool.Registry(), diag.NewSource("test.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	return m
}

// everywhere compiles text for vm, for vm with one thread, for ref, for c if it is available, and
// for two devices. It calls f with each executable.
func everywhere(t *testing.T, text string, f func(t *testing.T, e *compile.Executable)) {
	for _, o := range []compile.Options{
		{Backend: "vm"}, {Backend: "vm", Threads: 1}, {Backend: "ref"}, {Backend: "c"}, {Devices: []string{"vm.0", "vm.1"}},
	} {
		name := o.Backend + strings.Join(o.Devices, ",")
		if o.Threads > 0 {
			name += " with one thread"
		}
		t.Run(name, func(t *testing.T) {
			o.Backends = factories()
			e, err := compile.Module(context.Background(), parseText(t, text), o)
			if err != nil && strings.Contains(err.Error(), "needs a C compiler") {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			f(t, e)
		})
	}
}

func newOutputs(e *compile.Executable) []*tensor.Tensor {
	var outs []*tensor.Tensor
	for _, t := range e.Outputs() {
		shape, _ := t.Shape()
		outs = append(outs, tensor.New(t.Kind(), shape...))
	}
	return outs
}

func equal(a, b []*tensor.Tensor) bool {
	return slices.EqualFunc(a, b, func(x, y *tensor.Tensor) bool { return x.Equal(y) })
}

// TestRunsAgree checks that all methods that run a program give results with equal bits.
func TestRunsAgree(t *testing.T) {
	ctx := context.Background()
	everywhere(t, mixed, func(t *testing.T, e *compile.Executable) {
		in := randomInputs(e.Inputs())
		want, err := e.Run(ctx, in...)
		if err != nil {
			t.Fatal(err)
		}
		into := newOutputs(e)
		if err := e.RunInto(ctx, in, into); err != nil || !equal(into, want) {
			t.Errorf("the results of RunInto differ from the results of Run (%v)", err)
		}
		donated, err := e.RunDonating(ctx, []*tensor.Tensor{in[0].Clone(), in[1]}, []bool{true, false})
		if err != nil || !equal(donated, want) {
			t.Errorf("the results of RunDonating differ from the results of Run (%v)", err)
		}
		got, err := runBuffers(ctx, e, in)
		if err != nil || !equal(got, want) {
			t.Errorf("the results of RunBuffers differ from the results of Run (%v)", err)
		}
		r := e.NewRequest()
		for i, x := range in {
			if err := r.SetInput(i, x); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Do(ctx); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if out, err := r.Output(i); err != nil || !out.Equal(want[i]) {
				t.Errorf("result #%d of a request differs from the result of Run (%v)", i, err)
			}
		}
	})
}

func runBuffers(ctx context.Context, e *compile.Executable, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
	var ins, outs []backends.Buffer
	for _, x := range in {
		b, err := e.Memory().NewBuffer(x.Kind, x.Shape...)
		if err == nil {
			err = b.Write(x)
		}
		if err != nil {
			return nil, err
		}
		ins = append(ins, b)
	}
	results := newOutputs(e)
	for _, x := range results {
		b, err := e.Memory().NewBuffer(x.Kind, x.Shape...)
		if err != nil {
			return nil, err
		}
		outs = append(outs, b)
	}
	if err := e.RunBuffers(ctx, ins, outs); err != nil {
		return nil, err
	}
	for i, x := range results {
		if err := outs[i].Read(x); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// TestConcurrentRuns compares 64 concurrent runs with sequential runs on the same inputs.
func TestConcurrentRuns(t *testing.T) {
	ctx := context.Background()
	everywhere(t, mixed, func(t *testing.T, e *compile.Executable) {
		const n = 64
		var ins, want [n][]*tensor.Tensor
		for i := range n {
			for j, x := range e.Inputs() {
				shape, _ := x.Shape()
				ins[i] = append(ins[i], tensor.Random(x.Kind(), shape, uint64(i), uint64(j)))
			}
			var err error
			if want[i], err = e.Run(ctx, ins[i]...); err != nil {
				t.Fatal(err)
			}
		}
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() {
				if got, err := e.Run(ctx, ins[i]...); err != nil || !equal(got, want[i]) {
					t.Errorf("run %d: the results differ from the results of a sequential run (%v)", i, err)
				}
				out := newOutputs(e)
				if err := e.RunInto(ctx, ins[i], out); err != nil || !equal(out, want[i]) {
					t.Errorf("run %d into tensors: the results differ from the results of a sequential run (%v)", i, err)
				}
				mine := []*tensor.Tensor{ins[i][0].Clone(), ins[i][1].Clone()}
				if got, err := e.RunDonating(ctx, mine, []bool{true, true}); err != nil || !equal(got, want[i]) {
					t.Errorf("run %d with donation: the results differ from the results of a sequential run (%v)", i, err)
				}
			})
		}
		wg.Wait()
	})
}

// TestAfterErrors checks that the next run succeeds after a run that failed.
func TestAfterErrors(t *testing.T) {
	ctx := context.Background()
	gone, cancel := context.WithCancel(ctx)
	cancel()
	everywhere(t, mixed, func(t *testing.T, e *compile.Executable) {
		in := randomInputs(e.Inputs())
		want, err := e.Run(ctx, in...)
		if err != nil {
			t.Fatal(err)
		}
		wrong := []*tensor.Tensor{tensor.New(tensor.F32, 3), in[1]}
		short := newOutputs(e)[:1]
		bad := newOutputs(e)
		bad[1] = tensor.New(tensor.F64, 16)
		for _, test := range []struct {
			name string
			run  func() error
		}{
			{"no inputs", func() error { _, err := e.Run(ctx); return err }},
			{"a wrong shape", func() error { _, err := e.Run(ctx, wrong...); return err }},
			{"a missing input", func() error { _, err := e.Run(ctx, nil, in[1]); return err }},
			{"a context that is done", func() error { _, err := e.Run(gone, in...); return err }},
			{"RunInto with a context that is done", func() error { return e.RunInto(gone, in, newOutputs(e)) }},
			{"RunInto with wrong inputs", func() error { return e.RunInto(ctx, wrong, newOutputs(e)) }},
			{"RunInto with too few outputs", func() error { return e.RunInto(ctx, in, short) }},
			{"RunInto with an output of the wrong kind", func() error { return e.RunInto(ctx, in, bad) }},
			{"RunDonating with too few donation flags", func() error { _, err := e.RunDonating(ctx, in, []bool{true}); return err }},
			{"RunDonating with wrong inputs", func() error { _, err := e.RunDonating(ctx, wrong, []bool{true, true}); return err }},
			{"RunDonating with one tensor twice", func() error {
				_, err := e.RunDonating(ctx, []*tensor.Tensor{in[0], in[0]}, []bool{true, false})
				return err
			}},
			{"RunBuffers without buffers", func() error { return e.RunBuffers(ctx, nil, nil) }},
			{"RunBuffers with nil buffers", func() error { return e.RunBuffers(ctx, make([]backends.Buffer, 2), make([]backends.Buffer, 2)) }},
		} {
			if err := test.run(); err == nil {
				t.Errorf("%s: the run returned no error", test.name)
			}
			if got, err := e.Run(ctx, in...); err != nil || !equal(got, want) {
				t.Errorf("%s: the results of the next run differ from the results of the first run (%v)", test.name, err)
			}
		}
	})
}

// TestClose closes an executable during runs. Each run must succeed or fail with ErrClosed.
func TestClose(t *testing.T) {
	ctx := context.Background()
	everywhere(t, mixed, func(t *testing.T, e *compile.Executable) {
		in := randomInputs(e.Inputs())
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range 20 {
					if _, err := e.Run(ctx, in...); err != nil {
						if !errors.Is(err, backends.ErrClosed) {
							t.Errorf("a run during Close failed with %v, expected ErrClosed", err)
						}
						return
					}
				}
			})
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		wg.Wait()
		if _, err := e.Run(ctx, in...); !errors.Is(err, backends.ErrClosed) {
			t.Errorf("a run after Close returned %v, expected ErrClosed", err)
		}
		if err := e.Export(&bytes.Buffer{}); !errors.Is(err, backends.ErrClosed) {
			t.Errorf("an export after Close returned %v, expected ErrClosed", err)
		}
		if err := e.Close(); err != nil {
			t.Errorf("the second Close failed: %v", err)
		}
	})
}

// TestNoAllocation checks that RunInto allocates nothing after the first runs, on vm and c.
func TestNoAllocation(t *testing.T) {
	if hosttest.Raced {
		t.Skip("the race detector allocates")
	}
	ctx := context.Background()
	for _, o := range []compile.Options{{Backend: "vm"}, {Backend: "c"}} {
		o.Backends = factories()
		e, err := compile.Module(ctx, parseText(t, oneOp), o)
		if err != nil && strings.Contains(err.Error(), "needs a C compiler") {
			t.Log(err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		in, out := randomInputs(e.Inputs()), newOutputs(e)
		if n := testing.AllocsPerRun(100, func() {
			if err := e.RunInto(ctx, in, out); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations in each run, expected none", o.Backend, n)
		}
	}
}

func BenchmarkRunInto(b *testing.B) {
	benchmarkOneOp(b, func(ctx context.Context, e *compile.Executable, in, out []*tensor.Tensor) error {
		return e.RunInto(ctx, in, out)
	})
}

func BenchmarkRun(b *testing.B) {
	benchmarkOneOp(b, func(ctx context.Context, e *compile.Executable, in, _ []*tensor.Tensor) error {
		_, err := e.Run(ctx, in...)
		return err
	})
}

func benchmarkOneOp(b *testing.B, run func(context.Context, *compile.Executable, []*tensor.Tensor, []*tensor.Tensor) error) {
	for _, backend := range []string{"vm", "jit", "c"} {
		b.Run(backend, func(b *testing.B) {
			ctx := context.Background()
			e, err := compile.Module(ctx, parseText(b, oneOp), compile.Options{Backend: backend, Backends: factories()})
			if err != nil {
				b.Skip(err)
			}
			defer e.Close()
			in, out := randomInputs(e.Inputs()), newOutputs(e)
			b.ReportAllocs()
			for b.Loop() {
				if err := run(ctx, e, in, out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestMisuse(t *testing.T) {
	m := parseText(t, oneOp)
	var none context.Context
	for _, test := range []struct {
		ctx  context.Context
		m    ir.Module
		o    compile.Options
		says string
	}{
		{t.Context(), ir.Module{}, compile.Options{}, "no module"},
		{t.Context(), ir.Module{}, compile.Options{Devices: []string{"vm.0", "vm.1"}}, "no module"},
		{none, m, compile.Options{}, "needs a context"},
		{t.Context(), m, compile.Options{Backend: "vm", Devices: []string{"vm.0"}}, "exclude each other"},
	} {
		if _, err := compile.Module(test.ctx, test.m, test.o); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("expected an error with %q, but got %v", test.says, err)
		}
	}
}

// TestProfileAgain checks that the profile of a run that was canceled at once does not depend on
// the profile of an earlier run.
func TestProfileAgain(t *testing.T) {
	e, err := compile.Module(t.Context(), parseText(t, strings.Replace(oneOp, "  return %0", "  %t = stablehlo.tanh %0 : tensor<8xf32>\n  return %t", 1)), compile.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var profile backends.Profile
	ctx, cancel := context.WithCancel(t.Context())
	p, in := e.Program().(backends.Profiled), randomInputs(e.Inputs())
	if _, err := p.RunProfiled(ctx, in, &profile); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := p.RunProfiled(ctx, in, &profile); !errors.Is(err, context.Canceled) {
		t.Errorf("the canceled run returned %v", err)
	}
	var got []backends.Status
	for _, r := range profile.Records {
		got = append(got, r.Status)
	}
	if want := []backends.Status{backends.Executed, backends.OptimizedOut, backends.NotRun, backends.NotRun}; !slices.Equal(got, want) {
		t.Errorf("the records have the statuses %v, expected %v", got, want)
	}
}

// TestProfileOfLoop checks that the processor time of a loop includes the time of all workers that
// ran the kernels in its body.
func TestProfileOfLoop(t *testing.T) {
	const text = `func.func @main(%x: tensor<300x300xf32>) -> tensor<300x300xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<300x300xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<300x300xf32>, tensor<300x300xf32>) -> tensor<300x300xf32>
    stablehlo.return %j, %b : tensor<i32>, tensor<300x300xf32>
  }
  return %r#1 : tensor<300x300xf32>
}`
	e, err := compile.Module(t.Context(), parseText(t, text), compile.Options{Backend: "jit", Threads: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var profile backends.Profile
	if _, err := e.Program().(backends.Profiled).RunProfiled(t.Context(), randomInputs(e.Inputs()), &profile); err != nil {
		t.Fatal(err)
	}
	busy := map[uint32]time.Duration{}
	loop := backends.Record{}
	for _, r := range profile.Records {
		busy[r.Inside] += r.Busy
		if r.Name == "stablehlo.while" {
			loop = r
		}
	}
	if inside := busy[loop.Op]; loop.Op == 0 || inside == 0 || loop.Busy < inside {
		t.Errorf("the loop has the processor time %v, but the operations in it have %v", loop.Busy, inside)
	}
}
