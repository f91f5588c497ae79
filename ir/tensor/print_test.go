package tensor

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	iota64 := func(shape ...int64) *Tensor {
		x := New(I64, shape...)
		for i := range x.NumElements() {
			x.SetInt(i, int64(i))
		}
		return x
	}
	tests := []struct {
		x    *Tensor
		max  int
		want string
	}{
		{FromSlice([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}), 10, "tensor<2x3xf32> [[1, 2, 3], [4, 5, 6]]"},
		{FromSlice(nil, []float32{0.1}), 10, "tensor<f32> 0.1"},
		{FromSlice([]int64{3}, []float64{math.NaN(), math.Inf(1), math.Inf(-1)}), 10, "tensor<3xf64> [nan, inf, -inf]"},
		{FromSlice([]int64{2}, []bool{true, false}), 10, "tensor<2xi1> [true, false]"},
		{FromSlice([]int64{2}, []complex64{1 + 2i, 0.1i}), 10, "tensor<2xcomplex<f32>> [(1, 2), (0, 0.1)]"},
		{FromSlice([]int64{1}, []uint64{math.MaxUint64}), 10, "tensor<1xui64> [18446744073709551615]"},
		{New(F32, 2, 0), 10, "tensor<2x0xf32> [[], []]"},
		{New(F32, 1<<40, 0), 10, "tensor<1099511627776x0xf32> [[], [], [], …, [], [], []]"},
		{iota64(100), 10, "tensor<100xi64> [0, 1, 2, …, 97, 98, 99]"},
		{iota64(100), 5, "tensor<100xi64> [0, 1, …, 98, 99]"},
		{iota64(100), 0, "tensor<100xi64> [0, …, 99]"},
		{iota64(2, 7), 12, "tensor<2x7xi64> [[0, 1, 2, …, 4, 5, 6], [7, 8, 9, …, 11, 12, 13]]"},
		{iota64(3, 3), 4, "tensor<3x3xi64> [[0, …, 2], …, [6, …, 8]]"},
	}
	for _, test := range tests {
		if got := Format(test.x, test.max); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// TestFormatManyDimensions checks that Format limits the text of a tensor of many dimensions. It
// must print 1000 elements completely if there are at most 15 dimensions or few lists.
func TestFormatManyDimensions(t *testing.T) {
	shape := func(rank int, d int64, last ...int64) []int64 {
		return append(slices.Repeat([]int64{d}, rank), last...)
	}
	for _, test := range []struct {
		shape    []int64
		complete bool
	}{
		{shape(15, 9, 0), false},
		{shape(15, 1000, 0), false},
		{shape(62, 2, 0), false},
		{shape(20, 2), false},
		{shape(1, 1000, shape(100, 1)...), false},
		{shape(100, 1, 1000), true},
		{shape(14, 1, 1000), true},
		{shape(1, 1000, shape(14, 1)...), true},
	} {
		x := New(I8, test.shape...)
		got := strings.TrimPrefix(Format(x, 1000), typeString(I8, test.shape)+" ")
		if len(got) > 80_000 || strings.Count(got, "[") != strings.Count(got, "]") {
			t.Errorf("%v: the text has %d bytes, expected at most 80,000, and as many [ as ]", test.shape, len(got))
		}
		if complete := !strings.Contains(got, "…"); complete != test.complete || complete && strings.Count(got, "0") != x.NumElements() {
			t.Errorf("%v: the text is complete: %v, expected %v:\n%.200s", test.shape, complete, test.complete, got)
		}
	}
	if got, want := Format(New(I8, shape(11, 2)...), 0), "[0, …]]]]]]]]], …], …]"; !strings.HasSuffix(got, want) {
		t.Errorf("got  %s\nwant …%s", got, want)
	}
}

func TestRandom(t *testing.T) {
	// The values must not change, because the option --seed must always give the same inputs.
	for _, test := range []struct {
		k    Kind
		want string
	}{
		{F32, "tensor<2x2xf32> [[-0.057704184, 0.4395807], [0.6165119, 0.41759637]]"},
		{I8, "tensor<2x2xi8> [[0, 0], [2, 4]]"},
		{I1, "tensor<2x2xi1> [[false, false], [false, false]]"},
		{C64, "tensor<2x2xcomplex<f32>> [[(-0.057704184, 0.4395807), (0.6165119, 0.41759637)], [(-0.692018, 0.83598226), (0.9520524, 0.30577987)]]"},
	} {
		x := Random(test.k, []int64{2, 2}, 0, 1)
		if got := Format(x, 10); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
		if !x.Equal(Random(test.k, []int64{2, 2}, 0, 1)) || x.Equal(Random(test.k, []int64{2, 2}, 1, 1)) && x.Equal(Random(test.k, []int64{2, 2}, 0, 2)) {
			t.Errorf("Random(%s) differs for the same seed and argument number, or is equal for different seeds and argument numbers", test.k)
		}
	}
	for k := I1; k < kindCount; k++ {
		x := Random(k, []int64{100}, 1, 2)
		for i := range 100 {
			v := x.Float(i)
			if k.IsInt() && (v < -8 || v > 7) || !k.IsInt() && k != F8E8M0FNU && (v < -1 || v > 1) {
				t.Fatalf("Random(%s) has the element %v, which is out of range", k, v)
			}
		}
	}
}
