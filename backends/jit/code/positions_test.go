package code

import (
	"math/rand/v2"
	"testing"
)

// TestPositions compares sets of positions with lists of segments.
func TestPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	at := func() int32 { return int32(64*r.IntN(5) + []int{0, 1, 2, 31, 62, 63}[r.IntN(6)]) }
	for range 2000 {
		set, list := make(positions, 6), []segment(nil)
		for range 8 {
			a, b := at(), at()
			one := []segment{{min(a, b), max(a, b) + 1}}
			if set.overlap(one) != overlap(list, one) {
				t.Fatalf("%v and %v: overlap is %v", list, one, set.overlap(one))
			}
			if !overlap(list, one) {
				set.flip(one...)
				list = merge(list, one)
			}
		}
		for p := range int32(6 * 64) {
			one := []segment{{p, p + 1}}
			if set.overlap(one) != overlap(list, one) {
				t.Fatalf("%v: position %d is %v", list, p, set.overlap(one))
			}
		}
		set.flip(list...)
		if set.overlap([]segment{{0, 6 * 64}}) {
			t.Fatalf("%v: not empty after the removal of all segments", list)
		}
	}
}
