package commands_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
)

// counted plans a program and returns the devices in the plan of its first function.
func counted(t *testing.T, text string, args ...string) []plan.Device {
	t.Helper()
	_, out, errs := lathe(t, text, append(append([]string{"plan", "--json"}, args...), "-")...)
	var r plan.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v: %s%s\n%s", err, out, errs, text)
	}
	return r.Functions[0].Devices
}

// TestCountsOfTheDocs checks that scalar operations and bytes are counted as
// docs/placement-reference.md describes under "Numbers of a plan".
func TestCountsOfTheDocs(t *testing.T) {
	const body, add, compare = "({\n^bb0(%%p: tensor<f32>, %%q: tensor<f32>):\n  %%s = %s\n  stablehlo.return %%s : tensor<%s>\n})", "stablehlo.add %p, %q : tensor<f32>", "stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>"
	sum, less := fmt.Sprintf(body, add, "f32"), fmt.Sprintf(body, compare, "i1")
	for _, c := range []struct {
		op    string
		flops float64
		bytes int64
	}{
		{"stablehlo.add %x, %x : tensor<4x16xf32>", 64, 512},
		{`"stablehlo.reduce"(%x, %z) ` + sum + " {dimensions = array<i64: 1>} : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>", 64, 256 + 4 + 16},
		{`"stablehlo.reduce_window"(%v, %z) ` + sum + " {window_dimensions = array<i64: 2>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>", 6, 16 + 4 + 12},
		{`"stablehlo.select_and_scatter"(%v, %w, %z) ` + strings.TrimSuffix(strings.Replace(less, "LT", "GE", 1), ")") + ", " + strings.TrimPrefix(sum, "(") + " {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>", 2 * 2 * 2, 16 + 8 + 4 + 16},
		{`"stablehlo.map"(%v, %v) ` + sum + " {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", 4, 32},
		{`"stablehlo.scatter"(%e, %i, %u) ` + sum + " {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<16x4xf32>, tensor<3x1xi64>, tensor<3x4xf32>) -> tensor<16x4xf32>", 12, 256 + 24 + 48 + 256},
		{`"stablehlo.sort"(%x) ` + less + " {dimension = 1 : i64} : (tensor<4x16xf32>) -> tensor<4x16xf32>", 256, 512},
		{`"stablehlo.sort"(%o) ` + less + " {dimension = 1 : i64} : (tensor<4x1xf32>) -> tensor<4x1xf32>", 4, 32},
		{`"stablehlo.if"(%t) ({` + "\n  %s = stablehlo.add %v, %v : tensor<4xf32>\n  stablehlo.return %s : tensor<4xf32>\n}, {\n  %s = stablehlo.negate %v : tensor<4xf32>\n  stablehlo.return %s : tensor<4xf32>\n}) : (tensor<i1>) -> tensor<4xf32>", 8, 1 + 16 + 16},
		{"func.call @f(%v) : (tensor<4xf32>) -> tensor<4xf32>", 8, 16 + 16 + 16},
		{"stablehlo.multiply %x, %k : tensor<4x16xf32>", 64, 3 * 256},
		// A dynamic extent counts as 0. The 64 bytes are those of the result of dot_general.
		{"stablehlo.dot_general %l, %r, contracting_dims = [1] x [0] : (tensor<4x?xf32>, tensor<?x4xf32>) -> tensor<4x4xf32>", 0, 64},
		{"stablehlo.negate %l : tensor<4x?xf32>", 0, 0},
	} {
		result := c.op[strings.LastIndex(c.op, " tensor<")+1:]
		text := "func.func @main(%x: tensor<4x16xf32>, %e: tensor<16x4xf32>, %u: tensor<3x4xf32>, %i: tensor<3x1xi64>, %v: tensor<4xf32>, %w: tensor<2xf32>, %o: tensor<4x1xf32>, %t: tensor<i1>, %l: tensor<4x?xf32>, %r: tensor<?x4xf32>) -> " + result + ` {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %k = nn.splat {value = 1.0} : tensor<4x16xf32>
  %y = ` + c.op + "\n  return %y : " + result + `
}
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %b = stablehlo.add %a, %c : tensor<4xf32>
  %d = stablehlo.multiply %b, %c : tensor<4xf32>
  return %d : tensor<4xf32>
}
`
		if d := counted(t, text, "--devices=ref")[0]; d.Flops != c.flops || d.Bytes != c.bytes {
			t.Errorf("%v flops and %d bytes, want %v and %d, of\n%s", d.Flops, d.Bytes, c.flops, c.bytes, c.op)
		}
	}
}

// TestHoldingOfTheDocs checks that devices hold values for as long as docs/placement-reference.md
// describes. Each value has 1024 bytes, and the operations run in the order of the program,
// alternating between vm.0 and vm.1.
func TestHoldingOfTheDocs(t *testing.T) {
	const program = `func.func @main(%%x: tensor<256xf32>, %%y: tensor<256xf32>) -> (%[1]s) {
  %%a = stablehlo.negate %%x {cluster.device = "vm.0"} : tensor<256xf32>
  %%b = stablehlo.negate %%y {cluster.device = "vm.1"} : tensor<256xf32>
  %%c = stablehlo.negate %%b {cluster.device = "vm.0"} : tensor<256xf32>
  %%d = stablehlo.add %[2]s, %%c {cluster.device = "vm.1"} : tensor<256xf32>
  %%e = stablehlo.add %[3]s, %%d {cluster.device = "vm.0"} : tensor<256xf32>
  return %[4]s : %[1]s
}
`
	const one, two = "tensor<256xf32>", "tensor<256xf32>, tensor<256xf32>"
	for _, c := range []struct {
		name, types, d, e, returned string
		first, second               int64 // the peak memory of vm.0 and vm.1
	}{
		{"%a is not held on vm.0 for a reader on vm.1", one, "%a", "%d", "%e", 2048, 3072},
		{"%a is held until its last reader on vm.0", one, "%a", "%a", "%e", 3072, 3072},
		{"%a is returned", two, "%b", "%d", "%e, %a", 3072, 3072},
		{"%x is held from its first reader to its last", one, "%b", "%x", "%e", 3072, 3072},
		{"%y is held from its first reader on vm.1 to its last", one, "%y", "%d", "%e", 2048, 3072},
		{"the copy of %b is held until its last reader on vm.0", one, "%c", "%b", "%e", 3072, 2048},
	} {
		d := counted(t, fmt.Sprintf(program, c.types, c.d, c.e, c.returned), "--devices=vm.0,vm.1", "--strategy=contract connected")
		if d[0].PeakBytes != c.first || d[1].PeakBytes != c.second {
			t.Errorf("%s: %d and %d bytes, want %d and %d", c.name, d[0].PeakBytes, d[1].PeakBytes, c.first, c.second)
		}
	}
}
