// Package stablehlo converts operators of dialects such as nn to StableHLO, and has passes on
// StableHLO. Each operator defines its own expansion.
package stablehlo

import (
	"context"

	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const passDoc = `expand operators of the dialects nn, nnvm and onednn_graph into StableHLO

Each operation is replaced by its expansion. The new operations all get its discardable
attributes, such as those of placement.`

// Pass returns nn-to-stablehlo.
func Pass() passes.Pass {
	return passes.On("nn-to-stablehlo", passDoc, func(r *passes.Run, m ir.Module) error {
		if err := check(m.Op); err != nil {
			return err
		}
		return Expand(r.Ctx, m.Op)
	})
}

// check returns an error for operators that cannot be expanded: operators with unknown or
// unsupported types, and NNVM operators that read or change a variable.
func check(root *ir.Op) (err error) {
	root.Walk(func(op *ir.Op) bool {
		if err == nil && (ir.Is[nnvm.Assign](op) || ir.Is[nnvm.Read](op)) {
			err = ir.Errorf(op, "reads or changes a variable, which StableHLO does not have: run state-to-values first")
		}
		if _, ok := ir.Cast[nn.Expander](op); ok && err == nil && passes.Shapes().Lacks(op) != nil {
			err = ir.Errorf(op, "has unknown types: run infer-shapes first")
		} else if why := nn.Untyped(op); ok && err == nil && why != "" {
			err = ir.Errorf(op, "cannot be expanded into StableHLO: %s", why)
		}
		return true
	})
	return err
}

// Expand replaces all operators inside root. It fails if an expansion is invalid, or if ctx ends.
func Expand(ctx context.Context, root *ir.Op) error {
	var ops []*ir.Op
	root.Walk(func(op *ir.Op) bool {
		if _, ok := nn.ExpanderOf(op); ok {
			ops = append(ops, op)
		}
		return true
	})
	rw := rewrite.New(root.Registry())
	for _, op := range ops {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := expand(rw, op); err != nil {
			return err
		}
	}
	return nil
}

// expand replaces op by its expansion, which gets the discardable attributes of op.
func expand(rw *rewrite.Rewriter, op *ir.Op) error {
	e, _ := nn.ExpanderOf(op)
	if why := nn.Invalid(op, e); why != "" {
		return ir.Errorf(op, "cannot be expanded into StableHLO: %s", why)
	}
	rw.Before(op)
	rw.Created = derived(op)
	rw.Replace(op, e.Expand(&rw.Builder, op.OperandList())...)
	return nil
}

// derived returns a function that derives an operation from op and copies op's discardable
// attributes.
func derived(op *ir.Op) func(*ir.Op) {
	return func(made *ir.Op) {
		made.Derive(op)
		for _, a := range op.DiscardableAttrs() {
			made.SetDiscardable(a.Name, a.Attr)
		}
	}
}
