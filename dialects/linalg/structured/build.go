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

// New inserts a linalg.generic with a result for each output that is a tensor. The function "body"
// creates operations from the arguments of the block. New yields the values that "body" returns.
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
