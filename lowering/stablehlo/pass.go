// Package stablehlo is the conversion to StableHLO: of operators of the dialect nn,
// each of which says itself what it stands for.
package stablehlo

import (
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const passDoc = `expand operators of the dialect nn into StableHLO

Each operation is replaced by what it is defined as; the attributes that place it go
to all of them.`

// Pass returns nn-to-stablehlo.
func Pass() passes.Pass {
	return passes.On("nn-to-stablehlo", passDoc, func(_ *passes.Run, m ir.Module) error {
		Expand(m.Op)
		return nil
	})
}

// Expand replaces all operators inside root.
func Expand(root *ir.Op) {
	var ops []*ir.Op
	root.Walk(func(op *ir.Op) bool {
		if _, ok := ir.Cast[nn.Expander](op); ok {
			ops = append(ops, op)
		}
		return true
	})
	rw := rewrite.New(root.Registry())
	for _, op := range ops {
		expand(rw, op)
	}
}

// expand replaces op. What placed it places all that it stands for.
func expand(rw *rewrite.Rewriter, op *ir.Op) {
	e, _ := ir.Cast[nn.Expander](op)
	rw.Before(op)
	rw.Created = func(made *ir.Op) {
		made.Derive(op)
		for _, a := range op.DiscardableAttrs() {
			made.SetDiscardable(a.Name, a.Attr)
		}
	}
	rw.Replace(op, e.Expand(&rw.Builder, op.OperandList())...)
}
