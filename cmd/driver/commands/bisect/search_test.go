package bisect

import (
	"errors"
	"math/bits"
	"testing"
)

// TestSearch finds every culprit among up to 300 suspects in at most ⌈log₂ n⌉ + 1 calls.
func TestSearch(t *testing.T) {
	for n := 1; n <= 300; n++ {
		for culprit := range n {
			calls := 0
			got, found, err := search(n, func(k int) (bool, error) { calls++; return k > culprit, nil })
			if err != nil || !found || got != culprit || calls > bits.Len(uint(n-1))+1 {
				t.Fatalf("culprit %d of %d: got culprit %d, found %t, error %v, in %d calls", culprit, n, got, found, err, calls)
			}
		}
	}
	if _, found, err := search(9, func(int) (bool, error) { return false, nil }); found || err != nil {
		t.Error("search found a culprit or failed, although no run was wrong")
	}
	failure := errors.New("no")
	if _, _, err := search(9, func(k int) (bool, error) { return true, map[bool]error{true: failure}[k < 9] }); err != failure {
		t.Errorf("got %v", err)
	}
}
