package partition_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
)

// TestGrowthOverFunctions: what a function takes to divide does not depend on how many
// others there are. It counts the memory that is asked for, since the symbols of a module,
// made anew for each of its functions, would be most of that.
func TestGrowthOverFunctions(t *testing.T) {
	each := func(functions int) uint64 {
		var text strings.Builder
		for i := range functions {
			fmt.Fprintf(&text, "func.func @f%d(%%x: f32) -> f32 {\n%%0 = \"t.a\"(%%x) {cluster.device = \"vm\"} : (f32) -> f32\nreturn %%0 : f32\n}\n", i)
		}
		m := parse(t, "module {\n"+text.String()+"}\n")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := partition.Module(t.Context(), m, partition.Options{Strategy: contract.Strategy{}}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / uint64(functions)
	}
	few, many := each(100), each(1600)
	if many > few*3/2 {
		t.Errorf("a function takes %d bytes among 100, but %d among 1600", few, many)
	}
}
