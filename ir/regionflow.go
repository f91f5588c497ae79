package ir

// RegionEdge is a control-flow edge between an operation and its regions.
type RegionEdge struct {
	// To is the region that is entered, at its first block; nil: control leaves the
	// operation.
	To *Region
	// Lo and Hi are the range of operands that are passed on, Hi excluded; a negative Hi means all
	// from Lo on. They are operands of the operation itself if control comes from it, otherwise of
	// the terminator of the region that control leaves.
	Lo, Hi int
	// First is the index of the first argument of the block, or result of the operation, that
	// receives a value.
	First int
}

// RegionBranch is an operation that passes control to its regions, between them
// and out of them: MLIR's RegionBranchOpInterface.
type RegionBranch interface {
	// RegionEdges returns the edges that leave the operation itself if from is nil, or else those
	// that leave from, a terminator in one of its regions. value returns the value of an operand if
	// it is known; RegionEdges may use it to exclude edges.
	RegionEdges(from *Op, value func(*Value) Attr) []RegionEdge
}

// OnceRegions is a RegionBranch that runs each of its regions at most once.
type OnceRegions interface{ RunsRegionsOnce() }

// LoopLike is a loop, so computations in its regions that use only outer values have the same
// results in each iteration.
type LoopLike interface{ LoopRegions() []*Region }

// BranchChoice is a Branch to the successor that one of its operands, Selector, chooses.
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

// Received returns the values among which the edge sets some, those from index First on: the
// arguments of the region's first block or, if control leaves owner, owner's results.
func (e RegionEdge) Received(owner *Op) []*Value {
	if e.To == nil {
		return owner.ResultList()
	}
	if e.To.Empty() {
		return nil
	}
	return e.To.Entry().Args()
}
