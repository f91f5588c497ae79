package duplicatefuncs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/duplicatefuncs"
)

// TestChain runs the pass on functions that differ only in their callees. If all pairs of functions
// were compared, memory would be quadratic.
func TestChain(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	const n = 5000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func.func private @f%d(%%a: i32) -> i32 {\n  %%0 = call @f%d(%%a) : (i32) -> i32\n  return %%0 : i32\n}\n", i, i+1)
	}
	fmt.Fprintf(&b, "func.func private @f%d(%%a: i32) -> i32 {\n  return %%a : i32\n}\n", n)
	op, err := asm.Parse(reg, diag.NewSource("chain.mlir", []byte(b.String())), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := (&passes.Pipeline{Anchor: "builtin.module"}).Add(duplicatefuncs.Pass())
	const most = 100 << 20
	if by := irtest.Allocated(most, func() { err = (&passes.Manager{}).Run(t.Context(), op, p) }); err != nil || by > most {
		t.Errorf("%d bytes were allocated, and the error is %v", by, err)
	}
}
