package clusterverify

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// order checks that clusters do not depend on each other in a cycle, and that each operation is
// after the producers of its operands.
func (v *verifier) order(f fn.Func) {
	number := map[*ir.Op]int{}
	var ops []*ir.Op
	for op := range f.Entry().Ops() {
		number[op] = len(ops)
		ops = append(ops, op)
	}
	waits := make([]int, len(ops))
	users := make([][]int, len(ops))
	late := -1
	for i, op := range ops {
		producers(op, func(def *ir.Op) {
			p, ok := number[def]
			if !ok {
				return
			}
			waits[i]++
			users[p] = append(users[p], i)
			if p >= i && late < 0 {
				late = i
			}
		})
	}
	if late < 0 {
		return
	}
	if path := circle(ops, users, waits); path != nil {
		v.cyclic(path)
		return
	}
	v.fail(ir.Errorf(ops[late], "is before an operation whose result it needs"))
}

// producers calls yield with the producer of each value that op or a nested operation reads.
func producers(op *ir.Op, yield func(*ir.Op)) {
	op.Walk(func(o *ir.Op) bool {
		for x := range o.Operands() {
			if def := x.Def(); def != nil {
				yield(def)
			}
		}
		return !o.Has(ir.IsolatedFromAbove)
	})
}

// circle returns a cycle of operations, or nil. Each operation needs the previous operation, and
// the first operation needs the last. The first operation is the earliest in program order.
func circle(ops []*ir.Op, users [][]int, waits []int) []*ir.Op {
	stuck := dryRun(users, waits)
	if stuck < 0 {
		return nil
	}
	// Each operation that never runs has a producer that never runs. So a path from producer to
	// producer reaches a cycle.
	needs := make([]int, len(ops))
	for p, us := range users {
		for _, u := range us {
			if waits[p] > 0 {
				needs[u] = p
			}
		}
	}
	met := map[int]int{}
	var back []int
	for at := stuck; ; at = needs[at] {
		if first, ok := met[at]; ok {
			back = back[first:]
			break
		}
		met[at] = len(back)
		back = append(back, at)
	}
	slices.Reverse(back)
	start := slices.Index(back, slices.Min(back))
	var path []*ir.Op
	for _, i := range append(back[start:], back[:start]...) {
		path = append(path, ops[i])
	}
	return path
}

// dryRun runs operations as soon as all their producers have run. It decrements the counts
// in waits, and returns the index of an operation that can never run, or -1.
func dryRun(users [][]int, waits []int) int {
	var run []int
	for i, w := range waits {
		if w == 0 {
			run = append(run, i)
		}
	}
	for i := 0; i < len(run); i++ {
		for _, u := range users[run[i]] {
			if waits[u]--; waits[u] == 0 {
				run = append(run, u)
			}
		}
	}
	return slices.IndexFunc(waits, func(w int) bool { return w > 0 })
}

func (v *verifier) cyclic(path []*ir.Op) {
	names := make([]string, 0, len(path)+1)
	for _, op := range path {
		names = append(names, nameOf(op))
	}
	names = append(names, names[0])
	d := ir.Errorf(path[0], "clusters wait for each other: %s", strings.Join(names, " → "))
	for i, op := range path {
		ir.NoteAt(d, op, "%s needs a result of %s", names[i], nameOf(path[(i+len(path)-1)%len(path)]))
	}
	v.fail(d)
}

func nameOf(op *ir.Op) string {
	switch o := op.View().(type) {
	case cluster.Launch:
		return "@" + o.CalleeName()
	case cluster.Region:
		return "a cluster on " + o.Device()
	}
	return op.Name()
}
