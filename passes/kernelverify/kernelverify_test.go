package kernelverify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/check"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

func registry(t testing.TB) *ir.Registry {
	reg, err := ir.NewRegistry(append(kernelop.Dialects(), check.Dialect())...)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

func parse(t testing.TB, src *diag.Source) ir.Module {
	op, err := asm.Parse(registry(t), src, asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatalf("%s\n%s", err, src.Text)
	}
	m, ok := ir.As[ir.Module](op)
	if !ok {
		t.Fatal("the text has no module")
	}
	return m
}

// TestFiles checks that the modules of lit/kernels give the errors that they expect.
func TestFiles(t *testing.T) {
	paths, err := filepath.Glob("../../lit/kernels/verify*.mlir")
	if err != nil || len(paths) == 0 {
		t.Fatal("found no files", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "// -----\n") {
			src := diag.NewSource(filepath.Base(path), []byte(part))
			found := diag.All(Module(t.Context(), parse(t, src)))
			unexpected, unmet := diag.Verify(src, found, false)
			for _, d := range append(unexpected, unmet...) {
				caret := &strings.Builder{}
				diag.Render(caret, d, diag.MLIR, false)
				t.Errorf("%s", caret)
			}
		}
	}
}
