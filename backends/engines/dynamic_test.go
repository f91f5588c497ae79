package engines_test

import (
	"strings"
	"testing"

	embed "github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestContradictions checks that operands of dynamic operations which contradict the static result
// are errors on every engine, also where only folding finds that they are constants.
func TestContradictions(t *testing.T) {
	const folded = "%c = stablehlo.constant dense<CONSTANT> : tensor<1xi64>\n%zero = stablehlo.constant dense<0> : tensor<1xi64>\n%six = stablehlo.constant dense<6> : tensor<1xi64>\n" +
		"%k = stablehlo.add %c, %zero : tensor<1xi64>\n"
	for name, c := range map[string]struct{ constant, body string }{
		"stride":            {"1000", "%r = stablehlo.real_dynamic_slice %x, %zero, %six, %k : (tensor<6xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"start":             {"-1000", "%r = stablehlo.real_dynamic_slice %x, %k, %six, %six : (tensor<6xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"limit":             {"12", "%r = stablehlo.real_dynamic_slice %x, %six, %k, %six : (tensor<6xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"interior":          {"-1", "%r = stablehlo.dynamic_pad %x, %s, %zero, %zero, %k : (tensor<6xi64>, tensor<i64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"negative interior": {"-100", "%r = stablehlo.dynamic_pad %x, %s, %zero, %six, %k : (tensor<6xi64>, tensor<i64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"low":               {"3", "%r = stablehlo.dynamic_pad %x, %s, %k, %zero, %zero : (tensor<6xi64>, tensor<i64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"slice size": {"-1", `%i = stablehlo.constant dense<0> : tensor<6x1xi32>
			%r = "stablehlo.dynamic_gather"(%x, %i, %k) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<6xi64>, tensor<6x1xi32>, tensor<1xi64>) -> tensor<6xi64>`},
		"iota":      {"7", "%r = stablehlo.dynamic_iota %k, dim = 0 : (tensor<1xi64>) -> tensor<6xi64>"},
		"reshape":   {"7", "%r = stablehlo.dynamic_reshape %x, %k : (tensor<6xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"broadcast": {"7", "%r = stablehlo.dynamic_broadcast_in_dim %s, %k, dims = [] : (tensor<i64>, tensor<1xi64>) -> tensor<6xi64>"},
	} {
		m := parse(t, registry(t), program("%x: tensor<6xi64>, %s: tensor<i64>", strings.ReplaceAll(folded, "CONSTANT", c.constant)+c.body, "%r", "tensor<6xi64>"))
		for _, engine := range []string{"ref", "vm", "jit"} {
			e, err := embed.Module(t.Context(), m, embed.Options{Backend: engine})
			if err == nil {
				_, err = e.Run(t.Context(), tensor.New(tensor.I64, 6), tensor.New(tensor.I64))
				e.Close()
			}
			if err == nil {
				t.Errorf("%s on %s is no error", name, engine)
			}
		}
	}
}
