package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// foldLimit is the largest number of elements of a folded constant that is not a splat. The limit
// keeps programs small, because a program contains its constants.
const foldLimit = 4096

// known(a) returns the value of a constant operand. It returns nil if the operand is not constant,
// or if a tensor.Tensor cannot represent the value.
func known(a ir.Attr) *ir.DenseElements {
	a, _ = ir.WithElements(a)
	d, ok := ir.AttrAs[*ir.DenseElements](a)
	if !ok || d.Type.Kind() == tensor.Invalid {
		return nil
	}
	return d
}

// Evaluate computes the only result of op from consts, the values of the operands. It reports false
// if an operand is not constant, or if op has no operands or cannot be evaluated. It also reports
// false if the result is not a splat and has more than limit elements.
func Evaluate(op *ir.Op, consts []ir.Attr, limit int) (ir.Attr, bool) {
	t := op.ResultAt(0).Type()
	e, ok := ir.Cast[interp.Evaler](op)
	if !ok || len(consts) == 0 || op.NumResults() != 1 || !t.HasStaticShape() || t.Kind() == tensor.Invalid {
		return ir.Attr{}, false
	}
	in, splat := make([]interp.Value, len(consts)), true
	for i, a := range consts {
		d := known(a)
		if d == nil {
			return ir.Attr{}, false
		}
		one, ok := d.Splat()
		splat = splat && ok
		in[i] = one
	}
	switch {
	case splat && movesElements(op):
		return ir.NewSplat(t, in[0].(*tensor.Tensor)), true
	case splat && PerElement(op):
		v, ok := evaluated(e, op, in)
		if !ok {
			return ir.Attr{}, false
		}
		return ir.NewSplat(t, v), true
	case t.NumElements() > limit:
		return ir.Attr{}, false
	}
	for i, a := range consts {
		in[i] = known(a).Tensor()
	}
	v, ok := evaluated(e, op, in)
	if shape, _ := t.Shape(); !ok || v.Kind != t.Kind() || !slices.Equal(v.Shape, shape) {
		return ir.Attr{}, false
	}
	return ir.NewDense(t, v), true
}

// evaluated runs op without a context.
func evaluated(e interp.Evaler, op *ir.Op, in []interp.Value) (*tensor.Tensor, bool) {
	out, err := e.Eval(nil, in)
	if err != nil || len(out) != 1 {
		return nil, false
	}
	v, ok := out[0].(*tensor.Tensor)
	if ok && op.Has(ir.CanonicalNaN) {
		v = tensor.WithCanonicalNaNs(v)
	}
	return v, ok
}

// PerElement reports whether op computes each element of its result from the elements of the
// operands at the same position.
func PerElement(op *ir.Op) bool {
	return op.Has(ir.Elementwise) || ir.Is[Select](op) || ir.Is[Clamp](op)
}

// movesElements reports whether each element of op's result is an element of the first operand.
func movesElements(op *ir.Op) bool {
	switch op.View().(type) {
	case Reshape, Transpose, BroadcastInDim, Slice, Reverse:
		return true
	}
	return false
}

// fold folds op to the value that [Identity] returns, or to a constant if all operands are
// constant.
func fold(op *ir.Op, consts []ir.Attr) (ir.Folded, bool) {
	if v := Identity(op, consts); v != nil {
		return ir.FoldTo(v), true
	}
	if a, ok := Evaluate(op, consts, foldLimit); ok {
		return ir.FoldConst(a), true
	}
	return nil, false
}

// isSplat reports whether all elements of a constant are equal to the number want. If want is 0,
// floats must be -0 if negative is set, and +0 otherwise. isSplat returns false for complex
// numbers.
func isSplat(a ir.Attr, want float64, negative bool) bool {
	d := known(a)
	if d == nil {
		return false
	}
	one, ok := d.Splat()
	if !ok || one.Kind.IsComplex() {
		return false
	}
	if one.Kind.IsInt() {
		return one.Int(0) == int64(want)
	}
	if want == 0 && one.Kind.IsFloat() {
		sign := one.Bits(0)>>(one.Kind.Bits()-1) != 0
		return one.Float(0) == 0 && sign == negative
	}
	return one.Float(0) == want
}

// Identity returns an existing value that equals the result of op in each bit, except for the bits
// of NaNs. It returns nil if no such value is known. consts has the values of the constant
// operands.
func Identity(op *ir.Op, consts []ir.Attr) *ir.Value {
	v := identity(op, consts)
	if v == nil || v.Type() != op.ResultAt(0).Type() {
		return nil
	}
	return v
}

// identity is like Identity, but the type of the value may differ from that of the result.
func identity(op *ir.Op, c []ir.Attr) *ir.Value {
	switch o := op.View().(type) {
	case Reshape:
		return o.Operand()
	case Convert:
		return o.Operand()
	case Transpose:
		return valueIf(slices.IsSorted(o.Permutation()), o.Operand())
	case BroadcastInDim:
		return valueIf(slices.IsSorted(o.BroadcastDimensions()), o.Operand())
	case Slice:
		return valueIf(op.Result().Type().HasStaticShape(), o.Operand())
	case Reverse:
		return valueIf(len(o.Dimensions()) == 0, o.Operand())
	case Concatenate:
		return valueIf(op.NumOperands() == 1, op.OperandAt(0))
	case Select:
		return o.chosen(c[0])
	case GetTupleElement:
		if t, ok := ir.Defining[Tuple](o.Operand()); ok && o.Index() < int64(t.Op.NumOperands()) {
			return t.Op.OperandAt(int(o.Index()))
		}
	}
	if op.NumOperands() == 2 && unit(op, c) {
		return op.OperandAt(0)
	}
	return nil
}

func valueIf(holds bool, v *ir.Value) *ir.Value {
	if !holds {
		return nil
	}
	return v
}

// chosen returns the operand from which all elements of the result are taken, or nil if this
// operand is not known. pred is the value of the condition if it is constant.
func (o Select) chosen(pred ir.Attr) *ir.Value {
	if o.OnTrue() == o.OnFalse() {
		return o.OnTrue()
	}
	d := known(pred)
	if d == nil {
		return nil
	}
	one, ok := d.Splat()
	switch {
	case !ok:
		return nil
	case one.Data[0] != 0:
		return o.OnTrue()
	}
	return o.OnFalse()
}

// unit reports whether the result of op is known to equal the first operand. In a sum of floats,
// the second operand must be -0, because -0 + 0 is 0.
func unit(op *ir.Op, c []ir.Attr) bool {
	lhs, rhs := op.OperandAt(0), op.OperandAt(1)
	switch op.View().(type) {
	case And, Maximum, Minimum:
		return lhs == rhs
	case Or:
		if lhs == rhs {
			return true
		}
	}
	if lhs.Type().Kind() == tensor.I1 {
		return false
	}
	switch op.View().(type) {
	case Add:
		return isSplat(c[1], 0, true)
	case Subtract, ShiftLeft, ShiftRightArithmetic, ShiftRightLogical, Xor, Or:
		return isSplat(c[1], 0, false)
	case Multiply, Divide:
		return isSplat(c[1], 1, false)
	}
	return false
}

// Fold returns the extent if it is static.
func (o GetDimensionSize) Fold([]ir.Attr) (ir.Folded, bool) {
	shape, _ := o.Operand().Type().Shape()
	if d := o.Dimension(); d < int64(len(shape)) && shape[d] != ir.Dynamic {
		return ir.FoldConst(ir.NewDense(o.Op.Result().Type(), tensor.FromSlice(nil, []int32{int32(shape[d])}))), true
	}
	return nil, false
}

// The following operations fold as the function fold describes.

// Fold implements ir.Folder.
func (o Add) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o And) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o BroadcastInDim) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Clamp) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Compare) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Concatenate) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Convert) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Divide) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o GetTupleElement) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Maximum) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Minimum) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Multiply) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Negate) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Not) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Or) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Remainder) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Reshape) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Reverse) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Select) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o ShiftLeft) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o ShiftRightArithmetic) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o ShiftRightLogical) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Slice) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Subtract) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Transpose) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }

// Fold implements ir.Folder.
func (o Xor) Fold(c []ir.Attr) (ir.Folded, bool) { return fold(o.Op, c) }
