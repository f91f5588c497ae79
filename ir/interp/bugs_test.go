package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
)

// Slip is an operation whose evaluation has a bug.
//
//	test.slip
type Slip struct{ ir.Ref }

// Spec implements ir.View.
func (Slip) Spec() ir.Spec { return ir.Spec{Name: "test.slip", Doc: "Slips.", Format: "attr-dict"} }

// Eval implements interp.Evaler.
func (Slip) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return []interp.Value{in[len(in)+1]}, nil
}

// Grid is an operation that runs the function @slips as the only process of a grid.
//
//	test.grid
type Grid struct{ ir.Ref }

// Spec implements ir.View.
func (Grid) Spec() ir.Spec {
	return ir.Spec{Name: "test.grid", Doc: "Runs @slips as a process.", Format: "attr-dict"}
}

// Eval implements interp.Evaler.
func (g Grid) Eval(c *interp.Context, _ []interp.Value) ([]interp.Value, error) {
	return c.Parallel([][]interp.Job{{{Func: ir.LookupNearest(g.Op, ir.NewSymbolRef("slips"))}}}, nil)
}

// TestBugsNameOperations checks that a run panics with the name of the operation whose Eval has a
// bug, also in a process of a grid.
func TestBugsNameOperations(t *testing.T) {
	for _, text := range []string{
		"func.func @main() {\n  test.slip\n  return\n}",
		"func.func @slips() {\n  test.slip\n  return\n}\nfunc.func @main() {\n  test.grid\n  return\n}",
	} {
		if what := panicOf(t, text); !strings.Contains(what, "BUG: evaluating 'test.slip' at slip.mlir:2:3: runtime error: index out of range") {
			t.Errorf("got the panic %s, expected a BUG with the name and location of test.slip", what)
		}
	}
}

// panicOf runs @main, the last function of text, and returns the value with which the run panics.
func panicOf(t *testing.T, text string) (what string) {
	test := &ir.Dialect{Name: "test", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[Slip](), ir.Decl[Grid]()} }}
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), test)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("slip.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	defer func() { what = fmt.Sprint(recover()) }()
	_, err = interp.Run(t.Context(), m.Body().Last(), nil)
	return fmt.Sprintf("the error %v", err)
}
