package placement_test

import (
	"testing"
	"time"

	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/placement"
)

// TestLongestWithManyReady: a schedule of many turns takes little time, although many nodes of
// another device are ready in each turn.
func TestLongestWithManyReady(t *testing.T) {
	const n = 300_000
	var b placement.Builder
	for range n {
		b.Node(placement.Node{Device: 2})
	}
	for i := range int32(n) { // a chain on two devices that take turns
		if v := b.Node(placement.Node{Device: i % 2}); i > 0 {
			b.Order(v-1, v)
		}
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	defer irtest.MustEnd(10*time.Second, nil)()
	turns, err := placement.NewTurns(g)
	if err != nil {
		t.Fatal(err)
	}
	for turns.Left > 0 {
		turns.Take(turns.Longest(), nil)
	}
	if turns.Count() != n+1 {
		t.Errorf("got %d turns, want %d", turns.Count(), n+1)
	}
}
