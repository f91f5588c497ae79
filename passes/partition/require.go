package partition

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Idle fails if devices that are required run nothing of plans, which o made. Affinity's
// word is not the last: strategies and costs move operations.
func (o Options) Idle(plans []*Plan, devices []string) error {
	busy := map[string]bool{}
	for _, p := range plans {
		for _, c := range p.Clusters {
			busy[p.DeviceName(c.Device)] = true
		}
	}
	var errs diag.List
	for _, name := range o.Require {
		switch {
		case busy[name]:
		case !slices.Contains(devices, name):
			errs = append(errs, diag.Errorf(diag.Span{}, "device '%s' is required, but the devices are '%s'", name, strings.Join(devices, "', '")).
				WithHelp("add it to the list of devices"))
		case !o.Moves():
			errs = append(errs, diag.Errorf(diag.Span{}, "device '%s' is required, but runs nothing", name).
				WithHelp("pin operations to it with cluster.device or a rule"))
		default:
			errs = append(errs, diag.Errorf(diag.Span{}, "device '%s' is required, but runs nothing where %s has put operations", name, o.mover()).
				WithHelp("pin operations to it with cluster.device or a rule: those are not moved; or divide with strategy contract alone, which moves none"))
		}
	}
	return errs.Err()
}

// Moves reports whether operations may end on another device than affinity has given them.
func (o Options) Moves() bool {
	_, mover := o.Strategy.(placement.Mover)
	_, fleet := o.Strategy.(placement.FleetStrategy)
	return mover || fleet || o.Cost || o.Fit || o.MinSize > 0
}

// mover is what moves operations.
func (o Options) mover() string {
	switch {
	case o.Cost:
		return "cost"
	case o.MinSize > 0:
		return "the least size of clusters"
	case o.Fit:
		return "fit"
	}
	return "strategy " + o.Strategy.Name()
}

// first fails if a strategy that divides among several devices is to use the first alone.
func (o Options) first() error {
	if _, fleet := o.Strategy.(placement.FleetStrategy); !fleet || !o.NoFallback {
		return nil
	}
	return diag.Errorf(diag.Span{}, "no-fallback and strategy %s exclude each other: it divides operations among all devices of a backend", o.Strategy.Name()).
		WithHelp("use strategy contract, which leaves operations where they are, or leave no-fallback out")
}
