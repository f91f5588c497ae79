package stablehlo

import (
	"github.com/lathe-ir/lathe/ir"
)

// compatible reports whether values of the types may be the same at run time:
// equal element types, and shapes that differ in unknown dimensions only.
func compatible(a, b ir.Type) bool {
	if a == b {
		return true
	}
	x, ok1 := ir.TypeAs[*ir.TensorType](a)
	y, ok2 := ir.TypeAs[*ir.TensorType](b)
	if !ok1 || !ok2 {
		return false
	}
	return sameElem(x.Elem, y.Elem) && compatibleShapes(x.Shape, y.Shape)
}

// sameElem compares element types; a quantized type goes with the type that it
// stands for, which the verifier of quantized programs checks.
func sameElem(a, b ir.Type) bool { return a == b || isQuantized(a) || isQuantized(b) }

func compatibleShapes(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !compatibleDim(a[i], b[i]) {
			return false
		}
	}
	return true
}

func compatibleDim(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }

// checkCompatible demands that all operands and results may have one type.
func checkCompatible(op *ir.Op) error {
	first := op.ResultAt(0).Type()
	for v := range op.Operands() {
		if !compatible(v.Type(), first) {
			return ir.Errorf(op, "requires compatible types for all operands and results").
				WithLabel("an operand is '" + v.Type().String() + "', the result is '" + first.String() + "'")
		}
	}
	return nil
}
