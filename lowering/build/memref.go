package build

import (
	"github.com/lathe-ir/lathe/ir"
)

// View inserts a buffer of type t at a byte offset of the arena.
func View(b *ir.Builder, arena *ir.Value, offset int64, t ir.Type) *ir.Value {
	return b.Op("memref.view", ir.Init{Operands: []*ir.Value{arena, Index(b, offset)}, Results: []ir.Type{t}}).Result()
}

// Global inserts the buffer of the global called name.
func Global(b *ir.Builder, name string, t ir.Type) *ir.Value {
	return b.Op("memref.get_global", ir.Init{
		Results: []ir.Type{t}, Discard: []ir.NamedAttr{{Name: "name", Attr: ir.NewSymbolRef(name)}},
	}).Result()
}

// DefineGlobal inserts a private constant global.
func DefineGlobal(b *ir.Builder, name string, t ir.Type, value ir.Attr) *ir.Op {
	return b.Op("memref.global", ir.Init{Discard: []ir.NamedAttr{
		{Name: "sym_name", Attr: ir.NewString(name)},
		{Name: "sym_visibility", Attr: ir.NewString("private")},
		{Name: "type", Attr: ir.NewTypeAttr(t)},
		{Name: "initial_value", Attr: value},
		{Name: "constant", Attr: ir.Unit()},
	}})
}

// Cast inserts a buffer under another shape with as many elements.
func Cast(b *ir.Builder, v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	shape, _ := t.Shape()
	return b.Op("memref.reinterpret_cast", ir.Init{
		Operands: []*ir.Value{v}, Results: []ir.Type{t},
		Discard: boxAttrsOf([]int64{0}, shape, RowMajor(shape), 1, 0, 0, 0),
	}).Result()
}

func boxAttrsOf(offsets, sizes, strides []int64, segments ...int32) []ir.NamedAttr {
	return []ir.NamedAttr{
		{Name: "operandSegmentSizes", Attr: ir.NewDenseI32(segments...)},
		{Name: "static_offsets", Attr: ir.NewDenseI64(offsets...)},
		{Name: "static_sizes", Attr: ir.NewDenseI64(sizes...)},
		{Name: "static_strides", Attr: ir.NewDenseI64(strides...)},
	}
}

// RowMajor returns the strides of an array of that shape, in elements.
func RowMajor(shape []int64) []int64 {
	s := make([]int64, len(shape))
	n := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		s[i] = n
		n *= shape[i]
	}
	return s
}

// Subview inserts a strided box of a row-major buffer.
func Subview(b *ir.Builder, v *ir.Value, offsets, sizes, strides []int64) *ir.Value {
	shape, _ := v.Type().Shape()
	layout := &ir.StridedLayoutAttr{}
	for i, s := range RowMajor(shape) {
		layout.Offset += offsets[i] * s
		layout.Strides = append(layout.Strides, strides[i]*s)
	}
	t := ir.NewType(&ir.MemRefType{Shape: sizes, Elem: v.Type().Elem(), Layout: ir.NewAttr(layout)})
	return b.Op("memref.subview", ir.Init{
		Operands: []*ir.Value{v}, Results: []ir.Type{t}, Discard: boxAttrsOf(offsets, sizes, strides, 1, 0, 0, 0),
	}).Result()
}

// Load reads one element of a buffer.
func Load(b *ir.Builder, v *ir.Value, at ...*ir.Value) *ir.Value {
	return b.Op("memref.load", ir.Init{
		Operands: append([]*ir.Value{v}, at...), Results: []ir.Type{v.Type().Elem()},
	}).Result()
}

// Store writes one element of a buffer.
func Store(b *ir.Builder, x, v *ir.Value, at ...*ir.Value) {
	b.Op("memref.store", ir.Init{Operands: append([]*ir.Value{x, v}, at...)})
}

// Copy copies one buffer to another of the same type.
func Copy(b *ir.Builder, from, to *ir.Value) {
	b.Op("memref.copy", ir.Init{Operands: []*ir.Value{from, to}})
}
