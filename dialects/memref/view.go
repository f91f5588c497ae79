package memref

import (
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/slice"
)

// Cast converts a buffer to a type that is more specific or less specific.
//
//	%b = memref.cast %a : memref<4xf32> to memref<?xf32>
type Cast struct{ ir.Ref }

// Source and Dest return the operand and the result.
func (o Cast) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o Cast) Dest() *ir.Value   { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (Cast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.cast",
		Doc:      "Converts a buffer to a type that is more specific or less specific.",
		Operands: []ir.Field{{Name: "source", Type: constraint.AnyMemRef}},
		Results:  []ir.Field{{Name: "dest", Type: constraint.AnyMemRef}},
		Traits:   ir.Pure,
		Format:   "$source attr-dict `:` type($source) `to` type($dest)",
	}
}

// NewCast inserts a Cast operation.
func NewCast(b *ir.Builder, m *ir.Value, t ir.Type) Cast {
	return ir.Create[Cast](b, ir.Init{Operands: []*ir.Value{m}, Results: []ir.Type{t}})
}

// ResultNames implements ir.Namer.
func (o Cast) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "cast") }

// Fold replaces a cast by its source if both have the same type. Otherwise, cast(cast(x)) becomes
// cast(x) if x is ranked and can be cast to the final type.
func (o Cast) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Source().Type() == o.Dest().Type() {
		return ir.FoldTo(o.Source()), true
	}
	c, ok := ir.Defining[Cast](o.Source())
	return inPlace(ok && castable(c.Source().Type(), o.Dest().Type()) && FoldCasts(o.Op, nil))
}

// Verify implements ir.Verifier.
func (o Cast) Verify() error {
	if from, to := o.Source().Type(), o.Dest().Type(); !castable(from, to) {
		return ir.Errorf(o.Op, "operand type '%s' and result type '%s' are cast incompatible", from, to)
	}
	return nil
}

// castable reports whether both types can describe the same buffer. It returns false for two
// unranked types.
func castable(from, to ir.Type) bool {
	if from.Elem() != to.Elem() || space(from) != space(to) {
		return false
	}
	a, ok1 := ir.TypeAs[*ir.MemRefType](from)
	b, ok2 := ir.TypeAs[*ir.MemRefType](to)
	if !ok1 || !ok2 {
		return ok1 != ok2
	}
	if !ir.CompatibleShapes(from, to) {
		return false
	}
	if a.Layout == b.Layout {
		return true
	}
	s, off, ok1 := Strides(a)
	t, off2, ok2 := Strides(b)
	if !ok1 || !ok2 || !fits(off, off2) {
		return false
	}
	for i := range s {
		if a.Shape[i] != 1 && !fits(s[i], t[i]) {
			return false
		}
	}
	return true
}

// fits reports whether two extents, strides or offsets may be equal at run time.
func fits(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }

func space(t ir.Type) ir.Attr {
	switch d := t.Data().(type) {
	case *ir.MemRefType:
		return d.Space
	case *ir.UnrankedMemRefType:
		return d.Space
	}
	return ir.Attr{}
}

// MemorySpaceCast converts a buffer to another memory space.
//
//	%b = memref.memory_space_cast %a : memref<4xf32> to memref<4xf32, 1>
type MemorySpaceCast struct{ ir.Ref }

// Source and Dest return the operand and the result.
func (o MemorySpaceCast) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o MemorySpaceCast) Dest() *ir.Value   { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (MemorySpaceCast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.memory_space_cast",
		Doc:      "Converts a buffer to another memory space.",
		Operands: []ir.Field{{Name: "source", Type: constraint.AnyMemRef}},
		Results:  []ir.Field{{Name: "dest", Type: constraint.AnyMemRef}},
		Traits:   ir.Pure,
		Format:   "$source attr-dict `:` type($source) `to` type($dest)",
	}
}

// ResultNames implements ir.Namer.
func (o MemorySpaceCast) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "memspacecast") }

// Verify implements ir.Verifier.
func (o MemorySpaceCast) Verify() error {
	from, to := o.Source().Type(), o.Dest().Type()
	a, ok1 := ir.TypeAs[*ir.MemRefType](from)
	b, ok2 := ir.TypeAs[*ir.MemRefType](to)
	if ok1 && ok2 && a.Layout == b.Layout && slices.Equal(a.Shape, b.Shape) && a.Elem == b.Elem || !ok1 && !ok2 && from.Elem() == to.Elem() {
		return nil
	}
	return ir.Errorf(o.Op, "operand type '%s' and result type '%s' are cast incompatible", from, to)
}

// View is a typed buffer inside a buffer of bytes.
//
//	%b = memref.view %a[%off][%n] : memref<64xi8> to memref<?x4xf32>
type View struct{ ir.Ref }

// Source returns the buffer of bytes. ByteShift returns the offset in bytes at which the typed
// buffer begins. Sizes returns the dynamic extents of the typed buffer.
func (o View) Source() *ir.Value    { return o.Op.OperandAt(0) }
func (o View) ByteShift() *ir.Value { return o.Op.OperandAt(1) }
func (o View) Sizes() []*ir.Value   { return o.Op.OperandsOf(2) }

// Spec implements ir.View.
func (View) Spec() ir.Spec {
	return ir.Spec{
		Name: "memref.view",
		Doc:  "A typed buffer inside a buffer of bytes.",
		Operands: []ir.Field{
			{Name: "source", Type: bytes}, {Name: "byte_shift", Type: constraint.Index},
			{Name: "sizes", Type: constraint.Index, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "result", Type: constraint.MemRef}},
		Traits:  ir.Pure,
		Format:  "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)",
	}
}

// NewView inserts a View operation.
func NewView(b *ir.Builder, source, shift *ir.Value, t ir.Type, sizes ...*ir.Value) View {
	return ir.Create[View](b, ir.Init{Operands: append([]*ir.Value{source, shift}, sizes...), Results: []ir.Type{t}})
}

// ResultNames implements ir.Namer.
func (o View) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "view") }

// Verify implements ir.Verifier.
func (o View) Verify() error {
	from, _ := ir.TypeAs[*ir.MemRefType](o.Source().Type())
	to, _ := ir.TypeAs[*ir.MemRefType](o.Op.Result().Type())
	open := 0
	for _, n := range to.Shape {
		if n == ir.Dynamic {
			open++
		}
	}
	switch {
	case !from.Layout.IsNil():
		return ir.Errorf(o.Op, "unsupported map for base memref type '%s'", o.Source().Type())
	case !to.Layout.IsNil():
		return ir.Errorf(o.Op, "unsupported map for result memref type '%s'", o.Op.Result().Type())
	case from.Space != to.Space:
		return ir.Errorf(o.Op, "different memory spaces specified for base memref type '%s' and view memref type '%s'", o.Source().Type(), o.Op.Result().Type())
	case len(o.Sizes()) != open:
		return ir.Errorf(o.Op, "incorrect number of dynamic sizes, has %d, expected %d", len(o.Sizes()), open)
	}
	return nil
}

// ReinterpretCast is a view of the memory of a buffer with another shape and layout.
//
//	%b = memref.reinterpret_cast %a to offset: [0], sizes: [%n, 4], strides: [4, 1] : memref<12x4xf32> to memref<?x4xf32>
type ReinterpretCast struct{ ir.Ref }

// Source returns the buffer.
func (o ReinterpretCast) Source() *ir.Value { return o.Op.OperandAt(0) }

// Offsets, Sizes and Strides describe the new layout. Offsets has one element.
func (o ReinterpretCast) Offsets() slice.Mixed { return slice.Of(o.Op, 1, "static_offsets") }
func (o ReinterpretCast) Sizes() slice.Mixed   { return slice.Of(o.Op, 2, "static_sizes") }
func (o ReinterpretCast) Strides() slice.Mixed { return slice.Of(o.Op, 3, "static_strides") }

// Spec implements ir.View.
func (ReinterpretCast) Spec() ir.Spec {
	f := slice.Fields3()
	return ir.Spec{
		Name:     "memref.reinterpret_cast",
		Doc:      "A view of the memory of a buffer. The view has another shape and layout than the buffer.",
		Operands: append([]ir.Field{{Name: "source", Type: constraint.AnyMemRef}}, f.Operands...),
		Results:  []ir.Field{{Name: "result", Type: strided}},
		Attrs:    f.Attrs,
		Traits:   ir.Pure | ir.AttrSizedOperandSegments,
		Format: "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) `` `,` `sizes` `` `:` " +
			"custom<DynamicIndexList>($sizes, $static_sizes) `` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) " +
			"attr-dict `:` type($source) `to` type($result)",
	}
}

// NewReinterpretCast inserts a ReinterpretCast operation.
func NewReinterpretCast(b *ir.Builder, m *ir.Value, t ir.Type, offset, sizes, strides slice.Mixed) ReinterpretCast {
	in := slice.Init([]*ir.Value{m}, offset, sizes, strides, 1)
	in.Results = []ir.Type{t}
	return ir.Create[ReinterpretCast](b, in)
}

// ResultNames implements ir.Namer.
func (o ReinterpretCast) ResultNames(set func(*ir.Value, string)) {
	set(o.Op.Result(), "reinterpret_cast")
}

// Verify implements ir.Verifier.
func (o ReinterpretCast) Verify() error {
	from, to := o.Source().Type(), o.Op.Result().Type()
	n := to.Rank()
	off, size, step := o.Offsets(), o.Sizes(), o.Strides()
	if err := slice.Verify(o.Op, off, size, step, 1, n, n); err != nil {
		return err
	}
	if space(from) != space(to) {
		return ir.ErrorAt(o.Op, "different memory spaces specified for source type '%s' and result memref type '%s'", from, to)
	}
	if from.Elem() != to.Elem() {
		return ir.ErrorAt(o.Op, "different element types specified for source type '%s' and result memref type '%s'", from, to)
	}
	d, _ := ir.TypeAs[*ir.MemRefType](to)
	for i, n := range d.Shape {
		if n != ir.Dynamic && n != size.Static[i] {
			return ir.ErrorAt(o.Op, "expected result type with size = %s instead of %d in dim = %d", dimText(size.Static[i]), n, i)
		}
	}
	return o.verifyLayout(d, off.Static[0], step.Static)
}

func (o ReinterpretCast) verifyLayout(d *ir.MemRefType, offset int64, steps []int64) error {
	strides, at, _ := Strides(d)
	if at != ir.Dynamic && at != offset {
		return ir.ErrorAt(o.Op, "expected result type with offset = %s instead of %d", dimText(offset), at)
	}
	for i, n := range strides {
		if n != ir.Dynamic && n != steps[i] {
			return ir.ErrorAt(o.Op, "expected result type with stride = %s instead of %d in dim = %d", dimText(steps[i]), n, i)
		}
	}
	return nil
}

// dimText returns an extent as MLIR prints it in messages.
func dimText(n int64) string {
	if n == ir.Dynamic {
		return "dynamic"
	}
	return strconv.FormatInt(n, 10)
}

// Reshape is a view of a buffer with another shape. The extents are the elements of a second
// buffer.
//
//	%b = memref.reshape %a(%shape) : (memref<4xf32>, memref<2xindex>) -> memref<2x2xf32>
type Reshape struct{ ir.Ref }

// Source returns the buffer, and ShapeList returns the buffer that holds the new extents.
func (o Reshape) Source() *ir.Value    { return o.Op.OperandAt(0) }
func (o Reshape) ShapeList() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Reshape) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.reshape",
		Doc:      "A view of a buffer. The view has another shape, whose extents are the elements of a second buffer.",
		Operands: []ir.Field{{Name: "source", Type: constraint.AnyMemRef}, {Name: "shape", Type: shapeList}},
		Results:  []ir.Field{{Name: "result", Type: constraint.AnyMemRef}},
		Traits:   ir.Pure,
		Format:   "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
	}
}

// ResultNames implements ir.Namer.
func (o Reshape) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "reshape") }

// Verify implements ir.Verifier.
func (o Reshape) Verify() error {
	from, to := o.Source().Type(), o.Op.Result().Type()
	if from.Elem() != to.Elem() {
		return ir.Errorf(o.Op, "element types of source and destination memref types should be the same")
	}
	if d, ok := ir.TypeAs[*ir.MemRefType](from); ok && !d.Layout.IsNil() {
		return ir.Errorf(o.Op, "source memref type should have identity affine map")
	}
	shape, _ := o.ShapeList().Type().Shape()
	d, ok := ir.TypeAs[*ir.MemRefType](to)
	switch {
	case !ok:
		return nil
	case !d.Layout.IsNil():
		return ir.Errorf(o.Op, "result memref type should have identity affine map")
	case shape[0] == ir.Dynamic:
		return ir.Errorf(o.Op, "cannot use shape operand with dynamic length to reshape to statically-ranked memref type")
	case shape[0] != int64(len(d.Shape)):
		return ir.Errorf(o.Op, "length of shape operand differs from the result's memref rank")
	}
	return nil
}
