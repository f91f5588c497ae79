package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/engine"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// SplitDevices splits the text of a --devices flag into names. It returns nil if list is nil, which
// means that the flag was not set.
func SplitDevices(list *string) ([]string, error) {
	switch {
	case list == nil:
		return nil, nil
	case strings.TrimSpace(*list) == "":
		return nil, diag.Errorf(diag.Span{}, "--devices must name at least one device, but is empty").
			WithHelp("name some, as in --devices=vm,c, or omit the flag")
	}
	return device.Split(*list), nil
}

// UseNamed selects and prints the devices that the program names, if the command line names none.
// It warns of devices in the program that are not used.
func UseNamed(m ir.Module, o *compile.Options, stderr io.Writer) error {
	if len(o.Devices) > 0 {
		if device.IsFile(o.Devices) {
			return nil // the device file is read later
		}
		listed, err := irplace.Listed(m)
		if err != nil {
			return err
		}
		specs, err := device.Parse(o.Devices, listed...)
		if err != nil {
			return err
		}
		d, err := engine.UnusedList(m, device.Names(specs))
		if d != nil {
			WarnOn(stderr)(d)
		}
		return err
	}
	all := engine.DevicesOf(m)
	if len(all) == 0 {
		return nil
	}
	r := backends.NewRegistry(o.Backends, backends.Config{})
	defer r.Close()
	e := &engine.Engine{Open: r.Devices, Names: o.Names}
	if o.Backend != "" && o.Backend != "hetero" {
		e.Open = func([]string, ...placement.Spec) ([]irplace.Device, error) { return nil, nil } // the devices are not used
	}
	named, err := e.Named(m, o.Placement, DefaultOf(r, stderr))
	if err != nil {
		return err
	}
	if o.Backend != "" && o.Backend != "hetero" {
		fmt.Fprintf(stderr, "warning: --backend=%s runs everything; the devices %s (%s) are not used\n", o.Backend, named.From, strings.Join(all, ", "))
		return nil
	}
	o.Backend, o.Devices = "", named.Names
	names := strings.Join(named.Names, ", ")
	if named.Unpinned != "" {
		names += " (" + named.Unpinned + " runs the operations that are not pinned)"
	}
	fmt.Fprintf(stderr, "devices %s: %s\n", named.From, names)
	return nil
}

// DefaultOf returns a function that returns the default backend of r. The function prints a warning
// if this backend is not the usual default.
func DefaultOf(r *backends.Registry, stderr io.Writer) func() string {
	return func() string {
		return compile.DefaultBackend(r, func(err error) { WarnOn(stderr)(diag.All(err)[0]) })
	}
}
