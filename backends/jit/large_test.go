package jit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/jit/code"
)

// TestLargeKernel checks that compiling a loop of more than a megabyte of code fails, since a
// conditional jump of arm64 cannot skip so much code.
func TestLargeKernel(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling a kernel of 272,000 instructions takes long")
	}
	var body strings.Builder
	const steps = 17000
	for i := range steps {
		fmt.Fprintf(&body, "%%x%d = arith.addi %%x%d, %%x%d : vector<32xi64>\n", i+1, i, i)
	}
	program := fmt.Sprintf(`module {
  func.func @main(%%in: memref<32xi64>, %%out: memref<32xi64>) attributes {kernel.host, kernel.results = 1 : i64} {
    %%lo = arith.constant 0 : index
    %%hi = arith.constant 1 : index
    func.call @k(%%in, %%out, %%lo, %%hi) : (memref<32xi64>, memref<32xi64>, index, index) -> ()
    return
  }
  func.func private @k(%%in: memref<32xi64>, %%out: memref<32xi64>, %%lo: index, %%hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 32 : i64, kernel.writes = array<i64: 1>} {
    %%c0 = arith.constant 0 : index
    %%c1 = arith.constant 1 : index
    scf.for %%i = %%lo to %%hi step %%c1 {
      %%x0 = vector.load %%in[%%c0] : memref<32xi64>, vector<32xi64>
      %s
      vector.store %%x%d, %%out[%%c0] : memref<32xi64>, vector<32xi64>
    }
    return
  }
}
`, body.String(), steps)
	list := kernelsOf(t, "large", []byte(program))
	_, err := openAs(t, machine{code.Target{ARM64: true}, "arm64-neon"}).encode(t.Context(), list, nil)
	if err == nil || !strings.Contains(err.Error(), "which exceeds the range of jumps") {
		t.Errorf("got %v", err)
	}
}
