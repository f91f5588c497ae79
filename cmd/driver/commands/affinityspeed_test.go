package commands_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/affinity"
)

// mixed returns a program of n operations of a few kinds. vm and c refuse some of these kinds.
func mixed(n int) string {
	var b strings.Builder
	b.WriteString("func.func @main(%v0: tensor<8x16xf32>, %v1: tensor<8x16xf32>) -> tensor<8x16xf32> {\n")
	names := []string{"add", "multiply", "subtract", "maximum", "minimum", "power", "remainder"}
	for i := 2; i < n+2; i++ {
		switch k := i % 19; {
		case k == 0:
			fmt.Fprintf(&b, "  %%v%d = stablehlo.constant dense<%d.5> : tensor<8x16xf32>\n", i, i)
		case k == 7:
			fmt.Fprintf(&b, "  %%v%d = stablehlo.custom_call @nobody(%%v%d) : (tensor<8x16xf32>) -> tensor<8x16xf32>\n", i, i-1)
		case k%2 == 0:
			fmt.Fprintf(&b, "  %%v%d = stablehlo.%s %%v%d, %%v%d : tensor<8x16xf32>\n", i, names[i%len(names)], i-1, max(0, i-1-i%40))
		default:
			fmt.Fprintf(&b, "  %%v%d = stablehlo.tanh %%v%d : tensor<8x16xf32>\n", i, i-1)
		}
	}
	fmt.Fprintf(&b, "  return %%v%d : tensor<8x16xf32>\n}\n", n+1)
	return b.String()
}

// TestAffinityIsLinear limits the bytes that affinity allocates for each operation. The limit
// hardly depends on the size of the program, because a device is queried only once for each kind of
// operation. LATHE_TABLES=1 adds larger programs and a limit of the processor time.
func TestAffinityIsLinear(t *testing.T) {
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	r := backends.NewRegistry(tool.All().Backends, backends.Config{})
	defer r.Close()
	devices, err := r.Devices([]string{"vm", "c", "ref"})
	if err != nil {
		t.Fatal(err)
	}
	sizes := []int{10_000}
	if os.Getenv("LATHE_TABLES") != "" {
		sizes = append(sizes, 100_000, 1_000_000)
	}
	for _, n := range sizes {
		var m ir.Module
		var before, after runtime.MemStats
		parse := func() {
			op, err := asm.Parse(tool.Registry(), diag.NewSource("mixed.mlir", []byte(mixed(n))), asm.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m, _ = ir.As[ir.Module](op)
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		place := func() {
			if err := affinity.Module(t.Context(), m, devices, affinity.Options{KeepUnplaced: true}); err != nil {
				t.Fatal(err)
			}
		}
		if os.Getenv("LATHE_TABLES") != "" {
			irtest.Within(t, time.Duration(n)*3*time.Microsecond+30*time.Millisecond, parse, place)
		} else {
			parse()
			place()
		}
		runtime.ReadMemStats(&after)
		bytes := (after.TotalAlloc - before.TotalAlloc) / uint64(n)
		t.Logf("%d operations: %d bytes for each operation", n, bytes)
		const most = 1200 // bytes per operation; the queries for the kinds add a constant
		if limit := uint64(most + 12_000_000/n); bytes > limit {
			t.Errorf("%d operations: %d bytes for each, expected %d at most", n, bytes, limit)
		}
	}
}
