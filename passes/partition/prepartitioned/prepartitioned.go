// Package prepartitioned is the partition strategy for programs that are already divided into
// functions, one for each partition. The pass part-inline inlines these functions and marks their
// operations.
//
// All devices must be of one backend, and each operation must be in a partition.
package prepartitioned

import (
	"context"
	"fmt"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
)

// Strategy is the strategy prepartitioned.
type Strategy struct{}

// Name returns "prepartitioned".
func (Strategy) Name() string { return "prepartitioned" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return fleet.Reads(placement.ConfigOption) }

// Fleet implements [placement.FleetStrategy].
func (Strategy) Fleet() {}

// Assigned implements [placement.Assigned].
func (Strategy) Assigned() (complete bool) { return true }

// Partition implements [placement.Strategy].
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, _ placement.Logger) (*placement.Partition, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o.Assignment == nil {
		return nil, &placement.PartError{
			Part:    placement.None,
			Message: "is not divided: no function that it calls has the attribute cluster.part, or the pass part-inline has not run",
			Help:    "make the function of each part private: a public function is divided as a separate program",
		}
	}
	model := o.Costs(g)
	for i := range model.Specs {
		if a, b := model.Specs[0].Kind(), model.Specs[i].Kind(); a != b {
			return nil, fmt.Errorf("devices must be of one backend, but are of '%s' and '%s'", a, b)
		}
	}
	f, err := fleet.New(g, o)
	if err != nil {
		return nil, err
	}
	sets, err := f.Assign(o.Assignment, true)
	if err != nil {
		return nil, err
	}
	if err := f.CheckOrder(sets); err != nil {
		return nil, err
	}
	return f.Finish(sets, o, s.Name())
}
