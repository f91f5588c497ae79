// Package linalg lowers StableHLO on tensors of static shape to linalg on tensors. Most operations
// become one linalg.generic. Results that consist of parts become tensor.insert_slice operations,
// and scatter, dynamic_update_slice and sort become loops.
package linalg

import (
	"math"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// isUnsigned reports whether integers of type t are read as unsigned. It returns true for i1.
func isUnsigned(t ir.Type) bool {
	d, ok := ir.TypeAs[*ir.IntType](t.Elem())
	return ok && (d.Sign == ir.Unsigned || d.Bits == 1)
}

func isBool(t ir.Type) bool { return t.Elem() == ir.I1() }

func isInt(t ir.Type) bool { return ir.IsType[*ir.IntType](t.Elem()) }

func isFloat(t ir.Type) bool { return t.Elem().IsFloat() }

// isHalf reports whether t is a half: f16, bf16 or a float of up to 8 bits. Arithmetic on halves is
// in f32.
func isHalf(t ir.Type) bool {
	k := t.Kind()
	return k == tensor.F16 || k == tensor.BF16 || isSmallFloat(t)
}

// isSmallFloat reports whether t is a float of up to 8 bits, which is stored as its bit pattern in
// i8.
func isSmallFloat(t ir.Type) bool { return isFloat(t) && bits(t) <= 8 }

// isSmallInt reports whether t is an integer of 2 or 4 bits. Such integers are stored in 8 bits.
// Signed integers are sign-extended.
func isSmallInt(t ir.Type) bool { return isInt(t) && (bits(t) == 2 || bits(t) == 4) }

func bits(t ir.Type) int { return t.Kind().Bits() }

// checkType returns the reason that values of type t cannot be lowered, or "" if they can.
func checkType(t ir.Type) string {
	d, ok := ir.TypeAs[*ir.TensorType](t)
	if !ok {
		return "type " + t.String() + " is not a ranked tensor"
	}
	if !t.HasStaticShape() {
		return "shape of " + t.String() + " is not static"
	}
	if tensor.NumElements(t.Dims()) == math.MaxInt {
		return t.String() + " has too many elements"
	}
	if !d.Encoding.IsNil() {
		return "type " + t.String() + " has an encoding, which kernels do not support"
	}
	if isSmallFloat(t) {
		return ""
	}
	switch t.Kind() {
	case tensor.I1, tensor.I2, tensor.I4, tensor.U2, tensor.U4, tensor.I8, tensor.I16, tensor.I32, tensor.I64, tensor.U8, tensor.U16, tensor.U32, tensor.U64,
		tensor.F16, tensor.BF16, tensor.F32, tensor.F64, tensor.C64, tensor.C128:
		return ""
	}
	return "element type " + d.Elem.String() + " is not supported by kernels"
}
