package stablehlo

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const compositeDoc = `replace composite operations by calls of their decompositions

Composites with regions, and composites that the option names, are kept.`

// CompositeOptions are the options of stablehlo-legalize-composite-to-call.
type CompositeOptions struct {
	Except []string `opt:"except" help:"names of composites to keep"`
}

// CompositePass returns stablehlo-legalize-composite-to-call.
func CompositePass() passes.Pass {
	return passes.OnWith("stablehlo-legalize-composite-to-call", compositeDoc, CompositeOptions{}, func(r *passes.Run, m ir.Module, o CompositeOptions) error {
		keep := map[string]bool{}
		for _, name := range o.Except {
			keep[name] = true
		}
		var found []stablehlo.Composite
		m.Op.Walk(func(op *ir.Op) bool {
			if c, ok := ir.As[stablehlo.Composite](op); ok && !keep[c.CompositeName()] && op.NumRegions() == 0 {
				found = append(found, c)
			}
			return true
		})
		rw := rewrite.New(r.Registry)
		for _, c := range found {
			ref, ok := ir.AttrAs[*ir.SymbolRefAttr](c.Decomposition())
			if !ok {
				continue
			}
			rw.Before(c.Op)
			call := fn.NewCall(&rw.Builder, ref.Root, c.Inputs(), c.Op.ResultTypes())
			rw.Replace(c.Op, call.Op.ResultList()...)
		}
		if len(found) == 0 {
			r.Unchanged()
		}
		return nil
	})
}
