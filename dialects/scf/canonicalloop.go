package scf

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

func definedOutside(v *ir.Value, op *ir.Op) bool {
	p := v.Block().Parent()
	return p == nil || !op.IsAncestor(p)
}

// for … { yield x } → x, if x is defined outside the loop and the loop runs at least once
func forYieldsOutside(op For, rw *rewrite.Rewriter) bool {
	lo, ok1 := rewrite.ConstInt(op.LowerBound())
	hi, ok2 := rewrite.ConstInt(op.UpperBound())
	if !ok1 || !ok2 || lo >= hi || op.UnsignedCmp() || op.Body().First() != op.Body().Last() {
		return false
	}
	vs := op.Body().Last().OperandList()
	for _, v := range vs {
		if !definedOutside(v, op.Op) {
			return false
		}
	}
	rw.Replace(op.Op, vs...)
	return true
}

// forUnchanged removes carried values of an scf.for. The initial value replaces a carried value
// that is unused, or that no iteration changes. Of two equal carried values, the first remains.
func forUnchanged(op For, rw *rewrite.Rewriter) bool {
	inits, args, ends := op.InitArgs(), op.IterArgs(), yielded(op.Body())
	var kept []int
	for i := range inits {
		same := ends[i] == args[i] || ends[i] == inits[i]
		unused := !op.Op.ResultAt(i).HasUses() && !args[i].HasUses()
		if !same && !unused && duplicateOf(kept, inits, args, ends, i) < 0 {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(inits) {
		return false
	}
	var carried []*ir.Value
	for _, i := range kept {
		carried = append(carried, inits[i])
	}
	by := NewFor(&rw.Builder, op.LowerBound(), op.UpperBound(), op.Step(), carried...)
	by.Op.SetAttrAt(0, op.Op.AttrAt(0))
	for _, a := range op.Op.DiscardableAttrs() {
		by.Op.SetDiscardable(a.Name, a.Attr)
	}
	inside, outside := []*ir.Value{by.InductionVar()}, []*ir.Value{}
	for i := range inits {
		n := slices.Index(kept, i)
		if n < 0 {
			if d := duplicateOf(kept, inits, args, ends, i); d >= 0 && ends[i] != args[i] && ends[i] != inits[i] {
				n = slices.Index(kept, d)
			}
		}
		if n < 0 {
			inside, outside = append(inside, inits[i]), append(outside, inits[i])
			continue
		}
		inside, outside = append(inside, by.IterArgs()[n]), append(outside, by.Op.ResultAt(n))
	}
	var left []*ir.Value
	for _, i := range kept {
		left = append(left, ends[i])
	}
	end := op.Body().Last()
	rw.Update(end, func() { end.SetOperands(left) })
	rw.MergeBlocks(op.Body(), by.Body(), inside...)
	rw.Replace(op.Op, outside...)
	return true
}

// duplicateOf returns the first index k in kept, k < i, such that carried values k and i are always
// equal. If there is none, it returns -1.
func duplicateOf(kept []int, inits, args, ends []*ir.Value, i int) int {
	for _, k := range kept {
		if k < i && inits[k] == inits[i] && ends[k] == ends[i] {
			return k
		}
	}
	return -1
}

// index_switch 42 case 42 { ops } … → ops
func switchKnown(op IndexSwitch, rw *rewrite.Rewriter) bool {
	c, ok := rewrite.ConstInt(op.Arg())
	if !ok {
		return false
	}
	r := op.DefaultRegion()
	if i := slices.Index(op.Cases(), c); i >= 0 {
		r = op.CaseRegion(i)
	}
	inlineBody(rw, op.Op, r.Blocks[0])
	return true
}

// execute_region { ops } → ops, if the region has one block and no_inline is not set
func executeOneBlock(op ExecuteRegion, rw *rewrite.Rewriter) bool {
	if len(op.Body().Blocks) != 1 || op.NoInline() {
		return false
	}
	inlineBody(rw, op.Op, op.Body().Blocks[0])
	return true
}

// while … { condition(p) p } do { f(p) } → while … { condition(p) p } do { f(true) }
func whileTruth(op While, rw *rewrite.Rewriter) bool {
	c := op.Condition()
	changed := false
	for i, v := range c.Args() {
		if v != c.Condition() || !op.After().Arg(i).HasUses() {
			continue
		}
		one := trueConstant(rw)
		rw.ReplaceUses(op.After().Arg(i), one)
		changed = true
	}
	return changed
}

// whileUnusedResults removes result i of an scf.while if neither this result nor argument i of the
// after region has uses.
func whileUnusedResults(op While, rw *rewrite.Rewriter) bool {
	c := op.Condition()
	args := c.Args()
	var kept []int
	for i := range args {
		if op.Op.ResultAt(i).HasUses() || op.After().Arg(i).HasUses() {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(args) {
		return false
	}
	rebuildWhile(rw, op, kept, func(i int) int { return slices.Index(kept, i) })
	return true
}

// whileSameResults merges results of an scf.while for which scf.condition passes the same value.
func whileSameResults(op While, rw *rewrite.Rewriter) bool {
	args := op.Condition().Args()
	var kept []int
	for i, v := range args {
		if slices.Index(args, v) == i {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(args) {
		return false
	}
	rebuildWhile(rw, op, kept, func(i int) int { return slices.Index(kept, slices.Index(args, args[i])) })
	return true
}

// rebuildWhile replaces op by an scf.while that has only the results with the indices in kept.
// Result at(i) of the new operation replaces result i of op. If at(i) is negative, result i and
// argument i of the after region must not have uses.
func rebuildWhile(rw *rewrite.Rewriter, op While, kept []int, at func(int) int) {
	args := op.Condition().Args()
	var ts []ir.Type
	passed := []*ir.Value{op.Condition().Condition()}
	for _, i := range kept {
		ts, passed = append(ts, op.Op.ResultAt(i).Type()), append(passed, args[i])
	}
	by := NewWhile(&rw.Builder, ts, op.Inits()...)
	end := op.Before().Last()
	rw.Update(end, func() { end.SetOperands(passed) })
	rw.MergeBlocks(op.Before(), by.Before(), by.Before().Args()...)
	var inside []*ir.Value
	for i := range args {
		if n := at(i); n >= 0 {
			inside = append(inside, by.After().Arg(n))
			rw.ReplaceUses(op.Op.ResultAt(i), by.Op.ResultAt(n))
			continue
		}
		inside = append(inside, nil)
	}
	moveBlock(rw, op.After(), by.After(), inside)
	rw.Erase(op.Op)
}

// moveBlock is like MergeBlocks, but args[i] may be nil if argument i of the moved block has no
// uses.
func moveBlock(rw *rewrite.Rewriter, from, into *ir.Block, args []*ir.Value) {
	for i, a := range from.Args() {
		if args[i] == nil {
			args[i] = a
		}
	}
	rw.MergeBlocks(from, into, args...)
}

// whileUnusedArgs removes the unused arguments of the before region of an scf.while.
func whileUnusedArgs(op While, rw *rewrite.Rewriter) bool {
	inits := op.Inits()
	var kept []int
	for i := range inits {
		if op.Before().Arg(i).HasUses() {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(inits) {
		return false
	}
	var starts, again []*ir.Value
	ends := op.Yield().Op.OperandList()
	for _, i := range kept {
		starts, again = append(starts, inits[i]), append(again, ends[i])
	}
	by := NewWhile(&rw.Builder, op.Op.ResultTypes(), starts...)
	inside := make([]*ir.Value, len(inits))
	for n, i := range kept {
		inside[i] = by.Before().Arg(n)
	}
	end := op.Yield().Op
	rw.Update(end, func() { end.SetOperands(again) })
	moveBlock(rw, op.Before(), by.Before(), inside)
	rw.MergeBlocks(op.After(), by.After(), by.After().Args()...)
	rw.ReplaceWith(op.Op, by.Op)
	return true
}
