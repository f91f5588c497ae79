// Package place is the partition strategy of NNVM's PlaceDevice. An operation that only one
// device accepts runs on this device. Other operations follow their neighbors.
//
// A node that several devices accept gets the device of its first producer that has a device. In a
// second pass, the remaining nodes get the device of their first reader that has one. The nodes
// that then remain go to the first device that accepts them. A node never goes to a device that
// cannot run it. Then neighbors on one device are merged into clusters, unless that closes a cycle.
// NNVM places single operations and has no clusters.
package place

import (
	"context"
	"math/bits"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Strategy is the strategy place.
type Strategy struct{}

// Name returns "place".
func (Strategy) Name() string { return "place" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return append(placement.EconomyOptions(), "search-limit") }

// Moves implements [placement.Mover].
func (Strategy) Moves() {}

// Partition implements [placement.Strategy]. Its time is linear in the number of nodes, of edges,
// and of edges visited to decide merges.
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	order, err := g.Topo()
	if err != nil {
		return nil, err
	}
	g = g.On(Devices(g, order))
	single := make([]int32, g.Len())
	for v := range single {
		single[v] = int32(v)
	}
	initial := placement.NewPartition(g, single, s.Name())
	c := placement.NewContraction(placement.Quotient(g, initial))
	if o.SearchLimit > 0 {
		c.Limit = o.SearchLimit
	}
	for _, v := range order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, u := range g.Preds(v) {
			if g.IsConstant(u) || g.IsConstant(v) || !g.Joins(u, v) {
				continue
			}
			a, b := c.Find(initial.Of[u]), c.Find(initial.Of[v])
			if a == b {
				continue
			}
			merged := c.Merge(a, b)
			if log == nil {
				continue
			}
			if merged {
				log.Merged(u, v)
			} else {
				why, _ := c.Refusal()
				log.Refused(u, v, why, nil)
			}
		}
	}
	return c.Partition(g, initial, s.Name()), nil
}

// Devices returns the device of each node.
func Devices(g *placement.Graph, order []int32) []int32 {
	device := make([]int32, g.Len())
	for v := range device {
		device[v] = g.Device[v]
		if g.Takes != nil && bits.OnesCount64(g.Takes[v]) > 1 && !g.IsConstant(int32(v)) {
			device[v] = undecided
		}
	}
	for _, v := range order {
		if device[v] == undecided {
			device[v] = near(g, device, v, g.Preds(v))
		}
	}
	for _, v := range slices.Backward(order) {
		if device[v] == undecided {
			device[v] = near(g, device, v, g.Succs(v))
		}
	}
	for v, d := range device {
		if d == undecided {
			device[v] = int32(bits.TrailingZeros64(g.Takes[v]))
		}
	}
	return device
}

// undecided is the device of a node that several devices accept, until one is chosen.
const undecided = placement.None - 1

// near returns the device of the first neighbor whose device accepts v, or undecided.
func near(g *placement.Graph, device []int32, v int32, neighbors []int32) int32 {
	for _, u := range neighbors {
		if d := device[u]; d >= 0 && !g.IsConstant(u) && g.CanRun(v, d) {
			return d
		}
	}
	return undecided
}
