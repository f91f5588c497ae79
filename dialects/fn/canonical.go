package fn

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Canonical returns the dialect's canonicalization patterns.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{rewrite.On(callKnown)}
}

// call_indirect (constant @f)(x) → call @f(x)
func callKnown(op CallIndirect, rw *rewrite.Rewriter) bool {
	f, ok := ir.Defining[Constant](op.FuncValue())
	if !ok {
		return false
	}
	ref, _ := ir.AttrAs[*ir.SymbolRefAttr](f.Value())
	by := NewCall(&rw.Builder, ref.Root, op.CalleeOperands(), op.Op.ResultTypes())
	rw.ReplaceWith(op.Op, by.Op)
	return true
}
