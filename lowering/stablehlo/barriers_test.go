package stablehlo_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	dialect "github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/lowering/stablehlo"
	"github.com/lathe-ir/lathe/passes"
)

// TestRefineManyBarriers refines a long chain of barriers. Whether a barrier can be refined depends
// on all later barriers.
func TestRefineManyBarriers(t *testing.T) {
	const n = 20000
	var b strings.Builder
	b.WriteString("func.func @main(%a: tensor<4xf32>) -> tensor<?xf32> {\n  %0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<?xf32>\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%%d = stablehlo.optimization_barrier %%%d : tensor<?xf32>\n", i+1, i)
	}
	fmt.Fprintf(&b, "  return %%%d : tensor<?xf32>\n}\n", n)
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), dialect.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	var m *ir.Op
	parse := func() {
		if m, err = asm.Parse(reg, diag.NewSource("t.mlir", []byte(b.String())), asm.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	irtest.Within(t, time.Second, parse, func() {
		if err := passes.Apply(t.Context(), m, stablehlo.RefinePass()); err != nil {
			t.Fatal(err)
		}
	})
	f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
	if last := f.Entry().Last().OperandAt(0).Type(); !last.HasStaticShape() {
		t.Errorf("the result has type '%s'", last)
	}
}
