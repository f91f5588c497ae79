package kernel

import (
	"math"
	"testing"
)

// TestTripsOf checks the number of iterations of loops, including loops whose bounds are more than
// 2⁶³ apart.
func TestTripsOf(t *testing.T) {
	for _, c := range []struct{ lo, hi, step, want int64 }{
		{0, 10, 3, 4}, {5, 5, 1, 0}, {7, 5, 1, 0},
		{math.MinInt64, math.MaxInt64, 1, math.MaxInt64},
		{math.MinInt64, math.MaxInt64, 1 << 62, 4},
	} {
		if got := tripsOf(c.lo, c.hi, c.step); got != c.want {
			t.Errorf("tripsOf(%d, %d, %d) is %d, expected %d", c.lo, c.hi, c.step, got, c.want)
		}
	}
}
