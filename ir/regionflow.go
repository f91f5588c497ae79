package ir

// RegionEdge is a control-flow edge between an operation and its regions.
type RegionEdge struct {
	// To is a region, and the edge leads to its first block. If To is nil, control leaves the
	// operation.
	To *Region
	// Lo and Hi are the range of operands that are passed on. Hi is exclusive; if it is negative,
	// all operands from Lo on are passed. They are operands of the terminator at which the edge
	// starts or, if the edge starts at the operation itself, operands of the operation.
	Lo, Hi int
	// First is the index of the first value that the edge sets. The value is an argument of the
	// first block of To or, if To is nil, a result of the operation.
	First int
}

// RegionBranch is an operation with control flow between its regions, like MLIR's
// RegionBranchOpInterface.
type RegionBranch interface {
	// RegionEdges returns the edges that start at the given operation, which must be a terminator
	// in one of the regions. If the operation is nil, RegionEdges returns the edges that start at
	// the RegionBranch itself. The given function must return the constant value of an operand, or
	// the zero Attr if the value is unknown. RegionEdges may use known values to exclude edges.
	RegionEdges(from *Op, value func(*Value) Attr) []RegionEdge
}

// OnceRegions is a RegionBranch that runs each of its regions at most once.
type OnceRegions interface{ RunsRegionsOnce() }

// LoopLike is a loop. LoopRegions returns the regions that the loop repeats. A pure operation in
// these regions has the same results in each iteration if all its operands are defined outside.
type LoopLike interface{ LoopRegions() []*Region }

// BranchChoice is a Branch that selects its successor by the value of the operand Selector.
// SuccessorFor returns the index of the successor for a constant selector.
type BranchChoice interface {
	Branch
	Selector() *Value
	SuccessorFor(selector Attr) (i int, ok bool)
}

// Passed returns the operands that an edge from op passes on.
func (e RegionEdge) Passed(op *Op) []*Value {
	hi := e.Hi
	if hi < 0 {
		hi = op.NumOperands()
	}
	return op.OperandRange(e.Lo, hi)
}

// Received returns the arguments of the first block of e.To or, if e.To is nil, the results of
// owner. The edge sets these values from index e.First on.
func (e RegionEdge) Received(owner *Op) []*Value {
	if e.To == nil {
		return owner.ResultList()
	}
	if e.To.Empty() {
		return nil
	}
	return e.To.Entry().Args()
}
