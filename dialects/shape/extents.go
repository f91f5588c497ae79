package shape

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// ConstShape is a constant shape.
//
//	%0 = shape.const_shape [1, 2] : tensor<2xindex>
type ConstShape struct{ ir.Ref }

// Extents returns the extents.
func (o ConstShape) Extents() []int64 {
	v, _ := o.Op.AttrAt(0).Ints()
	return v
}

// Spec implements ir.View.
func (ConstShape) Spec() ir.Spec {
	return ir.Spec{
		Name:    "shape.const_shape",
		Doc:     "A constant shape.",
		Results: result(anyShape()),
		Attrs: []ir.AttrField{{Name: "shape", Type: ir.AttrConstraint{
			Text: "index elements attribute", List: true, Stores: ir.IsAttr[*ir.DenseElements],
			Accept: func(a ir.Attr) bool { return ir.IsAttr[*ir.DenseElements](a) && isExtents(a.TypeOf()) },
		}}},
		Traits: ir.Pure | ir.ConstantLike,
	}
}

// NewConstShape inserts the constant shape. The result is a tensor of extents.
func NewConstShape(b *ir.Builder, shape ...int64) ConstShape {
	return ir.Create[ConstShape](b, constant(Elements(shape), Extents(int64(len(shape)))))
}

// Elements returns the attribute that represents a constant shape.
func Elements(shape []int64) ir.Attr {
	n := int64(len(shape))
	v := tensor.New(tensor.Index, n)
	for i, d := range shape {
		v.SetInt(i, d)
	}
	return ir.NewDense(Extents(n), v)
}

// Value implements ir.Constant.
func (o ConstShape) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold folds the constant to its value.
func (o ConstShape) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Value()), true }

// ParseOp implements asm.OpParser.
func (ConstShape) ParseOp(p *asm.Parser, st *asm.State) error {
	if err := p.AttrDict(st); err != nil {
		return err
	}
	shape := []int64{}
	err := p.List(asm.LSquare, asm.RSquare, func() error {
		n, err := p.Int()
		shape = append(shape, n)
		return err
	})
	if err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	st.AddResults(t)
	st.SetAttr("shape", Elements(shape))
	return nil
}

// PrintOp implements asm.OpPrinter.
func (o ConstShape) PrintOp(w *asm.Printer) {
	w.AttrDict(o.Op, "shape")
	w.Str(" [")
	for i, n := range o.Extents() {
		if i > 0 {
			w.Str(", ")
		}
		w.Int(n)
	}
	w.Str("] : ")
	w.Type(o.Op.Result().Type())
}

// Verify implements ir.Verifier.
func (o ConstShape) Verify() error {
	t := o.Op.Result().Type()
	if s, ok := t.Shape(); ok && isExtents(t) && s[0] != ir.Dynamic && s[0] != int64(len(o.Extents())) {
		return ir.Errorf(o.Op, "has %d extents, but its type is '%s'", len(o.Extents()), t)
	}
	return nil
}

// converts returns the Spec of an operation that has one operand and one result. The parameter
// "operand" is the operand's name. The parameter "format" is the end of the textual format.
func converts(name, doc, operand string, from, to ir.Constraint, format string) ir.Spec {
	return ir.Spec{
		Name:     "shape." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: operand, Type: from}},
		Results:  result(to),
		Traits:   ir.Pure,
		Format:   "$" + operand + " attr-dict `:` type($" + operand + ")" + format,
	}
}

const andResult = " `->` type($result)"

// ShapeOf is the shape of a value.
//
//	%r = shape.shape_of %x : tensor<?x2xf32> -> tensor<2xindex>
type ShapeOf struct{ ir.Ref }

// Arg returns the value.
func (o ShapeOf) Arg() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (ShapeOf) Spec() ir.Spec {
	return converts("shape_of", "The shape of a value.", "arg", shaped(), anyShape(), andResult)
}

// NewShapeOf inserts a ShapeOf operation. The rank of v must be known. The result is a tensor of
// extents.
func NewShapeOf(b *ir.Builder, v *ir.Value) ShapeOf {
	return ir.Create[ShapeOf](b, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{Extents(int64(v.Type().Rank()))}})
}

// Verify implements ir.Verifier.
func (o ShapeOf) Verify() error {
	if t := o.Op.Result().Type(); o.Arg().Type() == ValueShape() && t != Shape() {
		return propagates(o.Op, Shape())
	}
	in, ranked := o.Arg().Type().Shape()
	t := o.Op.Result().Type()
	if out, ok := t.Shape(); ranked && ok && out[0] != ir.Dynamic && out[0] != int64(len(in)) {
		return ir.Errorf(o.Op, "inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", Extents(int64(len(in))), t)
	}
	return nil
}

// FromExtents is the shape that has the given extents.
//
//	%r = shape.from_extents %a, %b : index, !shape.size
type FromExtents struct{ ir.Ref }

// Extents returns the extents.
func (o FromExtents) Extents() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (FromExtents) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.from_extents",
		Doc:      "The shape that has the given extents.",
		Operands: []ir.Field{{Name: "extents", Type: sizeOrIndex(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "shape", Type: fixed("shape", Shape())}},
		Traits:   ir.Pure,
		Format:   "$extents attr-dict `:` type($extents)",
	}
}

// FromExtentTensor is the shape whose extents are the elements of a tensor.
//
//	%r = shape.from_extent_tensor %e : tensor<?xindex>
type FromExtentTensor struct{ ir.Ref }

// Input returns the extents.
func (o FromExtentTensor) Input() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (FromExtentTensor) Spec() ir.Spec {
	return converts("from_extent_tensor", "The shape whose extents are the elements of a tensor.", "input", extents(), fixed("shape", Shape()), "")
}

// ToExtentTensor converts a shape, which must be valid, to a tensor of its extents.
//
//	%r = shape.to_extent_tensor %s : !shape.shape -> tensor<?xindex>
type ToExtentTensor struct{ ir.Ref }

// Input returns the shape.
func (o ToExtentTensor) Input() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (ToExtentTensor) Spec() ir.Spec {
	c := either("tensor of index values", func(t ir.Type) bool {
		return (ir.IsType[*ir.TensorType](t) || ir.IsType[*ir.UnrankedTensorType](t)) && t.Elem().IsIndex()
	})
	return converts("to_extent_tensor", "The extents of a shape, which must be valid.", "input", anyShape(), c, andResult)
}

// ValueAsShape is the shape whose extents are the elements of a tensor.
//
//	%r = shape.value_as_shape %t : tensor<?xi32> -> !shape.shape
type ValueAsShape struct{ ir.Ref }

// Arg returns the tensor.
func (o ValueAsShape) Arg() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (ValueAsShape) Spec() ir.Spec {
	c := either("1D tensor of integer or index values or value shape", is(ValueShape), func(t ir.Type) bool {
		return ir.IsType[*ir.TensorType](t) && t.Rank() == 1 && (t.Elem().IsIndex() || ir.IsType[*ir.IntType](t.Elem()))
	})
	return converts("value_as_shape", "The shape whose extents are the elements of a tensor.", "arg", c, anyShape(), andResult)
}

// WithShape creates a pair of a value and a shape.
//
//	%r = shape.with_shape %x, %s : tensor<?xf32>, !shape.shape
type WithShape struct{ ir.Ref }

// Operand and Shape return the value and its shape.
func (o WithShape) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o WithShape) Shape() *ir.Value   { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (WithShape) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.with_shape",
		Doc:      "A value together with a shape.",
		Operands: []ir.Field{{Name: "operand", Type: shaped()}, {Name: "shape", Type: fixed("shape", Shape())}},
		Results:  result(fixed("value shape", ValueShape())),
		Traits:   ir.Pure,
		Format:   "operands attr-dict `:` type($operand) `,` type($shape)",
	}
}

// ValueOf returns the value of a pair that WithShape created.
//
//	%r = shape.value_of %v : tensor<?xf32>
type ValueOf struct{ ir.Ref }

// Arg returns the pair.
func (o ValueOf) Arg() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (ValueOf) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.value_of",
		Doc:      "Extracts the value from a pair of a value and a shape.",
		Operands: []ir.Field{{Name: "arg", Type: fixed("value shape", ValueShape())}},
		Results:  result(either("shaped of any type values", ir.Type.IsShaped)),
		Traits:   ir.Pure,
		Format:   "$arg attr-dict `:` type($result)",
	}
}

// DebugPrint prints a shape or size and returns it.
//
//	%r = "shape.debug_print"(%s) : (!shape.shape) -> !shape.shape
type DebugPrint struct{ ir.Ref }

// Input returns the shape or size.
func (o DebugPrint) Input() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (DebugPrint) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.debug_print",
		Doc:      "Prints a shape or size and returns it.",
		Operands: []ir.Field{{Name: "input", Type: shapeOrSize()}},
		Results:  []ir.Field{{Name: "output", Type: shapeOrSize()}},
		Traits:   ir.AlwaysEffect,
	}
}
