package placement

// Outputs returns how many values of the given nodes of a cluster are read by other clusters or
// returned. of[v] is the cluster of node v.
func (g *Graph) Outputs(nodes, of []int32) (n int) {
	for _, v := range nodes {
		for _, value := range g.Values(v) {
			out := g.returned(value)
			for _, u := range g.Users(value) {
				out = out || of[u] != of[v]
			}
			if out {
				n++
			}
		}
	}
	return n
}

// Narrow returns p with each cluster of more than "most" outputs cut into pieces. A piece is a
// slice of the cluster's list of nodes. It has at most "most" outputs, or is a single node. The
// numbers of nodes must be a topological order, so that the pieces form no cycle. If mayCut forbids
// a necessary cut, Narrow returns nil and the number of the cluster. Otherwise wide is None.
func (p *Partition) Narrow(g *Graph, most int, mayCut func(cluster int32) bool) (narrow *Partition, wide int32) {
	if g.NumValues() <= most {
		return p, None
	}
	of := append([]int32(nil), p.Of...)
	next := int32(len(p.Clusters))
	for i, k := range p.Clusters {
		for parts := [][]int32{k.Nodes}; len(parts) > 0; {
			nodes := parts[len(parts)-1]
			parts = parts[:len(parts)-1]
			if len(nodes) < 2 || g.Outputs(nodes, of) <= most {
				continue
			}
			if !mayCut(int32(i)) {
				return nil, int32(i)
			}
			half := len(nodes) / 2
			for _, v := range nodes[half:] {
				of[v] = next
			}
			next++
			parts = append(parts, nodes[half:], nodes[:half])
		}
	}
	if int(next) == len(p.Clusters) {
		return p, None
	}
	narrow = NewPartition(g, of, "")
	narrow.Bound, narrow.Crossed, narrow.Instead = p.Bound, p.Crossed, p.Instead
	for i := range narrow.Clusters {
		k := &narrow.Clusters[i]
		was := p.Clusters[p.Of[k.Nodes[0]]]
		k.Device, k.Origin, k.Part = was.Device, was.Origin, was.Part
	}
	return narrow, None
}
