package index

import "github.com/bits-and-blooms/bitset"

// Closure holds the reachability between nodes as bit sets. n nodes need n²/4 bytes.
type Closure struct {
	Below []*bitset.BitSet // the nodes that each node reaches
	Above []*bitset.BitSet // the nodes that reach each node
}

// NewClosure computes the closure of a graph with V nodes and E edges in O(V·E/64). It needs the
// edges in both directions and a topological order.
func NewClosure(succ, pred Rows, topo []int32) *Closure {
	n := uint(succ.Len())
	c := &Closure{make([]*bitset.BitSet, n), make([]*bitset.BitSet, n)}
	for v := range c.Below {
		c.Below[v], c.Above[v] = bitset.New(n), bitset.New(n)
	}
	for _, v := range topo {
		for _, u := range pred.Row(v) {
			c.Above[v].Set(uint(u))
			c.Above[v].InPlaceUnion(c.Above[u])
		}
	}
	for i := len(topo) - 1; i >= 0; i-- {
		v := topo[i]
		for _, s := range succ.Row(v) {
			c.Below[v].Set(uint(s))
			c.Below[v].InPlaceUnion(c.Below[s])
		}
	}
	return c
}

// Contract merges a convex set of nodes into one. The members then have the same reachability, and
// reach each other and themselves.
func (c *Closure) Contract(set []int32) {
	n := uint(len(c.Below))
	below, above := bitset.New(n), bitset.New(n)
	for _, v := range set {
		below.Set(uint(v)).InPlaceUnion(c.Below[v])
		above.Set(uint(v)).InPlaceUnion(c.Above[v])
	}
	for v := range above.EachSet() {
		c.Below[v].InPlaceUnion(below)
	}
	for v := range below.EachSet() {
		c.Above[v].InPlaceUnion(above)
	}
}

// dense is the largest number of nodes for which Reach uses a closure. It limits a closure to 4 MB.
const dense = 4096

// Reach answers whether a node of an acyclic graph reaches another node. Small graphs have a
// closure. In large graphs, two ranges of postorder numbers for each node answer most queries
// without a search (Yildirim, Chaoji and Zaki, "GRAIL", 2010):
//
//   - If [first[u], last[u]] contains last[v], u reaches v, a descendant in the traversal tree.
//   - If [least[u], last[u]] does not contain [least[v], last[v]], u does not reach v.
type Reach struct {
	closure *Closure
	succ    Rows
	last    []int32 // postorder number of the node; nodes that reach it have larger numbers
	least   []int32 // the least postorder number among the node and the nodes that it reaches
	first   []int32 // the least postorder number in the node's subtree of the traversal tree
	seen    []int32 // for each node: the last search that visited it
	run     int32   // number of searches
	stack   []int32
}

// NewReach prepares queries. It needs the graph's edges in both directions and a topological order.
func NewReach(succ, pred Rows, topo []int32) *Reach {
	r := &Reach{succ: succ}
	if succ.Len() <= dense {
		r.closure = NewClosure(succ, pred, topo)
		return r
	}
	n := succ.Len()
	r.last, r.least, r.first, r.seen = make([]int32, n), make([]int32, n), make([]int32, n), make([]int32, n)
	at, count := make([]int32, n), int32(0)
	met := make([]bool, n)
	for _, root := range topo {
		if met[root] {
			continue
		}
		met[root] = true
		r.first[root] = count
		stack := []int32{root}
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			if row := succ.Row(v); int(at[v]) < len(row) {
				s := row[at[v]]
				at[v]++
				if !met[s] {
					met[s] = true
					r.first[s] = count
					stack = append(stack, s)
				}
				continue
			}
			stack = stack[:len(stack)-1]
			r.last[v], r.least[v] = count, count
			count++
			for _, s := range succ.Row(v) {
				r.least[v] = min(r.least[v], r.least[s])
			}
		}
	}
	return r
}

// Reaches reports whether a path leads from u to v. No node reaches itself.
func (r *Reach) Reaches(u, v int32) bool {
	if u == v {
		return false
	}
	if r.closure != nil {
		return r.closure.Below[u].Test(uint(v))
	}
	if no, yes := r.known(u, v); no || yes {
		return yes
	}
	r.run++
	r.stack = append(r.stack[:0], u)
	for len(r.stack) > 0 {
		w := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		for _, s := range r.succ.Row(w) {
			if r.seen[s] == r.run {
				continue
			}
			r.seen[s] = r.run
			no, yes := r.known(s, v)
			if yes || s == v {
				return true
			}
			if !no {
				r.stack = append(r.stack, s)
			}
		}
	}
	return false
}

// known answers a query by the ranges. If no is true, u does not reach v. If yes is true, u reaches
// v. If both are false, a search is needed.
func (r *Reach) known(u, v int32) (no, yes bool) {
	if r.last[v] > r.last[u] || r.least[v] < r.least[u] {
		return true, false
	}
	return false, r.first[u] <= r.first[v] && r.last[v] < r.last[u]
}
