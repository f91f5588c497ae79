package tensor

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// Canonical returns the dialect's canonicalization patterns. The comment on a pattern has the form
// "operation → replacement". It omits conditions that the code shows.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(castCast), rewrite.On(castOfSlice), rewrite.On(castOfEmpty), rewrite.On(bitcastBitcast),
		rewrite.On(dimOfCast), rewrite.On(dimOfReshape), rewrite.On(dimOfDest),
		rewrite.On(emptyConstant), rewrite.On(generateConstant), rewrite.On(splatConstant),
		rewrite.On(extractOfCast), rewrite.On(extractOfGenerate), rewrite.On(extractOfIndexCast), rewrite.On(extractOfReshape),
		rewrite.On(insertOfCast),
		rewrite.On(sliceConstant), rewrite.On(sliceOfCast), rewrite.On(sliceOfSplat),
		rewrite.On(insertConstant), rewrite.On(insertSliceOfCast), rewrite.On(insertSourceCast),
		rewrite.On(parallelInsertConstant), rewrite.On(parallelInsertOfCast), rewrite.On(parallelInsertSourceCast),
		rewrite.On(padNothing), rewrite.On(padOfCast), rewrite.On(castOfPad), rewrite.On(padConstant),
		rewrite.On(collapseCollapse), rewrite.On(expandExpand), rewrite.On(collapseOfExpand), rewrite.On(expandOfCollapse),
		rewrite.On(collapseOfCast), rewrite.On(expandConstant),
		rewrite.On(collapseOfElements), rewrite.On(expandOfElements), rewrite.On(collapseOfSplat), rewrite.On(expandOfSplat),
		rewrite.On(concatOperandTypes), rewrite.On(concatResultType),
	}
}

// Forgets reports whether a cast from the first type to the second changes nothing except that it
// makes extents dynamic. It returns false if a type is unranked.
func Forgets(from, to ir.Type) bool {
	s, ok1 := from.Shape()
	t, ok2 := to.Shape()
	if !ok1 || !ok2 || len(s) != len(t) || from.Elem() != to.Elem() {
		return false
	}
	for i := range s {
		if t[i] != ir.Dynamic && s[i] == ir.Dynamic {
			return false
		}
	}
	return true
}

// beforeCast returns the source of the cast that defines v, or nil. The cast must only make extents
// dynamic, so users of v can use its source instead.
func beforeCast(v *ir.Value) *ir.Value {
	if c, ok := ir.Defining[Cast](v); ok && Forgets(c.Source().Type(), c.Dest().Type()) {
		return c.Source()
	}
	return nil
}

// castTo returns v, cast to t if v has another type.
func castTo(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return NewCast(b, v, t).Op.Result()
}

// joined combines the static extents of t and u. ranked is false if both types are unranked. ok is
// false if the shapes contradict each other.
func joined(t, u ir.Type) (shape []int64, ranked, ok bool) {
	a, ok1 := t.Shape()
	b, ok2 := u.Shape()
	switch {
	case !ok1 && !ok2:
		return nil, false, true
	case !ok1:
		return b, true, true
	case !ok2:
		return a, true, true
	case len(a) != len(b):
		return nil, false, false
	}
	shape = slices.Clone(a)
	for i := range a {
		if a[i] == ir.Dynamic {
			shape[i] = b[i]
		} else if b[i] != ir.Dynamic && b[i] != a[i] {
			return nil, false, false
		}
	}
	return shape, true, true
}

// cast (cast a : A to B) to C → cast a to C, if each static extent of B is static in A or C
func castCast(op Cast, rw *rewrite.Rewriter) bool {
	p, ok := ir.Defining[Cast](op.Source())
	if !ok {
		return false
	}
	first, middle, last := p.Source().Type(), op.Source().Type(), op.Dest().Type()
	s1, r1, ok := joined(first, middle)
	if !ok {
		return false
	}
	all, r2, ok := joined(shapeType(first.Elem(), s1, r1), last)
	if !ok {
		return false
	}
	direct, r3, ok := joined(first, last)
	if !ok || r2 != r3 || !slices.Equal(all, direct) {
		return false
	}
	rw.Replace(op.Op, NewCast(&rw.Builder, p.Source(), last).Op.Result())
	return true
}

func shapeType(elem ir.Type, shape []int64, ranked bool) ir.Type {
	if !ranked {
		return ir.NewType(&ir.UnrankedTensorType{Elem: elem})
	}
	return ir.Tensor(elem, shape...)
}

// cast (extract_slice a) : tensor<?> to tensor<4> → extract_slice a : tensor<4>
func castOfSlice(op Cast, rw *rewrite.Rewriter) bool {
	s, ok := ir.Defining[ExtractSlice](op.Source())
	to, ranked := op.Dest().Type().Shape()
	if !ok || !ranked || !Forgets(op.Dest().Type(), op.Source().Type()) || op.Dest().Type() == op.Source().Type() {
		return false
	}
	sizes := s.Sizes()
	dropped, fits := slice.Dropped(sizes.Static, s.Op.Result().Type().Dims())
	if !fits {
		return false
	}
	folded := slice.Mixed{}
	at := 0
	for i := range sizes.Static {
		n, v := sizes.At(i)
		if !dropped[i] {
			if n == ir.Dynamic && to[at] != ir.Dynamic {
				n, v = to[at], nil
			}
			at++
		}
		folded.Static = append(folded.Static, n)
		if v != nil {
			folded.Values = append(folded.Values, v)
		}
	}
	by := newSlice(&rw.Builder, s.Source(), op.Dest().Type(), s.Offsets(), folded, s.Strides())
	rw.Replace(op.Op, by.Op.Result())
	return true
}

func newSlice(b *ir.Builder, t *ir.Value, to ir.Type, offsets, sizes, strides slice.Mixed) ExtractSlice {
	in := slice.Init([]*ir.Value{t}, offsets, sizes, strides, 1)
	in.Results = []ir.Type{to}
	return ir.Create[ExtractSlice](b, in)
}

// cast (empty(%n)) : tensor<?> to tensor<4> → empty() : tensor<4>
func castOfEmpty(op Cast, rw *rewrite.Rewriter) bool {
	e, ok := ir.Defining[Empty](op.Source())
	from, to := op.Source().Type(), op.Dest().Type()
	if !ok || !Forgets(to, from) || from == to {
		return false
	}
	var sizes []*ir.Value
	n := 0
	for i, d := range from.Dims() {
		if d != ir.Dynamic {
			continue
		}
		v := e.DynamicSizes()[n]
		n++
		if c, known := rewrite.ConstInt(v); known && to.Dims()[i] != ir.Dynamic && c != to.Dims()[i] {
			return false
		}
		if to.Dims()[i] == ir.Dynamic {
			sizes = append(sizes, v)
		}
	}
	rw.Replace(op.Op, NewEmpty(&rw.Builder, to, sizes...).Op.Result())
	return true
}

// bitcast (bitcast a) → bitcast a
func bitcastBitcast(op Bitcast, rw *rewrite.Rewriter) bool {
	p, ok := ir.Defining[Bitcast](op.Source())
	if !ok {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(0, p.Source()) })
	return true
}

// dim (cast a), i → dim a, i
func dimOfCast(op Dim, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[Cast](op.Source())
	if !ok || c.Source().Type().Rank() == 0 { // dim does not accept rank 0
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(0, c.Source()) })
	return true
}

// dim (reshape a(shape)), i → extract shape[i]
func dimOfReshape(op Dim, rw *rewrite.Rewriter) bool {
	r, ok := ir.Defining[Reshape](op.Source())
	if !ok {
		return false
	}
	v := NewExtract(&rw.Builder, r.ShapeList(), op.Index()).Op.Result()
	if v.Type() != op.Op.Result().Type() {
		v = arith.NewIndexCast(&rw.Builder, v, op.Op.Result().Type()).Op.Result()
	}
	rw.Replace(op.Op, v)
	return true
}

// dim (insert x into a), i → dim a, i. The pattern also applies to insert_slice.
func dimOfDest(op Dim, rw *rewrite.Rewriter) bool {
	var dest *ir.Value
	if ins, ok := ir.Defining[Insert](op.Source()); ok {
		dest = ins.Dest()
	} else if ins, ok := ir.Defining[InsertSlice](op.Source()); ok {
		dest = ins.Dest()
	}
	if dest == nil {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(0, dest) })
	return true
}

// empty(42) : tensor<?> → cast (empty() : tensor<42>)
func emptyConstant(op Empty, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	m, changed := slice.FoldSizes(slice.Mixed{Values: op.DynamicSizes(), Static: t.Dims()})
	if !changed {
		return false
	}
	by := NewEmpty(&rw.Builder, t.WithShape(m.Static), m.Values...)
	rw.Replace(op.Op, castTo(&rw.Builder, by.Op.Result(), t))
	return true
}

// splat x[42] : tensor<?> → cast (splat x : tensor<42>)
func splatConstant(op Splat, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	m, changed := slice.FoldSizes(slice.Mixed{Values: op.DynamicSizes(), Static: t.Dims()})
	if !changed {
		return false
	}
	by := NewSplat(&rw.Builder, op.Input(), t.WithShape(m.Static), m.Values...)
	rw.Replace(op.Op, castTo(&rw.Builder, by.Op.Result(), t))
	return true
}

// generate 42 {…} : tensor<?> → cast (generate {…} : tensor<42>)
func generateConstant(op Generate, rw *rewrite.Rewriter) bool {
	t := op.Op.Result().Type()
	m, changed := slice.FoldSizes(slice.Mixed{Values: op.DynamicExtents(), Static: t.Dims()})
	if !changed {
		return false
	}
	by := ir.Create[Generate](&rw.Builder, ir.Init{Operands: m.Values, Results: []ir.Type{t.WithShape(m.Static)}, NumRegions: 1})
	by.Op.RegionAt(0).TakeBlocks(op.Op.RegionAt(0))
	rw.Replace(op.Op, castTo(&rw.Builder, by.Op.Result(), t))
	return true
}
