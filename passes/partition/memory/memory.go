// Package memory is the partition strategy that divides a program by the memory of devices.
// It is Glow's strategy for several kinds of devices.
//
// Nodes are taken in topological order, highest level first (see [fleet.Levels]). A partition ends
// where the set of devices that accept the nodes changes, or where the next node would not fit.
// Then nodes move to the partitions of their producers if this does not increase the bytes between
// partitions. Finally, a partition is joined with its only reader if one device has memory for
// both.
package memory

import (
	"context"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
)

// Strategy is the strategy memory.
type Strategy struct{}

// Name returns "memory".
func (Strategy) Name() string { return "memory" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return fleet.Reads(placement.EconomyOptions()...) }

// Fleet implements [placement.FleetStrategy].
func (Strategy) Fleet() {}

// Partition implements [placement.Strategy].
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := fleet.New(g, o)
	if err != nil {
		return nil, err
	}
	if whole, ok := f.Whole(); ok {
		return f.Finish([]*fleet.Set{whole}, o, s.Name())
	}
	return f.Divide(o, s.Name(), log)
}
