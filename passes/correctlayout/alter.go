package correctlayout

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
)

// Alterer is an operation that can be done in another layout, better for some device: a
// model that a device's module attaches. Alter inserts the operation that does it, and
// returns it, or nil.
type Alterer interface{ Alter(b *ir.Builder) *ir.Op }

// Alter lets operations of f be done in other layouts and returns how many were
// replaced. The layouts that were found stay with what is not replaced, so that
// correcting layouts afterwards puts transforms around what is.
func Alter(f fn.Func) int {
	n := 0
	b := ir.NewBuilder(f.Op.Registry())
	for op := f.Entry().First(); op != nil; {
		next := op.Next()
		if a, ok := ir.Cast[Alterer](op); ok {
			b.Before(op)
			if by := a.Alter(b); by != nil {
				by.Derive(op)
				by.SetDiscardable(nnvm.LayoutsAttr, op.Discardable(nnvm.LayoutsAttr))
				for i, v := range op.ResultList() {
					v.ReplaceAllUses(by.ResultAt(i))
				}
				op.Erase()
				n++
			}
		}
		op = next
	}
	return n
}
