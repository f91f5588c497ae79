package compile_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
)

const dividedProgram = `module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"ref">]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = cluster.region "vm" (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
      %1 = stablehlo.add %x, %x : tensor<4xf32>
      cluster.yield %1 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}
`

// TestDividedOptions: what options say of a module that is divided already is done, or is
// an error; so is a module that names devices where none are given.
func TestDividedOptions(t *testing.T) {
	devices := []string{"vm", "ref"}
	const pinned = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %1 = stablehlo.add %a, %a {cluster.device = "ref"} : tensor<4xf32>
  return %1 : tensor<4xf32>
}`
	for _, test := range []struct {
		text    string
		options compile.Options
		want    string
	}{
		{dividedProgram, compile.Options{Devices: devices}, ""},
		{dividedProgram, compile.Options{Backend: "ref"}, ""},
		{dividedProgram, compile.Options{}, "names the devices 'vm', 'ref', but none are given"},
		{pinned, compile.Options{}, "names the devices 'ref', but none are given"},
		{pinned, compile.Options{Backend: "vm"}, ""},
		{dividedProgram, compile.Options{Devices: devices, Strategy: contract.Strategy{}}, "so Strategy has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Economy: partition.Economy{Cost: true}}, "so Economy has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Division: placement.Options{Siblings: true}}, "so Division has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Affinity: affinity.Options{NoFallback: true}}, "so Affinity.NoFallback has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Affinity: affinity.Options{Require: []string{"ref"}}}, "device 'ref' is required, but none of the clusters"},
		{dividedProgram, compile.Options{Devices: devices, Affinity: affinity.Options{Require: []string{"c"}}}, "device 'c' is required, but the devices are 'vm', 'ref'"},
	} {
		e, err := compile.Module(t.Context(), parseText(t, test.text), test.options)
		if err == nil {
			e.Close()
		}
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%+v: got %v, want %q", test.options, err, test.want)
		}
	}
}
