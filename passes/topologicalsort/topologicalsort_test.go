package topologicalsort_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/topologicalsort"
)

// TestReverse checks that a long chain of operations in reverse order is sorted in little time.
func TestReverse(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	const n = 20_000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%%r%d = \"t.next\"(%%r%d) : (i32) -> i32\n", i, i+1)
	}
	fmt.Fprintf(&b, "%%r%d = \"t.first\"() : () -> i32\n", n)
	var op *ir.Op
	parse := func() {
		if op, err = asm.Parse(reg, diag.NewSource("test", []byte(b.String())), asm.Options{AllowUnregistered: true}); err != nil {
			t.Fatal(err)
		}
	}
	irtest.Within(t, time.Second, parse, func() {
		p := &passes.Pipeline{Anchor: "builtin.module"}
		if err := (&passes.Manager{Workers: 1}).Run(t.Context(), op, p.Add(topologicalsort.Pass())); err != nil {
			t.Fatal(err)
		}
	})
	body := op.RegionAt(0).Entry()
	if first, second := body.First(), body.First().Next(); first.Name() != "t.first" || second.OperandAt(0) != first.Result() {
		t.Errorf("the block begins with %v and %v", first, second)
	}
}
