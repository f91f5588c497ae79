package placement_test

import (
	"math"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// TestFinish: a device runs one cluster after the other, and a cluster waits for copies of the
// values that it reads. Operations take 1 ms, launches 1 µs, and a copy to another device 2 ms.
func TestFinish(t *testing.T) {
	m := placement.NewModel([]placement.Spec{{Name: "a", Launch: 1e-6}, {Name: "b", Launch: 1e-6}})
	var b placement.Builder
	for _, d := range []int32{0, 1, 1} { // node 1 reads a value of node 0; node 2 reads nothing
		b.Node(placement.Node{Device: d, Work: 1e7})
	}
	b.Use(b.Value(0, 8e6), 1)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		of   []int32
		want float64
	}{
		{[]int32{0, 1, 2}, 5.003e-3}, // node 0, the copy of its value, node 1, and then node 2
		{[]int32{0, 1, 1}, 5.002e-3}, // one launch less
	} {
		p := placement.NewPartition(g, test.of, "")
		// The memory traffic of 8 MB takes 0.8 ms at 10¹⁰ bytes per second, less than the work.
		if got := m.Finish(g, p); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%v: finishes at %g s, want %g", test.of, got, test.want)
		}
	}
}
