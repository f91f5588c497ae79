package partition

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

func (o Options) warn(op *ir.Op, help, format string, args ...any) {
	if o.Warn == nil {
		return
	}
	o.Warn(ir.Warnf(op, format, args...).WithHelp(help))
}

// warnDivided warns that a divided function stays unchanged, whatever the options are.
func (o Options) warnDivided(f fn.Func) {
	o.warn(f.Op, "run cluster-inline first to divide it again", "@%s is divided already, and is not changed", f.SymName())
}

// warnParts warns about attributes that name a part but have no effect. If the strategy ignores the
// attribute, it reports only the first such operation. Otherwise it reports constants and nested
// operations with the attribute.
func (o Options) warnParts(g *irplace.Func) {
	if o.Warn == nil {
		return
	}
	_, assigned := o.Strategy.(placement.Assigned)
	reads := assigned && !o.NoRepair && o.Config == nil && o.Assignment == nil
	for v, op := range g.Ops {
		_, named := cluster.PartName(op)
		switch {
		case !reads && firstPart(op) != nil:
			at := firstPart(op)
			name, _ := cluster.PartName(at)
			o.warn(at, "use strategy user without a file, which applies the attribute, or remove the attribute",
				"is to be in part '%s' by its attribute %s, which %s does not read", name, cluster.PartAttr, o.reader())
			return // once: the other warnings would be similar
		case named && g.IsConstant(int32(v)):
			o.warn(op, "put the attribute on the readers of the constant", "has attribute %s, but is a constant, which is copied to each cluster that reads it", cluster.PartAttr)
		case op.NumRegions() > 0 && reads:
			o.warnInside(op)
		}
	}
}

// warnOnce warns that a program runs once although an option requests repetition.
func (o Options) warnOnce(p *Plan) {
	if !o.SaturateHost && o.SaturateDevices == 0 {
		return
	}
	option, backends := "saturate-host", map[string]bool{}
	if o.SaturateDevices > 0 {
		option = "saturate-devices"
	}
	for _, k := range p.Clusters {
		if k.Part == nil {
			continue // no device accepts its operation
		}
		if k.Part.Instances > 1 {
			return
		}
		backends[k.Part.Backend] = true
	}
	if len(backends) == 0 {
		return // nothing runs on a device
	}
	why, help := "a second copy of its partitions needs more devices than it may use", "list more devices with as much memory as the others, raise the number of saturate-devices"
	if len(backends) > 1 {
		why, help = "its partitions run on devices of several backends", "list devices of one backend"
	}
	o.warn(p.Fn.Op, help+", or leave the option out", "is not repeated as %s requests: %s", o.Called.Option(option), why)
}

// warnGroups warns about the first operation that is not in the same cluster as the rest of its
// fusion group. This happens only with [Options].NoRepair.
func (o Options) warnGroups(p *Plan) {
	groups := o.groups(p.Func)
	if groups == nil {
		return
	}
	first := map[int32]int32{} // by group
	for v, k := range groups.Of {
		if k == placement.None || p.IsConstant(int32(v)) {
			continue
		}
		u, met := first[k]
		if !met {
			first[k] = int32(v)
			continue
		}
		if p.Of[u] != p.Of[v] {
			o.warn(p.Ops[v], "leave out "+o.Called.Option("no-repair")+": fusion groups then stay together",
				"is in fusion group '%s', but not in the same cluster as %s: %s ignores fusion groups", groups.Names[k], p.Name(u), o.Called.Option("no-repair"))
			return
		}
	}
}

// warnInstead warns that the strategy used a different division than usual, and why.
func (o Options) warnInstead(p *Plan) {
	if p.Instead != "" {
		o.warn(p.Fn.Op, "give the devices more memory, or ignore this warning", "%s", p.Instead)
	}
}

// WarnRoom warns if a given division reserves more memory on a device than the device has, or moves
// more values to a device than it accepts. This is no error, since the user chose the division.
func (o Options) WarnRoom(p *Plan) {
	if _, given := o.Strategy.(placement.Ordered); !given || o.Warn == nil {
		return
	}
	model, err := o.model(p.Func)
	if err != nil {
		return // the passes that place operations have reported it
	}
	for d, s := range model.Specs {
		bytes, values, names := p.reserved(int32(d))
		switch {
		case s.Memory > 0 && bytes > s.Memory:
			o.warn(p.Fn.Op, "give the device more memory, ask for fewer contexts or replicas, or put a partition on another device",
				"@%s needs %d bytes for its partitions on device '%s' (%s), which has %d", p.Fn.SymName(), bytes, s.Name, strings.Join(names, ", "), s.Memory)
		case s.Peers > 0 && values > s.Peers:
			o.warn(p.Fn.Op, "increase the limit 'peers' of the device (0 means no limit), or put a partition on another device",
				"the partitions of @%s on device '%s' (%s) read %d values from other partitions, but the device accepts %d", p.Fn.SymName(), s.Name, strings.Join(names, ", "), values, s.Peers)
		}
	}
}

// reserved returns the bytes that a device reserves for its parts, the number of values that it
// receives from other clusters, and the names of the parts.
func (p *Plan) reserved(device int32) (bytes, values int64, names []string) {
	for _, k := range p.Clusters {
		if k.Part == nil || !slices.Contains(k.Part.Physical, device) {
			continue
		}
		m := k.Part.Memory
		each := float64(m.In+m.Out)*float64(max(1, m.Contexts)) + float64(m.Constants)
		bytes = min(bytes+int64(min(each*float64(max(1, k.Part.Replicas)), 1<<61)), 1<<61)
		values += int64(k.Part.Memory.Peers) * int64(max(1, k.Part.Memory.Contexts))
		names = append(names, k.Part.Name)
	}
	return bytes, values, names
}

// firstPart returns the first operation that names a part, among op and its nested operations, or
// nil.
func firstPart(op *ir.Op) (first *ir.Op) {
	op.Walk(func(o *ir.Op) bool {
		if _, named := cluster.PartName(o); named && first == nil {
			first = o
		}
		return first == nil
	})
	return first
}

// reader returns the name of the option or strategy that does not read the attributes.
func (o Options) reader() string {
	switch {
	case o.NoRepair:
		return o.Called.Option("no-repair")
	case o.Config != nil:
		return "a division by a file"
	}
	return "strategy " + o.Strategy.Name()
}

// warnInside warns about nested operations that name a part. No strategy reads their attributes.
func (o Options) warnInside(holder *ir.Op) {
	own, _ := cluster.PartName(holder)
	holder.Walk(func(op *ir.Op) bool {
		if name, ok := cluster.PartName(op); ok && name != own {
			o.warn(op, "put the attribute on '"+holder.Name()+"'", "is to be in part '%s', but is placed with '%s', which contains it", name, holder.Name())
		}
		return true
	})
}
