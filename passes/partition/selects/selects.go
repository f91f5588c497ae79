// Package selects is the partition strategy of the first versions of oneDNN Graph. It is a
// reference for tests.
//
// Selectors vote, operation by operation, on which operations begin a set and which join it.
//
// In topological order, each operation that a selector selects begins a set. The set grows depth
// first. For the newest member, the selector votes on each producer and then on each consumer. The
// grown set is cut until it makes no cycle ([placement.Remover]). Each piece becomes a partition if
// the selector's filter accepts it.
//
// The documentation of oneDNN Graph leaves some points open. They are decided as follows:
//   - The operations of a rejected piece may join or begin later sets. The scan for operations that
//     begin sets continues in topological order; it does not go back.
//   - The pieces of a cut set stay separate, and the filter checks each; no operation is
//     lost.
//   - An operation that was rejected by the vote for one set may join another set.
//   - Selectors are in order of priority: the second selector gets the operations that the first
//     selector did not take.
//   - A vote on a producer or consumer receives the value that one operation computes and the other
//     operation reads. There are no ports.
//   - An operation that no selector takes is a cluster by itself. An operation with regions is one
//     operation. Selectors do not vote on edges that only order effects.
package selects

import (
	"context"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Selector votes on operations. Its methods receive nodes of g that are in no partition yet.
type Selector interface {
	// Select reports whether v may begin a set.
	Select(g *placement.Graph, v int32) bool
	// SelectInput reports whether producer may join because member reads value, a result of
	// producer.
	SelectInput(g *placement.Graph, producer, value, member int32) bool
	// SelectOutput reports whether consumer may join because consumer reads value, a result of
	// member.
	SelectOutput(g *placement.Graph, member, value, consumer int32) bool
	// Filter reports whether a piece becomes a partition. The nodes in piece are in ascending
	// order.
	Filter(g *placement.Graph, piece []int32) bool
}

// ByDevice selects the operations of one device.
type ByDevice struct {
	// Device is the device, or [placement.None] for any device. With None, all members of a set
	// have the device of the first member.
	Device int32
	// Ops, if set, has the ids of the operations that may join.
	Ops map[uint32]bool
	// Least is the size of the smallest piece that the filter accepts.
	Least int
}

// Select implements [Selector].
func (s ByDevice) Select(g *placement.Graph, v int32) bool {
	return g.Device[v] != placement.None && (s.Device == placement.None || g.Device[v] == s.Device) && s.listed(g, v)
}

func (s ByDevice) listed(g *placement.Graph, v int32) bool {
	return s.Ops == nil || s.Ops[g.Op[v]]
}

// SelectInput implements [Selector].
func (s ByDevice) SelectInput(g *placement.Graph, producer, _, member int32) bool {
	return g.Joins(producer, member) && s.listed(g, producer)
}

// SelectOutput implements [Selector].
func (s ByDevice) SelectOutput(g *placement.Graph, member, _, consumer int32) bool {
	return g.Joins(member, consumer) && s.listed(g, consumer)
}

// Filter implements [Selector].
func (s ByDevice) Filter(_ *placement.Graph, piece []int32) bool { return len(piece) >= s.Least }

// Strategy is the strategy select. Without selectors it uses one ByDevice for any device.
type Strategy struct {
	Selectors []Selector
}

// Name returns "select".
func (Strategy) Name() string { return "select" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return placement.EconomyOptions() }

// Partition implements [placement.Strategy].
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, _ placement.Options, log placement.Logger) (*placement.Partition, error) {
	topo, err := g.Topo()
	if err != nil {
		return nil, err
	}
	remover, err := placement.NewRemover(g, log)
	if err != nil {
		return nil, err
	}
	p := &picker{g: g, log: log, remover: remover, taken: make([]bool, g.Len()), seen: make([]int32, g.Len())}
	selectors := s.Selectors
	if len(selectors) == 0 {
		selectors = []Selector{ByDevice{Device: placement.None}}
	}
	for _, sel := range selectors {
		for _, v := range topo {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if !g.IsConstant(v) && !p.taken[v] && sel.Select(g, v) {
				p.pick(sel, v)
			}
		}
	}
	return remover.Partition("select"), nil
}

type picker struct {
	g       *placement.Graph
	log     placement.Logger
	remover *placement.Remover
	taken   []bool
	seen    []int32 // by node: the last set that visited it
	sets    int32
}

func (p *picker) pick(sel Selector, v int32) {
	for _, piece := range p.remover.Cut(p.grow(sel, v)) {
		if !sel.Filter(p.g, piece) {
			continue
		}
		p.remover.Take(piece)
		for _, m := range piece {
			p.taken[m] = true
			if p.log != nil && m != piece[0] {
				p.log.Merged(piece[0], m)
			}
		}
	}
}

// grow returns v and the operations that votes add to it, in ascending order.
func (p *picker) grow(sel Selector, v int32) []int32 {
	p.sets++
	set := []int32{v}
	stack := []int32{v}
	p.seen[v] = p.sets
	device := p.g.Device[v]
	join := func(n int32) {
		p.seen[n] = p.sets
		set = append(set, n)
		stack = append(stack, n)
	}
	open := func(n int32) bool {
		return p.seen[n] != p.sets && !p.taken[n] && !p.g.IsConstant(n) && p.g.Device[n] == device
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, value := range p.g.Reads(n) {
			if from := p.g.Maker(value); open(from) && sel.SelectInput(p.g, from, value, n) {
				join(from)
			}
		}
		for _, value := range p.g.Values(n) {
			for _, to := range p.g.Users(value) {
				if open(to) && sel.SelectOutput(p.g, n, value, to) {
					join(to)
				}
			}
		}
	}
	slices.Sort(set)
	return set
}
