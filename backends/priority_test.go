package backends_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
)

// TestO32Priority checks, for the row O32 of the tables in docs/backends.md, that an operation is
// placed on the first listed device that supports the operation. The device files deny
// factorizations on vm and c.
func TestO32Priority(t *testing.T) {
	const factors = `
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2x2xf32>
  %1 = stablehlo.cholesky %0, lower = true : tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}`
	list := func(devices ...string) string {
		file := filepath.Join(t.TempDir(), "devices.yaml")
		text := ""
		for _, d := range devices {
			text += "- name: " + d + "\n"
			if d != "ref" {
				text += "  deny: [stablehlo.cholesky]\n"
			}
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for _, test := range []struct {
		text    string
		devices []string
		parts   string
	}{
		{one, []string{"vm", "ref"}, "[vm]"},
		{one, []string{"ref", "vm"}, "[ref]"},
		{factors, []string{list("vm", "ref")}, "[vm ref]"},
		{one, []string{"c", "vm"}, "[c]"},
		{one, []string{"vm", "c"}, "[vm]"},
		{factors, []string{list("c", "vm", "ref")}, "[c ref]"},
	} {
		o := compile.Options{Devices: test.devices, Backends: append(compile.Backends(), cFactory())}
		e, err := compile.Module(context.Background(), parseText(t, "chain.mlir", []byte(test.text)), o)
		if err != nil && strings.Contains(err.Error(), "needs a C compiler") {
			t.Log(err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		got, err := e.Program().(backends.Configured).Properties().Get(backends.PartDevicesProperty)
		if err != nil || fmt.Sprint(got) != test.parts {
			t.Errorf("%v: the parts are on %v, expected %s; the error is %v", test.devices, got, test.parts, err)
		}
	}
}
