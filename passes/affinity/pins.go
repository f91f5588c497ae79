package affinity

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

// order is a pin of a choice's operation.
type order struct {
	device string
	rule   *rules.Rule // nil if an attribute pins the operation
	at     *ir.Op      // the operation that has the attribute, or that the rule matches
	words  string      // the name of this operation in reasons; "" for the choice's own operation
}

// Values of a pin that are not device indices.
const (
	unpinned = -1
	// wrong: the pin names an unknown device, or the operation or its group has contradicting pins.
	// errorAt or checkNames reports the error.
	wrong = -2
)

// pin returns the index of the device to which choice c is pinned, or unpinned or wrong. Pins of
// nested operations also pin the operation.
func (a *asker) pin(k int, c *Choice) int {
	orders := a.orders(c)
	if len(orders) == 0 {
		return unpinned
	}
	first := orders[0]
	c.Pinned, c.Inside = true, first.words
	if first.rule != nil {
		c.Rule = first.rule.Text
	}
	pin := a.index(first.device)
	for _, o := range orders {
		switch {
		case a.index(o.device) < 0:
			pin = wrong
		case pin >= 0 && o.device != first.device:
			a.odd[k] = excluding(c.Op, first, o)
			return wrong
		}
	}
	return pin
}

// orders lists the pins of an operation. Attributes take precedence over rules.
func (a *asker) orders(c *Choice) []order {
	if orders := a.byAttribute(c); len(orders) > 0 {
		return orders
	}
	return a.byRule(c)
}

func (a *asker) byAttribute(c *Choice) (orders []order) {
	if name, ok := cluster.DeviceOf(c.Op); ok {
		orders = append(orders, order{device: name, at: c.Op})
		if a.options.Overrules {
			return orders
		}
	}
	for _, x := range a.insides.of(c.Op) {
		if name, ok := cluster.DeviceOf(x.Op); ok && x.computes() {
			orders = append(orders, order{device: name, at: x.Op, words: x.words()})
			c.Fixed = c.Fixed || cluster.Pinned(x.Op)
		}
	}
	return orders
}

// byRule lists the pins by rules. This is the first rule that matches the operation. If no rule
// does, byRule lists the first matching rule of each nested operation.
func (a *asker) byRule(c *Choice) (orders []order) {
	if r := a.firstPin(rules.Subject{Op: c.Op, Names: a.names, Insides: a.insides.costs}); r != nil {
		return []order{{device: r.Device, rule: r, at: c.Op}}
	}
	if len(a.options.Rules.All()) == 0 {
		return nil
	}
	for _, x := range a.insides.of(c.Op) {
		if !x.computes() {
			continue
		}
		if r := a.firstPin(*x.Subject); r != nil {
			orders = append(orders, order{r.Device, r, x.Op, x.words()})
		}
	}
	return orders
}

func (a *asker) firstPin(s rules.Subject) *rules.Rule {
	for _, r := range a.options.Rules.All() {
		if r.Pin && r.Matches(s) {
			return r
		}
	}
	return nil
}

// excluding returns the error about two pins that contradict each other.
func excluding(op *ir.Op, first, second order) *diag.Diagnostic {
	d := ir.Errorf(op, "is placed on one device with all operations that it contains, but these are pinned to device '%s' and to device '%s'", first.device, second.device)
	first.note(d)
	second.note(d)
	if first.rule != nil {
		return d.WithHelp("pin '" + op.Name() + "' by a rule of its own, or change one of these rules")
	}
	return d.WithHelp("pin both operations to the same device, or move one of them out of '" + op.Name() + "'")
}

// note adds a note about the attribute or rule, at the operation that has the attribute or that the
// rule matches.
func (o *order) note(d *diag.Diagnostic) {
	what := o.words
	if what == "" {
		what = "it"
	}
	if o.rule != nil {
		ir.NoteAt(d, o.at, "to '%s' by the rule '%s', which matches %s", o.device, o.rule.Text, what)
		return
	}
	if o.words == "" {
		ir.NoteAt(d, o.at, "to '%s' by its attribute %s", o.device, cluster.DeviceAttr)
		return
	}
	ir.NoteAt(d, o.at, "to '%s' by the attribute %s of %s", o.device, cluster.DeviceAttr, what)
}

// checkGroup records one error if members of a fusion group are pinned to different devices.
func (a *asker) checkGroup(name string) {
	first := -1
	for _, k := range a.groups[name] {
		switch {
		case a.pins[k] < 0:
			continue
		case first < 0:
			first = k
			continue
		case a.pins[k] == a.pins[first]:
			continue
		}
		one, other := a.orders(&a.choices[first])[0], a.orders(&a.choices[k])[0]
		d := ir.Errorf(a.choices[first].Op, "is in group '%s', which is placed on one device, but members of the group are pinned to device '%s' and to device '%s'", name, one.device, other.device)
		one.note(d)
		other.note(d)
		a.odd[first] = d.WithHelp("pin both members to the same device, take one member out of the group, or allow groups to be split with " + a.options.Called.Option("allow-split"))
		for _, k := range a.groups[name] {
			a.pins[k] = wrong
		}
		return
	}
}

// matchRules records which rules match any operation.
func (a *asker) matchRules() {
	if a.options.used == nil {
		return
	}
	for _, r := range a.options.Rules.All() {
		for _, c := range a.choices {
			if _, fits := a.fits(r, c.Op); fits {
				a.options.used[r] = true
				break
			}
		}
	}
}

// fits reports whether a rule matches an operation or a nested operation. inside is the name of the
// nested operation, or "".
func (a *asker) fits(r *rules.Rule, op *ir.Op) (inside string, fits bool) {
	if r.Matches(rules.Subject{Op: op, Names: a.names, Insides: a.insides.costs}) {
		return "", true
	}
	for _, x := range a.insides.of(op) {
		if x.computes() && r.Matches(*x.Subject) {
			return x.words(), true
		}
	}
	return "", false
}

// checkNames fails if the device or a candidate of op, or of a nested operation, is unknown.
func (a *asker) checkNames(op *ir.Op) (errs diag.List) {
	if d := a.checkName(op); d != nil {
		errs = append(errs, d)
	}
	for _, x := range a.insides.of(op) {
		if a.options.said[x.Op] {
			continue // reported already, for another caller of the function
		}
		if d := a.checkName(x.Op); d != nil {
			errs = append(errs, d)
			if a.options.said != nil {
				a.options.said[x.Op] = true
			}
		}
	}
	return errs
}

func (a *asker) checkName(op *ir.Op) *diag.Diagnostic {
	if d := irplace.UnknownCandidate(op, a.listed); d != nil {
		return d
	}
	name, ok := cluster.DeviceOf(op)
	if !ok || a.index(name) >= 0 {
		return nil
	}
	return ir.Errorf(op, "is pinned to device '%s', but the devices are %s", name, a.list()).
		WithHelp(fmt.Sprintf("add '%s' to the list of devices, or change the operation's attribute %s", name, cluster.DeviceAttr))
}

// barred returns why rules, lists of candidates or the device's lists exclude op or a nested
// operation from device i. It returns "" if none does.
func (a *asker) barred(i int, op *ir.Op) string {
	d := &a.devices[i]
	for _, r := range a.options.Rules.All() {
		if r.Pin || r.Device != d.Name {
			continue
		}
		switch inside, fits := a.fits(r, op); {
		case inside != "":
			return "the rule '" + r.Text + "' keeps away " + inside
		case fits:
			return "the rule '" + r.Text + "' keeps it away"
		}
	}
	if own, _ := cluster.DeviceOf(op); !a.options.Overrules || own != d.Name {
		if why := a.leftOut(op, d.Name); why != "" {
			return why
		}
	}
	if why := d.Spec.Refusal(op.Name()); why != "" {
		return why
	}
	if len(d.Spec.Allow)+len(d.Spec.Deny) == 0 {
		return ""
	}
	for _, x := range a.insides.of(op) {
		if why := listed(&d.Spec, x); why != "" {
			return x.words() + ": " + why
		}
	}
	return ""
}

// listed returns how a device's lists exclude a nested operation, or "".
func listed(s *placement.Spec, x *inner) string {
	if !x.computes() {
		return s.Denial(x.Op.Name())
	}
	return s.Refusal(x.Op.Name())
}

// leftOut returns a reason if op or a nested operation has a list of candidates without the device,
// and "" otherwise.
func (a *asker) leftOut(op *ir.Op, device string) string {
	leftOut := func(op *ir.Op) bool {
		list := cluster.Candidates(op)
		return list != nil && !slices.Contains(list, device)
	}
	if leftOut(op) {
		return "its attribute " + cluster.CandidatesAttr + " does not list the device"
	}
	for _, x := range a.insides.of(op) {
		if leftOut(x.Op) {
			return "attribute " + cluster.CandidatesAttr + " of " + x.words() + " does not list the device"
		}
	}
	return ""
}
