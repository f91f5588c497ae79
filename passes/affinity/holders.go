package affinity

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// checkHolders fails if the module or a function has the attribute cluster.device, which would have
// no effect. Functions that launches run, or list as copies, may have this attribute.
func checkHolders(m ir.Module) error {
	launched := map[string]bool{}
	m.Op.Walk(func(op *ir.Op) bool {
		if l, ok := ir.As[cluster.Launch](op); ok {
			launched[l.CalleeName()] = true
			for _, name := range l.Replicas() {
				launched[name] = true
			}
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
				WithHelp("put the attribute on operations of the function, or write the rule 'pin symbol @"+f.SymName()+" to "+name+"'"))
		}
	}
	return errs.Limit(ir.MaxErrors).Err()
}
