package commands_test

import (
	"strings"
	"testing"
)

// TestOneWarning checks that each mistake with the attribute cluster.part gives exactly one
// warning.
func TestOneWarning(t *testing.T) {
	const program = `func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant AT dense<1.0> : tensor<8xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.add %x, %c OWN : tensor<8xf32>
  %r = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    reducer(%p: tensor<f32>, %q: tensor<f32>) {
      %s = stablehlo.add %p, %q IN : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }
  return %a : tensor<8xf32>
}
`
	for _, x := range []struct{ at, own, in, strategy, want string }{
		{`{cluster.part = "p"}`, "", "", "contract", "which strategy contract does not read"},
		{"", "", `{cluster.part = "p"}`, "contract", "which strategy contract does not read"},
		{`{cluster.part = "p"}`, `{cluster.part = "p"}`, "", "user", "but is a constant"},
	} {
		text := strings.NewReplacer("AT", x.at, "OWN", x.own, "IN", x.in).Replace(program)
		_, _, errs := lathe(t, text, "plan", "--devices=vm", "--strategy="+x.strategy, "-")
		if strings.Count(errs, "warning:") != 1 || !strings.Contains(errs, x.want) {
			t.Errorf("%v: %s", x, errs)
		}
	}
}
