package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// generic(x, …) that yields its arguments unchanged → x, …
func identityGeneric(op Generic, rw *rewrite.Rewriter) bool { return eraseIdentity(op.Op, op, rw) }

// broadcast(x, dimensions = []) → x
func identityBroadcast(op Broadcast, rw *rewrite.Rewriter) bool { return eraseIdentity(op.Op, op, rw) }

// transpose(x, permutation = [0, 1, …]) → x
func identityTranspose(op Transpose, rw *rewrite.Rewriter) bool {
	if op.Op.NumResults() != 1 || op.Input().Type() != op.Op.Result().Type() || !slices.IsSorted(op.Permutation()) {
		return false
	}
	rw.Replace(op.Op, op.Input())
	return true
}

// copy(x, x) → x
func selfCopy(op Copy, rw *rewrite.Rewriter) bool {
	if !slices.Equal(op.Inputs(), op.Outputs()) {
		return false
	}
	rw.Replace(op.Op, op.Op.OperandList()[:op.Op.NumResults()]...)
	return true
}

// eraseIdentity replaces the results of a computation whose body only yields block arguments. All
// maps must be the same permutation, since other maps may leave elements of an output unchanged. A
// computation without results is erased if it copies a buffer to itself.
func eraseIdentity(op *ir.Op, s Structured, rw *rewrite.Rewriter) bool {
	maps, blk := s.Maps(), s.Body()
	if blk.Len() != 1 {
		return false
	}
	for _, m := range maps {
		if !m.Equal(maps[0]) {
			return false
		}
	}
	yield := blk.Last()
	vs := make([]*ir.Value, yield.NumOperands())
	for i, v := range yield.OperandList() {
		n := slices.Index(blk.Args(), v)
		if n < 0 {
			return false
		}
		vs[i] = op.OperandAt(n)
	}
	if op.NumResults() == 0 {
		if len(s.Inputs()) != 1 || len(s.Outputs()) != 1 || s.Inputs()[0] != s.Outputs()[0] {
			return false
		}
		rw.Erase(op)
		return true
	}
	if len(vs) != op.NumResults() || !allTensors(op) || !maps[0].IsPermutation() {
		return false
	}
	for i, v := range vs {
		if !castable(v.Type(), op.ResultAt(i).Type()) {
			return false
		}
	}
	for i, v := range vs {
		vs[i] = castsTo(rw, v, op.ResultAt(i).Type())
	}
	rw.Replace(op, vs...)
	return true
}

// castable reports whether tensor.cast can convert a value of type t to type u.
func castable(t, u ir.Type) bool {
	if t == u {
		return true
	}
	if !ir.IsType[*ir.TensorType](t) || !ir.IsType[*ir.TensorType](u) || t.Elem() != u.Elem() {
		return false
	}
	from, _ := t.Shape()
	to, _ := u.Shape()
	return compatible(from, to)
}

// transpose(transpose(x, p), q) → transpose(x, p ∘ q)
func transposeTranspose(op Transpose, rw *rewrite.Rewriter) bool {
	inner, ok := ir.Defining[Transpose](op.Input())
	if !ok {
		return false
	}
	perm := slices.Clone(op.Permutation())
	for i, p := range perm {
		perm[i] = inner.Permutation()[p]
	}
	rw.Replace(op.Op, NewTranspose(&rw.Builder, inner.Input(), op.Init(), perm...).Op.ResultList()...)
	return true
}

// transpose(broadcast(x, d), p) → broadcast(transpose(x, p'), p⁻¹(d)). p' is p without the
// dimensions d, renumbered.
func transposeBroadcast(op Transpose, rw *rewrite.Rewriter) bool {
	inner, ok := ir.Defining[Broadcast](op.Input())
	if !ok || !op.Input().HasOneUse() || op.Op.NumResults() != 1 {
		return false
	}
	perm, dims := op.Permutation(), inner.Dimensions()
	var kept []int64
	for _, p := range perm {
		if slices.Contains(dims, p) {
			continue
		}
		below := int64(0)
		for _, d := range dims {
			if d < p {
				below++
			}
		}
		kept = append(kept, p-below)
	}
	moved := make([]int64, len(dims))
	for i, d := range dims {
		moved[i] = int64(slices.Index(perm, d))
	}
	x := inner.Input()
	var extents, sizes slice.Mixed
	values := make([]*ir.Value, rank(x.Type()))
	for i := range values {
		var n int64
		n, values[i] = extent(&rw.Builder, x, i)
		extents.Static = append(extents.Static, n)
	}
	for _, p := range kept {
		sizes.Static = append(sizes.Static, extents.Static[p])
		if values[p] != nil {
			sizes.Values = append(sizes.Values, values[p])
		}
	}
	empty := tensor.NewEmpty(&rw.Builder, ir.Tensor(x.Type().Elem(), sizes.Static...), sizes.Values...)
	t := NewTranspose(&rw.Builder, x, empty.Op.Result(), kept...)
	rw.Replace(op.Op, NewBroadcast(&rw.Builder, t.Op.Result(), op.Init(), moved...).Op.Result())
	return true
}

// broadcast(broadcast(x, d), e) → broadcast(x, d' ∪ e). d' is d, renumbered to dimensions of the
// result.
func broadcastBroadcast(op Broadcast, rw *rewrite.Rewriter) bool {
	inner, ok := ir.Defining[Broadcast](op.Input())
	if !ok {
		return false
	}
	dims := slices.Clone(op.Dimensions())
	var from []int64
	for d := range int64(rank(op.Init().Type())) {
		if !slices.Contains(dims, d) {
			from = append(from, d)
		}
	}
	for _, d := range inner.Dimensions() {
		dims = append(dims, from[d])
	}
	slices.Sort(dims)
	rw.Replace(op.Op, NewBroadcast(&rw.Builder, inner.Input(), op.Init(), dims...).Op.ResultList()...)
	return true
}
