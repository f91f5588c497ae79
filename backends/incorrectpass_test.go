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

// widenSecond makes the operand types of an addition disagree.
func widenSecond(op stablehlo.Add, rw *rewrite.Rewriter) bool {
	if op.RHS().Type().Elem() != ir.F32() {
		return false
	}
	wide := stablehlo.NewConvert(&rw.Builder, op.RHS(), ir.F64()).Op.Result()
	rw.Update(op.Op, func() { op.Op.SetOperandAt(1, wide) })
	return true
}

// sliceBeyond makes a slice read elements after the end of its operand.
func sliceBeyond(op stablehlo.Slice, rw *rewrite.Rewriter) bool {
	if op.StartIndices()[0] != 0 {
		return false
	}
	rw.Replace(op.Op, stablehlo.NewSlice(&rw.Builder, op.Operand(), op.Op.Result().Type(), []int64{64}, []int64{96}, []int64{1}).Op.Result())
	return true
}

// TestIncorrectPass checks that compilation fails if an incorrect pass makes types disagree, or
// makes a kernel that reads outside of its buffers.
func TestIncorrectPass(t *testing.T) {
	for _, c := range []struct {
		pattern rewrite.Pattern
		body    string
		want    string
	}{
		{rewrite.On(widenSecond), "stablehlo.add %x, %x : tensor<64xf32>", "internal error: lowering made an invalid program"},
		{rewrite.On(sliceBeyond), "stablehlo.slice %x [0:32] : (tensor<64xf32>) -> tensor<32xf32>", "internal error: lowering made a kernel that may access memory outside of its buffers"},
	} {
		result := c.body[strings.LastIndex(c.body, "tensor"):]
		text := "func.func @main(%x: tensor<64xf32>) -> " + result + " {\n  %0 = " + c.body + "\n  return %0 : " + result + "\n}"
		for _, f := range []backends.Factory{vm.Factory(), jit.Factory()} {
			b, err := f.Open(backends.Config{Device: f.Name, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			p, err := b.Compile(t.Context(), parseText(t, "m.mlir", []byte(text)), backends.CompileOptions{
				Passes: &passes.Manager{NoVerify: true, Canonical: rewrite.NewSet(c.pattern)},
			})
			if err == nil {
				p.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got error %v, expected %q", f.Name, err, c.want)
			}
		}
	}
}
