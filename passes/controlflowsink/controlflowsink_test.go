package controlflowsink_test

import (
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/controlflowsink"
)

// TestManyUses runs the pass on a value with many uses in a branch and one use outside. If all uses
// were examined for each use, the time would be quadratic.
func TestManyUses(t *testing.T) {
	const n = 60000
	text := "func.func @f(%c: i1, %a: i32, %m: memref<i32>) {\n  %x = arith.addi %a, %a : i32\n  memref.store %x, %m[] : memref<i32>\n  scf.if %c {\n" +
		strings.Repeat("    memref.store %x, %m[] : memref<i32>\n", n) + "  }\n  return\n}\n"
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	var m *ir.Op
	parse := func() {
		if m, err = asm.Parse(reg, diag.NewSource("uses.mlir", []byte(text)), asm.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	p := (&passes.Pipeline{Anchor: "builtin.module"}).Add(controlflowsink.Pass())
	irtest.Within(t, 3*time.Second, parse, func() {
		if err := (&passes.Manager{Workers: 1}).Run(t.Context(), m, p); err != nil {
			t.Fatal(err)
		}
	})
}
