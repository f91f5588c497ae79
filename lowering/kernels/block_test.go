package kernels_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes/kernelverify"
)

// TestBlocks lowers matrix products for caches of several sizes. Small caches cause blocks of tiles
// and several passes over the terms. The results must have the same bits as without blocks.
func TestBlocks(t *testing.T) {
	const rest = "-> tensor<70x100xf32>\n  return %0 : tensor<70x100xf32>\n}"
	const product = "stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<70x1400xf32>, tensor<1400x100xf32>) "
	programs := map[string]string{
		"product": "func.func @main(%a: tensor<70x1400xf32>, %b: tensor<1400x100xf32>) -> tensor<70x100xf32> {\n  %0 = " + product + rest,
		// Elementwise operations follow the product.
		"sum": "func.func @main(%a: tensor<70x1400xf32>, %b: tensor<1400x100xf32>, %c: tensor<70x100xf32>) -> tensor<70x100xf32> {\n" +
			"  %n = stablehlo.negate %c : tensor<70x100xf32>\n  %s = stablehlo.sine %n : tensor<70x100xf32>\n  %1 = " + product + "-> tensor<70x100xf32>\n" +
			"  %2 = stablehlo.add %1, %s : tensor<70x100xf32>\n  return %2 : tensor<70x100xf32>\n}",
		"batches": "func.func @main(%a: tensor<2x70x1400xf32>, %b: tensor<2x1400x40xf32>) -> tensor<2x70x40xf32> {\n" +
			"  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x70x1400xf32>, tensor<2x1400x40xf32>) -> tensor<2x70x40xf32>\n  return %0 : tensor<2x70x40xf32>\n}",
		"transposed": "func.func @main(%a: tensor<70x1400xf32>, %b: tensor<100x1400xf32>) -> tensor<70x100xf32> {\n" +
			"  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<70x1400xf32>, tensor<100x1400xf32>) " + rest,
		// There are two loops over terms. A pass consists of iterations of the outermost loop.
		"two loops": "func.func @main(%a: tensor<9x160x70xf32>, %b: tensor<9x160x100xf32>) -> tensor<70x100xf32> {\n" +
			"  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0, 1] x [0, 1] : (tensor<9x160x70xf32>, tensor<9x160x100xf32>) " + rest,
		// The columns of %b are not packed, and do not fit into the cache.
		"few rows": "func.func @main(%a: tensor<9x300xf32>, %b: tensor<300x2100xf32>) -> tensor<9x2100xf32> {\n" +
			"  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<9x300xf32>, tensor<300x2100xf32>) -> tensor<9x2100xf32>\n  return %0 : tensor<9x2100xf32>\n}",
		"one row": "func.func @main(%a: tensor<1x97xf32>, %b: tensor<97x2100xf32>) -> tensor<1x2100xf32> {\n" +
			"  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x97xf32>, tensor<97x2100xf32>) -> tensor<1x2100xf32>\n  return %0 : tensor<1x2100xf32>\n}",
		// Each pass has ten terms, which are unrolled.
		"one row, unrolled": "func.func @main(%a: tensor<1x100xf32>, %b: tensor<100x2100xf32>) -> tensor<1x2100xf32> {\n" +
			"  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x100xf32>, tensor<100x2100xf32>) -> tensor<1x2100xf32>\n  return %0 : tensor<1x2100xf32>\n}",
		// The sums are f32 and the result is bf16, so the memory of the result cannot hold the sums
		// between passes.
		"halves": "func.func @main(%a: tensor<70x1400xbf16>, %b: tensor<1400x100xbf16>) -> tensor<70x100xbf16> {\n" +
			"  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<70x1400xbf16>, tensor<1400x100xbf16>) -> tensor<70x100xbf16>\n  return %0 : tensor<70x100xbf16>\n}",
	}
	for name, text := range programs {
		t.Run(name, func(t *testing.T) {
			f := parse(t, "block.mlir", text)
			var want []byte
			whole := 0
			for _, machine := range []string{"avx2+l2=1000000000", "avx2+l2=65536+l3=65536", "avx2+l2=0+l3=0"} {
				m := stage(t, f, pipeline.Passes(pipeline.Target{Machine: machine}, pipeline.Options{})...)
				if err := kernelverify.Module(t.Context(), m); err != nil {
					t.Fatalf("%s: %v\n%s", machine, err, m.Op)
				}
				got := bitsOf(run(t, m, inputs(f, 1))[0])
				if want == nil {
					want = got
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s: the bits of the result differ from the bits without blocks", machine)
				}
				if loops := strings.Count(m.Op.String(), `"scf.for"`); whole == 0 {
					whole = loops
				} else if loops <= whole && name != "halves" && name != "one row, unrolled" {
					t.Errorf("%s: got %d loops, expected additional loops over blocks and passes", machine, loops)
				}
			}
		})
	}
}

func bitsOf(x *tensor.Tensor) []byte {
	var b []byte
	for i := range x.NumElements() {
		v := x.Bits(i)
		for range x.Kind.Size() {
			b = append(b, byte(v))
			v >>= 8
		}
	}
	return b
}
