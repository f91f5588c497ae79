package placement

import "testing"

// TestMovesSaveLaunches: if a set leaves a device, a launch is saved if no neighbor stays on the
// device. A launch is added if a predecessor and a successor stay.
func TestMovesSaveLaunches(t *testing.T) {
	var b Builder
	for range 4 {
		b.Value(b.Node(Node{}), 4)
	}
	b.Use(0, 1)
	b.Use(1, 2)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	w := Economy{Model: NewModel([]Spec{{Name: "a", Launch: 1}, {Name: "b"}})}.relocation(g)
	for _, test := range []struct {
		set  []int32
		want float64
	}{
		{[]int32{0}, 0}, {[]int32{1}, -1}, {[]int32{2}, 0}, {[]int32{3}, 1},
		{[]int32{0, 1}, 0}, {[]int32{1, 2}, 0}, {[]int32{0, 1, 2}, 1},
	} {
		if got := w.launches(test.set); got != test.want {
			t.Errorf("%v saves %v launches, want %v", test.set, got, test.want)
		}
	}
}
