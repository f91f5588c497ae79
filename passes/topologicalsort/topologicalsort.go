// Package topologicalsort moves definitions before uses in graph regions.
package topologicalsort

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Sort regions without SSA dominance in topological order

In graph regions, operations move after the operations whose results they use;
otherwise the order is kept, also within a cycle.`

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.On("topological-sort", doc, run)
	p.Title = "TopologicalSort"
	return p
}

func run(_ *passes.Run, op *ir.Op) error {
	op.Walk(func(o *ir.Op) bool {
		if o.Has(ir.GraphRegion) {
			for i := range o.NumRegions() {
				for _, b := range o.RegionAt(i).Blocks {
					sortBlock(b)
				}
			}
		}
		return true
	})
	return nil
}

// sortBlock makes sweeps over the remaining operations, and schedules each operation that is ready.
// If no operation is ready in a sweep, the remaining operations depend on a cycle. sortBlock then
// schedules the first remaining operation.
func sortBlock(b *ir.Block) {
	waiting := map[*ir.Op]bool{}
	last := b.Last()
	if last != nil && !last.Has(ir.Terminator) {
		last = nil
	}
	for op := range b.Ops() {
		if op != last {
			waiting[op] = true
		}
	}
	next := b.First()
	for len(waiting) > 0 {
		scheduled := false
		for op := next; op != nil && op != last; {
			following := op.Next()
			if ready(op, waiting) {
				scheduled = true
				delete(waiting, op)
				if op == next {
					next = following
				} else {
					op.MoveBefore(next)
				}
			}
			op = following
		}
		if !scheduled {
			delete(waiting, next)
			next = next.Next()
		}
	}
}

// ready reports whether neither op nor its nested operations use a result of an operation that is
// not scheduled yet.
func ready(op *ir.Op, waiting map[*ir.Op]bool) bool {
	ok := true
	op.Walk(func(inner *ir.Op) bool {
		for v := range inner.Operands() {
			for def := v.Def(); ok && def != nil && def != op; def = def.Parent() {
				ok = !waiting[def]
			}
		}
		return ok
	})
	return ok
}
