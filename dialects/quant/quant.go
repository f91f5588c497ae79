// Package quant is MLIR's quant dialect: quantized types, and conversions between quantized values,
// the floats that they represent, and the integers that store them.
package quant

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "quant",
		Doc:  "Quantized types, and conversions between quantized values, floats and the integers that store the values.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{ir.Decl[DequantizeCast](), ir.Decl[QuantizeCast](), ir.Decl[StorageCast]()}
		},
		Syntax: syntax{},
	}
}

// quantizedOf returns t, or the element type of a shaped t, and whether this type is quantized.
func quantizedOf(t ir.Type) (Quantized, bool) {
	q, ok := t.Elem().Data().(Quantized)
	return q, ok
}

// scalarOrTensor returns a constraint that accepts scalars and tensors whose scalar type or element
// type satisfies the function "accept".
func scalarOrTensor(text string, accept func(ir.Type) bool) ir.Constraint {
	return ir.Constraint{
		Text: "scalar or tensor of " + text,
		Accept: func(t ir.Type) bool {
			return accept(t.Elem()) && (!t.IsShaped() || constraint.IsTensor(t))
		},
	}
}

func isQuantized(t ir.Type) bool {
	_, ok := t.Data().(Quantized)
	return ok
}

var (
	floats     = scalarOrTensor("floating-point", ir.Type.IsFloat)
	quantized  = scalarOrTensor("quantized type", isQuantized)
	integers   = scalarOrTensor("signless integer", func(t ir.Type) bool { return t.IsInt(0) })
	intOrQuant = scalarOrTensor("signless integer or quantized type", func(t ir.Type) bool {
		return t.IsInt(0) || isQuantized(t)
	})
)

func cast(name, doc string, from, to ir.Constraint) ir.Spec {
	return ir.Spec{
		Name:     "quant." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "input", Type: from}},
		Results:  []ir.Field{{Name: "result", Type: to}},
		Traits:   ir.Pure,
		Format:   "$input attr-dict `:` type($input) `to` type($result)",
	}
}

// DequantizeCast converts quantized values to the floats that they represent.
//
//	%r = quant.dcast %q : !quant.uniform<i8:f32, 2.0> to f32
type DequantizeCast struct{ ir.Ref }

// Input returns the value that is converted.
func (o DequantizeCast) Input() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (DequantizeCast) Spec() ir.Spec {
	return cast("dcast", "Converts quantized values to the floats that they represent.", quantized, floats)
}

// Verify implements ir.Verifier.
func (o DequantizeCast) Verify() error {
	return verifyCast(o.Op, o.Input().Type(), o.Op.Result().Type())
}

// Fold folds dcast(qcast x) to x if the types are equal.
func (o DequantizeCast) Fold([]ir.Attr) (ir.Folded, bool) {
	in, ok := ir.Defining[QuantizeCast](o.Input())
	if !ok || in.Input().Type() != o.Op.Result().Type() {
		return nil, false
	}
	return ir.FoldTo(in.Input()), true
}

// QuantizeCast converts floats to quantized values.
//
//	%q = quant.qcast %f : f32 to !quant.uniform<i8:f32, 2.0>
type QuantizeCast struct{ ir.Ref }

// Input returns the value that is converted.
func (o QuantizeCast) Input() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (QuantizeCast) Spec() ir.Spec {
	return cast("qcast", "Converts floats to quantized values.", floats, quantized)
}

// Verify implements ir.Verifier.
func (o QuantizeCast) Verify() error {
	return verifyCast(o.Op, o.Op.Result().Type(), o.Input().Type())
}

// Fold folds qcast(dcast x) to x if the types are equal.
func (o QuantizeCast) Fold([]ir.Attr) (ir.Folded, bool) {
	in, ok := ir.Defining[DequantizeCast](o.Input())
	if !ok || in.Input().Type() != o.Op.Result().Type() {
		return nil, false
	}
	return ir.FoldTo(in.Input()), true
}

// StorageCast converts quantized values to the integers that store them, or the reverse.
//
//	%i = quant.scast %q : !quant.uniform<i8:f32, 2.0> to i8
type StorageCast struct{ ir.Ref }

// Input returns the value that is converted.
func (o StorageCast) Input() *ir.Value { return o.Op.OperandAt(0) }

// Spec implements ir.View.
func (StorageCast) Spec() ir.Spec {
	return cast("scast", "Converts quantized values to the integers that store them, or the reverse.", intOrQuant, intOrQuant)
}

// Verify implements ir.Verifier.
func (o StorageCast) Verify() error {
	in, out := o.Input().Type(), o.Op.Result().Type()
	if err := verifyShapes(o.Op, in, out); err != nil {
		return err
	}
	q, plain := in, out
	if integers.Accept(in) {
		q, plain = out, in
	}
	if !quantized.Accept(q) || !integers.Accept(plain) {
		return ir.Errorf(o.Op, "failed to verify that input must be integer and result must be quantized, or vice versa")
	}
	d, _ := quantizedOf(q)
	if d.StorageType() != plain.Elem() {
		return ir.ErrorAt(o.Op, "storage type in quantized type expected to match integer type").
			WithLabel("'" + d.StorageType().String() + "' and '" + plain.Elem().String() + "'")
	}
	return verifyParams(o.Op, d, q)
}

// Fold folds scast(scast x) to x if the types are equal.
func (o StorageCast) Fold([]ir.Attr) (ir.Folded, bool) {
	in, ok := ir.Defining[StorageCast](o.Input())
	if !ok || in.Input().Type() != o.Op.Result().Type() {
		return nil, false
	}
	return ir.FoldTo(in.Input()), true
}

func verifyShapes(op *ir.Op, in, out ir.Type) error {
	s, ranked1 := in.Shape()
	t, ranked2 := out.Shape()
	if in.IsShaped() == out.IsShaped() && ranked1 == ranked2 && slices.Equal(s, t) {
		return nil
	}
	return ir.Errorf(op, "failed to verify that input and result are both scalars or both tensors with matching shape")
}

// verifyCast checks a conversion between the quantized type q and the floating-point type float.
func verifyCast(op *ir.Op, q, float ir.Type) error {
	if err := verifyShapes(op, op.OperandAt(0).Type(), op.Result().Type()); err != nil {
		return err
	}
	d, _ := quantizedOf(q)
	if d.Expressed() != float.Elem() {
		return ir.ErrorAt(op, "expressed type in quantized type expected to match float type").
			WithLabel("'" + d.Expressed().String() + "' and '" + float.Elem().String() + "'")
	}
	return verifyParams(op, d, q)
}

// verifyParams checks that the quantization parameters of d fit the shape of t.
func verifyParams(op *ir.Op, d Quantized, t ir.Type) error {
	shape, ranked := t.Shape()
	switch d := d.(type) {
	case *PerAxisType:
		switch {
		case !t.IsShaped():
			return ir.ErrorAt(op, "scalar types may not use per-axis quantization")
		case !ranked:
		case d.Axis >= int64(len(shape)):
			return ir.ErrorAt(op, "quantized dimension must be less than tensor rank")
		case shape[d.Axis] != ir.Dynamic && shape[d.Axis] != int64(len(d.Params)):
			return ir.ErrorAt(op, "quantized dimension size does not match number of scales")
		}
	case *SubChannelType:
		switch {
		case !t.IsShaped():
			return ir.ErrorAt(op, "scalar types may not use sub-channel quantization")
		case !ranked:
			return ir.ErrorAt(op, "tensor containing the sub-channel quantized type must be ranked")
		}
		return d.verify(op, shape)
	}
	return nil
}

// verify checks that the blocks and the quantization parameters fit the shape of a tensor.
func (d *SubChannelType) verify(op *ir.Op, shape []int64) error {
	rank := int64(len(shape))
	sizes := slices.Clone(shape)
	for _, b := range d.Blocks {
		if b.Axis >= rank {
			return ir.ErrorAt(op, "quantized dimension %d must be less than tensor rank %d", b.Axis, rank)
		}
		if n := shape[b.Axis]; n != ir.Dynamic && n%b.Size != 0 {
			return ir.ErrorAt(op, "tensor dimension size %d at axis %d must be divisible by the corresponding block size %d", n, b.Axis, b.Size)
		}
		sizes[b.Axis] = b.Size
	}
	if len(d.Shape) != len(shape) {
		return ir.ErrorAt(op, "Rank of scales %d must match the rank of the tensor %d", len(d.Shape), rank)
	}
	for i, n := range shape {
		want := int64(1)
		switch n {
		case sizes[i]: // one block, or an axis without blocks, where n may be 0
		case ir.Dynamic:
			continue
		default:
			want = n / sizes[i]
		}
		if d.Shape[i] != want {
			return ir.ErrorAt(op, "dimension size %d of scales tensor at axis %d should match (tensor dimension at axis / block sizes at axis) = %d", want, i, want)
		}
	}
	return nil
}
