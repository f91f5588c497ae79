// Package fusion merges producers into the linalg.generic operations (nests) that read them.
package fusion

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

// run fuses the nests of f, a function in linalg on tensors. Data movement and elementwise
// producers move into their consumers, which may be reductions, so that the producers' results are
// never stored. Nests are visited from top to bottom, so a producer is fused with its own producers
// first. Producers that r does not allow the pass to change are not moved.
func run(r *passes.Run, f fn.Func) error {
	fu := fuser{r, map[refusal]bool{}}
	for _, block := range f.Body().Blocks {
		fu.block(block)
	}
	return r.Ctx.Err()
}

// block fuses the nests in block and in the regions of its scf.while, scf.if and scf.index_switch.
func (f *fuser) block(block *ir.Block) {
	for op := block.First(); op != nil && f.run.Ctx.Err() == nil; {
		next := op.Next()
		if c, ok := structured.Of(op); ok {
			f.absorb(c)
		}
		if ir.Is[scf.While](op) || ir.Is[scf.If](op) || ir.Is[scf.IndexSwitch](op) {
			for _, r := range op.Regions() {
				if !r.Empty() { // an if may have no else
					f.block(r.Entry())
				}
			}
		}
		op = next
	}
	sweep(block)
}

type fuser struct {
	run    *passes.Run
	logged map[refusal]bool // logged refusals for the current reader
}

// refusal is a producer and the reason why it is not fused.
type refusal struct {
	producer *ir.Op
	why      string
}

// absorb fuses producers of c's inputs into c until no other producer can be fused.
func (f *fuser) absorb(c structured.Nest) {
	clear(f.logged)
	for i := 0; i < len(c.Ins); i++ {
		next, ok := f.step(c, i)
		if !ok {
			continue
		}
		c = next
		i = -1 // the indices of inputs have changed
	}
}

// step fuses the constant, reshape or nest that defines input i into c. If that is impossible or
// not worthwhile, step returns c and false.
func (f *fuser) step(c structured.Nest, i int) (structured.Nest, bool) {
	if next, ok := takeConstant(c, i); ok {
		return next, true
	}
	behind := c.Ins[i].Def()
	if next, ok := lookThrough(c, i); ok {
		next.Op.Derive(behind)
		return next, true
	}
	p, ok := structured.Of(behind)
	if !ok || !f.run.Allows(p.Op.Sources()) || !f.allowed(p.Op, c.Op, refuse(p, c, i)) {
		return c, false
	}
	next, ok := merge(p, c, i)
	if !ok {
		return c, false
	}
	next.Op.Derive(p.Op)
	if p.Op.Unused() {
		p.Op.Erase()
	}
	return next, true
}

// unfusible returns why the elements of p cannot be computed inside a reader, or "" if they can.
func unfusible(p structured.Nest) string {
	switch {
	case !p.Parallel():
		return "it is a reduction, whose elements readers would compute again"
	case len(p.Outs) != 1:
		return "it has several results"
	case !p.OutMap(0).IsIdentity():
		return "it stores its elements in another order"
	case p.Body().Arg(len(p.Ins)).HasUses():
		return "it updates a tensor"
	}
	return ""
}

// sweep erases removable operations of block whose results have no uses, from last to first.
func sweep(block *ir.Block) {
	for op := range block.Backward() {
		if op.NumResults() > 0 && op.Unused() && removable(op) {
			op.Erase()
		}
	}
}

func removable(op *ir.Op) bool {
	switch op.View().(type) {
	case linalg.Generic, linalg.Fill, tensor.Empty, tensor.ExpandShape, tensor.CollapseShape,
		tensor.ExtractSlice, tensor.InsertSlice, tensor.Extract:
		return true
	case scf.For:
		return op.EffectFree()
	}
	return op.Has(ir.Pure)
}
