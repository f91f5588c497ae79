package affinity

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

// Pins tells of an operation of m what device it is pinned to, and what pins it: its
// attributes before they are changed, or a rule. device is "" where nothing does.
func (o Options) Pins(m ir.Module) func(op *ir.Op) (device, by string) {
	named := map[*ir.Op]*placement.Names{}
	for _, f := range placement.Entries(m) {
		named[f.Op] = o.Names
		if o.Names == nil && len(o.Rules.All()) > 0 {
			named[f.Op] = placement.NewNames(f.Op)
		}
	}
	return func(op *ir.Op) (device, by string) {
		if name, ok := cluster.DeviceOf(op); ok {
			if cluster.Pinned(op) {
				return name, "attribute " + cluster.PinAttr
			}
			return name, "attribute " + cluster.DeviceAttr
		}
		for _, r := range o.Rules.All() {
			if r.Pin && r.Matches(rules.Subject{Op: op, Names: named[op.Parent()]}) {
				return r.Device, "rule '" + r.Text + "'"
			}
		}
		return "", ""
	}
}
