package tensor

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// newPad inserts a pad with the given operands, and moves the region of op to it.
func newPad(rw *rewrite.Rewriter, op Pad, source *ir.Value, t ir.Type, low, high slice.Mixed) Pad {
	by := ir.Create[Pad](&rw.Builder, ir.Init{
		Operands: slices.Concat([]*ir.Value{source}, low.Values, high.Values), Results: []ir.Type{t}, NumRegions: 1,
		Attrs: []ir.Attr{
			ir.NewDenseI64(low.Static...), ir.NewDenseI64(high.Static...), op.Op.AttrAt(padNofold),
			ir.NewDenseI32(1, int32(len(low.Values)), int32(len(high.Values))),
		},
	})
	by.Op.RegionAt(0).TakeBlocks(op.Op.RegionAt(0))
	return by
}

// padded returns the type of a tensor of type source after padding. If an extent of source or its
// padding is dynamic, "known" determines the extent.
func padded(source ir.Type, low, high, known []int64) ir.Type {
	shape := slices.Clone(source.Dims())
	for i, n := range shape {
		if n == ir.Dynamic || low[i] == ir.Dynamic || high[i] == ir.Dynamic {
			shape[i] = known[i]
			continue
		}
		shape[i] = n + low[i] + high[i]
	}
	return source.WithShape(shape)
}

// pad a low[0] high[0] → cast a
func padNothing(op Pad, rw *rewrite.Rewriter) bool {
	if op.Nofold() || !op.Low().All(0) || !op.High().All(0) {
		return false
	}
	rw.Replace(op.Op, castTo(&rw.Builder, op.Source(), op.Op.Result().Type()))
	return true
}

// pad (cast a) → cast (pad a)
func padOfCast(op Pad, rw *rewrite.Rewriter) bool {
	src := beforeCast(op.Source())
	if src == nil {
		return false
	}
	to := op.Op.Result().Type()
	t := padded(src.Type(), op.Low().Static, op.High().Static, to.Dims())
	if t == to {
		rw.Update(op.Op, func() { op.Op.SetOperandAt(0, src) })
		return true
	}
	by := newPad(rw, op, src, t, op.Low(), op.High())
	rw.Replace(op.Op, castTo(&rw.Builder, by.Op.Result(), to))
	return true
}

// cast (pad a) : tensor<?> to tensor<4> → pad a : tensor<4>
func castOfPad(op Pad, rw *rewrite.Rewriter) bool {
	r := op.Op.Result()
	if !r.HasOneUse() {
		return false
	}
	var user *ir.Op
	for u := range r.Uses() {
		user = u.Owner()
	}
	c, ok := ir.As[Cast](user)
	if !ok || !Forgets(c.Dest().Type(), r.Type()) || c.Dest().Type() == r.Type() {
		return false
	}
	by := newPad(rw, op, op.Source(), c.Dest().Type(), op.Low(), op.High())
	rw.Replace(c.Op, by.Op.Result())
	rw.Erase(op.Op)
	return true
}

// pad a low[%c1] → pad a low[1]
func padConstant(op Pad, rw *rewrite.Rewriter) bool {
	low, ok1 := slice.FoldSizes(op.Low())
	high, ok2 := slice.FoldSizes(op.High())
	if !ok1 && !ok2 {
		return false
	}
	to := op.Op.Result().Type()
	t := padded(op.Source().Type(), low.Static, high.Static, to.Dims())
	by := newPad(rw, op, op.Source(), t, low, high)
	rw.Replace(op.Op, castTo(&rw.Builder, by.Op.Result(), to))
	return true
}

// concat a, b → concat (cast a), (cast b), if another operand or the result has more static extents
func concatOperandTypes(op Concat, rw *rewrite.Rewriter) bool {
	known := op.joinedExtents()
	changed := false
	for i, v := range op.Inputs() {
		shape := slices.Clone(v.Type().Dims())
		for d := range shape {
			if int64(d) != op.Dim() && shape[d] == ir.Dynamic {
				shape[d] = known[d]
			}
		}
		if t := v.Type().WithShape(shape); t != v.Type() {
			c := NewCast(&rw.Builder, v, t)
			rw.Update(op.Op, func() { op.Op.SetOperandAt(i, c.Op.Result()) })
			changed = true
		}
	}
	return changed
}

// joinedExtents returns the extents of the result type. Except in the dimension of concatenation,
// static extents of operands replace dynamic extents.
func (o Concat) joinedExtents() []int64 {
	known := slices.Clone(o.Op.Result().Type().Dims())
	for _, v := range o.Inputs() {
		for d, n := range v.Type().Dims() {
			if int64(d) != o.Dim() && known[d] == ir.Dynamic {
				known[d] = n
			}
		}
	}
	return known
}

// concat : tensor<?> → cast (concat : tensor<8>), if the operand types determine the extents
func concatResultType(op Concat, rw *rewrite.Rewriter) bool {
	known := op.joinedExtents()
	sum := int64(0)
	for _, v := range op.Inputs() {
		n := v.Type().Dims()[op.Dim()]
		if n == ir.Dynamic || sum == ir.Dynamic {
			sum = ir.Dynamic
			continue
		}
		sum += n
	}
	if known[op.Dim()] == ir.Dynamic {
		known[op.Dim()] = sum
	}
	t := op.Op.Result().Type().WithShape(known)
	if t == op.Op.Result().Type() {
		return false
	}
	by := ir.Create[Concat](&rw.Builder, ir.Init{Operands: op.Op.OperandList(), Results: []ir.Type{t}, Attrs: []ir.Attr{op.Op.AttrAt(0)}})
	rw.Replace(op.Op, castTo(&rw.Builder, by.Op.Result(), op.Op.Result().Type()))
	return true
}
