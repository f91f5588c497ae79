package placement_test

import (
	"slices"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// Each step of a path between two clusters is an edge, or stays in one cluster. There is a path
// exactly if the two clusters cannot be merged.
func TestBetween(t *testing.T) {
	for _, n := range []int{40, 300, 6000} {
		g := graphgen.Random(n, 3, uint64(n))
		p, err := contract.Strategy{}.Partition(t.Context(), g, placement.Options{Connected: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		q := placement.Quotient(g, p)
		joined, most := 0, min(200, 30_000/n)
		for a := int32(0); int(a) < q.Len() && joined < most; a += 7 {
			for b := a + 1; int(b) < q.Len() && joined < most; b += 1 + int32(n)/8 {
				path := placement.Between(g, p, b, a)
				c := placement.NewContraction(q)
				c.Limit = 1 << 30
				if merged := c.Merge(a, b); merged != (path == nil) {
					t.Fatalf("%d ops: clusters %d and %d can be merged: %t, but the path is %v", n, a, b, merged, path)
				}
				if path == nil {
					continue
				}
				joined++
				checkPath(t, g, p, path, a, b)
			}
		}
		if joined == 0 {
			t.Errorf("%d ops: no path between two clusters was found", n)
		}
	}
}

// checkPath checks a path from cluster a through other clusters to cluster b, step by step.
func checkPath(t *testing.T, g *placement.Graph, p *placement.Partition, path []placement.Step, a, b int32) {
	t.Helper()
	last := len(path) - 1
	if last < 2 || p.Of[path[0].Node] != a || path[0].Way != placement.AtStart || p.Of[path[last].Node] != b {
		t.Fatalf("no path from cluster %d to cluster %d through another cluster: %v", a, b, path)
	}
	for i, s := range path[1:] {
		before := path[i].Node
		reads := slices.ContainsFunc(g.Values(before), func(value int32) bool { return slices.Contains(g.Users(value), s.Node) })
		edge := slices.Contains(g.Succs(before), s.Node)
		switch {
		case i < last-1 && (p.Of[s.Node] == a || p.Of[s.Node] == b):
			t.Errorf("path %v comes back to its first or last cluster", path)
		case s.Way == placement.ByCluster && (edge || p.Of[before] != p.Of[s.Node]):
			t.Errorf("path %v: node %d is not another node of the cluster of %d, or an edge joins them", path, s.Node, before)
		case s.Way == placement.ByValue && !reads:
			t.Errorf("path %v: node %d reads no value of %d", path, s.Node, before)
		case s.Way == placement.ByOrder && (!edge || reads):
			t.Errorf("path %v: no edge without a value goes to node %d from %d", path, s.Node, before)
		case s.Way == placement.AtStart:
			t.Errorf("path %v has two starts", path)
		}
	}
}

// Between takes time linear in the size of a cluster, and in the number of users of a value.
func TestBetweenLarge(t *testing.T) {
	const n = 100_000
	var b placement.Builder
	first := b.Node(placement.Node{})
	read, last := b.Value(first, 4), first
	for range n {
		v := b.Node(placement.Node{Device: 1})
		b.Use(read, v)
		if last != first {
			b.Edge(last, v, 4)
		}
		last = v
	}
	end := b.Node(placement.Node{Device: 2})
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	p := placement.Unrepaired(g)
	irtest.Within(t, 3*time.Second, nil, func() {
		if path := placement.Between(g, p, p.Of[first], p.Of[end]); path != nil {
			t.Errorf("got path %v, expected none", path)
		}
	})
}
