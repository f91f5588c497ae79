package cluster_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

func parse(text string) (*ir.Op, error) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), cluster.Dialect())
	if err != nil {
		return nil, err
	}
	return asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{AllowUnregistered: true})
}

const whole = `module attributes {cluster.devices = [#cluster.target<"vm.0">, #cluster.target<"c", {threads = 2 : i64}>]} {
  func.func @main(%arg0: tensor<4xf32>, %arg1: f32) -> f32 attributes {cluster.ops = 3 : i64, cluster.order = array<i64: 4, 3, 5>} {
    %0:2 = cluster.region "vm.0" (%arg2 = %arg0 : tensor<4xf32>, %arg3 = %arg1 : f32) -> (tensor<4xf32>, f32) {
      %3 = "t.a"(%arg2) {cluster.device = "vm.0", cluster.pin} : (tensor<4xf32>) -> tensor<4xf32>
      %4 = "t.k"() {cluster.origin = 7 : i64} : () -> f32
      cluster.yield %3, %4 : tensor<4xf32>, f32
    }
    cluster.region "c" () attributes {note = "none"} {
      "t.effect"() : () -> ()
      cluster.yield
    }
    %1 = cluster.copy %0#1 from "vm.0" to "c" : f32
    %2 = cluster.launch @cluster_0_c(%1) on "c" {note = 1 : i64} : (f32) -> f32
    cluster.launch @cluster_1_vm.0() on "vm.0" : () -> ()
    return %2 : f32
  }
  func.func private @cluster_0_c(%arg0: f32) -> f32 attributes {cluster.device = "c"} {
    return %arg0 : f32
  }
  func.func private @cluster_1_vm.0() attributes {cluster.device = "vm.0"} {
    return
  }
}
`

func TestRoundTrip(t *testing.T) {
	op, err := parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	if got := asm.String(op); got != whole {
		t.Errorf("got\n%s\nwant\n%s", got, whole)
	}
	var generic strings.Builder
	o := ir.NewPrintOptions()
	o.Generic = true
	if err := asm.Print(&generic, op, o); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(generic.String(), `"cluster.launch"(%1) <{callee = @cluster_0_c, device = "c"}>`) {
		t.Errorf("the generic form has no cluster.launch with these properties:\n%s", generic.String())
	}
	again, err := parse(generic.String())
	if err != nil {
		t.Fatal(err)
	}
	if got := asm.String(again); got != whole {
		t.Errorf("the generic form was parsed to\n%s", got)
	}
}

// in returns a module. Its function @main contains the line. Its function @f is for device vm.
func in(line string) string {
	return "func.func @main(%a: f32, %b: i32) {\n" + line + "\nreturn\n}\nfunc.func private @f(f32) -> f32 attributes {cluster.device = \"vm\"}\n"
}

func TestInvalid(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{in(`cluster.region vm () { cluster.yield }`), "expected string"},
		{in(`cluster.region "" () { cluster.yield }`), "attribute 'device' failed to satisfy constraint: name of a device"},
		{in(`cluster.region "vm" (%x : f32) { cluster.yield }`), "expected '='"},
		{in(`cluster.region "vm" (%x = %b : f32) { cluster.yield }`), "expects different type than prior uses"},
		{in(`cluster.region "vm" () { "t.a"(%a) : (f32) -> ()
cluster.yield }`), "'t.a' op using value defined outside the region"},
		{in(`"cluster.region"(%a) <{device = "vm"}> ({ "cluster.yield"() : () -> () }) : (f32) -> ()`), "expects as many block arguments as operands, but has 0 and 1"},
		{in(`"cluster.region"(%a) <{device = "vm"}> ({ ^bb0(%x: i32): "cluster.yield"() : () -> () }) : (f32) -> ()`), "type of block argument #0 ('i32') must match the type of operand #0 ('f32')"},
		{in(`"cluster.region"() ({ "cluster.yield"() : () -> () }) : () -> ()`), "requires attribute 'device'"},
		{in(`%0 = cluster.region "vm" () -> f32 { cluster.yield }`), "has 0 operands, but the cluster has 1 results"},
		{in(`%0 = cluster.region "vm" () -> f32 { %1 = "t.a"() : () -> i32
cluster.yield %1 : i32 }`), "type of operand #0 ('i32') must match the type of result #0 ('f32')"},
		{in(`cluster.region "vm" () { "t.end"() : () -> () }`), "expects its body to end with 'cluster.yield'"},
		{in(`"t.a"() ({ cluster.yield }) : () -> ()`), "expects parent op 'cluster.region'"},
		{in(`%0 = cluster.copy %a from "vm" to "vm" : f32`), "must copy between two different devices, but both are 'vm'"},
		{in(`%0 = "cluster.copy"(%a) <{from = "vm", to = "c"}> : (f32) -> i32`), "failed to verify that"},
		{in(`cluster.launch @g() on "vm" : () -> ()`), "'g' does not reference a valid function"},
		{in(`%0 = cluster.launch @f(%a) on "c" : (f32) -> f32`), "launches @f on device 'c', but the function is for 'vm'"},
		{in(`%0 = cluster.launch @f() on "vm" : () -> f32`), "has 0 operands, but function @f takes 1"},
		{in(`%0 = cluster.launch @f(%b) on "vm" : (i32) -> f32`), "operand type mismatch: expected operand type 'f32', but provided 'i32' for operand number 0"},
		{in(`cluster.launch @f(%a) on "vm" : (f32) -> ()`), "has 0 results, but function @f returns 1"},
		{in(`%0 = cluster.launch @f(%a) on "vm" : (f32) -> i32`), "result type mismatch: expected result type 'f32', but got 'i32' for result number 0"},
		{in(`"t.a"() {cluster.device = 1 : i64} : () -> ()`), "attribute 'cluster.device' must name a device, but is 1 : i64"},
		{in(`"t.a"() {cluster.pin} : () -> ()`), "attribute 'cluster.pin' needs 'cluster.device' on the same operation"},
		{in(`"t.a"() {cluster.device = "vm", cluster.pin = 1 : i64} : () -> ()`), "attribute 'cluster.pin' must be a unit attribute"},
		{in(`"t.a"() {cluster.origin = "x"} : () -> ()`), "attribute 'cluster.origin' must be the id of an operation"},
		{in(`"t.a"() {cluster.hash = "12"} : () -> ()`), "attribute 'cluster.hash' must be 16 hexadecimal digits, but is \"12\""},
		{in(`"t.a"() {cluster.order = array<i64: 1, 2, 1>} : () -> ()`), "attribute 'cluster.order' must list each id once, but has 1 twice"},
		{in(`"t.a"() {cluster.ops = -1 : i64} : () -> ()`), "attribute 'cluster.ops' must be a number of operations"},
		{in(`"t.a"() {cluster.order = "x"} : () -> ()`), "attribute 'cluster.order' must be a list of ids"},
		{in(`"t.a"() {cluster.part = 5} : () -> ()`), "attribute 'cluster.part' must be a string on an operation, or a dictionary on a cluster or a function, but is 5 : i64"},
		{in(`"t.a"() {cluster.nix} : () -> ()`), "has the unknown attribute 'cluster.nix'"},
		{`module attributes {cluster.devices = []} {}`, "must be a list of devices, but is []"},
		{`module attributes {cluster.devices = ["vm"]} {}`, `must list targets such as #cluster.target<"vm">, but element #0 is "vm"`},
		{`module attributes {cluster.devices = [#cluster.target<"a">, #cluster.target<"b">, 5]} {}`, `must list targets such as #cluster.target<"vm">, but element #2 is 5`},
		{`module attributes {cluster.devices = [#cluster.target<"a">, #cluster.target<"b">, #cluster.target<"a">]} {}`, `lists device 'a' twice, as elements #0 and #2`},
		{`module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"vm">]} {}`, "lists device 'vm' twice"},
		{`module attributes {a = #cluster.nix<"vm">} {}`, "unknown attribute `nix` in dialect `cluster`"},
		{`module attributes {a = #cluster.target<"">} {}`, "expected the name of a device"},
		{`module attributes {a = #cluster.target<"vm", 1>} {}`, "expected '{' to begin the properties of device 'vm'"},
	} {
		if _, err := parse(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s\ngot %v\nwant %q", test.text, err, test.want)
		}
	}
}

// TestPlacesOfAttributes checks which operations may have which attributes
// (docs/placement-reference.md).
func TestPlacesOfAttributes(t *testing.T) {
	const module, function, operation, constant, region, launch = "module", "function", "operation", "constant", "region", "launch"
	owners := []string{module, function, operation, constant, region, launch}
	for _, test := range []struct {
		attr string
		on   []string
		want string // the error on other operations
	}{
		{`cluster.devices = [#cluster.target<"vm">]`, []string{module}, "has attribute cluster.devices, which only modules may have"},
		{`cluster.device = "vm", cluster.pin`, []string{operation, constant, region, launch}, "has attribute cluster.pin, which only operations inside of functions may have"},
		{`cluster.candidates = ["vm"]`, []string{operation, constant, region, launch}, "has attribute cluster.candidates, which only operations inside of functions may have"},
		{`cluster.group = "g"`, []string{operation, constant, region, launch}, "has attribute cluster.group, which only operations inside of functions may have"},
		{`cluster.unplaced = "why"`, []string{operation, constant, region, launch}, "has attribute cluster.unplaced, which only operations inside of functions may have"},
		{`cluster.part = "p"`, []string{operation, constant}, "has attribute cluster.part, which only operations inside of functions may have"},
		{`cluster.part = {name = "p"}`, []string{function, region, launch}, "has attribute cluster.part, which only clusters and functions that are parts may have"},
		{`cluster.parts = [{name = "p"}]`, []string{function}, "has attribute cluster.parts, which only functions may have"},
		{`cluster.origin = 3`, []string{constant}, "has attribute cluster.origin, which only constants may have"},
		{`cluster.ops = 3`, []string{function}, "has attribute cluster.ops, which only functions that were divided may have"},
		{`cluster.hash = "0123456789abcdef"`, []string{function}, "has attribute cluster.hash, which only functions that were divided may have"},
		{`cluster.order = array<i64: 2, 1>`, []string{function}, "has attribute cluster.order, which only functions that were divided may have"},
		{`cluster.static`, nil, "has attribute cluster.static, which only arguments of functions may have"},
	} {
		for _, owner := range owners {
			at := func(of string) string {
				if of != owner {
					return ""
				}
				return test.attr
			}
			text := fmt.Sprintf(`module attributes {%s} {
  func.func @main(%%a: f32) attributes {%s} {
    cluster.copy %%a from "vm" to "c" {%s} : f32
    %%k = "t.constant"() {%s} : () -> f32
    cluster.region "vm" () attributes {%s} { cluster.yield }
    cluster.launch @f() on "vm" {%s} : () -> ()
    return
  }
  func.func private @f()
}`, at(module), at(function), at(operation), at(constant), at(region), at(launch))
			_, err := parse(text)
			switch {
			case slices.Contains(test.on, owner):
				if err != nil {
					t.Errorf("%s on a %s: got error %v, expected none", test.attr, owner, err)
				}
			case err == nil || !strings.Contains(err.Error(), test.want):
				t.Errorf("%s on a %s: got %v, want %q", test.attr, owner, err, test.want)
			}
		}
	}
	if _, err := parse(`module { "t.global"() {cluster.group = "g"} : () -> () }`); err == nil || !strings.Contains(err.Error(), "which only operations inside of functions may have") {
		t.Errorf("cluster.group outside of functions: got error %v, expected a refusal", err)
	}
}

func TestLaunchIsACall(t *testing.T) {
	op, err := parse(whole)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	op.Walk(func(o *ir.Op) bool {
		if c, ok := ir.Cast[ir.Caller](o); ok {
			calls++
			if ir.LookupNearest(o, c.Callee()) == nil {
				t.Errorf("%s calls a function that does not exist", o)
			}
		}
		return true
	})
	if calls != 2 {
		t.Errorf("got %d calls, want 2", calls)
	}
}
