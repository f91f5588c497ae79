// Package graphgen makes graphs for tests and benchmarks of placement. The same
// family, size, devices and seed always give the same graph.
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
	// Make returns a graph of about n nodes on so many devices.
	Make func(n, devices int, seed uint64) *placement.Graph
}

// Families lists all families in a fixed order.
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

// op adds a node that reads the values of others.
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

// Layered has layers of n/16 nodes, at least 4 and at most 32, each of which reads
// one to three nodes of the layer before; any device.
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

// Ladder has two chains with a rung at every step, each way at random; a device
// keeps on for some steps.
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

// Transformer has blocks as decoders have them: normalization, projections, heads,
// a residual connection, a gated pair and another; most ops of a kind share a
// device, one in twenty strays.
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

// Inception has modules of four branches of one to four ops that start at one
// node and end in one; a device keeps on along a branch, with strays.
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

// Random has one to three edges into each node from anywhere before it; any device.
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

// Alternating has a chain whose device changes at every step, with an edge over
// each two to four steps, which closes a cycle if it joins nodes of one device; on
// every other step hangs a node of any device, which a later step may read.
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

// Sparse has about degree edges for each of n nodes, between any two of them, and
// so sources and sinks everywhere; any device. It is for tests on small graphs.
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

// Text makes a graph from chains such as "a1 a2 b1", where each node has an edge to
// the next, for tests by hand. Nodes are numbered as they first occur, named as
// written, and on the device that device gives for the name.
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

// Mixed has what programs have: nodes of several results, constants that many share,
// nodes that stand for regions, effects in an order, nodes that no device takes and
// nodes that some take; edges from near and far. It is for tests of what must always
// hold.
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
