package memref

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/slice"
)

// CollapseShape is a view of a buffer in which groups of adjacent dimensions are merged.
//
//	%b = memref.collapse_shape %a [[0, 1]] : memref<12x4xf32> into memref<48xf32>
type CollapseShape struct{ ir.Ref }

// Src returns the buffer. Reassociation returns the groups of dimensions that are merged.
func (o CollapseShape) Src() *ir.Value           { return o.Op.OperandAt(0) }
func (o CollapseShape) Reassociation() [][]int64 { return slice.Groups(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (CollapseShape) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.collapse_shape",
		Doc:      "A view of a buffer in which neighboring dimensions are merged.",
		Operands: []ir.Field{{Name: "src", Type: strided}},
		Results:  []ir.Field{{Name: "result", Type: strided}},
		Attrs:    []ir.AttrField{slice.GroupsField()},
		Traits:   ir.Pure,
		Format:   "$src $reassociation attr-dict `:` type($src) `into` type($result)",
	}
}

// NewCollapseShape inserts a CollapseShape operation.
func NewCollapseShape(b *ir.Builder, src *ir.Value, t ir.Type, gs [][]int64) CollapseShape {
	return ir.Create[CollapseShape](b, ir.Init{
		Operands: []*ir.Value{src}, Results: []ir.Type{t}, Attrs: []ir.Attr{slice.NewGroups(gs)},
	})
}

// ResultNames implements ir.Namer.
func (o CollapseShape) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "collapse_shape") }

// Verify implements ir.Verifier.
func (o CollapseShape) Verify() error {
	from, to := o.Src().Type(), o.Op.Result().Type()
	if from.Rank() < to.Rank() {
		return ir.Errorf(o.Op, "has source rank %d and result rank %d. This is not a collapse (%d < %d).", from.Rank(), to.Rank(), from.Rank(), to.Rank())
	}
	if err := verifyGroups(o.Op, o.Reassociation(), from, to, true); err != nil {
		return err
	}
	d, _ := ir.TypeAs[*ir.MemRefType](from)
	want, ok := CollapsedType(d, o.Reassociation())
	if !ok {
		return ir.Errorf(o.Op, "invalid source layout map or collapsing non-contiguous dims")
	}
	if want != to && (d.Layout.IsNil() || !sameView(want, to)) {
		return ir.Errorf(o.Op, "expected collapsed type to be '%s' but found '%s'", want, to)
	}
	return nil
}

// verifyGroups checks that the groups list the dimensions of the expanded type in order, and that
// the extents in gs[i] multiply to extent i of the collapsed type. If the parameter "many" is true,
// a group may have more than one dynamic extent.
func verifyGroups(op *ir.Op, gs [][]int64, expanded, collapsed ir.Type, many bool) error {
	big, _ := expanded.Shape()
	small, _ := collapsed.Shape()
	if len(gs) != len(small) {
		return ir.Errorf(op, "invalid number of reassociation groups: found %d, expected %d", len(gs), len(small))
	}
	next := int64(0)
	for i, g := range gs {
		size, unknown := int64(1), 0
		for _, d := range g {
			if d != next {
				return ir.Errorf(op, "reassociation indices must be contiguous")
			}
			if next++; int(d) >= len(big) {
				return ir.Errorf(op, "reassociation index %d is out of bounds", d)
			}
			if big[d] == ir.Dynamic {
				unknown++
			} else {
				size *= big[d]
			}
		}
		switch {
		case unknown > 1 && !many:
			return ir.Errorf(op, "at most one dimension in a reassociation group may be dynamic")
		case (small[i] == ir.Dynamic) != (unknown > 0):
			return ir.Errorf(op, "collapsed dim (%d) must be dynamic if and only if reassociation group is dynamic", i)
		case unknown == 0 && size != small[i]:
			return ir.Errorf(op, "collapsed dim size (%d) must equal reassociation group size (%d)", small[i], size)
		}
	}
	return verifyRest(op, big, small, next)
}

func verifyRest(op *ir.Op, big, small []int64, next int64) error {
	if len(small) > 0 {
		if int(next) != len(big) {
			return ir.Errorf(op, "expanded rank (%d) inconsistent with number of reassociation indices (%d)", len(big), next)
		}
		return nil
	}
	for _, d := range big {
		if d != 1 {
			return ir.Errorf(op, "rank 0 memrefs can only be extended/collapsed with/from ones")
		}
	}
	return nil
}

// sameView reports whether two memref types are equal except for the notation of their layouts.
func sameView(t, u ir.Type) bool {
	a, _ := ir.TypeAs[*ir.MemRefType](t)
	b, _ := ir.TypeAs[*ir.MemRefType](u)
	s, o1, ok1 := Strides(a)
	r, o2, ok2 := Strides(b)
	return ok1 && ok2 && a.Elem == b.Elem && a.Space == b.Space && slices.Equal(a.Shape, b.Shape) && o1 == o2 && slices.Equal(s, r)
}

// CollapsedType returns the type of d after merging the dimensions of each group in gs. ok is false
// if the layout of d is not strided, or if a group is not contiguous in memory.
func CollapsedType(d *ir.MemRefType, gs [][]int64) (t ir.Type, ok bool) {
	shape := make([]int64, len(gs))
	for i, g := range gs {
		shape[i] = 1
		for _, n := range g {
			shape[i] = times(shape[i], d.Shape[n])
		}
	}
	if d.Layout.IsNil() {
		return ir.NewType(&ir.MemRefType{Shape: shape, Elem: d.Elem, Space: d.Space}), true
	}
	strides, offset, ok := Strides(d)
	if !ok {
		return ir.Type{}, false
	}
	out := make([]int64, len(gs))
	for i, g := range gs {
		if out[i], ok = collapsedStride(d.Shape, strides, g); !ok {
			return ir.Type{}, false
		}
	}
	return StridedType(d, shape, out, offset), true
}

// collapsedStride returns the stride of the dimension that results from merging group g, or
// ir.Dynamic if this stride is unknown. It is the stride of the innermost dimension whose extent is
// not 1, or of the outermost dimension if all extents are 1. The second result is false if the
// strides show that the group is not contiguous in memory.
func collapsedStride(shape, strides []int64, g []int64) (int64, bool) {
	if len(g) == 0 {
		return 1, true
	}
	rest := g
	for len(rest) > 1 && shape[rest[len(rest)-1]] == 1 {
		rest = rest[:len(rest)-1]
	}
	last := strides[rest[len(rest)-1]]
	if len(rest) > 1 && shape[rest[len(rest)-1]] == ir.Dynamic {
		// If the innermost extent is 1 at run time, the stride is that of an outer dimension.
		last = ir.Dynamic
	}
	step := last
	for i := len(rest) - 1; i > 0; i-- {
		step = times(step, shape[rest[i]])
		outer := rest[i-1]
		if shape[outer] == 1 {
			continue
		}
		if step != strides[outer] && step != ir.Dynamic && strides[outer] != ir.Dynamic {
			return 0, false
		}
		if strides[outer] != ir.Dynamic {
			step = strides[outer]
		}
	}
	return last, true
}

// ExpandShape is a view of a buffer in which dimensions are split into groups of dimensions.
//
//	%b = memref.expand_shape %a [[0, 1]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
type ExpandShape struct{ ir.Ref }

// Src returns the buffer. Reassociation returns the group of result dimensions for each dimension
// of the buffer. OutputShape returns the extents of the result.
func (o ExpandShape) Src() *ir.Value           { return o.Op.OperandAt(0) }
func (o ExpandShape) Reassociation() [][]int64 { return slice.Groups(o.Op.AttrAt(0)) }
func (o ExpandShape) OutputShape() slice.Mixed { return slice.Of(o.Op, 1, "static_output_shape") }

// Spec implements ir.View.
func (ExpandShape) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.expand_shape",
		Doc:      "A view of a buffer in which dimensions are split.",
		Operands: []ir.Field{{Name: "src", Type: strided}, {Name: "output_shape", Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: strided}},
		Attrs:    []ir.AttrField{slice.GroupsField(), {Name: "static_output_shape", Type: constraint.I64s, Doc: "The static extents."}},
		Traits:   ir.Pure,
		Format: "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:` " +
			"type($src) `into` type($result)",
	}
}

// ResultNames implements ir.Namer.
func (o ExpandShape) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "expand_shape") }

// Verify implements ir.Verifier.
func (o ExpandShape) Verify() error {
	from, to := o.Src().Type(), o.Op.Result().Type()
	if from.Rank() > to.Rank() {
		return ir.Errorf(o.Op, "has source rank %d and result rank %d. This is not an expansion (%d > %d).", from.Rank(), to.Rank(), from.Rank(), to.Rank())
	}
	gs := o.Reassociation()
	if err := verifyGroups(o.Op, gs, to, from, true); err != nil {
		return err
	}
	d, _ := ir.TypeAs[*ir.MemRefType](from)
	shape, _ := to.Shape()
	want, ok := ExpandedType(d, shape, gs)
	if !ok {
		return ir.Errorf(o.Op, "invalid source layout map")
	}
	if want != to && !sameView(want, to) {
		return ir.Errorf(o.Op, "expected expanded type to be '%s' but found '%s'", want, to)
	}
	out := o.OutputShape()
	static := out.Static
	if len(static) != len(shape) {
		return ir.Errorf(o.Op, "expected number of static shape bounds to be equal to the output rank (%d) but found %d inputs instead", len(shape), len(static))
	}
	for i, n := range static {
		if n != ir.Dynamic && shape[i] != ir.Dynamic && n != shape[i] {
			return ir.Errorf(o.Op, "invalid output shape provided at pos %d", i)
		}
	}
	return out.VerifyOutputShape(o.Op)
}

// ExpandedType returns the type of d after splitting dimension i into group gs[i], for all i. shape
// has the new extents. ok is false if the layout of d is not strided.
func ExpandedType(d *ir.MemRefType, shape []int64, gs [][]int64) (t ir.Type, ok bool) {
	if d.Layout.IsNil() {
		return ir.NewType(&ir.MemRefType{Shape: slices.Clone(shape), Elem: d.Elem, Space: d.Space}), true
	}
	strides, offset, ok := Strides(d)
	if !ok {
		return ir.Type{}, false
	}
	out := make([]int64, len(shape))
	for i := range out {
		out[i] = 1 // for dimensions in no group, which occur only if d has rank 0
	}
	for i, g := range gs {
		step := strides[i]
		for j := len(g) - 1; j >= 0; j-- {
			out[g[j]] = step
			step = times(step, shape[g[j]])
		}
	}
	return StridedType(d, shape, out, offset), true
}
