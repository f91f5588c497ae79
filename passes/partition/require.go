package partition

import (
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// idle fails if a required device runs no cluster. The pass affinity cannot check this, since
// strategies and costs move operations. The plans were computed with the options o.
func (o Options) idle(plans []*Plan, devices []string) error {
	busy := map[string]bool{}
	for _, p := range plans {
		for _, c := range p.Clusters {
			busy[p.DeviceName(c.Device)] = true
		}
	}
	return irplace.CheckRequired(o.Require, devices, func(name string) bool { return busy[name] }, func(name string) (string, []string) {
		const pin = "pin operations to it with cluster.device or a rule"
		ordered, isOrdered := o.Strategy.(placement.Ordered)
		what, option := o.mover()
		switch {
		case isOrdered:
			return ordered.Idle(name)
		case what == "":
			return "", []string{pin}
		}
		return "; " + what + " may have moved its operations to other devices", []string{pin + ", since pinned operations are not moved", "or " + option}
	})
}

// Overrides reports whether operations may leave the devices that affinity chose: because the
// strategy applies a given division, or because the strategy or an option moves operations.
func (o Options) Overrides() bool {
	_, given := o.Strategy.(placement.Ordered)
	what, _ := o.mover()
	return given || what != ""
}

// mover returns the option or strategy that moves operations, and advice to avoid it. Both are ""
// if none moves operations.
func (o Options) mover() (what, instead string) {
	_, mover := o.Strategy.(placement.Mover)
	_, fleet := o.Strategy.(placement.FleetStrategy)
	switch {
	case o.Cost:
		return o.Called.Option("cost"), o.leaveOut("cost")
	case o.MinSize > 0:
		return "the least size of clusters", o.leaveOut("min-size")
	case o.Fits():
		return o.fitOption(), "leave " + o.fitOption() + " out"
	case mover || fleet:
		return "strategy " + o.Strategy.Name(), "divide with strategy contract, which moves no operations"
	}
	return "", ""
}

func (o Options) leaveOut(option string) string { return "leave " + o.Called.Option(option) + " out" }
