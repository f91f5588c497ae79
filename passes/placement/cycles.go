package placement

// Unrepaired returns a partition whose quotient may have cycles. Its clusters are the connected
// components of g without the edges whose two nodes may not share a cluster ([Graph.Joins]).
func Unrepaired(g *Graph) *Partition {
	sets := newSets(g.Len())
	for v := range int32(g.Len()) {
		for _, s := range g.Succs(v) {
			if g.Joins(v, s) {
				sets.union(v, s)
			}
		}
	}
	of := make([]int32, g.Len())
	for v := range of {
		of[v] = sets.find(int32(v))
	}
	return NewPartition(g, of, "affinity")
}

// sets is a union-find forest.
type sets []int32

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// find returns the root of v's set. It halves the path from v to the root.
func (s sets) find(v int32) int32 {
	for s[v] != v {
		s[v] = s[s[v]]
		v = s[v]
	}
	return v
}

// union merges the sets of a and b. The smaller of their roots becomes the root.
func (s sets) union(a, b int32) {
	a, b = s.find(a), s.find(b)
	s[max(a, b)] = min(a, b)
}

// patience is the number of edges that Cycles visits in one component before it accepts the
// shortest cycle found.
const patience = 1 << 20

// Cycles returns a shortest cycle of each strongly connected component with several clusters, in
// order of the components' first clusters. It searches for a shortest cycle through each cluster of
// the component in turn. After patience edges, it returns the shortest cycle found so far.
func Cycles(g *Graph, p *Partition) []Cycle {
	q := Quotient(g, p)
	comp, sizes := q.components()
	members := make([][]int32, len(sizes))
	for c, k := range comp {
		if sizes[k] > 1 {
			members[k] = append(members[k], int32(c))
		}
	}
	var cycles []Cycle
	find := loopFinder{q: q, comp: comp, from: make([]int32, q.Len()), seen: make([]int32, q.Len())}
	for c, k := range comp {
		if sizes[k] > 1 && members[k][0] == int32(c) {
			cycles = append(cycles, crossings(g, p, find.shortest(members[k])))
		}
	}
	return cycles
}

// crossings returns the cycle through the given clusters. It consists of the first edge from each
// cluster to the next.
func crossings(g *Graph, p *Partition, clusters []int32) Cycle {
	var cycle Cycle
	for i, a := range clusters {
		b := clusters[(i+1)%len(clusters)]
		cycle.Path = append(cycle.Path, crossing(g, p, a, b))
	}
	return cycle
}

func crossing(g *Graph, p *Partition, a, b int32) Crossing {
	for _, u := range p.Clusters[a].Nodes {
		for _, v := range g.Succs(u) {
			if p.Of[v] == b {
				return Crossing{a, b, u, v}
			}
		}
	}
	panic("placement: BUG: the quotient has an edge that the graph lacks")
}

// loopFinder finds shortest cycles inside strongly connected components.
type loopFinder struct {
	q    *Graph
	comp []int32
	from []int32
	seen []int32 // by node: the last search that visited it
	runs int32
	read int // edges visited in this component
}

func (f *loopFinder) shortest(members []int32) []int32 {
	if two := f.mutual(members); two != nil {
		return two
	}
	var best []int32
	f.read = 0
	for _, start := range members {
		if path := f.loop(start, len(best)); path != nil {
			best = path
		}
		if f.read > patience {
			break
		}
	}
	return best
}

// mutual returns two members that each have an edge to the other, or nil.
func (f *loopFinder) mutual(members []int32) []int32 {
	for _, a := range members {
		succs, preds := f.q.Succs(a), f.q.Preds(a)
		for len(succs) > 0 && len(preds) > 0 {
			switch {
			case succs[0] == preds[0]:
				return []int32{a, succs[0]}
			case succs[0] < preds[0]:
				succs = succs[1:]
			default:
				preds = preds[1:]
			}
		}
	}
	return nil
}

// loop returns a shortest cycle through the node start, or nil if it is not shorter than limit. If
// limit is 0, the cycle may have any length.
func (f *loopFinder) loop(start int32, limit int) []int32 {
	f.runs++
	queue := []int32{start}
	for depth := 1; len(queue) > 0 && (limit == 0 || depth < limit); depth++ {
		var next []int32
		for _, v := range queue {
			f.read += len(f.q.Succs(v))
			for _, s := range f.q.Succs(v) {
				if s == start {
					return f.trail(start, v, depth)
				}
				if f.comp[s] == f.comp[start] && f.seen[s] != f.runs {
					f.seen[s], f.from[s] = f.runs, v
					next = append(next, s)
				}
			}
		}
		queue = next
	}
	return nil
}

func (f *loopFinder) trail(start, end int32, length int) []int32 {
	path := make([]int32, length)
	for i := length - 1; i > 0; i-- {
		path[i] = end
		end = f.from[end]
	}
	path[0] = start
	return path
}

// components numbers the strongly connected components of g and returns their sizes. It is
// Tarjan's algorithm (1972) with an explicit stack, since a chain may be millions of nodes
// long.
func (g *Graph) components() (comp, sizes []int32) {
	n := int32(g.Len())
	t := tarjan{
		g: g, index: make([]int32, n), low: make([]int32, n), edge: make([]int32, n),
		comp: make([]int32, n),
	}
	for v := range t.comp {
		t.comp[v] = None
	}
	for v := range n {
		if t.index[v] == 0 {
			t.visit(v)
		}
	}
	return t.comp, t.sizes
}

type tarjan struct {
	g     *Graph
	index []int32 // order of discovery from 1; 0: not visited
	low   []int32
	edge  []int32 // number of successors visited
	comp  []int32
	sizes []int32
	stack []int32 // visited nodes whose component is open
	path  []int32 // the explicit call stack
	count int32
}

func (t *tarjan) enter(v int32) {
	t.count++
	t.index[v], t.low[v] = t.count, t.count
	t.stack = append(t.stack, v)
	t.path = append(t.path, v)
}

func (t *tarjan) visit(root int32) {
	t.enter(root)
	for len(t.path) > 0 {
		v := t.path[len(t.path)-1]
		succs := t.g.Succs(v)
		if int(t.edge[v]) < len(succs) {
			s := succs[t.edge[v]]
			t.edge[v]++
			switch {
			case t.index[s] == 0:
				t.enter(s)
			case t.comp[s] == None:
				t.low[v] = min(t.low[v], t.index[s])
			}
			continue
		}
		t.path = t.path[:len(t.path)-1]
		if len(t.path) > 0 {
			up := t.path[len(t.path)-1]
			t.low[up] = min(t.low[up], t.low[v])
		}
		if t.low[v] == t.index[v] {
			t.close(v)
		}
	}
}

// close makes v and everything above it on the stack a component.
func (t *tarjan) close(v int32) {
	size := int32(0)
	for {
		s := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.comp[s] = int32(len(t.sizes))
		size++
		if s == v {
			break
		}
	}
	t.sizes = append(t.sizes, size)
}
