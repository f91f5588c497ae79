// Package placetest has programs and devices for tests of placement.
package placetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Parse reads a program that may have operations of no dialect. The dialects builtin, func and
// cluster are known without being listed.
func Parse(t testing.TB, text string, dialects ...*ir.Dialect) ir.Module {
	t.Helper()
	reg, err := ir.NewRegistry(append([]*ir.Dialect{builtin.Dialect(), fn.Dialect(), cluster.Dialect()}, dialects...)...)
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	m, _ := ir.As[ir.Module](op)
	return m
}

// Device is a device that accepts all operations that have no entry in the map. An entry maps the
// name of an operation to the reason for its refusal.
type Device map[string]string

// Query implements irplace.Querier.
func (d Device) Query(_ context.Context, f fn.Func) ([]irplace.Answer, error) {
	var as []irplace.Answer
	for op := range f.Entry().Ops() {
		if op != f.Entry().Last() {
			why, refused := d[op.Name()]
			as = append(as, irplace.Answer{Op: op, Supported: !refused, Reason: why})
		}
	}
	return as, nil
}

// Open opens devices: "c" refuses arith.divsi, "none" does not exist, and all other devices accept
// everything.
func Open(names []string, _ ...placement.Spec) ([]irplace.Device, error) {
	var ds []irplace.Device
	for _, n := range names {
		var q Device
		switch n {
		case "c":
			q = Device{"arith.divsi": "no integer division"}
		case "none":
			return nil, fmt.Errorf("there is no device %q; the devices are vm and c", n)
		}
		backend, _, _ := strings.Cut(n, ".")
		ds = append(ds, irplace.Device{Name: n, Backend: backend, Querier: q})
	}
	return ds, nil
}

// RandomProgram returns the text of a function of n operations on random devices. Some operations
// are constants, have regions, or have effects.
func RandomProgram(rng *rand.Rand, n, devices int) string {
	var b strings.Builder
	b.WriteString("func.func @main(%v0: tensor<4xf32>, %v1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {\n")
	made := 2
	any := func() string { return fmt.Sprintf("%%v%d", max(0, made-1-rng.IntN(min(made, 12)))) }
	for range n {
		device := fmt.Sprintf("{cluster.device = \"d%d\"}", rng.IntN(devices))
		switch rng.IntN(12) {
		case 0:
			fmt.Fprintf(&b, "  %%v%d = \"t.constant\"() %s : () -> tensor<4xf32>\n", made, device)
		case 1:
			fmt.Fprintf(&b, "  \"t.effect\"(%s) %s : (tensor<4xf32>) -> ()\n", any(), device)
			continue
		case 2:
			fmt.Fprintf(&b, "  %%v%d = \"t.region\"(%s) ({\n    %%i = \"t.inner\"(%s) : (tensor<4xf32>) -> tensor<4xf32>\n    \"t.end\"(%%i) : (tensor<4xf32>) -> ()\n  }) %s : (tensor<4xf32>) -> tensor<4xf32>\n",
				made, any(), any(), device)
		default:
			fmt.Fprintf(&b, "  %%v%d = \"t.op\"(%s, %s) %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>\n", made, any(), any(), device)
		}
		made++
	}
	fmt.Fprintf(&b, "  return %s, %s : tensor<4xf32>, tensor<4xf32>\n}\n", any(), any())
	return b.String()
}
