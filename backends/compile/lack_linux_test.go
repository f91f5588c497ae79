package compile_test

import (
	"errors"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// large is a program that keeps a value of 128 MiB, and gives another.
const large = `func.func @main(%a: tensor<i8>) -> (tensor<8192x16384xi8>, tensor<i8>) {
  %0 = stablehlo.add %a, %a {cluster.device = "vm.0"} : tensor<i8>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] {cluster.device = "vm.1"} : (tensor<i8>) -> tensor<8192x16384xi8>
  %2 = stablehlo.slice %1 [0:1, 5:6] {cluster.device = "vm.1"} : (tensor<8192x16384xi8>) -> tensor<1x1xi8>
  %3 = stablehlo.reshape %2 {cluster.device = "vm.1"} : (tensor<1x1xi8>) -> tensor<i8>
  return %1, %3 : tensor<8192x16384xi8>, tensor<i8>
}`

// limited calls f while the process may have no more than bytes beside what it has.
func limited(t *testing.T, bytes uint64, f func()) {
	t.Helper()
	debug.FreeOSMemory()
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	pages, err := strconv.ParseUint(strings.Fields(string(statm))[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &was); err != nil {
		t.Skip(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: pages*uint64(os.Getpagesize()) + bytes, Max: was.Max}); err != nil {
		t.Skip(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_AS, &was); err != nil {
			t.Fatal(err)
		}
	}()
	f()
}

// TestMemoryGone: where the host can't give the memory that a run takes although it had it when
// the program was compiled, the run fails with the operation that gets none, however it is run;
// when the memory is there again, it is right.
func TestMemoryGone(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector maps memory of its own")
	}
	// The limit holds for all that a process does, and so this is one of its own.
	if os.Getenv("LATHE_LIMITED") == "" {
		own := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMemoryGone$", "-test.v")
		own.Env = append(os.Environ(), "LATHE_LIMITED=1")
		out, err := own.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	type compiled struct {
		place
		e *compile.Executable
	}
	var all []compiled
	alone := []place{{"ref", compile.Options{Backend: "ref"}}, {"c", compile.Options{Backend: "c"}}, {"vm", compile.Options{Backend: "vm"}}}
	for _, p := range append(alone, places("vm.0", "vm.1")[1:]...) {
		t.Run(p.name, func(t *testing.T) {
			o := p.options
			o.Backends = factories()
			e, err := compile.Module(t.Context(), parseText(t, large), o)
			if err != nil && strings.Contains(err.Error(), "needs a C compiler") {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, compiled{p, e})
		})
	}
	in := []*tensor.Tensor{tensor.FromSlice(nil, []int8{21})}
	limited(t, 64<<20, func() {
		for _, c := range all {
			for _, w := range ways() {
				if w.name == "into" || w.name == "buffers" {
					continue // the memory is the caller's
				}
				_, err := w.run(t.Context(), c.e, in)
				c.failedAt(t, c.name+", "+w.name, err, "stablehlo.broadcast_in_dim", "test.mlir:3:")
				var lack *hostbytes.Lack
				if !errors.As(err, &lack) || lack.Left > 1<<27 {
					t.Errorf("%s: got %v", c.name, err)
				}
			}
		}
	})
	for _, c := range all {
		out, err := c.e.Run(t.Context(), in...)
		if err != nil || out[0].Int(1<<27-1) != 42 || out[1].Int(0) != 42 {
			t.Errorf("%s: with memory, the run gave %v", c.name, err)
		}
		c.e.Close()
	}
	debug.FreeOSMemory()
}
