package engines_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestSumsOfHalves checks sums of 16-bit floats on all engines. The sum of a reduce is rounded
// once. The sum of a reduce_window is rounded after each addition, so the sum of 1000 ones of type
// bf16 is 256. Regions that do not return the sum of both arguments must not be treated as sums.
func TestSumsOfHalves(t *testing.T) {
	es, reg := engines(t), registry(t)
	for _, test := range []struct{ operands, returned, init string }{
		{"%a, %b : tensor<ELEM>\n    %dead = stablehlo.multiply %s, %a", "%s", "0.0"},
		{"%a, %b", "%s", "0.0"}, {"%b, %a", "%s", "0.0"}, {"%a, %a", "%s", "1.0"}, {"%b, %b", "%s", "1.0"}, {"%a, %b", "%b", "0.0"}, {"%a, %b", "%a", "3.0"},
	} {
		for _, kind := range []tensor.Kind{tensor.BF16, tensor.F16} {
			region := fmt.Sprintf("({\n  ^bb0(%%a: tensor<%s>, %%b: tensor<%[1]s>):\n    %%s = stablehlo.add %s : tensor<%[1]s>\n    stablehlo.return %[3]s : tensor<%[1]s>\n  })", kind, test.operands, test.returned)
			body := fmt.Sprintf(`  %%i = stablehlo.constant dense<%s> : tensor<%s>
  %%r = "stablehlo.reduce"(%%x, %%i) <{dimensions = array<i64: 0>}> %[3]s : (tensor<1024xELEM>, tensor<ELEM>) -> tensor<ELEM>
  %%w = "stablehlo.reduce_window"(%%x, %%i) <{window_dimensions = array<i64: 1000>, window_strides = array<i64: 7>, padding = dense<[[3, 5]]> : tensor<1x2xi64>}> %[3]s : (tensor<1024xELEM>, tensor<ELEM>) -> tensor<5xELEM>
`, test.init, kind, region)
			text := program("%x: tensor<1024xELEM>", body, "%r, %w", "tensor<ELEM>, tensor<5xELEM>")
			in := tensor.New(kind, 1024)
			for i := range 1024 {
				in.SetFloat(i, 1)
			}
			p := compile(t, es, parse(t, reg, strings.ReplaceAll(text, "ELEM", kind.String())))
			p.same(t, []*tensor.Tensor{in})
			if test.returned != "%s" || test.init != "0.0" {
				continue
			}
			out, err := p.programs[0].Run(t.Context(), []*tensor.Tensor{in})
			if err != nil {
				t.Fatal(err)
			}
			window := 1000.0
			if kind == tensor.BF16 {
				window = 256
			}
			if out[0].Float(0) != 1024 || out[1].Float(2) != window {
				t.Errorf("%s: the sums are %v and %v, want 1024 and %v", kind, out[0].Float(0), out[1].Float(2), window)
			}
		}
	}
}
