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
	c.nodes[v].mark, c.nodes[v].from = c.run, None
}

// separate looks for a path from a to b through a third cluster; a comes before b.
// The end that has read less goes on, so the cost is about twice the cheaper end's.
func (c *Contraction) separate(a, b int32) outcome {
	c.meet = None
	c.start(&c.fwd, a, b)
	c.start(&c.back, b, a)
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
	}
	return open
}

// step reads some edges of one end.
func (c *Contraction) step(f, other *frontier, edges *neighbours) outcome {
	forward := f == &c.fwd
	v := f.queue[f.at]
	list := &edges.rows[v]
	if f.edge == 0 {
		c.clean(edges, v)
	}
	last := min(len(list.to), f.edge+chunk)
	f.read += last - f.edge + 1
	list.read += int32(last - f.edge)
	limit := c.nodes[f.far].label
	for _, w := range list.to[f.edge:last] {
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
			p.mark, p.from = f.mark, v
			f.queue = append(f.queue, w)
		}
	}
	f.edge = last
	if last < len(list.to) {
		return open
	}
	if f.at, f.edge = f.at+1, 0; f.at < len(f.queue) {
		return open
	}
	if forward {
		return forwardDone
	}
	return backwardDone
}

// neighbours are adjacency lists under merging. Entries are names that clusters had
// once, and may repeat; lists are cleaned when reading them has cost as much as
// cleaning does.
type neighbours struct {
	rows []row
	mark []int32
	run  int32
}

type row struct {
	to   []int32
	read int32 // entries read since the row was last cleaned
}

func newNeighbours(c csr) neighbours {
	n := len(c.Start) - 1
	l := neighbours{rows: make([]row, n), mark: make([]int32, n)}
	to := append([]int32(nil), c.To...)
	for v := range l.rows {
		l.rows[v].to = to[c.Start[v]:c.Start[v+1]:c.Start[v+1]]
	}
	return l
}

// append adds what gone had to the row of at: the shorter row to the longer, so
// that an entry moves at most log₂ n times.
func (l *neighbours) append(at, gone int32) {
	a, b := &l.rows[at], &l.rows[gone]
	if len(a.to) < len(b.to) {
		a.to, b.to = b.to, a.to
	}
	a.to = append(a.to, b.to...)
	a.read += b.read
	b.to = nil
}

// clean compacts a row if that is due.
func (c *Contraction) clean(l *neighbours, v int32) {
	if int(l.rows[v].read) > 2*len(l.rows[v].to) {
		l.compact(v, c)
	}
}

// compact replaces entries by current names and drops repeated ones and v itself.
func (l *neighbours) compact(v int32, names *Contraction) []int32 {
	l.run++
	l.mark[v] = l.run
	to := l.rows[v].to
	kept := to[:0]
	for _, w := range to {
		if w = names.Find(w); l.mark[w] != l.run {
			l.mark[w] = l.run
			kept = append(kept, w)
		}
	}
	l.rows[v] = row{to: kept}
	return kept
}
