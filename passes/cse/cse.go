// Package cse replaces an operation by an equal operation that is computed earlier.
package cse

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/versions"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Eliminate common sub-expressions

An operation without effects is replaced by an equal operation that dominates it. An operation
that only reads is replaced by an equal operation earlier in the same block, if no operation
between the two writes. Operations that are dead when they are visited are erased.`

// Pass returns cse.
func Pass() passes.Pass {
	p := passes.On("cse", doc, run)
	p.Title, p.Separable = "CSE", true
	return p
}

func run(r *passes.Run, op *ir.Op) error {
	c := &cse{r: r, dom: ir.NewDominance()}
	for i := range op.NumRegions() {
		c.region(op.RegionAt(i))
	}
	for _, dead := range c.erase {
		dead.Erase()
	}
	r.Count("num-cse'd", c.replaced)
	r.Count("num-dce'd", c.dead)
	if len(c.erase) == 0 && c.replaced == 0 {
		r.Unchanged()
	}
	return r.Ctx.Err()
}

type cse struct {
	r              *passes.Run
	dom            *ir.Dominance
	known          table
	erase          []*ir.Op
	replaced, dead int
	free           map[*ir.Op]bool   // whether operations with regions have no effects
	quiet          map[*ir.Op]*ir.Op // for an operation, a later one without a write in between
	versions       map[*ir.Block]*versions.Versions
}

// region handles the blocks of r, each before the blocks that it dominates. It skips graph regions
// and regions of unregistered operations if they have several blocks.
func (c *cse) region(r *ir.Region) {
	if r.Empty() {
		return
	}
	ordered := !r.Owner().Has(ir.GraphRegion) && r.Owner().Def().Registered()
	if len(r.Blocks) == 1 {
		mark := c.known.open()
		c.block(r.Blocks[0], ordered)
		c.known.close(mark)
		return
	}
	if !ordered {
		return
	}
	c.tree(r.Entry(), c.dom.Children(r))
}

// tree handles a block and then the blocks that it dominates. It is not recursive, since dominator
// trees of generated programs are deep.
func (c *cse) tree(entry *ir.Block, children map[*ir.Block][]*ir.Block) {
	type frame struct {
		kids []*ir.Block
		mark int
	}
	enter := func(b *ir.Block) frame {
		f := frame{children[b], c.known.open()}
		c.block(b, true)
		return f
	}
	stack := []frame{enter(entry)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.kids) == 0 {
			c.known.close(top.mark)
			stack = stack[:len(stack)-1]
			continue
		}
		kid := top.kids[0]
		top.kids = top.kids[1:]
		stack = append(stack, enter(kid))
	}
}

func (c *cse) block(b *ir.Block, ordered bool) {
	for op := b.First(); op != nil && c.r.Ctx.Err() == nil; op = op.Next() {
		if n := op.NumRegions(); n > 0 {
			c.inside(op)
		}
		c.visit(op, ordered)
	}
}

// inside handles the regions of op. Operations in an isolated region must not be replaced by
// operations outside of it.
func (c *cse) inside(op *ir.Op) {
	isolated := op.Has(ir.IsolatedFromAbove) || !op.Def().Registered()
	if isolated && c.r.InsideDone && op.Has(ir.IsolatedFromAbove) {
		return
	}
	if !isolated {
		for i := range op.NumRegions() {
			c.region(op.RegionAt(i))
		}
		return
	}
	outer := c.known
	c.known = table{}
	for i := range op.NumRegions() {
		c.region(op.RegionAt(i))
	}
	c.known = outer
}

// visit erases op if op is dead. Otherwise, if op has no effects or only reads, visit replaces op
// by an equal known operation, or records op as known. It skips terminators and operations with a
// region of several blocks.
func (c *cse) visit(op *ir.Op, ordered bool) {
	if op.Terminator() {
		return
	}
	if op.Dead() {
		if c.r.Log.Add(decision.Entry{Kind: decision.Erase, Rule: "cse", Ops: []uint32{op.ID()}}) {
			c.dead++
			c.erase = append(c.erase, op)
		}
		return
	}
	for i := range op.NumRegions() {
		if len(op.RegionAt(i).Blocks) > 1 {
			return
		}
	}
	free := op.EffectFreeWith(c.free)
	if op.NumRegions() > 0 {
		if c.free == nil {
			c.free = map[*ir.Op]bool{}
		}
		c.free[op] = free
	}
	if !free && !onlyReads(op) {
		return
	}
	first := c.known.find(op)
	if first == nil {
		c.known.insert(op)
		return
	}
	if free && c.readSame(first, op) || first.Block() == op.Block() && !c.writesBetween(first, op) {
		c.replace(op, first, ordered)
	} else {
		c.known.insert(op)
	}
}

func (c *cse) replace(op, first *ir.Op, ordered bool) {
	if c.r.Log.Recording() && !c.r.Log.Add(decision.Entry{
		Kind: decision.CSE, Rule: "cse", Ops: []uint32{op.ID(), first.ID()}}) {
		return
	}
	for i := range op.NumResults() {
		if ordered {
			op.ResultAt(i).ReplaceAllUses(first.ResultAt(i))
			continue
		}
		// Uses in known operations must not change, since that would change their hashes.
		for u := range op.ResultAt(i).Uses() {
			if !c.known.has(u.Owner()) {
				u.Set(first.ResultAt(i))
			}
		}
	}
	if op.Unused() {
		c.erase = append(c.erase, op)
	}
	if first.Loc().IsUnknown() {
		first.SetLoc(op.Loc())
	}
	first.Derive(op)
	c.replaced++
}

// readSame reports whether two equal operations read the same values from their operands. An
// operation between the two can change a block argument of tensor type (see package versions).
func (c *cse) readSame(first, op *ir.Op) bool {
	for v := range op.Operands() {
		if !v.IsArg() || !ir.IsType[*ir.TensorType](v.Type()) && !ir.IsType[*ir.UnrankedTensorType](v.Type()) {
			continue // other values cannot change without a memory effect
		}
		b := v.ArgBlock()
		x := c.versions[b]
		if x == nil {
			x = versions.Of(b)
			if c.versions == nil {
				c.versions = map[*ir.Block]*versions.Versions{}
			}
			c.versions[b] = x
		}
		if !x.Same(v, first, op) {
			return false
		}
	}
	return true
}

func onlyReads(op *ir.Op) bool {
	es, known := op.Effects()
	if !known || len(es) == 0 {
		return false
	}
	for _, e := range es {
		if e.Kind != ir.Read {
			return false
		}
	}
	return true
}

// writesBetween reports whether an operation between two operations of one block may write. It
// records ranges without writes, so that a later call with the same first operation does not
// examine them again.
func (c *cse) writesBetween(from, to *ir.Op) bool {
	if c.quiet == nil {
		c.quiet = map[*ir.Op]*ir.Op{}
	}
	next := from.Next()
	if seen := c.quiet[from]; seen != nil {
		next = seen
	}
	for ; next != to; next = next.Next() {
		if next == nil || writes(next) {
			return true
		}
	}
	c.quiet[from] = to
	return false
}

func writes(op *ir.Op) bool {
	es, known := op.Effects()
	if !known {
		return true
	}
	for _, e := range es {
		if e.Kind == ir.Write {
			return true
		}
	}
	return false
}
