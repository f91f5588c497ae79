package placement

// outcome is how a search between two clusters ended.
type outcome uint8

const (
	open         outcome = iota // it goes on, or stopped at the limit
	met                         // a path was found
	forwardDone                 // none: the forward end saw all it could
	backwardDone                // none: the backward end did
)

// frontier is one end of a two-ended breadth-first search.
type frontier struct {
	queue []int32
	at    int   // index in queue of the cluster whose edges are being read
	edge  int   // edges of it read
	mark  int32 // what this end marks nodes with
	far   int32 // where the other end started
	read  int   // edges read in all
}

// chunk is how many edges one end reads before it looks at how far the other is.
const chunk = 16

func (c *Contraction) start(f *frontier, v, far int32) {
	c.run++
	f.queue = append(f.queue[:0], v)
	f.at, f.edge, f.read, f.mark, f.far = 0, 0, 0, c.run, far
	c.nodes[v].mark, c.from[v] = c.run, None
}

// separate looks for a path from a to b through a third cluster; a comes before b.
// The end that has read less goes on, so the cost is about twice the cheaper end's.
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

// hopeless reports whether both ends know of so many clusters yet to be looked at that
// neither is likely to come through before the limit.
func (c *Contraction) hopeless() bool {
	return min(len(c.fwd.queue)-c.fwd.at, len(c.back.queue)-c.back.at) > c.Limit/pending
}

// pending is how much smaller than the limit that is. Random graphs of a million nodes
// get 0.7 % more clusters by it, in 0.3 of the reads; structured ones do not reach it.
const pending = 48

// step reads some edges of one end.
func (c *Contraction) step(f, other *frontier, edges *neighbours) outcome {
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
	// All names are read before any is looked at: on large graphs each is a memory miss,
	// and so they overlap.
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
