package backends_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

// widenSecond makes the operand types of an addition disagree, as an incorrect pass could.
func widenSecond(op stablehlo.Add, rw *rewrite.Rewriter) bool {
	if op.RHS().Type().Elem() != ir.F32() {
		return false
	}
	wide := stablehlo.NewConvert(&rw.Builder, op.RHS(), ir.F64()).Op.Result()
	rw.Update(op.Op, func() { op.Op.SetOperandAt(1, wide) })
	return true
}

// TestIllTypedKernels checks that compilation fails if an incorrect pass makes the types in a
// kernel disagree.
func TestIllTypedKernels(t *testing.T) {
	const text = `func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %x, %y : tensor<64xf32>
  return %0 : tensor<64xf32>
}`
	for _, f := range []backends.Factory{vm.Factory(), jit.Factory()} {
		b, err := f.Open(backends.Config{Device: f.Name, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.Compile(t.Context(), parseText(t, "add.mlir", []byte(text)), backends.CompileOptions{
			Passes: &passes.Manager{NoVerify: true, Canonical: rewrite.NewSet(rewrite.On(widenSecond))},
		})
		if err == nil {
			p.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "internal error: lowering made an invalid program") {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}
