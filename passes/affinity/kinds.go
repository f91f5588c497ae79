package affinity

import (
	"context"
	"fmt"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// judged has the answers of a device for kinds of operations.
type judged struct {
	refuses func(op *ir.Op) string
	known   map[int]string // by kind, why it is refused; "" if it is not
}

// askKinds gets the answers of device i about operations, in program order, and about the
// constants that they read: it is queried once for each kind. The answers are those about a
// function of these operations alone, so a conversion that only refused operations read is refused
// too.
func (a *asker) askKinds(ctx context.Context, i int, q irplace.KindQuerier, rest []*ir.Op) error {
	j := &a.judged[i]
	if j.refuses == nil {
		var err error
		if j.refuses, err = q.Refusals(ctx); err != nil {
			return fmt.Errorf("device '%s' could not be queried about @%s: %w", a.devices[i].Name, a.f.SymName(), err)
		}
		j.known = map[int]string{}
	}
	if len(a.answers[i]) == 0 {
		a.answers[i] = make(map[*ir.Op]irplace.Answer, len(rest))
	}
	answers := make([]irplace.Answer, len(rest))
	for k, op := range rest {
		why := a.refusalOfKind(j, op)
		answers[k] = irplace.Answer{Op: op, Supported: why == "", Reason: why}
		irplace.Reads(op, a.f.Entry(), func(v *ir.Value) {
			c := v.Def()
			if c == nil || !irplace.IsConstant(c) || a.answers[i][c].Op != nil {
				return
			}
			why := a.refusalOfKind(j, c)
			a.answers[i][c] = irplace.Answer{Op: c, Supported: why == "", Reason: why}
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	irplace.RefuseResources(answers)
	for _, x := range answers {
		a.answers[i][x.Op] = x
	}
	var idle []*ir.Op
	for _, op := range rest {
		if irplace.Converts(op) && a.forNobody(i, op) {
			idle = append(idle, op)
		}
	}
	for _, op := range idle {
		a.answers[i][op] = irplace.Answer{Op: op, Reason: "nothing that it supports reads it", Idle: true}
	}
	return nil
}

// refusalOfKind returns the reason that a device refuses the kind of op; "" if it does not.
func (a *asker) refusalOfKind(j *judged, op *ir.Op) string {
	n := a.kinds.Of(op)
	why, known := j.known[n]
	if !known {
		why = j.refuses(op)
		j.known[n] = why
	}
	return why
}

// forNobody reports whether op is a conversion that device i supports, but all of whose readers it
// refuses.
func (a *asker) forNobody(i int, op *ir.Op) bool {
	if !a.answers[i][op].Supported {
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
			x := a.answers[i][user]
			if user.Terminator() || x.Op == nil || x.Supported && !(irplace.Converts(user) && a.forNobody(i, user)) {
				return false
			}
		}
	}
	return used
}
