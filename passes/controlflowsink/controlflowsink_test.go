package controlflowsink_test

import (
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/controlflowsink"
)

// TestManyUses runs the pass on a value that has one use outside of a branch and many uses in it.
// Examining all uses again for each use would take quadratic time.
func TestManyUses(t *testing.T) {
	if testing.Short() {
		t.Skip("this test measures time")
	}
	const n = 60000
	text := "func.func @f(%c: i1, %a: i32, %m: memref<i32>) {\n  %x = arith.addi %a, %a : i32\n  memref.store %x, %m[] : memref<i32>\n  scf.if %c {\n" +
		strings.Repeat("    memref.store %x, %m[] : memref<i32>\n", n) + "  }\n  return\n}\n"
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("uses.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := (&passes.Pipeline{Anchor: "builtin.module"}).Add(controlflowsink.Pass())
	begin := time.Now()
	if err := (&passes.Manager{}).Run(t.Context(), m, p); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 3*time.Second {
		t.Errorf("%d uses took %s", n, took)
	}
}
