package backends_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestB1CloseWaitsForStarted checks that Close waits for a run that was started but does not
// execute yet, and that the run succeeds. Runs that start after Close fail. B1 in the name refers
// to the rows B1.01, B1.02, … in docs/backends.md.
func TestB1CloseWaitsForStarted(t *testing.T) {
	x := tensor.New(tensor.F32, 4, 4)
	for _, o := range []compile.Options{
		{}, {Backend: "ref"}, {Devices: []string{"vm", "ref"}},
		{Devices: []string{"vm.0", "vm.1"}, Properties: map[string]any{"mode": "pipelined", "exclusive": true, "streams": 1}},
		{Properties: map[string]any{"exclusive": true, "streams": 1}},
	} {
		for range 30 {
			e, err := compile.Module(t.Context(), parseText(t, "held", []byte(heldText)), o)
			if err != nil {
				t.Fatal(err)
			}
			var qs []*request.Request
			for range 3 {
				q := e.NewRequest()
				if err := errors.Join(q.SetInput(0, x), q.Start(t.Context())); err != nil {
					t.Fatal(err)
				}
				qs = append(qs, q)
			}
			closed := make(chan error, 1)
			go func() { closed <- e.Close() }()
			select {
			case err = <-closed:
			case <-time.After(time.Minute):
				t.Fatalf("%v: Close did not return", o.Devices)
			}
			for _, q := range qs {
				if err := errors.Join(err, q.Wait(t.Context())); err != nil {
					t.Fatalf("%s%v: a started run ended with %v", o.Backend, o.Devices, err)
				}
				if err := q.Start(context.Background()); !errors.Is(err, backends.ErrClosed) {
					t.Fatalf("%s%v: Start after Close returned %v, expected ErrClosed", o.Backend, o.Devices, err)
				}
			}
		}
	}
}

const heldText = `func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}`
