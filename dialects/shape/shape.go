// Package shape is MLIR's shape dialect: computations of shapes, and constraints on shapes. A shape
// is either a value of type !shape.shape, which may be invalid, or a tensor of extents. The
// operations shape.func, shape.return and shape.function_library are not implemented.
package shape

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "shape",
		Doc:  "Computations of shapes, and constraints on shapes.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Add](), ir.Decl[Mul](), ir.Decl[Div](), ir.Decl[Max](), ir.Decl[Min](), ir.Decl[ConstSize](), ir.Decl[IndexToSize](), ir.Decl[SizeToIndex](),
				ir.Decl[ConstShape](), ir.Decl[ShapeOf](), ir.Decl[FromExtents](), ir.Decl[FromExtentTensor](), ir.Decl[ToExtentTensor](), ir.Decl[ValueAsShape](),
				ir.Decl[Dim](), ir.Decl[GetExtent](), ir.Decl[Rank](), ir.Decl[NumElements](), ir.Decl[ShapeEq](), ir.Decl[IsBroadcastable](),
				ir.Decl[Broadcast](), ir.Decl[Any](), ir.Decl[Meet](), ir.Decl[Concat](), ir.Decl[SplitAt](), ir.Decl[WithShape](), ir.Decl[ValueOf](), ir.Decl[DebugPrint](),
				ir.Decl[Reduce](), ir.Decl[Yield](), ir.Decl[Assuming](), ir.Decl[AssumingYield](), ir.Decl[AssumingAll](),
				ir.Decl[CstrBroadcastable](), ir.Decl[CstrEq](), ir.Decl[CstrRequire](), ir.Decl[ConstWitness](),
			}
		},
		Syntax:   syntax{},
		Constant: Materialize,
	}
}

// Type is one of the dialect's types.
//
//	!shape.shape
type Type struct{ Mnemonic string }

// Print implements ir.TypeData.
func (t *Type) Print(w *ir.Writer) { w.Str("!shape." + t.Mnemonic) }

func typeOf(mnemonic string) ir.Type { return ir.NewType(&Type{mnemonic}) }

// Shape, Size, Witness and ValueShape return the types of the dialect.
func Shape() ir.Type      { return typeOf("shape") }
func Size() ir.Type       { return typeOf("size") }
func Witness() ir.Type    { return typeOf("witness") }
func ValueShape() ir.Type { return typeOf("value_shape") }

// Extents returns the type of a tensor of n extents. n may be ir.Dynamic.
func Extents(n int64) ir.Type { return ir.Tensor(ir.Index(), n) }

type syntax struct{}

// ParseType implements asm.TypeSyntax.
func (syntax) ParseType(p *asm.Parser, mnemonic string) (ir.Type, error) {
	known := []string{"shape", "size", "value_shape", "witness"}
	if !slices.Contains(known, mnemonic) {
		return ir.Type{}, p.UnknownType("shape", mnemonic, known...)
	}
	return typeOf(mnemonic), nil
}

// isExtents reports whether t is the type of a tensor of extents.
func isExtents(t ir.Type) bool {
	return ir.IsType[*ir.TensorType](t) && t.Rank() == 1 && t.Elem().IsIndex()
}

func either(text string, accept ...func(ir.Type) bool) ir.Constraint {
	return ir.Constraint{Text: text, Accept: func(t ir.Type) bool {
		return slices.ContainsFunc(accept, func(f func(ir.Type) bool) bool { return f(t) })
	}}
}

func is(t func() ir.Type) func(ir.Type) bool { return func(u ir.Type) bool { return u == t() } }

// The following functions return type constraints for operands and results.
func sizeOrIndex() ir.Constraint { return either("size or index", is(Size), ir.Type.IsIndex) }
func shapeOrSize() ir.Constraint { return either("shape or size", is(Size), is(Shape)) }
func anyShape() ir.Constraint    { return either("shape or extent tensor", is(Shape), isExtents) }
func shapeOrSizes() ir.Constraint {
	return either("any shape or size", is(Size), ir.Type.IsIndex, is(Shape), isExtents)
}
func extents() ir.Constraint { return either("1D tensor of index values", isExtents) }
func shaped() ir.Constraint {
	return either("shaped of any type values or value shape", ir.Type.IsShaped, is(ValueShape))
}
func fixed(text string, t ir.Type) ir.Constraint { return ir.Constraint{Text: text, Fixed: t} }

func witness() ir.Constraint { return fixed("witness", Witness()) }

func result(c ir.Constraint) []ir.Field { return []ir.Field{{Name: "result", Type: c}} }

func shapes() []ir.Field { return []ir.Field{{Name: "shapes", Type: anyShape(), Arity: ir.Variadic}} }

// propagates returns an error if an operand can be invalid, but the result cannot. Only a result of
// the given type can be invalid.
func propagates(op *ir.Op, want ir.Type) error {
	for v := range op.Operands() {
		if t, ok := ir.TypeAs[*Type](v.Type()); ok && t.Mnemonic != "witness" && op.Result().Type() != want {
			d, _ := ir.TypeAs[*Type](want)
			return ir.Errorf(op, "if at least one of the operands can hold error values then the result must be of type `%s` to propagate them", d.Mnemonic)
		}
	}
	return nil
}

// Materialize creates a constant operation that has the value a and a result of type t. It returns
// nil if there is no such operation.
func Materialize(b *ir.Builder, a ir.Attr, t ir.Type) *ir.Op {
	extents := ir.IsAttr[*ir.DenseElements](a) && isExtents(a.TypeOf())
	switch {
	case extents && (t == Shape() || isExtents(t)):
		return ir.Create[ConstShape](b, constant(a, t)).Op
	case t == Size() && constraint.IndexAttr.Accept(a):
		return ir.Create[ConstSize](b, constant(a, t)).Op
	case t == Witness() && constraint.Bool.Accept(a):
		return ir.Create[ConstWitness](b, constant(a, t)).Op
	case t.IsIndex() && constraint.IndexAttr.Accept(a), t == ir.I1() && constraint.Bool.Accept(a):
		return b.Op("arith.constant", constant(a, t))
	}
	return nil
}

func constant(a ir.Attr, t ir.Type) ir.Init {
	return ir.Init{Results: []ir.Type{t}, Attrs: []ir.Attr{a}}
}
