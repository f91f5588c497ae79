// Package graphgen generates graphs for tests and benchmarks of placement. Equal family,
// size, devices and seed always give the same graph.
package graphgen

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Family is a kind of graph.
type Family struct {
	Name string
	// Make returns a graph of about n nodes on the given number of devices.
	Make func(n, devices int, seed uint64) *placement.Graph
}

// Families lists the families that tests and benchmarks of strategies use, in a fixed order.
func Families() []Family {
	return []Family{
		{"layered", Layered},
		{"ladder", Ladder},
		{"transformer", Transformer},
		{"inception", Inception},
		{"random", Random},
		{"alternating", Alternating},
	}
}

// maker adds nodes whose labels are kinds of op.
type maker struct {
	b       placement.Builder
	rng     *rand.Rand
	devices int
}

func newMaker(devices int, seed uint64) *maker {
	m := &maker{rng: rand.New(rand.NewPCG(seed, 0x6c61746865)), devices: devices}
	for d := range devices {
		m.b.Devices = append(m.b.Devices, fmt.Sprintf("dev%d", d))
	}
	return m
}

func (m *maker) any() int { return m.rng.IntN(m.devices) }

// op adds a node that reads the values of the given nodes.
func (m *maker) op(kind uint64, device int, from ...int32) int32 {
	v := m.b.Node(placement.Node{Device: int32(device), Label: kind})
	for _, u := range from {
		m.b.Use(u, v) // value u is node u's only result
	}
	m.b.Value(v, 64*int64(1+m.rng.IntN(64)))
	return v
}

func (m *maker) graph() *placement.Graph {
	g, err := m.b.Build()
	if err != nil {
		panic("graphgen: BUG: " + err.Error())
	}
	return g
}

// Layered generates layers of n/16 nodes, at least 4 and at most 32. Each node reads one to
// three nodes of the previous layer. Devices are random.
func Layered(n, devices int, seed uint64) *placement.Graph {
	m := newMaker(devices, seed)
	width := min(32, max(4, n/16))
	for v := range n {
		var from []int32
		if layer := v / width; layer > 0 {
			for range 1 + m.rng.IntN(3) {
				from = append(from, int32((layer-1)*width+m.rng.IntN(width)))
			}
		}
		m.op(uint64(m.rng.IntN(20)), m.any(), from...)
	}
	return m.graph()
}

// Ladder generates two chains with a rung in random direction at every step. Devices stay
// the same for some steps.
func Ladder(n, devices int, seed uint64) *placement.Graph {
	m := newMaker(devices, seed)
	left, right := m.op(0, m.any()), m.op(1, m.any())
	dl, dr := m.any(), m.any()
	for i := 2; i+1 < n; i += 2 {
		if m.rng.IntN(4) == 0 {
			dl = m.any()
		}
		if m.rng.IntN(4) == 0 {
			dr = m.any()
		}
		if m.rng.IntN(2) == 0 {
			l := m.op(uint64(m.rng.IntN(20)), dl, left)
			left, right = l, m.op(uint64(m.rng.IntN(20)), dr, right, l)
		} else {
			r := m.op(uint64(m.rng.IntN(20)), dr, right)
			left, right = m.op(uint64(m.rng.IntN(20)), dl, left, r), r
		}
	}
	return m.graph()
}

// Transformer generates blocks of a decoder: normalization, projections, heads, a residual
// connection, a gated pair and another residual connection. Most ops of a kind share a
// device; one op in twenty has a random device.
func Transformer(n, devices int, seed uint64) *placement.Graph {
	m := newMaker(devices, seed)
	const kinds, heads = 12, 4
	home := make([]int, kinds)
	for k := range home {
		home[k] = m.any()
	}
	op := func(kind int, from ...int32) int32 {
		d := home[kind]
		if m.rng.IntN(20) == 0 {
			d = m.any()
		}
		return m.op(uint64(kind), d, from...)
	}
	x := op(0)
	const block = 12 + 6*heads
	for i := 1; i < n; i += block {
		h := op(1, x)
		q, k, v := op(2, h), op(2, h), op(2, h)
		var outs []int32
		for range heads {
			qh, kh, vh := op(3, q), op(3, k), op(3, v)
			p := op(5, op(4, qh, kh))
			outs = append(outs, op(6, p, vh))
		}
		a := op(8, x, op(2, op(7, outs...)))
		f := op(1, a)
		gate, up := op(9, op(2, f)), op(2, f)
		x = op(8, a, op(2, op(10, gate, up)))
	}
	return m.graph()
}

// Inception generates modules of four branches that start at one node and end at another node. A
// branch has one to four ops. The device mostly stays the same along a branch.
func Inception(n, devices int, seed uint64) *placement.Graph {
	m := newMaker(devices, seed)
	trunk := m.any()
	x := m.op(0, trunk)
	for i := 1; i < n; {
		var outs []int32
		for range 4 {
			d, v := m.any(), x
			for range 1 + m.rng.IntN(4) {
				if m.rng.IntN(8) == 0 {
					d = m.any()
				}
				v = m.op(uint64(1+m.rng.IntN(6)), d, v)
				i++
			}
			outs = append(outs, v)
		}
		x = m.op(7, trunk, outs...)
		i++
	}
	return m.graph()
}

// Random generates one to three edges into each node from random earlier nodes. Devices are
// random.
func Random(n, devices int, seed uint64) *placement.Graph {
	m := newMaker(devices, seed)
	for v := range n {
		var from []int32
		if v > 0 {
			for range 1 + m.rng.IntN(3) {
				from = append(from, int32(m.rng.IntN(v)))
			}
		}
		m.op(uint64(m.rng.IntN(20)), m.any(), from...)
	}
	return m.graph()
}

// Alternating generates a chain whose device changes at every step. Each step also reads an earlier
// step, two to four positions before it. If the two steps are on one device, merging them closes a
// cycle. Every second step has a side node on a random device, which a later step may read.
func Alternating(n, devices int, seed uint64) *placement.Graph {
	m := newMaker(devices, seed)
	var chain, side []int32
	for v := 0; v < n; {
		step := len(chain)
		var from []int32
		if step > 0 {
			from = append(from, chain[step-1])
		}
		if back := step - 2 - m.rng.IntN(3); back >= 0 {
			from = append(from, chain[back])
		}
		if len(side) > 0 && m.rng.IntN(2) == 0 {
			from = append(from, side[len(side)-1])
		}
		chain = append(chain, m.op(uint64(m.rng.IntN(20)), step%devices, from...))
		v++
		if step%2 == 1 && v < n {
			side = append(side, m.op(uint64(m.rng.IntN(20)), m.any(), chain[step]))
			v++
		}
	}
	return m.graph()
}

// Sparse generates n nodes and about n·degree edges between random pairs of nodes. Devices are
// random. Sparse is for tests on small graphs.
func Sparse(n, devices int, degree float64, seed uint64) *placement.Graph {
	m := newMaker(devices, seed)
	share := degree / max(1, float64(n-1)/2)
	for v := range n {
		var from []int32
		for u := range v {
			if m.rng.Float64() < share {
				from = append(from, int32(u))
			}
		}
		m.op(uint64(m.rng.IntN(20)), m.any(), from...)
	}
	return m.graph()
}

// Text builds a graph from chains such as "a1 a2 b1", where each node has an edge to the next. It
// is for hand-written tests. Nodes are numbered by first occurrence, and placed on the device that
// the given function returns for the name. For messages, the name has the prefix %.
func Text(device func(name string) int32, chains ...string) *placement.Graph {
	m := &maker{}
	ids := map[string]int32{}
	var names []string
	for _, chain := range chains {
		last := int32(placement.None)
		for _, name := range strings.Fields(chain) {
			v, ok := ids[name]
			if !ok {
				v = m.b.Node(placement.Node{Device: device(name), Label: uint64(len(names))})
				m.b.Value(v, 64)
				ids[name] = v
				names = append(names, name)
			}
			if last != placement.None {
				m.b.Use(last, v)
			}
			last = v
		}
	}
	m.b.Names = func(v int32) string { return "%" + names[v] }
	return m.graph()
}

// Mixed generates many features of programs: nodes with several results, shared constants, nodes
// with regions, ordered effects, nodes that no device accepts, and nodes that only some devices
// accept. Some graphs have only short edges, and others also have long edges. Mixed is for tests of
// invariants.
func Mixed(n, devices int, seed uint64) *placement.Graph {
	m := newMaker(devices, seed)
	var values []int32
	var constants []int32
	effect := int32(placement.None)
	reach := 1 + m.rng.IntN(60)
	for range n {
		if m.rng.IntN(10) == 0 {
			v := m.b.Node(placement.Node{Device: placement.None, Flags: placement.Constant, Label: uint64(m.rng.IntN(5))})
			constants = append(constants, m.b.Value(v, 64))
			continue
		}
		node := placement.Node{Device: int32(m.any()), Label: uint64(m.rng.IntN(20)), Work: float64(m.rng.IntN(1000))}
		switch m.rng.IntN(24) {
		case 0:
			node.Device = placement.None
		case 1, 2:
			node.Flags |= placement.Atomic
		case 3:
			node.Flags |= placement.Alone
		}
		if node.Device != placement.None && m.rng.IntN(3) == 0 {
			node.Takes = uint64(m.rng.IntN(1 << devices))
		}
		v := m.b.Node(node)
		for range m.rng.IntN(4) {
			if len(values) > 0 {
				m.b.Use(values[len(values)-1-m.rng.IntN(min(len(values), reach))], v)
			}
		}
		if len(constants) > 0 && m.rng.IntN(3) == 0 {
			m.b.Use(constants[m.rng.IntN(len(constants))], v)
		}
		if m.rng.IntN(12) == 0 {
			if effect != placement.None {
				m.b.Order(effect, v)
			}
			effect = v
		}
		for range m.rng.IntN(3) {
			values = append(values, m.b.Value(v, 64*int64(1+m.rng.IntN(64))))
		}
	}
	return m.graph()
}
