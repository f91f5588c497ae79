package tensor

import (
	"fmt"
	"unsafe"
)

// Element is a Go type that corresponds to an element kind.
type Element interface {
	bool | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 |
		float32 | float64 | complex64 | complex128
}

// Slice returns a view of t's elements as a slice of T. T must have the size of an element: float32
// or uint32 for f32, uint16 for bf16, int8 for i4, [2]uint64 or [16]byte for f80. Only i1 can be
// viewed as bool. The view shares t's Data. Slice panics if T does not fit.
func Slice[T any](t *Tensor) []T {
	var zero T
	if int(unsafe.Sizeof(zero)) != t.Kind.Size() {
		panic(fmt.Sprintf("tensor: BUG: elements of %s viewed as %T", typeString(t.Kind, t.Shape), zero))
	}
	if _, isBool := any(zero).(bool); isBool && t.Kind != I1 {
		panic(fmt.Sprintf("tensor: BUG: elements of %s viewed as bool", typeString(t.Kind, t.Shape)))
	}
	return view[T](t.Data)
}

// view returns b as a slice of T. It panics if b is not aligned for T.
func view[T any](b []byte) []T {
	if len(b) == 0 {
		return nil
	}
	var zero T
	p := unsafe.Pointer(&b[0])
	if uintptr(p)%unsafe.Alignof(zero) != 0 {
		panic(fmt.Sprintf("tensor: BUG: data is not aligned for %T", zero))
	}
	return unsafe.Slice((*T)(p), len(b)/int(unsafe.Sizeof(zero)))
}

// FromSlice copies data into a new tensor of the kind that corresponds to T.
func FromSlice[T Element](shape []int64, data []T) *Tensor {
	t := New(KindOf[T](), shape...)
	if n := t.NumElements(); n != len(data) {
		panic(fmt.Sprintf("tensor: BUG: %d elements for %s", len(data), typeString(t.Kind, shape)))
	}
	copy(Slice[T](t), data)
	return t
}

// KindOf returns the kind that corresponds to T: F32 for float32, I1 for bool.
func KindOf[T Element]() Kind {
	var zero T
	switch any(zero).(type) {
	case bool:
		return I1
	case int8:
		return I8
	case int16:
		return I16
	case int32:
		return I32
	case int64:
		return I64
	case uint8:
		return U8
	case uint16:
		return U16
	case uint32:
		return U32
	case uint64:
		return U64
	case float32:
		return F32
	case float64:
		return F64
	case complex64:
		return C64
	default:
		return C128
	}
}
