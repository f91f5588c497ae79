package affinity

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/irtest"
)

// TestGrowthOverFunctions checks that the time to place a function does not depend on the number of
// functions in the module.
func TestGrowthOverFunctions(t *testing.T) {
	irtest.Steady(t, func(functions int) func() {
		var text strings.Builder
		for i := range functions {
			fmt.Fprintf(&text, "func.func @f%d(%%x: f32) -> f32 {\n%%0 = \"t.a\"(%%x) : (f32) -> f32\nreturn %%0 : f32\n}\n", i)
		}
		m := parse(t, "module {\n"+text.String()+"}\n")
		return func() {
			if err := Module(t.Context(), m, list(device{}, device{}), Options{}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
