package placement

// outcome is how a search between two clusters ended.
type outcome uint8

const (
	spent        outcome = iota // at the limit
	met                         // a path was found
	forwardDone                 // none: the forward search saw all it could
	backwardDone                // none: the backward search did
)

// search is one end of a two-ended breadth-first search.
type search struct {
	mark  []int32 // number of the search that last met the cluster
	from  []int32 // where it was met from; None at the start
	queue []int32
	at    int // index in queue of the cluster whose edges are being looked at
	edge  int // edges of it looked at
	run   int32
}

func newSearch(n int) search { return search{mark: make([]int32, n), from: make([]int32, n)} }

func (s *search) start(v int32) {
	s.run++
	s.queue = append(s.queue[:0], v)
	s.at, s.edge = 0, 0
	s.mark[v], s.from[v] = s.run, None
}

func (s *search) seen(v int32) bool { return s.mark[v] == s.run }

func (s *search) meet(v, from int32) {
	s.mark[v], s.from[v] = s.run, from
	s.queue = append(s.queue, v)
}

// separate looks for a path from a to b through a third cluster; a comes before b.
func (c *Contraction) separate(a, b int32) outcome {
	c.meet = None
	c.fwd.start(a)
	c.back.start(b)
	for range c.Limit {
		if r, done := c.stepForward(a, b); done {
			return r
		}
		if r, done := c.stepBack(a, b); done {
			return r
		}
	}
	return spent
}

// stepForward looks at one edge.
func (c *Contraction) stepForward(a, b int32) (outcome, bool) {
	s := &c.fwd
	v := s.queue[s.at]
	list := c.out.list[v]
	if s.edge == 0 {
		list = c.out.visit(v, c.parent)
	}
	for s.edge == len(list) {
		if s.at++; s.at == len(s.queue) {
			return forwardDone, true
		}
		v, s.edge = s.queue[s.at], 0
		list = c.out.visit(v, c.parent)
	}
	w := c.parent.find(list[s.edge])
	s.edge++
	c.out.reads[v]++
	switch {
	case s.seen(w) || w == b && v == a:
	case w == b || c.back.seen(w):
		s.mark[w], s.from[w] = s.run, v
		c.meet = w
		return met, true
	case c.order.less(w, b):
		s.meet(w, v)
	}
	return spent, false
}

// stepBack looks at one edge.
func (c *Contraction) stepBack(a, b int32) (outcome, bool) {
	s := &c.back
	v := s.queue[s.at]
	list := c.in.list[v]
	if s.edge == 0 {
		list = c.in.visit(v, c.parent)
	}
	for s.edge == len(list) {
		if s.at++; s.at == len(s.queue) {
			return backwardDone, true
		}
		v, s.edge = s.queue[s.at], 0
		list = c.in.visit(v, c.parent)
	}
	w := c.parent.find(list[s.edge])
	s.edge++
	c.in.reads[v]++
	switch {
	case s.seen(w) || w == a && v == b:
	case w == a || c.fwd.seen(w):
		s.mark[w], s.from[w] = s.run, v
		c.meet = w
		return met, true
	case c.order.less(a, w):
		s.meet(w, v)
	}
	return spent, false
}

// neighbours are adjacency lists under merging. Entries are names that clusters had
// once, and may repeat; lists are cleaned when reading them has cost as much as
// cleaning does.
type neighbours struct {
	list  [][]int32
	reads []int32 // entries read since the list was last cleaned
	mark  []int32
	run   int32
}

func newNeighbours(c csr) neighbours {
	n := len(c.start) - 1
	l := neighbours{list: make([][]int32, n), reads: make([]int32, n), mark: make([]int32, n)}
	to := append([]int32(nil), c.to...)
	for v := range l.list {
		l.list[v] = to[c.start[v]:c.start[v+1]:c.start[v+1]]
	}
	return l
}

// append adds what gone had to the list of at: the shorter list to the longer, so
// that an entry moves at most log₂ n times.
func (l *neighbours) append(at, gone int32) {
	a, b := l.list[at], l.list[gone]
	if len(a) < len(b) {
		a, b = b, a
	}
	l.list[at], l.list[gone] = append(a, b...), nil
	l.reads[at] += l.reads[gone]
}

// visit returns the list of v for reading, cleaned if that is due.
func (l *neighbours) visit(v int32, names sets) []int32 {
	if int(l.reads[v]) > 2*len(l.list[v]) {
		return l.compact(v, names)
	}
	return l.list[v]
}

// compact replaces entries by current names and drops repeated ones and v itself.
func (l *neighbours) compact(v int32, names sets) []int32 {
	l.run++
	l.mark[v] = l.run
	kept := l.list[v][:0]
	for _, w := range l.list[v] {
		if w = names.find(w); l.mark[w] != l.run {
			l.mark[w] = l.run
			kept = append(kept, w)
		}
	}
	l.list[v] = kept
	l.reads[v] = 0
	return kept
}
