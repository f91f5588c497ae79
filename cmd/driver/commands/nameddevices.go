package commands

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// splitDevices splits the text of a --devices flag into names. list is nil if the flag was not
// given.
func splitDevices(list *string) ([]string, error) {
	switch {
	case list == nil:
		return nil, nil
	case strings.TrimSpace(*list) == "":
		return nil, diag.Errorf(diag.Span{}, "--devices must name at least one device, but is empty").
			WithHelp("name some, as in --devices=vm,c, or leave the flag out")
	}
	return backends.SplitDevices(*list), nil
}

// deviceWord uses the devices that the program names if the command line names none, and prints
// which. It warns of devices in the program that are not used.
func deviceWord(m ir.Module, o *compile.Options, stderr io.Writer) error {
	if len(o.Devices) > 0 {
		return warnIdleList(m, o.Devices, stderr)
	}
	r := backends.NewRegistry(o.Backends, backends.Config{})
	defer r.Close()
	named, from, unpinned := namedDevices(m, o.Affinity, defaultOf(r, stderr))
	if len(named) == 0 {
		return nil
	}
	if o.Backend != "" && o.Backend != "hetero" {
		fmt.Fprintf(stderr, "warning: --backend=%s runs everything; the devices %s (%s) are not used\n", o.Backend, from, strings.Join(compile.Devices(m), ", "))
		return nil
	}
	listed, err := irplace.Listed(m)
	if err != nil {
		return err
	}
	if err := openNamed(m, named, listed, r.Devices); err != nil {
		return err
	}
	o.Backend, o.Devices = "", named
	if unpinned != "" {
		from += ", first " + unpinned + " for what is not pinned"
	}
	fmt.Fprintf(stderr, "devices %s: %s\n", from, strings.Join(named, ", "))
	return nil
}

// unusedList returns the warning that no device in a module's list is among the given devices. It
// returns nil if one is, or if the list is empty.
func unusedList(m ir.Module, listed []placement.Spec, given []irplace.Device) *diag.Diagnostic {
	var names []string
	for _, s := range listed {
		if slices.ContainsFunc(given, func(d irplace.Device) bool { return d.Name == s.Name }) {
			return nil
		}
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		return nil
	}
	return ir.Warnf(m.Op, "lists the devices %s, but --devices names others: they are not used", strings.Join(names, ", ")).
		WithHelp("leave --devices out to use those that the program lists")
}

// warnIdleList warns if a list of names leaves the devices that a module lists unused.
func warnIdleList(m ir.Module, names []string, stderr io.Writer) error {
	if backends.IsDeviceFile(names) {
		return nil // the file is read later
	}
	listed, err := irplace.Listed(m)
	if err != nil {
		return err
	}
	given := make([]irplace.Device, len(names))
	for i, name := range names {
		given[i].Name = name
	}
	if d := unusedList(m, listed, given); d != nil {
		warnOn(stderr)(d)
	}
	return nil
}

// openNamed opens the devices that a program names one by one, so that an error about one has the
// place where the program names it.
func openNamed(m ir.Module, names []string, listed []placement.Spec, open affinity.Open) error {
	for _, name := range names {
		as := listed
		if !slices.ContainsFunc(listed, func(s placement.Spec) bool { return s.Name == name }) {
			as = []placement.Spec{{Name: name}} // a program cannot name files
		}
		_, err := open([]string{name}, as...)
		d, ok := err.(*diag.Diagnostic)
		if !ok || d.Span.IsValid() {
			if err != nil {
				return err
			}
			continue
		}
		at := m.Op
		m.Op.Walk(func(op *ir.Op) bool {
			if n, ok := cluster.DeviceOf(op); ok && n == name && at == m.Op {
				at = op
			}
			return at == m.Op
		})
		d.Span, d.Place = at.Loc().Span(), at.Loc().Place()
		return d.WithHelp("name a device that is there, or give devices with --devices=A,B")
	}
	return nil
}

// namedDevices returns the devices that a program names, in order of priority, and where it names
// them. how holds additional rules that pin operations. open is the first device if it is used
// for unpinned operations. It is "" if no operation is unpinned, if a list gives the order, or if
// there is no other device. byDefault returns the backend that runs unpinned operations.
func namedDevices(m ir.Module, how affinity.Options, byDefault func() string) (names []string, from, open string) {
	names = compile.Devices(m)
	_, listed := cluster.Devices(m.Op)
	switch {
	case listed:
		return names, "of the module's attribute " + cluster.DevicesAttr, ""
	case compile.Divided(m):
		return names, "of the program's clusters", ""
	case len(names) > 0 && leavesUnpinned(m, how):
		if names = defaultFirst(names, byDefault()); len(names) > 1 {
			open = names[0]
		}
	}
	return names, "that operations are pinned to", open
}

// defaultFirst moves the first device of the default backend to the front, or adds one. Unpinned
// operations then run there, as they do without any device.
func defaultFirst(names []string, backend string) []string {
	first := backend
	i := slices.IndexFunc(names, func(n string) bool { return backends.NamedDevice(n).Backend == backend })
	if i >= 0 {
		first, names = names[i], slices.Delete(slices.Clone(names), i, i+1)
	}
	return append([]string{first}, names...)
}

// leavesUnpinned reports whether an operation that needs a device is not pinned by attributes or
// rules.
func leavesUnpinned(m ir.Module, how affinity.Options) bool {
	pin := how.Pins(m)
	for _, f := range irplace.Entries(m) {
		for op := range f.Entry().Ops() {
			if op == f.Entry().Last() || irplace.IsConstant(op) {
				continue
			}
			if device, _ := pin(op); device == "" {
				return true
			}
		}
	}
	return false
}

// defaultOf returns the function that returns the default backend of r and warns if that is not
// the usual one.
func defaultOf(r *backends.Registry, stderr io.Writer) func() string {
	return func() string {
		return compile.DefaultBackend(r, func(err error) { warnOn(stderr)(diag.All(err)[0]) })
	}
}
