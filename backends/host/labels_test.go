package host

import (
	"context"
	"runtime/pprof"
	"testing"
)

// TestLabels checks that CPU profiles have the labels of the context and the kernel's name. Adding
// the name to a context without labels must not allocate.
func TestLabels(t *testing.T) {
	var g grid
	g.named("k3")
	run := pprof.WithLabels(context.Background(), pprof.Labels("request", "7"))
	for _, x := range []struct {
		ctx     context.Context
		request string
	}{{context.Background(), ""}, {run, "7"}} {
		c := g.labeled(x.ctx)
		kernel, _ := pprof.Label(c, "kernel")
		request, _ := pprof.Label(c, "request")
		if kernel != "k3" || request != x.request {
			t.Errorf("got kernel %q, request %q", kernel, request)
		}
	}
	ctx := context.Background()
	if n := testing.AllocsPerRun(100, func() { g.labeled(ctx) }); n != 0 {
		t.Errorf("%v allocations, expected none", n)
	}
}
