package cf

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// SuccessorFor implements ir.BranchChoice.
func (o CondBr) SuccessorFor(consts []ir.Attr) (int, bool) {
	if consts[0].IsNil() {
		return 0, false
	}
	c, ok := rewrite.IntOf(consts[0])
	if c != 0 {
		return 0, ok
	}
	return 1, ok
}

// SuccessorFor implements ir.BranchChoice.
func (o Switch) SuccessorFor(consts []ir.Attr) (int, bool) {
	if consts[0].IsNil() {
		return 0, false
	}
	c, ok := rewrite.IntOf(consts[0])
	return 1 + slices.Index(o.CaseValues(), c), ok
}
