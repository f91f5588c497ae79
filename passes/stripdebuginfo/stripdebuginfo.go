// Package stripdebuginfo removes locations.
package stripdebuginfo

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Strip debug info from all operations

Every location of an operation or block argument becomes loc(unknown).`

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.On("strip-debuginfo", doc, run)
	p.Title = "StripDebugInfo"
	return p
}

func run(_ *passes.Run, op *ir.Op) error {
	op.Walk(func(o *ir.Op) bool {
		o.SetLoc(ir.Loc{})
		for i := range o.NumRegions() {
			for _, b := range o.RegionAt(i).Blocks {
				for n := range b.Args() {
					b.SetArgLoc(n, ir.Loc{})
				}
			}
		}
		return true
	})
	return nil
}
