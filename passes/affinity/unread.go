package affinity

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// warn reports pins without effect and attributes that no pass reads.
func (o Options) warn(m ir.Module, all []Choice, devices []irplace.Device) {
	if o.Warn == nil {
		return
	}
	u := &unread{at: map[*ir.Op]string{}}
	for _, c := range all {
		if c.Device >= 0 {
			u.at[c.Op] = devices[c.Device].Name
		}
	}
	entries := irplace.Entries(m)
	for _, f := range entries {
		u.function(f)
	}
	u.functions(m, entries)
	u.misspelled(m)
	errs := append(shadowed(all, devices, o), u.warnings...)
	for _, d := range errs.Limit(ir.MaxErrors) {
		o.Warn(d)
	}
}

// unread finds attributes of the dialect cluster that no pass reads.
type unread struct {
	at       map[*ir.Op]string // devices of placed operations
	warnings diag.List
}

func (u *unread) say(op *ir.Op, help, format string, args ...any) {
	u.warnings = append(u.warnings, ir.Warnf(op, format, args...).WithHelp(help))
}

// function checks the operations of an entry function (see [irplace.Entries]).
func (u *unread) function(f fn.Func) {
	for op := range f.Entry().Ops() {
		switch {
		case op == f.Entry().Last():
			u.end(op)
		case irplace.IsConstant(op):
			u.constant(op, f)
		case op.NumRegions() > 0:
			u.inside(op)
		}
	}
}

// end checks the terminator of a function.
func (u *unread) end(op *ir.Op) {
	if name := said(op); name != "" {
		u.say(op, "leave the attribute out, or put it on the operations that compute the values", "has attribute %s, but is the terminator of its function, and terminators run on no device", name)
	}
}

// constant checks a constant, which is placed with its readers. It warns if the constant has a
// device attribute but one of its readers is on another device, or none is on this device. It warns
// about any other placement attribute except cluster.part, since it has no effect on a constant.
func (u *unread) constant(op *ir.Op, f fn.Func) {
	const help = "put the attribute on the readers of the constant"
	if name := said(op); name != "" && name != cluster.DeviceAttr && name != cluster.PartAttr {
		u.say(op, help, "has attribute %s, but is a constant, which is copied to each cluster that reads it", name)
	}
	device, ok := cluster.DeviceOf(op)
	if !ok {
		return
	}
	var others []string
	obeyed := false
	for use := range op.Result().Uses() {
		reader := use.Owner()
		for reader.Block() != f.Entry() {
			reader = reader.Parent()
		}
		switch at := u.at[reader]; {
		case at == device:
			obeyed = true
		case at != "" && !slices.Contains(others, at):
			others = append(others, at)
		}
	}
	if len(others) > 0 {
		slices.Sort(others)
		u.say(op, help, "is a constant for device '%s', but its reader is on device '%s'", device, others[0])
	} else if !obeyed {
		u.say(op, help, "is a constant for device '%s', but no operation on this device reads it", device)
	}
}

// inside checks nested constants and terminators, whose attributes do not pin their parent.
func (u *unread) inside(holder *ir.Op) {
	holder.Walk(func(op *ir.Op) bool {
		if op == holder || !op.Terminator() && !irplace.IsConstant(op) {
			return true
		}
		device, _ := cluster.DeviceOf(op)
		if name := said(op); name != "" && name != cluster.PartAttr && (name != cluster.DeviceAttr || device != u.at[holder]) {
			where := "on device '" + u.at[holder] + "'"
			if u.at[holder] == "" {
				where = "which no device supports"
			}
			u.say(op, "put the attribute on '"+holder.Name()+"', or on the operations that compute inside it",
				"has attribute %s, but is placed with '%s', %s", name, holder.Name(), where)
		}
		return true
	})
}

// functions checks the attributes of functions. It also checks the operations of functions that are
// not divided.
func (u *unread) functions(m ir.Module, entries []fn.Func) {
	funcs := map[string]fn.Func{}
	var all []fn.Func
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && !f.IsDeclaration() {
			funcs[f.SymName()] = f
			all = append(all, f)
		}
	}
	reached := map[string]bool{}
	for next := slices.Clone(entries); len(next) > 0; {
		f := next[len(next)-1]
		next = next[:len(next)-1]
		if reached[f.SymName()] {
			continue
		}
		reached[f.SymName()] = true
		f.Op.Walk(func(op *ir.Op) bool {
			ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) {
				if g, ok := funcs[r.Root]; ok && !reached[r.Root] {
					next = append(next, g)
				}
			})
			return true
		})
	}
	inlined := map[string]bool{} // names of parts that functions list
	for _, f := range all {
		for _, p := range cluster.PartsOf(f.Op) {
			inlined[p.Name] = true
		}
	}
	divided := map[string]bool{}
	for _, f := range entries {
		divided[f.SymName()] = true
	}
	for _, f := range all {
		if _, made := cluster.DeviceOf(f.Op); made {
			continue
		}
		if p, part := cluster.PartOf(f.Op); part && !inlined[p.Name] {
			u.say(f.Op, "run part-inline first, or leave the attribute out", "has attribute %s, which only the pass part-inline reads", cluster.PartAttr)
		}
		switch {
		case divided[f.SymName()]:
			continue
		case reached[f.SymName()]:
			u.called(f)
		default:
			u.stranded(f)
		}
		u.undivided(f)
	}
}

// called checks a function that a divided function calls. Its constants and terminators cannot pin
// the callers.
func (u *unread) called(f fn.Func) {
	f.Op.Walk(func(op *ir.Op) bool {
		name := said(op)
		if name != "" && name != cluster.PartAttr && (op.Terminator() || irplace.IsConstant(op)) {
			u.say(op, "put the attribute on the callers, or on the operations that compute in @"+f.SymName(),
				"has attribute %s, but is placed with the callers of @%s", name, f.SymName())
		}
		return true
	})
}

// undivided warns about attributes that only divided functions may have.
func (u *unread) undivided(f fn.Func) {
	const help = "put the attribute on a function that is divided, or leave it out"
	if !f.Op.Discardable(cluster.PartsAttr).IsNil() {
		u.say(f.Op, help, "has attribute %s, but @%s is not divided", cluster.PartsAttr, f.SymName())
	}
	for i := range f.Entry().NumArgs() {
		if irplace.Static(f.Entry().Arg(i)) {
			u.say(f.Op, help, "argument #%d has attribute %s, but @%s is not divided", i, cluster.StaticAttr, f.SymName())
		}
	}
}

// stranded warns that the placement attributes in a function without callers have no effect.
func (u *unread) stranded(f fn.Func) {
	var first *ir.Op
	f.Op.Walk(func(op *ir.Op) bool {
		if first == nil && op != f.Op && said(op) != "" {
			first = op
		}
		return first == nil
	})
	if first != nil {
		u.say(first, "call @"+f.SymName()+", make it public, or leave the attribute out",
			"has attribute %s, but is in @%s, which no divided function calls", said(first), f.SymName())
	}
}

// misspelled warns about attributes of unknown dialects whose names resemble the names of placement
// attributes. The verifier checks attributes of the dialect cluster.
func (u *unread) misspelled(m ir.Module) {
	met := map[string]bool{}
	m.Op.Walk(func(op *ir.Op) bool {
		for _, a := range op.DiscardableAttrs() {
			dialect, _, _ := strings.Cut(a.Name, ".")
			if met[a.Name] || m.Op.Registry().Dialect(dialect) != nil {
				continue
			}
			met[a.Name] = true
			if near, ok := diag.Suggest(a.Name, slices.Values(cluster.Attrs())); ok {
				u.say(op, "did you mean '"+near+"'?", "has attribute %s, which no pass reads", a.Name)
			}
		}
		return true
	})
}

// said returns the name of the first placement attribute of op, or "".
func said(op *ir.Op) string {
	for _, name := range []string{cluster.DeviceAttr, cluster.GroupAttr, cluster.CandidatesAttr, cluster.PartAttr} {
		if !op.Discardable(name).IsNil() {
			return name
		}
	}
	return ""
}
