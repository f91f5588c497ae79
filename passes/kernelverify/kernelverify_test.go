package kernelverify

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/check"
	"github.com/lathe-ir/lathe/dialects/interpreter"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

func registry(t testing.TB) *ir.Registry {
	reg, err := ir.NewRegistry(append(kernelop.Dialects(), check.Dialect(), interpreter.Dialect())...)
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

// TestFiles checks that the modules in lit/kernels/verify*.mlir give the errors that they expect.
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

// TestBudget checks that the limit of steps holds for a module, or for each kernel if only bounds are
// checked.
func TestBudget(t *testing.T) {
	var kernels, calls strings.Builder
	for i := range 10 {
		fmt.Fprintf(&calls, "call @k%d(%%o, %%c0, %%c4) : (memref<4xi64>, index, index) -> ()\n", i)
		fmt.Fprintf(&kernels, `func.func private @k%d(%%o: memref<4xi64>, %%lo: index, %%hi: index) attributes {kernel.grid = 4 : index, kernel.writes = array<i64: 0>} {
  %%c1 = arith.constant 1 : index
  %%one = arith.constant 1 : i64
  scf.for %%i = %%lo to %%hi step %%c1 {
    memref.store %%one, %%o[%%i] : memref<4xi64>
  }
  return
}
`, i)
	}
	m := parse(t, diag.NewSource("m.mlir", []byte("func.func @main(%o: memref<4xi64>) attributes {kernel.host, kernel.results = 1 : i64} {\n%c0 = arith.constant 0 : index\n%c4 = arith.constant 4 : index\n"+calls.String()+"return\n}\n"+kernels.String())))
	const steps = 100 // enough for one kernel
	if err := (Options{MaxSteps: steps, Bounds: true}).module(t.Context(), m); err != nil {
		t.Error(err)
	}
	if err := (Options{MaxSteps: steps}).module(t.Context(), m); err == nil || !strings.Contains(err.Error(), "exceed 100 steps") {
		t.Errorf("got error %v, expected one about 100 steps", err)
	}
}
