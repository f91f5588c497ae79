// Package dce removes operations that have no effects and whose results are not used.
package dce

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Erase operations with no effects and no used results

Operations are visited last to first, so one sweep also removes operations that
only dead operations use.`

// Pass returns dce.
func Pass() passes.Pass {
	p := passes.On("dce", doc, run)
	p.Title = "DCE"
	return p
}

func run(r *passes.Run, f fn.Func) error {
	erased := 0
	sweep(r, f.Body(), &erased)
	r.Count("num-erased", erased)
	if erased == 0 {
		r.Unchanged()
	}
	return nil
}

func sweep(r *passes.Run, region *ir.Region, erased *int) {
	for i := len(region.Blocks) - 1; i >= 0; i-- {
		for op := range region.Blocks[i].Backward() {
			if op.Dead() && r.Log.Add(decision.Entry{Kind: decision.Erase, Rule: "dce", Ops: []uint32{op.ID()}}) {
				op.Erase()
				*erased++
				continue
			}
			for k := range op.NumRegions() {
				sweep(r, op.RegionAt(k), erased)
			}
		}
	}
}
