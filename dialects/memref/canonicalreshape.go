package memref

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// collapse (collapse a) → collapse a
func collapseCollapse(op CollapseShape, rw *rewrite.Rewriter) bool {
	p, ok := ir.Defining[CollapseShape](op.Src())
	if !ok {
		return false
	}
	gs, ok := slice.ComposeGroups(p.Reassociation(), op.Reassociation())
	if !ok {
		return false
	}
	rw.Replace(op.Op, NewCollapseShape(&rw.Builder, p.Src(), op.Op.Result().Type(), gs).Op.Result())
	return true
}

// expand (expand a) → expand a
func expandExpand(op ExpandShape, rw *rewrite.Rewriter) bool {
	p, ok := ir.Defining[ExpandShape](op.Src())
	if !ok {
		return false
	}
	gs, ok := slice.ComposeGroups(op.Reassociation(), p.Reassociation())
	if !ok {
		return false
	}
	rw.Replace(op.Op, newExpandShape(&rw.Builder, p.Src(), op.Op.Result().Type(), gs, op.OutputShape()).Op.Result())
	return true
}

func newExpandShape(b *ir.Builder, src *ir.Value, t ir.Type, gs [][]int64, shape slice.Mixed) ExpandShape {
	return ir.Create[ExpandShape](b, ir.Init{
		Operands: append([]*ir.Value{src}, shape.Values...), Results: []ir.Type{t},
		Attrs: []ir.Attr{slice.NewGroups(gs), ir.NewDenseI64(shape.Static...)},
	})
}

// collapse (expand a) → expand a, collapse a or cast a, which depends on the rank of the result
func collapseOfExpand(op CollapseShape, rw *rewrite.Rewriter) bool {
	e, ok := ir.Defining[ExpandShape](op.Src())
	if !ok {
		return false
	}
	from, to := e.Src().Type().Rank(), op.Op.Result().Type().Rank()
	switch {
	case from > to:
		// Each group of the expansion is contained in a group of the collapse.
		gs, ok := slice.RefineGroups(op.Reassociation(), e.Reassociation())
		if !ok || !surelyCollapsible(e.Src().Type(), gs) {
			return false
		}
		rw.Replace(op.Op, NewCollapseShape(&rw.Builder, e.Src(), op.Op.Result().Type(), gs).Op.Result())
		return true
	case from < to:
		gs, ok := slice.RefineGroups(e.Reassociation(), op.Reassociation())
		if !ok {
			return false
		}
		shape, ok := slice.CollapsedExtents(e.OutputShape(), op.Reassociation())
		if !ok {
			return false
		}
		rw.Replace(op.Op, newExpandShape(&rw.Builder, e.Src(), op.Op.Result().Type(), gs, shape).Op.Result())
		return true
	case from == to && slices.EqualFunc(op.Reassociation(), e.Reassociation(), slices.Equal) && castable(e.Src().Type(), op.Op.Result().Type()):
		rw.Replace(op.Op, NewCast(&rw.Builder, e.Src(), op.Op.Result().Type()).Op.Result())
		return true
	}
	return false
}

// surelyCollapsible reports whether the layout of t guarantees that the dimensions of each group
// are contiguous in memory.
func surelyCollapsible(t ir.Type, gs [][]int64) bool {
	d, _ := ir.TypeAs[*ir.MemRefType](t)
	if d.Layout.IsNil() {
		return true
	}
	strides, _, ok := Strides(d)
	if !ok {
		return false
	}
	for _, g := range gs {
		for i := 1; i < len(g); i++ {
			step := times(strides[g[i]], d.Shape[g[i]])
			if step == ir.Dynamic || step != strides[g[i-1]] {
				return false
			}
		}
	}
	return true
}

// expand (collapse a) → expand a or collapse a, which depends on the rank of the result
func expandOfCollapse(op ExpandShape, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[CollapseShape](op.Src())
	if !ok {
		return false
	}
	from, _ := c.Src().Type().Shape()
	to, _ := op.Op.Result().Type().Shape()
	if len(from) == len(to) {
		return false
	}
	if len(from) > len(to) {
		gs, ok := slice.MatchGroups(c.Reassociation(), op.Reassociation(), from, to)
		if !ok {
			return false
		}
		d, _ := ir.TypeAs[*ir.MemRefType](c.Src().Type())
		if t, ok := CollapsedType(d, gs); !ok || t != op.Op.Result().Type() {
			return false
		}
		rw.Replace(op.Op, NewCollapseShape(&rw.Builder, c.Src(), op.Op.Result().Type(), gs).Op.Result())
		return true
	}
	gs, ok := slice.MatchGroups(op.Reassociation(), c.Reassociation(), to, from)
	if !ok {
		return false
	}
	rw.Replace(op.Op, newExpandShape(&rw.Builder, c.Src(), op.Op.Result().Type(), gs, op.OutputShape()).Op.Result())
	return true
}

// collapse (cast a) → cast (collapse a)
func collapseOfCast(op CollapseShape, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[Cast](op.Src())
	if !ok || !forgets(c) {
		return false
	}
	d, _ := ir.TypeAs[*ir.MemRefType](c.Source().Type())
	t, ok := CollapsedType(d, op.Reassociation())
	if !ok {
		return false
	}
	if t == op.Op.Result().Type() {
		rw.Update(op.Op, func() { op.Op.SetOperandAt(0, c.Source()) })
		return true
	}
	v := NewCollapseShape(&rw.Builder, c.Source(), t, op.Reassociation())
	rw.Replace(op.Op, NewCast(&rw.Builder, v.Op.Result(), op.Op.Result().Type()).Op.Result())
	return true
}

// expand (cast a) → cast (expand a)
func expandOfCast(op ExpandShape, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[Cast](op.Src())
	if !ok || !forgets(c) {
		return false
	}
	from, _ := ir.TypeAs[*ir.MemRefType](c.Source().Type())
	shape := slice.Mixed{}
	sizes, _ := slice.FoldSizes(op.OutputShape())
	for i, g := range op.Reassociation() {
		known, ok := knownExtents(sizes.Static, g, from.Shape[i])
		if !ok {
			return false
		}
		for n, d := range g {
			if known[n] == ir.Dynamic {
				_, v := sizes.At(int(d))
				shape.Values = append(shape.Values, v)
			}
		}
		shape.Static = append(shape.Static, known...)
	}
	t, ok := ExpandedType(from, shape.Static, op.Reassociation())
	if !ok {
		return false
	}
	v := newExpandShape(&rw.Builder, c.Source(), t, op.Reassociation(), shape)
	if t == op.Op.Result().Type() {
		rw.Replace(op.Op, v.Op.Result())
		return true
	}
	rw.Replace(op.Op, NewCast(&rw.Builder, v.Op.Result(), op.Op.Result().Type()).Op.Result())
	return true
}

// knownExtents returns the extents of the dimensions of group g. The list "sizes" has the extents
// of all dimensions, and "whole" is the product for the group. If only one extent is unknown,
// knownExtents computes it from the product. ok is false if the extents contradict the product, or
// if either the product or an extent is still unknown, but not both.
func knownExtents(sizes, g []int64, whole int64) (known []int64, ok bool) {
	at, open, product := -1, 0, int64(1)
	for i, d := range g {
		n := sizes[d]
		known = append(known, n)
		if n == ir.Dynamic {
			open++
			at = i
		} else {
			product *= n
		}
	}
	switch {
	case whole == ir.Dynamic:
		return known, open > 0
	case open == 1 && product != 0 && whole%product == 0:
		known[at] = whole / product
		return known, true
	}
	return known, open == 0 && product == whole
}
