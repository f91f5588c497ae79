package engines_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	embed "github.com/lathe-ir/lathe/backends/compile"
)

// TestGrowth checks that compiling a chain of operations allocates memory in proportion to the
// length of the chain.
func TestGrowth(t *testing.T) {
	const typ = "tensor<8x8xf32>"
	for name, step := range map[string]string{
		"bitcast": "%bNEXT = stablehlo.bitcast_convert %vLAST : (" + typ + ") -> tensor<8x8x4xi8>\n%vNEXT = stablehlo.bitcast_convert %bNEXT : (tensor<8x8x4xi8>) -> " + typ,
		"sort": "%vNEXT = \"stablehlo.sort\"(%vLAST) ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n" +
			"  stablehlo.return %p : tensor<i1>\n}) {dimension = 1 : i64} : (" + typ + ") -> " + typ,
	} {
		t.Run(name, func(t *testing.T) {
			memory := func(n int) uint64 {
				var b strings.Builder
				for i := range n {
					b.WriteString(strings.NewReplacer("LAST", fmt.Sprint(i), "NEXT", fmt.Sprint(i+1)).Replace(step) + "\n")
				}
				m := parse(t, registry(t), program("%v0: "+typ+", %i: tensor<i32>", b.String(), fmt.Sprintf("%%v%d", n), typ))
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				e, err := embed.Module(t.Context(), m, embed.Options{Backend: "vm"})
				if err != nil {
					t.Fatal(err)
				}
				defer e.Close()
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc
			}
			memory(1) // allocates what the process needs once
			if small, large := memory(60), memory(480); large > 16*small {
				t.Errorf("480 operations take %d bytes, and 60 take %d", large, small)
			}
		})
	}
}
