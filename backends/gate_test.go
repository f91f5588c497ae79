package backends_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// function returns a program without inputs and outputs, whose runs call the given function.
func function(t *testing.T, call func(ctx context.Context) error) backends.Program {
	t.Helper()
	core, err := backends.NewCore(backends.Config{Device: "f"}, backends.Info{Name: "f", Version: "1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := core.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := fn.Entry(parseText(t, "empty.mlir", []byte("func.func @main() { return }")), "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.NewFunction(f, s, func(ctx context.Context, _ []*tensor.Tensor) ([]*tensor.Tensor, error) { return nil, call(ctx) })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// soon returns the result of f. It fails the test if f does not return within 20 seconds.
func soon(t *testing.T, what string, f func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-time.After(20 * time.Second):
		t.Fatalf("%s hangs", what)
	}
	return nil
}

// TestRunWhileClosing checks that, while Close waits for a run in progress, new runs fail at once
// and the run in progress succeeds.
func TestRunWhileClosing(t *testing.T) {
	at, goOn := make(chan struct{}), make(chan struct{})
	hold := true
	p := function(t, func(context.Context) error {
		if hold {
			hold = false
			close(at)
			<-goOn
		}
		return nil
	})
	first, closed := make(chan error, 1), make(chan error, 2)
	go func() { _, err := p.Run(t.Context(), nil); first <- err }()
	<-at
	for range 2 {
		go func() { closed <- p.Close() }()
	}
	for err := error(nil); !errors.Is(err, backends.ErrClosed); { // until Close was called
		err = soon(t, "a run while Close waits", func() error { _, err := p.Run(t.Context(), nil); return err })
	}
	select {
	case <-closed:
		t.Error("Close did not wait for the run")
	default:
	}
	close(goOn)
	for _, c := range []chan error{first, closed, closed} {
		if err := soon(t, "the run in progress or Close", func() error { return <-c }); err != nil {
			t.Error(err)
		}
	}
}

// brittle is a context whose method Err panics.
type brittle struct{ context.Context }

func (brittle) Err() error { panic("asked") }

// TestPanicInRun checks that a panic in a run, or in a method of its context, reaches the caller
// and ends the run. The program and the request can be closed afterwards.
func TestPanicInRun(t *testing.T) {
	p := function(t, func(context.Context) error { panic("a driver's bug") })
	r := request.New(p)
	for what, run := range map[string]func() error{
		"Run":       func() error { _, err := p.Run(t.Context(), nil); return err },
		"a context": func() error { _, err := p.Run(brittle{t.Context()}, nil); return err },
		"a request": func() error { return r.Do(t.Context()) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: the run did not panic", what)
				}
			}()
			_ = run()
		}()
	}
	for what, end := range map[string]func() error{"Request.Close": r.Close, "Close": p.Close} {
		if err := soon(t, what, end); err != nil {
			t.Error(err)
		}
	}
}

func TestNoContext(t *testing.T) {
	p := function(t, func(context.Context) error { return nil })
	defer p.Close()
	r := request.New(p)
	defer r.Close()
	var none context.Context
	for what, run := range map[string]func() error{
		"Run": func() error { _, err := p.Run(none, nil); return err }, "Do": func() error { return r.Do(none) }, "Start": func() error { return r.Start(none) },
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), "needs a context") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestEnterAfterClose checks that Enter fails after Close, even with a context that Hold returned.
func TestEnterAfterClose(t *testing.T) {
	core, err := backends.NewCore(backends.Config{Device: "f"}, backends.Info{Name: "f", Version: "1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := core.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	held, err := s.Hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Release()
	s.Close()
	if err := s.Enter(held); !errors.Is(err, backends.ErrClosed) {
		t.Errorf("Enter returned %v, expected ErrClosed", err)
	}
}

// TestLeaveDuringClose checks that Leave without a run does not affect a concurrent Close.
func TestLeaveDuringClose(t *testing.T) {
	core, err := backends.NewCore(backends.Config{Device: "f"}, backends.Info{Name: "f", Version: "1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		s, err := core.Settings(nil)
		if err != nil {
			t.Fatal(err)
		}
		var leaving sync.WaitGroup
		for range 2 {
			leaving.Go(func() {
				for range 5000 {
					s.Leave()
				}
			})
		}
		closed := 0
		_ = soon(t, "closing", func() error {
			for range 1000 {
				if s.Close() {
					closed++
				}
			}
			return nil
		})
		leaving.Wait()
		if closed != 1 {
			t.Fatalf("Close returned true %d times, expected once", closed)
		}
	}
}

// TestLeaveWithoutRun checks that Leave without a run has no effect, before and after Close.
func TestLeaveWithoutRun(t *testing.T) {
	core, err := backends.NewCore(backends.Config{Device: "f"}, backends.Info{Name: "f", Version: "1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := core.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []bool{true, false, false} {
		s.Leave()
		if err := soon(t, "closing", func() error {
			if s.Close() != first {
				return errors.New("only the first call of Close must return true")
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
}
