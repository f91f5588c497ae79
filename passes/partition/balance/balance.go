// Package balance is the partition strategy that gives the devices of each backend equal
// run times. For equal devices it is Glow's strategy.
//
// A division by memory, [fleet.Fleet.Cut], gives the number of devices needed. Then nodes are taken
// in topological order, highest level first (see [fleet.Levels]). Each node goes to the first
// device that has room and time left and is not before a device of the node's producers. Device
// numbers never decrease along an edge, so partitions can run in sequence.
//
// The strategy also divides the nodes, in topological order, into consecutive parts. It uses this
// division instead if, in the first division, the busiest device is busy more than 5 % longer. The
// consecutive parts may use more devices than memory requires. A further device is used if it saves
// the busiest device more time than the additional launches and copies take.
//
// Glow fails or divides by memory if devices differ, if operations need several backends, or if the
// nodes do not fit. In these cases, the strategy compares several divisions, and chooses the
// division whose slowest device runs for the shortest time. Glow counts a constant once for each
// node that reads it, and ignores values from other devices. This strategy counts the memory that a
// device actually needs.
package balance

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
)

// Strategy is the strategy balance.
type Strategy struct{}

// Name returns "balance".
func (Strategy) Name() string { return "balance" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string {
	return fleet.Reads(append(placement.EconomyOptions(), "devices")...)
}

// Fleet implements [placement.FleetStrategy].
func (Strategy) Fleet() {}

// imbalance is a fraction of the time of a device's last node. This node may exceed the device's
// share of the time by less than this fraction.
const imbalance = 0.5

// Partition implements [placement.Strategy].
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := fleet.New(g, o)
	if err != nil {
		return nil, err
	}
	if o.Devices > 1 && len(f.Order) > 0 {
		return s.among(f, o, log)
	}
	if whole, ok := f.Whole(); ok {
		p, err := f.Finish([]*fleet.Set{whole}, o, s.Name())
		if err != nil {
			return nil, err
		}
		return s.widen(ctx, f, p, o)
	}
	if f.Alike() {
		if p, err := s.balanced(f, 1, o, log); p != nil && err == nil {
			return s.widen(ctx, f, p, o)
		}
	}
	p, err := s.even(f, o, log)
	if err != nil {
		return nil, err
	}
	return s.widen(ctx, f, p, o)
}

// slack is the fraction by which the busiest device may be busier than in the best division into
// consecutive parts, before widen uses this division instead.
const slack = 0.05

// widen returns p, or a faster division into consecutive parts. On as many devices as p, a division
// must be faster than p by more than the slack. Then widen adds devices, as long as each saves the
// busiest device more time than the additional launches and copies take.
func (s Strategy) widen(ctx context.Context, f *fleet.Fleet, p *placement.Partition, o placement.Options) (*placement.Partition, error) {
	used := f.Busy(p)
	if found := s.consecutive(f, fleet.Goal{Even: true, Most: used}, o); len(found) > 0 {
		if q := shortest(f, found); f.Busiest(q)*(1+slack) < f.Busiest(p) {
			p = q
		}
	}
	if o.SaturateHost || o.SaturateDevices > 0 {
		return p, nil // further devices are not used for parts: they get copies of the partitions
	}
	for grown := true; grown; {
		grown = false
		for _, backend := range slices.Sorted(maps.Keys(used)) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			more := maps.Clone(used)
			more[backend]++
			found := s.consecutive(f, fleet.Goal{Even: true, Most: more}, o)
			if len(found) == 0 {
				continue
			}
			q := shortest(f, found)
			slower := f.Model.CostOf(f.G, q).Total() - f.Model.CostOf(f.G, p).Total()
			if f.Busy(q)[backend] > used[backend] && f.Busiest(q)+max(0, slower) < f.Busiest(p) {
				p, used, grown = q, f.Busy(q), true
			}
		}
	}
	return p, nil
}

// balanced divides among as many devices as the division by memory needs ([fleet.Fleet.Cut]), but
// at least among "least" devices. It returns nil if a node must be alone or fits no device, or if
// there are too few devices.
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

// even compares three kinds of divisions: equal times spread over devices, consecutive parts, and
// the division by memory. It returns the division whose slowest device runs for the shortest time.
// If the division by memory fits, it gives the number of devices of each backend.
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
			byMemory.Instead = "is divided as with strategy memory: no division with equal times on equal devices was found that fits their memory"
		}
		found = append(found, byMemory)
	}
	if len(found) == 0 {
		return nil, failed
	}
	return shortest(f, found), nil
}

// shortest returns the division whose slowest device runs for the shortest time.
func shortest(f *fleet.Fleet, found []*placement.Partition) *placement.Partition {
	return slices.MinFunc(found, func(a, b *placement.Partition) int { return cmp.Compare(f.Longest(a), f.Longest(b)) })
}

// consecutive returns the most even divisions into consecutive parts.
func (s Strategy) consecutive(f *fleet.Fleet, goal fleet.Goal, o placement.Options) (found []*placement.Partition) {
	for _, sets := range f.Consecutive(goal) {
		if p, err := f.Finish(sets, o, s.Name()); err == nil {
			found = append(found, p)
		}
	}
	return found
}

// among divides the program among at least as many devices as the option "devices" requests. If
// this is impossible, it returns an error with the reason.
func (s Strategy) among(f *fleet.Fleet, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	n, option := o.Devices, o.Called.Option("devices")
	if !f.Homogeneous() {
		return nil, fmt.Errorf("%s is %d, but this option is only for devices that support the same operations, and these devices differ; leave the option out", option, n)
	}
	c := f.Classes[0]
	switch {
	case n > len(c.Devices):
		return nil, c.TooFew(option, n)
	case n > len(f.Order):
		return nil, fmt.Errorf("%s is %d, but the number of operations to divide is %d; give at most %[3]d", option, n, len(f.Order))
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
	return nil, fmt.Errorf("%s is %d, but no division was found that uses this many devices within their memory; use fewer devices, or leave the option out%s", option, n, f.Fewer())
}

// device holds the nodes assigned to one device.
type device struct {
	*placement.Tally
	time  float64
	nodes []int32
}

// spreader divides nodes, in the order f.Order, among devices.
type spreader struct {
	f       *fleet.Fleet
	devices []*device
	of      []int // device of each node
	share   float64
	all     bool // no device may be left without nodes
	left    int  // number of nodes without a device
	idle    int  // number of devices without nodes
}

// spread divides all nodes among n devices. It returns nil if a node must be alone, or if a node
// fits none of the devices that it may go to. If the parameter "all" is true, no device stays idle
// as long as there are nodes.
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

// put assigns a node to the first device that has time and room for it and is not before a device
// of the node's producers. put returns false if there is no such device. The last device always has
// time.
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

// passes reports whether a node with the given run time skips device d. A node skips the device if
// the device has no time left, or if the idle devices need all remaining nodes.
func (s *spreader) passes(d *device, time float64) bool {
	if s.all && (len(d.nodes) == 0 || s.left <= s.idle) {
		return len(d.nodes) > 0
	}
	return d.time+imbalance*time >= s.share
}

// sets returns a set for each device with nodes. Glow keeps devices without nodes.
func sets(f *fleet.Fleet, devices []*device) []*fleet.Set {
	var out []*fleet.Set
	for _, d := range devices {
		if len(d.nodes) > 0 {
			out = append(out, f.Set(0, d.nodes))
		}
	}
	return out
}
