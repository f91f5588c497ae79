package kernelverify

import (
	"math/bits"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// isBuffer reports whether t is a memref with a static shape, the identity layout, the default
// memory space and an element type of kernels. The size of t must be at most mostBytes.
func isBuffer(t ir.Type) bool {
	d, ok := ir.TypeAs[*ir.MemRefType](t)
	return ok && d.Layout.IsNil() && d.Space.IsNil() && isElement(d.Elem) && bytesOf(t) >= 0
}

// isBuffer is like the function isBuffer, but if only bounds are checked, it accepts empty buffers of
// any shape, since no element of them can be accessed.
func (v *verifier) isBuffer(t ir.Type) bool {
	return isBuffer(t) || v.bounds && ir.IsType[*ir.MemRefType](t) && slices.Contains(t.Dims(), 0)
}

// wanted describes the requirement of isBuffer that type t does not meet.
func wanted(t ir.Type) string {
	if ir.IsType[*ir.MemRefType](t) && t.HasStaticShape() && isElement(t.Elem()) && bytesOf(t) < 0 {
		return "a buffer of at most 2^56 bytes"
	}
	return "a buffer of static shape and identity layout"
}

// isElement reports whether kernels can have scalars of type t.
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

// mostBytes is more than any machine can address, but small enough that sums of sizes fit 64 bits.
const mostBytes = 1 << 56

// bytesOf returns the size of a memref or tensor, or -1 if the shape is not static, the elements
// have no size, or the size exceeds mostBytes. For this limit, an empty dimension counts as 1, so
// that every product of dimensions fits 64 bits.
func bytesOf(t ir.Type) int64 {
	shape, _ := t.Shape()
	if !t.HasStaticShape() || t.Kind() == tensor.Invalid {
		return -1
	}
	most, size := uint64(t.Kind().Size()), int64(t.Kind().Size())
	for _, n := range shape {
		hi, lo := bits.Mul64(most, uint64(max(n, 1)))
		if hi != 0 || lo > mostBytes {
			return -1
		}
		most, size = lo, size*n
	}
	return size
}

// isFloat reports whether t is a float or a vector of floats.
func isFloat(t ir.Type) bool { return t.Elem().IsFloat() }

// lanesOf returns the length of a vector of rank 1, -1 for a vector of another rank, and 0 for
// other types.
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
