package arith

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// width returns the width in bits of an integer or float type, and 0 for other types.
func width(t ir.Type) int {
	switch d := t.Data().(type) {
	case *ir.IntType:
		return d.Bits
	case *ir.FloatType:
		return d.Kind.Bits()
	}
	return 0
}

// verifyWidths checks a conversion. If wider is true, the result must be wider than the operand.
// Otherwise the result must be narrower.
func verifyWidths(op *ir.Op, wider bool) error {
	from, to := width(op.OperandAt(0).Type().Elem()), width(op.ResultAt(0).Type().Elem())
	return verifyCast(op, from < to && wider || from > to && !wider)
}

// verifyCast checks that the operand and the result are both scalars, or both tensors, memrefs or
// vectors of compatible shapes. It also returns an error if the parameter "ok" is false.
func verifyCast(op *ir.Op, ok bool) error {
	from, to := op.OperandAt(0).Type(), op.ResultAt(0).Type()
	if ok && from.WithElem(ir.I1()) == to.WithElem(ir.I1()) || ok && sameContainer(from, to) {
		return nil
	}
	return ir.Errorf(op, "operand type '%s' and result type '%s' are cast incompatible", from, to)
}

// verifyDims checks that the tensor types of operand and result have equal extents.
func verifyDims(op *ir.Op) error {
	if !sameDims(op.OperandAt(0).Type(), op.ResultAt(0).Type()) {
		return ir.Errorf(op, "failed to verify that input and output have the same tensor dimensions")
	}
	return nil
}

// sameDims reports whether two ranked tensor types have equal extents; dynamic extents are equal
// only to each other. If only one of t and u is a ranked tensor type, sameDims reports whether this
// type has rank 0. If neither is, sameDims returns true.
func sameDims(t, u ir.Type) bool {
	a, ok1 := ir.TypeAs[*ir.TensorType](t)
	b, ok2 := ir.TypeAs[*ir.TensorType](u)
	if !ok1 || !ok2 {
		return ok1 == ok2 || ok1 && len(a.Shape) == 0 || ok2 && len(b.Shape) == 0
	}
	return slices.Equal(a.Shape, b.Shape)
}

// sameContainer reports whether t and u are both tensors, both memrefs or both vectors, and have
// compatible shapes. Vectors must have equal shapes, and ranked tensors must have equal encodings.
// If t is a ranked tensor, u must be ranked too.
func sameContainer(t, u ir.Type) bool {
	if !ir.CompatibleShapes(t, u) {
		return false
	}
	switch a := t.Data().(type) {
	case *ir.VectorType:
		_, ok := u.Data().(*ir.VectorType)
		return ok && t.WithElem(ir.I1()) == u.WithElem(ir.I1())
	case *ir.TensorType:
		b, ok := u.Data().(*ir.TensorType)
		return ok && a.Encoding == b.Encoding
	}
	return constraint.IsTensor(t) && constraint.IsTensor(u) || constraint.IsMemRef(t) && constraint.IsMemRef(u)
}

// Verify implements ir.Verifier.
func (o ExtSI) Verify() error { return verifyWidths(o.Op, true) }

// Verify implements ir.Verifier.
func (o ExtUI) Verify() error { return verifyWidths(o.Op, true) }

// Verify implements ir.Verifier.
func (o ExtF) Verify() error { return verifyWidths(o.Op, true) }

// Verify implements ir.Verifier.
func (o ScalingExtF) Verify() error { return verifyScaling(o.Op, o.Scale().Type(), true) }

// Verify implements ir.Verifier.
func (o TruncI) Verify() error { return verifyWidths(o.Op, false) }

// Verify implements ir.Verifier.
func (o TruncF) Verify() error { return verifyWidths(o.Op, false) }

// Verify implements ir.Verifier.
func (o ScalingTruncF) Verify() error { return verifyScaling(o.Op, o.Scale().Type(), false) }

func verifyScaling(op *ir.Op, scale ir.Type, wider bool) error {
	if verifyWidths(op, wider) == nil {
		return nil
	}
	return ir.Errorf(op, "operand types '%s', '%s' and result type '%s' are cast incompatible", op.OperandAt(0).Type(), scale, op.ResultAt(0).Type())
}

// Verify implements ir.Verifier.
func (o SIToFP) Verify() error { return verifyCast(o.Op, true) }

// Verify implements ir.Verifier.
func (o UIToFP) Verify() error { return verifyCast(o.Op, true) }

// Verify implements ir.Verifier.
func (o FPToSI) Verify() error { return verifyCast(o.Op, true) }

// Verify implements ir.Verifier.
func (o FPToUI) Verify() error { return verifyCast(o.Op, true) }

// Verify implements ir.Verifier.
func (o IndexCast) Verify() error { return verifyCast(o.Op, oneIndex(o.Op)) }

// Verify implements ir.Verifier.
func (o IndexCastUI) Verify() error { return verifyCast(o.Op, oneIndex(o.Op)) }

// oneIndex reports whether exactly one of the operand and the result has element type index.
func oneIndex(op *ir.Op) bool {
	return op.OperandAt(0).Type().Elem().IsIndex() != op.ResultAt(0).Type().Elem().IsIndex()
}

// Verify implements ir.Verifier.
func (o Bitcast) Verify() error {
	return verifyCast(o.Op, width(o.In().Type().Elem()) == width(o.Out().Type().Elem()))
}

// VerifyTypes implements ir.TypeVerifier.
func (o ExtSI) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o ExtUI) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o ExtF) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o TruncI) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o TruncF) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o ScalingExtF) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o ScalingTruncF) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o SIToFP) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o UIToFP) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o FPToSI) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o FPToUI) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o IndexCast) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o IndexCastUI) VerifyTypes() error { return verifyDims(o.Op) }

// VerifyTypes implements ir.TypeVerifier.
func (o Bitcast) VerifyTypes() error { return verifyDims(o.Op) }
