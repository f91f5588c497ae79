package placement

import (
	"slices"

	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// Canonical returns a depth-first topological order of g without constants. The order depends on
// structure, labels ([Node].Label), devices, flags and value sizes, not on node numbers. So a
// strategy that works in this order forms the same clusters for any numbering of the nodes. The
// order may depend on node numbers only if g has very many nodes that are hard to distinguish.
//
// The hash of each node covers its constants, and is combined with the hashes of its ancestors and
// descendants. Nodes whose hashes are still equal are usually interchangeable. They are
// distinguished one by one: each change of a hash is propagated before the next change.
func Canonical(g *Graph) ([]int32, error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	hash := structuralHashes(g, topo)
	return depthFirst(g, number(g, topo, hash)), nil
}

// Mix makes every bit of the result depend on every bit of x. It is the finalizer of splitmix64
// (Steele, Lea and Flood, 2014).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func structuralHashes(g *Graph, topo []int32) []uint64 {
	hash := make([]uint64, g.Len())
	for v := range int32(g.Len()) {
		h := Mix(g.Label[v]) + Mix(uint64(g.Device[v])+uint64(g.Flags[v])<<32)
		for _, c := range g.Consts(v) {
			h += Mix(Mix(g.Label[c]) + 3)
		}
		for _, value := range g.Values(v) {
			h += Mix(uint64(g.Bytes(value)) ^ uint64(len(g.Users(value)))<<48 ^ 1<<63)
		}
		hash[v] = Mix(h)
	}
	spread(g, topo, hash)
	return hash
}

// rounds is the number of hashing rounds. The first covers a node's ancestors and descendants. Each
// further round adds the ancestors and descendants of all covered nodes.
const rounds = 3

// spread mixes the hashes of ancestors and descendants into each hash. It combines neighbors by
// addition, which needs no order.
func spread(g *Graph, topo []int32, hash []uint64) {
	up, down := make([]uint64, g.Len()), make([]uint64, g.Len())
	for range rounds {
		for _, v := range topo {
			h := hash[v]
			for _, u := range g.Preds(v) {
				h += Mix(up[u] + 1)
			}
			up[v] = Mix(h)
		}
		for i := len(topo) - 1; i >= 0; i-- {
			v := topo[i]
			h := hash[v]
			for _, w := range g.Succs(v) {
				h += Mix(down[w] + 2)
			}
			down[v] = Mix(h)
		}
		for v := range hash {
			hash[v] = Mix(up[v] + Mix(down[v]))
		}
	}
}

// number returns the nodes other than constants, sorted by hash. It changes the slice hash so that
// the hashes are unique. If that takes too long, it returns the order of walk instead.
func number(g *Graph, topo []int32, hash []uint64) []int32 {
	list := make([]int32, 0, len(topo))
	for _, v := range topo {
		if !g.IsConstant(v) {
			list = append(list, v)
		}
	}
	a := &arbiter{g: g, hash: hash, list: list}
	a.sort()
	if a.alike(0) == len(list) || a.individualize() {
		return list
	}
	a.sort()
	return a.walk()
}

// depthFirst returns the reverse post-order of a depth-first traversal. The traversal starts at the
// nodes without predecessors, in the reverse order of the given list. It takes the successors of a
// node in the order of this list.
func depthFirst(g *Graph, listed []int32) []int32 {
	// Row u lists the successors of u in the order of the list. To sort all rows at once, each node
	// of the list is appended to the rows of its predecessors.
	start := make([]int32, g.Len()+1)
	for v := range int32(g.Len()) {
		start[v+1] = start[v] + int32(len(g.Succs(v)))
	}
	rows := make([]int32, g.Edges())
	at := slices.Clone(start[:g.Len()])
	for _, v := range listed {
		for _, u := range g.Preds(v) {
			rows[at[u]] = v
			at[u]++
		}
	}
	out := make([]int32, len(listed))
	free := len(out)
	seen := make([]bool, g.Len())
	var path []int32
	copy(at, start)
	for i := len(listed) - 1; i >= 0; i-- {
		if len(g.Preds(listed[i])) > 0 || seen[listed[i]] {
			continue
		}
		seen[listed[i]] = true
		path = append(path, listed[i])
		for len(path) > 0 {
			v := path[len(path)-1]
			if at[v] == start[v+1] {
				path = path[:len(path)-1]
				free--
				out[free] = v
				continue
			}
			w := rows[at[v]]
			at[v]++
			if !seen[w] {
				seen[w] = true
				path = append(path, w)
			}
		}
	}
	return out
}

// Reorder returns a copy of g with renumbered nodes: its node i is node order[i] of g. The copy has
// devices, flags, ops, labels and edges, but no values or inputs. Nodes that the list does not
// contain, such as constants, are dropped.
func (g *Graph) Reorder(order []int32) *Graph {
	n := len(order)
	r := &Graph{
		Device: make([]int32, n), Flags: make([]Flag, n), Op: make([]uint32, n), Label: make([]uint64, n),
		Devices: g.Devices, ordered: true,
	}
	at := make([]int32, g.Len())
	for v := range at {
		at[v] = None
	}
	for i, v := range order {
		at[v] = int32(i)
	}
	start, to := make([]int32, 1, n+1), make([]int32, 0, g.Edges())
	for i, v := range order {
		r.Device[i], r.Flags[i], r.Op[i], r.Label[i] = g.Device[v], g.Flags[v], g.Op[v], g.Label[v]
		for _, s := range g.Succs(v) {
			if at[s] != None {
				to = append(to, at[s])
				r.ordered = r.ordered && int32(i) < at[s]
			}
		}
		start = append(start, int32(len(to)))
	}
	r.link(index.SortRows(start, to))
	return r
}
