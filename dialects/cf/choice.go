package cf

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Selector implements ir.BranchChoice.
func (o CondBr) Selector() *ir.Value { return o.Op.OperandAt(0) }

// SuccessorFor implements ir.BranchChoice.
func (o CondBr) SuccessorFor(condition ir.Attr) (int, bool) {
	c, ok := rewrite.IntOf(condition)
	if c != 0 {
		return 0, ok
	}
	return 1, ok
}

// Selector implements ir.BranchChoice.
func (o Switch) Selector() *ir.Value { return o.Op.OperandAt(0) }

// SuccessorFor implements ir.BranchChoice.
func (o Switch) SuccessorFor(flag ir.Attr) (int, bool) {
	c, ok := rewrite.IntOf(flag)
	return 1 + slices.Index(o.CaseValues(), c), ok
}
