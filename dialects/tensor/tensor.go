// Package tensor is MLIR's tensor dialect: creation, access and reshaping of tensors. A tensor is
// an immutable value, not a buffer.
package tensor

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "tensor",
		Doc:  "Creation, access and reshaping of tensors. A tensor is an immutable value.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Empty](), ir.Decl[Splat](), ir.Decl[FromElements](), ir.Decl[Generate](), ir.Decl[Yield](),
				ir.Decl[Extract](), ir.Decl[Insert](), ir.Decl[Dim](), ir.Decl[Rank](),
				ir.Decl[ExtractSlice](), ir.Decl[InsertSlice](), ir.Decl[ParallelInsertSlice](),
				ir.Decl[Cast](), ir.Decl[Bitcast](), ir.Decl[Reshape](), ir.Decl[CollapseShape](), ir.Decl[ExpandShape](),
				ir.Decl[Concat](), ir.Decl[Pad](), ir.Decl[Gather](), ir.Decl[Scatter](),
			}
		},
		Constant: arith.Materialize,
	}
}

// The type constraints of the dialect's operands and results.
var (
	static = ir.Constraint{Text: "statically shaped tensor of any type values", Accept: func(t ir.Type) bool {
		return ir.IsType[*ir.TensorType](t) && t.HasStaticShape()
	}}
	notScalar = ir.Constraint{Text: "non-0-ranked or unranked tensor", Accept: func(t ir.Type) bool {
		return constraint.IsTensor(t) && t.Rank() != 0
	}}
	positions = ir.Constraint{Text: "ranked tensor of signless integer or index values", Accept: func(t ir.Type) bool {
		return ir.IsType[*ir.TensorType](t) && isIntOrIndex(t.Elem())
	}}
	shapeList = ir.Constraint{Text: "1D tensor of signless integer or index values", Accept: func(t ir.Type) bool {
		return t.Rank() == 1 && isIntOrIndex(t.Elem())
	}}
	numbers = ir.Constraint{
		Text: "tensor of signless integer or unsigned integer or signed integer or floating-point values",
		Accept: func(t ir.Type) bool {
			return constraint.IsTensor(t) && (ir.IsType[*ir.IntType](t.Elem()) || t.Elem().IsFloat())
		},
	}
)

func isIntOrIndex(t ir.Type) bool { return t.IsIndex() || t.IsInt(0) }

// open(t) returns the number of dynamic extents of t.
func open(t ir.Type) int {
	shape, _ := t.Shape()
	n := 0
	for _, d := range shape {
		if d == ir.Dynamic {
			n++
		}
	}
	return n
}

// Empty is a tensor of unspecified contents.
//
//	%t = tensor.empty(%n) : tensor<?x4xf32>
type Empty struct{ ir.Ref }

// DynamicSizes returns the dynamic extents.
func (o Empty) DynamicSizes() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (Empty) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.empty",
		Doc:      "A tensor of unspecified contents.",
		Operands: []ir.Field{{Name: "dynamicSizes", Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: constraint.RankedTensor}},
		Traits:   ir.Pure,
		Format:   "`(` $dynamicSizes `)` attr-dict `:` type($result)",
	}
}

// NewEmpty inserts an Empty operation.
func NewEmpty(b *ir.Builder, t ir.Type, sizes ...*ir.Value) Empty {
	return ir.Create[Empty](b, ir.Init{Operands: sizes, Results: []ir.Type{t}})
}

// Verify implements ir.Verifier.
func (o Empty) Verify() error {
	if n, m := o.Op.NumOperands(), open(o.Op.Result().Type()); n != m {
		return ir.Errorf(o.Op, "incorrect number of dynamic sizes, has %d, expected %d", n, m)
	}
	return nil
}

// Splat is a tensor whose elements are all equal.
//
//	%t = tensor.splat %x[%n] : tensor<?x4xf32>
type Splat struct{ ir.Ref }

// Input returns the element, DynamicSizes the dynamic extents, and Aggregate the result.
func (o Splat) Input() *ir.Value          { return o.Op.OperandAt(0) }
func (o Splat) DynamicSizes() []*ir.Value { return o.Op.OperandsOf(1) }
func (o Splat) Aggregate() *ir.Value      { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (Splat) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.splat",
		Doc:      "A tensor whose elements are all equal.",
		Operands: []ir.Field{{Name: "input", Type: constraint.Any}, {Name: "dynamicSizes", Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "aggregate", Type: constraint.RankedTensor}},
		Traits:   ir.Pure,
		Rules:    []ir.TypeRule{{From: "aggregate", To: "input", Fn: ir.Type.Elem, Text: "operand type matches element type of result"}},
		Format:   "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)",
	}
}

// NewSplat inserts a Splat operation.
func NewSplat(b *ir.Builder, v *ir.Value, t ir.Type, sizes ...*ir.Value) Splat {
	return ir.Create[Splat](b, ir.Init{Operands: append([]*ir.Value{v}, sizes...), Results: []ir.Type{t}})
}

// ResultNames implements ir.Namer.
func (o Splat) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "splat") }

// Verify implements ir.Verifier.
func (o Splat) Verify() error {
	if n, m := o.Op.NumOperands()-1, open(o.Op.Result().Type()); n != m {
		return ir.Errorf(o.Op, "incorrect number of dynamic sizes, has %d, expected %d", n, m)
	}
	return nil
}

// FromElements is a tensor of the given elements, in row-major order.
//
//	%t = tensor.from_elements %a, %b : tensor<2xf32>
type FromElements struct{ ir.Ref }

// Elements returns the elements.
func (o FromElements) Elements() []*ir.Value { return o.Op.OperandsOf(0) }

// Spec implements ir.View.
func (FromElements) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.from_elements",
		Doc:      "A tensor of the given elements, in row-major order.",
		Operands: []ir.Field{{Name: "elements", Type: constraint.Any, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: static}},
		Traits:   ir.Pure,
		Rules:    []ir.TypeRule{{From: "result", To: "elements", Fn: ir.Type.Elem, Text: "operand types match result element type"}},
		Format:   "$elements attr-dict `:` type($result)",
	}
}

// NewFromElements inserts a FromElements operation.
func NewFromElements(b *ir.Builder, t ir.Type, vs ...*ir.Value) FromElements {
	return ir.Create[FromElements](b, ir.Init{Operands: vs, Results: []ir.Type{t}})
}

// ResultNames implements ir.Namer.
func (o FromElements) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "from_elements") }

// Verify implements ir.Verifier.
func (o FromElements) Verify() error {
	ok := o.Op.Result().Type().NumElements() == o.Op.NumOperands()
	for v := range o.Op.Operands() {
		ok = ok && v.Type() == o.Op.Result().Type().Elem()
	}
	if !ok {
		return ir.Errorf(o.Op, "failed to verify that operand types match result element type")
	}
	return nil
}

// Generate is a tensor whose elements a region computes. The arguments of the region are the
// position of an element.
//
//	%t = tensor.generate %n { ^bb0(%i: index, %j: index): … tensor.yield %x : f32 } : tensor<?x4xf32>
type Generate struct{ ir.Ref }

// DynamicExtents returns the dynamic extents, and Body returns the block of the region.
func (o Generate) DynamicExtents() []*ir.Value { return o.Op.OperandsOf(0) }
func (o Generate) Body() *ir.Block             { return o.Op.RegionAt(0).Blocks[0] }

// Spec implements ir.View.
func (Generate) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.generate",
		Doc:      "A tensor whose elements are computed by the region from their positions.",
		Operands: []ir.Field{{Name: "dynamicExtents", Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: constraint.RankedTensor}},
		Regions:  []ir.RegionField{{Name: "body", Sized: true}},
		Traits:   ir.SingleBlock | ir.RecursiveEffects,
		Implicit: "tensor.yield",
		Format:   "$dynamicExtents $body attr-dict `:` type($result)",
	}
}

// ResultNames implements ir.Namer.
func (o Generate) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "generated") }

// Verify implements ir.Verifier.
func (o Generate) Verify() error {
	if n, m := o.Op.NumOperands(), open(o.Op.Result().Type()); n != m {
		return ir.Errorf(o.Op, "incorrect number of dynamic sizes, has %d, expected %d", n, m)
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o Generate) VerifyRegions() error {
	blk := o.Body()
	for _, a := range blk.Args() {
		if !a.Type().IsIndex() {
			return ir.ErrorAt(o.Op, "all body arguments must be index")
		}
	}
	if blk.NumArgs() != o.Op.Result().Type().Rank() {
		return ir.ErrorAt(o.Op, "must have one body argument per input dimension")
	}
	y, ok := ir.As[Yield](blk.Last())
	if ok && y.Value().Type() != o.Op.Result().Type().Elem() {
		return ir.Errorf(o.Op, "body must be terminated with a `yield` operation of the tensor element type")
	}
	return nil
}

// Yield ends a region. Its operand is the element that the region computes.
//
//	tensor.yield %x : f32
type Yield struct{ ir.Ref }

// Value returns the element.
func (o Yield) Value() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Yield) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.yield",
		Doc:      "Ends a region. The operand is the element that the region computes.",
		Operands: []ir.Field{{Name: "value", Type: constraint.Any}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Parents:  []string{"tensor.generate", "tensor.pad"},
		Format:   "$value attr-dict `:` type($value)",
	}
}

// NewYield inserts a Yield operation.
func NewYield(b *ir.Builder, v *ir.Value) Yield {
	return ir.Create[Yield](b, ir.Init{Operands: []*ir.Value{v}})
}
