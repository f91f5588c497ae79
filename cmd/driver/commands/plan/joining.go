package plan

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/partition"
)

// Join joins outputs of clusters, see [partition.Plan.Join]. Afterwards, the plan describes the
// resulting program. The previous plan is kept for trials of other divisions. Join warns of devices
// that have too little memory for the resulting program.
func (pl *Plan) Join() {
	for _, f := range pl.Funcs {
		if joined := f.Join(); joined != f.Plan {
			f.undone = f.Plan
			f.Plan, f.Parts = joined, joined.Parts()
		}
		pl.WarnRoom(f.Plan)
	}
}

// before returns the plan before outputs were joined.
func (f *FuncPlan) before() *partition.Plan {
	if f.undone != nil {
		return f.undone
	}
	return f.Plan
}

// DividedNodes returns the numbers that the given nodes had before joining. It leaves out nodes
// that joining added.
func (f *FuncPlan) DividedNodes(nodes []int32) []int32 {
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

// added reports whether op was added when outputs were joined.
func (f *FuncPlan) added(op *ir.Op) bool {
	if f.undone == nil {
		return false
	}
	_, known := f.undone.Node(op)
	return !known
}
