package irplace_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// TestSetAside removes copies and control dependencies from a program, and restores their
// positions, operands and uses.
func TestSetAside(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), cluster.Dialect(), nnvm.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(`func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.copy %x from "vm" to "ref" : tensor<4xf32>
  %a = nnvm.exp(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = cluster.copy %a from "ref" to "vm" : tensor<4xf32>
  %b = nnvm.log(%x) : (tensor<4xf32>) -> tensor<4xf32>
  nnvm.after %b, %1 : tensor<4xf32>, tensor<4xf32>
  nnvm.after %b, %a : tensor<4xf32>, tensor<4xf32>
  return %b : tensor<4xf32>
}`)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	before := asm.String(m.Op)
	taken := irplace.SetAside(m)
	if text := asm.String(m.Op); len(taken) != 4 || strings.Contains(text, "copy") || strings.Contains(text, "after") {
		t.Errorf("got %d removed operations, expected 4, and the program\n%s", len(taken), text)
	}
	if err := ir.Verify(m.Op); err != nil {
		t.Error(err)
	}
	taken.PutBack()
	if text := asm.String(m.Op); text != before {
		t.Errorf("PutBack gives\n%s\nexpected\n%s", text, before)
	}
}
