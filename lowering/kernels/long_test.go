package kernels_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestLongSums compares a sum of 2²⁰ positive numbers, whose rounding errors do not cancel,
// with the sum in f64.
func TestLongSums(t *testing.T) {
	f := parse(t, "long.mlir", `func.func @main(%x: tensor<1048576xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<1048576xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}`)
	rng := rand.New(rand.NewPCG(1, 2))
	x := tensor.New(tensor.F32, 1<<20)
	want := 0.0
	for i := range x.NumElements() {
		v := rng.Float32()
		x.SetFloat(i, float64(v))
		want += float64(v)
	}
	for _, lanes := range []int{1, 8} {
		got := run(t, lower(t, f, true, lanes), []*tensor.Tensor{x})[0].Float(0)
		if e := math.Abs(got-want) / want; e > 1e-6 {
			t.Errorf("lanes %d: the sum is %v instead of %v, off by %.2g", lanes, got, want, e)
		}
	}
}

// TestLongColumnSums compares the sums of columns of 2¹⁸ positive numbers with the sums in f64.
func TestLongColumnSums(t *testing.T) {
	f := parse(t, "columns.mlir", `func.func @main(%x: tensor<64x64x64x4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x64x64x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`)
	rng := rand.New(rand.NewPCG(1, 2))
	x := tensor.New(tensor.F32, 64, 64, 64, 4)
	var want [4]float64
	for i := range x.NumElements() {
		v := rng.Float32()
		x.SetFloat(i, float64(v))
		want[i%4] += float64(v)
	}
	for _, lanes := range []int{1, 8} {
		got := run(t, lower(t, f, true, lanes), []*tensor.Tensor{x})[0]
		for i, w := range want {
			if e := math.Abs(got.Float(i)-w) / w; e > 1e-6 {
				t.Errorf("lanes %d: the sum of column %d is %v instead of %v, off by %.2g", lanes, i, got.Float(i), w, e)
			}
		}
	}
}
