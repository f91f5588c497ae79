// An X with a number in the name of a test is a row of the tables in docs/placement-reference.md.

package clusterverify

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/fingerprint"
)

// sound is a valid clustered module.
const sound = `module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"c">]} {
  func.func @main(%a: f32) -> f32 attributes {cluster.ops = 3 : i64} {
    %0 = cluster.launch @cluster_0_vm(%a) on "vm" : (f32) -> f32
    %1 = cluster.copy %0 from "vm" to "c" : f32
    %2 = cluster.launch @cluster_1_c(%1, %a) on "c" : (f32, f32) -> f32
    return %2 : f32
  }
  func.func private @cluster_0_vm(%a: f32) -> f32 attributes {cluster.device = "vm"} {
    %0 = "t.constant"() {cluster.origin = 1 : i64} : () -> f32
    %1 = "t.add"(%a, %0) {cluster.device = "vm"} : (f32, f32) -> f32
    return %1 : f32
  }
  func.func private @cluster_1_c(%a: f32, %b: f32) -> f32 attributes {cluster.device = "c"} {
    %0 = "t.mul"(%a, %b) {cluster.device = "c"} : (f32, f32) -> f32
    %1 = "t.sub"(%0, %b) {cluster.device = "c"} : (f32, f32) -> f32
    return %1 : f32
  }
}
`

// regions is a valid module whose clusters are regions.
const regions = `module {
  func.func @main(%a: f32) -> (f32, f32) attributes {cluster.ops = 4 : i64} {
    %0 = cluster.region "vm" (%x = %a : f32) -> f32 {
      %2 = "t.a1"(%x) : (f32) -> f32
      cluster.yield %2 : f32
    }
    %1:2 = cluster.region "c" (%x = %0 : f32) -> (f32, f32) {
      %2 = "t.b1"(%x) : (f32) -> f32
      %3 = "t.b2"(%2) : (f32) -> f32
      cluster.yield %2, %3 : f32, f32
    }
    %5 = cluster.region "vm" (%x = %1#1 : f32) -> f32 {
      %2 = "t.a2"(%x) : (f32) -> f32
      cluster.yield %2 : f32
    }
    return %1#0, %5 : f32, f32
  }
}
`

// stamped adds the fingerprint to the function in text.
func stamped(t *testing.T, text string) string {
	t.Helper()
	symbols := ir.NewSymbols(parse(t, text).Op)
	if f, ok := ir.As[fn.Func](symbols.Lookup("main")); ok {
		return strings.Replace(text, "{cluster.ops", `{cluster.hash = "`+fingerprint.New(symbols).Of(f)+`", cluster.ops`, 1)
	}
	t.Fatal("there is no function @main")
	return ""
}

func verify(t *testing.T, text string) error {
	t.Helper()
	return verifyWith(t, text, Options{})
}

func verifyWith(t *testing.T, text string, o Options) error {
	t.Helper()
	return Module(parse(t, text), o)
}

func parse(t *testing.T, text string) ir.Module {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), cluster.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{AllowUnregistered: true, SkipVerify: true})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	m, _ := ir.As[ir.Module](op)
	return m
}

func TestSound(t *testing.T) {
	for _, text := range []string{sound, regions} {
		if err := verify(t, stamped(t, text)); err != nil {
			t.Error(err)
		}
	}
}

// TestX9Mutations checks the messages about errors in a module.
func TestX9Mutations(t *testing.T) {
	for _, test := range []struct{ text, old, new, want string }{
		{sound, `#cluster.target<"vm">, `, ``, "runs on device 'vm', which the module's attribute cluster.devices does not list"},
		{sound, `#cluster.target<"vm">`, `#cluster.target<"vm", {memory = 2}>`, "@main needs 4 bytes of constants on device 'vm', which holds 2"},
		{sound, `"t.mul"(%a, %b) {cluster.device = "c"}`, `"t.mul"(%a, %b) {cluster.device = "vm"}`, "is for device 'vm', but is in a cluster on 'c'"},
		{sound, `%1 = "t.sub"(%0, %b) {cluster.device = "c"} : (f32, f32) -> f32
    return %1`, `return %0`, "had 3 operations before it was divided, not counting constants, but its clusters have 2"},
		{sound, `cluster.ops = 3 : i64`, `t.other`, "@main has clusters, but no attribute cluster.ops with its number of operations"},
		{sound, `#cluster.target<"c">`, `#cluster.target<"c", {deny = ["t.mul"]}>`, "'t.mul' op is in a cluster on 'c', which does not support it: the device's deny list contains 't.mul'"},
		{sound, `#cluster.target<"c">`, `#cluster.target<"c", {allow = ["t.mul"]}>`, "'t.sub' op is in a cluster on 'c', which does not support it: the device's allow list"},
		{sound, `@cluster_1_c(%1, %a)`, `@cluster_1_c(%0, %a)`, "runs on 'c', but operand #0 is the value on 'vm' instead of its copy"},
		{sound, `    return %2 : f32`, `    %3 = "t.lost"(%2) : (f32) -> f32
    return %3 : f32`, "'t.lost' op is in no cluster"},
		{sound, `    return %2 : f32`, `    %3 = cluster.launch @cluster_0_vm(%a) on "vm" : (f32) -> f32
    return %2 : f32`, "launches @cluster_0_vm, which is launched already"},
		{sound, `func.func private @cluster_0_vm`, `func.func @cluster_0_vm`, "is a cluster, but is visible from outside"},
		{sound, `@cluster_1_c(%1, %a) on "c"`, `@cluster_1_c(%1, %a) on "vm"`, "runs on device 'vm', but @cluster_1_c is for 'c'"},
		{sound, `on "c"`, `on "gpu"`, "runs on device 'gpu', which the module's attribute"},
		{sound, `@cluster_1_c(%1, %a)`, `@cluster_2_c(%1, %a)`, "'cluster_2_c' does not reference a valid function"},
		{sound, `from "vm" to "c"`, `from "c" to "vm"`, "copies from 'c' a value that is on 'vm'"},
		{sound, `from "vm" to "c" : f32`, `from "vm" to "x" : f32
    %3 = cluster.copy %1 from "vm" to "c" : f32`, "copies from 'vm' a value that is on 'x'"},
		{sound, `from "vm" to "c"`, `from "c" to "vm"`, "but operand #0 is a copy for 'vm'"},
		{sound, `(%a: f32) -> f32 attributes {cluster.device = "vm"}`, `(%a: f32) -> f32`, "is a cluster, but has no attribute cluster.device"},
		{sound, `%1 = "t.sub"(%0, %b)`, `%2 = cluster.copy %b from "vm" to "c" : f32
    %1 = "t.sub"(%0, %2)`, "must not be inside a cluster"},
		{sound, `    %0 = cluster.launch @cluster_0_vm(%a) on "vm" : (f32) -> f32
    %1 = cluster.copy %0 from "vm" to "c" : f32
    %2 = cluster.launch @cluster_1_c(%1, %a)`, `    %2 = cluster.launch @cluster_1_c(%a, %a)`, "@cluster_0_vm is a cluster that no operation launches"},
		{sound, `@cluster_0_vm(%a)`, `@cluster_0_vm(%2)`, "clusters wait for each other: @cluster_0_vm → cluster.copy → @cluster_1_c → @cluster_0_vm"},
		{regions, `(%x = %a : f32)`, `(%x = %5 : f32)`, "clusters wait for each other: a cluster on vm → a cluster on c → a cluster on vm"},
		{regions, `(%x = %0 : f32)`, `(%x = %5 : f32)`, "clusters wait for each other"},
		{regions, `%3 = "t.b2"(%2) : (f32) -> f32
      cluster.yield %2, %3`, `cluster.yield %2, %2`, "had 4 operations before it was divided, not counting constants, but its clusters have 3"},
	} {
		whole := stamped(t, test.text)
		text := strings.Replace(whole, test.old, test.new, 1)
		if text == whole {
			t.Fatalf("%q is not in the text", test.old)
		}
		if err := verify(t, text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("with %q in place of %q: got error %v, want %q", test.new, test.old, err, test.want)
		}
	}
}

// memories is a module whose devices have exactly the memory that they need, in bytes. A holds the
// constant (8), %a (4), and the values %1 (8) and %2 (4) of its cluster. B holds its inputs (4 and
// 4), and the values %1 (16) and %2 (4) of its cluster.
const memories = `module attributes {cluster.devices = [#cluster.target<"A", {memory = 24 : i64}>, #cluster.target<"B", {memory = 28 : i64}>]} {
  func.func @main(%a: f32) -> f32 attributes {cluster.ops = 4 : i64} {
    %0 = cluster.region "A" (%x = %a : f32) -> f32 {
      %k = "t.constant"() {cluster.origin = 1 : i64} : () -> f64
      %1 = "t.a1"(%x, %k) : (f32, f64) -> f64
      %2 = "t.a2"(%1) : (f64) -> f32
      cluster.yield %2 : f32
    }
    %3 = cluster.region "B" (%x = %0 : f32, %y = %a : f32) -> f32 {
      %1 = "t.b1"(%x, %y) : (f32, f32) -> tensor<4xf32>
      %2 = "t.b2"(%1, %x) : (tensor<4xf32>, f32) -> f32
      cluster.yield %2 : f32
    }
    return %3 : f32
  }
}
`

// TestMemory changes the limits of devices and the sizes of values.
func TestMemory(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"A", {memory = 24 : i64}`, `"A", {memory = 23 : i64}`, "@main needs 24 bytes on device 'A', which holds 23"},
		{`"A", {memory = 24 : i64}`, `"A", {memory = 7 : i64}`, "@main needs 8 bytes of constants on device 'A', which holds 7"},
		{`"B", {memory = 28 : i64}`, `"B", {memory = 27 : i64}`, "@main needs 28 bytes on device 'B', which holds 27"},
		{`tensor<4xf32>`, `tensor<5xf32>`, "@main needs 32 bytes on device 'B', which holds 28"},
		{`() -> f64`, `() -> tensor<4xf64>`, "@main needs 32 bytes of constants on device 'A', which holds 24"},
		{`"B", {memory = 28 : i64}`, `"B", {memory = "much"}`, "property 'memory' of device 'B' must be a number of bytes"},
	} {
		text := stamped(t, memories)
		if test.old != "" {
			text = strings.ReplaceAll(text, test.old, test.new)
		}
		text = strings.ReplaceAll(text, `(%x, %k) : (f32, f64)`, map[bool]string{true: `(%x, %k) : (f32, tensor<4xf64>)`, false: `(%x, %k) : (f32, f64)`}[test.old == "() -> f64"])
		err := verifyWith(t, text, Options{Activations: true})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("with %q in place of %q: got error %v, want %q", test.new, test.old, err, test.want)
		}
	}
	small := strings.Replace(stamped(t, memories), `"A", {memory = 24 : i64}`, `"A", {memory = 8 : i64}`, 1)
	if err := verify(t, small); err != nil {
		t.Errorf("without activations: got error %v", err)
	}
}

// TestOrder checks the error about two clusters in the wrong order, which form no cycle.
func TestOrder(t *testing.T) {
	text := `func.func @main(%a: f32) -> f32 {
  %1 = cluster.region "c" (%x = %0 : f32) -> f32 {
    %2 = "t.b1"(%x) : (f32) -> f32
    cluster.yield %2 : f32
  }
  %0 = cluster.region "vm" (%x = %a : f32) -> f32 {
    %2 = "t.a1"(%x) : (f32) -> f32
    cluster.yield %2 : f32
  }
  return %1 : f32
}
`
	if err := verify(t, text); err == nil || !strings.Contains(err.Error(), "is before an operation whose result it needs") {
		t.Errorf("got error %v, expected one about the order of operations", err)
	}
}

// TestTwice clones an operation, with its id, into a second cluster.
func TestTwice(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), cluster.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(regions)), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	var first, last *ir.Op
	op.Walk(func(o *ir.Op) bool {
		switch o.Name() {
		case "t.a1":
			first = o
		case "t.a2":
			last = o
		}
		return true
	})
	b := ir.NewBuilder(reg)
	b.Before(last)
	m := &ir.Mapping{}
	m.Map(first.OperandAt(0), last.OperandAt(0))
	last.SetOperandAt(0, b.Clone(first, m).Result())
	mod, _ := ir.As[ir.Module](op)
	if err := Module(mod, Options{}); err == nil || !strings.Contains(err.Error(), "'t.a1' op occurs twice") {
		t.Errorf("got error %v, expected that t.a1 occurs twice", err)
	}
	if err := Module(mod, Options{AnyCount: true}); err == nil || strings.Contains(err.Error(), "not counting") {
		t.Errorf("with AnyCount: got error %v, expected one that is not about the count", err)
	}
}
