package partition

import (
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
	return placement.CheckRequired(o.Require, devices, func(name string) bool { return busy[name] }, func(name string) (string, []string) {
		const pin = "pin operations to it with cluster.device or a rule"
		ordered, isOrdered := o.Strategy.(ordered)
		what, option := o.mover()
		switch {
		case isOrdered:
			return ordered.Idle(name)
		case what == "":
			return "", []string{pin}
		}
		return " where " + what + " has put operations", []string{pin + ": those are not moved; or " + option}
	})
}

// ordered is a strategy that divides as it is told, and knows where that could be changed.
type ordered interface {
	// Idle says why a device runs nothing, as the end of a sentence, and what to do.
	Idle(device string) (why string, help []string)
}

// Moves reports whether operations may end on another device than affinity has given them,
// or have been ordered to theirs, so that affinity's word is not the last.
func (o Options) Moves() bool {
	_, told := o.Strategy.(ordered)
	_, mover := o.Strategy.(placement.Mover)
	_, fleet := o.Strategy.(placement.FleetStrategy)
	return told || mover || fleet || o.Cost || o.Fit || o.MinSize > 0
}

// mover is what moves operations, and how to be rid of it; "" if nothing does.
func (o Options) mover() (what, instead string) {
	switch leaveOut := func(option string) string { return "leave " + o.Called.Option(option) + " out" }; {
	case o.Cost:
		return o.Called.Option("cost"), leaveOut("cost")
	case o.MinSize > 0:
		return "the least size of clusters", leaveOut("min-size")
	case o.Fit:
		return o.Called.Option("fit"), leaveOut("fit")
	case o.Moves():
		return "strategy " + o.Strategy.Name(), "divide with strategy contract, which moves none"
	}
	return "", ""
}

// first fails if a strategy that divides among several devices is to use the first alone.
func (o Options) first() error {
	if _, fleet := o.Strategy.(placement.FleetStrategy); !fleet || !o.NoFallback {
		return nil
	}
	return diag.Errorf(diag.Span{}, "%s and strategy %s exclude each other: it divides operations among all devices of a backend", o.Called.Option("no-fallback"), o.Strategy.Name()).
		WithHelp("use strategy contract, which leaves operations where they are, or leave " + o.Called.Option("no-fallback") + " out")
}
