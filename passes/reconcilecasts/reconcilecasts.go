// Package reconcilecasts removes pairs of casts that cancel each other. Dialect conversions leave
// such pairs.
package reconcilecasts

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Simplify and eliminate unrealized conversion casts

If the last cast of a chain of builtin.unrealized_conversion_cast has results of the same types
as the operands of the first cast, these operands replace the results. Casts without users are
erased.`

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.On("reconcile-unrealized-casts", doc, run)
	p.Title = "ReconcileUnrealizedCastsPass"
	return p
}

func run(r *passes.Run, op *ir.Op) error {
	var work []*ir.Op
	op.Walk(func(o *ir.Op) bool {
		if ir.Is[builtin.Cast](o) {
			work = append(work, o)
		}
		return true
	})
	gone, casts := map[*ir.Op]bool{}, len(work)
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		if gone[o] {
			continue
		}
		if err := r.Ctx.Err(); err != nil {
			return err
		}
		start := startOf(o, casts)
		if start == nil && !o.Unused() {
			continue
		}
		if !r.Log.Add(decision.Entry{Kind: decision.Erase, Rule: "reconcile-unrealized-casts", Ops: []uint32{o.ID()}}) {
			return nil
		}
		for i, v := range start {
			o.ResultAt(i).ReplaceAllUses(v)
		}
		for v := range o.Operands() {
			if ir.Is[builtin.Cast](v.Def()) {
				work = append(work, v.Def())
			}
		}
		gone[o] = true
		o.Erase()
	}
	if len(gone) == 0 {
		r.Unchanged()
	}
	return nil
}

// startOf follows the chain of casts that ends with op backward. It returns the operands of the
// first cast whose operands have the types of op's results, or nil if there is no such cast. In
// graph regions, casts can form a cycle. So startOf follows at most the given number of casts, and
// never returns op's own results.
func startOf(op *ir.Op, most int) []*ir.Value {
	for c := op; c != nil && most > 0; c, most = before(c), most-1 {
		if hasTypes(c, op) {
			if inputs := c.OperandList(); !slices.Equal(inputs, op.ResultList()) {
				return inputs
			}
			return nil
		}
	}
	return nil
}

// hasTypes reports whether the operands of c have the types of op's results.
func hasTypes(c, op *ir.Op) bool {
	if c.NumOperands() != op.NumResults() {
		return false
	}
	for i := range c.NumOperands() {
		if c.OperandAt(i).Type() != op.ResultAt(i).Type() {
			return false
		}
	}
	return true
}

// before(c) returns the cast whose results are exactly c's operands, or nil.
func before(c *ir.Op) (p *ir.Op) {
	for i := range c.NumOperands() {
		v := c.OperandAt(i)
		if i == 0 {
			if p = v.Def(); !ir.Is[builtin.Cast](p) || p.NumResults() != c.NumOperands() {
				return nil
			}
		}
		if v != p.ResultAt(i) {
			return nil
		}
	}
	return p
}
