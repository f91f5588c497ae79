package nnvm

import (
	"math"
	"math/big"
	"testing"
)

// TestExtents compares plus, minus and times with arbitrary-precision arithmetic near the bounds of
// int64.
func TestExtents(t *testing.T) {
	some := []int64{math.MinInt64, math.MinInt64 + 1, -1 << 62, -3, -2, -1, 0, 1, 2, 3, 7, 1 << 31, 1 << 32, 1 << 62, math.MaxInt64 - 1, math.MaxInt64}
	for _, op := range []struct {
		name  string
		got   func(a, b int64) int64
		exact func(z, a, b *big.Int) *big.Int
	}{
		{"plus", plus, (*big.Int).Add}, {"minus", minus, (*big.Int).Sub}, {"times", times, (*big.Int).Mul},
	} {
		for _, a := range some {
			for _, b := range some {
				want := int64(tooLarge)
				exact := op.exact(new(big.Int), big.NewInt(a), big.NewInt(b))
				if exact.IsInt64() && (exact.Sign() == 0 && op.name == "times" || a != tooLarge && b != tooLarge) {
					want = exact.Int64()
				}
				if got := op.got(a, b); got != want {
					t.Errorf("%s(%d, %d) is %d, want %d", op.name, a, b, got, want)
				}
			}
		}
	}
	for _, c := range [][3]int64{{7, 2, 3}, {-7, 2, -4}, {-8, 2, -4}, {-1, 5, -1}, {0, 3, 0}, {math.MinInt64, 2, -1 << 62}, {tooLarge, 2, tooLarge}} {
		if got := floorDiv(c[0], c[1]); got != c[2] {
			t.Errorf("floorDiv(%d, %d) is %d, want %d", c[0], c[1], got, c[2])
		}
	}
}
