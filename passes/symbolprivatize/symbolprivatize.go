// Package symbolprivatize hides symbols from other modules.
package symbolprivatize

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Mark symbols private

All symbols directly inside the operation become private, except the excluded ones.`

// Options has the options of mlir-opt's pass.
type Options struct {
	Exclude []string `opt:"exclude" help:"symbols to leave unchanged"`
}

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.OnWith("symbol-privatize", doc, Options{}, run)
	p.Title = "SymbolPrivatizePass"
	return p
}

func run(_ *passes.Run, op *ir.Op, o Options) error {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks {
			for inner := range b.Ops() {
				if name, ok := inner.SymbolName(); ok && inner.Has(ir.Symbol) && !slices.Contains(o.Exclude, name) {
					inner.SetAttr("sym_visibility", ir.NewString("private"))
				}
			}
		}
	}
	return nil
}
