package inline

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// idRange is the range of the ids of a function's operations, if no operation of another function
// has an id in this range.
//
// If a body is moved to its caller, its operations become derived from the call, and later from the
// calls around it. Adding each call to each operation immediately would take cubic time for a chain
// of functions. So the range records the call that the body replaced. After all calls are inlined,
// the recorded calls are added to the operations.
type idRange struct {
	first, last uint32
	calls       []uint32 // the sources of the call that the body replaced; nil if the body was not moved
	added       *ir.Op   // the last operation to which calls were added
}

// idRanges has disjoint ranges in increasing order.
type idRanges []*idRange

// setIDs sets the ranges of the functions.
func (g *graph) setIDs() {
	ranges := make([]*idRange, len(g.order))
	low := make([]uint32, len(g.order)+1) // low[i] is the lowest id in g.order[i:]
	low[len(g.order)] = math.MaxUint32
	for i := len(g.order) - 1; i >= 0; i-- {
		r := &idRange{first: math.MaxUint32}
		g.order[i].op.Walk(func(op *ir.Op) bool {
			for _, id := range op.Sources() {
				r.first, r.last = min(r.first, id), max(r.last, id)
			}
			return true
		})
		ranges[i], low[i] = r, min(low[i+1], r.first)
	}
	last := uint32(0) // the highest id in g.order[:i]
	for i, r := range ranges {
		if last < r.first && r.last < low[i+1] {
			g.order[i].ids = r
			g.ids = append(g.ids, r)
		}
		last = max(last, r.last)
	}
}

// addCalls adds the recorded calls to the sources of all operations.
func (g *graph) addCalls() {
	moved := slices.DeleteFunc(g.ids, func(r *idRange) bool { return r.calls == nil })
	if len(moved) == 0 {
		return
	}
	for _, n := range g.order {
		if !n.gone {
			moved.addTo(n.op)
		}
	}
}

// of(id) returns the range that contains id, or nil.
func (rs idRanges) of(id uint32) *idRange {
	i, _ := slices.BinarySearchFunc(rs, id, func(r *idRange, id uint32) int {
		if r.last < id {
			return -1
		}
		return 1
	})
	if i == len(rs) || id < rs[i].first {
		return nil
	}
	return rs[i]
}

// addTo adds the recorded calls to the operations in root.
func (rs idRanges) addTo(root *ir.Op) {
	var ids []uint32
	root.Walk(func(op *ir.Op) bool {
		ids = append(ids[:0], op.Sources()...)
		n := len(ids)
		for i := 0; i < len(ids); i++ { // the loop also visits the ids that it appends
			if r := rs.of(ids[i]); r != nil && r.added != op {
				r.added = op
				ids = append(ids, r.calls...)
			}
		}
		if len(ids) > n {
			slices.Sort(ids)
			op.AddSources(slices.Clone(slices.Compact(ids)))
		}
		return true
	})
}
