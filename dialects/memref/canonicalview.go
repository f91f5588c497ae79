package memref

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// sliceType returns the type of a slice of a buffer, without the dimensions that o drops. "from" is
// the type of the buffer. sliceType returns false if the layout of the buffer has no strides.
func (o SubView) sliceType(from *ir.MemRefType, offsets, sizes, strides slice.Mixed) (ir.Type, bool) {
	t, ok := SubViewType(from, offsets.Static, sizes.Static, strides.Static)
	dropped := o.dropped()
	if !ok || !slices.Contains(dropped, true) {
		return t, ok
	}
	d, _ := ir.TypeAs[*ir.MemRefType](t)
	steps, offset, _ := Strides(d)
	var shape, kept []int64
	for i := range d.Shape {
		if !dropped[i] {
			shape, kept = append(shape, d.Shape[i]), append(kept, steps[i])
		}
	}
	return StridedType(d, shape, kept, offset), true
}

func newSubView(b *ir.Builder, m *ir.Value, t ir.Type, offsets, sizes, strides slice.Mixed) SubView {
	in := slice.Init([]*ir.Value{m}, offsets, sizes, strides, 1)
	in.Results = []ir.Type{t}
	return ir.Create[SubView](b, in)
}

// subview a[%c0][%c4][%c1] → cast (subview a[0][4][1])
func subviewConstant(op SubView, rw *rewrite.Rewriter) bool {
	offsets, sizes, strides := op.slice()
	if !slice.FoldConstants(&offsets, &sizes, &strides) {
		return false
	}
	from, _ := ir.TypeAs[*ir.MemRefType](op.Source().Type())
	if !slice.Inside(from.Shape, offsets, sizes, strides) {
		return false
	}
	t, ok := op.sliceType(from, offsets, sizes, strides)
	if !ok {
		return false
	}
	v := newSubView(&rw.Builder, op.Source(), t, offsets, sizes, strides)
	rw.Replace(op.Op, NewCast(&rw.Builder, v.Op.Result(), op.Op.Result().Type()).Op.Result())
	return true
}

// subview (cast a)[…] → cast (subview a[…])
func subviewOfCast(op SubView, rw *rewrite.Rewriter) bool {
	for v := range op.Op.Operands() {
		if _, ok := rewrite.ConstInt(v); ok && v.Type().IsIndex() {
			return false // apply subviewConstant first
		}
	}
	c, ok := ir.Defining[Cast](op.Source())
	if !ok || !forgets(c) {
		return false
	}
	offsets, sizes, strides := op.slice()
	from, _ := ir.TypeAs[*ir.MemRefType](c.Source().Type())
	t, ok := op.sliceType(from, offsets, sizes, strides)
	if !ok || !slice.Inside(from.Shape, offsets, sizes, strides) {
		return false
	}
	v := newSubView(&rw.Builder, c.Source(), t, offsets, sizes, strides)
	rw.Replace(op.Op, NewCast(&rw.Builder, v.Op.Result(), op.Op.Result().Type()).Op.Result())
	return true
}

// subview a[0][extents of a][1] → a
func subviewWhole(op SubView, rw *rewrite.Rewriter) bool {
	offsets, sizes, strides := op.slice()
	from, _ := ir.TypeAs[*ir.MemRefType](op.Source().Type())
	to, _ := ir.TypeAs[*ir.MemRefType](op.Op.Result().Type())
	if len(from.Shape) != len(to.Shape) || !op.Source().Type().HasStaticShape() ||
		!allZero(offsets.Known()) || !slices.Equal(sizes.Known(), from.Shape) || !isOnes(strides.Known()) {
		return false
	}
	if op.Source().Type() == op.Op.Result().Type() {
		rw.Replace(op.Op, op.Source())
		return true
	}
	rw.Replace(op.Op, NewCast(&rw.Builder, op.Source(), op.Op.Result().Type()).Op.Result())
	return true
}

func isOnes(ns []int64) bool {
	return !slices.ContainsFunc(ns, func(n int64) bool { return n != 1 })
}

// reinterpret_cast a to [%c0][%c4][%c1] → cast (reinterpret_cast a to [0][4][1])
func reinterpretConstant(op ReinterpretCast, rw *rewrite.Rewriter) bool {
	offsets, ok1 := slice.FoldSizes(op.Offsets())
	sizes, ok2 := slice.FoldSizes(op.Sizes())
	strides, ok3 := slice.FoldSteps(op.Strides())
	if !ok1 && !ok2 && !ok3 {
		return false
	}
	d, _ := ir.TypeAs[*ir.MemRefType](op.Op.Result().Type())
	t := StridedType(d, sizes.Static, strides.Static, offsets.Static[0])
	v := NewReinterpretCast(&rw.Builder, op.Source(), t, offsets, sizes, strides)
	rw.Replace(op.Op, NewCast(&rw.Builder, v.Op.Result(), op.Op.Result().Type()).Op.Result())
	return true
}

// reinterpret_cast (base buffer of extract_strided_metadata a) → reinterpret_cast a, or cast a if
// offset, sizes and strides are those of a
func reinterpretMetadata(op ReinterpretCast, rw *rewrite.Rewriter) bool {
	m, ok := ir.Defining[ExtractStridedMetadata](op.Source())
	if !ok || op.Source() != m.BaseBuffer() {
		return false
	}
	from, _ := ir.TypeAs[*ir.MemRefType](m.Source().Type())
	steps, offset, ok := Strides(from)
	if !ok || len(op.Sizes().Static) != len(from.Shape) ||
		!sameList(op.Sizes(), from.Shape, m.Sizes()) || !sameList(op.Strides(), steps, m.Strides()) ||
		!sameList(op.Offsets(), []int64{offset}, []*ir.Value{m.Offset()}) {
		rw.Update(op.Op, func() { op.Op.SetOperandAt(0, m.Source()) })
		return true
	}
	if m.Source().Type() == op.Op.Result().Type() {
		rw.Replace(op.Op, m.Source())
		return true
	}
	rw.Replace(op.Op, NewCast(&rw.Builder, m.Source(), op.Op.Result().Type()).Op.Result())
	return true
}

// sameList reports whether each element i of m is either the value values[i] or the constant
// known[i].
func sameList(m slice.Mixed, known []int64, values []*ir.Value) bool {
	for i := range m.Static {
		n, v := m.At(i)
		if v == values[i] {
			continue
		}
		if v != nil {
			n, _ = rewrite.ConstInt(v)
			if _, isConst := rewrite.ConstInt(v); !isConst {
				return false
			}
		}
		if n != known[i] || known[i] == ir.Dynamic {
			return false
		}
	}
	return true
}

// results of extract_strided_metadata a → constants, where the type of a determines them
func metadataConstant(op ExtractStridedMetadata, rw *rewrite.Rewriter) bool {
	from, _ := ir.TypeAs[*ir.MemRefType](op.Source().Type())
	steps, offset, ok := Strides(from)
	if !ok {
		return false
	}
	changed := false
	set := func(v *ir.Value, n int64) {
		if n == ir.Dynamic || !v.HasUses() {
			return
		}
		changed = true
		rw.ReplaceUses(v, arith.NewConstant(&rw.Builder, ir.NewInt(n, ir.Index())).Op.Result())
	}
	set(op.Offset(), offset)
	for i, v := range op.Sizes() {
		set(v, from.Shape[i])
	}
	for i, v := range op.Strides() {
		set(v, steps[i])
	}
	return changed
}

// extract_strided_metadata (cast a) → extract_strided_metadata a
func metadataOfCast(op ExtractStridedMetadata, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[Cast](op.Source())
	if !ok || !forgets(c) {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(0, c.Source()) })
	return true
}

// op { alloca_scope { alloca … } } → alloca, op { alloca_scope { … } }, if op is no allocation
// scope
func scopeHoist(op AllocaScope, rw *rewrite.Rewriter) bool {
	if !op.Op.Parent().Has(ir.AllocationScope) {
		return hoistOutOf(op, rw)
	}
	return false
}

// hoistOutOf moves allocas that are directly in the scope op to the place before the parent of op.
// The operands of the allocas must be defined outside the parent. op must be last in the parent,
// and the parent must be last in an allocation scope.
func hoistOutOf(op AllocaScope, rw *rewrite.Rewriter) bool {
	outer := op.Op.Parent()
	if outer == nil || outer.Parent() == nil || !outer.Parent().Has(ir.AllocationScope) || !lastOfParent(outer) || !lastOfParent(op.Op) {
		return false
	}
	var moved []*ir.Op
	op.Op.Walk(func(o *ir.Op) bool {
		if ir.Is[Alloca](o) && o.Parent() == op.Op && definedAbove(o, outer) {
			moved = append(moved, o)
		}
		return o == op.Op || !o.Has(ir.AllocationScope)
	})
	for _, o := range moved {
		rw.Move(o, outer)
	}
	return len(moved) > 0
}

// definedAbove reports whether all operands of op are defined outside outer.
func definedAbove(op, outer *ir.Op) bool {
	for v := range op.Operands() {
		if b := v.Block(); b == nil || b.Parent() != nil && outer.IsAncestor(b.Parent()) {
			return false
		}
	}
	return true
}
