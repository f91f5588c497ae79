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

// TestGrowth merges blocks in functions of thousands of blocks. Comparing all pairs of blocks, or
// updating a branch once for each of its cases, would take longer than the test allows.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("this test measures time")
	}
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), cf.Dialect(), arith.Dialect())
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
	for name, text := range map[string]string{"ladder": ladder(16_000), "cases": cases(10_000, "cf.switch"), "unknown branch": cases(10_000, "foo.br")} {
		t.Run(name, func(t *testing.T) {
			op, err := asm.Parse(reg, diag.NewSource("blocks.mlir", []byte(text)), asm.Options{AllowUnregistered: true})
			if err != nil {
				t.Fatal(err)
			}
			begin := time.Now()
			if err := (&passes.Manager{}).Run(t.Context(), op, p); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(begin); took > 3*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// ladder returns a function with 3n different blocks.
func ladder(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%p: i1, %a: i32) -> i32 {\n  cf.br ^b0(%a : i32)\n")
	for i := range n {
		fmt.Fprintf(&b, "^b%d(%%x%[1]d: i32):\n  cf.cond_br %%p, ^c%[1]d(%%x%[1]d : i32), ^d%[1]d(%%x%[1]d : i32)\n", i)
		fmt.Fprintf(&b, "^c%d(%%y%[1]d: i32):\n  %%q%[1]d = arith.addi %%y%[1]d, %%a : i32\n  cf.br ^b%[2]d(%%q%[1]d : i32)\n^d%[1]d(%%z%[1]d: i32):\n  cf.br ^b%[2]d(%%z%[1]d : i32)\n", i, i+1)
	}
	fmt.Fprintf(&b, "^b%d(%%x: i32):\n  return %%x : i32\n}\n", n)
	return b.String()
}

// cases returns a function with a branch to n blocks that differ only in one operand. They are
// merged unless the branch is an unknown operation.
func cases(n int, branch string) string {
	var b, blocks strings.Builder
	b.WriteString("func.func private @v() -> i32\nfunc.func @f(%x: i32) -> i32 {\n")
	var list []string
	for i := range n {
		fmt.Fprintf(&b, "  %%k%d = call @v() : () -> i32\n", i)
		fmt.Fprintf(&blocks, "^b%d:\n  %%y%[1]d = arith.addi %%x, %%k%[1]d : i32\n  return %%y%[1]d : i32\n", i)
		if branch != "cf.switch" {
			list = append(list, fmt.Sprintf("^b%d", i))
		} else if i > 0 {
			list = append(list, fmt.Sprintf("%d: ^b%[1]d", i))
		}
	}
	if branch == "cf.switch" {
		b.WriteString("  cf.switch %x : i32, [default: ^b0, " + strings.Join(list, ", ") + "]\n")
	} else {
		fmt.Fprintf(&b, "  %q()[%s] : () -> ()\n", branch, strings.Join(list, ", "))
	}
	return b.String() + blocks.String() + "}\n"
}
