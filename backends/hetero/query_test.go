package hetero_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// TestQuery checks that hetero supports constants and launches. An operation outside of clusters,
// and a launch on an unknown device, must be refused with a reason.
func TestQuery(t *testing.T) {
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), ref.Factory(), hetero.Factory()}, backends.Config{})
	defer r.Close()
	b, err := r.Open(device.Named("hetero"))
	if err != nil {
		t.Fatal(err)
	}
	m := parse(t, `
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = cluster.launch @twice(%a, %c) on "vm" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = cluster.launch @gone(%1, %c) on "zork" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @twice(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  %0 = call @helper(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @helper(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.multiply %1, %b : tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @gone(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "zork"} {
  %0 = stablehlo.multiply %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @helper(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}`)
	f, _ := ir.As[fn.Func](m.Body().First())
	as, err := b.(irplace.Querier).Query(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"", "", "'stablehlo.negate' is outside all clusters", "zork"}
	if len(as) != len(want) {
		t.Fatalf("there are %d answers, want %d", len(as), len(want))
	}
	for i, a := range as {
		if a.Supported != (want[i] == "") || !strings.Contains(a.Reason, want[i]) || a.Supported && a.Reason != "" {
			t.Errorf("%s: Supported is %t with reason %q; want the reason %q", a.Op.Name(), a.Supported, a.Reason, want[i])
		}
	}
}

// TestLaunched checks that launching a function without a body, or with recursive calls, is an
// error. Calling another function twice is not an error.
func TestLaunched(t *testing.T) {
	const text = `
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.launch @f(%a) on "vm" : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"}`
	const calls = ` {
  %0 = call @g(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @g(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = BODY : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), hetero.Factory()}, backends.Config{Threads: 1})
	defer r.Close()
	b, err := r.Open(device.Named("hetero"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ rest, want string }{
		{"", "'cluster.launch' op launches no function of this module"},
		{strings.Replace(calls, "BODY", `"stablehlo.negate"(%a)`, 1), ""},
		{strings.Replace(calls, "BODY", "call @g(%a)", 1), "calls itself"},
	} {
		p, err := b.Compile(t.Context(), parse(t, text+test.rest), backends.CompileOptions{})
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
	}
}

// TestNamesOfBackends checks that the error for an unknown backend lists hetero, but the error for
// an unknown device does not.
func TestNamesOfBackends(t *testing.T) {
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), hetero.Factory()}, backends.Config{})
	defer r.Close()
	if _, err := r.Open(device.Named("hetro")); err == nil || !strings.Contains(err.Error(), "; have hetero, vm") {
		t.Errorf("Open returned %v", err)
	}
	if _, err := r.Devices([]string{"hetro"}); err == nil || !strings.HasSuffix(err.Error(), "; have vm") {
		t.Errorf("Devices returned %v", err)
	}
}
