package gomlx

import (
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// kindOf returns the tensor kind for d. It returns Invalid if the backend does not support d.
func kindOf(d dtypes.DType) tensor.Kind {
	switch d {
	case dtypes.Bool:
		return tensor.I1
	case dtypes.Int8:
		return tensor.I8
	case dtypes.Int16:
		return tensor.I16
	case dtypes.Int32:
		return tensor.I32
	case dtypes.Int64:
		return tensor.I64
	case dtypes.Uint8:
		return tensor.U8
	case dtypes.Uint16:
		return tensor.U16
	case dtypes.Uint32:
		return tensor.U32
	case dtypes.Uint64:
		return tensor.U64
	case dtypes.Float16:
		return tensor.F16
	case dtypes.BFloat16:
		return tensor.BF16
	case dtypes.Float32:
		return tensor.F32
	case dtypes.Float64:
		return tensor.F64
	case dtypes.Complex64:
		return tensor.C64
	case dtypes.Complex128:
		return tensor.C128
	}
	return tensor.Invalid
}

// supported lists the element types that the backend supports.
func supported() []dtypes.DType {
	var ds []dtypes.DType
	for _, d := range dtypes.DTypeValues() {
		if kindOf(d) != tensor.Invalid {
			ds = append(ds, d)
		}
	}
	return ds
}

// checkShape returns an error unless the backend supports tensors of shape s.
func checkShape(s shapes.Shape) error {
	if !s.Ok() || s.IsTuple() || kindOf(s.DType) == tensor.Invalid {
		return fmt.Errorf("tensors of shape %s are not supported", s)
	}
	for i, n := range s.Dimensions {
		if n < 0 {
			return fmt.Errorf("expected axis %d of shape %s to have a size of at least 0, but got %d", i, s, n)
		}
	}
	return nil
}

// shapeWith returns the shape with elements of type d and the given dimensions, or an error if the
// backend does not support this shape. GoMLX's shapes.Make panics if a dimension is negative.
func shapeWith(d dtypes.DType, dims ...int) (shapes.Shape, error) {
	s := shapes.Shape{DType: d, Dimensions: slices.Clone(dims)}
	return s, checkShape(s)
}

// typeOf returns the tensor type for s. checkShape must accept s.
func typeOf(s shapes.Shape) ir.Type {
	return ir.Tensor(ir.KindType(kindOf(s.DType)), wide(s.Dimensions)...)
}

// shapeOf returns the shape of values of the static type t, whose elements have type d.
func shapeOf(d dtypes.DType, t ir.Type) shapes.Shape {
	dims, _ := t.Shape()
	s := shapes.Shape{DType: d, Dimensions: make([]int, len(dims))}
	for i, n := range dims {
		s.Dimensions[i] = int(n)
	}
	return s
}

// wide converts a list of integers, such as dimensions or axes, to int64.
func wide(v []int) []int64 {
	w := make([]int64, len(v))
	for i, n := range v {
		w[i] = int64(n)
	}
	return w
}

// wideOrNil is like wide, but returns nil for an empty list. nil means the default.
func wideOrNil(v []int) []int64 {
	if len(v) == 0 {
		return nil
	}
	return wide(v)
}

// axisOf checks axis and returns it as a nonnegative number. A negative axis counts from the end.
func axisOf(axis, rank int) (int, error) {
	if axis < -rank || axis >= rank {
		return 0, fmt.Errorf("axis %d is out of range for rank %d", axis, rank)
	}
	if axis < 0 {
		axis += rank
	}
	return axis, nil
}

// upTo lists the numbers from 0 to n-1, which are the axes of a tensor of rank n.
func upTo(n int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = i
	}
	return v
}
