package conformance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// programs returns models, and programs of few operations.
func programs(t testing.TB) map[string]string {
	t.Helper()
	models, _ := filepath.Glob("../../testdata/models/*.mlir")
	small, _ := filepath.Glob("testdata/programs/*.mlir")
	if len(models) == 0 || len(small) == 0 {
		t.Fatal("no programs")
	}
	texts := map[string]string{}
	for _, file := range append(models, small...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(file), ".mlir")] = string(text)
	}
	return texts
}

// launched returns a divided program whose cluster on the given device runs the operation op.
func launched(device, op, result string) string {
	return fmt.Sprintf(`
func.func @main(%%x: tensor<4x4xf32>) -> %[3]s {
  %%0 = cluster.launch @p(%%x) on %[1]q : (tensor<4x4xf32>) -> %[3]s
  return %%0 : %[3]s
}
func.func private @p(%%x: tensor<4x4xf32>) -> %[3]s attributes {cluster.device = %[1]q} {
  %%0 = stablehlo.add %%x, %%x : tensor<4x4xf32>
  %%1 = %[2]s
  return %%1 : %[3]s
}`, device, op, result)
}

// TestQueriesArePromises checks for every backend of the command lathe that a program compiles if
// and only if a query reports all operations as supported. Answers that refuse an operation must
// give a reason.
func TestQueriesArePromises(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run with the race detector, which finds nothing in programs that are only compiled")
	}
	dir, taken, refused := t.TempDir(), map[string]int{}, map[string]int{}
	for _, f := range factories(t) {
		s := subject(t, f, dir, "vm.0", "vm.1")
		b, err := f.Open(backends.Config{Device: f.Name, Others: s.Others, CacheDir: dir})
		if err != nil {
			t.Fatal(err)
		}
		texts := programs(t)
		if f.Divided {
			const square, complex = "tensor<4x4xf32>", "tensor<4x4xcomplex<f32>>"
			for _, device := range []string{"vm", "ref", "nowhere"} {
				texts[device+" adds"] = launched(device, "stablehlo.add %0, %0 : "+square, square)
				texts[device+" transforms"] = launched(device, "stablehlo.fft %0, type = RFFT, length = [4] : ("+square+") -> tensor<4x3xcomplex<f32>>", "tensor<4x3xcomplex<f32>>")
				texts[device+" pairs"] = launched(device, "stablehlo.complex %0, %0 : "+complex, complex)
			}
		}
		for name, text := range texts {
			op, err := asm.Parse(s.Registry, diag.NewSource(name, []byte(text)), asm.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m, _ := ir.As[ir.Module](op)
			why := ""
			for _, g := range irplace.Entries(m) {
				if g.Op.IsPrivate() {
					continue // compiled as part of its caller
				}
				answers, err := b.Query(t.Context(), g)
				if err != nil {
					t.Fatal(f.Name, name, err)
				}
				for _, a := range answers {
					if a.Supported != (a.Reason == "") {
						t.Errorf("%s, %s: '%s' is supported: %v, with the reason %q", f.Name, name, a.Op.Name(), a.Supported, a.Reason)
					}
					why += a.Reason
				}
			}
			p, err := b.Compile(t.Context(), m, backends.CompileOptions{})
			if err != nil && withoutCompiler(err) != "" {
				t.Log(err)
				break
			}
			if (err == nil) != (why == "") {
				t.Errorf("%s, %s: the reason to refuse the program is %q, but compilation returned %v", f.Name, name, why, err)
			}
			if err != nil {
				refused[f.Name]++
				continue
			}
			taken[f.Name]++
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("numbers of programs that the backends support: %v, and refuse: %v", taken, refused)
	for _, name := range []string{"ref", "vm", "hetero"} {
		if taken[name] == 0 || refused[name] == 0 {
			t.Errorf("backend '%s' supports %d programs and refuses %d, expected at least one of each", name, taken[name], refused[name])
		}
	}
}
