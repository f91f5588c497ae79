package backends_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// TestGrowthOfQueries checks that the cost of a query for a call does not depend on the number of
// functions in the module.
func TestGrowthOfQueries(t *testing.T) {
	b, err := vm.Factory().Open(backends.Config{Device: "vm", Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	irtest.Steady(t, func(functions int) func() {
		var others, calls strings.Builder
		for i := range functions {
			fmt.Fprintf(&others, "func.func private @f%d(%%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %%x : tensor<4xf32>\n}\n", i)
			fmt.Fprintf(&calls, "  %%%d = func.call @f%d(%%x) : (tensor<4xf32>) -> tensor<4xf32>\n", i, i)
		}
		m := parseText(t, "m.mlir", []byte(others.String()+"func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"+calls.String()+"  return %x : tensor<4xf32>\n}\n"))
		f, err := fn.Entry(m, "main")
		if err != nil {
			t.Fatal(err)
		}
		return func() {
			if _, err := b.Query(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
	})
}
