package compile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir"
)

// badFormat is an operation whose assembly format names a field that the operation does not have.
type badFormat struct{ ir.Ref }

func (badFormat) Spec() ir.Spec {
	return ir.Spec{Name: "bad.op", Doc: "An operation.", Format: "$missing attr-dict"}
}

// TestParse checks that text and files are parsed, and that errors have a location.
func TestParse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.mlir")
	if err := os.WriteFile(file, []byte("func.func private @f(tensor<2xf32>)\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := compile.ParseFile(file)
	if err != nil || m.Op.Name() != "builtin.module" {
		t.Fatalf("got %v, %v", m.Op, err)
	}
	if _, err := compile.ParseFile(file + ".missing"); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
	for text, want := range map[string]string{
		"func.func @f() { unknown.op }":   "m.mlir:1:18",
		"func.func @f() { return %x : } ": "m.mlir:1:",
	} {
		if _, err := compile.Parse("m.mlir", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	d := &ir.Dialect{Name: "bad", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[badFormat]()} }}
	if _, err := compile.Parse("m.mlir", nil, d); err == nil || !strings.Contains(err.Error(), "format of 'bad.op'") {
		t.Errorf("the error for a format with an unknown field is %v", err)
	}
	if _, err := compile.Parse("m.mlir", nil, nil); err == nil || !strings.Contains(err.Error(), "is nil") {
		t.Errorf("the error for a nil dialect is %v", err)
	}
}
