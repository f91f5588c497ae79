package placement

import (
	"cmp"
	"slices"
)

// Canonical returns a topological order of g that depends on structure, labels,
// devices and bytes of values, and not on how nodes are numbered, so that a strategy
// that works in this order gives the same clusters for any order of the ops. It
// keeps neighbours together: it is a depth-first order. Constants are left out;
// what a node uses of them is part of its label.
//
// Each node is hashed with all that it depends on and all that depends on it, three
// times over, so that nodes which look alike from where they stand are told apart
// by what stands beside them. Nodes that are still alike (as a rule because they
// are interchangeable) are told apart by neighbours told apart before; only then by
// number.
func Canonical(g *Graph) ([]int32, error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	hash := structuralHashes(g, topo)
	return depthFirst(g, number(g, topo, hash)), nil
}

// mix is the finalizer of splitmix64 (Steele, Lea and Flood, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// structuralHashes combines neighbours by addition, which needs no order.
func structuralHashes(g *Graph, topo []int32) []uint64 {
	n := g.Len()
	hash, up, down := make([]uint64, n), make([]uint64, n), make([]uint64, n)
	for v := range int32(n) {
		h := mix(g.Label[v]) + mix(uint64(g.Device[v])+uint64(g.Flags[v])<<32)
		for _, c := range g.Consts(v) {
			h += mix(mix(g.Label[c]) + 3)
		}
		for _, value := range g.Values(v) {
			h += mix(uint64(g.Bytes(value)) ^ uint64(len(g.Users(value)))<<48 ^ 1<<63)
		}
		hash[v] = mix(h)
	}
	for range 3 {
		for _, v := range topo {
			h := hash[v]
			for _, u := range g.Preds(v) {
				h += mix(up[u] + 1)
			}
			up[v] = mix(h)
		}
		for i := len(topo) - 1; i >= 0; i-- {
			v := topo[i]
			h := hash[v]
			for _, w := range g.Succs(v) {
				h += mix(down[w] + 2)
			}
			down[v] = mix(h)
		}
		for v := range hash {
			hash[v] = mix(up[v] + mix(down[v]))
		}
	}
	return hash
}

// number gives nodes distinct numbers that agree with the order of their hashes as
// far as hashes differ. The result lists nodes by number.
func number(g *Graph, topo []int32, hash []uint64) []int32 {
	byHash := make([]int32, 0, len(topo))
	for _, v := range topo {
		if !g.IsConstant(v) {
			byHash = append(byHash, v)
		}
	}
	slices.SortFunc(byHash, func(a, b int32) int {
		if c := cmp.Compare(hash[a], hash[b]); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	alike := false
	for i := 1; i < len(byHash) && !alike; i++ {
		alike = hash[byHash[i-1]] == hash[byHash[i]]
	}
	if !alike {
		return byHash
	}
	return tellApart(g, byHash, hash)
}

// tellApart lists nodes breadth first along edges in both directions, neighbours by
// hash, then by their neighbours already listed, and takes the next start by hash:
// so in two copies of one graph whatever comes first in one is followed by the rest
// of that copy.
func tellApart(g *Graph, byHash []int32, hash []uint64) []int32 {
	place := make([]int32, g.Len()) // from 1; 0: not listed
	list := make([]int32, 0, len(byHash))
	a := &arbiter{g: g, place: place, hash: hash}
	for _, start := range byHash {
		if place[start] != 0 {
			continue
		}
		list = append(list, start)
		place[start] = int32(len(list))
		for i := int(place[start]) - 1; i < len(list); i++ {
			v := list[i]
			first := len(list)
			for _, w := range g.Preds(v) {
				if place[w] == 0 {
					list = append(list, w)
				}
			}
			slices.SortFunc(list[first:], a.compare)
			middle := len(list)
			for _, w := range g.Succs(v) {
				if place[w] == 0 {
					list = append(list, w)
				}
			}
			slices.SortFunc(list[middle:], a.compare)
			for j := first; j < len(list); j++ {
				place[list[j]] = int32(j + 1)
			}
		}
	}
	return list
}

type arbiter struct {
	g     *Graph
	place []int32
	hash  []uint64
}

func (a *arbiter) compare(v, w int32) int {
	if c := cmp.Compare(a.hash[v], a.hash[w]); c != 0 {
		return c
	}
	if c := slices.Compare(a.listed(a.g.Preds(v)), a.listed(a.g.Preds(w))); c != 0 {
		return c
	}
	if c := slices.Compare(a.listed(a.g.Succs(v)), a.listed(a.g.Succs(w))); c != 0 {
		return c
	}
	return cmp.Compare(v, w)
}

// listed returns the places of the listed ones of some nodes, in order.
func (a *arbiter) listed(nodes []int32) []int32 {
	var places []int32
	for _, v := range nodes {
		if a.place[v] != 0 {
			places = append(places, a.place[v])
		}
	}
	slices.Sort(places)
	return places
}

// depthFirst returns the reverse post-order of a depth-first walk that starts at
// nodes without predecessors and takes successors in listed order.
func depthFirst(g *Graph, listed []int32) []int32 {
	// Taking nodes in listed order and adding each to the rows of its predecessors
	// sorts all rows at once.
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

// Reorder returns the structure of g (devices and edges) with nodes renumbered:
// node i is order[i], and nodes that order leaves out, as constants, are not there.
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
	edges := make([]pair, 0, g.Edges())
	for i, v := range order {
		r.Device[i], r.Flags[i], r.Op[i], r.Label[i] = g.Device[v], g.Flags[v], g.Op[v], g.Label[v]
		for _, s := range g.Succs(v) {
			if at[s] == None {
				continue
			}
			edges = append(edges, pair{int32(i), at[s]})
			r.ordered = r.ordered && int32(i) < at[s]
		}
	}
	r.link(edges)
	return r
}
