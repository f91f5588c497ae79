package tensor

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Gather returns slices of a tensor. Each vector along the last dimension of another tensor is the
// position of a slice.
//
//	%r = tensor.gather %t[%pos] gather_dims([0]) unique : (tensor<4x4xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4xf32>
type Gather struct{ ir.Ref }

// Source returns the tensor, and Indices returns the positions.
func (o Gather) Source() *ir.Value  { return o.Op.OperandAt(0) }
func (o Gather) Indices() *ir.Value { return o.Op.OperandAt(1) }

// GatherDims returns the dimensions that the positions index. Unique reports whether the positions
// are declared distinct.
func (o Gather) GatherDims() []int64 {
	v, _ := o.Op.AttrAt(0).Ints()
	return v
}
func (o Gather) Unique() bool { return !o.Op.AttrAt(1).IsNil() }

// Spec implements ir.View.
func (Gather) Spec() ir.Spec {
	return ir.Spec{
		Name:     "tensor.gather",
		Doc:      "Slices of a tensor. Each vector along the last dimension of another tensor is the position of a slice.",
		Operands: []ir.Field{{Name: "source", Type: constraint.RankedTensor}, {Name: "indices", Type: positions}},
		Results:  []ir.Field{{Name: "result", Type: constraint.RankedTensor}},
		Attrs: []ir.AttrField{
			{Name: "gather_dims", Type: constraint.I64s, Doc: "The dimensions that the positions index."},
			{Name: "unique", Type: constraint.Unit, Optional: true, Doc: "The positions are distinct."},
		},
		Traits: ir.Pure,
		Format: "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict `:` functional-type(operands, results)",
	}
}

// ResultNames implements ir.Namer.
func (o Gather) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "gather") }

// Verify implements ir.Verifier.
func (o Gather) Verify() error {
	from := o.Source().Type()
	dims := o.GatherDims()
	if err := verifyDims(o.Op, dims, o.Indices().Type(), from.Rank(), "gather", "source"); err != nil {
		return err
	}
	return verifySlices(o.Op, dims, from, o.Indices().Type(), o.Op.Result().Type(), "result")
}

// verifyDims checks gather_dims or scatter_dims. They must be increasing dimensions of a tensor of
// rank n, one per index of a position. "what" is "gather" or "scatter", and "of" is the name of the
// tensor in errors.
func verifyDims(op *ir.Op, dims []int64, positions ir.Type, n int, what, of string) error {
	if len(dims) == 0 {
		return ir.Errorf(op, "%s_dims must be non-empty", what)
	}
	if len(dims) > n {
		return ir.Errorf(op, "%s_dims overflow %s rank", what, of)
	}
	shape, _ := positions.Shape()
	if len(shape) == 0 || shape[len(shape)-1] != int64(len(dims)) {
		return ir.Errorf(op, "%s_dims length must match the size of last dimension of indices", what)
	}
	for i, d := range dims {
		switch {
		case d < 0:
			return ir.Errorf(op, "%s_dims value must be non-negative", what)
		case int(d) >= n:
			return ir.Errorf(op, "%s_dims value must be smaller than %s rank", what, of)
		case i > 0 && dims[i-1] >= d:
			return ir.Errorf(op, "%s_dims values must be strictly increasing", what)
		}
	}
	return nil
}

// verifySlices checks the type of the slices at the given positions of a tensor of type t. The
// dimensions dims are absent, or have extent 1. "what" is the name of the slices in errors.
func verifySlices(op *ir.Op, dims []int64, t, positions, slices ir.Type, what string) error {
	lead, _ := positions.Shape()
	shape, _ := t.Shape()
	full := append([]int64(nil), lead[:len(lead)-1]...)
	reduced := append([]int64(nil), full...)
	at := 0
	for i, n := range shape {
		if at < len(dims) && dims[at] == int64(i) {
			at++
			full = append(full, 1)
			continue
		}
		full, reduced = append(full, n), append(reduced, n)
	}
	a, b := ir.Tensor(t.Elem(), full...), ir.Tensor(t.Elem(), reduced...)
	if slices != a && slices != b {
		return ir.Errorf(op, "%s type mismatch: expected '%s' or its rank-reduced variant '%s' (got: '%s')", what, a, b, slices)
	}
	return nil
}

// Scatter returns a copy of a tensor in which slices are replaced. Each vector along the last
// dimension of another tensor is the position of a slice.
//
//	%r = tensor.scatter %s into %t[%pos] scatter_dims([0]) unique : (tensor<1x2x4xf32>, tensor<4x4xf32>, tensor<1x2x1xindex>) -> tensor<4x4xf32>
type Scatter struct{ ir.Ref }

// Source returns the new slices, Dest returns the tensor, and Indices returns the positions.
func (o Scatter) Source() *ir.Value  { return o.Op.OperandAt(0) }
func (o Scatter) Dest() *ir.Value    { return o.Op.OperandAt(1) }
func (o Scatter) Indices() *ir.Value { return o.Op.OperandAt(2) }

// ScatterDims returns the dimensions that the positions index. Unique reports whether the positions
// are declared distinct.
func (o Scatter) ScatterDims() []int64 {
	v, _ := o.Op.AttrAt(0).Ints()
	return v
}
func (o Scatter) Unique() bool { return !o.Op.AttrAt(1).IsNil() }

// Spec implements ir.View.
func (Scatter) Spec() ir.Spec {
	return ir.Spec{
		Name: "tensor.scatter",
		Doc:  "A copy of a tensor in which slices are replaced. Each vector along the last dimension of another tensor is the position of a slice.",
		Operands: []ir.Field{
			{Name: "source", Type: constraint.RankedTensor}, {Name: "dest", Type: constraint.RankedTensor}, {Name: "indices", Type: positions},
		},
		Results: []ir.Field{{Name: "result", Type: constraint.RankedTensor}},
		Attrs: []ir.AttrField{
			{Name: "scatter_dims", Type: constraint.I64s, Doc: "The dimensions that the positions index."},
			{Name: "unique", Type: constraint.Unit, Optional: true, Doc: "The positions are distinct."},
		},
		Traits: ir.Pure,
		Format: "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? attr-dict `:` functional-type(operands, results)",
	}
}

// ResultNames implements ir.Namer.
func (o Scatter) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "scatter") }

// Verify implements ir.Verifier.
func (o Scatter) Verify() error {
	to := o.Dest().Type()
	dims := o.ScatterDims()
	if err := verifyDims(o.Op, dims, o.Indices().Type(), to.Rank(), "scatter", "dest"); err != nil {
		return err
	}
	if !o.Unique() {
		return ir.Errorf(o.Op, "requires 'unique' attribute to be set")
	}
	return verifySlices(o.Op, dims, to, o.Indices().Type(), o.Source().Type(), "source")
}
