package engines_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	embed "github.com/lathe-ir/lathe/backends/compile"
)

// TestGrowth checks that the memory for compiling a chain of operations grows linearly.
func TestGrowth(t *testing.T) {
	const square, line = "tensor<8x8xf32>", "tensor<64xf32>"
	for _, test := range []struct {
		name, engine, typ, step string // the steps of "map" are in the body of one operation
		small, large            int    // lengths of chains
		most                    uint64 // limit for the ratio of the memory for the two lengths
	}{
		{"bitcast", "vm", square, "%bNEXT = stablehlo.bitcast_convert %vLAST : (" + square + ") -> tensor<8x8x4xi8>\n%vNEXT = stablehlo.bitcast_convert %bNEXT : (tensor<8x8x4xi8>) -> " + square, 60, 480, 16},
		{"sort", "vm", square, "%vNEXT = \"stablehlo.sort\"(%vLAST) ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n" +
			"  stablehlo.return %p : tensor<i1>\n}) {dimension = 1 : i64} : (" + square + ") -> " + square, 60, 480, 16},
		{"sine", "jit", line, "%vNEXT = stablehlo.sine %vLAST : " + line, 5, 20, 6}, // of 20 operations, 19 are in one kernel
		// All operations become one kernel.
		{"multiply", "vm", line, "%vNEXT = stablehlo.multiply %vLAST, %v0 : " + line, 20, 200, 8},
		// The operations of large maps become several kernels, and equal kernels are compiled once.
		{"map", "jit", line, "%vNEXT = stablehlo.sine %vLAST : tensor<f32>", 50, 500, 5},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !slices.ContainsFunc(engines(t), func(e engine) bool { return e.name == test.engine }) {
				t.Skip("backend " + test.engine + " does not run here")
			}
			memory := func(n int) uint64 {
				var b strings.Builder
				for i := range n {
					b.WriteString(strings.NewReplacer("LAST", fmt.Sprint(i), "NEXT", fmt.Sprint(i+1)).Replace(test.step) + "\n")
				}
				arg, body, result := "%v0", b.String(), fmt.Sprintf("%%v%d", n)
				if test.name == "map" {
					body = fmt.Sprintf("%%r = \"stablehlo.map\"(%%x) ({\n^bb0(%%v0: tensor<f32>):\n%sstablehlo.return %s : tensor<f32>\n}) {dimensions = array<i64: 0>} : (%[3]s) -> %[3]s", body, result, test.typ)
					arg, result = "%x", "%r"
				}
				m := parse(t, registry(t), program(arg+": "+test.typ, body, result, test.typ))
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				e, err := embed.Module(t.Context(), m, embed.Options{Backend: test.engine})
				if err != nil {
					t.Fatal(err)
				}
				defer e.Close()
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc
			}
			memory(1) // allocates what the process needs once
			if small, large := memory(test.small), memory(test.large); large > test.most*small {
				t.Errorf("a chain of %d operations takes %d bytes, and one of %d takes %d", test.large, large, test.small, small)
			}
		})
	}
}

// TestUnitDimensions compiles a program whose tensors have 300 dimensions of extent 1. Kernels must
// have no loops over these dimensions: the compilation would take long, and kernel-verify could not
// prove that the accesses are in bounds.
func TestUnitDimensions(t *testing.T) {
	const n = 300
	typ := "tensor<" + strings.Repeat("1x", n) + "f32>"
	starts := strings.Repeat(", %i", n)
	types := strings.Repeat(", tensor<i32>", n)
	body := "%r = \"stablehlo.dynamic_slice\"(%x" + starts + ") {slice_sizes = array<i64: 1" + strings.Repeat(", 1", n-1) + ">} : (" + typ + types + ") -> " + typ +
		"\n%u = \"stablehlo.dynamic_update_slice\"(%r, %x" + starts + ") : (" + typ + ", " + typ + types + ") -> " + typ
	e, err := embed.Module(t.Context(), parse(t, registry(t), program("%x: "+typ+", %i: tensor<i32>", body, "%u", typ)), embed.Options{Backend: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
}
