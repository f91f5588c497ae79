package kernelverify

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// isBuffer reports whether t is a memref of static shape, the identity layout, the
// default memory and an element that kernels know.
func isBuffer(t ir.Type) bool {
	d, ok := ir.TypeAs[*ir.MemRefType](t)
	return ok && t.HasStaticShape() && d.Layout.IsNil() && d.Space.IsNil() && isElement(d.Elem)
}

// isElement reports whether t is the type of a scalar of kernels.
func isElement(t ir.Type) bool {
	if d, ok := ir.TypeAs[*ir.IntType](t); ok && d.Sign != ir.Signless {
		return false
	}
	if t.IsShaped() {
		return false
	}
	switch t.Kind() {
	case tensor.I1, tensor.I8, tensor.I16, tensor.I32, tensor.I64, tensor.Index,
		tensor.F16, tensor.BF16, tensor.F32, tensor.F64, tensor.C64, tensor.C128:
		return true
	}
	return false
}

// bytesOf is the size of a buffer.
func bytesOf(t ir.Type) int64 {
	shape, _ := t.Shape()
	return int64(tensor.NumElements(shape) * t.Kind().Size())
}

// isFloat reports whether t is a float or a vector of them.
func isFloat(t ir.Type) bool { return t.Elem().IsFloat() }

// lanesOf is the length of a vector; 0: t is none.
func lanesOf(t ir.Type) int64 {
	if !isVector(t) {
		return 0
	}
	shape, _ := t.Shape()
	if len(shape) != 1 {
		return -1
	}
	return shape[0]
}
