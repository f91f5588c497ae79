package commands_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
)

// TestShadowedBackends checks that the command "devices" lists the last of several backends of one
// name, and no device if this backend divides programs itself.
func TestShadowedBackends(t *testing.T) {
	tool, err := driver.New("lathe", all.Bundle(), driver.Bundle{Backends: []backends.Factory{{Name: "vm", Doc: "my vm"}, {Name: "ref", Divided: true}}})
	if err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	commands.Lathe(context.Background(), tool, []string{"devices"}, strings.NewReader(""), &out, &errs)
	if got := "\n" + out.String(); strings.Count(got, "\nvm ") != 1 || !strings.Contains(got, "\nvm       my vm\n") || strings.Contains(got, "\nref ") {
		t.Errorf("got %s%s", got, errs.String())
	}
}

// TestShadowedRules checks that there is a warning about a rule that another rule overrides.
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
