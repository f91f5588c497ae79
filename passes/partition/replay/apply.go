package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	dialect "github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Pin assigns each operation of m to the device of its cluster, as if it were pinned. It fails,
// without changes, if f is not a partition of m among devices. Unless f overrules pins, it also
// fails if an operation is pinned to a different device. The function "pinned" returns the device
// to which an operation is pinned, and a description of the pin. undo restores the devices.
func (f *File) Pin(m ir.Module, devices []string, pinned func(op *ir.Op) (device, by string)) (undo func(), err error) {
	var errs diag.List
	pins := map[*ir.Op]string{}
	entries := irplace.Entries(m)
	for _, part := range f.funcs {
		i := slices.IndexFunc(entries, func(e fn.Func) bool { return e.SymName() == part.Name })
		if i < 0 {
			errs = append(errs, f.noFunction(part, entries))
			continue
		}
		errs = append(errs, f.match(part, entries[i], devices, pins)...)
	}
	for _, e := range entries {
		if !slices.ContainsFunc(f.funcs, func(p *function) bool { return p.Name == e.SymName() }) {
			errs = append(errs, ir.Errorf(e.Op, "@%s is divided among devices, but '%s' does not contain it", e.SymName(), f.src.Name).
				WithHelp("make a new partition with lathe plan --partition-to=FILE"))
		}
	}
	if len(errs) == 0 {
		errs = f.clashes(devices)
	}
	if len(errs) > 0 {
		return nil, errs.Limit(ir.MaxErrors)
	}
	if errs := f.against(pins, pinned); len(errs) > 0 && !f.overrules {
		return nil, errs.Limit(ir.MaxErrors)
	}
	return pin(pins), nil
}

// Overrules reports whether the devices of f take precedence over pins and lists of
// candidates.
func (f *File) Overrules() bool { return f.overrules }

// against returns an error for each operation that f places on a different device than its pin.
func (f *File) against(pins map[*ir.Op]string, pinned func(op *ir.Op) (device, by string)) (errs diag.List) {
	byID := map[uint32]*ir.Op{}
	for op := range pins {
		byID[op.ID()] = op
	}
	for _, part := range f.funcs {
		for _, c := range part.Clusters {
			for _, m := range c.Ops {
				id, _ := m.id()
				op := byID[id]
				device, by := pinned(op)
				if device == "" || device == c.Device {
					continue
				}
				d := f.at(m, "operation %s ('%s') is in a cluster for device '%s', but is pinned to device '%s' by the %s", m.ID, op.Name(), c.Device, device, by)
				errs = append(errs, ir.NoteAt(d, op, "the operation").
					WithHelp("put the operation into a cluster for '"+device+"', or change the pin: the "+by))
			}
		}
	}
	return errs
}

// pin sets devices and returns a function that restores them.
func pin(pins map[*ir.Op]string) (undo func()) {
	before := map[*ir.Op]ir.Attr{}
	for op, device := range pins {
		before[op] = op.Discardable(dialect.DeviceAttr)
		dialect.SetDevice(op, device)
	}
	return func() {
		for op, a := range before {
			op.SetDiscardable(dialect.DeviceAttr, a)
		}
	}
}

func (f *File) noFunction(part *function, entries []fn.Func) *diag.Diagnostic {
	var names []string
	for _, e := range entries {
		names = append(names, "@"+e.SymName())
	}
	d := f.errorf(part.Pos, len("func"), "the module has no function @%s to divide; have %s", part.Name, strings.Join(names, ", "))
	return d.WithHelp("make a new partition with lathe plan --partition-to=FILE: this partition is for another module")
}

// match compares a function's section of the text with the function, and adds the device of each
// operation to the map pins.
func (f *File) match(part *function, e fn.Func, devices []string, pins map[*ir.Op]string) diag.List {
	if got := fmt.Sprintf("%016x", Hash(e)); got != part.Hash {
		return diag.List{f.errorf(part.Pos, len("func"), "the partition is for another module: @%s had the hash %s, but has %s here", part.Name, part.Hash, got).
			WithHelp("make a new partition with lathe plan --partition-to=FILE")}
	}
	byID := map[uint32]*ir.Op{}
	for op := range e.Entry().Ops() {
		if op != e.Entry().Last() {
			byID[op.ID()] = op
		}
	}
	if part.Ops != len(byID) {
		return diag.List{f.errorf(part.Pos, len("func"), "@%s must have 'ops %d', but has %d", part.Name, len(byID), part.Ops).
			WithHelp(fmt.Sprintf("write ops %d: constants count, the terminator of the function does not", len(byID)))}
	}
	var errs diag.List
	for _, c := range part.Clusters {
		if !slices.Contains(devices, c.Device) {
			errs = append(errs, f.errorf(c.Pos, len("cluster"), "cluster is for device '%s', but the devices are %s", c.Device, strings.Join(devices, ", ")).
				WithHelp("add this device to the list of devices, or give another device"))
		} else if c.Part != nil {
			if _, bad := f.kept(c, devices); bad != nil {
				errs = append(errs, bad)
			}
		}
		for _, m := range c.Ops {
			op, d := f.find(part, m, byID)
			if d != nil {
				errs = append(errs, d)
			}
			if op != nil {
				pins[op] = c.Device
			}
		}
	}
	for op := range e.Entry().Ops() {
		if _, ok := pins[op]; !ok && op != e.Entry().Last() && !irplace.IsConstant(op) {
			errs = append(errs, f.errorf(part.Pos, len("func"), "operation #%d of @%s ('%s') must be in a cluster, but is in none", op.ID(), part.Name, op.Name()).
				WithHelp(fmt.Sprintf("add #%d to one of the clusters", op.ID())))
		}
	}
	return errs
}

// clashes returns errors for parts whose logical device ids contradict each other: two devices have
// the same id, or one device has two ids.
func (f *File) clashes(devices []string) (errs diag.List) {
	for _, of := range f.funcs {
		var parts []*part
		var kept []dialect.Part
		for _, c := range of.Clusters {
			if c.Part != nil {
				k, _ := f.kept(c, devices)
				parts, kept = append(parts, c.Part), append(kept, k)
			}
		}
		if c := dialect.Clash(kept); c != nil {
			other := parts[c.Other].Pos.Offset
			d := f.errorf(parts[c.Part].Pos, len("as"), "%s", c.Message).WithHelp(dialect.NumberHelp)
			errs = append(errs, d.Note(diag.Span{Src: f.src, Start: other, End: other + len("as")}, "the other partition"))
		}
	}
	return errs
}

// find returns the operation that m identifies, or an error. If only the kind in m is wrong, it
// returns both.
func (f *File) find(part *function, m *member, byID map[uint32]*ir.Op) (*ir.Op, *diag.Diagnostic) {
	id, ok := m.id()
	op := byID[id]
	switch {
	case !ok || op == nil:
		return nil, f.at(m, "@%s has no operation %s", part.Name, m.ID).WithHelp("lathe plan --json lists the ids")
	case irplace.IsConstant(op):
		return nil, f.at(m, "operation %s is a constant, which is copied to every cluster that reads it", m.ID).WithHelp("leave the constant out")
	case m.Kind != "" && m.Kind != op.Name():
		return op, f.at(m, "operation %s must be '%s', but is '%s'", m.ID, m.Kind, op.Name()).
			WithHelp("correct the id or the name; names may be left out")
	}
	return op, nil
}

// Refused returns the error about an operation that the device of its cluster does not support. ok
// is false if the text does not contain the operation.
func (f *File) Refused(op *ir.Op, device, why string) (d *diag.Diagnostic, ok bool) {
	for _, part := range f.funcs {
		for _, c := range part.Clusters {
			for _, m := range c.Ops {
				if id, _ := m.id(); id != op.ID() {
					continue
				}
				d := f.at(m, "operation %s ('%s') is in a cluster for device '%s', which does not support it: %s", m.ID, op.Name(), device, why)
				return ir.NoteAt(d, op, "the operation"), true
			}
		}
	}
	return nil, false
}

// Strategy returns a strategy that divides functions as the text describes. The functions'
// operations must be on the devices that Pin assigns.
func (f *File) Strategy() placement.Strategy { return strategy{f} }

type strategy struct{ file *File }

var _ placement.Ordered = strategy{}

// Name implements placement.Strategy.
func (strategy) Name() string { return "replay" }

// Idle implements placement.Ordered.
func (s strategy) Idle(device string) (why string, help []string) {
	return fmt.Sprintf(": no cluster of '%s' is for it", s.file.src.Name), []string{"put operations into a cluster for '" + device + "'"}
}

// Partition implements placement.Strategy.
func (s strategy) Partition(ctx context.Context, g *placement.Graph, _ placement.Options, _ placement.Logger) (*placement.Partition, error) {
	of, where := make([]int32, g.Len()), map[uint32]int32{}
	var clusters []*cluster
	for _, part := range s.file.funcs {
		for _, c := range part.Clusters {
			for _, m := range c.Ops {
				id, _ := m.id()
				where[id] = int32(len(clusters))
			}
			clusters = append(clusters, c)
		}
	}
	for v := range of {
		c, ok := where[g.Op[v]]
		if !ok && !g.IsConstant(int32(v)) {
			return nil, fmt.Errorf("%s must be in a cluster, but is in none", g.Name(int32(v)))
		}
		of[v] = c
	}
	p := placement.NewPartition(g, of, "replay")
	err := placement.Verify(g, p)
	var cyclic *placement.CyclicError
	if errors.As(err, &cyclic) {
		first := clusters[of[cyclic.Cycle.Path[0].From]]
		return nil, s.file.errorf(first.Pos, len("cluster"), "clusters must not wait for each other in a cycle, but do: %s", cyclic.Cycle.Text(g, p)).
			WithHelp("move one of these operations to a new cluster")
	}
	if err == nil {
		err = s.file.parts(g, p, of, clusters)
	}
	if err != nil {
		return nil, err
	}
	return p, ctx.Err()
}
