package bufferization

import (
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/slice"
)

// Canonical returns the dialect's canonicalization patterns. Comments of the form "operation →
// replacement" omit conditions that the code shows.
func Canonical() []rewrite.Pattern {
	return []rewrite.Pattern{
		rewrite.On(cloneUnneeded), rewrite.On(dimOfToTensor), rewrite.On(loadOfToBuffer),
		rewrite.On(toBufferOfCast), rewrite.On(toBufferOfToTensor),
		rewrite.On(allocTensorConstant), rewrite.On(dimOfAllocTensor),
	}
}

// Fold replaces an operand that is the result of a memref.cast by the source of the cast.
func (o Clone) Fold([]ir.Attr) (ir.Folded, bool) { return nil, memref.FoldCasts(o.Op, nil) }

// viewed(v) returns the buffer of which v is a view, directly or through other views. It returns v
// if v is not a view.
func viewed(v *ir.Value) *ir.Value {
	for v.Def() != nil {
		switch v.Def().View().(type) {
		case memref.Cast, memref.SubView, memref.View, memref.ReinterpretCast, memref.CollapseShape, memref.ExpandShape,
			memref.Reshape, memref.Transpose, memref.MemorySpaceCast, memref.AssumeAlignment:
			v = v.Def().OperandAt(0)
		default:
			return v
		}
	}
	return v
}

// freed(m) returns the operation that frees the buffer m, or nil. ok is false if there are several.
func freed(m *ir.Value) (by *ir.Op, ok bool) {
	for u := range m.Uses() {
		es, _ := u.Owner().Effects()
		for _, e := range es {
			if e.Kind != ir.Free || e.Value != m {
				continue
			}
			if by != nil {
				return nil, false
			}
			by = u.Owner()
		}
	}
	return by, true
}

// cloneUnneeded removes an unused clone. If a memref.dealloc later in the block frees the clone or
// the buffer of its input, cloneUnneeded replaces the clone by the input and removes the dealloc.
// It does not if an operation between the clone and the dealloc frees memory, or if one block frees
// both buffers.
func cloneUnneeded(op Clone, rw *rewrite.Rewriter) bool {
	if op.Op.Unused() {
		rw.Erase(op.Op)
		return true
	}
	from, to := op.Input().Type(), op.Output().Type()
	if from != to && !memref.Castable(from, to) {
		return false
	}
	mine, ok1 := freed(op.Output())
	other, ok2 := freed(viewed(op.Input()))
	if !ok1 || !ok2 || mine != nil && other != nil && mine.Block() == other.Block() {
		return false
	}
	free := mine
	if free == nil || free.Block() != op.Op.Block() {
		free = other
	}
	if free == nil || free.Block() != op.Op.Block() || freesBetween(op.Op, free) {
		return false
	}
	if !ir.Is[memref.Dealloc](free) {
		return false // a memref.realloc also frees its operand, but cannot be removed
	}
	v := op.Input()
	if from != to {
		v = memref.NewCast(&rw.Builder, v, to).Op.Result()
	}
	rw.Replace(op.Op, v)
	rw.Erase(free)
	return true
}

// freesBetween reports whether an operation between from and to, in one block, frees memory. It
// also returns true if from is not before to.
func freesBetween(from, to *ir.Op) bool {
	for op := from.Next(); op != to; op = op.Next() {
		if op == nil {
			return true
		}
		es, _ := op.Effects()
		for _, e := range es {
			if e.Kind == ir.Free {
				return true
			}
		}
	}
	return false
}

// tensor.dim (to_tensor m), i → memref.dim m, i
func dimOfToTensor(op tensor.Dim, rw *rewrite.Rewriter) bool {
	t, ok := ir.Defining[ToTensor](op.Source())
	if !ok || !memref.IsBuffer(t.Buffer().Type()) {
		return false
	}
	rw.Replace(op.Op, memref.NewDim(&rw.Builder, t.Buffer(), op.Index()).Op.Result())
	return true
}

// memref.load (to_buffer t)[i] → tensor.extract t[i]
func loadOfToBuffer(op memref.Load, rw *rewrite.Rewriter) bool {
	b, ok := ir.Defining[ToBuffer](op.Memref())
	if !ok {
		return false
	}
	rw.Replace(op.Op, tensor.NewExtract(&rw.Builder, b.Tensor(), op.Indices()...).Op.Result())
	return true
}

// to_buffer (tensor.cast t) → memref.cast (to_buffer t), if t is ranked and the memref has no
// layout
func toBufferOfCast(op ToBuffer, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[tensor.Cast](op.Tensor())
	if !ok {
		return false
	}
	shape, ranked := c.Source().Type().Shape()
	d, isMemRef := ir.TypeAs[*ir.MemRefType](op.Buffer().Type())
	if !ranked || !isMemRef || !d.Layout.IsNil() {
		return false
	}
	t := ir.NewType(&ir.MemRefType{Shape: shape, Elem: d.Elem, Space: d.Space})
	b := NewToBuffer(&rw.Builder, c.Source(), t, op.ReadOnly())
	rw.Replace(op.Op, memref.NewCast(&rw.Builder, b.Buffer(), op.Buffer().Type()).Op.Result())
	return true
}

// to_buffer (to_tensor m) → memref.cast m
func toBufferOfToTensor(op ToBuffer, rw *rewrite.Rewriter) bool {
	t, ok := ir.Defining[ToTensor](op.Tensor())
	if !ok {
		return false
	}
	from, to := t.Buffer().Type(), op.Buffer().Type()
	switch {
	case from == to:
		rw.Replace(op.Op, t.Buffer())
	case memref.IsBuffer(from) && memref.IsBuffer(to) && memref.Castable(from, to) && memref.Forgets(from, to):
		rw.Replace(op.Op, memref.NewCast(&rw.Builder, t.Buffer(), to).Op.Result())
	default:
		return false
	}
	return true
}

// alloc_tensor(42) : tensor<?xf32> → tensor.cast (alloc_tensor() : tensor<42xf32>)
func allocTensorConstant(op AllocTensor, rw *rewrite.Rewriter) bool {
	if op.Copy() != nil {
		return false
	}
	t := op.Op.Result().Type()
	shape, _ := t.Shape()
	m, changed := slice.FoldSizes(slice.Mixed{Values: op.DynamicSizes(), Static: shape})
	if !changed {
		return false
	}
	hint := op.Op.OperandsOf(2)
	by := ir.Create[AllocTensor](&rw.Builder, ir.Init{
		Operands: append(m.Values, hint...), Results: []ir.Type{t.WithShape(m.Static)},
		Attrs: []ir.Attr{op.MemorySpace(), ir.NewDenseI32(int32(len(m.Values)), 0, int32(len(hint)))},
	})
	rw.Replace(op.Op, tensor.NewCast(&rw.Builder, by.Op.Result(), t).Op.Result())
	return true
}

// tensor.dim (alloc_tensor(%n)), 0 → %n
func dimOfAllocTensor(op tensor.Dim, rw *rewrite.Rewriter) bool {
	a, ok := ir.Defining[AllocTensor](op.Source())
	i, known := rewrite.ConstInt(op.Index())
	shape, _ := op.Source().Type().Shape()
	if !ok || !known || a.Copy() != nil || i < 0 || int(i) >= len(shape) || shape[i] != ir.Dynamic {
		return false
	}
	n := 0
	for _, d := range shape[:i] {
		if d == ir.Dynamic {
			n++
		}
	}
	rw.Replace(op.Op, a.DynamicSizes()[n])
	return true
}
