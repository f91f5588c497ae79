package placement

import "github.com/bits-and-blooms/bitset"

// Reach holds which nodes reach which, for graphs of some thousand nodes: it takes
// n²/4 bytes. It can follow contractions.
type Reach struct {
	Below []*bitset.BitSet // what each node reaches
	Above []*bitset.BitSet // what reaches each node
}

// NewReach computes the closure of g, in O(V·E/64).
func NewReach(g *Graph) (*Reach, error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	n := uint(g.Len())
	r := &Reach{make([]*bitset.BitSet, n), make([]*bitset.BitSet, n)}
	for v := range r.Below {
		r.Below[v], r.Above[v] = bitset.New(n), bitset.New(n)
	}
	for _, v := range topo {
		for _, u := range g.Preds(v) {
			r.Above[v].Set(uint(u))
			r.Above[v].InPlaceUnion(r.Above[u])
		}
	}
	for i := len(topo) - 1; i >= 0; i-- {
		v := topo[i]
		for _, s := range g.Succs(v) {
			r.Below[v].Set(uint(s))
			r.Below[v].InPlaceUnion(r.Below[s])
		}
	}
	return r, nil
}

// Contract makes a set that is convex one node: its members then reach, and are
// reached by, the same nodes, themselves included.
func (r *Reach) Contract(set []int32) {
	n := uint(len(r.Below))
	below, above := bitset.New(n), bitset.New(n)
	for _, v := range set {
		below.Set(uint(v)).InPlaceUnion(r.Below[v])
		above.Set(uint(v)).InPlaceUnion(r.Above[v])
	}
	for v := range above.EachSet() {
		r.Below[v].InPlaceUnion(below)
	}
	for v := range below.EachSet() {
		r.Above[v].InPlaceUnion(above)
	}
}
