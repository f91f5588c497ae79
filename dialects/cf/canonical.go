package cf

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Canonical returns the dialect's canonicalization patterns.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(assertTrue),
		rewrite.On(mergeOnlyTarget), rewrite.On(brThrough),
		rewrite.On(condBrConstant), rewrite.On(condBrThrough), rewrite.On(condBrSame),
		rewrite.On(condBrAgain), rewrite.On(condBrKnown),
		rewrite.On(switchDefault), rewrite.On(switchDropDefaults), rewrite.On(switchConstant), rewrite.On(switchThrough),
		rewrite.On(switchAgain), rewrite.On(switchExcluded),
	}
}

// assert true → nothing
func assertTrue(op Assert, rw *rewrite.Rewriter) bool {
	if c, ok := rewrite.ConstInt(op.Arg()); !ok || c == 0 {
		return false
	}
	rw.Erase(op.Op)
	return true
}

// br ^b → the operations of ^b, which nothing else branches to
func mergeOnlyTarget(op Br, rw *rewrite.Rewriter) bool {
	from, dest, args := op.Op.Block(), op.Dest(), slices.Clone(op.DestOperands())
	if dest == from || edges(dest) != 1 {
		return false
	}
	rw.Erase(op.Op)
	rw.MergeBlocks(dest, from, args...)
	return true
}

// edges counts the branches to b.
func edges(b *ir.Block) (n int) {
	for _, p := range b.Predecessors() {
		for _, s := range p.Last().Successors() {
			if s == b {
				n++
			}
		}
	}
	return n
}

// onlyEdge returns the block that holds the only branch to b; nil if there
// are none or several.
func onlyEdge(b *ir.Block) *ir.Block {
	if ps := b.Predecessors(); len(ps) > 0 && edges(b) == 1 {
		return ps[0]
	}
	return nil
}

// target is a block and the values of its arguments.
type target struct {
	block *ir.Block
	args  []*ir.Value
}

// through follows blocks that contain only a branch, from t on, and returns the target at the end.
// It fails for an endless loop of such blocks.
func (t target) through() (target, bool) {
	br, ok := ir.As[Br](t.block.First())
	if !ok || endless(t.block) {
		return t, false
	}
	for _, a := range t.block.Args() {
		for u := range a.Uses() {
			if u.Owner() != br.Op {
				return t, false
			}
		}
	}
	args := slices.Clone(br.DestOperands())
	for i, v := range args {
		if v.ArgBlock() == t.block {
			args[i] = t.args[v.Index()]
		}
	}
	return target{br.Dest(), args}, true
}

// endless reports whether b leads to a cycle of blocks that contain only a branch.
func endless(b *ir.Block) bool {
	next := func(b *ir.Block) *ir.Block {
		if br, ok := ir.As[Br](b.First()); ok {
			return br.Dest()
		}
		return nil
	}
	// The second block advances twice as fast as the first: in a cycle they meet.
	for slow, fast := b, b; ; {
		for range 2 {
			if fast = next(fast); fast == nil {
				return false
			}
		}
		if slow = next(slow); slow == fast {
			return true
		}
	}
}

// br ^b; ^b: br ^c → br ^c
func brThrough(op Br, rw *rewrite.Rewriter) bool {
	if op.Dest() == op.Op.Block() {
		return false
	}
	t, ok := target{op.Dest(), op.DestOperands()}.through()
	if !ok {
		return false
	}
	rw.ReplaceWith(op.Op, NewBr(&rw.Builder, t.block, t.args...).Op)
	return true
}

// cond_br true, ^b, ^c → br ^b; cond_br false, ^b, ^c → br ^c
func condBrConstant(op CondBr, rw *rewrite.Rewriter) bool {
	c, ok := rewrite.ConstInt(op.Condition())
	if !ok {
		return false
	}
	becomeBr(rw, op, c != 0)
	return true
}

// becomeBr replaces op by a branch to the block for taken.
func becomeBr(rw *rewrite.Rewriter, op CondBr, taken bool) {
	dest, args := op.FalseDest(), op.FalseDestOperands()
	if taken {
		dest, args = op.TrueDest(), op.TrueDestOperands()
	}
	rw.ReplaceWith(op.Op, NewBr(&rw.Builder, dest, args...).Op)
}

// cond_br p, ^b, ^c; ^b: br ^d → cond_br p, ^d, ^c; ^c likewise
func condBrThrough(op CondBr, rw *rewrite.Rewriter) bool {
	yes, ok1 := target{op.TrueDest(), op.TrueDestOperands()}.through()
	no, ok2 := target{op.FalseDest(), op.FalseDestOperands()}.through()
	if !ok1 && !ok2 {
		return false
	}
	by := NewCondBr(&rw.Builder, op.Condition(), yes.block, yes.args, no.block, no.args)
	by.Op.SetAttrAt(0, op.Op.AttrAt(0))
	rw.ReplaceWith(op.Op, by.Op)
	return true
}

// cond_br p, ^b(x), ^b(y) → br ^b(p ? x : y)
func condBrSame(op CondBr, rw *rewrite.Rewriter) bool {
	dest, yes, no := op.TrueDest(), op.TrueDestOperands(), op.FalseDestOperands()
	if dest != op.FalseDest() {
		return false
	}
	// With other predecessors, the block would still need its arguments.
	if ps := dest.Predecessors(); !slices.Equal(yes, no) && (len(ps) != 1 || ps[0] != op.Op.Block()) {
		return false
	}
	args := slices.Clone(yes)
	for i := range args {
		if yes[i] != no[i] {
			args[i] = arith.NewSelect(&rw.Builder, op.Condition(), yes[i], no[i]).Op.Result()
		}
	}
	rw.ReplaceWith(op.Op, NewBr(&rw.Builder, dest, args...).Op)
	return true
}

// cond_br p, ^b, _; ^b: cond_br p, ^c, ^d → ^b: br ^c
func condBrAgain(op CondBr, rw *rewrite.Rewriter) bool {
	before := onlyEdge(op.Op.Block())
	if before == nil {
		return false
	}
	prev, ok := ir.As[CondBr](before.Last())
	if !ok || prev.Condition() != op.Condition() {
		return false
	}
	becomeBr(rw, op, prev.TrueDest() == op.Op.Block())
	return true
}

// cond_br p, ^b, ^c; ^b: f(p) → ^b: f(true); ^c likewise
func condBrKnown(op CondBr, rw *rewrite.Rewriter) bool {
	changed := false
	for i, known := range []bool{true, false} {
		dest := op.Op.SuccessorAt(i)
		inside := func(u *ir.Use) bool { return u.Owner().Block() == dest }
		if !anyUse(op.Condition(), inside) || edges(dest) != 1 {
			continue
		}
		changed = true
		c := arith.NewConstant(&rw.Builder, ir.BoolAttr(known))
		rw.ReplaceUsesIf(op.Condition(), c.Op.Result(), inside)
	}
	return changed
}

func anyUse(v *ir.Value, f func(*ir.Use) bool) bool {
	for u := range v.Uses() {
		if f(u) {
			return true
		}
	}
	return false
}
