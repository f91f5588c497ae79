// Package balance is the partition strategy that gives devices of a kind equal times:
// Glow's for equal devices.
//
// The cut by memory says how many devices are needed. Then nodes are taken in
// topological order, the deepest level first, and each goes to the first device, not
// before those of its producers, that has room and time left. Numbers of devices never
// fall along an edge, so partitions can run one after the other.
//
// Glow counts a constant once for each node that reads it, and nothing of what crosses;
// here a device's memory is counted as it is. Where no device is left, Glow gives up;
// here the cut by memory is the result.
package balance

import (
	"context"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
)

// Strategy is the strategy.
type Strategy struct{}

// Name is "balance".
func (Strategy) Name() string { return "balance" }

// Fleet implements [placement.FleetStrategy].
func (Strategy) Fleet() {}

// imbalance is which part of a node's time may lie beyond its device's share.
const imbalance = 0.5

// Partition implements [placement.Strategy]. Devices of several kinds are divided by
// memory.
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	f, err := fleet.New(g, o.Costs(g))
	if err != nil {
		return nil, err
	}
	if whole, ok := f.Whole(); ok {
		return f.Finish([]*fleet.Set{whole}, o, s.Name())
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if f.Homogeneous() {
		_, cut := f.Cut(o.Contexts, nil, log)
		f.Number(cut)
		if sets := spread(f, max(fleet.Used(cut), o.Devices), o.Contexts); sets != nil {
			if p, err := f.Finish(sets, o, s.Name()); err == nil {
				return p, nil
			}
		}
	}
	return f.Divide(o, s.Name(), log)
}

// device is what has been given to one device.
type device struct {
	*placement.Tally
	time  float64
	nodes []int32
}

// spread divides all nodes among n devices; nil if some node has no place.
func spread(f *fleet.Fleet, n, contexts int) []*fleet.Set {
	g, m, of := f.G, f.Model, make([]int, f.G.Len())
	devices := make([]*device, n)
	total := 0.0
	for i := range devices {
		devices[i] = &device{Tally: placement.NewTally(g)}
		devices[i].Contexts = contexts
	}
	for _, v := range f.Order {
		if g.Flags[v]&placement.Alone != 0 {
			return nil
		}
		total += m.Run(g, v, g.Device[v])
	}
	share, limit := total/float64(n), f.Classes[0].Memory
	for _, v := range f.Order {
		at, time := 0, m.Run(g, v, g.Device[v])
		for _, u := range g.Preds(v) {
			at = max(at, of[u])
		}
		for ; ; at++ {
			if at == n {
				return nil
			}
			d := devices[at]
			if d.time+imbalance*time >= share && at < n-1 {
				continue
			}
			d.Add(v)
			if limit > 0 && d.Reserved() > limit {
				d.Drop(v)
				continue
			}
			d.time += time
			d.nodes = append(d.nodes, v)
			break
		}
		of[v] = at
	}
	return sets(f, devices)
}

// sets are those of the devices that were given something. Glow keeps the empty ones.
func sets(f *fleet.Fleet, devices []*device) []*fleet.Set {
	var out []*fleet.Set
	for _, d := range devices {
		if len(d.nodes) > 0 {
			out = append(out, f.Set(0, d.nodes))
		}
	}
	return out
}
