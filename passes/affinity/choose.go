package affinity

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// function chooses a device for each operation of f except constants, without changing f. If the
// error is a diag.List, the choices are complete except for the operations that the error reports.
//
// Each device is queried about the operations that no earlier device accepted. Unless these are all
// operations of f, they are divided into pieces. A piece consists of operations that are connected
// by values, and is queried as a separate function. So a device judges the program that it would
// compile. An [irplace.KindQuerier] is queried about kinds of operations instead.
func function(ctx context.Context, f fn.Func, devices []irplace.Device, symbols *ir.Symbols, o Options) ([]Choice, error) {
	if err := irplace.Divisible(f); err != nil {
		return nil, err
	}
	a := newAsker(f, devices, symbols, o)
	if err := a.findGroups(symbols); err != nil {
		return nil, err
	}
	a.matchRules()
	a.noteShadows()
	for i := range devices {
		if err := a.offer(ctx, i); err != nil {
			return nil, err
		}
	}
	a.placeIdle()
	if o.AskAll || o.Candidates {
		if err := a.askRest(ctx); err != nil {
			return nil, err
		}
	}
	return a.choices, a.check(ctx)
}

// check returns errors in program order.
func (a *asker) check(ctx context.Context) error {
	var errs diag.List
	k := 0
	for op := range a.f.Entry().Ops() {
		errs = append(errs, a.checkNames(op)...)
		if op == a.f.Entry().Last() {
			break
		}
		if irplace.IsConstant(op) {
			continue
		}
		err := a.errorAt(ctx, k)
		var d *diag.Diagnostic
		switch {
		case errors.As(err, &d):
			errs = append(errs, d)
		case err != nil:
			return err
		}
		k++
	}
	return errs.Err()
}

// asker holds the devices' answers about one function.
type asker struct {
	f       fn.Func
	devices []irplace.Device
	listed  []string // names of the devices
	options Options
	names   *asm.Names
	divider *divider
	choices []Choice                 // operations except constants, in program order
	pins    []int                    // by choice: the index of a device, unpinned or wrong
	insides *insides                 // nested operations
	odd     map[int]*diag.Diagnostic // errors about contradicting pins, by choice
	groups  map[string][]int
	answers []answers        // by device
	at      map[*ir.Op]int32 // choices by operation; nil until the first lookup
	kinds   *irplace.Kinds
	judged  []judged // by device
}

func newAsker(f fn.Func, devices []irplace.Device, symbols *ir.Symbols, o Options) *asker {
	a := &asker{
		f: f, devices: devices, listed: irplace.DeviceNames(devices), options: o, names: o.Names, groups: map[string][]int{}, odd: map[int]*diag.Diagnostic{},
		divider: &divider{f: f, b: ir.NewBuilder(f.Op.Registry())},
		answers: make([]answers, len(devices)),
		kinds:   irplace.NewKinds(), judged: make([]judged, len(devices)),
	}
	if a.names == nil {
		a.names = asm.NewNames(f.Op)
	}
	a.insides = newInsides(f, symbols, a.names)
	n := f.Entry().Len()
	a.choices, a.pins = make([]Choice, 0, n), make([]int, 0, n)
	refused := make([]string, n*len(devices))
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		if irplace.IsConstant(op) {
			continue
		}
		c := Choice{Op: op, Device: -1, Limited: a.leftOut(op, "") != "", Refused: refused[:len(devices):len(devices)]}
		refused = refused[len(devices):]
		pin := a.pin(len(a.choices), &c)
		a.choices = append(a.choices, c)
		a.pins = append(a.pins, pin)
	}
	return a
}

// errorAt returns the error about choice k, or nil.
func (a *asker) errorAt(ctx context.Context, k int) error {
	c, pin := &a.choices[k], a.pins[k]
	switch {
	case pin == wrong:
		if d := a.odd[k]; d != nil {
			return d
		}
		return nil // checkNames or another member of the group reports the error
	case pin < 0 && a.options.Manual:
		return ir.Errorf(c.Op, "has no attribute %s and no rule pins it, but mode=manual requires one of these for every operation", cluster.DeviceAttr).
			WithHelp("name one of " + a.list() + ", or use mode=seeded, which places the other operations")
	case c.Device < 0 && pin >= 0:
		return a.pinRefused(ctx, k)
	case c.Device < 0 && a.options.KeepUnplaced:
		return nil
	case c.Device < 0:
		return a.noDevice(c.Op, c.Refused)
	case c.Device > 0 && pin < 0 && a.options.NoFallback:
		d := ir.Errorf(c.Op, "falls back to device '%s', which %s forbids", a.devices[c.Device].Name, a.options.Called.Option("no-fallback"))
		ir.NoteAt(d, c.Op, "device '%s' refuses it: %s", a.devices[0].Name, c.Refused[0])
		return d.WithHelp("pin it to '" + a.devices[c.Device].Name + "' if it may run there")
	}
	return nil
}

func (a *asker) index(name string) int {
	return slices.Index(a.listed, name)
}

func (a *asker) list() string {
	return "'" + strings.Join(a.listed, "', '") + "'"
}

// pinRefused reports that the device to which an operation is pinned refuses the operation.
func (a *asker) pinRefused(ctx context.Context, k int) error {
	c, pin := &a.choices[k], a.pins[k]
	by := ""
	switch {
	case c.Rule != "" && c.Inside != "":
		by = " by the rule '" + c.Rule + "', which matches " + c.Inside + ","
	case c.Rule != "":
		by = " by the rule '" + c.Rule + "'"
	case c.Inside != "":
		by = " by " + c.Inside + ","
	}
	d := ir.Errorf(c.Op, "is pinned%s to device '%s', which does not support it: %s", by, a.devices[pin].Name, c.Refused[pin])
	place, remove := "pin it to ", ", or remove the "+pinName(c)
	if a.options.Refused != nil && c.Rule == "" {
		if ordered, ok := a.options.Refused(c.Op, a.devices[pin].Name, c.Refused[pin]); ok {
			d, place, remove = ordered, "put it into a cluster for ", ""
		}
	}
	var takers []string
	for i := range a.devices {
		if i == pin {
			continue
		}
		if err := a.ask(ctx, i, []int{k}); err != nil {
			return err
		}
		if a.refusal(i, k) == "" {
			takers = append(takers, "'"+a.devices[i].Name+"'")
		}
	}
	if len(takers) == 0 {
		return d.WithHelp("add a device that supports the operation: none of the given devices supports it")
	}
	return d.WithHelp(place + strings.Join(takers, " or ") + ", which supports it" + remove)
}

func pinName(c *Choice) string {
	if c.Rule != "" {
		return "rule"
	}
	return "attribute " + cluster.DeviceAttr
}

// noDevice returns the error for an operation that no device accepts.
func (a *asker) noDevice(op *ir.Op, refused []string) *diag.Diagnostic {
	d := ir.Errorf(op, "is supported by no device")
	for i, why := range refused {
		ir.NoteAt(d, op, "device '%s' refuses it: %s", a.devices[i].Name, why)
	}
	return d.WithHelp("add a device that supports the operation to the list of devices")
}
