package engine

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Named has the devices that a program names, in order of priority, and the device Unpinned.
type Named struct {
	Names []string // includes Unpinned, which the program need not name
	// From describes, for messages, where the program names the devices.
	From string
	// Unpinned is the device that runs the unpinned operations. It is "" if there are none, if
	// Names has fewer than two devices, or if the program lists devices or has clusters.
	Unpinned string
}

// DevicesOf returns the names of the devices that m lists. If m has no list, it returns the devices
// that operations and clusters of m name.
func DevicesOf(m ir.Module) []string {
	if m.Op == nil {
		return nil
	}
	names := irplace.Devices(m)
	if _, listed := cluster.Devices(m.Op); listed {
		return names
	}
	m.Op.Walk(func(op *ir.Op) bool {
		if device, ok := cluster.RunsOn(op); ok && !slices.Contains(names, device) {
			names = append(names, device)
		}
		return true
	})
	return names
}

// Named returns the devices that m names. If m has neither a list of devices nor clusters, its
// unpinned operations run on the backend that the function fallback returns. Named opens each
// device to check that it exists. The error for a device that cannot be opened has the position at
// which the program names the device.
func (e *Engine) Named(m ir.Module, o Options, fallback func() string) (n Named, err error) {
	n.Names = DevicesOf(m)
	_, listed := cluster.Devices(m.Op)
	switch {
	case listed:
		n.From = "of the module's attribute " + cluster.DevicesAttr
	case Divided(m):
		n.From = "of the program's clusters"
	default:
		n.From = "that operations are pinned to"
		open, err := e.leavesUnpinned(m, o)
		if err != nil {
			return n, err
		}
		if len(n.Names) > 0 && open {
			if n.Names = first(n.Names, fallback()); len(n.Names) > 1 {
				n.Unpinned = n.Names[0]
			}
		}
	}
	specs, err := irplace.Listed(m)
	if err != nil {
		return n, err
	}
	for _, name := range n.Names {
		if err := e.openNamed(m, name, specs); err != nil {
			return n, err
		}
	}
	return n, nil
}

// first moves the first device of a backend to the front of names. If there is none, it adds the
// backend's name at the front.
func first(names []string, backend string) []string {
	front := backend
	i := slices.IndexFunc(names, func(n string) bool { return (&placement.Spec{Name: n}).Kind() == backend })
	if i >= 0 {
		front, names = names[i], slices.Delete(slices.Clone(names), i, i+1)
	}
	return append([]string{front}, names...)
}

// leavesUnpinned reports whether some operation, other than a constant, is pinned neither by
// attributes nor by rules.
func (e *Engine) leavesUnpinned(m ir.Module, o Options) (bool, error) {
	s, err := e.settle(Options{Choosing: o.Choosing})
	if err != nil {
		return false, err
	}
	pin := s.choice.Pins(m)
	for _, f := range irplace.Entries(m) {
		for op := range f.Entry().Ops() {
			if op == f.Entry().Last() || irplace.IsConstant(op) {
				continue
			}
			if device, _ := pin(op); device == "" {
				return true, nil
			}
		}
	}
	return false, nil
}

func (e *Engine) openNamed(m ir.Module, name string, listed []placement.Spec) error {
	as := listed
	if !slices.ContainsFunc(listed, func(s placement.Spec) bool { return s.Name == name }) {
		as = []placement.Spec{{Name: name}} // so Open does not read name as a file
	}
	_, err := e.Open([]string{name}, as...)
	d, ok := err.(*diag.Diagnostic)
	if !ok || d.Span.IsValid() {
		return err
	}
	at := m.Op
	m.Op.Walk(func(op *ir.Op) bool {
		device, ok := cluster.DeviceOf(op)
		if !ok {
			device, ok = cluster.RunsOn(op)
		}
		if ok && device == name && at == m.Op {
			at = op
		}
		return at == m.Op
	})
	d.Span, d.Place = at.Loc().Span(), at.Loc().Place()
	return d.WithHelp("name an existing device, or pass --devices=A,B")
}

// UnusedList returns a warning if a module lists devices, but none of them is among the given
// devices. Otherwise it returns nil.
func UnusedList(m ir.Module, given []string) (*diag.Diagnostic, error) {
	listed, err := irplace.Listed(m)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range listed {
		if slices.Contains(given, s.Name) {
			return nil, nil
		}
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		return nil, nil
	}
	return ir.Warnf(m.Op, "lists the devices %s, which are not used: --devices names others", strings.Join(names, ", ")).
		WithHelp("leave --devices out to use the devices that the program lists"), nil
}
