package irtest

import (
	"fmt"
	"testing"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Fold parses text, folds its last operation, and returns the outcome as text. The outcome is "-"
// if the operation does not fold, and "changed" if it was changed in place. Otherwise it lists the
// results. A result is a constant, "%n" for operand n, "changed" for a result of the folded
// operation itself, "op.name#n" for result n of another operation, or "block argument".
func Fold(t *testing.T, text string, dialects ...*ir.Dialect) string {
	t.Helper()
	reg, err := ir.NewRegistry(dialects...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("test", []byte(text)), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatalf("%s\n%s", text, err)
	}
	op := m.RegionAt(0).Entry().Last()
	var consts []ir.Attr
	for v := range op.Operands() {
		consts = append(consts, constantOf(v))
	}
	f, ok := op.View().(ir.Folder)
	if !ok {
		t.Fatalf("%s has no folder", op.Name())
	}
	got, ok := f.Fold(consts)
	switch {
	case !ok:
		return "-"
	case len(got) == 0:
		return "changed"
	}
	s := ""
	for i, r := range got {
		if i > 0 {
			s += ", "
		}
		s += describe(op, r)
	}
	return s
}

func constantOf(v *ir.Value) ir.Attr {
	if v.Def() == nil || !v.Def().Has(ir.ConstantLike) {
		return ir.Attr{}
	}
	return v.Def().View().(ir.Constant).Value()
}

func describe(op *ir.Op, r ir.FoldResult) string {
	if r.Value == nil {
		return r.Attr.String()
	}
	for i, v := range op.OperandList() {
		if v == r.Value {
			return fmt.Sprintf("%%%d", i)
		}
	}
	if d := r.Value.Def(); d != nil {
		if d == op {
			return "changed"
		}
		return fmt.Sprintf("%s#%d", d.Name(), r.Value.Index())
	}
	return "block argument"
}
