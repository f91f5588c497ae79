package shape

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// message declares the optional attribute "error", the text of an error message.
func message() []ir.AttrField {
	untyped := constraint.String
	// The string cannot have a type suffix: the colon after it begins the types of the operands.
	untyped.Type = ir.None()
	return []ir.AttrField{{Name: "error", Type: untyped, Optional: true}}
}

// Broadcast is the shape to which all its operands broadcast by NumPy's rules.
//
//	%r = shape.broadcast %s, %t : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
type Broadcast struct{ ir.Ref }

// Shapes returns the shapes.
func (o Broadcast) Shapes() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (Broadcast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.broadcast",
		Doc:      "The shape to which all operands broadcast, by NumPy's rules.",
		Operands: shapes(),
		Results:  result(anyShape()),
		Attrs:    message(),
		Traits:   ir.Pure | ir.Commutative,
		Format:   "$shapes attr-dict `:` type($shapes) `->` type($result)",
	}
}

// NewBroadcast inserts the broadcast of shapes, which must be tensors of extents. The parameter
// "rank" is the rank of the broadcast shape.
func NewBroadcast(b *ir.Builder, rank int, shapes ...*ir.Value) Broadcast {
	return ir.Create[Broadcast](b, ir.Init{Operands: shapes, Results: []ir.Type{Extents(int64(rank))}, Attrs: make([]ir.Attr, 1)})
}

// Verify implements ir.Verifier.
func (o Broadcast) Verify() error { return propagates(o.Op, Shape()) }

// Any takes each extent of its result from one of the shapes. The choice does not matter, since
// the shapes must agree.
//
//	%r = shape.any %s, %t : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
type Any struct{ ir.Ref }

// Inputs returns the shapes.
func (o Any) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (Any) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.any",
		Doc:      "A shape whose extents come from any of the operands, which must agree.",
		Operands: []ir.Field{{Name: "inputs", Type: anyShape(), Arity: ir.Variadic}},
		Results:  result(anyShape()),
		Traits:   ir.Pure | ir.Commutative,
		Format:   "$inputs attr-dict `:` type($inputs) `->` type($result)",
	}
}

// Meet is the least general shape or size that is compatible with both operands. If there is none,
// the result is invalid.
//
//	%r = shape.meet %s, %t : !shape.shape, !shape.shape -> !shape.shape
type Meet struct{ ir.Ref }

// Arg0 and Arg1 return the operands.
func (o Meet) Arg0() *ir.Value { return o.Op.OperandAt(0) }
func (o Meet) Arg1() *ir.Value { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Meet) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.meet",
		Doc:      "The least general shape or size that is compatible with both operands; the result is invalid if there is none.",
		Operands: []ir.Field{{Name: "arg0", Type: shapeOrSizes()}, {Name: "arg1", Type: shapeOrSizes()}},
		Results:  result(shapeOrSizes()),
		Attrs:    message(),
		Traits:   ir.Commutative | ir.AlwaysEffect,
		Format:   "$arg0 `,` $arg1 (`,` `error` `=` $error^)? attr-dict `:` type($arg0) `,` type($arg1) `->` type($result)",
	}
}

// Concat is the shape with the extents of lhs, followed by the extents of rhs.
//
//	%r = shape.concat %s, %t : !shape.shape, !shape.shape -> !shape.shape
type Concat struct{ ir.Binary }

// Spec implements ir.View.
func (Concat) Spec() ir.Spec {
	return binary("concat", "The extents of a shape, followed by the extents of another shape.", anyShape(), 0)
}

// SplitAt divides a shape at an index. A negative index counts from the end of the shape.
//
//	%h, %t = "shape.split_at"(%s, %i) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
type SplitAt struct{ ir.Ref }

// Operand returns the shape, and Index returns the index at which it is divided.
func (o SplitAt) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o SplitAt) Index() *ir.Value   { return o.Op.OperandAt(1) }

// Head returns the extents before the index, and Tail returns the other extents.
func (o SplitAt) Head() *ir.Value { return o.Op.ResultAt(0) }
func (o SplitAt) Tail() *ir.Value { return o.Op.ResultAt(1) }

// Spec implements ir.View.
func (SplitAt) Spec() ir.Spec {
	return ir.Spec{
		Name:     "shape.split_at",
		Doc:      "Divides a shape at an index. A negative index is relative to the end.",
		Operands: []ir.Field{{Name: "operand", Type: anyShape()}, {Name: "index", Type: sizeOrIndex()}},
		Results:  []ir.Field{{Name: "head", Type: anyShape()}, {Name: "tail", Type: anyShape()}},
		Traits:   ir.Pure,
	}
}

// ResultNames implements ir.Namer.
func (o SplitAt) ResultNames(set func(*ir.Value, string)) {
	set(o.Op.ResultAt(0), "head")
	set(o.Op.ResultAt(1), "tail")
}
