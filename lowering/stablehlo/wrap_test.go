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

// TestWrapManyValues wraps an operation whose region reads many values. The time must be linear.
func TestWrapManyValues(t *testing.T) {
	const n = 100000
	var b strings.Builder
	b.WriteString("func.func @main(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%v%d = stablehlo.negate %%x : tensor<f32>\n", i)
	}
	b.WriteString("  %r = \"stablehlo.case\"(%i) ({\n")
	for i := range n {
		fmt.Fprintf(&b, "    %%w%d = stablehlo.negate %%v%d : tensor<f32>\n", i, i)
	}
	b.WriteString("    stablehlo.return %w0 : tensor<f32>\n  }) : (tensor<i32>) -> tensor<f32>\n  return %r : tensor<f32>\n}\n")
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
	irtest.Within(t, 3*time.Second, parse, func() {
		if err := passes.Apply(t.Context(), m, stablehlo.WrapPass().With(stablehlo.WrapOptions{Names: []string{"stablehlo.case"}})); err != nil {
			t.Fatal(err)
		}
	})
	for op := range m.RegionAt(0).Entry().First().RegionAt(0).Entry().Ops() {
		if ir.Is[dialect.Composite](op) && op.NumOperands() != n+1 {
			t.Errorf("the composite has %d operands", op.NumOperands())
		}
	}
}
