// Package user is the partition strategy that applies the user's division. A file, or an
// attribute, names the partition of each operation.
//
// The division may list one partition without operations. This partition gets all unassigned
// operations.
package user

import (
	"context"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
)

// Strategy is the strategy user.
type Strategy struct{}

// Name returns "user".
func (Strategy) Name() string { return "user" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return fleet.Reads(placement.ConfigOption) }

// Fleet implements [placement.FleetStrategy].
func (Strategy) Fleet() {}

// Moves implements [placement.Mover]: a partition's backend may differ from the backend of the
// device that was chosen for its operations.
func (Strategy) Moves() {}

// Assigned implements [placement.Assigned].
func (Strategy) Assigned() (complete bool) { return false }

// Partition implements [placement.Strategy].
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, _ placement.Logger) (*placement.Partition, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o.Assignment == nil {
		return nil, &placement.PartError{
			Part:    placement.None,
			Message: "has no division for strategy user",
			Help:    "set the attribute cluster.part on operations, or pass a file: config=FILE of the pass partition, --partition-config=FILE of lathe",
		}
	}
	f, err := fleet.New(g, o)
	if err != nil {
		return nil, err
	}
	sets, err := f.Assign(o.Assignment, false)
	if err != nil {
		return nil, err
	}
	if err := f.CheckOrder(sets); err != nil {
		return nil, err
	}
	return f.Finish(sets, o, s.Name())
}
