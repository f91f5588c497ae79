package affinity

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// checkHolders fails if a module or a function names a device, which would have no effect.
// Only functions outlined from a cluster, for a launch, name their device.
func checkHolders(m ir.Module) error {
	launched := map[string]bool{}
	m.Op.Walk(func(op *ir.Op) bool {
		if l, ok := ir.As[cluster.Launch](op); ok {
			launched[l.CalleeName()] = true
		}
		return true
	})
	var errs diag.List
	if name, ok := cluster.DeviceOf(m.Op); ok {
		errs = append(errs, ir.Errorf(m.Op, "has attribute %s, which only operations inside of functions may have", cluster.DeviceAttr).
			WithHelp("put '"+name+"' first in the list of devices, or write the rule 'pin op * to "+name+"'"))
	}
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		name, pinned := cluster.DeviceOf(op)
		if ok && pinned && !launched[f.SymName()] {
			errs = append(errs, ir.Errorf(op, "has attribute %s, which only operations inside of functions may have", cluster.DeviceAttr).
				WithHelp("put it on those operations, or write the rule 'pin symbol @"+f.SymName()+" to "+name+"'"))
		}
	}
	return errs.Limit(ir.MaxErrors).Err()
}
