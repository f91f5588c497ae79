package affinity

import (
	"context"
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// offer assigns to device i the remaining operations that it accepts.
func (a *asker) offer(ctx context.Context, i int) error {
	var open []int
	for k := range a.choices {
		if a.choices[k].Device < 0 && (a.pins[k] == i || a.pins[k] == unpinned) {
			open = append(open, k)
		}
	}
	if len(open) == 0 {
		return nil
	}
	if err := a.ask(ctx, i, open); err != nil {
		return err
	}
	for _, k := range open {
		if a.pins[k] != i || !a.idle(i, k) {
			a.choices[k].Refused[i] = a.refusal(i, k)
		}
	}
	a.spread(i, open)
	for _, k := range open {
		if a.choices[k].Refused[i] == "" {
			a.choices[k].Device = i
		}
	}
	return nil
}

// placeIdle assigns operations that no device accepted, and keeps fusion groups together.
func (a *asker) placeIdle() {
	grouped := make([]bool, len(a.choices))
	for _, name := range sortedNames(a.groups) {
		for _, k := range a.groups[name] {
			grouped[k] = true
		}
		a.placeIdleGroup(a.groups[name])
	}
	for k := range a.choices {
		if !grouped[k] {
			a.placeIdleGroup([]int{k})
		}
	}
}

// placeIdleGroup assigns choices that have no device to the first device that could run all of
// them. A device could run a choice if it accepts the choice, or if it refuses the choice only
// because it accepts no reader of the results.
func (a *asker) placeIdleGroup(members []int) {
	for i := range a.devices {
		if slices.ContainsFunc(members, func(k int) bool {
			return a.choices[k].Device >= 0 || a.pins[k] != unpinned && a.pins[k] != i || !a.idle(i, k) && a.refusal(i, k) != ""
		}) {
			continue
		}
		for _, k := range members {
			a.choices[k].Device, a.choices[k].Refused[i] = i, ""
		}
		return
	}
}

// ask queries device i about the choices in "rest". An [irplace.KindQuerier] is queried about kinds
// of operations. Any other device is queried about the whole function or, if "rest" lacks some of
// its choices, about pieces.
func (a *asker) ask(ctx context.Context, i int, rest []int) error {
	if q, ok := a.devices[i].Querier.(irplace.KindQuerier); ok {
		return a.askKinds(ctx, i, q, rest)
	}
	if len(rest) < len(a.choices) {
		return a.divider.ask(ctx, a.devices[i], a.opsOf(rest), func(x irplace.Answer) { a.record(i, x) })
	}
	return a.askAll(ctx, i)
}

// askAll queries device i about the whole function.
func (a *asker) askAll(ctx context.Context, i int) error {
	if q, ok := a.devices[i].Querier.(irplace.KindQuerier); ok {
		all := make([]int, len(a.choices))
		for k := range all {
			all[k] = k
		}
		return a.askKinds(ctx, i, q, all)
	}
	answers, err := a.devices[i].Querier.Query(ctx, a.f)
	if err != nil {
		return fmt.Errorf("device '%s' could not be queried about @%s: %w", a.devices[i].Name, a.f.SymName(), err)
	}
	for _, x := range answers {
		a.record(i, x)
	}
	return nil
}

// spread keeps fusion groups together: device i refuses all members of a group if it refuses one of
// them, or if one of them is not in "open". Only members in "open" are changed.
func (a *asker) spread(i int, open []int) {
	if len(a.groups) == 0 {
		return
	}
	asked := make([]bool, len(a.choices))
	for _, k := range open {
		asked[k] = true
	}
	for _, name := range sortedNames(a.groups) {
		why := a.firstRefused(i, name)
		for _, k := range a.groups[name] {
			if !asked[k] {
				why = a.member(k, name) + " goes elsewhere"
				break
			}
		}
		a.spreadTo(i, a.groups[name], why, func(k int) bool { return asked[k] })
	}
}

// firstRefused names the first member of a group that device i refuses, and gives the reason. It
// returns "" if device i refuses no member.
func (a *asker) firstRefused(i int, group string) string {
	for _, k := range a.groups[group] {
		if why := a.choices[k].Refused[i]; why != "" {
			return fmt.Sprintf("it refuses %s: %s", a.member(k, group), why)
		}
	}
	return ""
}

// spreadTo makes device i refuse the members that "want" selects. A member that device i already
// refuses keeps its reason.
func (a *asker) spreadTo(i int, members []int, why string, want func(k int) bool) {
	for _, k := range members {
		if c := &a.choices[k]; why != "" && want(k) && c.Refused[i] == "" {
			c.Refused[i] = why
		}
	}
}

// askRest queries each device about the operations that it does not run.
func (a *asker) askRest(ctx context.Context) error {
	for i := range a.devices {
		var rest []int
		known := true
		for k := range a.choices {
			if c := &a.choices[k]; c.Device != i && c.Refused[i] == "" {
				rest = append(rest, k)
				known = known && a.answers[i].about(k).Op != nil
			}
		}
		if !known {
			if err := a.askAgain(ctx, i); err != nil {
				return err
			}
		}
		for _, k := range rest {
			a.choices[k].Refused[i] = a.refusal(i, k)
		}
		for _, name := range sortedNames(a.groups) {
			a.spreadTo(i, a.groups[name], a.firstRefused(i, name), func(k int) bool { return a.choices[k].Device != i })
		}
	}
	return nil
}

// askAgain queries device i about the whole function. Earlier answers take precedence.
func (a *asker) askAgain(ctx context.Context, i int) error {
	was := a.answers[i]
	a.answers[i] = answers{}
	if err := a.askAll(ctx, i); err != nil {
		return err
	}
	a.adopt(i, was)
	return nil
}

// idle reports whether device i refuses choice k only because it refuses all readers of the
// results.
func (a *asker) idle(i, k int) bool {
	return a.answers[i].about(k).Idle && a.barred(i, a.choices[k].Op) == ""
}

// refusal returns why device i refuses choice k, or "" if it accepts the choice.
func (a *asker) refusal(i, k int) string {
	op := a.choices[k].Op
	if why := a.barred(i, op); why != "" {
		return why
	}
	if x := a.answers[i].about(k); !x.Supported {
		return reason(x)
	}
	var why string
	n := 0
	irplace.Reads(op, a.f.Entry(), func(v *ir.Value) {
		if def := v.Def(); why == "" && def != nil && irplace.IsConstant(def) {
			if no := a.constantRefusal(i, def); no != "" {
				why = fmt.Sprintf("operand #%d is a constant that it refuses: %s", n, no)
				if n >= op.NumOperands() { // values that regions read follow the operands
					why = "a region reads a constant that it refuses: " + no
				}
			}
		}
		n++
	})
	return why
}

// constantRefusal returns why device i refuses a constant, or "" if it accepts the constant.
func (a *asker) constantRefusal(i int, op *ir.Op) string {
	if denied := a.devices[i].Spec.Denial(op.Name()); denied != "" {
		return denied
	}
	// If a constant is Idle, the device refuses only its readers.
	if x := a.answer(i, op); !x.Supported && !x.Idle {
		return reason(x)
	}
	return ""
}

func reason(x irplace.Answer) string {
	switch {
	case x.Op == nil:
		return "it gave no answer about this operation"
	case x.Reason == "":
		return "it gave no reason"
	}
	return x.Reason
}
