package memref

import "github.com/lathe-ir/lathe/ir"

// RegionEdges implements ir.RegionBranch.
func (o AllocaScope) RegionEdges(from *ir.Op, _ func(*ir.Value) ir.Attr) []ir.RegionEdge {
	if from != nil {
		return []ir.RegionEdge{{Hi: -1}}
	}
	return []ir.RegionEdge{{To: o.Op.RegionAt(0)}}
}
