package engines_test

import (
	"strings"
	"testing"

	embed "github.com/lathe-ir/lathe/backends/compile"
)

// TestMistakes checks that ref, vm and jit reject invalid attributes that the verifiers accept. The
// verifiers of StableHLO accept them too.
func TestMistakes(t *testing.T) {
	const take, from, to = "tensor<2x5x3xf32>", "tensor<2x4xi32>", "tensor<2x4x3xf32>"
	const indices = "%i = stablehlo.constant dense<0> : " + from + "\n"
	index := func(attrs string) string {
		return indices + `%r = "stablehlo.torch_index_select"(%x, %i) <{` + attrs + "}> : (" + take + ", " + from + ") -> " + to
	}
	spread := func(dims string) string {
		return "%z = stablehlo.constant dense<1.0> : tensor<5x2xf32>\n%r = chlo.broadcast_subtract %x, %z {broadcast_dimensions = array<i64: " + dims + ">} : (" + take + ", tensor<5x2xf32>) -> " + take
	}
	for _, test := range []struct{ body, out, want string }{
		{index("dim = 4294967295 : i64, batch_dims = 1 : i64"), to, "dim must be in [0, 3)"},
		{index("dim = -1 : i64, batch_dims = 0 : i64"), to, "dim must be in [0, 3)"},
		{index("dim = 1 : i64, batch_dims = 2147483647 : i64"), to, "batch_dims must be in [0, 1]"},
		{index("dim = 1 : i64, batch_dims = -1 : i64"), to, "batch_dims must be in [0, 1]"},
		{index("dim = 1 : i64, batch_dims = 2 : i64"), to, "batch_dims must be in [0, 1]"},
		{spread("7, 0"), take, "broadcast_subtract"},
		{spread("1, -1"), take, "broadcast_subtract"},
		{spread("1, 1"), take, "broadcast_subtract"},
		{spread("0, 1"), take, "broadcast_subtract"},
	} {
		m := parse(t, registry(t), program("%x: "+take, test.body, "%r", test.out))
		for _, engine := range []string{"ref", "vm", "jit"} {
			e, err := embed.Module(t.Context(), m, embed.Options{Backend: engine, Backends: embed.Backends(), Threads: 1})
			if err == nil {
				_, err = run(e)
				e.Close()
			}
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "panic") {
				t.Errorf("%s, %s: got %v, want %q", engine, test.body, err, test.want)
			}
		}
	}
}
