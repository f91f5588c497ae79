package build

import (
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/slice"
)

// View inserts memref.view: a buffer of type t at a byte offset in the arena.
func View(b *ir.Builder, arena *ir.Value, offset int64, t ir.Type) *ir.Value {
	return memref.NewView(b, arena, Index(b, offset), t).Op.Result()
}

// Cast inserts a reinterpret_cast of the buffer v to type t, which has the same number of elements.
// It returns v if v has type t already.
func Cast(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	shape, _ := t.Shape()
	return memref.NewReinterpretCast(b, v, t, slice.Fixed(0), slice.Fixed(shape...), slice.Fixed(RowMajor(shape)...)).Op.Result()
}

// RowMajor returns the strides, in elements, of an array of the given shape in row-major order.
func RowMajor(shape []int64) []int64 {
	s := make([]int64, len(shape))
	n := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		s[i] = n
		n *= shape[i]
	}
	return s
}

// Subview inserts a memref.subview, a strided box of the buffer v.
func Subview(b *ir.Builder, v *ir.Value, offsets, sizes, strides []int64) *ir.Value {
	return memref.NewSubView(b, v, slice.Fixed(offsets...), slice.Fixed(sizes...), slice.Fixed(strides...)).Op.Result()
}

// Load reads one element of a buffer.
func Load(b *ir.Builder, v *ir.Value, at ...*ir.Value) *ir.Value {
	return memref.NewLoad(b, v, at...).Op.Result()
}
