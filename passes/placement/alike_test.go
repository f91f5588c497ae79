package placement

import (
	"slices"
	"testing"
)

// The graph has two equal components, whose nodes are numbered alternately. walk lists all nodes of
// one component, and then the corresponding nodes of the other component in the same order.
func TestWalkListsCopies(t *testing.T) {
	var b Builder
	for range 10 {
		b.Node(Node{})
	}
	for _, e := range [][2]int32{{0, 2}, {0, 4}, {2, 6}, {4, 6}, {6, 8}, {0, 8}} {
		b.Order(e[0], e[1])
		b.Order(e[0]+1, e[1]+1)
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	topo, err := g.Topo()
	if err != nil {
		t.Fatal(err)
	}
	a := &arbiter{g: g, hash: structuralHashes(g, topo), list: slices.Clone(topo)}
	a.sort()
	out := a.walk()
	if len(out) != 10 {
		t.Fatalf("walk lists %v, expected 10 nodes", out)
	}
	for i, v := range out[:5] {
		if out[5+i]/2 != v/2 && !alikeIn(g, out[5+i], v) {
			t.Errorf("the orders of the two components differ at index %d: %v", i, out)
		}
	}
	slices.Sort(out)
	if !slices.Equal(out, topo) {
		t.Errorf("walk lists %v, expected every node once", out)
	}
}

// alikeIn reports whether v and w are the two middle nodes of a diamond, and so interchangeable.
func alikeIn(g *Graph, v, w int32) bool {
	return len(g.Succs(v)) == 1 && len(g.Succs(w)) == 1 && g.Succs(v)[0]/2 == g.Succs(w)[0]/2
}
