package commands_test

import (
	"strings"
	"testing"
)

// TestShadowedRules checks that the commands "plan", "run" and "explain" warn of a rule that
// another rule overrides. It also checks that the explanation of an operation names such a rule.
func TestShadowedRules(t *testing.T) {
	const text = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.add %x, %x : tensor<4xf32>
  %b = stablehlo.negate %a : tensor<4xf32>
  return %b : tensor<4xf32>
}
`
	const rules = "--rules=pin op stablehlo.add to ref; pin op stablehlo.* to vm"
	const want = "the rule pins 1 operation to device 'vm', but the rule 'pin op stablehlo.add to ref' takes precedence"
	for _, args := range [][]string{{"plan", "-"}, {"run", "-"}, {"explain", "-"}} {
		if status, _, errs := lathe(t, text, append(args, "--devices=vm,ref", rules)...); status != 0 || strings.Count(errs, want) != 1 {
			t.Errorf("%v: got status %d, %s", args, status, errs)
		}
	}
	const line = "\n  the rule 'pin op stablehlo.* to vm' matches too, but has lower priority\n"
	if _, out, _ := lathe(t, text, "explain", "--devices=vm,ref", rules, "-", "%a"); !strings.Contains(out, line) {
		t.Error(out)
	}
	if _, out, _ := lathe(t, text, "explain", "--devices=vm,ref", rules, "-", "%b"); strings.Contains(out, "matches too") {
		t.Error(out)
	}
}
