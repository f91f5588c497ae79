package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// foldLimit is how many elements a folded constant may have, unless it is a
// splat: constants are kept in the program.
const foldLimit = 4096

// known returns the value of a constant operand; nil if it is not constant.
func known(a ir.Attr) *ir.DenseElements {
	d, ok := ir.AttrAs[*ir.DenseElements](a)
	if !ok || d.Type.Kind() == tensor.Invalid {
		return nil
	}
	return d
}

// foldElementwise computes f on constants: once, where all of them are splats.
func foldElementwise(op *ir.Op, consts []ir.Attr, f func(in []interp.Value) ([]interp.Value, error)) (ir.Folded, bool) {
	t := op.ResultAt(0).Type()
	if !t.HasStaticShape() || t.Kind() == tensor.Invalid {
		return nil, false
	}
	ds, allSplat := make([]*ir.DenseElements, len(consts)), true
	for i, a := range consts {
		if ds[i] = known(a); ds[i] == nil {
			return nil, false
		}
		_, splat := ds[i].Splat()
		allSplat = allSplat && splat
	}
	shape, _ := t.Shape()
	if !allSplat && tensor.NumElements(shape) > foldLimit {
		return nil, false
	}
	in := make([]interp.Value, len(ds))
	for i, d := range ds {
		if one, ok := d.Splat(); allSplat && ok {
			in[i] = one
			continue
		}
		in[i] = d.Tensor()
	}
	out, err := f(in)
	if err != nil {
		return nil, false
	}
	v := out[0].(*tensor.Tensor)
	if op.Has(ir.CanonicalNaN) {
		v = tensor.WithCanonicalNaNs(v)
	}
	if allSplat {
		return ir.FoldConst(ir.NewSplat(t, v)), true
	}
	return ir.FoldConst(ir.NewDense(t, v)), true
}

// isSplat reports whether a constant consists of one number only. Zeros must have the given sign.
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

// foldBinary folds constants, and operands that change nothing: lhs op unit is
// lhs. A float's sum needs -0 for that, since 0 would change the sign of -0.
func foldBinary(op *ir.Op, consts []ir.Attr, code opcode) (ir.Folded, bool) {
	lhs, rhs := op.OperandAt(0), op.OperandAt(1)
	same := lhs.Type() == op.ResultAt(0).Type()
	unit := false
	switch code {
	case opAdd:
		unit = isSplat(consts[1], 0, true)
	case opSub, opShiftLeft, opShiftRight, opShiftRightLogical, opXor, opOr:
		unit = isSplat(consts[1], 0, false)
	case opMul, opDiv:
		unit = isSplat(consts[1], 1, false)
	case opAnd, opMax, opMin:
		unit = lhs == rhs
	}
	unit = unit || lhs == rhs && code == opOr
	if unit && same && lhs.Type().Kind() != tensor.I1 || unit && same && lhs == rhs {
		return ir.FoldTo(lhs), true
	}
	return foldElementwise(op, consts, func(in []interp.Value) ([]interp.Value, error) { return evalBinary(code, in) })
}

// foldMoved folds an operation that moves the elements of a constant.
func foldMoved(op *ir.Op, c ir.Attr, f func(t *tensor.Tensor) *tensor.Tensor) (ir.Folded, bool) {
	d, t := known(c), op.ResultAt(0).Type()
	if d == nil || !t.HasStaticShape() {
		return nil, false
	}
	if one, ok := d.Splat(); ok {
		return ir.FoldConst(ir.NewSplat(t, one)), true
	}
	shape, _ := t.Shape()
	if tensor.NumElements(shape) > foldLimit {
		return nil, false
	}
	return ir.FoldConst(ir.NewDense(t, f(d.Tensor()))), true
}

// Fold drops a reshape to the same shape, and reshapes constants.
func (o Reshape) Fold(c []ir.Attr) (ir.Folded, bool) {
	if o.Operand().Type() == o.Op.Result().Type() {
		return ir.FoldTo(o.Operand()), true
	}
	shape, _ := o.Op.Result().Type().Shape()
	return foldMoved(o.Op, c[0], func(t *tensor.Tensor) *tensor.Tensor { return t.Reshape(shape) })
}

// Fold drops a permutation that changes nothing, and transposes constants.
func (o Transpose) Fold(c []ir.Attr) (ir.Folded, bool) {
	perm := o.Permutation()
	if o.Operand().Type() == o.Op.Result().Type() && slices.IsSorted(perm) {
		return ir.FoldTo(o.Operand()), true
	}
	return foldMoved(o.Op, c[0], func(t *tensor.Tensor) *tensor.Tensor { return transposed(nil, t, perm) })
}

// Fold drops a broadcast to the same shape, and broadcasts constants.
func (o BroadcastInDim) Fold(c []ir.Attr) (ir.Folded, bool) {
	dims := o.BroadcastDimensions()
	if o.Operand().Type() == o.Op.Result().Type() && slices.IsSorted(dims) {
		return ir.FoldTo(o.Operand()), true
	}
	shape, _ := o.Op.Result().Type().Shape()
	return foldMoved(o.Op, c[0], func(t *tensor.Tensor) *tensor.Tensor { return broadcastInDim(nil, t, shape, dims) })
}

// Fold drops a slice of everything, and slices constants.
func (o Slice) Fold(c []ir.Attr) (ir.Folded, bool) {
	if o.Operand().Type() == o.Op.Result().Type() && o.Op.Result().Type().HasStaticShape() {
		return ir.FoldTo(o.Operand()), true
	}
	shape, _ := o.Op.Result().Type().Shape()
	return foldMoved(o.Op, c[0], func(t *tensor.Tensor) *tensor.Tensor { return sliced(nil, t, o.StartIndices(), shape, o.Strides()) })
}

// Fold reverses constants.
func (o Reverse) Fold(c []ir.Attr) (ir.Folded, bool) {
	if len(o.Dimensions()) == 0 {
		return ir.FoldTo(o.Operand()), true
	}
	return foldMoved(o.Op, c[0], func(t *tensor.Tensor) *tensor.Tensor { return reversed(nil, t, o.Dimensions()) })
}

// Fold drops the concatenation of one operand.
func (o Concatenate) Fold([]ir.Attr) (ir.Folded, bool) {
	if o.Op.NumOperands() == 1 && o.Op.OperandAt(0).Type() == o.Op.Result().Type() {
		return ir.FoldTo(o.Op.OperandAt(0)), true
	}
	return nil, false
}

// Fold drops a conversion to the same type, and converts constants.
func (o Convert) Fold(c []ir.Attr) (ir.Folded, bool) {
	if o.Operand().Type() == o.Op.Result().Type() {
		return ir.FoldTo(o.Operand()), true
	}
	return foldElementwise(o.Op, c, func(in []interp.Value) ([]interp.Value, error) { return o.Eval(nil, in) })
}

// Fold chooses where the condition is constant, or does not matter.
func (o Select) Fold(c []ir.Attr) (ir.Folded, bool) {
	t := o.Op.Result().Type()
	if o.OnTrue() == o.OnFalse() && o.OnTrue().Type() == t {
		return ir.FoldTo(o.OnTrue()), true
	}
	if d := known(c[0]); d != nil {
		if one, ok := d.Splat(); ok {
			v := o.OnFalse()
			if one.Data[0] != 0 {
				v = o.OnTrue()
			}
			if v.Type() == t {
				return ir.FoldTo(v), true
			}
		}
	}
	return nil, false
}

// Fold compares constants.
func (o Compare) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldElementwise(o.Op, c, func(in []interp.Value) ([]interp.Value, error) { return o.Eval(nil, in) })
}

// Fold negates constants.
func (o Negate) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldElementwise(o.Op, c, evalNegate)
}

// Fold inverts constants.
func (o Not) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldElementwise(o.Op, c, func(in []interp.Value) ([]interp.Value, error) { return o.Eval(nil, in) })
}

// Fold takes a static extent.
func (o GetDimensionSize) Fold([]ir.Attr) (ir.Folded, bool) {
	shape, _ := o.Operand().Type().Shape()
	if d := o.Dimension(); d < int64(len(shape)) && shape[d] != ir.Dynamic {
		return ir.FoldConst(ir.NewDense(o.Op.Result().Type(), tensor.FromSlice(nil, []int32{int32(shape[d])}))), true
	}
	return nil, false
}

// Fold takes an element of a tuple that is made here.
func (o GetTupleElement) Fold([]ir.Attr) (ir.Folded, bool) {
	if t, ok := ir.Defining[Tuple](o.Operand()); ok && o.Index() < int64(t.Op.NumOperands()) {
		return ir.FoldTo(t.Op.OperandAt(int(o.Index()))), true
	}
	return nil, false
}

// Fold computes constants, and drops an operand that changes nothing.
func (o Add) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opAdd) }

// Fold computes constants, and drops an operand that changes nothing.
func (o Divide) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opDiv) }

// Fold computes constants, and drops an operand that changes nothing.
func (o Maximum) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opMax) }

// Fold computes constants, and drops an operand that changes nothing.
func (o Minimum) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opMin) }

// Fold computes constants, and drops an operand that changes nothing.
func (o Multiply) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opMul) }

// Fold computes constants, and drops an operand that changes nothing.
func (o Remainder) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opRem) }

// Fold computes constants, and drops an operand that changes nothing.
func (o ShiftLeft) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opShiftLeft) }

// Fold computes constants, and drops an operand that changes nothing.
func (o ShiftRightArithmetic) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldBinary(o.Op, c, opShiftRight)
}

// Fold computes constants, and drops an operand that changes nothing.
func (o ShiftRightLogical) Fold(c []ir.Attr) (ir.Folded, bool) {
	return foldBinary(o.Op, c, opShiftRightLogical)
}

// Fold computes constants, and drops an operand that changes nothing.
func (o Subtract) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opSub) }

// Fold computes constants, and drops an operand that changes nothing.
func (o And) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opAnd) }

// Fold computes constants, and drops an operand that changes nothing.
func (o Or) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opOr) }

// Fold computes constants, and drops an operand that changes nothing.
func (o Xor) Fold(c []ir.Attr) (ir.Folded, bool) { return foldBinary(o.Op, c, opXor) }
