package shape

import (
	"strconv"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// binary returns the Spec of an operation on two sizes or shapes.
func binary(name, doc string, c ir.Constraint, traits ir.Trait) ir.Spec {
	return ir.Spec{
		Name:     "shape." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "lhs", Type: c}, {Name: "rhs", Type: c}},
		Results:  result(c),
		Traits:   ir.Pure | traits,
		Format:   "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)",
	}
}

// Add is a sum of sizes.
//
//	%r = shape.add %a, %b : !shape.size, index -> !shape.size
type Add struct{ ir.Binary }

// Spec implements ir.View.
func (Add) Spec() ir.Spec { return binary("add", "A sum of sizes.", sizeOrIndex(), ir.Commutative) }

// Verify implements ir.Verifier.
func (o Add) Verify() error { return propagates(o.Op, Size()) }

// Mul is a product of sizes.
//
//	%r = shape.mul %a, %b : index, index -> index
type Mul struct{ ir.Binary }

// Spec implements ir.View.
func (Mul) Spec() ir.Spec { return binary("mul", "A product of sizes.", sizeOrIndex(), ir.Commutative) }

// Verify implements ir.Verifier.
func (o Mul) Verify() error { return propagates(o.Op, Size()) }

// Div is a quotient of sizes, rounded down.
//
//	%r = shape.div %a, %b : index, index -> index
type Div struct{ ir.Binary }

// Spec implements ir.View.
func (Div) Spec() ir.Spec {
	return binary("div", "A quotient of sizes, rounded down.", sizeOrIndex(), 0)
}

// Verify implements ir.Verifier.
func (o Div) Verify() error { return propagates(o.Op, Size()) }

// Max is the larger of two sizes, or the shape whose extents are the larger extents of two shapes.
//
//	%r = shape.max %a, %b : !shape.size, !shape.size -> !shape.size
type Max struct{ ir.Binary }

// Spec implements ir.View.
func (Max) Spec() ir.Spec {
	return binary("max", "The larger of two sizes, or the shape with the larger extents of two shapes.", shapeOrSize(), ir.Commutative)
}

// Min is the smaller of two sizes, or the shape whose extents are the smaller extents of two
// shapes.
//
//	%r = shape.min %a, %b : !shape.size, !shape.size -> !shape.size
type Min struct{ ir.Binary }

// Spec implements ir.View.
func (Min) Spec() ir.Spec {
	return binary("min", "The smaller of two sizes, or the shape with the smaller extents of two shapes.", shapeOrSize(), ir.Commutative)
}

// ConstSize is a constant size.
//
//	%c3 = shape.const_size 3
type ConstSize struct{ ir.Ref }

// Spec implements ir.View.
func (ConstSize) Spec() ir.Spec {
	return ir.Spec{
		Name:    "shape.const_size",
		Doc:     "A constant size.",
		Results: result(fixed("size", Size())),
		Attrs:   []ir.AttrField{{Name: "value", Type: constraint.IndexAttr}},
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "$value attr-dict",
	}
}

// Value implements ir.Constant.
func (o ConstSize) Value() ir.Attr { return o.Op.AttrAt(0) }

// Fold folds the constant to its value.
func (o ConstSize) Fold([]ir.Attr) (ir.Folded, bool) { return ir.FoldConst(o.Value()), true }

// ResultNames implements ir.Namer. The name of the constant 3 is %c3.
func (o ConstSize) ResultNames(set func(*ir.Value, string)) {
	v, _ := o.Value().Int()
	set(o.Op.Result(), "c"+strconv.FormatInt(v, 10))
}

// IndexToSize converts an index to a size.
//
//	%r = shape.index_to_size %i
type IndexToSize struct{ ir.Ref }

// Arg returns the index.
func (o IndexToSize) Arg() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (IndexToSize) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.index_to_size",
		Doc:      "Converts an index to a size.",
		Operands: []ir.Field{{Name: "arg", Type: constraint.Index}},
		Results:  result(fixed("size", Size())),
		Traits:   ir.Pure,
		Format:   "$arg attr-dict",
	}
}

// SizeToIndex converts a size, which must be valid, to an index.
//
//	%r = shape.size_to_index %s : !shape.size
type SizeToIndex struct{ ir.Ref }

// Arg returns the size.
func (o SizeToIndex) Arg() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (SizeToIndex) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.size_to_index",
		Doc:      "Converts a size, which must be valid, to an index.",
		Operands: []ir.Field{{Name: "arg", Type: sizeOrIndex()}},
		Results:  result(constraint.Index),
		Traits:   ir.Pure,
		Format:   "$arg attr-dict `:` type($arg)",
	}
}
