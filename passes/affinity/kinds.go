package affinity

import (
	"context"
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// judged has the answers of a device for kinds of operations (see [irplace.Kinds]).
type judged struct {
	refuses func(op *ir.Op) string
	known   map[int]string // by kind: why the device refuses it; "" if the device accepts it
}

// askKinds queries device i about the choices in "rest", which are in program order, and about the
// constants that they read. It queries the device once for each kind. A conversion whose readers
// are all refused is refused too.
func (a *asker) askKinds(ctx context.Context, i int, q irplace.KindQuerier, rest []int) error {
	j := &a.judged[i]
	if j.refuses == nil {
		var err error
		if j.refuses, err = q.Refusals(ctx); err != nil {
			return fmt.Errorf("device '%s' could not be queried about @%s: %w", a.devices[i].Name, a.f.SymName(), err)
		}
		j.known = map[int]string{}
	}
	answers := make([]irplace.Answer, len(rest))
	for n, k := range rest {
		op := a.choices[k].Op
		why := a.refusalOfKind(j, op)
		answers[n] = irplace.Answer{Op: op, Supported: why == "", Reason: why}
		irplace.Reads(op, a.f.Entry(), func(v *ir.Value) {
			c := v.Def()
			if c == nil || !irplace.IsConstant(c) || a.answer(i, c).Op != nil {
				return
			}
			why := a.refusalOfKind(j, c)
			a.record(i, irplace.Answer{Op: c, Supported: why == "", Reason: why})
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	irplace.RefuseResources(answers)
	for n, k := range rest {
		a.put(i, k, answers[n])
	}
	var idle []int
	for _, k := range rest {
		if op := a.choices[k].Op; irplace.Converts(op) && a.onlyRefusedReaders(i, op) {
			idle = append(idle, k)
		}
	}
	for _, k := range idle {
		a.put(i, k, irplace.Answer{Op: a.choices[k].Op, Reason: "it supports none of the operations that read the result", Idle: true})
	}
	return nil
}

// refusalOfKind returns why a device refuses the kind of op, or "" if it accepts the kind.
func (a *asker) refusalOfKind(j *judged, op *ir.Op) string {
	n := a.kinds.Of(op)
	why, known := j.known[n]
	if !known {
		why = j.refuses(op)
		j.known[n] = why
	}
	return why
}

// onlyRefusedReaders reports whether device i supports the conversion op, but refuses all its
// readers. A supported reader that is itself a conversion counts as refused if all its own readers
// are refused.
func (a *asker) onlyRefusedReaders(i int, op *ir.Op) bool {
	if !a.answer(i, op).Supported {
		return false
	}
	used := false
	for v := range op.Results() {
		for u := range v.Uses() {
			used = true
			user := u.Owner()
			for user.Block() != op.Block() {
				user = user.Parent()
			}
			x := a.answer(i, user)
			if user.Terminator() || x.Op == nil || x.Supported && !(irplace.Converts(user) && a.onlyRefusedReaders(i, user)) {
				return false
			}
		}
	}
	return used
}
