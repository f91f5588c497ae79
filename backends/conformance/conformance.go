// Package conformance checks that a backend fulfills the contracts of package backends. Authors of
// backends call Run in a test:
//
//	func TestConformance(t *testing.T) {
//		conformance.Run(t, conformance.Subject{Factory: npu.Factory(), Registry: reg})
//	}
//
// The programs that must compile consist of stablehlo.add and stablehlo.multiply on 2x3xf32, and of
// additions of the element types that the backend lists. A backend that supports only stablehlo.add
// and stablehlo.multiply on 2x3xf32 can pass.
//
// Each check has the name under which docs/backends.md explains its contract. The name begins with
// the number of a row in this document, so 'go test -run TestConformance/B1.12' checks how the
// backend imports exported programs. If the backend lacks an optional interface, the checks of this
// interface are skipped with a message in the log.
package conformance

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Subject is a backend to check.
type Subject struct {
	Factory backends.Factory
	// Registry has the dialects func and stablehlo, and the dialects of the backend.
	Registry *ir.Registry
	// Others opens other devices, for backends that run programs on other devices.
	Others func(device string) (backends.Backend, error)
	// Prepare, if set, converts a module to the form that the backend accepts, such as a division
	// into clusters.
	Prepare func(t testing.TB, m ir.Module) ir.Module
	// CacheDir is the cache folder with which the backend is opened; "" means no cache.
	CacheDir string
	// Skip, if set, is called with an error of the backend. It returns the reason why the backend
	// cannot be checked on this machine, or "" if the error is a failure of the check.
	Skip func(err error) (why string)
}

// Run checks a backend, with a subtest for each contract. If the backend does not compile the
// program that most checks use, Run fails only once. If Subject.Skip returns a reason for this
// error, Run skips all checks.
func Run(t *testing.T, subject Subject) {
	if why := (&suite{t, subject}).refusal(); why != "" {
		t.Fatalf("the checks need a backend that supports stablehlo.add and stablehlo.multiply of tensor<2x3xf32>, but '%s' says: %s", subject.Factory.Name, why)
	}
	for _, c := range checks() {
		t.Run(c.name, func(t *testing.T) { c.run(&suite{t, subject}) })
	}
}

// suite is the state of one check of one backend.
type suite struct {
	*testing.T
	Subject
}

func background() context.Context { return context.Background() }

// device returns the name of the device that checks open.
func (s *suite) device() string { return s.Factory.Name + ".0" }

func (s *suite) config() backends.Config {
	return backends.Config{Device: s.device(), Threads: 2, Others: s.Others, CacheDir: s.CacheDir}
}

// open returns a backend that is closed at the end of the check.
func (s *suite) open() backends.Backend {
	s.Helper()
	b, err := s.Factory.Open(s.config())
	s.usable(err)
	s.Cleanup(func() { s.ok(b.Close()) })
	return b
}

// usable fails the check if err is not nil, but skips it if Subject.Skip returns a reason for err.
func (s *suite) usable(err error) {
	s.Helper()
	s.skipFor(err)
	s.ok(err)
}

// skipFor skips the check if Subject.Skip returns a reason for err.
func (s *suite) skipFor(err error) {
	s.Helper()
	if err != nil && s.Subject.Skip != nil {
		if why := s.Subject.Skip(err); why != "" {
			s.T.Skip(why)
		}
	}
}

func (s *suite) ok(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// The method "is" fails the check unless err wraps kind and has a message.
func (s *suite) is(err, kind error, what string) {
	s.Helper()
	if !errors.Is(err, kind) {
		s.Fatalf("%s: expected the error '%v', but got %v", what, kind, err)
	}
	if d := diag.All(err)[0]; d.Message == "" {
		s.Fatalf("%s: the error has no message", what)
	}
}

// The method "says" fails the check unless err contains all texts.
func (s *suite) says(err error, texts ...string) {
	s.Helper()
	for _, text := range texts {
		if err == nil || !strings.Contains(err.Error(), text) {
			s.Fatalf("expected an error with %q, but got %v", text, err)
		}
	}
}

func (s *suite) parse(text string) ir.Module {
	s.Helper()
	op, err := asm.Parse(s.Registry, diag.NewSource("check.mlir", []byte(text)), asm.Options{})
	s.ok(err)
	m, _ := ir.As[ir.Module](op)
	return m
}

// module parses a program and converts it to the form that the backend accepts.
func (s *suite) module(text string) ir.Module {
	s.Helper()
	m := s.parse(text)
	if s.Prepare != nil {
		m = s.Prepare(s.T, m)
	}
	return m
}

// compile returns a program that is closed at the end of the check.
func (s *suite) compile(b backends.Backend, text string, properties map[string]any) backends.Program {
	s.Helper()
	p, err := b.Compile(background(), s.module(text), backends.CompileOptions{Properties: properties})
	s.usable(err)
	s.Cleanup(func() { s.ok(p.Close()) })
	return p
}

// refusal returns the backend's reason for not compiling the program of most checks. It returns ""
// if the program compiles, or if the backend cannot be opened, which the checks report. It skips
// the test if Subject.Skip returns a reason.
func (s *suite) refusal() string {
	b, err := s.Factory.Open(s.config())
	if err != nil {
		return ""
	}
	defer b.Close()
	p, err := b.Compile(background(), s.module(chain), backends.CompileOptions{})
	if err == nil {
		err = p.Close()
	}
	s.skipFor(err)
	if err != nil {
		return diag.All(err)[0].Message
	}
	return ""
}

// optional returns v as the optional interface I, and skips the check if v does not implement it.
func optional[I any](s *suite, v any, what string) I {
	s.Helper()
	i, ok := v.(I)
	if !ok {
		s.T.Skipf("backend '%s' lacks the optional interface '%s'", s.Factory.Name, what)
	}
	return i
}

// chain is the program of most checks: out = (x + y)·y, and sum = out + x. All values are small
// integers, so results are exact on every device.
const chain = `
func.func @main(%x: tensor<2x3xf32> {lathe.name = "x"}, %y: tensor<2x3xf32> {lathe.name = "y"})
    -> (tensor<2x3xf32> {lathe.name = "out"}, tensor<2x3xf32> {lathe.name = "sum"}) {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32> loc("first")
  %1 = stablehlo.multiply %0, %y : tensor<2x3xf32> loc("second")
  %2 = stablehlo.add %1, %x : tensor<2x3xf32> loc("third")
  return %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}`

// chainOps is the number of operations in chain.
const chainOps = 3

func chainInputs(seed int) []*tensor.Tensor {
	x, y := make([]float32, 6), make([]float32, 6)
	for i := range x {
		x[i], y[i] = float32(seed+i), float32(2*i-seed%5)
	}
	return []*tensor.Tensor{tensor.FromSlice([]int64{2, 3}, x), tensor.FromSlice([]int64{2, 3}, y)}
}

func chainWants(in []*tensor.Tensor) []*tensor.Tensor {
	x, y := tensor.Slice[float32](in[0]), tensor.Slice[float32](in[1])
	out, sum := make([]float32, 6), make([]float32, 6)
	for i := range x {
		out[i] = (x[i] + y[i]) * y[i]
		sum[i] = out[i] + x[i]
	}
	return []*tensor.Tensor{tensor.FromSlice([]int64{2, 3}, out), tensor.FromSlice([]int64{2, 3}, sum)}
}

// counter is a program with a variable: it adds x to the old value of acc.
const counter = `
func.func @main(%x: tensor<2x3xf32> {lathe.name = "x"},
                %acc: tensor<2x3xf32> {lathe.name = "acc", lathe.state = 0 : i64, lathe.initial = dense<1.0> : tensor<2x3xf32>})
    -> (tensor<2x3xf32>, tensor<2x3xf32> {lathe.name = "double"}) {
  %0 = stablehlo.add %acc, %x : tensor<2x3xf32>
  %1 = stablehlo.add %0, %0 : tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}`

// The method "runs" runs p, a program of the constant "chain", and checks its results.
func (s *suite) runs(p backends.Program, seed int) {
	s.Helper()
	in := chainInputs(seed)
	out, err := p.Run(background(), in)
	s.ok(err)
	s.equal(out, chainWants(in))
}

func (s *suite) equal(got, want []*tensor.Tensor) {
	s.Helper()
	if len(got) != len(want) {
		s.Fatalf("%d results, expected %d", len(got), len(want))
	}
	for i := range got {
		if !got[i].Equal(want[i]) {
			s.Fatalf("result %d is %s, expected %s", i, tensor.Format(got[i], 8), tensor.Format(want[i], 8))
		}
	}
}

// The method "computes" runs p, a program of the constant "chain", four times and checks the
// results. It may be called concurrently.
func (s *suite) computes(p backends.Program, seed int) {
	for k := range 4 {
		in := chainInputs(4*seed + k)
		out, err := p.Run(background(), in)
		if err != nil {
			s.Error(err)
			return
		}
		for i, want := range chainWants(in) {
			if !out[i].Equal(want) {
				s.Errorf("run %d, result %d is %s", seed, i, tensor.Format(out[i], 8))
			}
		}
	}
}

// The method "concurrently" calls f n times at once, with the indices 0 to n-1.
func (s *suite) concurrently(n int, f func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

// held is a context that blocks a run: one call of Err waits until release is called.
type held struct {
	context.Context
	skip atomic.Int32  // number of calls of Err before the call that blocks
	at   chan struct{} // closed when the run is blocked
	end  chan error
	once sync.Once
}

func hold() *held {
	return &held{Context: context.Background(), at: make(chan struct{}), end: make(chan error, 1)}
}

// Err implements context.Context.
func (h *held) Err() error {
	if h.skip.Add(-1) >= 0 {
		return nil
	}
	select {
	case <-h.at:
		return nil
	default:
		close(h.at)
		return <-h.end
	}
}

// release continues the run, or ends it with err. Only the first call has an effect, so checks can
// also defer a call.
func (h *held) release(err error) { h.once.Do(func() { h.end <- err }) }
