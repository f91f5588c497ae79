package backends_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/pipeline"
)

type faultyKernels struct {
	mu    sync.Mutex
	fault error
	calls int
}

func (k *faultyKernels) Call(int, []unsafe.Pointer, int64, int64) {
	panic("BUG: Call instead of TryCall")
}
func (k *faultyKernels) Close() error { return nil }

func (k *faultyKernels) TryCall(_ int, buffers []unsafe.Pointer, lo, hi int64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.calls++
	for i := lo; i < hi && k.fault == nil; i++ {
		*(*int64)(unsafe.Add(buffers[0], 8*i)) = i
	}
	return k.fault
}

// TestDeviceFault checks that a run fails if a kernel fails, that the error names the step, and
// that the next run succeeds.
func TestDeviceFault(t *testing.T) {
	for _, threads := range []string{"1", "3"} {
		core, err := backends.NewCore(backends.Config{Device: "npu", Properties: map[string]any{"threads": threads}}, backends.Info{Name: "npu", Version: "1"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := core.Settings(nil)
		if err != nil {
			t.Fatal(err)
		}
		l, err := host.Lower(context.Background(), parseText(t, "long.mlir", []byte(long)), backends.CompileOptions{}, pipeline.Target{Name: "npu"}, s, takeAll)
		if err != nil {
			t.Fatal(err)
		}
		ks := &faultyKernels{}
		p := host.NewProgram(l, ks, s, core.Header("", s))
		defer p.Close()
		lost := errors.New("bus error 7")
		for range 3 {
			ks.fault, ks.calls = lost, 0
			_, err := p.Run(context.Background(), nil)
			if !errors.Is(err, lost) || !strings.Contains(err.Error(), "step 0 ('k') failed on device 'npu': bus error 7") || ks.calls > 8 {
				t.Fatalf("the error after %d calls is %v", ks.calls, err)
			}
			ks.fault = nil
			out, err := p.Run(context.Background(), nil)
			if err != nil || tensor.Slice[int64](out[0])[3999] != 3999 {
				t.Fatalf("the next run gave %v", err)
			}
		}
	}
}

// takeAll accepts all kernels, as the argument "take" of host.Lower.
func takeAll(*host.Lowered) error { return nil }

// TestFaultNamesOperation checks that the error of a run has the name and the location of the
// source operation that failed.
func TestFaultNamesOperation(t *testing.T) {
	const text = `
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}`
	core, err := backends.NewCore(backends.Config{Device: "npu"}, backends.Info{Name: "npu", Version: "1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := core.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	var m ir.Module = parseText(t, "exp.mlir", []byte(text))
	l, err := host.Lower(context.Background(), m, backends.CompileOptions{}, pipeline.Target{Name: "npu", Machine: "vm"}, s, takeAll)
	if err != nil {
		t.Fatal(err)
	}
	p := host.NewProgram(l, &faultyKernels{fault: errors.New("too hot")}, s, core.Header("", s))
	defer p.Close()
	_, err = p.Run(context.Background(), []*tensor.Tensor{tensor.New(tensor.F32, 4)})
	if err == nil || !strings.Contains(err.Error(), "exp.mlir:3:") || !strings.Contains(err.Error(), "'stablehlo.exponential' op failed on device 'npu': too hot") {
		t.Errorf("the error is %v", err)
	}
}
