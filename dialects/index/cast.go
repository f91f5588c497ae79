package index

import "github.com/lathe-ir/lathe/ir"

var intOrIndex = ir.Constraint{
	Text:   "integer or index",
	Accept: func(t ir.Type) bool { return t.IsIndex() || ir.IsType[*ir.IntType](t) },
}

// cast returns the Spec of a conversion.
func cast(name, doc string) ir.Spec {
	return ir.Spec{
		Name:     "index." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "input", Type: intOrIndex}},
		Results:  []ir.Field{{Name: "output", Type: intOrIndex}},
		Traits:   ir.Pure,
		Format:   "$input attr-dict `:` type($input) `to` type($output)",
	}
}

func verifyCast(op *ir.Op) error {
	in, out := op.OperandAt(0).Type(), op.Result().Type()
	if in.IsIndex() == out.IsIndex() {
		return ir.Errorf(op, "operand type '%s' and result type '%s' are cast incompatible", in, out)
	}
	return nil
}

// CastS converts between index and integer types. A wider result is sign-extended.
//
//	%r = index.casts %a : index to i32
type CastS struct{ ir.Ref }

// Input and Output return the operand and the result.
func (o CastS) Input() *ir.Value  { return o.Op.OperandAt(0) }
func (o CastS) Output() *ir.Value { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (CastS) Spec() ir.Spec {
	return cast("casts", "Converts an index to an integer, or the reverse. A wider result is sign-extended.")
}

// Verify implements ir.Verifier.
func (o CastS) Verify() error { return verifyCast(o.Op) }

// Fold converts constants.
func (o CastS) Fold(c []ir.Attr) (ir.Folded, bool) { return foldCast(o.Op, c[0], true) }

// CastU converts between index and integer types. A wider result is zero-extended.
//
//	%r = index.castu %a : index to i32
type CastU struct{ ir.Ref }

// Input and Output return the operand and the result.
func (o CastU) Input() *ir.Value  { return o.Op.OperandAt(0) }
func (o CastU) Output() *ir.Value { return o.Op.ResultAt(0) }

// Spec implements ir.View.
func (CastU) Spec() ir.Spec {
	return cast("castu", "Converts an index to an integer, or the reverse. A wider result is zero-extended.")
}

// Verify implements ir.Verifier.
func (o CastU) Verify() error { return verifyCast(o.Op) }

// Fold converts constants.
func (o CastU) Fold(c []ir.Attr) (ir.Folded, bool) { return foldCast(o.Op, c[0], false) }

// foldCast folds a cast of a constant that fits into 64 bits. A cast from index folds only if the
// result has at most 64 bits, and is the same for a 32-bit and a 64-bit index.
func foldCast(op *ir.Op, c ir.Attr, signed bool) (ir.Folded, bool) {
	v, ok := c.Int()
	if !ok {
		return nil, false
	}
	to := op.Result().Type()
	if to.IsIndex() {
		if from, ok := ir.TypeAs[*ir.IntType](c.TypeOf()); ok && !signed && from.Bits < 64 {
			v &= 1<<from.Bits - 1
		}
		return ir.FoldConst(ir.NewInt(v, to)), true
	}
	bits := to.Data().(*ir.IntType).Bits
	if bits > 64 {
		return nil, false
	}
	half := int64(int32(v))
	if !signed {
		half = int64(uint32(v))
	}
	if bits > 32 && ir.NewInt(half, to) != ir.NewInt(v, to) {
		return nil, false
	}
	return ir.FoldConst(ir.NewInt(v, to)), true
}
