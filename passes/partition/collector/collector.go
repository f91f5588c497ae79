// Package collector is the partition strategy that OpenVINO's HETERO plugin has used since
// 2020. Initially, each connected set of operations on one device is a part. Then edges are cut
// until no value of a part comes back to this part through another part.
//
// Borders determine which parts must be cut. A border is an edge from another device, or an edge
// that was cut. Each graph input and each constant is also a border. Suppose a value leaves a part,
// passes through other devices, and comes back over a border to a node of the part. This node and
// the producers of the value must be in different parts, so the edges that join these nodes are
// cut.
//
// Graph inputs and constants are nodes too. An input, or a constant without a device, is on the
// device of lowest index that reads it, so it is in one part with readers on that device. Each part
// has its own copy of a constant. Nevertheless, as in HETERO, a constant makes its readers depend
// on the part that contains it, so some divisions are finer than necessary.
//
// Cuts are found for all nodes at once, and the search is repeated until it finds none. Cycles can
// remain, since two parts can wait for each other through several other parts. [placement.Repair]
// cuts these cycles.
//
// Memory grows with borders × nodes / 64. Time grows in the same way, plus rounds × nodes. If all
// rounds together visit more than a maximum number of nodes, [placement.Repair] makes the remaining
// cuts. The strategy is for graphs of some thousand ops, and for comparison. Results depend on the
// order of ops.
package collector

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Strategy is the strategy collector.
type Strategy struct{}

// Name returns "collector".
func (Strategy) Name() string { return "collector" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return placement.EconomyOptions() }

// Partition implements [placement.Strategy].
func (Strategy) Partition(ctx context.Context, g *placement.Graph, _ placement.Options, log placement.Logger) (*placement.Partition, error) {
	h, order, err := modelOf(g)
	if err != nil {
		return nil, err
	}
	ids, cuts, err := h.Split(ctx, order)
	if err != nil {
		return nil, err
	}
	if log != nil {
		report(g, ids, cuts, log)
	}
	return placement.Repair(g, placement.NewPartition(g, ids[:g.Len()], "collector"), log)
}

// modelOf returns g as a Graph in which constants and inputs are nodes too, and a topological order
// of the nodes. Inputs have the highest indices. An input, or a constant without a device, gets the
// lowest device among its readers.
func modelOf(g *placement.Graph) (h *Graph, order []int32, err error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, nil, err
	}
	n := int32(g.Len())
	h = &Graph{Nodes: make([]Node, n, int(n)+g.NumInputs())}
	apart := int32(1 << 30) // higher numbers are used as devices that have a single node each
	free := func(v int32) bool { return g.Device[v] != placement.None && g.Flags[v]&placement.Alone == 0 }
	first := func(d int32, readers []int32) int32 {
		for _, v := range readers {
			if free(v) && (d == placement.None || g.Device[v] < d) {
				d = g.Device[v]
			}
		}
		if d == placement.None {
			apart++
			d = apart
		}
		return d
	}
	for i := range int32(g.NumInputs()) {
		h.Nodes = append(h.Nodes, Node{Kind: Parameter, Device: first(placement.None, g.Fed(i))})
		order = append(order, n+i)
	}
	readers := make([][]int32, n)
	for _, v := range topo {
		if g.IsConstant(v) {
			continue
		}
		node := Node{Op, g.Device[v], slices.Clone(g.Preds(v))}
		if !free(v) {
			apart++
			node.Device = apart
		}
		for _, i := range g.Inputs(v) {
			node.Inputs = append(node.Inputs, n+i)
		}
		for _, c := range g.Consts(v) {
			node.Inputs = append(node.Inputs, c)
			readers[c] = append(readers[c], v)
		}
		h.Nodes[v] = node
	}
	for v := range n {
		if g.IsConstant(v) {
			d := g.Device[v]
			if d == placement.None {
				d = first(d, readers[v])
			}
			h.Nodes[v] = Node{Kind: Constant, Device: d}
			order = append(order, v)
		}
	}
	for _, v := range topo {
		if !g.IsConstant(v) {
			order = append(order, v)
		}
	}
	return h, order, nil
}

// report logs the cuts and merges between nodes of g that are not constants.
func report(g *placement.Graph, ids []int32, cuts []Cut, log placement.Logger) {
	for _, c := range cuts {
		if int(c.From) < g.Len() && !g.IsConstant(c.From) {
			log.Refused(c.From, c.To, placement.ClosesCycle, nil)
		}
	}
	for v := range int32(g.Len()) {
		for _, u := range g.Preds(v) {
			if ids[u] == ids[v] {
				log.Merged(u, v)
			}
		}
	}
}

// Cut is a cut edge within a device. It is input number Input of node To.
type Cut struct {
	From, To int32
	Input    int
}

// border is a border of a part: an edge to a node, or a node that is a graph input or a constant.
// In the second case, input is 0 and producer is graphInput.
type border struct{ node, input, producer int32 }

const graphInput = -1

// maxVisits is the largest number of nodes that all rounds of a search visit together.
const maxVisits = 1 << 25

// Split divides a graph into parts, and numbers the parts. order lists the nodes in topological
// order. A node that begins a part takes the next number. If a node merges several parts, the
// merged part has the number of the node's first input, so numbers have gaps. Split also returns
// the cuts. For large graphs, it can stop before it has found all cuts.
func (g *Graph) Split(ctx context.Context, order []int32) (ids []int32, cuts []Cut, err error) {
	n := len(g.Nodes)
	s := &splitter{
		g: g, order: order, index: make([][]int32, n), users: make([][]int32, n), deps: make([]*bitset.BitSet, n),
		into: make([][]int32, n), from: make([][]int32, n), fromSet: make([]*bitset.BitSet, n), back: make([]bool, n),
	}
	s.begin()
	s.depend()
	for visits := n; ; visits += n {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		s.number()
		s.list()
		found := s.find()
		if len(found) == 0 || visits > maxVisits {
			return s.ids, cuts, nil
		}
		for _, c := range found {
			s.add(border{c.To, int32(c.Input), c.From})
			s.spread(c.To, len(s.borders)-1)
		}
		cuts = append(cuts, found...)
	}
}

type splitter struct {
	g       *Graph
	order   []int32
	borders []border
	index   [][]int32 // by node and input: the index of a border in borders, or -1
	users   [][]int32 // the nodes that read each node
	ids     []int32
	deps    []*bitset.BitSet // borders that each node depends on
	into    [][]int32        // the borders that lead into each part
	from    [][]int32        // the borders whose producer is in each part
	fromSet []*bitset.BitSet // the lists in from, as bit sets; nil if a list is short, or not needed yet
	back    []bool           // nodes that depend on a border whose producer is in the node's part
}

func (s *splitter) add(b border) {
	s.index[b.node][b.input] = int32(len(s.borders))
	s.borders = append(s.borders, b)
}

// begin sets index and users, and adds the borders that exist before the first cut.
func (s *splitter) begin() {
	for _, v := range s.order {
		n := s.g.Nodes[v]
		s.index[v] = slices.Repeat([]int32{-1}, max(1, len(n.Inputs)))
		for _, u := range n.Inputs {
			s.users[u] = append(s.users[u], v)
		}
		switch n.Kind {
		case Parameter, Constant:
			s.add(border{v, 0, graphInput})
		case Result:
		default:
			for i, u := range n.Inputs {
				if s.g.Nodes[u].Device != n.Device {
					s.add(border{v, int32(i), u})
				}
			}
		}
	}
}

// crosses reports whether an input of v is a border.
func (s *splitter) crosses(v int32, input int) bool { return s.index[v][input] >= 0 }

// number computes the part number of each node.
func (s *splitter) number() {
	s.ids = make([]int32, len(s.g.Nodes))
	var root []int32 // for each id, the id it was merged into
	find := func(id int32) int32 {
		for root[id] != id {
			root[id] = root[root[id]]
			id = root[id]
		}
		return id
	}
	for _, v := range s.order {
		mine := int32(-1)
		for i, u := range s.g.Nodes[v].Inputs {
			switch {
			case s.crosses(v, i):
			case mine < 0:
				mine = find(s.ids[u])
			default:
				root[find(s.ids[u])] = mine
			}
		}
		if mine < 0 {
			mine = int32(len(root))
			root = append(root, mine)
		}
		s.ids[v] = mine
	}
	for _, v := range s.order {
		s.ids[v] = find(s.ids[v])
	}
}

// depend computes which borders each node depends on.
func (s *splitter) depend() {
	for _, v := range s.order {
		d := bitset.New(uint(len(s.borders)))
		for _, b := range s.index[v] {
			if b >= 0 {
				d.Set(uint(b))
			}
		}
		for _, u := range s.g.Nodes[v].Inputs {
			d.InPlaceUnion(s.deps[u])
		}
		s.deps[v] = d
	}
}

// spread records that v, and each node that depends on v, depends on a border.
func (s *splitter) spread(v int32, border int) {
	for next := []int32{v}; len(next) > 0; {
		v, next = next[len(next)-1], next[:len(next)-1]
		if !s.deps[v].Test(uint(border)) {
			s.deps[v].Set(uint(border))
			next = append(next, s.users[v]...)
		}
	}
}

func (s *splitter) list() {
	for id := range s.into {
		s.into[id], s.from[id], s.fromSet[id] = s.into[id][:0], s.from[id][:0], nil
	}
	for i, b := range s.borders {
		id := s.ids[b.node]
		s.into[id] = append(s.into[id], int32(i))
		if b.producer != graphInput {
			id = s.ids[b.producer]
			s.from[id] = append(s.from[id], int32(i))
		}
	}
}

// returns reports whether a value of v's part returns to v through other parts. The inputs of v
// must have their entries in s.back.
func (s *splitter) returns(v int32) bool {
	for i, u := range s.g.Nodes[v].Inputs {
		if !s.crosses(v, i) && s.back[u] {
			return true
		}
	}
	id := s.ids[v]
	if len(s.from[id]) <= len(s.borders)/64 {
		return slices.ContainsFunc(s.from[id], s.dependsOn(v))
	}
	if s.fromSet[id] == nil {
		s.fromSet[id] = bitset.New(uint(len(s.borders)))
		for _, b := range s.from[id] {
			s.fromSet[id].Set(uint(b))
		}
	}
	return s.fromSet[id].IntersectionCardinality(s.deps[v]) > 0
}

func (s *splitter) dependsOn(v int32) func(border int32) bool {
	return func(b int32) bool { return s.deps[v].Test(uint(b)) }
}

// find returns the edges to cut in this round: edges u → v within a part, such that a value of the
// part returns to v through other parts, but no value returns to u.
func (s *splitter) find() (found []Cut) {
	for _, v := range s.order {
		s.back[v] = s.returns(v)
		if !s.back[v] {
			continue
		}
		var c *bitset.BitSet
		for i, u := range s.g.Nodes[v].Inputs {
			if s.crosses(v, i) || s.back[u] {
				continue
			}
			if c == nil {
				c = s.sources(v)
			}
			both := func(b int32) bool { return c.Test(uint(b)) && s.deps[u].Test(uint(b)) }
			if slices.ContainsFunc(s.into[s.ids[v]], both) {
				found = append(found, Cut{u, v, i})
			}
		}
	}
	return found
}

// sources returns the borders that some nodes depend on: the producers of values that leave v's
// part and return to v, and the nodes of v's part that read another part and on which v depends.
func (s *splitter) sources(v int32) *bitset.BitSet {
	c := bitset.New(uint(len(s.borders)))
	depends := s.dependsOn(v)
	for _, b := range s.from[s.ids[v]] {
		if depends(b) {
			c.InPlaceUnion(s.deps[s.borders[b].producer])
		}
	}
	for _, b := range s.into[s.ids[v]] {
		if p := s.borders[b].producer; depends(b) && p != graphInput && s.ids[p] != s.ids[v] {
			c.InPlaceUnion(s.deps[s.borders[b].node])
		}
	}
	return c
}
