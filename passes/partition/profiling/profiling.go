// Package profiling is the partition strategy for gathering statistics of values. Like the first
// step of the strategy memory, it divides the program into runs of nodes that the same devices
// accept. So operations and values have the same names as in a later division by the strategy
// memory. But profiling runs every cluster on one backend.
package profiling

import (
	"context"
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
)

// Strategy is the strategy profiling.
type Strategy struct{}

// Name returns "profiling".
func (Strategy) Name() string { return "profiling" }

// Reads implements [placement.Configured].
func (Strategy) Reads() []string { return []string{"join", "profile-on"} }

// Fleet implements [placement.FleetStrategy].
func (Strategy) Fleet() {}

// Single marks the strategy as a strategy that refuses programs with several functions.
func (Strategy) Single() {}

// Partition implements [placement.Strategy]. It ignores memory limits.
func (s Strategy) Partition(ctx context.Context, g *placement.Graph, o placement.Options, _ placement.Logger) (*placement.Partition, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := fleet.New(g, o)
	if err != nil {
		return nil, err
	}
	backend := o.ProfileOn
	if backend == "" {
		backend = "ref"
	}
	device := deviceOf(backend, f.Model.Specs)
	var sets []*fleet.Set
	for i, run := range f.Runs() {
		set := f.Set(f.Of[run[0]], slices.Clone(run))
		set.Name, set.Backend, set.RunOn, set.Logical = fmt.Sprintf("part%d", i+1), backend, device, []int64{int64(i)}
		sets = append(sets, set)
	}
	return f.Partition(sets, s.Name()), nil
}

// deviceOf returns the name of the device that runs all clusters: the first of backend, backend.0,
// backend.1, … that is not listed, or is listed without restrictions as a device of this backend.
func deviceOf(backend string, listed []placement.Spec) string {
	name := backend
	for n := 0; ; n++ {
		i := slices.IndexFunc(listed, func(s placement.Spec) bool { return s.Name == name })
		if i < 0 || listed[i].Kind() == backend && free(&listed[i]) {
			return name
		}
		name = fmt.Sprint(backend, ".", n)
	}
}

// free reports whether a device has no allow or deny list, and no limit on memory or on values from
// other devices.
func free(s *placement.Spec) bool {
	return len(s.Allow) == 0 && len(s.Deny) == 0 && s.Memory == 0 && s.Peers == 0
}
