package cf

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Canonical returns the dialect's canonicalization patterns. Comments such as "assert true →
// nothing" omit conditions that the code shows.
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

// mergeOnlyTarget replaces br ^b by the operations of ^b if no other operation branches to ^b.
func mergeOnlyTarget(op Br, rw *rewrite.Rewriter) bool {
	from, dest, args := op.Op.Block(), op.Dest(), slices.Clone(op.DestOperands())
	if dest == from || dest.SinglePredecessor() == nil {
		return false
	}
	rw.Erase(op.Op)
	rw.MergeBlocks(dest, from, args...)
	return true
}

// target is the target of a branch: a block and the values that its arguments receive.
type target struct {
	block *ir.Block
	args  []*ir.Value
}

// through() follows the chain of blocks that contain only a branch, beginning at t.block, and
// returns the target at its end. It returns false if [target.step] returns false for t.block, or if
// the blocks form an endless loop. If a pattern followed one block at a time, n branches to a chain
// of n blocks would need n² replacements.
func (t target) through() (target, bool) {
	start := t
	// Brent's cycle detection: mark is the block that was reached after 1, then 2, then 4, …
	// further steps. In a loop, t reaches mark again.
	mark, most := t.block, 1
	for steps := 0; ; {
		next, ok := t.step()
		if !ok {
			return t, t.block != start.block
		}
		if next.block == mark {
			return start, false
		}
		t = next
		if steps++; steps == most {
			mark, steps, most = t.block, 0, 2*most
		}
	}
}

// step returns the target of the branch in t.block. It returns false if the block does not consist
// of a br, or if other operations use the arguments of the block.
func (t target) step() (target, bool) {
	br, ok := ir.As[Br](t.block.First())
	if !ok {
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

// becomeBr replaces op by a branch to the true block if taken is set, or else to the false block.
func becomeBr(rw *rewrite.Rewriter, op CondBr, taken bool) {
	dest, args := op.FalseDest(), op.FalseDestOperands()
	if taken {
		dest, args = op.TrueDest(), op.TrueDestOperands()
	}
	rw.ReplaceWith(op.Op, NewBr(&rw.Builder, dest, args...).Op)
}

// cond_br p, ^b, ^c; ^b: br ^d → cond_br p, ^d, ^c, and the same for ^c
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
	// If other operations branch to the block, its arguments remain, and selects would only add
	// operations.
	if !slices.Equal(yes, no) && usedByOthers(dest, op.Op) {
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

// usedByOthers reports whether an operation other than op branches to b.
func usedByOthers(b *ir.Block, op *ir.Op) bool {
	for o := range b.Uses() {
		if o != op {
			return true
		}
	}
	return false
}

// cond_br p, ^b, _; ^b: cond_br p, ^c, ^d → ^b: br ^c
func condBrAgain(op CondBr, rw *rewrite.Rewriter) bool {
	before := op.Op.Block().SinglePredecessor()
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

// cond_br p, ^b, ^c; ^b: f(p); ^c: g(p) → cond_br p, ^b, ^c; ^b: f(true); ^c: g(false)
func condBrKnown(op CondBr, rw *rewrite.Rewriter) bool {
	changed := false
	for i, known := range []bool{true, false} {
		dest := op.Op.SuccessorAt(i)
		if dest.SinglePredecessor() == nil {
			continue
		}
		uses := usesIn(dest, op.Condition())
		if len(uses) == 0 {
			continue
		}
		changed = true
		c := arith.NewConstant(&rw.Builder, ir.BoolAttr(known))
		for _, u := range uses {
			rw.Update(u.Owner(), func() { u.Set(c.Op.Result()) })
		}
	}
	return changed
}

// usesIn returns the uses of v in b. It scans b, since v may have far more uses than b has
// operations.
func usesIn(b *ir.Block, v *ir.Value) (uses []*ir.Use) {
	for op := range b.Ops() {
		for i := range op.NumOperands() {
			if u := op.UseAt(i); u.Value() == v {
				uses = append(uses, u)
			}
		}
	}
	return uses
}
