package placement

import (
	"fmt"
	"strings"
)

// FitError says that a node fits no device that has room.
type FitError struct {
	Node    int32
	Needs   int64
	Devices []int32 // that take it
	Left    []int64 // of each
	graph   *Graph
}

func (e *FitError) Error() string {
	parts := make([]string, len(e.Devices))
	for i, d := range e.Devices {
		parts[i] = fmt.Sprintf("%s has %d left", e.graph.DeviceName(d), e.Left[i])
	}
	return fmt.Sprintf("%s needs %d bytes of constants, but %s", e.graph.Name(e.Node), e.Needs, strings.Join(parts, ", "))
}

// Fit divides nodes among devices by the memory that their constants take, as a
// pipeline: in topological order each node goes to the device that the ones before
// it have come to, or, where that is full, to the next in order. One that a device does
// not take goes to the first of those that take it and have room, and the pipeline goes on
// where it was. Devices without a limit are never full. A constant counts once
// for each device that uses it. It returns the device of each node, or a *[FitError].
func Fit(g *Graph, m *Model) ([]int32, error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	f := &fitter{g: g, m: m, used: make([]int64, len(m.Specs)), held: map[[2]int32]bool{}}
	device := append([]int32(nil), g.Device...)
	at := int32(0)
	for _, v := range topo {
		if g.IsConstant(v) || g.Device[v] == None {
			continue
		}
		d := f.place(v, at)
		if d == None {
			return nil, f.full(v)
		}
		if d > at && g.CanRun(v, at) {
			at = d
		}
		f.take(v, d)
		device[v] = d
	}
	return device, nil
}

type fitter struct {
	g    *Graph
	m    *Model
	used []int64
	held map[[2]int32]bool // device and constant
}

// place returns the first device from at on that takes v and has room, or else one
// before it.
func (f *fitter) place(v, at int32) int32 {
	n := int32(len(f.m.Specs))
	for i := range n {
		d := (at + i) % n
		if f.g.CanRun(v, d) && f.room(d) >= f.needs(v, d) {
			return d
		}
	}
	return None
}

func (f *fitter) room(d int32) int64 {
	if f.m.Specs[d].Memory == 0 {
		return 1<<63 - 1
	}
	return f.m.Specs[d].Memory - f.used[d]
}

// needs is what v's constants add on device d.
func (f *fitter) needs(v, d int32) (n int64) {
	for _, c := range f.g.Consts(v) {
		if f.held[[2]int32{d, c}] {
			continue
		}
		for _, value := range f.g.Values(c) {
			n += f.g.bytes[value]
		}
	}
	return n
}

func (f *fitter) take(v, d int32) {
	f.used[d] += f.needs(v, d)
	for _, c := range f.g.Consts(v) {
		f.held[[2]int32{d, c}] = true
	}
}

func (f *fitter) full(v int32) error {
	e := &FitError{Node: v, graph: f.g}
	for d := range int32(len(f.m.Specs)) {
		if f.g.CanRun(v, d) {
			e.Needs = max(e.Needs, f.needs(v, d))
			e.Devices = append(e.Devices, d)
			e.Left = append(e.Left, f.room(d))
		}
	}
	return e
}
