package tensor

import (
	"math/rand/v2"
	"testing"
)

// TestRandomFloats compares elements with the documentation of Random. f32 has its own fast path.
func TestRandomFloats(t *testing.T) {
	for _, k := range []Kind{F16, F32, F64} {
		r := rand.New(rand.NewPCG(3, 5))
		want := New(k, 1000)
		for i := range 1000 {
			want.SetFloat(i, 2*r.Float64()-1)
		}
		if got := Random(k, []int64{1000}, 3, 5); string(got.Data) != string(want.Data) {
			t.Errorf("the elements of Random(%v) differ from the elements that its documentation describes", k)
		}
	}
}
