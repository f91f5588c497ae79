package commands_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver/commands/explain"
)

// TestExplainKernel explains the kernel of a product, and a kernel that does not exist.
func TestExplainKernel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.mlir")
	if err := os.WriteFile(file, []byte(`func.func @main(%a: tensor<4x64xf32>, %b: tensor<64x16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
`), 0o644); err != nil {
		t.Fatal(err)
	}
	status, out, errs := lathe(t, "", "explain", "--json", file, "@k0")
	if strings.Contains(errs, "jit cannot run here") || strings.Contains(errs, "'jit'") {
		t.Skip(errs)
	}
	var r explain.Report
	if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil {
		t.Fatal(status, err, out, errs)
	}
	k := r.Kernel
	if r.Role != "kernel" || k == nil || k.Rows < 1 || k.Rows*k.Columns*k.Grid < 64 || k.Vectors < 2 || k.Integers < 3 || k.Bytes < 64 || k.Spilled != 0 || len(k.Ops) == 0 {
		t.Errorf("got %s", out)
	}
	if _, out, _ := lathe(t, "", "explain", file, "@k0"); !strings.Contains(out, "0 values spilled") || !strings.Contains(out, "tiles of ") {
		t.Errorf("got %s", out)
	}
	if status, _, errs := lathe(t, "", "explain", file, "@k7"); status != 1 || !strings.Contains(errs, "no cluster or kernel is called '@k7'") || !strings.Contains(errs, "help: name the only kernel, @k0\n") {
		t.Errorf("got status %d: %s", status, errs)
	}
}
