package plan

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/partition"
)

// Join rewrites clusters whose values are to leave them as one joined value (see
// [partition.Plan.Join]), so that the plan describes the resulting program. The plan before joining
// is kept for trials of other divisions. Join warns of devices that then have too little memory.
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

// DividedNodes returns those of nodes that existed before joining, numbered as in the plan before
// joining.
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

// added reports whether joining outputs added op.
func (f *FuncPlan) added(op *ir.Op) bool {
	if f.undone == nil {
		return false
	}
	_, known := f.undone.Node(op)
	return !known
}
