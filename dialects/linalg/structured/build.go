package structured

import (
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// Shape describes a linalg.generic that New creates. The fields have the same meaning as in Nest.
type Shape struct {
	Ins, Outs []*ir.Value
	Maps      []affine.Map
	Reduction []bool
}

// New inserts a linalg.generic and returns it. To create the body of the operation, New calls the
// parameter body with a builder at the end of the new block, and with the arguments of this block.
// The call returns the values to yield. The operation has a result for each output that is a
// tensor.
func New(b *ir.Builder, s Shape, body func(b *ir.Builder, args []*ir.Value) []*ir.Value) *ir.Op {
	its := make([]linalg.Iterator, len(s.Reduction))
	for i, r := range s.Reduction {
		if r {
			its[i] = linalg.Reduction
		}
	}
	o := linalg.NewGeneric(b, s.Ins, s.Outs, s.Maps, its)
	inner := ir.NewBuilder(b.Registry())
	inner.Loc = b.Loc
	inner.AtEnd(o.Body())
	linalg.NewYield(inner, body(inner, o.Body().Args())...)
	return o.Op
}
