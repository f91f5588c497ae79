package scf

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// negated(v) returns x if v is the negation of x, and nil if v is not a negation.
func negated(v *ir.Value) *ir.Value {
	x, ok := ir.Defining[arith.XOrI](v)
	if !ok {
		return nil
	}
	if c, known := rewrite.ConstInt(x.RHS()); !known || c == 0 {
		return nil
	}
	return x.LHS()
}

// Fold applies if the condition is ¬p and there is an else branch. It changes the condition to p,
// and swaps the branches.
func (o If) Fold([]ir.Attr) (ir.Folded, bool) {
	cond := negated(o.Condition())
	if cond == nil || o.Else() == nil {
		return nil, false
	}
	o.Op.SetOperandAt(0, cond)
	yes, no := o.Op.RegionAt(0), o.Op.RegionAt(1)
	then, other := yes.Blocks[0], no.Blocks[0]
	yes.RemoveBlock(then)
	no.RemoveBlock(other)
	yes.Append(other)
	no.Append(then)
	return nil, true
}

// yielded returns the operands of b's yield, or nil if b is nil.
func yielded(b *ir.Block) []*ir.Value {
	if b == nil {
		return nil
	}
	return b.Last().OperandList()
}

func setYield(rw *rewrite.Rewriter, b *ir.Block, vs []*ir.Value) {
	end := b.Last()
	if slices.Equal(end.OperandList(), vs) {
		return
	}
	rw.Update(end, func() { end.SetOperands(vs) })
}

// takeBranches deletes the blocks of the first operation, and moves the blocks of the second to it.
func takeBranches(op, from If) {
	for i := range 2 {
		r := op.Op.RegionAt(i)
		for len(r.Blocks) > 0 {
			r.RemoveBlock(r.Blocks[0])
		}
		r.TakeBlocks(from.Op.RegionAt(i))
	}
}

// if p { a } else {} → if p { a }
func ifEmptyElse(op If, rw *rewrite.Rewriter) bool {
	if op.Op.NumResults() > 0 || op.Else() == nil || op.Else().First() != op.Else().Last() {
		return false
	}
	rw.EraseBlock(op.Else())
	rw.Update(op.Op, func() {})
	return true
}

// ifUnusedResults removes unused results of an scf.if.
func ifUnusedResults(op If, rw *rewrite.Rewriter) bool {
	var used []int
	for i := range op.Op.NumResults() {
		if op.Op.ResultAt(i).HasUses() {
			used = append(used, i)
		}
	}
	if len(used) == op.Op.NumResults() {
		return false
	}
	by := keepResults(rw, op, used)
	for n, i := range used {
		rw.ReplaceUses(op.Op.ResultAt(i), by.Op.ResultAt(n))
	}
	rw.Erase(op.Op)
	return true
}

// keepResults inserts an scf.if and moves the branches of op to it. The new operation has only the
// results of op with the given indices.
func keepResults(rw *rewrite.Rewriter, op If, used []int) If {
	var ts []ir.Type
	for _, i := range used {
		ts = append(ts, op.Op.ResultAt(i).Type())
	}
	by := NewIf(&rw.Builder, op.Condition(), ts, false)
	takeBranches(by, op)
	for _, b := range []*ir.Block{by.Then(), by.Else()} {
		if b == nil {
			continue
		}
		var vs []*ir.Value
		for _, i := range used {
			vs = append(vs, b.Last().OperandAt(i))
		}
		setYield(rw, b, vs)
	}
	return by
}

// if p { yield x } else { yield y } → p ? x : y, if x and y are defined outside the branches
func ifSelect(op If, rw *rewrite.Rewriter) bool {
	if op.Op.NumResults() == 0 {
		return false
	}
	yes, no := yielded(op.Then()), yielded(op.Else())
	inside := func(i int) bool { return yes[i].Block() == op.Then() || no[i].Block() == op.Else() }
	var kept []int
	for i := range yes {
		if inside(i) {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(yes) {
		return false
	}
	isKept := make([]bool, len(yes))
	for _, i := range kept {
		isKept[i] = true
	}
	by := keepResults(rw, op, kept)
	rw.Before(by.Op)
	vs := make([]*ir.Value, len(yes))
	n := 0
	for i := range yes {
		switch {
		case isKept[i]:
			vs[i] = by.Op.ResultAt(n)
			n++
		case yes[i] == no[i]:
			vs[i] = yes[i]
		default:
			vs[i] = arith.NewSelect(&rw.Builder, by.Condition(), yes[i], no[i]).Op.Result()
		}
	}
	rw.Replace(op.Op, vs...)
	return true
}

// if p { f(p) } else { g(p) } → if p { f(true) } else { g(false) }
func ifKnown(op If, rw *rewrite.Rewriter) bool {
	if _, isConst := rewrite.Const(op.Condition()); isConst {
		return false
	}
	changed := false
	consts := [2]*ir.Value{}
	for u := range op.Condition().Uses() {
		for i, known := range []bool{true, false} {
			if !op.Op.RegionAt(i).IsAncestor(u.Owner()) {
				continue
			}
			if consts[i] == nil {
				consts[i] = arith.NewConstant(&rw.Builder, ir.BoolAttr(known)).Op.Result()
			}
			owner := u.Owner()
			rw.Update(owner, func() { u.Set(consts[i]) })
			changed = true
		}
	}
	return changed
}

// ifYieldsCondition applies these rules to each result of an scf.if:
//
//	if p { yield x } else { yield x } → x
//	if p { yield true } else { yield false } → p
//	if p { yield false } else { yield true } → not p
func ifYieldsCondition(op If, rw *rewrite.Rewriter) bool {
	yes, no := yielded(op.Then()), yielded(op.Else())
	changed := false
	for i := range op.Op.NumResults() {
		r := op.Op.ResultAt(i)
		if !r.HasUses() {
			continue
		}
		if yes[i] == no[i] {
			rw.ReplaceUses(r, yes[i])
			changed = true
			continue
		}
		a, ok1 := rewrite.ConstInt(yes[i])
		b, ok2 := rewrite.ConstInt(no[i])
		if !ok1 || !ok2 || !r.Type().IsInt(1) || (a == 0) == (b == 0) {
			continue
		}
		v := op.Condition()
		if a == 0 {
			one := arith.NewConstant(&rw.Builder, ir.BoolAttr(true))
			v = arith.NewXOrI(&rw.Builder, v, one.Op.Result()).Op.Result()
		}
		rw.ReplaceUses(r, v)
		changed = true
	}
	return changed
}
