package ir_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestCloneOfForwardReferences copies a program in which an operation in a region uses a value that
// is defined later in the enclosing region. The copy must not use values of the original.
func TestCloneOfForwardReferences(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("m", []byte(`
"t.graph"() ({
  "t.around"() ({
    "t.use"(%later) : (i32) -> ()
  }) : () -> ()
  %later = "t.def"() : () -> i32
}) : () -> ()`)), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	c := ir.CloneModule(m)
	if err := ir.Verify(c); err != nil {
		t.Error(err)
	}
	if got, want := asm.String(c), asm.String(m); got != want {
		t.Errorf("the copy is\n%s\nexpected\n%s", got, want)
	}
}
