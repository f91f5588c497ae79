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

// TestBugsNameOperations: a bug of an evaluation is a panic that names the operation.
func TestBugsNameOperations(t *testing.T) {
	slips := &ir.Dialect{Name: "test", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[Slip]()} }}
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), slips)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("slip.mlir", []byte("func.func @main() {\n  test.slip\n  return\n}")), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	defer func() {
		if what := fmt.Sprint(recover()); !strings.Contains(what, "BUG: evaluating 'test.slip' at slip.mlir:2:3: runtime error: index out of range") {
			t.Errorf("the panic is %s", what)
		}
	}()
	_, err = interp.Run(t.Context(), m.Body().First(), nil)
	t.Errorf("a bug is the error %v", err)
}
