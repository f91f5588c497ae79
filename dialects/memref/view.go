package memref

import (
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/slice"
)

// Cast is the same buffer as a type that says more or less.
//
//	%b = memref.cast %a : memref<4xf32> to memref<?xf32>
type Cast struct{ *ir.Op }

// Source and Dest return the buffer before and after.
func (o Cast) Source() *ir.Value { return o.OperandAt(0) }
func (o Cast) Dest() *ir.Value   { return o.ResultAt(0) }

// Spec implements ir.View.
func (Cast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.cast",
		Doc:      "The same buffer as a type that says more or less.",
		Operands: []ir.Field{{Name: "source", Type: constraint.AnyMemRef}},
		Results:  []ir.Field{{Name: "dest", Type: constraint.AnyMemRef}},
		Traits:   ir.Pure,
		Format:   "$source attr-dict `:` type($source) `to` type($dest)",
	}
}

// NewCast inserts it.
func NewCast(b *ir.Builder, m *ir.Value, t ir.Type) Cast {
	return ir.Create[Cast](b, ir.Init{Operands: []*ir.Value{m}, Results: []ir.Type{t}})
}

// ResultNames implements ir.Namer.
func (o Cast) ResultNames(set func(*ir.Value, string)) { set(o.Result(), "cast") }

// Fold drops a cast to the same type.
func (o Cast) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Source().Type() == o.Dest().Type() {
		return ir.FoldTo(o.Source()), true
	}
	return nil, false
}

// Verify implements ir.Verifier.
func (o Cast) Verify() error {
	if from, to := o.Source().Type(), o.Dest().Type(); !castable(from, to) {
		return ir.Errorf(o.Op, "operand type '%s' and result type '%s' are cast incompatible", from, to)
	}
	return nil
}

// castable reports whether both types can describe one buffer.
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

// fits reports whether two extents may be equal.
func fits(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }

// space returns the memory space of a memref.
func space(t ir.Type) ir.Attr {
	switch d := t.Data().(type) {
	case *ir.MemRefType:
		return d.Space
	case *ir.UnrankedMemRefType:
		return d.Space
	}
	return ir.Attr{}
}

// MemorySpaceCast is the same buffer as one of another memory space.
//
//	%b = memref.memory_space_cast %a : memref<4xf32> to memref<4xf32, 1>
type MemorySpaceCast struct{ *ir.Op }

// Source and Dest return the buffer before and after.
func (o MemorySpaceCast) Source() *ir.Value { return o.OperandAt(0) }
func (o MemorySpaceCast) Dest() *ir.Value   { return o.ResultAt(0) }

// Spec implements ir.View.
func (MemorySpaceCast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.memory_space_cast",
		Doc:      "The same buffer as one of another memory space.",
		Operands: []ir.Field{{Name: "source", Type: constraint.AnyMemRef}},
		Results:  []ir.Field{{Name: "dest", Type: constraint.AnyMemRef}},
		Traits:   ir.Pure,
		Format:   "$source attr-dict `:` type($source) `to` type($dest)",
	}
}

// ResultNames implements ir.Namer.
func (o MemorySpaceCast) ResultNames(set func(*ir.Value, string)) { set(o.Result(), "memspacecast") }

// Verify implements ir.Verifier.
func (o MemorySpaceCast) Verify() error {
	from, to := o.Source().Type(), o.Dest().Type()
	a, ok1 := ir.TypeAs[*ir.MemRefType](from)
	b, ok2 := ir.TypeAs[*ir.MemRefType](to)
	if ok1 && ok2 && a.Layout == b.Layout && slices.Equal(a.Shape, b.Shape) && a.Elem == b.Elem || !ok1 && !ok2 {
		return nil
	}
	return ir.Errorf(o.Op, "operand type '%s' and result type '%s' are cast incompatible", from, to)
}

// View is a typed buffer inside a buffer of bytes.
//
//	%b = memref.view %a[%off][%n] : memref<64xi8> to memref<?x4xf32>
type View struct{ *ir.Op }

// Source returns the bytes, ByteShift where the buffer begins, Sizes the extents
// that the type leaves open.
func (o View) Source() *ir.Value    { return o.OperandAt(0) }
func (o View) ByteShift() *ir.Value { return o.OperandAt(1) }
func (o View) Sizes() []*ir.Value   { return o.OperandsOf(2) }

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

// NewView inserts it.
func NewView(b *ir.Builder, source, shift *ir.Value, t ir.Type, sizes ...*ir.Value) View {
	return ir.Create[View](b, ir.Init{Operands: append([]*ir.Value{source, shift}, sizes...), Results: []ir.Type{t}})
}

// ResultNames implements ir.Namer.
func (o View) ResultNames(set func(*ir.Value, string)) { set(o.Result(), "view") }

// Verify implements ir.Verifier.
func (o View) Verify() error {
	from, _ := ir.TypeAs[*ir.MemRefType](o.Source().Type())
	to, _ := ir.TypeAs[*ir.MemRefType](o.Result().Type())
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
		return ir.Errorf(o.Op, "unsupported map for result memref type '%s'", o.Result().Type())
	case from.Space != to.Space:
		return ir.Errorf(o.Op, "different memory spaces specified for base memref type '%s' and view memref type '%s'", o.Source().Type(), o.Result().Type())
	case len(o.Sizes()) != open:
		return ir.Errorf(o.Op, "incorrect number of dynamic sizes, has %d, expected %d", len(o.Sizes()), open)
	}
	return nil
}

// SubView is a slice of a buffer, in place.
//
//	%b = memref.subview %a[1, %i] [4, %n] [1, 2] : memref<12x4xf32> to memref<4x?xf32, strided<[4, 2], offset: ?>>
type SubView struct{ *ir.Op }

// Source returns the buffer.
func (o SubView) Source() *ir.Value { return o.OperandAt(0) }

// Offsets, Sizes and Strides return the slice, one element per dimension of the
// source.
func (o SubView) Offsets() slice.Mixed { return slice.Of(o.Op, 1, "static_offsets") }
func (o SubView) Sizes() slice.Mixed   { return slice.Of(o.Op, 2, "static_sizes") }
func (o SubView) Strides() slice.Mixed { return slice.Of(o.Op, 3, "static_strides") }

// Spec implements ir.View.
func (SubView) Spec() ir.Spec {
	f := slice.Fields3()
	return ir.Spec{
		Name:     "memref.subview",
		Doc:      "A slice of a buffer, in place.",
		Operands: append([]ir.Field{{Name: "source", Type: constraint.MemRef}}, f.Operands...),
		Results:  []ir.Field{{Name: "result", Type: constraint.MemRef}},
		Attrs:    f.Attrs,
		Traits:   ir.Pure | ir.AttrSizedOperandSegments,
		Format: "$source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) " +
			"custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
	}
}

// NewSubView inserts it; its type has the source's rank.
func NewSubView(b *ir.Builder, m *ir.Value, offsets, sizes, strides slice.Mixed) SubView {
	d, _ := ir.TypeAs[*ir.MemRefType](m.Type())
	t, _ := SubViewType(d, offsets.Static, sizes.Static, strides.Static)
	in := slice.Init([]*ir.Value{m}, offsets, sizes, strides, 1)
	in.Results = []ir.Type{t}
	return ir.Create[SubView](b, in)
}

// ResultNames implements ir.Namer.
func (o SubView) ResultNames(set func(*ir.Value, string)) { set(o.Result(), "subview") }

// Verify implements ir.Verifier.
func (o SubView) Verify() error {
	from, _ := ir.TypeAs[*ir.MemRefType](o.Source().Type())
	to, _ := ir.TypeAs[*ir.MemRefType](o.Result().Type())
	n := len(from.Shape)
	off, size, step := o.Offsets(), o.Sizes(), o.Strides()
	if err := slice.Verify(o.Op, off, size, step, n, n, n); err != nil {
		return err
	}
	if from.Space != to.Space {
		return ir.Errorf(o.Op, "different memory spaces specified for base memref type '%s' and subview memref type '%s'", o.Source().Type(), o.Result().Type())
	}
	if !IsStrided(o.Source().Type()) {
		return ir.Errorf(o.Op, "base type '%s' is not strided", o.Source().Type())
	}
	want, _ := SubViewType(from, off.Static, size.Static, step.Static)
	if err := o.compare(want, to); err != nil {
		return err
	}
	return slice.InBounds(o.Op, "subview", from.Shape, off.Static, size.Static, step.Static)
}

// compare checks the result type against the inferred one, or what is left of it
// without dimensions of extent 1.
func (o SubView) compare(want ir.Type, to *ir.MemRefType) error {
	w, _ := ir.TypeAs[*ir.MemRefType](want)
	fail := func(what string) error {
		return ir.ErrorAt(o.Op, "expected result type to be '%s' or a rank-reduced version. (mismatch of result %s), but got '%s'", want, what, o.Result().Type())
	}
	if len(to.Shape) > len(w.Shape) {
		return ir.ErrorAt(o.Op, "expected result rank to be smaller or equal to the source rank, but got '%s'", o.Result().Type())
	}
	strides, offset, ok := Strides(to)
	ws, woff, _ := Strides(w)
	if !ok {
		return fail("layout")
	}
	dropped, ok := dropBySize(w.Shape, ws, to.Shape, strides)
	if !ok {
		return fail("sizes")
	}
	if w.Elem != to.Elem {
		return fail("element type")
	}
	at := 0
	same := woff == offset
	for i := range ws {
		if dropped[i] {
			continue
		}
		same = same && (ws[i] == strides[at] || to.Shape[at] == 1 && len(w.Shape) != len(to.Shape))
		at++
	}
	if !same {
		return fail("layout")
	}
	return nil
}

// dropBySize decides which dimensions were dropped: of several of extent 1 those
// whose stride does not reappear.
func dropBySize(shape, strides, small, smallStrides []int64) ([]bool, bool) {
	if len(shape) == len(small) {
		return make([]bool, len(shape)), slices.Equal(shape, small)
	}
	dropped := make([]bool, len(shape))
	at := 0
	for i, n := range shape {
		left := len(shape) - i
		keep := at < len(small) && n == small[at] && (n != 1 || left == len(small)-at || strides[i] == smallStrides[at])
		if keep {
			at++
			continue
		}
		if n != 1 {
			return slice.Dropped(shape, small)
		}
		dropped[i] = true
	}
	if at != len(small) {
		return slice.Dropped(shape, small)
	}
	return dropped, true
}

// ReinterpretCast is a buffer with a shape and layout of one's own.
//
//	%b = memref.reinterpret_cast %a to offset: [0], sizes: [%n, 4], strides: [4, 1] : memref<12x4xf32> to memref<?x4xf32>
type ReinterpretCast struct{ *ir.Op }

// Source returns the buffer.
func (o ReinterpretCast) Source() *ir.Value { return o.OperandAt(0) }

// Offsets, Sizes and Strides return the layout; there is one offset.
func (o ReinterpretCast) Offsets() slice.Mixed { return slice.Of(o.Op, 1, "static_offsets") }
func (o ReinterpretCast) Sizes() slice.Mixed   { return slice.Of(o.Op, 2, "static_sizes") }
func (o ReinterpretCast) Strides() slice.Mixed { return slice.Of(o.Op, 3, "static_strides") }

// Spec implements ir.View.
func (ReinterpretCast) Spec() ir.Spec {
	f := slice.Fields3()
	return ir.Spec{
		Name:     "memref.reinterpret_cast",
		Doc:      "A buffer with a shape and layout of one's own.",
		Operands: append([]ir.Field{{Name: "source", Type: constraint.AnyMemRef}}, f.Operands...),
		Results:  []ir.Field{{Name: "result", Type: strided}},
		Attrs:    f.Attrs,
		Traits:   ir.Pure | ir.AttrSizedOperandSegments,
		Format: "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) `` `,` `sizes` `` `:` " +
			"custom<DynamicIndexList>($sizes, $static_sizes) `` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) " +
			"attr-dict `:` type($source) `to` type($result)",
	}
}

// NewReinterpretCast inserts it.
func NewReinterpretCast(b *ir.Builder, m *ir.Value, t ir.Type, offset, sizes, strides slice.Mixed) ReinterpretCast {
	in := slice.Init([]*ir.Value{m}, offset, sizes, strides, 1)
	in.Results = []ir.Type{t}
	return ir.Create[ReinterpretCast](b, in)
}

// ResultNames implements ir.Namer.
func (o ReinterpretCast) ResultNames(set func(*ir.Value, string)) {
	set(o.Result(), "reinterpret_cast")
}

// Verify implements ir.Verifier.
func (o ReinterpretCast) Verify() error {
	from, to := o.Source().Type(), o.Result().Type()
	n := rank(to)
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

// dimText is an extent as MLIR prints it in messages.
func dimText(n int64) string {
	if n == ir.Dynamic {
		return "dynamic"
	}
	return strconv.FormatInt(n, 10)
}

// Reshape is a buffer in the shape that another buffer lists.
//
//	%b = memref.reshape %a(%shape) : (memref<4xf32>, memref<2xindex>) -> memref<2x2xf32>
type Reshape struct{ *ir.Op }

// Source returns the buffer, ShapeList the new extents.
func (o Reshape) Source() *ir.Value    { return o.OperandAt(0) }
func (o Reshape) ShapeList() *ir.Value { return o.OperandAt(1) }

// Spec implements ir.View.
func (Reshape) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.reshape",
		Doc:      "A buffer in the shape that another buffer lists.",
		Operands: []ir.Field{{Name: "source", Type: constraint.AnyMemRef}, {Name: "shape", Type: shapeList}},
		Results:  []ir.Field{{Name: "result", Type: constraint.AnyMemRef}},
		Traits:   ir.Pure,
		Format:   "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
	}
}

// ResultNames implements ir.Namer.
func (o Reshape) ResultNames(set func(*ir.Value, string)) { set(o.Result(), "reshape") }

// Verify implements ir.Verifier.
func (o Reshape) Verify() error {
	from, to := o.Source().Type(), o.Result().Type()
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

// Transpose is a buffer with its dimensions in another order, in place.
//
//	%b = memref.transpose %a (d0, d1) -> (d1, d0) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>
type Transpose struct{ *ir.Op }

// In returns the buffer.
func (o Transpose) In() *ir.Value { return o.OperandAt(0) }

// Permutation maps the source's dimensions to the result's.
func (o Transpose) Permutation() affine.Map {
	m, _ := ir.AttrAs[*ir.AffineMapAttr](o.AttrAt(0))
	return m.Map
}

// Spec implements ir.View.
func (Transpose) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.transpose",
		Doc:      "A buffer with its dimensions in another order, in place.",
		Operands: []ir.Field{{Name: "in", Type: strided}},
		Results:  []ir.Field{{Name: "result", Type: strided}},
		Attrs:    []ir.AttrField{{Name: "permutation", Type: constraint.Map}},
		Traits:   ir.Pure,
	}
}

// ResultNames implements ir.Namer.
func (o Transpose) ResultNames(set func(*ir.Value, string)) { set(o.Result(), "transpose") }

// ParseOp implements asm.OpParser.
func (Transpose) ParseOp(p *asm.Parser, st *asm.State) error {
	in, err := p.Operand()
	if err != nil {
		return err
	}
	m, err := p.AffineMap()
	if err != nil {
		return err
	}
	st.SetAttr("permutation", ir.NewAffineMap(m))
	if err := p.AttrDict(st); err != nil {
		return err
	}
	from, err := p.ColonType()
	if err != nil {
		return err
	}
	if err := p.ExpectKeyword("to"); err != nil {
		return err
	}
	to, err := p.Type()
	if err != nil {
		return err
	}
	v, err := p.Resolve(in, from)
	st.Add(v)
	st.AddResults(to)
	return err
}

// PrintOp implements asm.OpPrinter.
func (o Transpose) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Value(o.In())
	w.Byte(' ')
	w.Str(o.Permutation().String())
	w.AttrDict(o.Op, "permutation")
	w.Str(" : ")
	w.Type(o.In().Type())
	w.Str(" to ")
	w.Type(o.Result().Type())
}

// Verify implements ir.Verifier.
func (o Transpose) Verify() error {
	m := o.Permutation()
	from, _ := ir.TypeAs[*ir.MemRefType](o.In().Type())
	if !m.IsPermutation() {
		return ir.Errorf(o.Op, "expected a permutation map")
	}
	if m.Dims != len(from.Shape) {
		return ir.Errorf(o.Op, "expected a permutation map of same rank as the input")
	}
	perm, _ := m.Permuted()
	shape, strides, offset := make([]int64, len(perm)), make([]int64, len(perm)), int64(0)
	s, offset, _ := Strides(from)
	for i, p := range perm {
		shape[i], strides[i] = from.Shape[p], s[p]
	}
	want := StridedType(from, shape, strides, offset)
	to, _ := ir.TypeAs[*ir.MemRefType](o.Result().Type())
	gs, goff, ok := Strides(to)
	if !ok || !slices.Equal(gs, strides) || goff != offset || !slices.Equal(to.Shape, shape) || to.Elem != from.Elem || to.Space != from.Space {
		return ir.Errorf(o.Op, "result type '%s' is not equivalent to the canonical transposed input type '%s'", o.Result().Type(), want)
	}
	return nil
}
