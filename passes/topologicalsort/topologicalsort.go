// Package topologicalsort moves definitions before uses in graph regions.
package topologicalsort

import (
	"cmp"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Sort regions without SSA dominance in topological order

In graph regions, operations move after the operations whose results they use. Otherwise they
keep their order, also if they use each other's results in a cycle.`

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

// sortBlock gives operations the order in which the following algorithm schedules them. It sweeps
// repeatedly over the remaining operations, and schedules each operation whose operands are
// scheduled. If a sweep finds no such operation, it schedules the first remaining operation. Since
// sweeps can take quadratic time, sortBlock only computes in which sweep each operation is
// scheduled.
func sortBlock(b *ir.Block) {
	ops := slices.Collect(b.Ops())
	last := b.Last()
	if last != nil && last.Has(ir.Terminator) {
		ops = ops[:len(ops)-1]
	}
	users, missing := dependencies(b, ops)
	sweep, done := make([]int, len(ops)), make([]bool, len(ops))
	var ready []int
	for i, n := range missing {
		if n == 0 {
			ready = append(ready, i)
		}
	}
	latest := 0
	for first := 0; first < len(ops); {
		for len(ready) > 0 {
			i := ready[0]
			ready = ready[1:]
			done[i], latest = true, max(latest, sweep[i])
			for _, u := range users[i] {
				if done[u] {
					continue // scheduled before its operands, because of a cycle
				}
				n := sweep[i]
				if u < i {
					n++
				}
				sweep[u] = max(sweep[u], n)
				if missing[u]--; missing[u] == 0 {
					ready = append(ready, u)
				}
			}
		}
		if done[first] {
			first++
			continue
		}
		latest++
		sweep[first], ready = latest, append(ready, first)
	}
	order := make([]int, len(ops))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(sweep[i], sweep[j]) })
	for _, i := range order {
		ops[i].MoveToEnd(b)
	}
	if len(ops) < b.Len() {
		last.MoveToEnd(b)
	}
}

// dependencies returns two lists by position in ops. users[i] has the positions of the operations
// that read results of ops[i], once for each such operand. missing[i] is the number of operands of
// ops[i] that other operations in ops define. Operands of nested operations count too.
func dependencies(b *ir.Block, ops []*ir.Op) (users [][]int, missing []int) {
	at := map[*ir.Op]int{}
	for i, op := range ops {
		at[op] = i
	}
	users, missing = make([][]int, len(ops)), make([]int, len(ops))
	for i, op := range ops {
		op.Walk(func(inner *ir.Op) bool {
			for v := range inner.Operands() {
				def := v.Def()
				for def != nil && def != op && def.Block() != b {
					def = def.Parent()
				}
				if d, ok := at[def]; ok && def != op {
					users[d] = append(users[d], i)
					missing[i]++
				}
			}
			return true
		})
	}
	return users, missing
}
