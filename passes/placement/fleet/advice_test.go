package fleet

import (
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// TestFewer checks that errors advise to reduce replicas or contexts only if there are several.
func TestFewer(t *testing.T) {
	for _, c := range []struct {
		replicas, contexts int
		want               string
	}{
		{0, 0, ""},
		{1, 1, ""},
		{2, 1, ", or ask for fewer replicas"},
		{1, 2, ", or ask for fewer contexts"},
		{2, 2, ", or ask for fewer replicas or contexts"},
	} {
		s := &Set{}
		s.Replicas, s.Memory.Contexts = c.replicas, c.contexts
		if got := fewer(&Set{}, s); got != c.want {
			t.Errorf("%d replicas and %d contexts: got %q, want %q", c.replicas, c.contexts, got, c.want)
		}
	}
}

// TestPullCountsWhatLeft: node 2 moves to the set of node 0. Node 3, in a third set, reads the
// result of node 2, so this result leaves a set before and after the move.
func TestPullCountsWhatLeft(t *testing.T) {
	var b placement.Builder
	a, x, u, w := b.Node(op()), b.Node(op()), b.Node(op()), b.Node(op())
	weight := func(bytes int64, user int32) {
		k := b.Node(placement.Node{Device: placement.None, Flags: placement.Constant})
		b.Use(b.Value(k, bytes), user)
	}
	b.Feed(b.Input(placement.Input{Bytes: 200}), a)
	value := b.Value(a, 64)
	b.Use(value, x)
	b.Use(value, u)
	weight(1000, x)
	weight(1100, w)
	b.Use(b.Value(x, 8), w)
	b.Use(b.Value(u, 64), w)
	b.Return(b.Value(w, 8))
	if got, want := cutOf(t, &b, 1250), "[[0 2] [1] [3]]"; got != want {
		t.Errorf("got sets %s, want %s", got, want)
	}
}
