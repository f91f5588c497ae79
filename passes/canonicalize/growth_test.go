package canonicalize_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cf"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/canonicalize"
)

// TestGrowth searches for equal blocks in a function with 48,000 different blocks. Comparing all
// pairs of blocks would take half a minute.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("this test measures time")
	}
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), cf.Dialect(), arith.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	const n = 16000
	var b strings.Builder
	b.WriteString("func.func @f(%p: i1, %a: i32) -> i32 {\n  cf.br ^b0(%a : i32)\n")
	for i := range n {
		fmt.Fprintf(&b, "^b%d(%%x%[1]d: i32):\n  cf.cond_br %%p, ^c%[1]d(%%x%[1]d : i32), ^d%[1]d(%%x%[1]d : i32)\n", i)
		fmt.Fprintf(&b, "^c%d(%%y%[1]d: i32):\n  %%q%[1]d = arith.addi %%y%[1]d, %%a : i32\n  cf.br ^b%[2]d(%%q%[1]d : i32)\n^d%[1]d(%%z%[1]d: i32):\n  cf.br ^b%[2]d(%%z%[1]d : i32)\n", i, i+1)
	}
	fmt.Fprintf(&b, "^b%d(%%x: i32):\n  return %%x : i32\n}\n", n)
	op, err := asm.Parse(reg, diag.NewSource("ladder.mlir", []byte(b.String())), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	known, err := passes.NewKnown([]passes.Pass{canonicalize.Pass()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse("builtin.module(canonicalize{region-simplify=aggressive})", known)
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if err := (&passes.Manager{}).Run(t.Context(), op, p); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begin); took > 6*time.Second {
		t.Errorf("%d blocks took %s", 3*n, took)
	}
}
