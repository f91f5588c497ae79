package nnvm_test

import (
	"math"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestR34Values compares results of operators with numbers that were computed by hand.
func TestR34Values(t *testing.T) {
	x := tensor.FromSlice([]int64{2, 4}, []float32{1, -2.5, 2.5, 0, 7, 3, 7, -7})
	y := tensor.FromSlice([]int64{2, 4}, []float32{2, 2, -2, 0, 7, 4, 3, 3})
	i := tensor.FromSlice([]int64{3}, []float32{1, 9, -4})
	for _, c := range []struct {
		line string
		want []float64
	}{
		{"round(%x)", []float64{1, -3, 3, 0, 7, 3, 7, -7}},
		{"trunc(%x)", []float64{1, -2, 2, 0, 7, 3, 7, -7}},
		{"elemwise_mod(%x, %y)", []float64{1, -0.5, 0.5, math.NaN(), 0, 3, 1, -1}},
		{"greater(%x, %y)", []float64{0, 0, 1, 0, 0, 0, 1, 0}},
		{"broadcast_less_equal(%x, %y)", []float64{1, 1, 0, 1, 1, 1, 0, 1}},
		{"logical_and(%x, %y)", []float64{1, 1, 1, 0, 1, 1, 1, 1}},
		{"logical_not(%x)", []float64{0, 0, 0, 1, 0, 0, 0, 0}},
		{"where(%x, %x, %y)", []float64{1, -2.5, 2.5, 0, 7, 3, 7, -7}},
		{"prod(%x) {axis = array<i64: 0>}", []float64{7, -7.5, 17.5, 0}},
		{"mean(%x) {axis = array<i64: 1>, keepdims = true}", []float64{0.25, 2.5}},
		{"argmax(%x) {axis = array<i64: 1>}", []float64{2, 0}},
		{"argmin(%x)", []float64{7}},
		{"flip(%x) {axis = -1 : i64}", []float64{0, 2.5, -2.5, 1, -7, 7, 3, 7}},
		{"pad(%x) {pad_value = 9.0, pad_width = array<i64: 1, 0, 0, 1>}", []float64{9, 9, 9, 9, 9, 1, -2.5, 2.5, 0, 9, 7, 3, 7, -7, 9}},
		{"strided_slice(%x) {begin = array<i64: 1, -1>, end = array<i64: 2, -9>, stride = array<i64: 1, -2>}", []float64{-7, 3}},
		{"strided_slice(%x) {begin = array<i64: 0, 1>, end = array<i64: 9, 4>, stride = array<i64: 1, 2>}", []float64{-2.5, 0, 3, -7}},
		{"take(%x, %j) {axis = 1 : i64}", []float64{-2.5, 0, 1, 3, -7, 7}},
		{"take(%x, %j)", []float64{-2.5, -7, 1}},
		{"l2_normalize(%y) {axis = array<i64: 0>, eps = 100.0}", []float64{0.2, 0.2, -0.2, 0, 0.7, 0.4, 0.3, 0.3}},
		{"lrn(%y) {size = 3 : i64, axis = 1 : i64, bias = 1.0, alpha = 3.0, beta = 1.0}", []float64{2. / 9, 2. / 13, -2. / 9, 0, 7. / 66, 4. / 75, 3. / 35, 3. / 19}},
	} {
		f := short(t, "x:2x4 y:2x4 i:3", `%j = cast(%i) {dtype = "int32"}`, "%r = "+c.line)
		out := run(t, f, map[string]*tensor.Tensor{"x": x, "y": y, "i": i})[0]
		got := make([]float64, out.NumElements())
		for k := range got {
			got[k] = out.Float(k)
		}
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-5 || math.IsNaN(a) && math.IsNaN(b) }) {
			t.Errorf("%s is %v, want %v", c.line, got, c.want)
		}
	}
}
