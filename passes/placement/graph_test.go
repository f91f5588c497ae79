package placement_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

func TestBuildRefuses(t *testing.T) {
	for _, test := range []struct {
		build func(b *placement.Builder)
		want  string
	}{
		{func(b *placement.Builder) { b.Order(0, 5) }, "an edge joins nodes 0 and 5, but there are 2 nodes"},
		{func(b *placement.Builder) { b.Order(1, 1) }, "#1 must not depend on itself"},
		{func(b *placement.Builder) { b.Use(3, 1) }, "a use names value 3, but there are 0 values"},
		{func(b *placement.Builder) { b.Value(4, 1) }, "value 0 has node 4 as its producer, but there are 2 nodes"},
		{func(b *placement.Builder) { b.Feed(3, 1) }, "node 1 uses input 3, but there are 2 nodes and 0 inputs"},
		{func(b *placement.Builder) { b.Feed(b.Input(placement.Input{}), 2) }, "node 2 uses input 0, but there are 2 nodes and 1 inputs"},
		{func(b *placement.Builder) { b.Keep(1, 0) }, "node 1 uses hidden constant 0, but there are 2 nodes and 0 hidden constants"},
		{func(b *placement.Builder) { b.Return(0) }, "the function returns value 0, but there are 0 values"},
		{func(b *placement.Builder) { b.Edge(0, 1, 1<<56) }, "the operations must read and produce at most 2⁵⁶ bytes together"},
		{func(b *placement.Builder) { b.Order(1, 0) }, "constant #0 must have no operands, but uses #1"},
	} {
		var b placement.Builder
		b.Node(placement.Node{Flags: placement.Constant})
		b.Node(placement.Node{})
		test.build(&b)
		if _, err := b.Build(); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}

func TestEdgesAreSortedAndSingle(t *testing.T) {
	var b placement.Builder
	for range 4 {
		b.Node(placement.Node{})
	}
	b.Edge(2, 3, 1)
	b.Edge(0, 3, 1)
	b.Edge(0, 3, 1)
	b.Order(0, 1)
	b.Order(0, 3)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(g.Succs(0), []int32{1, 3}) || !slices.Equal(g.Preds(3), []int32{0, 2}) || g.Edges() != 3 {
		t.Errorf("got successors %v, predecessors %v and %d edges", g.Succs(0), g.Preds(3), g.Edges())
	}
}

func TestTopo(t *testing.T) {
	var b placement.Builder
	for range 5 {
		b.Node(placement.Node{})
	}
	b.Order(4, 0)
	b.Order(3, 1)
	b.Order(1, 0)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if topo, err := g.Topo(); err != nil || !slices.Equal(topo, []int32{2, 3, 1, 4, 0}) {
		t.Errorf("got order %v and error %v", topo, err)
	}
	b.Order(0, 3)
	if g, err = b.Build(); err != nil {
		t.Fatal(err)
	}
	_, err = g.Topo()
	var cycle *placement.CycleError
	if !errors.As(err, &cycle) || len(cycle.Path) != 3 {
		t.Fatalf("got error %v, expected a cycle of three nodes", err)
	}
	for i, v := range cycle.Path {
		if !slices.Contains(g.Succs(v), cycle.Path[(i+1)%3]) {
			t.Errorf("node %d has no edge to the next node in cycle %v", v, cycle.Path)
		}
	}
	if _, err := placement.Repair(g, placement.Unrepaired(g), nil); err == nil {
		t.Error("Repair did not fail for a graph with a cycle")
	}
	if _, err := placement.Canonical(g); err == nil {
		t.Error("Canonical did not fail for a graph with a cycle")
	}
}

// A chain of a million nodes would overflow the stack of a recursive algorithm.
func TestLongChain(t *testing.T) {
	var b placement.Builder
	const n = 1_000_000
	for v := range int32(n) {
		b.Node(placement.Node{Device: v / 1000 % 2})
		if v > 0 {
			b.Order(v-1, v)
		}
	}
	b.Order(0, n-1)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if p := placement.Unrepaired(g); len(p.Clusters) != 1000 || placement.Verify(g, p) != nil {
		t.Errorf("got %d clusters, expected 1000 that can run", len(p.Clusters))
	}
	of := make([]int32, n)
	of[0], of[n-1] = n, n
	for v := int32(1); v < n-1; v++ {
		of[v] = v
	}
	p := placement.NewPartition(g, of, "")
	cycles := placement.Cycles(g, p)
	if len(cycles) != 1 || len(cycles[0].Path) != n-1 {
		t.Errorf("got %d cycles, expected one through all clusters", len(cycles))
	}
	if q, err := placement.Repair(g, p, nil); err != nil || len(q.Clusters) != n {
		t.Errorf("Repair did not cut the cluster of the two ends, or failed: %v", err)
	}
}

func TestNormalFormIsTopological(t *testing.T) {
	g := graphgen.Text(byLetter, "a1 a2 b1", "c1 b1", "a3")
	p := placement.NewPartition(g, []int32{9, 9, 0, 4, 4}, "") // nodes: a1, a2, b1, c1, a3
	// c1 and a3 share a cluster here although their devices differ.
	want := [][]int32{{0, 1}, {3, 4}, {2}}
	if !slices.EqualFunc(p.Clusters, want, func(c placement.Cluster, w []int32) bool { return slices.Equal(c.Nodes, w) }) {
		t.Errorf("got clusters %v, expected %v", p.Clusters, want)
	}
}
