package backends_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/conformance"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

type empty struct{ states []backends.State }

func (empty) Inputs() []ir.Type  { return nil }
func (empty) Outputs() []ir.Type { return nil }
func (empty) Close() error       { return nil }
func (empty) Run(context.Context, []*tensor.Tensor) ([]*tensor.Tensor, error) {
	return nil, nil
}
func (e empty) States() []backends.State { return e.states }

// TestWaitInOnDone calls Wait inside and outside of an OnDone callback. Inside, Wait must return
// when the context of the call is done. Outside, it must return after the callback.
func TestWaitInOnDone(t *testing.T) {
	r := request.New(empty{})
	var within error
	var ended bool
	if err := r.OnDone(func(error) {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		within = r.Wait(ctx)
		ended, _ = r.WaitFor(0)
	}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for range 3 {
		within, ended = nil, false
		if err := r.Start(ctx); err != nil {
			t.Fatal(err)
		}
		if err := r.Wait(ctx); err != nil {
			t.Fatal(err)
		}
		if !errors.Is(within, context.DeadlineExceeded) || !ended {
			t.Fatalf("Wait in the callback returned %v, expected DeadlineExceeded; WaitFor returned ended = %v, expected true", within, ended)
		}
	}
}

// TestWaitForOnDone checks that Wait returns after the OnDone callback of a run of Do, even if Wait
// was called during the callback.
func TestWaitForOnDone(t *testing.T) {
	r := request.New(empty{})
	called, goOn := make(chan struct{}), make(chan struct{})
	if err := r.OnDone(func(error) { close(called); <-goOn }); err != nil {
		t.Fatal(err)
	}
	done, waited := make(chan error, 1), make(chan error, 1)
	go func() { done <- r.Do(context.Background()) }()
	<-called
	go func() { waited <- r.Wait(context.Background()) }()
	select {
	case err := <-waited:
		t.Errorf("Wait returned during the callback: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(goOn)
	if err := errors.Join(<-done, r.Wait(t.Context())); err != nil {
		t.Error(err)
	}
}

// TestNoNames checks the errors for a name if the program has no names.
func TestNoNames(t *testing.T) {
	r := request.New(empty{})
	_, err := r.Variable("x")
	for want, err := range map[string]error{
		"there is no input or output called 'x': the program's inputs and outputs have no names": r.SetTensor("x", nil),
		"there is no variable called 'x': the program has no variables":                          err,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestVariableLack checks the error for a variable that is too large for memory. It must name the
// variable, both when the request runs and when the variable is read.
func TestVariableLack(t *testing.T) {
	if !hosttest.Alone(t) {
		return
	}
	p := empty{[]backends.State{{Name: "acc", Initial: tensor.New(tensor.I8, 128<<20)}}}
	idle := request.New(p)
	hosttest.Limited(t, 64<<20, func() {
		_, read := idle.Variable("acc")
		for says, err := range map[string]error{
			"variable 'acc' of the request has no memory: the allocation needs 134217728 bytes": request.New(p).Do(context.Background()),
			"variable 'acc' can't be copied: the allocation needs 134217728 bytes":              read,
		} {
			var lack *hostbytes.Lack
			if !errors.As(err, &lack) || !strings.Contains(err.Error(), says) {
				t.Errorf("expected %s, but got %v", says, err)
			}
		}
	})
}

// TestNoRequest calls all methods of a nil Request and of a zero Request. No call may panic, and a
// run must fail.
func TestNoRequest(t *testing.T) {
	for _, r := range []*request.Request{nil, {}} {
		for _, what := range conformance.NilCalls(r, func([]reflect.Type) bool { return false }) {
			t.Error(what)
		}
		for _, err := range []error{r.Do(t.Context()), r.Start(t.Context()), r.Wait(t.Context())} {
			if err == nil || !strings.Contains(err.Error(), "there is no program to run") {
				t.Errorf("a run returned %v", err)
			}
		}
	}
}
