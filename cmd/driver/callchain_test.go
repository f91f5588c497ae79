package driver_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestCallChain compiles a chain of functions, each of which only calls the next function. The
// memory for the compilation must be proportional to the length of the chain.
func TestCallChain(t *testing.T) {
	const n = 5000
	var text strings.Builder
	text.WriteString("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = call @f0(%x) : (tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n")
	for i := range n {
		fmt.Fprintf(&text, "func.func private @f%d(%%x: tensor<4xf32>) -> tensor<4xf32> {\n", i)
		if i < n-1 {
			fmt.Fprintf(&text, "  %%0 = call @f%d(%%x) : (tensor<4xf32>) -> tensor<4xf32>\n  return %%0 : tensor<4xf32>\n}\n", i+1)
		} else {
			text.WriteString("  return %x : tensor<4xf32>\n}\n")
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m, err := compile.Parse("chain", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	e, err := compile.Module(t.Context(), m, compile.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	runtime.ReadMemStats(&after)
	if bytes := (after.TotalAlloc - before.TotalAlloc) / n; bytes > 30_000 {
		t.Errorf("compiling allocates %d bytes for each function, expected at most 30000", bytes)
	}
	outs, err := e.Run(t.Context(), tensor.FromSlice([]int64{4}, []float32{1, 2, 3, 4}))
	if err != nil || outs[0].Float(3) != 4 {
		t.Errorf("got results %v and error %v, expected 4 as the last element", outs, err)
	}
}
