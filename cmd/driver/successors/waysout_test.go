package successors

import (
	"fmt"
	"strings"
	"testing"
)

// products returns a program with a chain of n products. Each has 256 bytes of constants and a
// result of 32 bytes. Device i has memory[i] bytes.
func products(n int, memory ...int) string {
	var b strings.Builder
	b.WriteString("module attributes {cluster.devices = [")
	for i, m := range memory {
		fmt.Fprintf(&b, "%s#cluster.target<\"vm.%d\", {memory = %d}>", strings.Repeat(", ", min(i, 1)), i, m)
	}
	b.WriteString("]} {\n  func.func @main(%v0: tensor<8xf32>) -> tensor<8xf32> {\n")
	for i := range n {
		fmt.Fprintf(&b, "    %%w%d = stablehlo.constant dense<%d.0> : tensor<8x8xf32>\n", i, i+1)
		fmt.Fprintf(&b, "    %%v%d = stablehlo.dot_general %%v%d, %%w%d, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8xf32>\n", i+1, i, i)
	}
	fmt.Fprintf(&b, "    return %%v%d : tensor<8xf32>\n  }\n}\n", n)
	return b.String()
}

// TestWaysOut checks that the error about a program that does not fit suggests changing only the
// options that are the reason. It also checks the errors for the options pair and join.
func TestWaysOut(t *testing.T) {
	const fewer = "fewer"
	for _, c := range []struct {
		name, text, strategy, want, help, not string
	}{
		{"an operation fits nowhere", products(4, 300, 300), "balance devices=2",
			"'stablehlo.dot_general' op needs 320 bytes by itself, but a device of backend 'vm' has 300", "give the devices more memory", fewer},
		{"saturate-devices below the number of devices of one copy", products(6, 1024, 512, 640), "memory saturate-devices=2",
			"saturate-devices is 2, but one copy of the partitions needs 3 devices; set it to at least this number, or omit it", "", "more memory"},
		{"contexts", products(2, 330, 330), "memory contexts=2",
			"needs 384 bytes, but a device of backend 'vm' has 330; there are 2 copies of inputs and outputs, for 2 contexts, each with 64 bytes", "or ask for fewer contexts", "replicas"},
		{"too large even with one context", products(2, 300, 300), "memory contexts=2", "needs 384 bytes", "give the devices more memory", fewer},
		{"contexts and replicas", products(2, 330, 330), "memory contexts=2 replicas=3", "there are 3 copies of it, each with 384 bytes; there are 2 copies of inputs and outputs", "or ask for fewer replicas or contexts", ""},
		{"contexts with strategy balance", products(2, 330, 330), "balance devices=2 contexts=2", "op needs 384 bytes by itself", "or ask for fewer contexts", "leave it out"},
		{"too many partitions", products(2, 800), "memory contexts=6", "", "or ask for fewer contexts", ""},
		{"unknown pair", products(2, 800), "sparsenn pair=Foo", "2:3: error: strategy sparsenn on @main: the option pair lists 'Foo', which is none of Concat, LayerNorm, Tanh, Tile", "", "<unknown>"},
		{"empty pair", products(2, 800), "sparsenn pair=", "error: pair is an empty list", "leave it out", ""},
		{"empty join", products(2, 800), "contract join=", "error: join is an empty list", "leave it out", ""},
		{"pair twice", products(2, 800), "sparsenn pair=Tanh,Tanh", "the option pair lists 'Tanh' twice", "list it once", ""},
	} {
		status, out, errs := execute(t, c.text, "plan", "--strategy="+c.strategy, "-")
		if status == 0 || !strings.Contains(errs, c.want) || !strings.Contains(errs, c.help) || c.not != "" && strings.Contains(errs, c.not) {
			t.Errorf("%s: got status %d, %s%s", c.name, status, out, errs)
		}
	}
}
