package scf

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// for … iter_args(x = cast a) { yield f(x) } →
// cast (for … iter_args(y = a) { yield cast f(cast y) }). The cast of a must drop static extents.
// The only use of the result must be a cast to the type of a.
func forOfCast(op For, rw *rewrite.Rewriter) bool {
	for i, init := range op.InitArgs() {
		in, ok := ir.Defining[tensor.Cast](init)
		if !ok || in.Source().Type() == init.Type() || !tensor.Forgets(in.Source().Type(), init.Type()) || !op.Op.ResultAt(i).HasOneUse() {
			continue
		}
		for u := range op.Op.ResultAt(i).Uses() {
			out, ok := ir.As[tensor.Cast](u.Owner())
			if ok && out.Dest().Type() == in.Source().Type() {
				carryUncast(op, i, in.Source(), rw)
				return true
			}
		}
	}
	return false
}

// carryUncast replaces op, whose initial value i is a cast of v, by a loop that carries v instead.
func carryUncast(op For, i int, v *ir.Value, rw *rewrite.Rewriter) {
	inits := slices.Clone(op.InitArgs())
	was := inits[i].Type()
	inits[i] = v
	by := NewFor(&rw.Builder, op.LowerBound(), op.UpperBound(), op.Step(), inits...)
	by.Op.SetAttrAt(0, op.Op.AttrAt(0))
	for _, a := range op.Op.DiscardableAttrs() {
		by.Op.SetDiscardable(a.Name, a.Attr)
	}
	blk, before := rw.Point()
	rw.AtEnd(by.Body())
	args := slices.Clone(by.Body().Args())
	args[1+i] = tensor.NewCast(&rw.Builder, args[1+i], was).Op.Result()
	end := op.Body().Last()
	rw.MergeBlocks(op.Body(), by.Body(), args...)
	rw.SetPoint(by.Body(), end)
	back := tensor.NewCast(&rw.Builder, end.OperandAt(i), v.Type()).Op.Result()
	rw.Update(end, func() { end.SetOperandAt(i, back) })
	rw.SetPoint(blk, before)
	vs := by.Op.ResultList()
	vs[i] = tensor.NewCast(&rw.Builder, vs[i], was).Op.Result()
	rw.Replace(op.Op, vs...)
}

// forall (%i, %j) in (1, 4) → forall (%j) in (4). The pattern removes the dimensions with one
// iteration. If all dimensions have one iteration, it does not apply. If a dimension has no
// iterations, the initial values of the shared outputs replace the results.
func forallOnce(op Forall, rw *rewrite.Rewriter) bool {
	lo, hi, step := op.StaticLowerBound(), op.StaticUpperBound(), op.StaticStep()
	if len(op.DynamicLowerBound())+len(op.DynamicUpperBound())+len(op.DynamicStep()) > 0 || !op.Mapping().IsNil() {
		return false
	}
	var kept []int
	for i := range lo {
		if lo[i] >= hi[i] {
			rw.Replace(op.Op, slices.Clone(op.Outputs())...)
			return true
		}
		if step[i] <= 0 || uint64(hi[i])-uint64(lo[i]) > uint64(step[i]) { // hi-lo may overflow int64
			kept = append(kept, i)
		}
	}
	if len(kept) == len(lo) || len(kept) == 0 {
		return false
	}
	pick := func(ns []int64) ir.Attr {
		var out []int64
		for _, i := range kept {
			out = append(out, ns[i])
		}
		return ir.NewDenseI64(out...)
	}
	starts := indexConstants(rw, lo)
	by := ir.Create[Forall](&rw.Builder, ir.Init{
		Operands: slices.Clone(op.Outputs()), Results: op.Op.ResultTypes(), NumRegions: 1,
		Attrs:   []ir.Attr{pick(lo), pick(hi), pick(step), op.Mapping(), op.Op.AttrAt(forallSegments)},
		Discard: op.Op.DiscardableAttrs(),
	})
	b := by.Op.RegionAt(0).AddBlock()
	args := slices.Clone(op.Body().Args())
	for i := range args {
		if i >= len(lo) || slices.Contains(kept, i) {
			args[i] = b.AddArg(args[i].Type(), args[i].Loc())
		} else {
			args[i] = starts[i]
		}
	}
	rw.MergeBlocks(op.Body(), b, args...)
	rw.ReplaceWith(op.Op, by.Op)
	return true
}
