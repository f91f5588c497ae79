package placement

import (
	"fmt"
	"strings"
)

// FitError reports that no device has enough memory for a node.
type FitError struct {
	Node    int32
	Needs   int64
	Devices []int32 // devices that accept the node
	Left    []int64 // remaining bytes of each of these devices
	graph   *Graph
}

func (e *FitError) Error() string {
	parts := make([]string, len(e.Devices))
	for i, d := range e.Devices {
		parts[i] = fmt.Sprintf("%s has %d left", e.graph.DeviceName(d), e.Left[i])
	}
	return fmt.Sprintf("%s needs %d bytes of constants, but %s", e.graph.Name(e.Node), e.Needs, strings.Join(parts, ", "))
}

// Fit divides nodes among devices, as a pipeline, so that the constants of the nodes fit in the
// memory of each device. In topological order, each node goes to the first device that accepts it
// and has room. The search begins with the current device, and wraps around after the last device.
// If the current device accepts a node but is full, and a later device gets the node, that later
// device becomes current. Devices without a memory limit are never full.
//
// A constant, a static argument ([Input].Static), or a constant nested in nodes counts once for
// each device that uses it. Weightless constants and results of nodes do not count. Fit returns the
// device of each node, or a *[FitError].
func Fit(g *Graph, m *Model) ([]int32, error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	s := newHoldings(g, m)
	device := append([]int32(nil), g.Device...)
	at := int32(0)
	for _, v := range topo {
		if g.IsConstant(v) || g.Device[v] == None {
			continue
		}
		d := s.place(v, at)
		if d == None {
			return nil, s.full(v)
		}
		if d > at && g.CanRun(v, at) {
			at = d
		}
		s.add(v, d, 1)
		device[v] = d
	}
	return device, nil
}

// Overfull returns the first device whose constants and static arguments do not fit in its memory,
// and their size in bytes. It returns None if there is no such device.
func Overfull(g *Graph, m *Model, device []int32) (d int32, bytes int64) {
	s := newHoldings(g, m)
	s.fill(device)
	for d := range int32(len(m.Specs)) {
		if s.room(d) < 0 {
			return d, s.used[d]
		}
	}
	return None, 0
}

// holdings counts the bytes of constants and static arguments that each device holds.
type holdings struct {
	g    *Graph
	m    *Model
	used []int64
	held map[held]int // number of nodes on the device that use the data
}

// held identifies data that stays on a device.
type held struct {
	device, id int32
	what       holding
}

type holding uint8

const (
	constant holding = iota
	argument         // a static input of the graph
	inside           // a constant nested in nodes
)

func newHoldings(g *Graph, m *Model) *holdings {
	return &holdings{g: g, m: m, used: make([]int64, len(m.Specs)), held: map[held]int{}}
}

// fill adds all nodes with a device.
func (s *holdings) fill(device []int32) {
	for v, d := range device {
		if d != None && int(d) < len(s.used) && !s.g.IsConstant(int32(v)) {
			s.add(int32(v), d, 1)
		}
	}
}

// each(v, d, yield) calls yield with the data that v needs on device d.
func (s *holdings) each(v, d int32, yield func(what held, bytes int64)) {
	for _, c := range s.g.Consts(v) {
		if s.g.Flags[c]&Weightless != 0 {
			continue
		}
		n := int64(0)
		for _, value := range s.g.Values(c) {
			n += s.g.bytes[value]
		}
		yield(held{d, c, constant}, n)
	}
	for _, i := range s.g.Inputs(v) {
		if in := s.g.input[i]; in.Static {
			yield(held{d, i, argument}, in.Bytes)
		}
	}
	for _, i := range s.g.Keeps(v) {
		yield(held{d, i, inside}, s.g.hidden[i])
	}
}

// add adds v to device d if the parameter "by" is 1, and removes v from the device if by is -1.
func (s *holdings) add(v, d int32, by int) {
	s.each(v, d, func(what held, bytes int64) {
		was := s.held[what]
		s.held[what] = was + by
		switch {
		case was == 0:
			s.used[d] += bytes
		case was+by == 0:
			s.used[d] -= bytes
		}
	})
}

// needs returns the bytes that nodes would add to device d.
func (s *holdings) needs(d int32, nodes ...int32) (n int64) {
	var met map[held]bool
	if len(nodes) > 1 {
		met = map[held]bool{}
	}
	for _, v := range nodes {
		s.each(v, d, func(what held, bytes int64) {
			if s.held[what] > 0 || met[what] {
				return
			}
			if met != nil {
				met[what] = true
			}
			n += bytes
		})
	}
	return n
}

// place returns the first device that accepts v and has room. It begins with the device with index
// at, and wraps around after the last device.
func (s *holdings) place(v, at int32) int32 {
	n := int32(len(s.m.Specs))
	for i := range n {
		d := (at + i) % n
		if s.g.CanRun(v, d) && s.room(d) >= s.needs(d, v) {
			return d
		}
	}
	return None
}

// room returns the free bytes of device d.
func (s *holdings) room(d int32) int64 {
	if s.m.Specs[d].Memory == 0 {
		return 1<<63 - 1
	}
	return s.m.Specs[d].Memory - s.used[d]
}

func (s *holdings) full(v int32) error {
	e := &FitError{Node: v, graph: s.g}
	for d := range int32(len(s.m.Specs)) {
		if s.g.CanRun(v, d) {
			e.Needs = max(e.Needs, s.needs(d, v))
			e.Devices = append(e.Devices, d)
			e.Left = append(e.Left, s.room(d))
		}
	}
	return e
}
