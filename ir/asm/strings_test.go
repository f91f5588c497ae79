package asm_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestStringsKeepNothing checks that strings do not share memory with the text: it overwrites the
// text after parsing.
func TestStringsKeepNothing(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(`"t.x"() {a = "mé1", b = "mé2" : i32, c = "plain"} : () -> ()`)
	op, err := asm.Parse(reg, diag.NewSource("t.mlir", text), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	var attrs []ir.Attr
	for _, a := range op.RegionAt(0).Entry().First().DiscardableAttrs() {
		attrs = append(attrs, a.Attr)
	}
	for i := range text {
		text[i] = '#'
	}
	for i, want := range []string{"mé1", "mé2", "plain"} {
		if d, ok := ir.AttrAs[*ir.StringAttr](attrs[i]); !ok || d.Value != want {
			t.Errorf("after the text was overwritten, string %d is %+v, expected %q", i, d, want)
		}
	}
}
