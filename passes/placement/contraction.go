package placement

import "slices"

// Contraction merges clusters of an acyclic partition as long as the quotient stays acyclic. The
// name of a cluster is the number of one of the initial clusters in it. A merge may change the
// name; [Contraction.Find] returns the current name.
//
// A Contraction keeps the clusters in a topological order. Let A be before B in this order. A and B
// may merge if and only if no path through a third cluster leads from A to B. Such a path contains
// only clusters between A and B in the order, so Merge searches only these. Two searches alternate,
// forward from A and backward from B. If they meet, there is a path. If one of them is exhausted, A
// and B merge, and clusters move to restore the order. If the exhausted search was forward, the
// clusters that it visited move behind the merged cluster. Otherwise they move before it.
type Contraction struct {
	// Limit is the number of edges that the two searches of one merge may visit. If this is not
	// enough, the merge fails.
	Limit int
	// Read counts the edges that all searches have visited.
	Read int

	device  []int32
	nodes   []place // name and order label of each cluster
	order   *orderList
	out, in neighbors
	run     int32
	from    []int32 // the cluster from which the last search visited each cluster
	fwd     frontier
	back    frontier
	meet    int32 // last cluster of the forward half of the path that the last search found, or None
	bridge  int32 // first cluster of the backward half of that path
	path    []int32
}

const defaultLimit = 1 << 16

// NewContraction starts from an acyclic quotient whose nodes are numbered in topological
// order, such as the quotient of a partition in normal form.
func NewContraction(q *Graph) *Contraction {
	n := q.Len()
	c := &Contraction{
		Limit: defaultLimit, device: q.Device,
		out: newNeighbors(q.succ), in: newNeighbors(q.pred),
		order: newOrderList(n), from: make([]int32, n), meet: None,
	}
	c.nodes = c.order.nodes
	return c
}

// Find returns the current name of the cluster that v was merged into.
func (c *Contraction) Find(v int32) int32 {
	for {
		p := c.nodes[v].name
		if p == v {
			return v
		}
		up := c.nodes[p].name
		c.nodes[v].name = up
		v = up
	}
}

// Device returns a cluster's device.
func (c *Contraction) Device(v int32) int32 { return c.device[v] }

// Before reports whether a comes before b in the current topological order.
func (c *Contraction) Before(a, b int32) bool { return c.order.less(a, b) }

// Merge merges two clusters, given by their current names, and reports whether it did. If
// it did not, the quotient is unchanged, and Refusal returns the reason.
func (c *Contraction) Merge(a, b int32) bool {
	if c.order.less(b, a) {
		a, b = b, a
	}
	switch c.separate(a, b) {
	case forwardDone:
		c.moveBehind(b, c.fwd.queue[1:])
		c.join(a, b, b)
	case backwardDone:
		c.moveAhead(a, c.back.queue[1:])
		c.join(a, b, a)
	default:
		return false
	}
	return true
}

// Refusal returns why the last Merge failed. If the merge would have closed a cycle, Refusal also
// returns the path of clusters between the two clusters, both included. The path is valid until the
// next Merge.
func (c *Contraction) Refusal() (Reason, []int32) {
	if c.meet == None {
		return SearchSpent, nil
	}
	c.path = c.path[:0]
	for v := c.meet; v != None; v = c.from[v] {
		c.path = append(c.path, v)
	}
	slices.Reverse(c.path)
	for v := c.bridge; v != None; v = c.from[v] {
		c.path = append(c.path, v)
	}
	return ClosesCycle, c.path
}

// join merges a and b. The merged cluster has the name and position of a or b: the parameter at.
func (c *Contraction) join(a, b, at int32) {
	gone := a
	if at == a {
		gone = b
	}
	c.order.remove(gone)
	c.nodes[gone].name = at
	c.out.append(at, gone)
	c.in.append(at, gone)
}

// moveBehind moves the clusters in the slice seen directly behind b, without reordering them.
func (c *Contraction) moveBehind(b int32, seen []int32) {
	slices.SortFunc(seen, c.byOrder)
	for _, v := range seen {
		c.order.remove(v)
		c.order.insert(v, b)
		b = v
	}
}

// moveAhead moves the clusters in the slice seen directly before a, without reordering them.
func (c *Contraction) moveAhead(a int32, seen []int32) {
	slices.SortFunc(seen, c.byOrder)
	for _, v := range seen {
		c.order.remove(v)
		c.order.insert(v, c.order.prev[a])
	}
}

func (c *Contraction) byOrder(a, b int32) int {
	if c.order.less(a, b) {
		return -1
	}
	return 1
}

// Partition returns the current clusters as a partition of g; initial is the
// partition whose quotient the contraction started from.
func (c *Contraction) Partition(g *Graph, initial *Partition, origin string) *Partition {
	of := make([]int32, g.Len())
	for v, k := range initial.Of {
		of[v] = None
		if k != None {
			of[v] = c.Find(k)
		}
	}
	return NewPartition(g, of, origin)
}

// Succs returns the successors of cluster v in the current quotient, each once.
func (c *Contraction) Succs(v int32) []int32 { return c.out.compact(v, c) }

// Preds returns the predecessors of cluster v in the current quotient, each once.
func (c *Contraction) Preds(v int32) []int32 { return c.in.compact(v, c) }
