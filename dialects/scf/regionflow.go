package scf

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// known returns value(v) as an integer. It returns false if value(v) is not an integer.
func known(value func(*ir.Value) ir.Attr, v *ir.Value) (int64, bool) {
	a := value(v)
	if a.IsNil() {
		return 0, false
	}
	return rewrite.IntOf(a)
}

// out returns the edge from a yield to the results of the enclosing operation.
func out() []ir.RegionEdge { return []ir.RegionEdge{{Hi: -1}} }

// RegionEdges implements ir.RegionBranch.
func (o If) RegionEdges(from *ir.Op, value func(*ir.Value) ir.Attr) []ir.RegionEdge {
	if from != nil {
		return out()
	}
	yes, no := ir.RegionEdge{To: o.Op.RegionAt(0)}, ir.RegionEdge{To: o.Op.RegionAt(1)}
	if o.Else() == nil {
		no.To = nil
	}
	if c, ok := known(value, o.Condition()); ok {
		if c != 0 {
			return []ir.RegionEdge{yes}
		}
		return []ir.RegionEdge{no}
	}
	return []ir.RegionEdge{yes, no}
}

// RunsRegionsOnce implements ir.OnceRegions.
func (If) RunsRegionsOnce() {}

// RegionEdges implements ir.RegionBranch.
func (o IndexSwitch) RegionEdges(from *ir.Op, value func(*ir.Value) ir.Attr) []ir.RegionEdge {
	if from != nil {
		return out()
	}
	if c, ok := known(value, o.Arg()); ok {
		for i, v := range o.Cases() {
			if v == c {
				return []ir.RegionEdge{{To: o.CaseRegion(i)}}
			}
		}
		return []ir.RegionEdge{{To: o.DefaultRegion()}}
	}
	var es []ir.RegionEdge
	for _, r := range o.Op.Regions() {
		es = append(es, ir.RegionEdge{To: r})
	}
	return es
}

// RunsRegionsOnce implements ir.OnceRegions.
func (IndexSwitch) RunsRegionsOnce() {}

// trips returns 0 if the loop has no iterations, or 1 if it has at least one. ok is false if this
// is not known.
func (o For) trips(value func(*ir.Value) ir.Attr) (n int, ok bool) {
	if o.UnsignedCmp() {
		return 0, false
	}
	lo, ok1 := known(value, o.LowerBound())
	hi, ok2 := known(value, o.UpperBound())
	if !ok1 || !ok2 {
		return 0, false
	}
	if lo < hi {
		return 1, true
	}
	return 0, true
}

// RegionEdges implements ir.RegionBranch.
func (o For) RegionEdges(from *ir.Op, value func(*ir.Value) ir.Attr) []ir.RegionEdge {
	body := ir.RegionEdge{To: o.Op.RegionAt(0), Hi: -1, First: 1}
	after := ir.RegionEdge{Hi: -1}
	if from != nil {
		return []ir.RegionEdge{body, after}
	}
	body.Lo, after.Lo = 3, 3
	if n, ok := o.trips(value); ok {
		if n == 0 {
			return []ir.RegionEdge{after}
		}
		return []ir.RegionEdge{body}
	}
	return []ir.RegionEdge{body, after}
}

// LoopRegions implements ir.LoopLike.
func (o For) LoopRegions() []*ir.Region { return o.Op.Regions() }

// RegionEdges implements ir.RegionBranch.
func (o While) RegionEdges(from *ir.Op, value func(*ir.Value) ir.Attr) []ir.RegionEdge {
	c, isCondition := ir.As[Condition](from)
	if !isCondition {
		return []ir.RegionEdge{{To: o.Op.RegionAt(0), Hi: -1}}
	}
	again, done := ir.RegionEdge{To: o.Op.RegionAt(1), Lo: 1, Hi: -1}, ir.RegionEdge{Lo: 1, Hi: -1}
	if n, ok := known(value, c.Condition()); ok {
		if n != 0 {
			return []ir.RegionEdge{again}
		}
		return []ir.RegionEdge{done}
	}
	return []ir.RegionEdge{again, done}
}

// LoopRegions implements ir.LoopLike.
func (o While) LoopRegions() []*ir.Region { return o.Op.Regions() }

// RegionEdges implements ir.RegionBranch.
func (o ExecuteRegion) RegionEdges(from *ir.Op, _ func(*ir.Value) ir.Attr) []ir.RegionEdge {
	if from != nil {
		return out()
	}
	return []ir.RegionEdge{{To: o.Body()}}
}

// RegionEdges implements ir.RegionBranch. The edges pass no values: reductions compute the results.
func (o Parallel) RegionEdges(*ir.Op, func(*ir.Value) ir.Attr) []ir.RegionEdge {
	return []ir.RegionEdge{{To: o.Op.RegionAt(0)}, {}}
}

// LoopRegions implements ir.LoopLike.
func (o Parallel) LoopRegions() []*ir.Region { return o.Op.Regions() }

// RegionEdges implements ir.RegionBranch. The edges pass no values: in_parallel sets the results.
func (o Forall) RegionEdges(*ir.Op, func(*ir.Value) ir.Attr) []ir.RegionEdge {
	return []ir.RegionEdge{{To: o.Op.RegionAt(0)}, {}}
}

// LoopRegions implements ir.LoopLike.
func (o Forall) LoopRegions() []*ir.Region { return o.Op.Regions() }

// Speculatable implements ir.Speculator.
func (o If) Speculatable() bool { return o.Op.InsideSpeculatable() }

// Speculatable implements ir.Speculator. The step must be the constant 1, since a loop with step 0
// does not terminate, and larger steps may overflow the induction variable.
func (o For) Speculatable() bool {
	step, ok := rewrite.ConstInt(o.Step())
	return ok && step == 1 && o.Op.InsideSpeculatable()
}
