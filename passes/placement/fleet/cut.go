package fleet

import (
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Runs divides the order of nodes wherever the class changes, so that one class of devices accepts
// each run. Nodes that must be alone form runs of their own.
func (f *Fleet) Runs() [][]int32 {
	var runs [][]int32
	for i, v := range f.Order {
		if i > 0 && f.Of[v] == f.Of[f.Order[i-1]] && !f.alone(v) && !f.alone(f.Order[i-1]) {
			runs[len(runs)-1] = append(runs[len(runs)-1], v)
			continue
		}
		runs = append(runs, []int32{v})
	}
	return runs
}

// Cut divides each run into sets that fit in the memory of its devices. Then it moves nodes to
// reduce the bytes between sets, and joins sets to reduce their number. The result "first" has the
// sets before these improvements. limits(class) returns the memory limits of consecutive sets of
// the class; the last limit is for all further sets. If limits is nil, the largest memory of the
// class is the limit of all sets.
func (f *Fleet) Cut(limits func(Class) []int64, log placement.Logger) (first, sets []*Set) {
	for _, run := range f.Runs() {
		class := f.Classes[f.Of[run[0]]]
		c := &cutter{f: f, class: f.Of[run[0]], limits: []int64{class.Memory}, log: log, in: map[int32]*group{}}
		if limits != nil && len(class.Devices) > 0 {
			c.limits = limits(class)
		}
		c.cut(run)
		first = append(first, c.sets()...)
		c.pull()
		c.combine()
		sets = append(sets, c.sets()...)
	}
	return first, sets
}

// Crossing returns how many bytes go from one set to another set, each value once for each set that
// reads it.
func Crossing(g *placement.Graph, sets []*Set) (bytes int64) {
	of := map[int32]int{}
	for i, s := range sets {
		for _, v := range s.Nodes {
			of[v] = i
		}
	}
	for i, s := range sets {
		read := map[int32]bool{}
		for _, v := range s.Nodes {
			for _, value := range g.Reads(v) {
				if m := g.Maker(value); !g.IsConstant(m) && of[m] != i && !read[value] {
					read[value] = true
					bytes += g.Bytes(value)
				}
			}
		}
	}
	return bytes
}

// cutter divides the nodes of one run.
type cutter struct {
	f      *Fleet
	class  int
	limits []int64
	log    placement.Logger
	groups []*group
	in     map[int32]*group
}

// group is a set that is being formed.
type group struct {
	limit int64
	nodes map[int32]bool
	*placement.Tally
}

func (g *group) sorted() []int32 {
	nodes := make([]int32, 0, len(g.nodes))
	for v := range g.nodes {
		nodes = append(nodes, v)
	}
	slices.Sort(nodes)
	return nodes
}

func (c *cutter) sets() (sets []*Set) {
	for _, g := range c.groups {
		sets = append(sets, c.f.Set(c.class, g.sorted()))
	}
	return sets
}

func (c *cutter) open() *group {
	limit := c.limits[min(len(c.groups), len(c.limits)-1)]
	g := &group{limit, map[int32]bool{}, c.f.Tally()}
	c.groups = append(c.groups, g)
	return g
}

func (c *cutter) put(g *group, v int32) {
	g.Add(v)
	g.nodes[v] = true
	c.in[v] = g
}

func (c *cutter) take(g *group, v int32) {
	g.Drop(v)
	delete(g.nodes, v)
}

// cut fills one group after the other. A node that needs more memory than a device has gets a group
// of its own, which is refused later.
func (c *cutter) cut(run []int32) {
	at := c.open()
	for _, v := range run {
		c.put(at, v)
		if !fits(c.f.Needs(at.Tally), at.limit) && len(at.nodes) > 1 {
			c.take(at, v)
			at = c.open()
			c.put(at, v)
		}
	}
}

// pull moves nodes into the group that produces all their operands. A node moves only if the larger
// group fits a device and the bytes that leave the groups do not increase. A node stays if it reads
// a constant or argument that other nodes also read. Nodes only move toward their producers, so
// pull terminates. The groups can still run in sequence, since a moved node reads only from its new
// group.
func (c *cutter) pull() {
	for moved := true; moved; {
		moved = false
		for _, p := range slices.Clone(c.groups) {
			moved = c.pullInto(p) || moved
		}
		c.groups = slices.DeleteFunc(c.groups, func(g *group) bool { return len(g.nodes) == 0 })
	}
}

// pullInto moves nodes into p, and reports whether it moved any. Of the nodes that can move, it
// moves the first one, and then considers all nodes again.
func (c *cutter) pullInto(p *group) (moved bool) {
	var ready []int32         // nodes of other groups that read only from p, ascending
	waits := map[int32]int{}  // by node: number of predecessors that are not in p
	enters := func(v int32) { // v is in p now
		for _, u := range c.f.G.Succs(v) {
			if c.in[u] == nil || c.in[u] == p {
				continue
			}
			if _, met := waits[u]; !met {
				waits[u] = len(c.f.G.Preds(u))
			}
			if waits[u]--; waits[u] == 0 && !c.shares(u) {
				at, _ := slices.BinarySearch(ready, u)
				ready = slices.Insert(ready, at, u)
			}
		}
	}
	for v := range p.nodes {
		enters(v)
	}
	for {
		i := slices.IndexFunc(ready, func(u int32) bool { return c.pulls(p, u) })
		if i < 0 {
			return moved
		}
		u := ready[i]
		ready = slices.Delete(ready, i, i+1)
		c.take(c.in[u], u)
		c.put(p, u)
		enters(u)
		moved = true
	}
}

// pulls reports whether p with node u fits a device, and no more bytes leave the groups of both.
func (c *cutter) pulls(p *group, u int32) bool {
	before, leaves := p.Out, c.leaves(u, c.in[u])
	p.Add(u)
	defer p.Drop(u)
	return fits(c.f.Needs(p.Tally), p.limit) && p.Out-leaves <= before
}

// shares reports whether u reads a constant or argument that another node reads too, so
// that two devices would hold it.
func (c *cutter) shares(u int32) bool {
	g := c.f.G
	for _, k := range g.Consts(u) {
		for _, value := range g.Values(k) {
			if len(g.Users(value)) > 1 && g.Flags[k]&placement.Weightless == 0 {
				return true
			}
		}
	}
	return slices.ContainsFunc(g.Inputs(u), func(i int32) bool { return len(g.Fed(i)) > 1 })
}

// leaves returns the size of the values of u that leave q, the group of u: nodes outside q read
// them, or the function returns them.
func (c *cutter) leaves(u int32, q *group) (bytes int64) {
	for _, value := range c.f.G.Values(u) {
		if c.f.G.Returns(value) > 0 || slices.ContainsFunc(c.f.G.Users(value), func(w int32) bool { return c.in[w] != q }) {
			bytes += c.f.G.Bytes(value)
		}
	}
	return bytes
}

// combine joins each group to the only group that reads from it, if a device has room for both. A
// group that could not join is tried again only if its readers have changed.
//
// Glow estimates the memory of the joined group, and keeps the estimate even if it is wrong. Here
// the memory is computed.
func (c *cutter) combine() {
	index := map[*group]int{}
	for i, p := range c.groups {
		index[p] = i
	}
	tried := make([]bool, len(c.groups))
	refused := map[*group][]*group{} // by reader: the groups for which there is no room
	for i := 0; i < len(c.groups); i++ {
		p := c.groups[i]
		if tried[i] {
			continue
		}
		tried[i] = true
		q := c.reader(p)
		if q == nil {
			continue
		}
		if !c.join(p, q) {
			refused[q] = append(refused[q], p)
			continue
		}
		retry := func(g *group) {
			if g != nil && g != p {
				tried[index[g]] = false
				i = min(i, index[g]-1)
			}
		}
		retry(q)
		for _, g := range refused[q] {
			retry(g)
		}
		refused[q] = nil
		for v := range p.nodes {
			for _, u := range c.f.G.Preds(v) {
				retry(c.in[u])
			}
		}
		p.nodes = nil
	}
	c.groups = slices.DeleteFunc(c.groups, func(g *group) bool { return g.nodes == nil })
}

// reader returns the only group that reads from p. It returns nil if there is none, if there are
// several, or if another run reads from p.
func (c *cutter) reader(p *group) (q *group) {
	for v := range p.nodes {
		for _, u := range c.f.G.Succs(v) {
			switch g := c.in[u]; {
			case g == p:
			case g == nil || q != nil && g != q:
				return nil
			default:
				q = g
			}
		}
	}
	return q
}

// join moves p's nodes to q if a device can hold the nodes of both groups.
func (c *cutter) join(p, q *group) bool {
	nodes := p.sorted()
	for _, v := range nodes {
		q.Add(v)
	}
	if limit := larger(p.limit, q.limit); fits(c.f.Needs(q.Tally), limit) {
		q.limit = limit
	} else {
		for _, v := range nodes {
			q.Drop(v)
		}
		return false
	}
	if c.log != nil {
		c.log.Merged(nodes[0], q.sorted()[0])
	}
	for _, v := range nodes {
		q.nodes[v] = true
		c.in[v] = q
	}
	return true
}

// larger returns the larger of two limits; 0 means no limit.
func larger(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	return max(a, b)
}
