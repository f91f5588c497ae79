package graphapi_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile/graphapi"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// poisoning is a counting allocator that overwrites freed memory.
type poisoning struct{ counting }

func (p *poisoning) Free(b []byte, l graphapi.Lifetime) {
	for i := range b {
		b[i] = 0x7f
	}
	p.counting.Free(b, l)
}

// TestCloseDuringRuns closes graphs while goroutines run a partition that reads a cached constant.
// The constant's memory must not be freed during a run. Half of the graphs have a cache for one
// partition, so that the running partition is not in the cache.
func TestCloseDuringRuns(t *testing.T) {
	ctx := context.Background()
	f := parse(t, weights)
	args := inputs(f, 3)
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	for _, backend := range []string{"jit", "vm", "ref"} {
		for round := range rounds {
			a := &poisoning{counting{t: t, open: map[*byte]graphapi.Lifetime{}}}
			g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: backend, Constants: 1 << 20, Allocator: a, Capacity: 1 + round%2})
			if err != nil {
				t.Fatal(err)
			}
			c, err := g.Compile(ctx, g.Partitions()[0], nil)
			if err != nil {
				t.Fatal(err)
			}
			in := make([]*tensor.Tensor, len(g.Partitions()[0].Inputs))
			for i, v := range g.Partitions()[0].Inputs {
				in[i] = args[slices.Index(f.Entry().Args(), v)]
			}
			if _, err := g.Compile(ctx, g.Partitions()[1], nil); err != nil {
				t.Fatal(err)
			}
			want, err := c.Run(ctx, in...)
			if err != nil {
				t.Fatal(err)
			}
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() {
					for {
						out, err := c.Run(ctx, in...)
						if err != nil {
							if !errors.Is(err, backends.ErrClosed) {
								t.Errorf("%s: %v", backend, err)
							}
							return
						}
						if !out[0].Equal(want[0]) {
							t.Errorf("%s: the result is %v, want %v", backend, out[0], want[0])
							return
						}
						if err := g.Free(out...); err != nil {
							t.Error(err)
						}
					}
				})
			}
			time.Sleep(time.Duration(round*100) * time.Microsecond)
			if err := g.Close(); err != nil {
				t.Error(err)
			}
			all.Wait()
			if err := g.Free(want...); err != nil {
				t.Error(err)
			}
			if len(a.open) > 0 {
				t.Errorf("%s: %d allocations are not freed", backend, len(a.open))
			}
			if t.Failed() {
				return
			}
		}
	}
}

// tracked is a backend that counts the programs that are not closed.
type tracked struct {
	backends.Backend
	open *atomic.Int32
}

func (b tracked) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	p, err := b.Backend.Compile(ctx, m, o)
	if err != nil {
		return nil, err
	}
	b.open.Add(1)
	return &trackedProgram{Program: p, open: b.open}, nil
}

type trackedProgram struct {
	backends.Program
	once sync.Once
	open *atomic.Int32
}

func (p *trackedProgram) Close() error {
	p.once.Do(func() { p.open.Add(-1) })
	return p.Program.Close()
}

// TestRemoved runs a graph of two partitions with a cache for one partition, so that each run
// compiles both partitions again. The programs of removed partitions must be closed, by a garbage
// collection or by Graph.Close. The constants must be computed once.
func TestRemoved(t *testing.T) {
	f := parse(t, weights)
	in := inputs(f, 3)
	for _, collect := range []bool{false, true} {
		var open atomic.Int32
		factory := vm.Factory()
		openVM := factory.Open
		factory.Open = func(c backends.Config) (backends.Backend, error) {
			b, err := openVM(c)
			return tracked{b, &open}, err
		}
		g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm", Backends: []backends.Factory{factory}, Capacity: 1, Constants: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		held, err := g.Compile(t.Context(), g.Partitions()[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if _, err := g.Run(t.Context(), in...); err != nil {
				t.Fatal(err)
			}
		}
		for end := time.Now().Add(10 * time.Second); collect && open.Load() > 2 && time.Now().Before(end); time.Sleep(time.Millisecond) {
			runtime.GC()
		}
		if n := open.Load(); collect && n != 2 {
			t.Errorf("after a garbage collection, %d programs are open, expected one in the cache and one that the test holds", n)
		}
		if _, err := held.Run(t.Context(), tensor.New(tensor.F32, 8, 6)); err != nil {
			t.Error(err)
		}
		if s := g.ConstantStats(); s.Computed != 1 || s.Hits != 3 {
			t.Errorf("the statistics of the constant cache are %+v", s)
		}
		if err := g.Close(); err != nil || open.Load() != 0 {
			t.Errorf("after Close, %d programs are open: %v", open.Load(), err)
		}
	}
}

func TestClosed(t *testing.T) {
	ctx := context.Background()
	f := parse(t, weights)
	g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(g.Close(), g.Close()); err != nil {
		t.Error(err)
	}
	if _, err := g.Run(ctx, inputs(f, 3)...); !errors.Is(err, backends.ErrClosed) {
		t.Errorf("Run after Close has the error %v", err)
	}
	if _, err := g.Compile(ctx, g.Partitions()[0], nil); !errors.Is(err, backends.ErrClosed) {
		t.Errorf("Compile after Close has the error %v", err)
	}
}

// TestSharedResults runs functions that return a value twice, or return an input. Each result must
// have its own memory, so that Free frees each result once and never frees an input.
func TestSharedResults(t *testing.T) {
	ctx := context.Background()
	f := parse(t, `func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = onednn_graph.ReLU(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %0, %x, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}`)
	x := tensor.FromSlice([]int64{4}, []float32{-1, 2, -3, 4})
	for _, allocated := range []bool{false, true} {
		a := &poisoning{counting{t: t, open: map[*byte]graphapi.Lifetime{}}}
		o := graphapi.Options{Backend: "vm"}
		if allocated {
			o.Allocator = a
		}
		g, err := graphapi.New(t.Context(), f, o)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		out, err := g.Run(ctx, x)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range out {
			if &r.Data[0] == &x.Data[0] || slices.ContainsFunc(out[:i], func(o *tensor.Tensor) bool { return &o.Data[0] == &r.Data[0] }) {
				t.Errorf("result %d shares its memory with the input or an earlier result", i)
			}
			want := [][]float32{{0, 2, 0, 4}, {-1, 2, -3, 4}}[i/2]
			if got := tensor.Slice[float32](r); !slices.Equal(got, want) {
				t.Errorf("result %d is %v, want %v", i, got, want)
			}
		}
		if allocated {
			if err := g.Free(out...); err != nil || len(a.open) > 0 {
				t.Errorf("after Free, %d allocations are left, with the error %v", len(a.open), err)
			}
		}
	}
}

// TestUnusedInputs runs a function with valid and wrong inputs for two arguments: one is only
// returned, and the other has no use.
func TestUnusedInputs(t *testing.T) {
	f := parse(t, `func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<2xi32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = onednn_graph.ReLU(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %y : tensor<4xf32>, tensor<4xf32>
}`)
	g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	x, z := tensor.New(tensor.F32, 4), tensor.New(tensor.I32, 2)
	for _, c := range []struct {
		inputs []*tensor.Tensor
		want   string // "" means no error
	}{
		{[]*tensor.Tensor{x, x, z}, ""},
		{[]*tensor.Tensor{x, tensor.New(tensor.F32, 7), z}, "input #1 must be 'tensor<4xf32>', but got 'tensor<7xf32>'"},
		{[]*tensor.Tensor{x, x, tensor.New(tensor.F32, 2)}, "input #2 must be 'tensor<2xi32>', but got 'tensor<2xf32>'"},
		{[]*tensor.Tensor{x, nil, z}, "input #1 must be 'tensor<4xf32>', but is missing"},
		{[]*tensor.Tensor{x}, "the function takes 3 inputs, but got 1"},
		{[]*tensor.Tensor{x, x, z, z}, "the function takes 3 inputs, but got 4"},
	} {
		_, err := g.Run(context.Background(), c.inputs...)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("Run of %d inputs has the error %v, want %q", len(c.inputs), err, c.want)
		}
	}
}

func TestMisuse(t *testing.T) {
	ctx := context.Background()
	f := parse(t, weights)
	g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	compile := func(p *patternfusion.Partition, types ...ir.Type) error {
		_, err := g.Compile(ctx, p, types)
		return err
	}
	first := g.Partitions()[0]
	inner := *first
	inner.Inputs = append(slices.Clone(first.Inputs), nil)
	types := make([]ir.Type, len(first.Inputs))
	for i, v := range first.Inputs {
		types[i] = v.Type()
	}
	types[0] = ir.Tensor(types[0].Elem(), 2, 3, 4)
	var zero graphapi.Graph
	var none graphapi.Compiled
	for _, c := range []struct {
		name, want string
		err        error
	}{
		{"capacity", "the capacity of the cache must be at least 0, but is -1", second(graphapi.New(t.Context(), f, graphapi.Options{Capacity: -1}))},
		{"nil operation", "operation #0 of the partition is nil", compile(&patternfusion.Partition{Ops: []*ir.Op{nil}})},
		{"nil input", "the partition has an input or output that is nil", compile(&inner)},
		{"rank", "with static extents, but got 'tensor<2x3x4x", compile(first, types...)},
		{"zero graph, Run", "the graph is not initialized", second(zero.Run(ctx))},
		{"zero graph, Compile", "the graph is not initialized", second(zero.Compile(ctx, first, nil))},
		{"zero graph, Module", "the graph is not initialized", second(zero.Module(first, nil))},
		{"zero compiled, Run", "the compiled partition is not initialized", second(none.Run(ctx))},
		{"zero compiled, RunScratch", "the compiled partition is not initialized", none.RunScratch(ctx, nil, nil, nil)},
		{"zero compiled, RunInPlace", "the compiled partition is not initialized", second(none.RunInPlace(ctx))},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: got the error %v, want %q", c.name, c.err, c.want)
		}
	}
	if err := zero.Close(); err != nil || none.ScratchBytes() != 0 {
		t.Errorf("the zero values have %d bytes of scratchpad and the error %v", none.ScratchBytes(), err)
	}
}

func second[T any](_ T, err error) error { return err }
