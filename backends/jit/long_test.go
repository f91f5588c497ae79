package jit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
)

// TestLongKernels compiles kernel form with loops that machine code could not leave for long: jit
// refuses them, vm takes them.
func TestLongKernels(t *testing.T) {
	const program = `module {
  func.func @main(%%g: memref<1xi64>, %%o: memref<4xi64>) attributes {kernel.host, kernel.results = 1 : i64} {
    %%lo = arith.constant 0 : index
    %%hi = arith.constant 4 : index
    func.call @k(%%g, %%o, %%lo, %%hi) : (memref<1xi64>, memref<4xi64>, index, index) -> ()
    return
  }
  func.func private @k(%%g: memref<1xi64>, %%o: memref<4xi64>, %%lo: index, %%hi: index) attributes {kernel.grid = 4 : index, kernel.writes = array<i64: 1>} {
    %%z = arith.constant 0 : index
    %%one = arith.constant 1 : index
    %%step = arith.constant 16 : index
    %%n = arith.constant %s : index
    %%i1 = arith.constant 1 : i64
    scf.for %%p = %%lo to %%hi step %%one {
      %s
      %%r = scf.for %%i = %%z to %%end step %%one iter_args(%%a = %%i1) -> (i64) {
        %%b = arith.muli %%a, %%a : i64
        scf.yield %%b : i64
      }
      memref.store %%r, %%o[%%p] : memref<4xi64>
    }
    return
  }
}`
	const all, block = "%end = arith.addi %n, %z : index", "%next = arith.addi %p, %step : index\n      %end = arith.minsi %next, %n : index"
	for _, c := range []struct {
		n, end  string
		refused bool
	}{
		{"1000", all, false},
		{"1000000000000000", all, true},
		{"9223372036854775807", all, true},
		{"1000000000000000", block, false},
		{"1000", "%x = memref.load %g[%z] : memref<1xi64>\n      %end = arith.index_cast %x : i64 to index", true},
		{"1000", "%x = memref.load %g[%z] : memref<1xi64>\n      %far = arith.index_cast %x : i64 to index\n      %end = arith.minsi %far, %n : index", false},
	} {
		for _, backend := range []string{"jit", "vm"} {
			m, err := compile.Parse("t.mlir", fmt.Appendf(nil, program, c.n, c.end))
			if err != nil {
				t.Fatal(err)
			}
			e, err := compile.Module(context.Background(), m, compile.Options{Backend: backend})
			refused := err != nil && strings.Contains(err.Error(), "machine code cannot be interrupted")
			if err == nil {
				e.Close()
			} else if !refused {
				t.Errorf("%s, %s, %s: %v", backend, c.n, c.end, err)
			}
			if want := c.refused && backend == "jit"; refused != want {
				t.Errorf("%s, %s, %s: refused is %t", backend, c.n, c.end, refused)
			}
		}
	}
}
