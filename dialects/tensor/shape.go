package tensor

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/slice"
)

// Cast converts a tensor to a more or less specific type.
//
//	%r = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
type Cast struct{ ir.Ref }

// Source and Dest return the operand and the result.
func (o Cast) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o Cast) Dest() *ir.Value   { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (Cast) Spec() ir.Spec {
	return cast("cast", "Converts a tensor to a more or less specific type.", constraint.AnyTensor)
}

func cast(name, doc string, c ir.Constraint) ir.Spec {
	return ir.Spec{
		Name:     "tensor." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "source", Type: c}},
		Results:  []ir.Field{{Name: "dest", Type: c}},
		Traits:   ir.Pure,
		Format:   "$source attr-dict `:` type($source) `to` type($dest)",
	}
}

// NewCast inserts a Cast operation.
func NewCast(b *ir.Builder, t *ir.Value, to ir.Type) Cast {
	return ir.Create[Cast](b, ir.Init{Operands: []*ir.Value{t}, Results: []ir.Type{to}})
}

// ResultNames implements ir.Namer.
func (o Cast) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "cast") }

// Fold folds a cast to its source if both have the same type.
func (o Cast) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Source().Type() == o.Dest().Type() {
		return ir.FoldTo(o.Source()), true
	}
	return nil, false
}

// Verify implements ir.Verifier.
func (o Cast) Verify() error {
	from, to := o.Source().Type(), o.Dest().Type()
	if from.Elem() != to.Elem() || !compatible(from, to) {
		return ir.Errorf(o.Op, "operand type '%s' and result type '%s' are cast incompatible", from, to)
	}
	return nil
}

// compatible reports whether two tensors may have the same run-time shape and have compatible
// encodings. An unranked tensor is compatible with all tensors.
func compatible(t, u ir.Type) bool {
	a, ok1 := ir.TypeAs[*ir.TensorType](t)
	b, ok2 := ir.TypeAs[*ir.TensorType](u)
	return !ok1 || !ok2 || ir.CompatibleShapes(t, u) && (a.Encoding == b.Encoding || a.Encoding.IsNil() || b.Encoding.IsNil())
}

// Bitcast converts a tensor to another element type of the same width, and keeps all bits.
//
//	%r = tensor.bitcast %t : tensor<4xui32> to tensor<4xi32>
type Bitcast struct{ ir.Ref }

// Source and Dest return the operand and the result.
func (o Bitcast) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o Bitcast) Dest() *ir.Value   { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (Bitcast) Spec() ir.Spec {
	return cast("bitcast", "Interprets the bits of a tensor's elements as elements of another type of the same width.", numbers)
}

// Verify implements ir.Verifier.
func (o Bitcast) Verify() error {
	from, to := o.Source().Type(), o.Dest().Type()
	if !compatible(from, to) || bits(from) != bits(to) {
		return ir.Errorf(o.Op, "operand type '%s' and result type '%s' are cast incompatible", from, to)
	}
	return nil
}

// bits returns the width of the integer or float elements of t, or 0 for other elements.
func bits(t ir.Type) int {
	switch d := t.Elem().Data().(type) {
	case *ir.IntType:
		return d.Bits
	case *ir.FloatType:
		return d.Kind.Bits()
	}
	return 0
}

// Reshape changes the shape of a tensor. A second tensor contains the new shape.
//
//	%r = tensor.reshape %t(%shape) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>
type Reshape struct{ ir.Ref }

// Source returns the tensor, and ShapeList returns the tensor of new extents.
func (o Reshape) Source() *ir.Value    { return o.Op.OperandAt(0) }
func (o Reshape) ShapeList() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Reshape) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.reshape",
		Doc:      "The elements of a tensor in another shape. The extents of this shape are the elements of a second tensor.",
		Operands: []ir.Field{{Name: "source", Type: constraint.AnyTensor}, {Name: "shape", Type: shapeList}},
		Results:  []ir.Field{{Name: "result", Type: constraint.AnyTensor}},
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
		return ir.Errorf(o.Op, "element types of source and destination tensor types should be the same")
	}
	n, _ := o.ShapeList().Type().Shape()
	switch {
	case to.Rank() < 0:
		return nil
	case from.HasStaticShape() && to.HasStaticShape() && from.NumElements() != to.NumElements():
		return ir.Errorf(o.Op, "source and destination tensor should have the same number of elements")
	case n[0] == ir.Dynamic:
		return ir.Errorf(o.Op, "cannot use shape operand with dynamic length to reshape to statically-ranked tensor type")
	case n[0] != int64(to.Rank()):
		return ir.Errorf(o.Op, "length of shape operand differs from the result's tensor rank")
	}
	return nil
}

// CollapseShape merges groups of adjacent dimensions.
//
//	%r = tensor.collapse_shape %t [[0, 1]] : tensor<12x4xf32> into tensor<48xf32>
type CollapseShape struct{ ir.Ref }

// Src returns the tensor, and Reassociation returns the groups of dimensions that are merged.
func (o CollapseShape) Src() *ir.Value           { return o.Op.OperandAt(0) }
func (o CollapseShape) Reassociation() [][]int64 { return slice.Groups(o.Op.AttrAt(0)) }

// Spec implements ir.View.
func (CollapseShape) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.collapse_shape",
		Doc:      "Merges groups of adjacent dimensions.",
		Operands: []ir.Field{{Name: "src", Type: constraint.AnyTensor}},
		Results:  []ir.Field{{Name: "result", Type: constraint.AnyTensor}},
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
func (o CollapseShape) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "collapsed") }

// Verify implements ir.Verifier.
func (o CollapseShape) Verify() error {
	from, to := o.Src().Type(), o.Op.Result().Type()
	if from.Rank() < to.Rank() {
		return ir.Errorf(o.Op, "has source rank %d and result rank %d. This is not a collapse (%d < %d).", from.Rank(), to.Rank(), from.Rank(), to.Rank())
	}
	if err := slice.VerifyGroups(o.Op, o.Reassociation(), from, to); err != nil {
		return err
	}
	return collapsedTo(o.Op, to.WithElem(from.Elem()), to)
}

// collapsedTo requires that the types "want" and "got" of the collapsed tensor are equal. This
// tensor is the result of a collapse_shape or the source of an expand_shape.
func collapsedTo(op *ir.Op, want, got ir.Type) error {
	if want != got {
		return ir.Errorf(op, "expected collapsed type to be '%s', but got '%s'", want, got)
	}
	return nil
}

// ExpandShape splits each dimension into a group of dimensions.
//
//	%r = tensor.expand_shape %t [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
type ExpandShape struct{ ir.Ref }

// Src returns the tensor, and OutputShape returns the extents of the result. Reassociation returns
// the group of result dimensions for each dimension of the tensor.
func (o ExpandShape) Src() *ir.Value           { return o.Op.OperandAt(0) }
func (o ExpandShape) Reassociation() [][]int64 { return slice.Groups(o.Op.AttrAt(0)) }
func (o ExpandShape) OutputShape() slice.Mixed { return slice.Of(o.Op, 1, "static_output_shape") }

// Spec implements ir.View.
func (ExpandShape) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.expand_shape",
		Doc:      "Splits dimensions.",
		Operands: []ir.Field{{Name: "src", Type: constraint.AnyTensor}, {Name: "output_shape", Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: constraint.AnyTensor}},
		Attrs:    []ir.AttrField{slice.GroupsField(), {Name: "static_output_shape", Type: constraint.I64s, Doc: "The static extents."}},
		Traits:   ir.Pure,
		Format: "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:` " +
			"type($src) `into` type($result)",
	}
}

// NewExpandShape inserts an ExpandShape operation.
func NewExpandShape(b *ir.Builder, src *ir.Value, t ir.Type, gs [][]int64, shape slice.Mixed) ExpandShape {
	return ir.Create[ExpandShape](b, ir.Init{
		Operands: append([]*ir.Value{src}, shape.Values...), Results: []ir.Type{t},
		Attrs: []ir.Attr{slice.NewGroups(gs), ir.NewDenseI64(shape.Static...)},
	})
}

// ResultNames implements ir.Namer.
func (o ExpandShape) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "expanded") }

// Verify implements ir.Verifier.
func (o ExpandShape) Verify() error {
	from, to := o.Src().Type(), o.Op.Result().Type()
	static, shape := o.OutputShape(), []int64(nil)
	shape, _ = to.Shape()
	if len(static.Static) != len(shape) {
		return ir.Errorf(o.Op, "expected number of static shape dims to be equal to the output rank (%d) but found %d inputs instead", len(shape), len(static.Static))
	}
	if err := static.VerifyOutputShape(o.Op); err != nil {
		return err
	}
	if err := slice.VerifyGroups(o.Op, o.Reassociation(), to, from); err != nil {
		return err
	}
	return collapsedTo(o.Op, from.WithElem(to.Elem()), from)
}
