package placement

import (
	"math"
	"testing"
)

func TestFigure(t *testing.T) {
	for _, test := range []struct {
		x    float64
		time bool
		want float64 // 0: invalid
	}{
		{0, true, 1e-15}, {0, false, 0}, {1e30, false, 1e24}, {5e-6, true, 5e-6},
		{math.Inf(1), false, 0}, {math.NaN(), true, 0}, {-1, true, 0}, {1e-310, false, 0},
	} {
		got, ok := Figure(test.x, test.time)
		if ok != (test.want != 0) || ok && got != test.want {
			t.Errorf("Figure(%v, %t) returns %v and %t, which are not the expected results", test.x, test.time, got, ok)
		}
	}
}
