// Package mincut is the partition strategy that divides operations between two devices at
// the least cost. The cost is the run time on each device plus the time to move values
// between them. A value moves at most once, even if several operations on the other device read it.
// The strategy uses Stone's reduction to a minimum cut ("Multiprocessor scheduling with the aid of
// network flow algorithms", 1977), so the division is optimal. It is a reference for strategies
// that move operations.
//
// An operation that only one device accepts runs on this device. Other operations go where the
// total cost is least, and to the first device in a tie. The time of launches is not counted, since
// it is not a sum over operations and values. Clusters are then the connected components on each
// device, cut if they would wait for each other.
package mincut

import (
	"context"
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Strategy is the strategy mincut.
type Strategy struct{}

// Name returns "mincut".
func (Strategy) Name() string { return "mincut" }

// Reads implements [placement.Configured]. It leaves out cost and min-size, which move operations
// to reduce the cost: this strategy does so anyway.
func (Strategy) Reads() []string { return []string{"fit", "fit-transfer", "join"} }

// Moves implements [placement.Mover].
func (Strategy) Moves() {}

// Partition implements [placement.Strategy]. It fails if more than two devices accept
// operations.
func (Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	a, b, err := pair(g)
	if err != nil {
		return nil, err
	}
	h := g
	if b != placement.None {
		h = g.On(Divide(g, a, b, o.Costs(g)))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, err := placement.Repair(h, placement.Unrepaired(h), log)
	if err != nil {
		return nil, err
	}
	for i := range p.Clusters {
		p.Clusters[i].Origin = "mincut"
	}
	return p, nil
}

// pair returns the first two devices, in order, that accept operations. A missing device is
// [placement.None]. pair fails if more than two devices accept operations.
func pair(g *placement.Graph) (a, b int32, err error) {
	var all uint64
	for v := range int32(g.Len()) {
		if g.IsConstant(v) {
			continue
		}
		if d := g.Device[v]; d >= 0 {
			all |= 1 << uint(d)
		}
		if g.Takes != nil {
			all |= g.Takes[v]
		}
	}
	a, b = placement.None, placement.None
	var names []string
	for d := range int32(64) {
		if all>>uint(d)&1 == 0 {
			continue
		}
		switch {
		case a == placement.None:
			a = d
		case b == placement.None:
			b = d
		}
		names = append(names, g.DeviceName(d))
	}
	if len(names) > 2 {
		return a, b, fmt.Errorf("divides between two devices, but %d support operations: %s; leave out some of these devices, or use another strategy", len(names), strings.Join(names, ", "))
	}
	return a, b, nil
}

// Price converts seconds to whole picoseconds, so that sums are exact.
func Price(seconds float64) int64 { return int64(seconds*1e12 + 0.5) }

// mostCost is the largest sum of all costs in a network. It is less than unlimited, so no least cut
// contains an unlimited arc.
const mostCost = unlimited / 2

// unit returns the unit of costs in a network, in picoseconds. It is at least 1, and large enough
// that the sum of all costs does not exceed mostCost.
func unit(g *placement.Graph, a, b int32, m *placement.Model) float64 {
	sum := 0.0
	for v := range int32(g.Len()) {
		if g.IsConstant(v) || g.Device[v] == placement.None {
			continue
		}
		for _, d := range []int32{a, b} {
			if g.CanRun(v, d) {
				sum += m.Run(g, v, d)
			}
		}
		for _, value := range g.Values(v) {
			sum += m.Transfer(a, b, g.Bytes(value)) + m.Transfer(b, a, g.Bytes(value))
		}
	}
	return max(1, sum*1e12/mostCost)
}

// Divide assigns each node to device a or device b, at the least total cost, and returns the device
// of each node. Constants and nodes without a device are not moved.
func Divide(g *placement.Graph, a, b int32, m *placement.Model) []int32 {
	picoseconds := unit(g, a, b, m)
	price := func(seconds float64) int64 { return Price(seconds / picoseconds) }
	n := int32(g.Len())
	// Node v of the graph is node v of the network; each value adds two nodes.
	source, sink := n, n+1
	f := newFlow(int(n) + 2)
	for v := range n {
		if g.IsConstant(v) || g.Device[v] == placement.None {
			continue
		}
		onA, onB := int64(unlimited), int64(unlimited)
		if g.CanRun(v, a) {
			onA = price(m.Run(g, v, a))
		}
		if g.CanRun(v, b) {
			onB = price(m.Run(g, v, b))
		}
		f.add(source, v, onB) // this arc is cut, so its cost counts, if v is on b's side
		f.add(v, sink, onA)
		for _, value := range g.Values(v) {
			there, back := price(m.Transfer(a, b, g.Bytes(value))), price(m.Transfer(b, a, g.Bytes(value)))
			f.value(v, g.Users(value), there, back)
		}
	}
	f.run(source, sink)
	side := f.reached(sink)
	device := append([]int32(nil), g.Device...)
	for v := range n {
		switch {
		case g.IsConstant(v) || g.Device[v] == placement.None:
		case side[v]:
			device[v] = b
		default:
			device[v] = a
		}
	}
	return device
}
