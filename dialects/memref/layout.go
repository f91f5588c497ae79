package memref

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// Strides returns the strides of a memref and the offset of its first element, both in elements. A
// dynamic stride or offset is ir.Dynamic. ok is false if the layout is not strided.
func Strides(t *ir.MemRefType) (strides []int64, offset int64, ok bool) {
	switch d := t.Layout.Data().(type) {
	case nil:
		return rowMajor(t.Shape), 0, true
	case *ir.StridedLayoutAttr:
		return d.Strides, d.Offset, true
	case *ir.AffineMapAttr:
		if d.Map.IsIdentity() {
			return rowMajor(t.Shape), 0, true
		}
		if len(d.Map.Results) != 1 {
			return nil, 0, false
		}
		l := linear{make([]int64, d.Map.Dims), 0}
		if !l.add(d.Map.Results[0], 1) {
			return nil, 0, false
		}
		return l.strides, l.offset, true
	}
	return nil, 0, false
}

func rowMajor(shape []int64) []int64 {
	strides := make([]int64, len(shape))
	step := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = step
		step = times(step, shape[i])
	}
	return strides
}

// times(a, b) multiplies extents, and plus(a, b) adds extents. ir.Dynamic represents an unknown
// operand or result.
func times(a, b int64) int64 {
	switch {
	case a == 0 || b == 0:
		return 0
	case a == ir.Dynamic || b == ir.Dynamic:
		return ir.Dynamic
	}
	return a * b
}

func plus(a, b int64) int64 {
	if a == ir.Dynamic || b == ir.Dynamic {
		return ir.Dynamic
	}
	return a + b
}

// linear is the expression offset + Σ strides[i]·dᵢ, where dᵢ is dimension i.
type linear struct {
	strides []int64
	offset  int64
}

// add adds factor times e to l. It returns false if e is not linear.
func (l *linear) add(e affine.Expr, factor int64) bool {
	if c, ok := e.Const(); ok {
		l.offset = plus(l.offset, times(c, factor))
		return true
	}
	if _, ok := e.Sym(); ok {
		l.offset = ir.Dynamic
		return true
	}
	if i, ok := e.Dim(); ok {
		l.strides[i] = plus(l.strides[i], factor)
		return true
	}
	lhs, rhs := e.Operands()
	switch e.Kind() {
	case affine.KindAdd:
		return l.add(lhs, factor) && l.add(rhs, factor)
	case affine.KindMul:
		if c, ok := rhs.Const(); ok {
			return l.add(lhs, times(factor, c))
		}
		if rhs.IsSymbolic() {
			return l.add(lhs, ir.Dynamic)
		}
		return false
	}
	if e.IsSymbolic() {
		l.offset = ir.Dynamic
		return true
	}
	return false
}

// IsStrided reports whether t is a ranked memref whose layout has strides.
func IsStrided(t ir.Type) bool {
	d, ok := ir.TypeAs[*ir.MemRefType](t)
	if !ok {
		return false
	}
	_, _, ok = Strides(d)
	return ok
}

// StridedType returns a memref type that has the element type and memory space of d, and the given
// shape, strides and offset.
func StridedType(d *ir.MemRefType, shape, strides []int64, offset int64) ir.Type {
	return ir.NewType(&ir.MemRefType{
		Shape: slices.Clone(shape), Elem: d.Elem, Space: d.Space,
		Layout: ir.NewAttr(&ir.StridedLayoutAttr{Offset: offset, Strides: slices.Clone(strides)}),
	})
}

// SubViewType returns the type of a slice of a buffer of type d, with the rank of d. It returns
// false if the layout of d is not strided.
func SubViewType(d *ir.MemRefType, offsets, sizes, steps []int64) (ir.Type, bool) {
	strides, offset, ok := Strides(d)
	if !ok {
		return ir.Type{}, false
	}
	out := make([]int64, len(strides))
	for i, s := range strides {
		offset = plus(offset, times(offsets[i], s))
		out[i] = times(s, steps[i])
	}
	return StridedType(d, sizes, out, offset), true
}
