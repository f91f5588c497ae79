package precompute

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes"
)

// TestManyFunctions checks that the time to split functions is linear in their number.
func TestManyFunctions(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), nnvm.Dialect(), stablehlo.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	const n = 4000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `func.func @f%d(%%x: tensor<4xf32> {nnvm.name = "x"}, %%w: tensor<4xf32> {nnvm.name = "w"}) -> tensor<4xf32> {
  %%0 = stablehlo.negate %%w : tensor<4xf32>
  %%1 = stablehlo.add %%x, %%0 : tensor<4xf32>
  return %%1 : tensor<4xf32>
}
`, i)
	}
	var op *ir.Op
	parse := func() {
		if op, err = asm.Parse(reg, diag.NewSource("test", []byte(b.String())), asm.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	irtest.Within(t, time.Second, parse, func() {
		if err := passes.Apply(t.Context(), op, Pass().With(options{Params: []string{"w"}})); err != nil {
			t.Fatal(err)
		}
	})
	functions := 0
	for range op.RegionAt(0).Entry().Ops() {
		functions++
	}
	if functions != 2*n {
		t.Errorf("got %d functions, want %d", functions, 2*n)
	}
}
