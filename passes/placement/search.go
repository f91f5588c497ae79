package placement

// outcome is the result of a search between two clusters.
type outcome uint8

const (
	open         outcome = iota // not finished, or stopped at the limit
	met                         // a path was found
	forwardDone                 // no path: the forward end is exhausted
	backwardDone                // no path: the backward end is exhausted
)

// frontier is one end of a two-ended breadth-first search.
type frontier struct {
	queue []int32
	at    int   // index in queue of the cluster whose edges are being read
	edge  int   // number of edges of this cluster that were already read
	mark  int32 // mark of nodes that this end visited
	far   int32 // start of the other end
	read  int   // edges read in total, and one more for each step
}

// chunk is the largest number of edges that one end reads before the search may switch to the other
// end.
const chunk = 16

func (c *Contraction) start(f *frontier, v, far int32) {
	c.run++
	f.queue = append(f.queue[:0], v)
	f.at, f.edge, f.read, f.mark, f.far = 0, 0, 0, c.run, far
	c.nodes[v].mark, c.from[v] = c.run, None
}

// separate searches for a path from a to b through a third cluster; a comes before b. The
// end that has read less continues, so the cost is about twice the cost of the cheaper end.
func (c *Contraction) separate(a, b int32) outcome {
	c.meet = None
	c.start(&c.fwd, a, b)
	c.start(&c.back, b, a)
	defer func() { c.Read += c.fwd.read + c.back.read }()
	for c.fwd.read+c.back.read < c.Limit {
		r := open
		if c.fwd.read <= c.back.read {
			r = c.step(&c.fwd, &c.back, &c.out)
		} else {
			r = c.step(&c.back, &c.fwd, &c.in)
		}
		if r != open {
			return r
		}
		if c.hopeless() {
			break
		}
	}
	return open
}

// hopeless reports whether both ends have so many clusters to visit that neither is likely to
// finish before the search reaches c.Limit.
func (c *Contraction) hopeless() bool {
	return min(len(c.fwd.queue)-c.fwd.at, len(c.back.queue)-c.back.at) > c.Limit/pending
}

// A search is hopeless if both ends have more than Limit/pending clusters to visit. On random
// graphs of a million nodes, stopping hopeless searches saves 70 % of the reads, but gives 0.7 %
// more clusters. On structured graphs, no search is hopeless.
const pending = 48

// step reads some edges of one end.
func (c *Contraction) step(f, other *frontier, edges *neighbors) outcome {
	forward := f == &c.fwd
	v := f.queue[f.at]
	list := &edges.rows[v]
	if f.edge == 0 {
		c.clean(edges, v)
	}
	last := min(int(list.len), f.edge+chunk)
	f.read += last - f.edge + 1
	list.read += int32(last - f.edge)
	limit := c.nodes[f.far].label
	// On large graphs each read of a name is a cache miss. All names are read before any name is
	// used, so that the cache misses overlap.
	var names [chunk]int32
	read := edges.row(v)[f.edge:last]
	for i, w := range read {
		names[i] = c.nodes[w].name
	}
	for _, w := range names[:len(read)] {
		w = c.Find(w)
		p := &c.nodes[w]
		switch {
		case p.mark == f.mark || w == f.far && f.at == 0:
		case p.mark == other.mark:
			c.meet, c.bridge = v, w
			if !forward {
				c.meet, c.bridge = w, v
			}
			return met
		case (p.label < limit) == forward:
			p.mark, c.from[w] = f.mark, v
			f.queue = append(f.queue, w)
		}
	}
	if f.edge = last; last == int(list.len) {
		f.at, f.edge = f.at+1, 0
	}
	switch {
	case f.at < len(f.queue):
		return open
	case forward:
		return forwardDone
	}
	return backwardDone
}
