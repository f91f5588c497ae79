package backends_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestO19PassConfig: a pass deep in the way to kernels is left out by name, put in, or kept
// off single operations, which changes its kernels and no results.
func TestO19PassConfig(t *testing.T) {
	const text = `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  %1 = stablehlo.exponential %x : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  %3 = stablehlo.negate %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}`
	b, err := vm.Factory().Open(backends.Config{Device: "vm"})
	if err != nil {
		t.Fatal(err)
	}
	m := parseText(t, "chain.mlir", []byte(text))
	var sum uint32
	m.Op.Walk(func(op *ir.Op) bool {
		if ir.Is[stablehlo.Add](op) {
			sum = op.ID()
		}
		return true
	})
	var usual *tensor.Tensor
	for _, test := range []struct {
		what        string
		o           backends.CompileOptions
		steps, twos int // calls of kernels, and shifts in them: two make an exponential
	}{
		{"as usual", backends.CompileOptions{}, 1, 4},
		{"without fusion", backends.CompileOptions{Properties: map[string]any{backends.DisableProperty: "fusion"}}, 4, 2},
		{"with cse", backends.CompileOptions{Properties: map[string]any{backends.EnableProperty: "cse"}}, 1, 2},
		{"as usual again", backends.CompileOptions{}, 1, 4},
		{"with a veto against the addition", backends.CompileOptions{Veto: func(pass string, op uint32) bool { return pass == "fusion" && op == sum }}, 2, 4},
	} {
		calls, shifts := 0, 0
		test.o.Kernels = func(_, text string) {
			calls = strings.Count(text, "call @k")
			shifts = strings.Count(text, "arith.shli")
		}
		p, err := b.Compile(context.Background(), m, test.o)
		if err != nil {
			t.Fatal(err)
		}
		out, err := p.Run(context.Background(), []*tensor.Tensor{tensor.FromSlice([]int64{4}, []float32{0, 1, 2, -3})})
		if err != nil {
			t.Fatal(err)
		}
		if usual == nil {
			usual = out[0]
		}
		if calls != test.steps || shifts != test.twos || !out[0].Equal(usual) {
			t.Errorf("%s: %d steps and %d shifts, expected %d and %d; %v", test.what, calls, shifts, test.steps, test.twos, out[0])
		}
		p.Close()
	}
}
