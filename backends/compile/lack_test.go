package compile_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// growing is a program in which the cluster on ref creates a value with twice as many elements as
// the input says.
const growing = `func.func @main(%n: tensor<1xi64>) -> tensor<f32> {
  %0 = stablehlo.add %n, %n {cluster.device = "vm"} : tensor<1xi64>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 {cluster.device = "ref"} : (tensor<1xi64>) -> tensor<?xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] {cluster.device = "ref"} : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}`

// TestGrowsBeyondMemory checks runs in which a value is larger than the host's memory, or has a
// negative size, for all configurations (see places) and all ways to run a program (see ways), also
// with 64 concurrent runs. The error must be about the operation that creates the value, and the
// next valid run must be correct. Backends that need static shapes reject the program.
func TestGrowsBeyondMemory(t *testing.T) {
	for _, p := range places("vm", "ref") {
		t.Run(p.name, func(t *testing.T) {
			e := p.compiled(t, growing)
			for _, w := range ways() {
				run := func(n int) {
					// If the input is 1 << 61, the value has more bytes than an int64 can count.
					many := []int64{2, 1 << 44, 1 << 61, -1}[n%4]
					out, err := w.run(t.Context(), e, []*tensor.Tensor{tensor.FromSlice([]int64{1}, []int64{many})})
					var lack *hostbytes.Lack
					if many != 2 {
						p.failedAt(t, w.name, err, "stablehlo.dynamic_iota", "test.mlir:4:")
						if errors.As(err, &lack) != (many > 0) {
							t.Errorf("%s: a run with the input %d returned %v", w.name, many, err)
						}
					} else if err != nil || tensor.Slice[float32](out[0])[0] != 6 {
						t.Errorf("%s: a valid run returned %v, %v", w.name, out, err)
					}
				}
				for _, n := range []int{1, 0, 2, 0, 3, 0} {
					run(n)
				}
				atOnce(run)
			}
		})
	}
	for _, name := range []string{"vm", "jit", "c"} {
		_, err := compile.Module(t.Context(), parseText(t, growing), compile.Options{Backend: name, Backends: factories()})
		if err == nil || !strings.Contains(err.Error(), "C compiler") && !strings.Contains(err.Error(), "'stablehlo.dynamic_iota' op ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestShapesOfRuns checks operations that receive their shape during a run. If the shape is
// negative or larger than memory, the error must be about this operation.
func TestShapesOfRuns(t *testing.T) {
	for name, line := range map[string]string{
		"stablehlo.dynamic_iota":             `%1 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>`,
		"stablehlo.dynamic_broadcast_in_dim": `%1 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>`,
		"stablehlo.dynamic_pad":              `%1 = stablehlo.dynamic_pad %y, %x, %n, %n, %n : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>`,
		"stablehlo.dynamic_reshape":          `%1 = stablehlo.dynamic_reshape %y, %n : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>`,
	} {
		t.Run(name, func(t *testing.T) {
			p := place{"ref", compile.Options{Backend: "ref"}}
			e := p.compiled(t, `func.func @main(%n: tensor<1xi64>, %x: tensor<f32>, %y: tensor<2xf32>) -> tensor<?xf32> {
  `+line+`
  return %1 : tensor<?xf32>
}`)
			for _, n := range []int64{-5, 1 << 44, 1 << 62, -1 << 63, 1<<63 - 1} {
				_, err := e.Run(t.Context(), tensor.FromSlice([]int64{1}, []int64{n}), tensor.New(tensor.F32), tensor.New(tensor.F32, 2))
				p.failedAt(t, fmt.Sprint(n), err, name, "test.mlir:2:")
			}
			if _, err := e.Run(t.Context(), tensor.FromSlice([]int64{1}, []int64{2}), tensor.New(tensor.F32), tensor.New(tensor.F32, 2)); err != nil {
				t.Error(err)
			}
		})
	}
}
