package tensor

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Extract returns one element of a tensor.
//
//	%x = tensor.extract %t[%i, %j] : tensor<4x?xf32>
type Extract struct{ ir.Ref }

// Tensor returns the tensor, and Indices returns the position of the element.
func (o Extract) Tensor() *ir.Value    { return o.Op.OperandAt(0) }
func (o Extract) Indices() []*ir.Value { return o.Op.OperandsOf(1) }

// Spec implements ir.View.
func (Extract) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.extract",
		Doc:      "One element.",
		Operands: []ir.Field{{Name: "tensor", Type: constraint.RankedTensor}, {Name: "indices", Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "result", Type: constraint.Any}},
		Traits:   ir.Pure,
		Rules:    []ir.TypeRule{{From: "tensor", To: "result", Fn: ir.Type.Elem, Text: "result type matches element type of tensor"}},
		Format:   "$tensor `[` $indices `]` attr-dict `:` type($tensor)",
	}
}

// NewExtract inserts an Extract operation.
func NewExtract(b *ir.Builder, t *ir.Value, indices ...*ir.Value) Extract {
	return ir.Create[Extract](b, ir.Init{Operands: append([]*ir.Value{t}, indices...), Results: []ir.Type{t.Type().Elem()}})
}

// ResultNames implements ir.Namer.
func (o Extract) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "extracted") }

// Verify implements ir.Verifier.
func (o Extract) Verify() error {
	if o.Tensor().Type().Rank() != o.Op.NumOperands()-1 {
		return ir.Errorf(o.Op, "incorrect number of indices for extract_element")
	}
	return nil
}

// Insert returns a copy of a tensor in which one element is replaced.
//
//	%r = tensor.insert %x into %t[%i, %j] : tensor<4x?xf32>
type Insert struct{ ir.Ref }

// Scalar returns the new element, Dest the tensor, and Indices the position of the element.
func (o Insert) Scalar() *ir.Value    { return o.Op.OperandAt(0) }
func (o Insert) Dest() *ir.Value      { return o.Op.OperandAt(1) }
func (o Insert) Indices() []*ir.Value { return o.Op.OperandsOf(2) }

// Spec implements ir.View.
func (Insert) Spec() ir.Spec {
	return ir.Spec{
		Name: "tensor.insert",
		Doc:  "A tensor with one element replaced.",
		Operands: []ir.Field{
			{Name: "scalar", Type: constraint.Any}, {Name: "dest", Type: constraint.RankedTensor},
			{Name: "indices", Type: constraint.Index, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "result", Type: constraint.RankedTensor}},
		Traits:  ir.Pure,
		Rules: []ir.TypeRule{
			{From: "dest", To: "result", Text: "result type matches type of dest"},
			{From: "dest", To: "scalar", Fn: ir.Type.Elem, Text: "scalar type matches element type of dest"},
		},
		Format: "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)",
	}
}

// NewInsert inserts an Insert operation.
func NewInsert(b *ir.Builder, v, t *ir.Value, indices ...*ir.Value) Insert {
	return ir.Create[Insert](b, ir.Init{Operands: append([]*ir.Value{v, t}, indices...), Results: []ir.Type{t.Type()}})
}

// ResultNames implements ir.Namer.
func (o Insert) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "inserted") }

// Verify implements ir.Verifier.
func (o Insert) Verify() error {
	if o.Dest().Type().Rank() != o.Op.NumOperands()-2 {
		return ir.Errorf(o.Op, "incorrect number of indices")
	}
	return nil
}

// Dim returns the extent of a tensor in one dimension.
//
//	%n = tensor.dim %t, %i : tensor<4x?xf32>
type Dim struct{ ir.Ref }

// Source returns the tensor, and Index returns the dimension.
func (o Dim) Source() *ir.Value { return o.Op.OperandAt(0) }
func (o Dim) Index() *ir.Value  { return o.Op.OperandAt(1) }

// Spec implements ir.View.
func (Dim) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.dim",
		Doc:      "The extent of one dimension.",
		Operands: []ir.Field{{Name: "source", Type: notScalar}, {Name: "index", Type: constraint.Index}},
		Results:  []ir.Field{{Name: "result", Type: constraint.Index}},
		Traits:   ir.NoSideEffect,
		Format:   "attr-dict $source `,` $index `:` type($source)",
	}
}

// NewDim inserts a Dim operation.
func NewDim(b *ir.Builder, t, i *ir.Value) Dim {
	return ir.Create[Dim](b, ir.Init{Operands: []*ir.Value{t, i}, Results: []ir.Type{ir.Index()}})
}

// ResultNames implements ir.Namer.
func (o Dim) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "dim") }

// Rank returns the number of dimensions of a tensor.
//
//	%r = tensor.rank %t : tensor<*xf32>
type Rank struct{ ir.Ref }

// Tensor returns the tensor.
func (o Rank) Tensor() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (Rank) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.rank",
		Doc:      "The number of dimensions.",
		Operands: []ir.Field{{Name: "tensor", Type: constraint.AnyTensor}},
		Results:  []ir.Field{{Name: "result", Type: constraint.Index}},
		Traits:   ir.Pure,
		Format:   "$tensor attr-dict `:` type($tensor)",
	}
}

// ResultNames implements ir.Namer.
func (o Rank) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "rank") }
