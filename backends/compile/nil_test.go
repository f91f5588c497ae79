package compile_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/conformance"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/placement/engine"
)

// TestNilArguments calls the methods of an executable, and functions that take a module, with nil
// arguments. No call may panic, nil inputs must give an error, and the next run must succeed.
func TestNilArguments(t *testing.T) {
	var none context.Context
	if _, err := compile.ExplainCache(none, ir.Module{}, compile.Options{}); err == nil {
		t.Error("ExplainCache returned no error for a nil module")
	}
	if engine.Divided(ir.Module{}) || len(engine.DevicesOf(ir.Module{})) > 0 {
		t.Error("Divided returned true or DevicesOf returned devices for a nil module")
	}
	everywhere(t, oneOp, func(t *testing.T, e *compile.Executable) {
		for _, what := range conformance.NilCalls(e, func([]reflect.Type) bool { return true }, "Close") {
			t.Error(what)
		}
		in := randomInputs(e.Inputs())
		want, err := e.Run(t.Context(), in...)
		if err != nil {
			t.Fatal(err)
		}
		for what, run := range map[string]func() ([]*tensor.Tensor, error){
			"a nil context":             func() ([]*tensor.Tensor, error) { return e.Run(none, in...) },
			"no list of donated inputs": func() ([]*tensor.Tensor, error) { return e.RunDonating(t.Context(), in, nil) },
			"no outputs":                func() ([]*tensor.Tensor, error) { return nil, e.RunInto(t.Context(), in, nil) },
			"a nil input":               func() ([]*tensor.Tensor, error) { return e.Run(t.Context(), nil, in[1]) },
			"a nil donated input": func() ([]*tensor.Tensor, error) {
				return e.RunDonating(t.Context(), []*tensor.Tensor{nil, in[1]}, []bool{true, true})
			},
		} {
			if _, err := run(); err == nil {
				t.Errorf("a run with %s returned no error", what)
			}
		}
		got, err := e.Run(t.Context(), in...)
		if err != nil || !got[0].Equal(want[0]) {
			t.Errorf("the next run returned %v, %v", got, err)
		}
	})
}

// TestNoExecutable checks that a nil or zero Executable can be closed. Its runs must fail, since
// there is no program.
func TestNoExecutable(t *testing.T) {
	for _, e := range []*compile.Executable{nil, {}} {
		_, ran := e.Run(t.Context())
		_, donated := e.RunDonating(t.Context(), nil, nil)
		for _, err := range []error{ran, donated, e.RunInto(t.Context(), nil, nil), e.RunBuffers(t.Context(), nil, nil)} {
			if err == nil || !strings.Contains(err.Error(), "no program to run") {
				t.Errorf("a run returned %v", err)
			}
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}
