package tensor

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// collapse_shape (collapse_shape a) → collapse_shape a
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

// expand_shape (expand_shape a) → expand_shape a
func expandExpand(op ExpandShape, rw *rewrite.Rewriter) bool {
	p, ok := ir.Defining[ExpandShape](op.Src())
	if !ok {
		return false
	}
	gs, ok := slice.ComposeGroups(op.Reassociation(), p.Reassociation())
	if !ok {
		return false
	}
	rw.Replace(op.Op, NewExpandShape(&rw.Builder, p.Src(), op.Op.Result().Type(), gs, op.OutputShape()).Op.Result())
	return true
}

// collapse_shape (expand_shape a) → collapse_shape a if the rank decreases, or expand_shape a if it
// increases
func collapseOfExpand(op CollapseShape, rw *rewrite.Rewriter) bool {
	e, ok := ir.Defining[ExpandShape](op.Src())
	if !ok {
		return false
	}
	to := op.Op.Result().Type()
	switch from := e.Src().Type().Rank(); {
	case from > to.Rank():
		gs, ok := slice.RefineGroups(op.Reassociation(), e.Reassociation())
		if !ok {
			return false
		}
		rw.Replace(op.Op, NewCollapseShape(&rw.Builder, e.Src(), to, gs).Op.Result())
		return true
	case from < to.Rank():
		gs, ok := slice.RefineGroups(e.Reassociation(), op.Reassociation())
		if !ok {
			return false
		}
		shape, ok := slice.CollapsedExtents(e.OutputShape(), op.Reassociation())
		if !ok {
			return false
		}
		rw.Replace(op.Op, NewExpandShape(&rw.Builder, e.Src(), to, gs, shape).Op.Result())
		return true
	}
	return false
}

// expand_shape (collapse_shape a) → collapse_shape a if the rank decreases, or expand_shape a if it
// increases
func expandOfCollapse(op ExpandShape, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[CollapseShape](op.Src())
	if !ok {
		return false
	}
	from, to := c.Src().Type().Dims(), op.Op.Result().Type().Dims()
	switch {
	case len(from) > len(to):
		gs, ok := slice.MatchGroups(c.Reassociation(), op.Reassociation(), from, to)
		if !ok {
			return false
		}
		rw.Replace(op.Op, NewCollapseShape(&rw.Builder, c.Src(), op.Op.Result().Type(), gs).Op.Result())
		return true
	case len(from) < len(to):
		gs, ok := slice.MatchGroups(op.Reassociation(), c.Reassociation(), to, from)
		if !ok {
			return false
		}
		rw.Replace(op.Op, NewExpandShape(&rw.Builder, c.Src(), op.Op.Result().Type(), gs, op.OutputShape()).Op.Result())
		return true
	}
	return false
}

// collapse_shape (cast a) → cast (collapse_shape a)
func collapseOfCast(op CollapseShape, rw *rewrite.Rewriter) bool {
	src := beforeCast(op.Src())
	if src == nil {
		return false
	}
	from := src.Type().Dims()
	var shape []int64
	for _, g := range op.Reassociation() {
		n := int64(1)
		for _, d := range g {
			if from[d] == ir.Dynamic {
				n = ir.Dynamic
				break
			}
			n *= from[d]
		}
		shape = append(shape, n)
	}
	t := op.Op.Result().Type().WithShape(shape)
	if t == op.Op.Result().Type() {
		rw.Update(op.Op, func() { op.Op.SetOperandAt(0, src) })
		return true
	}
	by := NewCollapseShape(&rw.Builder, src, t, op.Reassociation())
	rw.Replace(op.Op, castTo(&rw.Builder, by.Op.Result(), op.Op.Result().Type()))
	return true
}

// expand_shape a output_shape [%c4, %n] → cast (expand_shape (cast a) output_shape [4, %n])
func expandConstant(op ExpandShape, rw *rewrite.Rewriter) bool {
	// Like MLIR, apply the pattern only to a source that is a cast to a less specific type.
	c, ok := ir.Defining[Cast](op.Src())
	if !ok || !Forgets(c.Source().Type(), c.Dest().Type()) {
		return false
	}
	from := slices.Clone(op.Src().Type().Dims())
	shape, _ := slice.FoldSizes(op.OutputShape())
	static := op.Op.Result().Type().Dims()
	changed := false
	for i, g := range op.Reassociation() {
		product := int64(1)
		for _, d := range g {
			n := shape.Static[d]
			changed = changed || n != ir.Dynamic && static[d] == ir.Dynamic
			if n == ir.Dynamic || product == ir.Dynamic {
				product = ir.Dynamic
				continue
			}
			product *= n
		}
		if product != ir.Dynamic {
			from[i] = product
		}
	}
	if !changed {
		return false
	}
	source := castTo(&rw.Builder, op.Src(), op.Src().Type().WithShape(from))
	by := NewExpandShape(&rw.Builder, source, op.Op.Result().Type().WithShape(shape.Static), op.Reassociation(), shape)
	rw.Replace(op.Op, castTo(&rw.Builder, by.Op.Result(), op.Op.Result().Type()))
	return true
}
