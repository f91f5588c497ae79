package linalg_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, linalg.Dialect()) }

// TestMapEffects checks that a map reads its output only if the body uses the output's element.
func TestMapEffects(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), arith.Dialect(), linalg.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	for yielded, want := range map[string]int{"%x": 2, "%y": 3} {
		op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(`
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.map ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) (%x: f32, %y: f32) { linalg.yield `+yielded+` : f32 }
  return
}`)), asm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		op.Walk(func(o *ir.Op) bool {
			if es, _ := o.Effects(); ir.Is[linalg.Map](o) && len(es) != want {
				t.Errorf("yield %s: got effects %v, want %d", yielded, es, want)
			}
			return true
		})
	}
}
