package sccp_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/sccp"
)

// TestManySymbols checks that the time of the pass grows in proportion to the number of calls of one
// function, and to the number of references to other functions.
func TestManySymbols(t *testing.T) {
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	const calls, functions = 40_000, 4_000
	var b strings.Builder
	b.WriteString("func.func private @same(%a: i32) -> i32 { return %a : i32 }\nfunc.func @main(%a: i32) {\n")
	for range calls {
		b.WriteString("  call @same(%a) : (i32) -> i32\n")
	}
	for i := range functions {
		fmt.Fprintf(&b, "  constant @f%d : () -> ()\n", i)
	}
	b.WriteString("  return\n}\n")
	for i := range functions {
		fmt.Fprintf(&b, "func.func private @f%d() { return }\n", i)
	}
	var op *ir.Op
	parse := func() {
		if op, err = asm.Parse(reg, diag.NewSource("test", []byte(b.String())), asm.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	irtest.Within(t, time.Second, parse, func() {
		p := &passes.Pipeline{Anchor: "builtin.module"}
		if err := (&passes.Manager{Workers: 1}).Run(t.Context(), op, p.Add(sccp.Pass())); err != nil {
			t.Fatal(err)
		}
	})
}
