package tensor

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// reducedShape removes the first len(sizes) - rank extents of 1.
func reducedShape(sizes []int64, rank int) []int64 {
	drop := len(sizes) - rank
	var shape []int64
	for _, n := range sizes {
		if n == 1 && drop > 0 {
			drop--
			continue
		}
		shape = append(shape, n)
	}
	return shape
}

// anyConstantIndex reports whether an operand of op is a constant index. Patterns that use
// anyConstantIndex first let another pattern fold such operands.
func anyConstantIndex(op *ir.Op) bool {
	for v := range op.Operands() {
		if _, ok := rewrite.ConstInt(v); ok && v.Type().IsIndex() {
			return true
		}
	}
	return false
}

// extract_slice a[%c0][%c4][%c1] → cast (extract_slice a[0][4][1])
func sliceConstant(op ExtractSlice, rw *rewrite.Rewriter) bool {
	offsets, sizes, strides := op.Offsets(), op.Sizes(), op.Strides()
	if !slice.FoldConstants(&offsets, &sizes, &strides) || !slice.Inside(op.Source().Type().Dims(), offsets, sizes, strides) {
		return false
	}
	t := op.Source().Type().WithShape(reducedShape(sizes.Static, op.Op.Result().Type().Rank()))
	by := newSlice(&rw.Builder, op.Source(), t, offsets, sizes, strides)
	rw.Replace(op.Op, castTo(&rw.Builder, by.Op.Result(), op.Op.Result().Type()))
	return true
}

// extract_slice (cast a)[…] → extract_slice a[…]
func sliceOfCast(op ExtractSlice, rw *rewrite.Rewriter) bool {
	src := beforeCast(op.Source())
	if src == nil || anyConstantIndex(op.Op) || !slice.Inside(src.Type().Dims(), op.Offsets(), op.Sizes(), op.Strides()) {
		return false
	}
	by := newSlice(&rw.Builder, src, op.Op.Result().Type(), op.Offsets(), op.Sizes(), op.Strides())
	rw.Replace(op.Op, by.Op.Result())
	return true
}

// extract_slice (splat x)[…] → splat x
func sliceOfSplat(op ExtractSlice, rw *rewrite.Rewriter) bool {
	s, ok := ir.Defining[Splat](op.Source())
	if !ok || !op.Op.Result().Type().HasStaticShape() {
		return false
	}
	rw.Replace(op.Op, NewSplat(&rw.Builder, s.Input(), op.Op.Result().Type()).Op.Result())
	return true
}

// insertionParts has an insert_slice or parallel_insert_slice and its operands. Patterns change the
// operands in insertionParts, and then call replace.
type insertionParts struct {
	op                      *ir.Op
	source, dest            *ir.Value
	offsets, sizes, strides slice.Mixed
}

func partsOf(op InsertSlice) insertionParts {
	return insertionParts{op.Op, op.Source(), op.Dest(), op.Offsets(), op.Sizes(), op.Strides()}
}

func parallelPartsOf(op ParallelInsertSlice) insertionParts {
	return insertionParts{op.Op, op.Source(), op.Dest(), op.Offsets(), op.Sizes(), op.Strides()}
}

// replace replaces p.op by an operation with the operands in p.
func (p insertionParts) replace(rw *rewrite.Rewriter) {
	if p.op.NumResults() == 0 {
		NewParallelInsertSlice(&rw.Builder, p.source, p.dest, p.offsets, p.sizes, p.strides)
		rw.Erase(p.op)
		return
	}
	by := NewInsertSlice(&rw.Builder, p.source, p.dest, p.offsets, p.sizes, p.strides)
	rw.Replace(p.op, castTo(&rw.Builder, by.Op.Result(), p.op.Result().Type()))
}

// beforeInsertion moves the insertion point of rw before the in_parallel of a parallel insertion,
// since an in_parallel must not contain casts.
func (p insertionParts) beforeInsertion(rw *rewrite.Rewriter) {
	if p.op.NumResults() == 0 {
		rw.Before(p.op.Parent())
	}
}

func (p insertionParts) foldConstants(rw *rewrite.Rewriter) bool {
	if !slice.FoldConstants(&p.offsets, &p.sizes, &p.strides) || !slice.Inside(p.dest.Type().Dims(), p.offsets, p.sizes, p.strides) {
		return false
	}
	t := p.source.Type().WithShape(reducedShape(p.sizes.Static, p.source.Type().Rank()))
	if t != p.source.Type() {
		if !compatible(p.source.Type(), t) {
			return false
		}
		p.beforeInsertion(rw)
		p.source = NewCast(&rw.Builder, p.source, t).Op.Result()
		rw.Before(p.op)
	}
	p.replace(rw)
	return true
}

func (p insertionParts) dropCasts(rw *rewrite.Rewriter) bool {
	if anyConstantIndex(p.op) {
		return false
	}
	src, dst := beforeCast(p.source), beforeCast(p.dest)
	if src == nil && dst == nil {
		return false
	}
	if src != nil {
		p.source = src
	}
	if dst != nil {
		p.dest = dst
	}
	p.sizes = p.sizesOfSource()
	if _, ok := slice.Dropped(p.sizes.Static, p.source.Type().Dims()); !ok || !slice.Inside(p.dest.Type().Dims(), p.offsets, p.sizes, p.strides) {
		return false
	}
	p.replace(rw)
	return true
}

// sizesOfSource returns p.sizes, with static extents of the source instead of dynamic sizes.
func (p insertionParts) sizesOfSource() slice.Mixed {
	from := p.source.Type().Dims()
	dropped, ok := slice.Dropped(p.sizes.Static, from)
	if !ok {
		dropped, ok = droppedOnes(p.sizes.Static, len(from))
	}
	if !ok {
		return p.sizes
	}
	out := slice.Mixed{}
	at := 0
	for i := range p.sizes.Static {
		n, v := p.sizes.At(i)
		if !dropped[i] {
			if from[at] != ir.Dynamic && v != nil {
				n, v = from[at], nil
			}
			at++
		}
		out.Static = append(out.Static, n)
		if v != nil {
			out.Values = append(out.Values, v)
		}
	}
	return out
}

// droppedOnes marks the first len(sizes) - rank extents of 1. It reports false if sizes has fewer
// extents of 1.
func droppedOnes(sizes []int64, rank int) ([]bool, bool) {
	drop := len(sizes) - rank
	dropped := make([]bool, len(sizes))
	for i, n := range sizes {
		if n == 1 && drop > 0 {
			drop--
			dropped[i] = true
		}
	}
	return dropped, drop == 0
}

func (p insertionParts) castSource(rw *rewrite.Rewriter) bool {
	from := p.source.Type().Dims()
	if len(from) != len(p.sizes.Static) {
		return false
	}
	shape := slices.Clone(from)
	for i, n := range p.sizes.Known() {
		if n == ir.Dynamic {
			continue
		}
		if n < 0 {
			return false
		}
		shape[i] = n
	}
	t := p.source.Type().WithShape(shape)
	if t == p.source.Type() || !Forgets(t, p.source.Type()) {
		return false
	}
	p.beforeInsertion(rw)
	p.source = NewCast(&rw.Builder, p.source, t).Op.Result()
	rw.Before(p.op)
	p.replace(rw)
	return true
}

// insert_slice s into a[%c0][%c4][%c1] → insert_slice s into a[0][4][1]
func insertConstant(op InsertSlice, rw *rewrite.Rewriter) bool { return partsOf(op).foldConstants(rw) }

// insert_slice (cast s) into (cast a) → insert_slice s into a
func insertSliceOfCast(op InsertSlice, rw *rewrite.Rewriter) bool { return partsOf(op).dropCasts(rw) }

// insert_slice s into a[…][4] → insert_slice (cast s : tensor<4>) into a[…][4]
func insertSourceCast(op InsertSlice, rw *rewrite.Rewriter) bool { return partsOf(op).castSource(rw) }

// parallel_insert_slice s into a[%c0][%c4][%c1] → parallel_insert_slice s into a[0][4][1]
func parallelInsertConstant(op ParallelInsertSlice, rw *rewrite.Rewriter) bool {
	return parallelPartsOf(op).foldConstants(rw)
}

func parallelInsertOfCast(op ParallelInsertSlice, rw *rewrite.Rewriter) bool {
	return parallelPartsOf(op).dropCasts(rw)
}

func parallelInsertSourceCast(op ParallelInsertSlice, rw *rewrite.Rewriter) bool {
	return parallelPartsOf(op).castSource(rw)
}
