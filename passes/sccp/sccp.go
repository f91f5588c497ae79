// Package sccp finds values that are constant on all reachable paths, and replaces them by
// constants.
package sccp

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Sparse Conditional Constant Propagation

The analysis assumes that no operation runs and every value is constant, and drops an
assumption only if the program contradicts it. So it finds constants that are carried
through loops and calls of private functions. Unreachable operations are unchanged.`

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.On("sccp", doc, run)
	p.Title = "SCCPPass"
	return p
}

func run(r *passes.Run, op *ir.Op) error {
	s := newSolver(op)
	s.solve()
	w := &replacer{r: r, s: s, consts: rewrite.NewConstants(r.Registry)}
	for i := range op.NumRegions() {
		w.region(op.RegionAt(i))
	}
	if !w.changed {
		r.Unchanged()
	}
	return nil
}

// replacer replaces values by the constants that the solver found.
type replacer struct {
	r       *passes.Run
	s       *solver
	consts  *rewrite.Constants
	changed bool
}

func (w *replacer) region(r *ir.Region) {
	for _, b := range r.Blocks {
		var inner []*ir.Op
		for op := range b.Ops() {
			if w.op(op) {
				continue
			}
			if op.NumRegions() > 0 {
				inner = append(inner, op)
			}
		}
		for _, a := range b.Args() {
			w.value(a, b)
		}
		// Nested regions are processed in the order of MLIR's stack, last first, because this order
		// determines the order of new constants.
		for _, op := range slices.Backward(inner) {
			for i := op.NumRegions() - 1; i >= 0; i-- {
				w.region(op.RegionAt(i))
			}
		}
	}
}

// op replaces the results that are constants, and reports whether it erased op.
func (w *replacer) op(op *ir.Op) bool {
	if op.NumResults() == 0 || w.consts.Owns(op) {
		return false
	}
	all := true
	for v := range op.Results() {
		all = w.value(v, op.Block()) && all
	}
	if !all || !op.Dead() {
		return false
	}
	op.Erase()
	return true
}

// value replaces v by a constant if the solver found one, and reports whether it did.
func (w *replacer) value(v *ir.Value, at *ir.Block) bool {
	f := w.s.facts[v]
	if f.state != constant {
		return false
	}
	if w.r.Log.Recording() && !w.r.Log.Add(decision.Entry{Kind: decision.Fold, Rule: "sccp", Ops: idOf(v)}) {
		return false
	}
	c := w.consts.Get(at, f.dialect, f.value, v.Type())
	if c == nil {
		return false
	}
	v.ReplaceAllUses(c)
	w.changed = true
	return true
}

func idOf(v *ir.Value) []uint32 {
	if def := v.Def(); def != nil {
		return []uint32{def.ID()}
	}
	return nil
}
