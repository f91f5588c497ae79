package stablehlo_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/interp"
)

// TestShapesOfRuns: an operation that meets shapes in a run which do not go together fails,
// names itself, and takes nothing else with it. %a has 6 elements and %b has 4, of types
// that say so of none.
func TestShapesOfRuns(t *testing.T) {
	const before = `
%six = stablehlo.constant dense<6> : tensor<1xi64>
%four = stablehlo.constant dense<4> : tensor<1xi64>
%a = stablehlo.dynamic_iota %six, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
%b = stablehlo.dynamic_iota %four, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
`
	for _, c := range []struct{ op, want string }{
		{"stablehlo.add %b, %b : tensor<?xf32>", ""},
		{"stablehlo.add %a, %b : tensor<?xf32>", "'stablehlo.add' op failed: its operands must have one shape, but are 'tensor<6xf32>', 'tensor<4xf32>'"},
		{"stablehlo.add %b, %a : tensor<?xf32>", "'stablehlo.add' op failed: its operands must have one shape, but are 'tensor<4xf32>', 'tensor<6xf32>'"},
		{"stablehlo.add %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>", "'stablehlo.add' op failed: its result must be 'tensor<4xf32>', but got 'tensor<6xf32>'"},
		{"stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>", "'stablehlo.dot_general' op "},
		{"stablehlo.slice %b [0:6] : (tensor<?xf32>) -> tensor<6xf32>", "'stablehlo.slice' op "},
		{"stablehlo.reshape %a : (tensor<?xf32>) -> tensor<2x2xf32>", "stablehlo.reshape"},
	} {
		err := run(t, before+"%r = "+c.op)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.op, err)
			}
			continue
		}
		if _, _, ok := interp.Failed(err); !ok || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v", c.op, err)
		}
	}
}
