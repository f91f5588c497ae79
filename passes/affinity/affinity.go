// Package affinity gives each operation a device.
//
// Every device says of every operation whether it takes it, and if not, why. An
// operation goes to the first device in the list that takes it. One that already
// carries cluster.device is pinned: it goes there or nowhere. Constants get no
// device, since they are cloned into each consumer; an operation fits a device only
// if its constants do. There is no silent fallback: an operation that no device
// takes is an error with the reasons of all.
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
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

// Choice is how an operation came to its device.
type Choice struct {
	Op     *ir.Op
	Device int    // index in the list of devices; -1: none
	Pinned bool   // the operation, or a rule, named the device
	Rule   string // that rule
	// Inside is what the operation holds that named the device or that the rule fits; ""
	// where that is the operation itself.
	Inside string
	// Held is the fusion group that the operation is no member of, but goes with, since it
	// lies between members; "" if there is none.
	Held string
	// Shadowed are rules that pin the operation to another device, but come later than
	// what does pin it.
	Shadowed []*rules.Rule
	// Fixed says that something inside may not be moved, so that the operation may not.
	Fixed bool
	// Refused holds, for each device that was asked, why it refuses the operation; ""
	// where it takes it or was not asked. With Options.AskAll all were asked.
	Refused []string
}

// Options say how devices are chosen. The zero value is the default.
type Options struct {
	// AskAll asks every device about every operation, for explanations. Otherwise
	// later devices are asked only about what earlier ones left.
	AskAll bool
	// Manual wants a device named for every operation, by itself or by a rule.
	// Otherwise those that name none are given one.
	Manual bool
	// NoFallback allows no device but the first, pinned operations excepted.
	NoFallback bool
	// Require lists devices that must run something.
	Require []string
	// KeepUnplaced marks what no device takes instead of failing.
	KeepUnplaced bool
	// AllowSplit lets operations of one fusion group go to different devices.
	AllowSplit bool
	// Candidates lists on each operation that is not pinned the devices that take it.
	Candidates bool
	// Rules pin operations and keep them away; may be nil.
	Rules *rules.Rules
	// Refused is the error about an operation whose pin a text ordered, where the device
	// does not take it; ok is false of pins of the program's own. May be nil.
	Refused func(op *ir.Op, device, why string) (d *diag.Diagnostic, ok bool)
	// PinnedBy is what gave operations their devices where that is not the program, in
	// words; "" if it is.
	PinnedBy string
	// Names tells what values are called; may be nil.
	Names *placement.Names
	// Warn takes what is odd, but no mistake: pins that do not hold, and attributes that
	// nothing follows. May be nil.
	Warn func(*diag.Diagnostic)
	// Called is what messages call options; may be nil.
	Called placement.Called
	// Log takes a note of each choice; may be nil.
	Log *decision.Log

	hold  bool                 // pins with cluster.pin, since what comes next moves operations
	used  map[*rules.Rule]bool // that spoke of an operation
	said  map[*ir.Op]bool      // operations in functions, about whose pins an error has been made
	round *placement.Round     // of the devices
}

// Before returns o as it goes before a division by s: a strategy that moves operations
// must know where each could go, and where the division overrides devices it is asked for
// the required ones when it is done.
func (o Options) Before(s placement.Strategy, overrides bool) Options {
	if _, ok := s.(placement.Mover); ok {
		o.Candidates = true
	}
	if _, ok := s.(placement.FleetStrategy); ok {
		o.hold = true
	}
	if overrides {
		o.Require = nil
	}
	return o
}

// Module gives every operation of a module's entry functions a device, and lists
// the devices on the module. On error the module is not changed; the error is a list of
// diagnostics, all of them unless devices could not be asked.
func Module(ctx context.Context, m ir.Module, devices []placement.Device, o Options) error {
	all, err := Choose(ctx, m, devices, o)
	if err != nil {
		return err
	}
	apply(m, all, devices, o)
	return nil
}

// Choose chooses a device for each operation of a module's entry functions, without
// changing the module, but for copies between devices, which go unless there is an error:
// [placement.SetAside]. With an error that is a diag.List the choices are complete but
// for those operations.
func Choose(ctx context.Context, m ir.Module, devices []placement.Device, o Options) (_ []Choice, err error) {
	if devices, err = o.checked(m, devices); err != nil {
		return nil, err
	}
	aside := placement.SetAside(m)
	defer func() {
		if err != nil {
			aside.PutBack()
		}
	}()
	o.used, o.said = map[*rules.Rule]bool{}, map[*ir.Op]bool{}
	if o.Names == nil {
		o.Names = placement.NewNames(m.Op)
	}
	o.round = &placement.Round{}
	symbols := ir.NewSymbols(m.Op)
	var all []Choice
	var errs diag.List
	for _, f := range placement.Entries(m) {
		choices, err := function(ctx, f, devices, symbols, o)
		var list diag.List
		switch {
		case errors.As(err, &list):
			errs = append(errs, list...)
		case err != nil:
			return nil, err
		}
		all = append(all, choices...)
	}
	errs = append(errs, o.unused(m, symbols)...)
	if len(errs) == 0 {
		if err := o.idle(all, devices); err != nil {
			return all, err
		}
		o.warn(m, all, devices)
	}
	return all, errs.Limit(ir.MaxErrors).Err()
}

// checked returns the devices with what is known of them, or what is wrong before anything
// is asked.
func (o Options) checked(m ir.Module, devices []placement.Device) ([]placement.Device, error) {
	if err := checkDevices(devices); err != nil {
		return nil, err
	}
	devices, err := Known(m, devices)
	if err != nil {
		return nil, err
	}
	if err := o.Rules.CheckDevices(placement.DeviceNames(devices)); err != nil {
		return nil, err
	}
	if err := checkLists(m, devices); err != nil {
		return nil, err
	}
	return devices, checkHolders(m)
}

// Known returns the devices with what the module's list says of those of which
// nothing else is known.
func Known(m ir.Module, devices []placement.Device) ([]placement.Device, error) {
	specs, err := placement.SpecsOf(m, placement.DeviceNames(devices))
	if err != nil {
		return nil, err
	}
	out := slices.Clone(devices)
	for i := range out {
		if !out[i].Described() {
			out[i].Spec = specs[i]
		}
	}
	return out, nil
}

// unused says which rules speak of no operation.
func (o Options) unused(m ir.Module, symbols *ir.Symbols) (errs diag.List) {
	for _, r := range o.Rules.All() {
		if o.used[r] {
			continue
		}
		d := diag.Errorf(r.At, "the rule fits no operation")
		for _, name := range r.Ops() {
			if !strings.ContainsAny(name, "*?") && !known(m, name) {
				d.WithHelp("there is no operation '" + name + "': " + nearest(m, name))
			}
		}
		if o.constantsOnly(m, symbols, r) {
			errs = append(errs, d.WithHelp("it fits constants, which go with what reads them: pin that"))
			continue
		}
		errs = append(errs, d.WithHelp("a rule that does nothing is taken for a mistake; lathe plan --json lists operations with their names and ids"))
	}
	return errs
}

// constantsOnly reports whether a rule that fits nothing else fits constants.
func (o Options) constantsOnly(m ir.Module, symbols *ir.Symbols, r *rules.Rule) bool {
	costs := placement.NewInsides(symbols)
	for _, f := range placement.Entries(m) {
		for op := range f.Entry().Ops() {
			if placement.IsConstant(op) && r.Matches(rules.Subject{Op: op, Names: o.Names, Insides: costs}) {
				return true
			}
		}
	}
	return false
}

// idle fails if devices that are required run nothing.
func (o Options) idle(all []Choice, devices []placement.Device) error {
	names := placement.DeviceNames(devices)
	runs := func(name string) bool {
		i := slices.Index(names, name)
		return i >= 0 && slices.ContainsFunc(all, func(c Choice) bool { return c.Device == i })
	}
	return placement.CheckRequired(o.Require, names, runs, func(name string) (string, []string) {
		return "", idleHelp(all, slices.Index(names, name))
	})
}

// idleHelp says why device i runs nothing.
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
		help = append(help, fmt.Sprintf("devices before it take %d of %d operations; put it ahead of them, or pin some to it", taken, len(all)))
	}
	return help
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func apply(m ir.Module, choices []Choice, devices []placement.Device, o Options) {
	names := placement.DeviceNames(devices)
	targets := make([]ir.Attr, len(devices))
	for i, d := range devices {
		targets[i] = d.Target()
	}
	listed, _ := cluster.Devices(m.Op)
	for _, t := range listed { // keeps properties that are the backend's business
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
		c.Mark(names, o)
	}
}

// Mark writes the choice on its operation: the device, and, where they are asked for, the
// devices that take it. Where these are for a strategy that moves operations, what is
// pinned is held in place by cluster.pin, since after this everything names a device.
// With o.NoFallback no strategy may move the operation.
func (c Choice) Mark(names []string, o Options) {
	c.Op.SetDiscardable(cluster.UnplacedAttr, ir.Attr{}) // of an earlier run: a device takes it now
	if _, own := cluster.DeviceOf(c.Op); !own {
		cluster.SetDevice(c.Op, names[c.Device])
	}
	if c.Fixed || c.Pinned && (o.Candidates || o.hold) {
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

// takers lists the devices that take the operation.
func (c Choice) takers(names []string) (list []string) {
	for i, n := range names {
		if c.Refused[i] == "" {
			list = append(list, n)
		}
	}
	return list
}

// reasons lists why the first n devices refuse the operation.
func (c Choice) reasons(devices []placement.Device, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("%s refuses it: %s", devices[i].Name, c.Refused[i]))
	}
	return list
}

// Reason says why the operation is on its device.
func (c Choice) Reason(devices []placement.Device) string {
	why := c.ownReason(devices)
	if c.Held != "" {
		why += "; held by group '" + c.Held + "', since it lies between members"
	}
	return why
}

func (c Choice) ownReason(devices []placement.Device) string {
	switch {
	case c.Device < 0:
		return strings.Join(append(c.reasons(devices, len(devices)), "so it is on none"), "; ")
	case c.Rule != "" && c.Inside != "":
		return "pinned by the rule '" + c.Rule + "', which fits " + c.Inside
	case c.Rule != "":
		return "pinned by the rule '" + c.Rule + "'"
	case c.Inside != "":
		return "pinned by the attribute " + cluster.DeviceAttr + " of " + c.Inside
	case c.Pinned:
		return "pinned by its attribute " + cluster.DeviceAttr
	}
	return strings.Join(append(c.reasons(devices, c.Device), "first in order that takes it"), "; ")
}

// checkDevices checks a list of devices.
func checkDevices(devices []placement.Device) error {
	if len(devices) == 0 {
		return diag.Errorf(diag.Span{}, "no devices are given; name some, as in devices=vm,c, or list them in the module's attribute %s", cluster.DevicesAttr)
	}
	if len(devices) > placement.MaxDevices {
		return diag.Errorf(diag.Span{}, "at most %d devices can be given, but there are %d", placement.MaxDevices, len(devices)).
			WithHelp("leave out those of the lowest priority")
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
