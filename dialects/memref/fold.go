package memref

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/slice"
)

// FoldCasts replaces each operand of op that is a memref.cast of a ranked memref by the source of
// the cast. It does not replace the value "keep". It reports whether it replaced an operand.
func FoldCasts(op *ir.Op, keep *ir.Value) bool {
	changed := false
	for i := range op.NumOperands() {
		v := op.OperandAt(i)
		if c, ok := ir.Defining[Cast](v); ok && v != keep && !ir.IsType[*ir.UnrankedMemRefType](c.Source().Type()) {
			op.SetOperandAt(i, c.Source())
			changed = true
		}
	}
	return changed
}

// inPlace returns the results of a Fold method that changes the operation in place, or not at all.
func inPlace(changed bool) (ir.Folded, bool) { return nil, changed }

// Fold replaces operands that are casts by the sources of the casts, except for a value to store.
func (o Load) Fold([]ir.Attr) (ir.Folded, bool)      { return inPlace(FoldCasts(o.Op, nil)) }
func (o Store) Fold([]ir.Attr) (ir.Folded, bool)     { return inPlace(FoldCasts(o.Op, o.Value())) }
func (o Dealloc) Fold([]ir.Attr) (ir.Folded, bool)   { return inPlace(FoldCasts(o.Op, nil)) }
func (o Prefetch) Fold([]ir.Attr) (ir.Folded, bool)  { return inPlace(FoldCasts(o.Op, nil)) }
func (o AtomicRMW) Fold([]ir.Attr) (ir.Folded, bool) { return inPlace(FoldCasts(o.Op, o.Value())) }
func (o DmaStart) Fold([]ir.Attr) (ir.Folded, bool)  { return inPlace(FoldCasts(o.Op, nil)) }
func (o DmaWait) Fold([]ir.Attr) (ir.Folded, bool)   { return inPlace(FoldCasts(o.Op, nil)) }

// Fold replaces operands that are casts to less specific types by the sources of the casts.
func (o Copy) Fold([]ir.Attr) (ir.Folded, bool) {
	changed := false
	for i := range o.Op.NumOperands() {
		if c, ok := ir.Defining[Cast](o.Op.OperandAt(i)); ok && forgets(c) {
			o.Op.SetOperandAt(i, c.Source())
			changed = true
		}
	}
	return nil, changed
}

// forgets reports whether users of the cast c can use its source instead.
func forgets(c Cast) bool { return Forgets(c.Source().Type(), c.Dest().Type()) }

// Forgets reports whether a cast of type a to type b changes nothing, except that extents, strides
// or the offset can become dynamic. a and b must be ranked memref types of the same rank and
// element type.
func Forgets(a, b ir.Type) bool {
	from, ok1 := ir.TypeAs[*ir.MemRefType](a)
	to, ok2 := ir.TypeAs[*ir.MemRefType](b)
	if !ok1 || !ok2 || len(from.Shape) != len(to.Shape) || from.Elem != to.Elem {
		return false
	}
	s, off, ok1 := Strides(from)
	t, off2, ok2 := Strides(to)
	if !ok1 || !ok2 || learns(off, off2) {
		return false
	}
	for i := range s {
		if learns(from.Shape[i], to.Shape[i]) || learns(s[i], t[i]) {
			return false
		}
	}
	return true
}

// learns reports whether an extent, stride or offset is dynamic first and static afterwards.
func learns(from, to int64) bool { return from == ir.Dynamic && to != ir.Dynamic }

// Fold folds to the rank of the buffer if its type is ranked.
func (o Rank) Fold([]ir.Attr) (ir.Folded, bool) {
	if r := o.Memref().Type().Rank(); r >= 0 {
		return ir.FoldConst(ir.NewInt(int64(r), ir.Index())), true
	}
	return nil, false
}

// Fold folds to the extent if the index is a constant, and the type or the defining operation of
// the buffer determines the extent. Otherwise it replaces a buffer that is a cast by the source of
// the cast.
func (o Dim) Fold(c []ir.Attr) (ir.Folded, bool) {
	i, ok := c[1].Int()
	shape, ranked := o.Source().Type().Shape()
	if !ok || !ranked || i < 0 || int(i) >= len(shape) {
		return inPlace(FoldCasts(o.Op, nil))
	}
	if shape[i] != ir.Dynamic {
		return ir.FoldConst(ir.NewInt(shape[i], ir.Index())), true
	}
	open := 0
	for _, d := range shape[:i] {
		if d == ir.Dynamic {
			open++
		}
	}
	if v := extentOf(o.Source().Def(), int(i), open); v != nil {
		return ir.FoldTo(v), true
	}
	return inPlace(FoldCasts(o.Op, nil))
}

// extentOf returns the operand of op that is the extent of dimension i of its result, or nil. open
// is the number of dynamic dimensions before dimension i.
func extentOf(op *ir.Op, i, open int) *ir.Value {
	if op == nil {
		return nil
	}
	switch op := op.View().(type) {
	case Alloc:
		return op.DynamicSizes()[open]
	case Alloca:
		return op.DynamicSizes()[open]
	case View:
		return op.Sizes()[open]
	case SubView:
		dropped := op.dropped()
		for d := range dropped {
			if dropped[d] {
				continue
			}
			if i == 0 {
				_, v := op.Sizes().At(d)
				return v
			}
			i--
		}
	}
	return nil
}

// dropped reports for each dimension of the source whether the result lacks it.
func (o SubView) dropped() []bool {
	from, _ := ir.TypeAs[*ir.MemRefType](o.Source().Type())
	to, _ := ir.TypeAs[*ir.MemRefType](o.Op.Result().Type())
	none := make([]bool, len(from.Shape))
	if len(from.Shape) == len(to.Shape) {
		return none
	}
	full, ok := SubViewType(from, o.Offsets().Static, o.Sizes().Static, o.Strides().Static)
	w, _ := ir.TypeAs[*ir.MemRefType](full)
	strides, _, ok2 := Strides(to)
	if !ok || !ok2 {
		return none
	}
	ws, _, _ := Strides(w)
	dropped, _ := dropBySize(w.Shape, ws, to.Shape, strides)
	return dropped
}

// Fold folds a slice to its source if the slice has the type of the source and covers the whole
// source.
func (o SubView) Fold([]ir.Attr) (ir.Folded, bool) {
	t := o.Op.Result().Type()
	from, to := o.Source().Type(), t
	if from == to && t.HasStaticShape() {
		return ir.FoldTo(o.Source()), true
	}
	src, ok := ir.Defining[SubView](o.Source())
	if ok && o.Offsets().All(0) && o.Strides().All(1) && src.Sizes().Equal(o.Sizes()) && from == to {
		return ir.FoldTo(o.Source()), true
	}
	return nil, false
}

// Fold replaces the source if it is a reinterpret_cast, a cast, or a subview with offset 0. The
// operand of that operation becomes the source, since o determines a new layout. If o has offset 0
// and the static type of its source, Fold folds o to its source.
func (o ReinterpretCast) Fold([]ir.Attr) (ir.Folded, bool) {
	var before *ir.Value
	if p, ok := ir.Defining[ReinterpretCast](o.Source()); ok {
		before = p.Source()
	} else if p, ok := ir.Defining[Cast](o.Source()); ok {
		before = p.Source()
	} else if p, ok := ir.Defining[SubView](o.Source()); ok && allZero(p.Offsets().Known()) {
		before = p.Source()
	}
	if before != nil {
		o.Op.SetOperandAt(0, before)
		return nil, true
	}
	t := o.Op.Result().Type()
	if t.HasStaticShape() && o.Source().Type() == t && o.Offsets().All(0) {
		return ir.FoldTo(o.Source()), true
	}
	return nil, false
}

func allZero(ns []int64) bool {
	return !slices.ContainsFunc(ns, func(n int64) bool { return n != 0 })
}

// Fold folds an identity permutation to its operand, and combines two successive permutations.
func (o Transpose) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Permutation().IsIdentity() && o.In().Type() == o.Op.Result().Type() {
		return ir.FoldTo(o.In()), true
	}
	if p, ok := ir.Defining[Transpose](o.In()); ok {
		o.Op.SetAttrAt(0, ir.NewAffineMap(o.Permutation().Compose(p.Permutation())))
		o.Op.SetOperandAt(0, p.In())
		return nil, true
	}
	return nil, false
}

// Fold combines two successive casts, and folds a cast to the same type to its operand.
func (o MemorySpaceCast) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Source().Type() == o.Dest().Type() {
		return ir.FoldTo(o.Source()), true
	}
	if p, ok := ir.Defining[MemorySpaceCast](o.Source()); ok {
		o.Op.SetOperandAt(0, p.Source())
		return nil, true
	}
	return nil, false
}

// Fold folds a collapse to its source if the type does not change. It folds collapse (expand a) to
// a if the result provably has the shape of a.
func (o CollapseShape) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Src().Type() == o.Op.Result().Type() {
		return ir.FoldTo(o.Src()), true
	}
	e, ok := ir.Defining[ExpandShape](o.Src())
	if ok && e.Src().Type() == o.Op.Result().Type() && (slice.OneDynamic(e.Src().Type()) || e.Op.AttrAt(0) == o.Op.AttrAt(0)) {
		return ir.FoldTo(e.Src()), true
	}
	return nil, false
}

// Fold folds an expansion to its source if the type does not change. It folds expand (collapse a)
// to a if a has the type of the result and this type is static.
func (o ExpandShape) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Src().Type() == o.Op.Result().Type() {
		return ir.FoldTo(o.Src()), true
	}
	if m, ok := ir.Defining[CollapseShape](o.Src()); ok && m.Src().Type() == o.Op.Result().Type() && o.Op.Result().Type().HasStaticShape() {
		return ir.FoldTo(m.Src()), true
	}
	return nil, false
}

// Fold combines two successive reshapes. It folds a reshape to its source if the type is static and
// does not change.
func (o Reshape) Fold([]ir.Attr) (ir.Folded, bool) {
	if p, ok := ir.Defining[Reshape](o.Source()); ok {
		o.Op.SetOperandAt(0, p.Source())
		return nil, true
	}
	if o.Source().Type() == o.Op.Result().Type() && o.Op.Result().Type().HasStaticShape() {
		return ir.FoldTo(o.Source()), true
	}
	return nil, false
}

// Fold replaces an operand that is the result of a cast by the source of the cast.
func (o ExtractAlignedPointerAsIndex) Fold([]ir.Attr) (ir.Folded, bool) {
	return inPlace(FoldCasts(o.Op, nil))
}

func (o SubView) slice() (offsets, sizes, strides slice.Mixed) {
	return o.Offsets(), o.Sizes(), o.Strides()
}

// Castable reports whether memref.cast can convert a value of the first type to the second type.
func Castable(from, to ir.Type) bool { return castable(from, to) }

// IsBuffer reports whether t is a ranked or unranked memref type.
func IsBuffer(t ir.Type) bool {
	return ir.IsType[*ir.MemRefType](t) || ir.IsType[*ir.UnrankedMemRefType](t)
}
