package graphapi_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile/graphapi"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// slow is a backend whose compilations send to the channel "begin", and then wait until they
// receive from the channel "end", or until their context ends.
type slow struct {
	backends.Backend
	begin, end chan struct{}
}

func (s slow) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	s.begin <- struct{}{}
	select {
	case <-s.end:
		return s.Backend.Compile(ctx, m, o)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func newSlow(t *testing.T, f fn.Func) (*graphapi.Graph, slow) {
	t.Helper()
	s := slow{begin: make(chan struct{}), end: make(chan struct{})}
	factory := vm.Factory()
	open := factory.Open
	factory.Open = func(c backends.Config) (backends.Backend, error) {
		b, err := open(c)
		return slow{b, s.begin, s.end}, err
	}
	g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm", Backends: []backends.Factory{factory}, Constants: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g, s
}

// TestContexts checks that New and runs fail with a context that is nil, canceled or expired,
// before and after the first successful run. The next run with a valid context must succeed.
func TestContexts(t *testing.T) {
	f := parse(t, weights)
	in := inputs(f, 3)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	expired, cancel := context.WithTimeout(t.Context(), -1)
	defer cancel()
	for _, test := range []struct {
		ctx  context.Context
		want string
	}{{nil, "needs a context, but got nil"}, {canceled, "context canceled"}, {expired, "context deadline exceeded"}} {
		if _, err := graphapi.New(test.ctx, f, graphapi.Options{Backend: "vm"}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("New returned %v, want %s", err, test.want)
		}
		g, err := graphapi.New(t.Context(), f, graphapi.Options{Backend: "vm", Constants: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		for i := range 2 {
			if _, err := g.Run(test.ctx, in...); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
			c, err := g.Compile(t.Context(), g.Partitions()[0], nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Run(test.ctx, in[1], in[2], in[0]); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("run %d of the compiled partition: got %v, want %s", i, err, test.want)
			}
			if _, err := g.Run(t.Context(), in...); err != nil {
				t.Errorf("run %d with a valid context, after %q: %v", i, test.want, err)
			}
		}
		if s := g.ConstantStats(); s.Bytes != 6*4*4 {
			t.Errorf("the constant cache has %d bytes", s.Bytes)
		}
	}
}

// TestWaitingCallers compiles one partition in several goroutines. While the first caller compiles,
// the others wait. A waiting caller whose context ends must return. If the context of the first
// caller is canceled, a waiting caller must compile the partition. A later caller must get it from
// the cache.
func TestWaitingCallers(t *testing.T) {
	g, s := newSlow(t, parse(t, `func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = onednn_graph.ReLU(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}`))
	p := g.Partitions()[0]
	compile := func(ctx context.Context) chan error {
		done := make(chan error, 1)
		go func() {
			_, err := g.Compile(ctx, p, nil)
			done <- err
		}()
		return done
	}
	ctx, cancel := context.WithCancel(t.Context())
	first := compile(ctx)
	<-s.begin
	short, end := context.WithTimeout(t.Context(), time.Millisecond)
	defer end()
	if err := <-compile(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a caller that waits until its deadline returned %v", err)
	}
	second := compile(t.Context())
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the canceled caller returned %v", err)
	}
	<-s.begin
	close(s.end)
	if err := <-second; err != nil {
		t.Errorf("the second caller returned %v", err)
	}
	if err := <-compile(t.Context()); err != nil || g.CacheHits() != 1 {
		t.Errorf("the third caller returned %v, and the cache has %d hits, expected 1", err, g.CacheHits())
	}
}

func TestNil(t *testing.T) {
	if _, err := graphapi.New(t.Context(), fn.Func{}, graphapi.Options{}); err == nil || !strings.Contains(err.Error(), "there is no function to divide") {
		t.Error(err)
	}
	f := parse(t, "func.func private @main(%x: tensor<2xf32>)")
	if _, err := graphapi.New(t.Context(), f, graphapi.Options{}); err == nil || !strings.Contains(err.Error(), "is a declaration") {
		t.Error(err)
	}
	g, err := graphapi.New(t.Context(), parse(t, weights), graphapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if _, err := g.Compile(t.Context(), g.Single(nil), nil); err == nil || !strings.Contains(err.Error(), "there is no partition to compile") {
		t.Error(err)
	}
	if _, err := g.Module(nil, nil); err == nil {
		t.Error("Module returned no error for a nil partition")
	}
}
