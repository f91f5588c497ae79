package commands

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
)

// join joins the outputs of clusters that are to leave as one, as the program does that is
// divided so: what is said of the plan is said of that program. What was divided stays known,
// for other divisions of it. Of devices that lack room for what is there then it warns.
func (pl *plan) join() {
	how := partition.Options{Strategy: pl.strategy, Warn: pl.warn, Options: placement.Options{Model: pl.model}}
	for _, f := range pl.funcs {
		if joined := f.Join(); joined != f.Plan {
			f.undone = f.Plan
			f.Plan, f.parts = joined, joined.Parts()
		}
		how.WarnRoom(f.Plan)
	}
}

// before is the plan of what was divided, without what joining added to it.
func (f *funcPlan) before() *partition.Plan {
	if f.undone != nil {
		return f.undone
	}
	return f.Plan
}

// dividedNodes are those of some nodes that were divided, as that plan numbers them.
func (f *funcPlan) dividedNodes(nodes []int32) []int32 {
	if f.undone == nil {
		return nodes
	}
	var known []int32
	for _, v := range nodes {
		if n, ok := f.undone.Node(f.Ops[v]); ok {
			known = append(known, n)
		}
	}
	return known
}

// added reports whether joining outputs has added an operation.
func (f *funcPlan) added(op *ir.Op) bool {
	if f.undone == nil {
		return false
	}
	_, known := f.undone.Node(op)
	return !known
}
