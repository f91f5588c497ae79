package engines_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/target"
)

// TestStreamingStores checks that stores that bypass the caches do not change the results. Results
// begin at aligned and at unaligned addresses.
func TestStreamingStores(t *testing.T) {
	// Each result is larger than half of the last-level cache, so its stores bypass the caches. The
	// rows of the transposed result end in incomplete vectors.
	for machine, rows := range map[string]int64{"avx2": 5251, "avx512": 10491} {
		t.Run(machine, func(t *testing.T) {
			if to, err := target.Named(machine); err != nil || to.VectorBytes > target.Host().VectorBytes {
				t.Skipf("this processor has narrower vectors, and GCC 12 cannot compile all kernels for wider vectors (%v)", err)
			}
			streamingStores(t, machine, rows)
		})
	}
}

func streamingStores(t *testing.T, machine string, rows int64) {
	text := strings.ReplaceAll(`func.func @main(%x: tensor<ROWSx200xf32>, %y: tensor<ROWSx200xf32>) -> (tensor<ROWSx200xf32>, tensor<200xROWSxf32>, tensor<ROWSx400xf32>, tensor<ROWSx200xf64>, tensor<ROWSx200xf32>, tensor<ROWSx200xf32>) {
  %sum = stablehlo.add %x, %y : tensor<ROWSx200xf32>
  %turned = stablehlo.transpose %y, dims = [1, 0] : (tensor<ROWSx200xf32>) -> tensor<200xROWSxf32>
  %both = stablehlo.concatenate %y, %x, dim = 1 : (tensor<ROWSx200xf32>, tensor<ROWSx200xf32>) -> tensor<ROWSx400xf32>
  %wide = stablehlo.convert %x : (tensor<ROWSx200xf32>) -> tensor<ROWSx200xf64>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %square = stablehlo.multiply %x, %x : tensor<ROWSx200xf32>
  %row = stablehlo.reduce(%square init: %z) applies stablehlo.add across dimensions = [1] : (tensor<ROWSx200xf32>, tensor<f32>) -> tensor<ROWSxf32>
  %rows = stablehlo.broadcast_in_dim %row, dims = [0] : (tensor<ROWSxf32>) -> tensor<ROWSx200xf32>
  %norm = stablehlo.divide %x, %rows : tensor<ROWSx200xf32>
  %exp = stablehlo.exponential %x : tensor<ROWSx200xf32>
  %total = stablehlo.reduce(%exp init: %z) applies stablehlo.add across dimensions = [1] : (tensor<ROWSx200xf32>, tensor<f32>) -> tensor<ROWSxf32>
  %totals = stablehlo.broadcast_in_dim %total, dims = [0] : (tensor<ROWSxf32>) -> tensor<ROWSx200xf32>
  %soft = stablehlo.divide %exp, %totals : tensor<ROWSx200xf32>
  return %sum, %turned, %both, %wide, %norm, %soft : tensor<ROWSx200xf32>, tensor<200xROWSxf32>, tensor<ROWSx400xf32>, tensor<ROWSx200xf64>, tensor<ROWSx200xf32>, tensor<ROWSx200xf32>
}`, "ROWS", fmt.Sprint(rows))
	in := []*tensor.Tensor{tensor.Random(tensor.F32, []int64{rows, 200}, 1, 1), tensor.Random(tensor.F32, []int64{rows, 200}, 1, 2)}
	reg := registry(t)
	for _, e := range engines(t)[2:] {
		var want []*tensor.Tensor
		for _, off := range []string{"stream-stores", ""} {
			properties := map[string]any{"target": machine, "disable-passes": off}
			p, err := e.Compile(t.Context(), parse(t, reg, text), backends.CompileOptions{Properties: properties})
			if err != nil {
				t.Fatalf("%s: %v", e.name, err)
			}
			defer p.Close()
			if want == nil {
				if want, err = p.Run(t.Context(), in); err != nil {
					t.Fatal(err)
				}
				continue
			}
			for _, after := range []int{0, 1} {
				var out []*tensor.Tensor
				for _, w := range want {
					out = append(out, placed(w, after))
				}
				if err := p.(backends.IntoRunner).RunInto(t.Context(), in, out); err != nil {
					t.Fatal(err)
				}
				for i := range out {
					if !bytes.Equal(out[i].Data, want[i].Data) {
						t.Errorf("%s: result %d, %d elements after a multiple of 64 bytes, has other bits", e.name, i, after)
					}
				}
			}
		}
	}
}

// placed returns a tensor like x that begins "after" elements after a multiple of 64 bytes.
func placed(x *tensor.Tensor, after int) *tensor.Tensor {
	out := tensor.New(x.Kind, x.Shape...)
	room := make([]byte, len(x.Data)+128)
	from := int(-uintptr(unsafe.Pointer(&room[0]))%64) + after*x.Kind.Size()
	out.Data = room[from:][:len(x.Data)]
	return out
}
