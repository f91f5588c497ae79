// Package affinity assigns each operation a device.
//
// Devices are queried in the order of the list of devices. A device is queried only about
// operations that no earlier device accepted. It accepts or refuses each operation, and gives the
// reason for a refusal.
//
// An operation is pinned if the attribute cluster.device or a rule names its device. Any other
// operation is assigned to the first device that accepts the operation and all members of its
// fusion group. Constants get no device, since they are cloned into each consumer. A device that
// refuses a constant also refuses the readers of the constant. An operation that no device accepts
// is an error with the reasons of all devices. With Options.KeepUnplaced, it is no error.
package affinity

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

// Choice records the device of an operation and how it was chosen.
type Choice struct {
	Op     *ir.Op
	Device int    // index in the list of devices; -1: none
	Pinned bool   // the operation, or a rule, named the device
	Rule   string // the text of the rule that named the device
	// Limited reports that the operation or a nested operation has the attribute
	// cluster.candidates.
	Limited bool
	// Inside describes the nested operation that is pinned. It is "" if the operation itself is
	// pinned.
	Inside string
	// Held names the fusion group with which the operation is placed, if the operation is not a
	// member. The operation, or another group that contains it, is on a path between members of
	// Held.
	Held string
	// Shadowed lists rules without effect: they pin the operation to other devices than Device, but
	// another pin takes precedence.
	Shadowed []*rules.Rule
	// Fixed reports that a nested operation must not be moved. So the operation must not be moved
	// either.
	Fixed bool
	// Refused has, for each device, the reason why it refuses the operation. The reason is "" if
	// the device accepts the operation or was not queried about it. With Options.AskAll or
	// Options.Candidates, every device is queried.
	Refused []string
}

// Options control how devices are chosen. The zero value is the default.
type Options struct {
	// AskAll queries every device about every operation, for explanations.
	AskAll bool
	// Manual requires that every operation is pinned by an attribute or a rule.
	Manual bool
	// NoFallback allows only the first device, except for pinned operations.
	NoFallback bool
	// Require lists devices that must run at least one operation.
	Require []string
	// KeepUnplaced marks operations that no device accepts, instead of failing.
	KeepUnplaced bool
	// AllowSplit lets operations of one fusion group go to different devices.
	AllowSplit bool
	// Candidates gives each operation that is not pinned the attribute cluster.candidates, which
	// lists the devices that accept the operation.
	Candidates bool
	// Rules pin operations to devices, and exclude operations from devices; may be nil.
	Rules *rules.Rules
	// Refused returns the error for an operation that a partition file placed on a device that
	// refuses it. If the program itself pins the operation, ok is false. May be nil.
	Refused func(op *ir.Op, device, why string) (d *diag.Diagnostic, ok bool)
	// PinnedBy describes what set the device attributes, such as a partition file. It is "" for
	// attributes of the input program.
	PinnedBy string
	// Overrules lets the device attribute of an operation take precedence over pins of nested
	// operations, and over lists of candidates. By default, a contradiction is an error.
	Overrules bool
	// Names provides the names of values; may be nil.
	Names *asm.Names
	// Warn receives warnings about pins without effect and attributes that no pass reads; may be
	// nil.
	Warn func(*diag.Diagnostic)
	// Called provides the names of options for messages; may be nil.
	Called placement.Called
	// Log records each choice; may be nil.
	Log *decision.Log

	used map[*rules.Rule]bool // rules that matched an operation
	said map[*ir.Op]bool      // nested operations whose unknown devices were reported
}

// Before returns the options for choosing devices before the strategy s divides the program. A
// strategy that moves operations or chooses their devices needs candidates. If "overrides" is true,
// the division may change devices, so the caller checks the required devices after the division.
func (o Options) Before(s placement.Strategy, overrides bool) Options {
	_, mover := s.(placement.Mover)
	_, fleet := s.(placement.FleetStrategy)
	o.Candidates = o.Candidates || mover || fleet
	if overrides {
		o.Require = nil
	}
	return o
}

// Module assigns a device to every operation of a module's entry functions, and lists the devices
// on the module. On error the module is unchanged. Errors about operations and rules are a
// diag.List.
func Module(ctx context.Context, m ir.Module, devices []irplace.Device, o Options) error {
	all, err := Choose(ctx, m, devices, o)
	if err != nil {
		return err
	}
	Apply(m, all, devices, o)
	return nil
}

// Choose chooses a device for each operation of a module's entry functions. If it succeeds, it
// removes copies between devices and control dependencies from the module ([irplace.SetAside]).
// Otherwise the module is unchanged. Choices may be returned with an error. They are then complete
// except for the operations that the error reports.
func Choose(ctx context.Context, m ir.Module, devices []irplace.Device, o Options) (_ []Choice, err error) {
	if devices, err = o.checked(m, devices); err != nil {
		return nil, err
	}
	aside := irplace.SetAside(m)
	defer func() {
		if err != nil {
			aside.PutBack()
		}
	}()
	o.used, o.said = map[*rules.Rule]bool{}, map[*ir.Op]bool{}
	if o.Names == nil {
		o.Names = asm.NewNames(m.Op)
	}
	symbols := ir.NewSymbols(m.Op)
	var all []Choice
	var errs diag.List
	for _, f := range irplace.Entries(m) {
		choices, err := function(ctx, f, devices, symbols, o)
		var list diag.List
		switch {
		case errors.As(err, &list):
			errs = append(errs, list...)
		case err != nil:
			return nil, err
		}
		if all == nil {
			all = choices // avoids a copy, which is large for a module of one function
			continue
		}
		all = append(all, choices...)
	}
	errs = append(errs, o.unused(m, symbols, ir.MaxErrors+1-len(errs))...)
	if len(errs) == 0 {
		if err := o.idle(all, devices); err != nil {
			return all, err
		}
		o.warn(m, all, devices)
	}
	return all, errs.Limit(ir.MaxErrors).Err()
}

// checked returns the devices, completed by [Known]. It fails if the devices, their allow and deny
// lists, the devices in rules, or the program's attributes are invalid.
func (o Options) checked(m ir.Module, devices []irplace.Device) ([]irplace.Device, error) {
	if err := CheckDevices(devices); err != nil {
		return nil, err
	}
	devices, err := Known(m, devices)
	if err != nil {
		return nil, err
	}
	if err := o.Rules.CheckDevices(irplace.DeviceNames(devices)); err != nil {
		return nil, err
	}
	if err := checkLists(m, devices); err != nil {
		return nil, err
	}
	return devices, checkHolders(m)
}

// Known returns the devices. If a device has no description, the module's list of devices provides
// it.
func Known(m ir.Module, devices []irplace.Device) ([]irplace.Device, error) {
	specs, err := irplace.SpecsOf(m, irplace.DeviceNames(devices))
	if err != nil {
		return nil, err
	}
	out := slices.Clone(devices)
	for i := range out {
		if !out[i].Described() {
			rates := out[i].Spec.Rates
			out[i].Spec = specs[i]
			out[i].Spec.Rates = rates
		}
	}
	return out, nil
}

// unused reports at most n of the rules that match no operation.
func (o Options) unused(m ir.Module, symbols *ir.Symbols, n int) (errs diag.List) {
	for _, r := range o.Rules.All() {
		if len(errs) >= n {
			break
		}
		if o.used[r] {
			continue
		}
		d := diag.Errorf(r.At, "the rule matches no operation")
		for _, name := range r.Ops() {
			if !strings.ContainsAny(name, "*?") && !known(m, name) {
				d.WithHelp("there is no operation '" + name + "': " + nearest(m, name))
			}
		}
		if o.constantsOnly(m, symbols, r) {
			errs = append(errs, d.WithHelp("pin the readers of the constants that the rule matches: constants are placed with their readers"))
			continue
		}
		errs = append(errs, d.WithHelp("remove the rule, or correct it: lathe plan --json lists operations with their names and ids"))
	}
	return errs
}

// constantsOnly reports whether r matches a constant. The caller has checked that r matches no
// other operation.
func (o Options) constantsOnly(m ir.Module, symbols *ir.Symbols, r *rules.Rule) bool {
	costs := irplace.NewInsides(symbols)
	for _, f := range irplace.Entries(m) {
		for op := range f.Entry().Ops() {
			if irplace.IsConstant(op) && r.Matches(rules.Subject{Op: op, Names: o.Names, Insides: costs}) {
				return true
			}
		}
	}
	return false
}

// idle fails if a required device runs no operation.
func (o Options) idle(all []Choice, devices []irplace.Device) error {
	names := irplace.DeviceNames(devices)
	runs := func(name string) bool {
		i := slices.Index(names, name)
		return i >= 0 && slices.ContainsFunc(all, func(c Choice) bool { return c.Device == i })
	}
	return irplace.CheckRequired(o.Require, names, runs, func(name string) (string, []string) {
		return "", idleHelp(all, slices.Index(names, name))
	})
}

// idleHelp explains why device i runs no operation.
func idleHelp(all []Choice, i int) (help []string) {
	taken, refused := 0, 0
	var first Choice
	for _, c := range all {
		switch {
		case c.Refused[i] != "":
			if refused == 0 {
				first = c
			}
			refused++
		case c.Device >= 0 && c.Device < i:
			taken++
		}
	}
	if refused > 0 {
		help = append(help, fmt.Sprintf("it refuses %d of %d operations, the first '%s': %s", refused, len(all), first.Op.Name(), first.Refused[i]))
	}
	if taken > 0 {
		help = append(help, fmt.Sprintf("put this device before the devices that run %d of %d operations, or pin some operations to this device", taken, len(all)))
	}
	return help
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Apply writes choices on their operations, and lists the devices on the module. If o.Log reaches
// its limit, Apply does not write the remaining choices.
func Apply(m ir.Module, choices []Choice, devices []irplace.Device, o Options) {
	names := irplace.DeviceNames(devices)
	targets := make([]ir.Attr, len(devices))
	for i, d := range devices {
		targets[i] = d.Target()
	}
	listed, _ := cluster.Devices(m.Op)
	for _, t := range listed { // keep properties that only the backend reads
		if i := slices.Index(names, t.Name); i >= 0 && !devices[i].Described() {
			targets[i] = ir.NewAttr(t)
		}
	}
	cluster.SetDevices(m.Op, targets)
	for _, c := range choices {
		if c.Device < 0 {
			c.Op.SetDiscardable(cluster.UnplacedAttr, ir.NewString(strings.Join(c.reasons(devices, len(devices)), "; ")))
			continue
		}
		name := names[c.Device]
		if o.Log.Recording() || !o.Log.Allows() {
			if !o.Log.Add(decision.Entry{Kind: decision.Place, Rule: "affinity", Ops: []uint32{c.Op.ID()}, Device: name, Reason: c.Reason(devices)}) {
				return
			}
		}
		c.mark(names, o)
	}
}

// mark writes the device on the operation and, if requested, the devices that accept the operation.
// Operations that no strategy may move get cluster.pin: those that are Fixed and, with
// o.Candidates, those that are Pinned. With o.NoFallback, an operation that is not pinned loses its
// list of candidates, so that no strategy moves it.
func (c Choice) mark(names []string, o Options) {
	c.Op.SetDiscardable(cluster.UnplacedAttr, ir.Attr{}) // left by an earlier run
	if _, own := cluster.DeviceOf(c.Op); !own {
		cluster.SetDevice(c.Op, names[c.Device])
	}
	if c.Fixed || c.Pinned && o.Candidates {
		cluster.Pin(c.Op)
	}
	switch {
	case c.Pinned:
	case o.NoFallback:
		cluster.ClearCandidates(c.Op)
	case o.Candidates:
		cluster.SetCandidates(c.Op, c.takers(names))
	}
}

// takers lists the devices that accept the operation.
func (c Choice) takers(names []string) (list []string) {
	for i, n := range names {
		if c.Refused[i] == "" {
			list = append(list, n)
		}
	}
	return list
}

// reasons lists why the first n devices refuse the operation.
func (c Choice) reasons(devices []irplace.Device, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("%s refuses it: %s", devices[i].Name, c.Refused[i]))
	}
	return list
}

// Reason explains why the operation is on its device.
func (c Choice) Reason(devices []irplace.Device) string {
	why := c.ownReason(devices)
	if c.Held != "" {
		why += "; held by group '" + c.Held + "', since it or its own group is on a path between members"
	}
	return why
}

func (c Choice) ownReason(devices []irplace.Device) string {
	switch {
	case c.Device < 0:
		return strings.Join(append(c.reasons(devices, len(devices)), "so it is on none"), "; ")
	case c.Rule != "" && c.Inside != "":
		return "pinned by the rule '" + c.Rule + "', which matches " + c.Inside
	case c.Rule != "":
		return "pinned by the rule '" + c.Rule + "'"
	case c.Inside != "":
		return "pinned by the attribute " + cluster.DeviceAttr + " of " + c.Inside
	case c.Pinned:
		return "pinned by its attribute " + cluster.DeviceAttr
	}
	return strings.Join(append(c.reasons(devices, c.Device), "first in order that supports it"), "; ")
}

// CheckDevices fails if the list of devices is empty, is too long, or contains a device twice.
func CheckDevices(devices []irplace.Device) error {
	if len(devices) == 0 {
		return diag.Errorf(diag.Span{}, "no devices are given; name some, as in devices=vm,c, or list them in the module's attribute %s", cluster.DevicesAttr)
	}
	if err := placement.CheckCount(len(devices)); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, d := range devices {
		if seen[d.Name] {
			return diag.Errorf(diag.Span{}, "device '%s' is given twice", d.Name).
				WithHelp(fmt.Sprintf("'%s.0,%s.1' are two devices of one backend", d.Backend, d.Backend))
		}
		seen[d.Name] = true
	}
	return nil
}
