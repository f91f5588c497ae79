package partition_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
)

// TestGrowthOverFunctions: what a function takes to divide does not depend on how many
// others there are. The symbols of a module, made anew for each of its functions, would be
// most of that.
func TestGrowthOverFunctions(t *testing.T) {
	irtest.Steady(t, func(functions int) func() {
		var text strings.Builder
		for i := range functions {
			fmt.Fprintf(&text, "func.func @f%d(%%x: f32) -> f32 {\n%%0 = \"t.a\"(%%x) {cluster.device = \"vm\"} : (f32) -> f32\nreturn %%0 : f32\n}\n", i)
		}
		m := parse(t, "module {\n"+text.String()+"}\n")
		return func() {
			if err := partition.Module(t.Context(), m, partition.Options{Strategy: contract.Strategy{}}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
