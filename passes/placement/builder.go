package placement

import (
	"errors"
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// Node describes one node to a [Builder].
type Node struct {
	Device int32  // device, or None
	Flags  Flag   // properties
	Op     uint32 // op id, for messages and logs
	Label  uint64 // hash of the op's name, attributes and types, without its operands
	Work   float64
	Load   Load
	Takes  uint64 // devices that accept the node, as a bit set; 0: Device only
	Inside int64  // largest number of bytes that the op's regions and callees hold at once
}

// Builder collects nodes and edges. Edges may come in any order and more than once.
type Builder struct {
	Devices []string           // names of devices, for messages
	Names   func(int32) string // names of nodes, called only when a message needs one
	// Kinds, Types, Touched and Drawn implement [Graph.Kind], [Graph.Type], [Graph.Touched]
	// and [Graph.Drawn]; nil means unknown.
	Kinds   func(int32) string
	Types   func(int32) ir.Type
	Touched func(v, value int32) (int64, bool)
	Drawn   func(v, input int32) (int64, bool)

	nodes   []Node
	maker   []int32
	bytes   []int64
	uses    []pair // value, user
	orders  []pair // before, after
	input   []Input
	fed     []pair // user, input
	returns []int32
	keeps   []pair  // node, hidden constant
	hidden  []int64 // bytes of hidden constants
}

// pair is an entry of a list of lists: B in row A.
type pair = index.Pair

// newCSR sorts pairs into rows.
func newCSR(pairs []pair, rows int) csr { return index.NewRows(pairs, rows) }

func prefix(s []int32) { index.Prefix(s) }

// Node adds a node and returns its id; ids count from 0.
func (b *Builder) Node(n Node) int32 {
	b.nodes = append(b.nodes, n)
	return int32(len(b.nodes) - 1)
}

// Value adds a value of the given size and returns its id. A node (parameter maker) produces the
// value. A value is transferred once to a device, even if it has several users there.
func (b *Builder) Value(maker int32, bytes int64) int32 {
	b.maker = append(b.maker, maker)
	b.bytes = append(b.bytes, bytes)
	return int32(len(b.maker) - 1)
}

// Use records that a node (parameter user) reads a value.
func (b *Builder) Use(value, user int32) { b.uses = append(b.uses, pair{A: value, B: user}) }

// Input adds an input of the graph and returns its id.
func (b *Builder) Input(in Input) int32 {
	b.input = append(b.input, in)
	return int32(len(b.input) - 1)
}

// Feed records that a node (parameter user) reads an input.
func (b *Builder) Feed(input, user int32) { b.fed = append(b.fed, pair{A: user, B: input}) }

// Return records that the function returns a value. Each call adds one operand to the function's
// return. Without calls, the flag Returned of nodes decides which values are returned.
func (b *Builder) Return(value int32) { b.returns = append(b.returns, value) }

// Hidden adds a constant of the given size that is nested in nodes, and returns its id.
func (b *Builder) Hidden(bytes int64) int32 {
	b.hidden = append(b.hidden, bytes)
	return int32(len(b.hidden) - 1)
}

// Keep records that a node contains a hidden constant.
func (b *Builder) Keep(node, hidden int32) { b.keeps = append(b.keeps, pair{A: node, B: hidden}) }

// Order records that one node (parameter after) must run after another (parameter before), although
// no value passes between them.
func (b *Builder) Order(before, after int32) { b.orders = append(b.orders, pair{A: before, B: after}) }

// Edge adds a value of the given size with one user.
func (b *Builder) Edge(from, to int32, bytes int64) { b.Use(b.Value(from, bytes), to) }

// mostBytes limits [Graph.TotalBytes], so that sums of sizes do not overflow.
const mostBytes = 1 << 56

// Build returns the graph. It fails if the graph or its values are too large, if a node, value,
// input or hidden constant is unknown, or if an edge goes from a node to itself or enters a
// constant. [Graph.Topo] finds cycles.
func (b *Builder) Build() (*Graph, error) {
	if len(b.nodes) >= 1<<31-1 || len(b.uses)+len(b.orders) >= 1<<31-1 {
		return nil, errors.New("the graph must have fewer than 2³¹ - 1 nodes and fewer than 2³¹ - 1 edges")
	}
	n := len(b.nodes)
	g := &Graph{
		Device: make([]int32, n), Flags: make([]Flag, n), Op: make([]uint32, n), Label: make([]uint64, n),
		Devices: b.Devices, names: b.Names, bytes: b.bytes, maker: b.maker, ordered: true,
		kinds: b.Kinds, types: b.Types, touched: b.Touched, drawn: b.Drawn, input: b.input, hidden: b.hidden,
	}
	for i, node := range b.nodes {
		g.Device[i], g.Flags[i], g.Op[i], g.Label[i] = node.Device, node.Flags, node.Op, node.Label
		if node.Work != 0 && g.work == nil {
			g.work = make([]float64, n)
		}
		if node.Takes != 0 && g.Takes == nil {
			g.Takes = make([]uint64, n)
		}
		if node.Inside != 0 && g.inside == nil {
			g.inside = make([]int64, n)
		}
		if node.Load != (Load{}) && g.loads == nil {
			g.loads = make([]Load, n)
		}
		if g.loads != nil {
			g.loads[i] = node.Load
		}
		if g.work != nil {
			g.work[i] = node.Work
		}
		if g.inside != nil {
			g.inside[i] = node.Inside
		}
		if g.Takes != nil {
			g.Takes[i] = node.Takes
		}
	}
	if err := b.check(); err != nil {
		return nil, err
	}
	edges, consts, err := b.edges(g)
	if err != nil {
		return nil, err
	}
	if g.total = b.total(); g.total > mostBytes {
		return nil, errors.New("the operations must read and produce at most 2⁵⁶ bytes together")
	}
	b.lists(g, edges, consts)
	return g, nil
}

func (b *Builder) lists(g *Graph, edges, consts []pair) {
	n := g.Len()
	makers := make([]pair, len(b.maker))
	for i, m := range b.maker {
		makers[i] = pair{A: m, B: int32(i)}
	}
	g.succ = newCSR(edges, n)
	g.pred = g.succ.Transpose(n)
	g.consts = newCSR(consts, n)
	g.values = newCSR(makers, n)
	g.users = newCSR(b.uses, len(b.maker))
	g.reads = g.users.Transpose(n)
	g.inputs = newCSR(b.fed, n)
	g.keeps = newCSR(b.keeps, n)
	g.fed = g.inputs.Transpose(len(b.input))
	if len(b.returns) > 0 {
		g.returns = make([]int32, len(b.maker))
		for _, value := range b.returns {
			g.returns[value]++
		}
	}
}

// check fails if an input, a hidden constant or a returned value is unknown, or if an unknown node
// reads an input or has a hidden constant.
func (b *Builder) check() error {
	for _, list := range []struct {
		pairs []pair
		what  string
		count int
	}{{b.fed, "input", len(b.input)}, {b.keeps, "hidden constant", len(b.hidden)}} {
		for _, p := range list.pairs {
			if p.A < 0 || int(p.A) >= len(b.nodes) || p.B < 0 || int(p.B) >= list.count {
				return fmt.Errorf("node %d uses %s %d, but there are %d nodes and %d %ss", p.A, list.what, p.B, len(b.nodes), list.count, list.what)
			}
		}
	}
	for _, value := range b.returns {
		if value < 0 || int(value) >= len(b.maker) {
			return fmt.Errorf("the function returns value %d, but there are %d values", value, len(b.maker))
		}
	}
	return nil
}

// total returns the bytes that all nodes read, produce and contain.
func (b *Builder) total() (sum float64) {
	for _, n := range b.bytes {
		sum += float64(n)
	}
	for _, u := range b.uses {
		sum += float64(b.bytes[u.A])
	}
	for _, u := range b.fed {
		sum += float64(b.input[u.B].Bytes)
	}
	for _, u := range b.keeps {
		sum += float64(b.hidden[u.B])
	}
	for _, node := range b.nodes {
		sum += float64(node.Inside)
	}
	return sum
}

// edges checks the recorded uses and orders, and splits them into edges (from, to) and uses
// of constants (user, constant).
func (b *Builder) edges(g *Graph) (edges, consts []pair, err error) {
	n, m := int32(g.Len()), int32(len(b.maker))
	for i, maker := range b.maker {
		if maker < 0 || maker >= n {
			return nil, nil, fmt.Errorf("value %d has node %d as its producer, but there are %d nodes", i, maker, n)
		}
	}
	edges = make([]pair, 0, len(b.uses)+len(b.orders))
	for _, u := range b.uses {
		if u.A < 0 || u.A >= m {
			return nil, nil, fmt.Errorf("a use names value %d, but there are %d values", u.A, m)
		}
		edges = append(edges, pair{A: b.maker[u.A], B: u.B})
	}
	edges = append(edges, b.orders...)
	kept := edges[:0]
	for _, e := range edges {
		if e.A < 0 || e.A >= n || e.B < 0 || e.B >= n {
			return nil, nil, fmt.Errorf("an edge joins nodes %d and %d, but there are %d nodes", e.A, e.B, n)
		}
		switch {
		case e.A == e.B:
			return nil, nil, fmt.Errorf("%s must not depend on itself", g.Name(e.A))
		case g.IsConstant(e.B):
			return nil, nil, fmt.Errorf("constant %s must have no operands, but uses %s", g.Name(e.B), g.Name(e.A))
		case g.IsConstant(e.A):
			consts = append(consts, pair{A: e.B, B: e.A})
			continue
		}
		g.ordered = g.ordered && e.A < e.B
		kept = append(kept, e)
	}
	return kept, consts, nil
}
