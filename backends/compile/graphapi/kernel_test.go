package graphapi_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/compile/graphapi"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/fusepattern"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// gated divides a program with one pattern, whose kind is "gated". k is registered as the kernel
// for partitions of the given kind.
func gated(t *testing.T, kind string, k graphapi.Kernel) (*graphapi.Graph, error) {
	t.Helper()
	m, err := compile.Parse("model.mlir", []byte(`func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.tanh %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := fn.Entry(m, "")
	if err != nil {
		t.Fatal(err)
	}
	ps, err := fusepattern.Load(m.Op.Registry(), diag.NewSource("p", []byte("pattern p priority 9 kind gated { %y = stablehlo.tanh(x) }")))
	if err != nil {
		t.Fatal(err)
	}
	return graphapi.New(t.Context(), f, graphapi.Options{
		Patterns: []patternfusion.Backend{{Name: "mine", Patterns: ps}}, Backend: "vm", Kernels: map[string]graphapi.Kernel{kind: k},
	})
}

// TestKernelKinds checks that a kernel is an error if its kind is neither "single" nor the kind of
// a pattern.
func TestKernelKinds(t *testing.T) {
	k := func(*patternfusion.Partition, []ir.Type, []ir.Type) (graphapi.KernelFunc, error) { return nil, nil }
	for kind, want := range map[string]string{
		"gatd":  "no pattern has the kind 'gatd'; did you mean 'gated'?",
		"other": "no pattern has the kind 'other'; the kinds are gated, single",
		"gated": "",
	} {
		_, err := gated(t, kind, k)
		if got := diag.Messages(err); (err == nil) != (want == "") || got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

// TestKernelErrors checks that an error of a Kernel or a KernelFunc has the id of the partition
// and the location of the partition's first operation.
func TestKernelErrors(t *testing.T) {
	fails := errors.New("my kernel fails")
	for name, k := range map[string]graphapi.Kernel{
		"making": func(*patternfusion.Partition, []ir.Type, []ir.Type) (graphapi.KernelFunc, error) { return nil, fails },
		"running": func(*patternfusion.Partition, []ir.Type, []ir.Type) (graphapi.KernelFunc, error) {
			return func(context.Context, []*tensor.Tensor, []*tensor.Tensor) error { return fails }, nil
		},
	} {
		g, err := gated(t, "gated", k)
		if err != nil {
			t.Fatal(err)
		}
		_, err = g.Run(t.Context(), tensor.FromSlice([]int64{2}, []float32{1, 2}))
		if !errors.Is(err, fails) || !strings.HasPrefix(err.Error(), "model.mlir:2:") || !strings.HasSuffix(err.Error(), "error: partition 0 (gated): my kernel fails") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
