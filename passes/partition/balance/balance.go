// Package balance is the partition strategy that gives the devices of each backend equal
// times. For devices that are alike it is Glow's.
//
// The cut by memory says how many devices are needed. Then nodes are taken in
// topological order, the deepest level first, and each goes to the first device, not
// before those of its producers, that has room and time left. Numbers of devices never
// fall along an edge, so partitions can run one after the other.
//
// Where devices are not alike, operations are for several kinds of them, or no device is
// left, divisions into consecutive parts and others are compared, and the one is taken whose
// longest time is least of those that are found; Glow gives up, or divides by memory. Glow
// counts a constant once for each node that reads it, and nothing of what crosses; here a
// device's memory is counted as it is.
package balance

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
)

// Strategy is the strategy.
type Strategy struct{}

// Name is "balance".
func (Strategy) Name() string { return "balance" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string {
	return fleet.Reads(append(placement.EconomyOptions(), "devices")...)
}

// Fleet implements [placement.FleetStrategy].
func (Strategy) Fleet() {}

// imbalance is which part of a node's time may lie beyond its device's share.
const imbalance = 0.5

// Partition implements [placement.Strategy].
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	f, err := fleet.New(g, o)
	if err != nil {
		return nil, err
	}
	if o.Devices > 1 && len(f.Order) > 0 {
		return s.among(f, o, log)
	}
	if whole, ok := f.Whole(); ok {
		return f.Finish([]*fleet.Set{whole}, o, s.Name())
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if f.Alike() {
		if p, err := s.balanced(f, 1, o, log); p != nil && err == nil {
			return p, nil
		}
	}
	return s.even(f, o, log)
}

// balanced divides among as many devices as the cut by memory makes necessary, and at least
// so many; nil if some node has no place, or there are not so many devices.
func (s Strategy) balanced(f *fleet.Fleet, least int, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	_, cut := f.Cut(nil, log)
	f.Number(cut)
	return s.spread(f, max(fleet.Used(cut), least), least, o)
}

func (s Strategy) spread(f *fleet.Fleet, n, least int, o placement.Options) (*placement.Partition, error) {
	if n > len(f.Classes[0].Devices) {
		return nil, nil
	}
	sets := spread(f, n, false)
	if least > 1 && len(sets) < least {
		sets = spread(f, n, true)
	}
	if sets == nil {
		return nil, nil
	}
	return f.Finish(sets, o, s.Name())
}

// even takes of several divisions the one whose longest time is least: with equal times
// spread over devices, into consecutive parts, and as by memory, which says how many devices
// of each backend are needed.
func (s Strategy) even(f *fleet.Fleet, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	byMemory, failed := f.Divide(o, s.Name(), log)
	if failed != nil && !f.Has(o.SaturateDevices) {
		return nil, failed
	}
	goal := fleet.Goal{Even: true}
	if failed == nil {
		goal.Most = f.Busy(byMemory)
	}
	var found []*placement.Partition
	if f.Homogeneous() {
		n := len(f.Classes[0].Devices)
		if failed == nil {
			n = goal.Most[f.Classes[0].Backend]
		}
		if p, err := s.spread(f, n, 1, o); p != nil && err == nil {
			found = append(found, p)
		}
	}
	found = append(found, s.consecutive(f, goal, o)...)
	if failed == nil {
		if len(found) == 0 {
			byMemory.Instead = "is divided as strategy memory divides it: no division that gives devices of a kind equal times was found to fit them"
		}
		found = append(found, byMemory)
	}
	if len(found) == 0 {
		return nil, failed
	}
	return shortest(f, found), nil
}

// shortest is the division whose longest time is least.
func shortest(f *fleet.Fleet, found []*placement.Partition) *placement.Partition {
	return slices.MinFunc(found, func(a, b *placement.Partition) int { return cmp.Compare(f.Longest(a), f.Longest(b)) })
}

// consecutive are the most even divisions into consecutive parts.
func (s Strategy) consecutive(f *fleet.Fleet, goal fleet.Goal, o placement.Options) (found []*placement.Partition) {
	for _, sets := range f.Consecutive(goal) {
		if p, err := f.Finish(sets, o, s.Name()); err == nil {
			found = append(found, p)
		}
	}
	return found
}

// among divides among at least as many devices as are asked for, or says why it cannot.
func (s Strategy) among(f *fleet.Fleet, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	n, option := o.Devices, o.Called.Option("devices")
	if !f.Homogeneous() {
		return nil, fmt.Errorf("%s is %d, but it counts devices that take the same operations, and here some take others; leave it out", option, n)
	}
	c := f.Classes[0]
	switch {
	case n > len(c.Devices):
		return nil, c.TooFew(option, n)
	case n > len(f.Order):
		return nil, fmt.Errorf("%s is %d, but there are %d operations to divide; give at most %d", option, n, len(f.Order), len(f.Order))
	}
	p, err := s.balanced(f, n, o, log)
	if err == nil && p != nil && len(p.Clusters) >= n {
		return p, nil
	}
	for _, most := range slices.Compact([]int{n, len(c.Devices)}) {
		found := s.consecutive(f, fleet.Goal{Even: true, Most: map[string]int{c.Backend: most}}, o)
		found = slices.DeleteFunc(found, func(p *placement.Partition) bool { return f.Busy(p)[c.Backend] < n })
		if len(found) > 0 {
			return shortest(f, found), nil
		}
	}
	if err := f.Large(); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s is %d, but no division was found that keeps so many devices busy within their memory; give fewer, or leave it out%s", option, n, f.Fewer())
}

// device is what has been given to one device.
type device struct {
	*placement.Tally
	time  float64
	nodes []int32
}

// spreader divides nodes among devices, in their order.
type spreader struct {
	f       *fleet.Fleet
	devices []*device
	of      []int // the device of each node
	share   float64
	all     bool // no device may be left without nodes
	left    int  // how many nodes have no device yet
	idle    int  // how many devices have no nodes yet
}

// spread divides all nodes among n devices; nil if some node has no place. With all, no
// device is left idle as long as there are nodes.
func spread(f *fleet.Fleet, n int, all bool) []*fleet.Set {
	s := &spreader{f: f, devices: make([]*device, n), of: make([]int, f.G.Len()), all: all, left: len(f.Order), idle: n}
	for i := range s.devices {
		s.devices[i] = &device{Tally: f.Tally()}
	}
	for _, v := range f.Order {
		if f.G.Flags[v]&placement.Alone != 0 {
			return nil
		}
		s.share += f.Model.Run(f.G, v, f.G.Device[v]) / float64(n)
	}
	for _, v := range f.Order {
		if !s.put(v) {
			return nil
		}
	}
	return sets(f, s.devices)
}

// put gives a node to the first device, not before those of what it reads, that has time
// and room for it; the last always has time.
func (s *spreader) put(v int32) bool {
	g, at := s.f.G, 0
	time, limit := s.f.Model.Run(g, v, g.Device[v]), s.f.Classes[0].Memory
	for _, u := range g.Preds(v) {
		at = max(at, s.of[u])
	}
	for ; at < len(s.devices); at++ {
		d := s.devices[at]
		if s.passes(d, time) && at < len(s.devices)-1 {
			continue
		}
		d.Add(v)
		if limit > 0 && s.f.Needs(d.Tally) > limit {
			d.Drop(v)
			continue
		}
		if len(d.nodes) == 0 {
			s.idle--
		}
		s.left--
		d.time += time
		d.nodes = append(d.nodes, v)
		s.of[v] = at
		return true
	}
	return false
}

// passes reports whether a node that takes so long passes a device by: for the time that
// the device has spent, or since all nodes that are left are needed by idle devices.
func (s *spreader) passes(d *device, time float64) bool {
	if s.all && (len(d.nodes) == 0 || s.left <= s.idle) {
		return len(d.nodes) > 0
	}
	return d.time+imbalance*time >= s.share
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
