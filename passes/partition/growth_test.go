package partition_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
)

// TestGrowthOverFunctions checks that the memory allocated to divide a function does not depend on
// the number of other functions: the module's symbols are collected once.
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
