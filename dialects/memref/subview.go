package memref

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/slice"
)

// SubView is a view of a slice of a buffer.
//
//	%b = memref.subview %a[1, %i] [4, %n] [1, 2] : memref<12x4xf32> to memref<4x?xf32, strided<[4, 2], offset: ?>>
type SubView struct{ ir.Ref }

// Source returns the buffer.
func (o SubView) Source() *ir.Value { return o.Op.OperandAt(0) }

// Offsets, Sizes and Strides describe the slice. They have one element per dimension of the source.
func (o SubView) Offsets() slice.Mixed { return slice.Of(o.Op, 1, "static_offsets") }
func (o SubView) Sizes() slice.Mixed   { return slice.Of(o.Op, 2, "static_sizes") }
func (o SubView) Strides() slice.Mixed { return slice.Of(o.Op, 3, "static_strides") }

// Spec implements ir.View.
func (SubView) Spec() ir.Spec {
	f := slice.Fields3()
	return ir.Spec{
		Name:     "memref.subview",
		Doc:      "A view of a slice of a buffer.",
		Operands: append([]ir.Field{{Name: "source", Type: constraint.MemRef}}, f.Operands...),
		Results:  []ir.Field{{Name: "result", Type: constraint.MemRef}},
		Attrs:    f.Attrs,
		Traits:   ir.Pure | ir.AttrSizedOperandSegments,
		Format: "$source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) " +
			"custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
	}
}

// NewSubView inserts a SubView operation. The result has the rank of m.
func NewSubView(b *ir.Builder, m *ir.Value, offsets, sizes, strides slice.Mixed) SubView {
	d, _ := ir.TypeAs[*ir.MemRefType](m.Type())
	t, _ := SubViewType(d, offsets.Static, sizes.Static, strides.Static)
	in := slice.Init([]*ir.Value{m}, offsets, sizes, strides, 1)
	in.Results = []ir.Type{t}
	return ir.Create[SubView](b, in)
}

// ResultNames implements ir.Namer.
func (o SubView) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "subview") }

// Verify implements ir.Verifier.
func (o SubView) Verify() error {
	from, _ := ir.TypeAs[*ir.MemRefType](o.Source().Type())
	to, _ := ir.TypeAs[*ir.MemRefType](o.Op.Result().Type())
	n := len(from.Shape)
	off, size, step := o.Offsets(), o.Sizes(), o.Strides()
	if err := slice.Verify(o.Op, off, size, step, n, n, n); err != nil {
		return err
	}
	if from.Space != to.Space {
		return ir.ErrorAt(o.Op, "different memory spaces specified for base memref type '%s' and subview memref type '%s'", o.Source().Type(), o.Op.Result().Type())
	}
	if !IsStrided(o.Source().Type()) {
		return ir.Errorf(o.Op, "base type '%s' is not strided", o.Source().Type())
	}
	want, _ := SubViewType(from, off.Static, size.Static, step.Static)
	if err := o.compare(want, to); err != nil {
		return err
	}
	return slice.InBounds(o.Op, from.Shape, off.Static, size.Static, step.Static)
}

// compare checks that the result type "to" is the inferred type want, or that it is this type
// without some dimensions of extent 1.
func (o SubView) compare(want ir.Type, to *ir.MemRefType) error {
	w, _ := ir.TypeAs[*ir.MemRefType](want)
	fail := func(what string) error {
		return ir.ErrorAt(o.Op, "expected result type to be '%s' or a rank-reduced version. (mismatch of result %s), but got '%s'", want, what, o.Op.Result().Type())
	}
	if len(to.Shape) > len(w.Shape) {
		return ir.ErrorAt(o.Op, "expected result rank to be smaller or equal to the source rank, but got '%s'", o.Op.Result().Type())
	}
	if w.Elem != to.Elem {
		return ir.ErrorAt(o.Op, "expected result element type to be '%s', but got '%s'", w.Elem, o.Op.Result().Type())
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

// dropBySize determines which dimensions of shape were dropped to obtain the shape small. Dropped
// dimensions must have extent 1. If several choices are possible, dropBySize keeps dimensions of
// extent 1 whose strides match smallStrides. If that fails, it ignores the strides, as
// [slice.Dropped] does.
func dropBySize(shape, strides, small, smallStrides []int64) ([]bool, bool) {
	if len(shape) == len(small) {
		return make([]bool, len(shape)), slices.Equal(shape, small)
	}
	dropped := make([]bool, len(shape))
	at := 0
	for i, n := range shape {
		left := len(shape) - i
		keep := at < len(small) && n == small[at] && (n != 1 || left == len(small)-at || strides[i] != ir.Dynamic && strides[i] == smallStrides[at])
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
