package affine

import "github.com/lathe-ir/lathe/ir"

// RegionEdges implements ir.RegionBranch.
func (o For) RegionEdges(from *ir.Op, _ func(*ir.Value) ir.Attr) []ir.RegionEdge {
	body := ir.RegionEdge{To: o.Op.RegionAt(0), Hi: -1, First: 1}
	after := ir.RegionEdge{Hi: -1}
	runs, never := o.constantTrips()
	if from == nil {
		n := o.Op.NumOperands() - len(o.Inits())
		body.Lo, after.Lo = n, n
	}
	switch {
	case from == nil && runs > 0:
		return []ir.RegionEdge{body}
	case from == nil && never:
		return []ir.RegionEdge{after}
	case from != nil && runs == 1:
		return []ir.RegionEdge{after}
	}
	return []ir.RegionEdge{body, after}
}

// constantTrips returns the number of iterations, or 0 if the bounds are not constants. If "never"
// is true, the bounds are constants, and the loop has no iterations.
func (o For) constantTrips() (n int64, never bool) {
	lo, ok1 := o.LowerBoundMap().Constants()
	hi, ok2 := o.UpperBoundMap().Constants()
	if !ok1 || !ok2 || len(lo) != 1 || len(hi) != 1 {
		return 0, false
	}
	if lo[0] >= hi[0] {
		return 0, true
	}
	return (hi[0] - lo[0] + o.Step() - 1) / o.Step(), false
}

// LoopRegions implements ir.LoopLike.
func (o For) LoopRegions() []*ir.Region { return o.Op.Regions() }

// RegionEdges implements ir.RegionBranch.
func (o If) RegionEdges(from *ir.Op, _ func(*ir.Value) ir.Attr) []ir.RegionEdge {
	if from != nil {
		return []ir.RegionEdge{{Hi: -1}}
	}
	if o.Else().Empty() {
		return []ir.RegionEdge{{To: o.Then()}, {}}
	}
	return []ir.RegionEdge{{To: o.Then()}, {To: o.Else()}}
}

// LoopRegions implements ir.LoopLike.
func (o Parallel) LoopRegions() []*ir.Region { return o.Op.Regions() }

// Speculatable implements ir.Speculator.
func (o For) Speculatable() bool { return o.Op.InsideSpeculatable() }
func (o If) Speculatable() bool  { return o.Op.InsideSpeculatable() }
