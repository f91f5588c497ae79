package scf

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// if p { a } else { b }; if p { c } else { d } → if p { a; c } else { b; d }. The pattern also
// applies if one condition is the negation of the other.
func ifAfterIf(op If, rw *rewrite.Rewriter) bool {
	prev, ok := ir.As[If](op.Op.Prev())
	if !ok {
		return false
	}
	var then, other *ir.Block // the blocks of op to append to the then block and else block of prev
	switch {
	case op.Condition() == prev.Condition():
		then, other = op.Then(), op.Else()
	case negated(op.Condition()) == prev.Condition(), negated(prev.Condition()) == op.Condition():
		then, other = op.Else(), op.Then()
	default:
		return false
	}
	for i := range prev.Op.NumResults() {
		yes, no := prev.Then().Last().OperandAt(i), (*ir.Value)(nil)
		if prev.Else() != nil {
			no = prev.Else().Last().OperandAt(i)
		}
		replaceInside(rw, prev.Op.ResultAt(i), then, yes)
		replaceInside(rw, prev.Op.ResultAt(i), other, no)
	}
	by := NewIf(&rw.Builder, prev.Condition(), slices.Concat(prev.Op.ResultTypes(), op.Op.ResultTypes()), false)
	takeBranches(by, prev)
	joinBranch(rw, by, 0, then)
	joinBranch(rw, by, 1, other)
	n := prev.Op.NumResults()
	rw.Replace(op.Op, by.Op.ResultList()[n:]...)
	rw.Replace(prev.Op, by.Op.ResultList()[:n]...)
	return true
}

// replaceInside replaces one value by another in the operations of b and their nested regions.
func replaceInside(rw *rewrite.Rewriter, from *ir.Value, b *ir.Block, to *ir.Value) {
	if b == nil || to == nil {
		return
	}
	rw.ReplaceUsesIf(from, to, func(u *ir.Use) bool { return b.Region().IsAncestor(u.Owner()) })
}

// joinBranch appends the operations of b to region i of the given scf.if. The yielded values of b
// follow the yielded values of the region.
func joinBranch(rw *rewrite.Rewriter, by If, i int, b *ir.Block) {
	if b == nil {
		return
	}
	r := by.Op.RegionAt(i)
	if r.Empty() {
		b.Region().RemoveBlock(b)
		r.Append(b)
		return
	}
	first := r.Blocks[0]
	end := first.Last()
	vs := slices.Concat(end.OperandList(), b.Last().OperandList())
	last := b.Last()
	rw.Erase(end)
	rw.MergeBlocks(b, first)
	rw.Update(last, func() { last.SetOperands(vs) })
}

// if p { if q { a } } → if p and q { a }, if the else branches only yield values
func ifInIf(op If, rw *rewrite.Rewriter) bool {
	inner, ok := ir.As[If](op.Then().First())
	if !ok || inner.Op.Next() != op.Then().Last() || onlyYields(op.Else()) == no || onlyYields(inner.Else()) == no {
		return false
	}
	then, other := yielded(op.Then()), yielded(op.Else())
	var chosen []int // results that depend only on the outer condition
	for i, v := range then {
		if v.Def() == inner.Op {
			if inner.Else().Last().OperandAt(v.Index()) != other[i] {
				return false
			}
			then[i] = inner.Then().Last().OperandAt(v.Index())
			continue
		}
		if v.Block() == op.Then() {
			return false
		}
		chosen = append(chosen, i)
	}
	both := arith.NewAndI(&rw.Builder, op.Condition(), inner.Condition())
	by := NewIf(&rw.Builder, both.Op.Result(), op.Op.ResultTypes(), false)
	vs := by.Op.ResultList()
	for _, i := range chosen {
		blk, before := rw.Point()
		rw.SetPoint(blk, by.Op)
		vs[i] = arith.NewSelect(&rw.Builder, op.Condition(), then[i], other[i]).Op.Result()
		rw.SetPoint(blk, before)
	}
	rw.MergeBlocks(inner.Then(), by.Then())
	setYield(rw, by.Then(), then)
	if len(other) > 0 {
		b := by.Op.RegionAt(1).AddBlock()
		blk, before := rw.Point()
		rw.AtEnd(b)
		NewYield(&rw.Builder, other...)
		rw.SetPoint(blk, before)
	}
	rw.Replace(op.Op, vs...)
	return true
}

// answer is a result of onlyYields: yes if the block has only a yield, no if it has other
// operations, and missing if there is no block.
type answer uint8

const (
	missing answer = iota
	no
	yes
)

func onlyYields(b *ir.Block) answer {
	switch {
	case b == nil:
		return missing
	case b.First() == b.Last():
		return yes
	}
	return no
}
