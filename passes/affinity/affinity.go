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
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Choice is how an operation came to its device.
type Choice struct {
	Op     *ir.Op
	Device int  // index in the list of devices; -1: none
	Pinned bool // the operation named the device
	// Refused holds, for each device that was asked, why it refuses the operation; ""
	// where it takes it. It is as long as the list of devices if all were asked.
	Refused []string
}

// Options say how devices are chosen. The zero value is the default.
type Options struct {
	// AskAll asks every device about every operation, for explanations. Otherwise
	// later devices are asked only if an operation needs them.
	AskAll bool
	// Log takes a note of each choice; may be nil.
	Log *decision.Log
}

// Module gives every operation of a module's entry functions a device, and lists
// the devices on the module. On error the module is not changed; the error is a
// list of diagnostics, all of them unless devices could not be asked.
func Module(ctx context.Context, m ir.Module, devices []placement.Device, o Options) error {
	if err := checkDevices(devices); err != nil {
		return err
	}
	var all []Choice
	var errs diag.List
	for _, f := range placement.Entries(m) {
		choices, err := Func(ctx, f, devices, o)
		var list diag.List
		switch {
		case errors.As(err, &list):
			errs = append(errs, list...)
		case err != nil:
			return err
		}
		all = append(all, choices...)
	}
	if len(errs) > 0 {
		return errs[:min(len(errs), ir.MaxErrors)]
	}
	apply(m, all, devices, o.Log)
	return nil
}

func apply(m ir.Module, choices []Choice, devices []placement.Device, log *decision.Log) {
	names := make([]string, len(devices))
	targets := make([]ir.Attr, len(devices))
	for i, d := range devices {
		names[i] = d.Name
		targets[i] = d.Target()
	}
	cluster.SetDevices(m.Op, targets)
	for _, c := range choices {
		name := names[c.Device]
		if log.Recording() || !log.Allows() {
			if !log.Add(decision.Entry{Kind: decision.Place, Rule: "affinity", Ops: []uint32{c.Op.ID()}, Device: name, Reason: c.Reason(devices)}) {
				return
			}
		}
		if !c.Pinned {
			cluster.SetDevice(c.Op, name)
		}
	}
}

// Reason says why the operation is on its device.
func (c Choice) Reason(devices []placement.Device) string {
	if c.Pinned {
		return "pinned by its attribute " + cluster.DeviceAttr
	}
	var parts []string
	for i := range c.Device {
		parts = append(parts, fmt.Sprintf("%s refuses it: %s", devices[i].Name, c.Refused[i]))
	}
	return strings.Join(append(parts, "first in order that takes it"), "; ")
}

// checkDevices checks a list of devices.
func checkDevices(devices []placement.Device) error {
	if len(devices) == 0 {
		return diag.Errorf(diag.Span{}, "no devices are given").WithHelp("name some, as in devices=vm,c")
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

// Func chooses a device for each operation of f, constants excepted, without
// changing f. With an error that is a diag.List the choices are complete but for
// those operations.
func Func(ctx context.Context, f fn.Func, devices []placement.Device, o Options) ([]Choice, error) {
	if _, err := placement.FromFunc(f, nil); err != nil {
		return nil, err
	}
	a := &asker{f: f, devices: devices, answers: make([]map[*ir.Op]placement.Answer, len(devices))}
	var choices []Choice
	var errs diag.List
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		if placement.IsConstant(op) {
			if err := a.checkName(op); err != nil {
				errs = append(errs, err)
			}
			continue
		}
		c, err := a.choose(ctx, op, o.AskAll)
		var d *diag.Diagnostic
		switch {
		case errors.As(err, &d):
			errs = append(errs, d)
		case err != nil:
			return nil, err
		}
		choices = append(choices, c)
	}
	return choices, errs.Err()
}

// asker keeps the devices' answers about one function.
type asker struct {
	f       fn.Func
	devices []placement.Device
	answers []map[*ir.Op]placement.Answer // nil until asked
}

// ask gets the answers of device i, once.
func (a *asker) ask(ctx context.Context, i int) error {
	if a.answers[i] != nil {
		return nil
	}
	answers, err := a.devices[i].Querier.Query(ctx, a.f)
	if err != nil {
		return fmt.Errorf("device '%s' could not be asked about @%s: %w", a.devices[i].Name, a.f.SymName(), err)
	}
	a.answers[i] = make(map[*ir.Op]placement.Answer, len(answers))
	for _, x := range answers {
		a.answers[i][x.Op] = x
	}
	return nil
}

// refusal returns why device i does not take op; "" if it does.
func (a *asker) refusal(ctx context.Context, i int, op *ir.Op) (string, error) {
	if err := a.ask(ctx, i); err != nil {
		return "", err
	}
	if x, ok := a.answers[i][op]; !ok || !x.Supported {
		return reason(x, ok), nil
	}
	var why string
	n := 0
	placement.Reads(op, a.f.Entry(), func(v *ir.Value) {
		def := v.Def()
		if why != "" || def == nil || !placement.IsConstant(def) {
			n++
			return
		}
		if x, ok := a.answers[i][def]; !ok || !x.Supported {
			why = fmt.Sprintf("operand #%d is a constant that it refuses: %s", n, reason(x, ok))
		}
		n++
	})
	return why, nil
}

func reason(x placement.Answer, answered bool) string {
	switch {
	case !answered:
		return "it gave no answer about this operation"
	case x.Reason == "":
		return "it gave no reason"
	}
	return x.Reason
}

// choose finds the device of op. The error is a *diag.Diagnostic if op has no
// device.
func (a *asker) choose(ctx context.Context, op *ir.Op, all bool) (Choice, error) {
	c := Choice{Op: op, Device: -1}
	pin := -1
	if err := a.checkName(op); err != nil {
		return c, err
	}
	if name, ok := cluster.DeviceOf(op); ok {
		pin, c.Pinned = a.index(name), true
	}
	for i := range a.devices {
		if c.Device >= 0 && !all {
			break
		}
		if pin >= 0 && i != pin && !all {
			c.Refused = append(c.Refused, "")
			continue
		}
		why, err := a.refusal(ctx, i, op)
		if err != nil {
			return c, err
		}
		c.Refused = append(c.Refused, why)
		if why == "" && c.Device < 0 && (pin < 0 || i == pin) {
			c.Device = i
		}
	}
	switch {
	case c.Device >= 0:
		return c, nil
	case pin >= 0:
		return c, a.pinRefused(ctx, op, pin, c.Refused[pin])
	}
	return c, a.noDevice(op, c.Refused)
}

func (a *asker) index(name string) int {
	return slices.IndexFunc(a.devices, func(d placement.Device) bool { return d.Name == name })
}

func (a *asker) names() string {
	var s []string
	for _, d := range a.devices {
		s = append(s, "'"+d.Name+"'")
	}
	return strings.Join(s, ", ")
}

// checkName fails if op is pinned to a device that is not there.
func (a *asker) checkName(op *ir.Op) *diag.Diagnostic {
	name, ok := cluster.DeviceOf(op)
	if !ok || a.index(name) >= 0 {
		return nil
	}
	return ir.Errorf(op, "is pinned to device '%s', but the devices are %s", name, a.names()).
		WithHelp(fmt.Sprintf("add '%s' to the list of devices, or change the operation's attribute %s", name, cluster.DeviceAttr))
}

// pinRefused says that the device that op is pinned to does not take it.
func (a *asker) pinRefused(ctx context.Context, op *ir.Op, pin int, why string) error {
	d := ir.Errorf(op, "is pinned to device '%s', which does not take it: %s", a.devices[pin].Name, why)
	var takers []string
	for i := range a.devices {
		other, err := a.refusal(ctx, i, op)
		if err != nil {
			return err
		}
		if other == "" {
			takers = append(takers, "'"+a.devices[i].Name+"'")
		}
	}
	if len(takers) == 0 {
		return d.WithHelp("no device given takes it; add one that does")
	}
	return d.WithHelp(fmt.Sprintf("pin it to %s, which takes it, or remove the attribute %s", strings.Join(takers, " or "), cluster.DeviceAttr))
}

// noDevice gives the reasons of all devices.
func (a *asker) noDevice(op *ir.Op, refused []string) *diag.Diagnostic {
	d := ir.Errorf(op, "is taken by no device")
	for i, why := range refused {
		ir.NoteAt(d, op, "device '%s' refuses it: %s", a.devices[i].Name, why)
	}
	return d.WithHelp("add a device that takes it to the list")
}
