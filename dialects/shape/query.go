package shape

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dim is the extent of a value in one dimension.
//
//	%n = shape.dim %x, %i : tensor<?xf32>, index -> index
type Dim struct{ ir.Ref }

// Value and Index return the value and the dimension.
func (o Dim) Value() *ir.Value { return o.Op.OperandAt(0) }
func (o Dim) Index() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Dim) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.dim",
		Doc:      "An extent of a value.",
		Operands: []ir.Field{{Name: "value", Type: either("shaped of any type values", ir.Type.IsShaped)}, {Name: "index", Type: sizeOrIndex()}},
		Results:  []ir.Field{{Name: "extent", Type: sizeOrIndex()}},
		Traits:   ir.Pure,
		Format:   "$value `,` $index attr-dict `:` type($value) `,` type($index) `->` type($extent)",
	}
}

// GetExtent is the extent of a shape in one dimension.
//
//	%n = shape.get_extent %s, %i : tensor<?xindex>, index -> index
type GetExtent struct{ ir.Ref }

// Shape and Dim return the shape and the dimension.
func (o GetExtent) Shape() *ir.Value { return o.Op.OperandAt(0) }
func (o GetExtent) Dim() *ir.Value   { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (GetExtent) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.get_extent",
		Doc:      "An extent of a shape.",
		Operands: []ir.Field{{Name: "shape", Type: anyShape()}, {Name: "dim", Type: sizeOrIndex()}},
		Results:  []ir.Field{{Name: "extent", Type: sizeOrIndex()}},
		Traits:   ir.Pure,
		Format:   "$shape `,` $dim attr-dict `:` type($shape) `,` type($dim) `->` type($extent)",
	}
}

// Verify implements ir.Verifier.
func (o GetExtent) Verify() error { return propagates(o.Op, Size()) }

// Rank is the number of dimensions of a shape.
//
//	%n = shape.rank %s : !shape.shape -> !shape.size
type Rank struct{ ir.Ref }

// Shape returns the shape.
func (o Rank) Shape() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Rank) Spec() ir.Spec {
	s := converts("rank", "The number of dimensions of a shape.", "shape", anyShape(), sizeOrIndex(), " `->` type($rank)")
	s.Results[0].Name = "rank"
	return s
}

// Verify implements ir.Verifier.
func (o Rank) Verify() error { return propagates(o.Op, Size()) }

// NumElements is the product of the extents of a shape.
//
//	%n = shape.num_elements %s : tensor<?xindex> -> index
type NumElements struct{ ir.Ref }

// Shape returns the shape.
func (o NumElements) Shape() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (NumElements) Spec() ir.Spec {
	return converts("num_elements", "The product of the extents of a shape.", "shape", anyShape(), sizeOrIndex(), andResult)
}

// Verify implements ir.Verifier.
func (o NumElements) Verify() error { return propagates(o.Op, Size()) }

// tests returns the Spec of an operation whose operands are shapes, such as shape_eq.
func tests(name, doc string, to ir.Constraint, traits ir.Trait) ir.Spec {
	return ir.Spec{
		Name:     "shape." + name,
		Doc:      doc,
		Operands: shapes(),
		Results:  result(to),
		Traits:   traits | ir.Commutative,
		Format:   "$shapes attr-dict `:` type($shapes)",
	}
}

// ShapeEq reports whether shapes are equal.
//
//	%b = shape.shape_eq %s, %t : !shape.shape, tensor<?xindex>
type ShapeEq struct{ ir.Ref }

// Shapes returns the shapes.
func (o ShapeEq) Shapes() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (ShapeEq) Spec() ir.Spec {
	return tests("shape_eq", "Whether shapes are equal.", constraint.I1, ir.Pure)
}

// IsBroadcastable reports whether shapes can be broadcast to one shape.
//
//	%b = shape.is_broadcastable %s, %t : !shape.shape, !shape.shape
type IsBroadcastable struct{ ir.Ref }

// Shapes returns the shapes.
func (o IsBroadcastable) Shapes() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (IsBroadcastable) Spec() ir.Spec {
	return tests("is_broadcastable", "Whether shapes can be broadcast to one shape.", constraint.I1, ir.Pure)
}
