package kernels_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes/kernelverify"
)

func byteProduct(x, y string, m, k, n int) string {
	return fmt.Sprintf(`func.func @main(%%a: tensor<%[3]dx%[4]dx%[1]s>, %%b: tensor<%[4]dx%[5]dx%[2]s>) -> tensor<%[3]dx%[5]dxi32> {
  %%0 = stablehlo.convert %%a : (tensor<%[3]dx%[4]dx%[1]s>) -> tensor<%[3]dx%[4]dxi32>
  %%1 = stablehlo.convert %%b : (tensor<%[4]dx%[5]dx%[2]s>) -> tensor<%[4]dx%[5]dxi32>
  %%2 = stablehlo.dot_general %%0, %%1, contracting_dims = [1] x [0] : (tensor<%[3]dx%[4]dxi32>, tensor<%[4]dx%[5]dxi32>) -> tensor<%[3]dx%[5]dxi32>
  return %%2 : tensor<%[3]dx%[5]dxi32>
}`, x, y, m, k, n)
}

// TestWords checks that products of bytes are exact on every target. Some products are so large
// that tiles form blocks. If the field words is true, the kernel for avx2 must multiply words (see
// pack.WordsAttr).
func TestWords(t *testing.T) {
	type program struct {
		text  string
		words bool
	}
	programs := map[string]program{
		"terms not a multiple of a word": {byteProduct("ui8", "i8", 9, 31, 33), false},
		"few columns":                    {byteProduct("ui8", "i8", 9, 32, 4), false},
		"few rows":                       {byteProduct("ui8", "i8", 3, 32, 40), false},
		"transposed": {`func.func @main(%a: tensor<24x40xi8>, %b: tensor<36x40xi8>) -> tensor<24x36xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<24x40xi8>, tensor<36x40xi8>) -> tensor<24x36xi32>
  return %0 : tensor<24x36xi32>
}`, true},
		"constant": {`func.func @main(%a: tensor<3x8xui8>) -> tensor<3x18xi32> {
  %i = stablehlo.constant dense<[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18], [-1, -2, -3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, -128],
    [1, 2, 3, -4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18], [21, -22, -3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 128],
    [1, 2, 3, 4, -5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18], [-1, -2, 33, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, -127],
    [1, 2, 3, 4, 5, -6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18], [-1, -2, -3, 44, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 127]]> : tensor<8x18xi16>
  %b = stablehlo.convert %i : (tensor<8x18xi16>) -> tensor<8x18xi8>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x8xui8>, tensor<8x18xi8>) -> tensor<3x18xi32>
  return %0 : tensor<3x18xi32>
}`, false},
		"batches and a sum": {`func.func @main(%a: tensor<2x20x12xi8>, %b: tensor<2x12x50xui8>, %c: tensor<2x20x50xi32>) -> tensor<2x20x50xi32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x20x12xi8>, tensor<2x12x50xui8>) -> tensor<2x20x50xi32>
  %1 = stablehlo.add %0, %c : tensor<2x20x50xi32>
  return %1 : tensor<2x20x50xi32>
}`, true},
		"convolution": {`func.func @main(%x: tensor<1x9x9x8xi8>, %w: tensor<3x3x8x20xi8>) -> tensor<1x7x7x20xi32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x9x8xi8>, tensor<3x3x8x20xi8>) -> tensor<1x7x7x20xi32>
  return %0 : tensor<1x7x7x20xi32>
}`, true},
		"every other term": {`func.func @main(%a: tensor<9x32xui8>, %b: tensor<16x40xi8>) -> tensor<9x40xi32> {
  %s = stablehlo.slice %a [0:9, 0:32:2] : (tensor<9x32xui8>) -> tensor<9x16xui8>
  %0 = stablehlo.dot_general %s, %b, contracting_dims = [1] x [0] : (tensor<9x16xui8>, tensor<16x40xi8>) -> tensor<9x40xi32>
  return %0 : tensor<9x40xi32>
}`, true},
	}
	for _, x := range []string{"i8", "ui8"} {
		for _, y := range []string{"i8", "ui8"} {
			programs[x+" by "+y] = program{byteProduct(x, y, 70, 1400, 100), true}
			programs["small, "+x+" by "+y] = program{byteProduct(x, y, 5, 4, 9), true}
		}
	}
	for name, p := range programs {
		t.Run(name, func(t *testing.T) {
			f := parse(t, "words.mlir", p.text)
			in := inputs(f, 1)
			for _, machine := range []string{"avx512", "avx512+l2=8192", "avx2", "portable", "vm"} {
				m := stage(t, f, pipeline.Passes(pipeline.Target{Machine: machine}, pipeline.Options{})...)
				text := m.Op.String()
				if err := kernelverify.Module(t.Context(), m); err != nil {
					t.Fatalf("%s: %v\n%s", machine, err, text)
				}
				if dots := strings.Contains(text, "vector.contract"); p.words && machine == "avx2" && !dots || machine == "portable" && dots {
					t.Errorf("%s: vector.contract is used: %t; expected true for avx2 and false for portable", machine, dots)
				}
				want, err := interp.Run(context.Background(), f.Op, in)
				if err != nil {
					t.Fatal(err)
				}
				got := run(t, m, in)[0]
				for i := range want[0].NumElements() {
					if got.Int(i) != want[0].Int(i) {
						t.Fatalf("%s: element %d is %d, want %d", machine, i, got.Int(i), want[0].Int(i))
					}
				}
			}
		})
	}
}
