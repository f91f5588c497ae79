package commands_test

import (
	"strings"
	"testing"
)

// TestExplainValue explains names that several values have, results of operations by number, and
// values of functions that are not divided.
func TestExplainValue(t *testing.T) {
	const text = `module {
  func.func private @once(%x: tensor<2xf32>) -> tensor<2xf32> {
    %deep = stablehlo.negate %x : tensor<2xf32>
    return %deep : tensor<2xf32>
  }
  func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
    %inner = func.call @once(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %inner : tensor<2xf32>
  }
  func.func private @never(%x: tensor<2xf32>) -> tensor<2xf32> {
    %idle = stablehlo.negate %x : tensor<2xf32>
    return %idle : tensor<2xf32>
  }
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %a = stablehlo.negate %x : tensor<2xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32> // the operation in its body has no id
    %two:2 = stablehlo.optimization_barrier %x, %x : tensor<2xf32>, tensor<2xf32>
    %true = stablehlo.constant dense<true> : tensor<i1>
    %loop = "stablehlo.while"(%x) ({
    ^bb0(%p: tensor<2xf32>):
      stablehlo.return %true : tensor<i1>
    }, {
    ^bb0(%o: tensor<2xf32>):
      %q = stablehlo.negate %o : tensor<2xf32>
      stablehlo.return %q : tensor<2xf32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    %b = func.call @twice(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return %b : tensor<2xf32>
  }
  func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
    %a = stablehlo.abs %x : tensor<2xf32>
    %c = func.call @other2(%a) : (tensor<2xf32>) -> tensor<2xf32>
    %d = func.call @other2(%c) : (tensor<2xf32>) -> tensor<2xf32>
    return %d : tensor<2xf32>
  }
  func.func private @other2(%x: tensor<2xf32>) -> tensor<2xf32> {
    %e = stablehlo.abs %x : tensor<2xf32>
    return %e : tensor<2xf32>
  }
}
`
	for _, test := range []struct {
		what, want string
		fails      bool
	}{
		{"%a", "2 functions have a value that is called '%a'\n  help: name one of: @main:%a, @other:%a\n", true},
		{"@main:%a", "%a = stablehlo.negate #", false},
		{"@other:%a", "%a = stablehlo.abs #", false},
		{"%two", "%two = stablehlo.optimization_barrier #", false},
		{"%two#1", "%two = stablehlo.optimization_barrier #", false},
		{"%two#2", "'%two' has 2 results, and none is '#2'\n  help: use one of the results '%two#0' to '%two#1'\n", true},
		{"%two#x", "'%two' has 2 results, and none is '#x'", true},
		{"@main:%two#-1", "'%two' has 2 results, and none is '#-1'", true},
		{"%b#0", "%b = func.call #", false},
		{"%b#1", "'%b' has 1 result, and none is '#1'\n  help: use '%b'\n", true},
		{"@once:%deep#1", "'%deep' has 1 result, and none is '#1'", true},
		{"#0", "no operation has the id 0", true},
		{"@other:%b", "no value is called '%b' in @other", true},
		{"@nix:%b", "no value is called '%b' in @nix", true},
		{"%deep", "%b = func.call #", false},
		{"@once:%deep", "@once:%deep (in @once) is inside this operation, and is placed with it\n", false},
		{"%p", "%loop = stablehlo.while #", false},
		{"%p", "\n%p (an argument of a region of stablehlo.while) is inside this operation, and is placed with it\n", false},
		{"%q", "\n%q (stablehlo.negate) is inside this operation, and is placed with it\n", false},
		{"%e", "'%e' is in @other2, which runs on the device of the operation that calls it, but 2 operations call it\n  help: explain one of these: #", true},
		{"%idle", "'%idle' is in @never, which no divided function calls", true},
	} {
		status, out, errs := command(t, text, "explain", "--devices=ref", "-", test.what)
		if (status != 0) != test.fails || !strings.Contains(out+errs, test.want) {
			t.Errorf("%s: got status %d\n%s%s", test.what, status, out, errs)
		}
	}
}
