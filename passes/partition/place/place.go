// Package place is the partition strategy of NNVM's PlaceDevice: an operation that only
// one device takes is where it is, and the others follow their neighbours.
//
// A node without a place takes that of the first of what it reads that has one, and, what
// is then left, of what reads it; what nothing reaches goes to the device of the highest
// priority. A node never goes where it cannot run. Neighbours on one device then form
// clusters, as far as no circle arises: NNVM, which places single operations, has none.
package place

import (
	"context"
	"math/bits"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
)

// Strategy is the strategy.
type Strategy struct{}

// Name is "place".
func (Strategy) Name() string { return "place" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return append(placement.EconomyOptions(), "search-limit") }

// Moves implements [placement.Mover].
func (Strategy) Moves() {}

// Partition implements [placement.Strategy], in time linear in nodes, edges, and what
// merges look at.
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

// Devices returns where each node goes.
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

// undecided is the device of a node that several take, until one is found.
const undecided = placement.None - 1

// near returns the device of the first neighbour that has one which takes v.
func near(g *placement.Graph, device []int32, v int32, neighbours []int32) int32 {
	for _, u := range neighbours {
		if d := device[u]; d >= 0 && !g.IsConstant(u) && g.CanRun(v, d) {
			return d
		}
	}
	return undecided
}
