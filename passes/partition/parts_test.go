package partition

import (
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// TestNumbersOfDevices: a part's logical device ids are different numbers from 0 to maxCount.
func TestNumbersOfDevices(t *testing.T) {
	c := partCheck{parts: make([]placement.Part, 1), called: func(int) string { return "p" }}
	for _, test := range []struct {
		ids     []int64
		mistake bool
	}{{[]int64{0, maxCount}, false}, {[]int64{maxCount + 1}, true}, {[]int64{-1}, true}, {[]int64{2, 2}, true}, {nil, false}} {
		if m := c.numbers(0, test.ids); (m != nil) != test.mistake {
			t.Errorf("ids %v: got mistake %+v, expected a mistake: %t", test.ids, m, test.mistake)
		}
	}
}
