package contract

import "github.com/lathe-ir/lathe/passes/placement"

// levels joins nodes of one device and one level along edges. The level of a node is the largest
// number of device changes on a path to the node or, if the parameter "back" is true, on a path
// from the node. Every edge of the graph must go to a node with a higher number. levels returns,
// for each node, a number that identifies its cluster. It calls the function joined for each union.
// The quotient is acyclic, since every edge between two clusters goes to a higher level or, if back
// is true, to a lower level.
func levels(g *placement.Graph, back bool, joined func(a, b int32)) []int32 {
	n := int32(g.Len())
	level, of := make([]int32, n), make([]int32, n)
	for i := range n {
		v, before := i, g.Preds
		if back {
			v, before = n-1-i, g.Succs
		}
		of[v] = v
		for _, u := range before(v) {
			l := level[u]
			if !mergeable(g, u, v) {
				l++
			}
			level[v] = max(level[v], l)
		}
		for _, u := range before(v) {
			if !mergeable(g, u, v) || level[u] != level[v] {
				continue
			}
			if a, b := find(of, u), find(of, v); a != b {
				of[a] = b
				joined(u, v)
			}
		}
	}
	for v := range n {
		of[v] = find(of, v)
	}
	return of
}

func mergeable(g *placement.Graph, u, v int32) bool { return g.Joins(u, v) }

func find(of []int32, v int32) int32 {
	for of[v] != v {
		of[v] = of[of[v]]
		v = of[v]
	}
	return v
}
