package bisect

import (
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestResultCount compares lists of results of different lengths.
func TestResultCount(t *testing.T) {
	x := tensor.New(tensor.F32, 2)
	for _, c := range []struct {
		got, want int
		text      string
	}{
		{1, 2, "1 result instead of 2"},
		{2, 1, "2 results instead of 1"},
		{2, 2, ""},
	} {
		list := []*tensor.Tensor{x, x}
		if text := difference(list[:c.got], list[:c.want], -1); text != c.text {
			t.Errorf("%d and %d results: got %q, expected %q", c.got, c.want, text, c.text)
		}
	}
}
