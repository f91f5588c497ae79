package placement

import "slices"

// Way is how a path reaches a node from the previous node.
type Way uint8

// The ways.
const (
	AtStart   Way = iota // the first node
	ByValue              // the node reads a value that the previous node produces
	ByOrder              // the node must run after the previous node because of effects
	ByCluster            // the node is in the cluster of the previous node
)

// String returns the name of the way.
func (w Way) String() string {
	switch w {
	case AtStart:
		return "start"
	case ByValue:
		return "value"
	case ByOrder:
		return "order"
	}
	return "cluster"
}

// Step is a node on a path.
type Step struct {
	Node int32
	Way  Way
}

// Between returns a path from the earlier of the clusters a and b of p to the later one, through
// other clusters, or nil if there is none. If a and b were merged, the path would become a cycle. A
// step may also go from a node to another node of its cluster; the path has as few such steps as
// possible.
func Between(g *Graph, p *Partition, a, b int32) []Step {
	w := &between{g: g, p: p, a: min(a, b), b: max(a, b), from: map[int32]Step{}, entered: map[int32]bool{}}
	for _, u := range p.Clusters[w.a].Nodes {
		for _, v := range g.Succs(u) {
			w.meet(u, v)
		}
	}
	for met := 0; met < len(w.queue); {
		for ; met < len(w.queue); met++ {
			v := w.queue[met]
			for _, s := range g.Succs(v) {
				if p.Of[s] == w.b {
					return w.path(v, s)
				}
				w.meet(v, s)
			}
		}
		for _, v := range w.queue[w.joined:met] {
			w.joined++
			if w.entered[p.Of[v]] {
				continue
			}
			w.entered[p.Of[v]] = true
			for _, u := range p.Clusters[p.Of[v]].Nodes {
				if _, known := w.from[u]; !known {
					w.from[u] = Step{v, ByCluster}
					w.queue = append(w.queue, u)
				}
			}
		}
	}
	return nil
}

// between is a search from cluster a, through other clusters, to cluster b.
type between struct {
	g    *Graph
	p    *Partition
	a, b int32
	// from[v] is the node before v on the path to v, and the way from there to v.
	from   map[int32]Step
	queue  []int32
	joined int // number of nodes, from the front of queue, whose clusters are already in queue
	// entered has the clusters whose nodes are all in queue.
	entered map[int32]bool
}

// meet follows an edge. Clusters are numbered in an order in which they can run, so a path contains
// only clusters with numbers between a and b.
func (w *between) meet(u, v int32) {
	if k := w.p.Of[v]; k <= w.a || k >= w.b {
		return
	}
	if _, known := w.from[v]; !known {
		w.from[v] = Step{u, w.way(u, v)}
		w.queue = append(w.queue, v)
	}
}

// way returns ByValue if v reads a value of u, and ByOrder otherwise.
func (w *between) way(u, v int32) Way {
	for _, value := range w.g.Values(u) {
		if _, used := slices.BinarySearch(w.g.Users(value), v); used {
			return ByValue
		}
	}
	return ByOrder
}

// path returns the path that ends with the edge from node last to node end. It follows the steps
// back to cluster a.
func (w *between) path(last, end int32) []Step {
	steps := []Step{{end, w.way(last, end)}}
	at := last
	for w.p.Of[at] != w.a {
		s := w.from[at]
		steps = append(steps, Step{at, s.Way})
		at = s.Node
	}
	steps = append(steps, Step{at, AtStart})
	slices.Reverse(steps)
	return steps
}
