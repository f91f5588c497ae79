package engines_test

import (
	"regexp"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestCrossedSums runs reductions of two inputs. In most of them, one sum depends on the other sum.
// Such sums must not be divided into independent chains of additions.
func TestCrossedSums(t *testing.T) {
	es, reg := engines(t), registry(t)
	for name, region := range map[string]string{
		"one sum for both":     "%e = stablehlo.add %a, %b : T\n stablehlo.return %e, %e : T, T",
		"a sum of the new sum": "%e = stablehlo.add %a, %c : T\n %f = stablehlo.add %b, %e : T\n stablehlo.return %e, %f : T, T",
		"a scaled sum":         "%e = stablehlo.add %a, %c : T\n %m = stablehlo.multiply %e, %d : T\n %f = stablehlo.add %b, %m : T\n stablehlo.return %e, %f : T, T",
		"exchanged":            "%e = stablehlo.add %b, %c : T\n %f = stablehlo.add %a, %d : T\n stablehlo.return %e, %f : T, T",
		"apart":                "%e = stablehlo.add %a, %c : T\n %f = stablehlo.add %b, %d : T\n stablehlo.return %e, %f : T, T",
	} {
		body := `  %r:2 = "stablehlo.reduce"(%x, %y, %p, %q) ({
  ^bb0(%a: T, %b: T, %c: T, %d: T):
    ` + region + `
  }) {dimensions = array<i64: 1>} : (tensor<3x70xi32>, tensor<3x70xi32>, T, T) -> (tensor<3xi32>, tensor<3xi32>)
  %w:2 = "stablehlo.reduce_window"(%x, %y, %p, %q) ({
  ^bb0(%a: T, %b: T, %c: T, %d: T):
    ` + region + `
  }) {window_dimensions = array<i64: 1, 60>} : (tensor<3x70xi32>, tensor<3x70xi32>, T, T) -> (tensor<3x11xi32>, tensor<3x11xi32>)
`
		text := program("%x: tensor<3x70xi32>, %y: tensor<3x70xi32>, %p: T, %q: T", body, "%r#0, %r#1, %w#0, %w#1", "tensor<3xi32>, tensor<3xi32>, tensor<3x11xi32>, tensor<3x11xi32>")
		in := []*tensor.Tensor{
			tensor.Random(tensor.I32, []int64{3, 70}, 1, 1), tensor.Random(tensor.I32, []int64{3, 70}, 1, 2), tensor.Random(tensor.I32, nil, 1, 3), tensor.Random(tensor.I32, nil, 1, 4),
		}
		t.Run(name, func(t *testing.T) {
			compile(t, es, parse(t, reg, regexp.MustCompile(`\bT\b`).ReplaceAllString(text, "tensor<i32>"))).same(t, in)
		})
	}
}
