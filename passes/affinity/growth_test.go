package affinity

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestGrowthOverFunctions: what a function takes to be placed, as memory that is asked for,
// does not depend on how many others there are.
func TestGrowthOverFunctions(t *testing.T) {
	each := func(functions int) uint64 {
		var text strings.Builder
		for i := range functions {
			fmt.Fprintf(&text, "func.func @f%d(%%x: f32) -> f32 {\n%%0 = \"t.a\"(%%x) : (f32) -> f32\nreturn %%0 : f32\n}\n", i)
		}
		m := parse(t, "module {\n"+text.String()+"}\n")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := Module(t.Context(), m, list(device{}, device{}), Options{}); err != nil {
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
