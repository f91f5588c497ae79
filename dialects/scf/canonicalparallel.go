package scf

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// rounds returns the number of iterations along a dimension, or 2 if there are more than 2. ok is
// false if the number is not known.
func rounds(lo, hi, step *ir.Value) (n int, ok bool) {
	l, ok1 := rewrite.ConstInt(lo)
	h, ok2 := rewrite.ConstInt(hi)
	if lo == hi || ok1 && ok2 && l >= h {
		return 0, true
	}
	s, ok3 := rewrite.ConstInt(step)
	if !ok1 || !ok2 || !ok3 || s <= 0 {
		return 0, false
	}
	if uint64(h)-uint64(l) <= uint64(s) { // h-l is positive, but may overflow int64
		return 1, true
	}
	return 2, true
}

// parallelOnce removes the dimensions of an scf.parallel that have one iteration. If all dimensions
// have one iteration, the operations of the body replace the scf.parallel. If a dimension has no
// iterations, the initial values replace the results.
func parallelOnce(op Parallel, rw *rewrite.Rewriter) bool {
	lo, hi, step := op.LowerBounds(), op.UpperBounds(), op.Steps()
	var kept []int
	for i := range lo {
		n, ok := rounds(lo[i], hi[i], step[i])
		if ok && n == 0 {
			rw.Replace(op.Op, slices.Clone(op.InitVals())...)
			return true
		}
		if !ok || n != 1 {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(lo) {
		return false
	}
	if len(kept) == 0 {
		inlineParallel(op, rw)
		return true
	}
	pick := func(vs []*ir.Value) (out []*ir.Value) {
		for _, i := range kept {
			out = append(out, vs[i])
		}
		return out
	}
	by := NewParallel(&rw.Builder, pick(lo), pick(hi), pick(step), op.InitVals())
	args := slices.Clone(lo)
	for n, i := range kept {
		args[i] = by.Body().Arg(n)
	}
	rw.MergeBlocks(op.Body(), by.Body(), args...)
	rw.ReplaceWith(op.Op, by.Op)
	return true
}

// inlineParallel replaces an scf.parallel with one iteration by the operations of its body and of
// its reductions.
func inlineParallel(op Parallel, rw *rewrite.Rewriter) {
	lo, inits := slices.Clone(op.LowerBounds()), slices.Clone(op.InitVals())
	end := op.Body().Last()
	rw.InlineBlockBefore(op.Body(), op.Op, lo...)
	vs := make([]*ir.Value, len(inits))
	for i := range inits {
		b := end.RegionAt(i).Blocks[0]
		ret := b.Last()
		vs[i] = ret.OperandAt(0)
		if vs[i].ArgBlock() == b {
			vs[i] = []*ir.Value{inits[i], end.OperandAt(i)}[vs[i].Index()]
		}
		rw.Erase(ret)
		rw.InlineBlockBefore(b, op.Op, inits[i], end.OperandAt(i))
	}
	rw.Replace(op.Op, vs...)
	rw.Erase(end)
}

// parallel (i) { parallel (j) { f } } → parallel (i, j) { f }, if there are no reductions and the
// range of j does not depend on i
func parallelNested(op Parallel, rw *rewrite.Rewriter) bool {
	inner, ok := ir.As[Parallel](op.Body().First())
	if !ok || inner.Op.Next() != op.Body().Last() || len(op.InitVals()) > 0 || len(inner.InitVals()) > 0 {
		return false
	}
	for _, vs := range [][]*ir.Value{inner.LowerBounds(), inner.UpperBounds(), inner.Steps()} {
		for _, v := range vs {
			if v.ArgBlock() == op.Body() {
				return false
			}
		}
	}
	by := NewParallel(&rw.Builder, slices.Concat(op.LowerBounds(), inner.LowerBounds()),
		slices.Concat(op.UpperBounds(), inner.UpperBounds()), slices.Concat(op.Steps(), inner.Steps()), nil)
	n := op.Body().NumArgs()
	for i, a := range op.Body().Args() {
		rw.ReplaceUses(a, by.Body().Arg(i))
	}
	rw.MergeBlocks(inner.Body(), by.Body(), by.Body().Args()[n:]...)
	rw.Erase(op.Op)
	return true
}

// whileOutside replaces result i of an scf.while, and argument i of the after region, by value i
// that scf.condition passes. This value must be defined outside the loop.
func whileOutside(op While, rw *rewrite.Rewriter) bool {
	changed := false
	for i, v := range op.Condition().Args() {
		if !definedOutside(v, op.Op) || !op.Op.ResultAt(i).HasUses() && !op.After().Arg(i).HasUses() {
			continue
		}
		rw.ReplaceUses(op.Op.ResultAt(i), v)
		rw.ReplaceUses(op.After().Arg(i), v)
		changed = true
	}
	return changed
}

// whileUnchanged replaces an argument of an scf.while by its initial value if the argument is the
// same in each iteration.
func whileUnchanged(op While, rw *rewrite.Rewriter) bool {
	again, passed := op.Yield().Op.OperandList(), op.Condition().Args()
	changed := false
	for i, init := range op.Inits() {
		a := op.Before().Arg(i)
		if !a.HasUses() {
			continue
		}
		same := again[i] == init
		if n := slices.Index(op.After().Args(), again[i]); n >= 0 {
			same = same || passed[n] == a
		}
		if !same {
			continue
		}
		rw.ReplaceUses(a, init)
		changed = true
	}
	return changed
}
