package elementary

import "github.com/lathe-ir/lathe/ir/tensor"

// Map returns the tensor f(t), computed elementwise. The elements must be floats or complex
// numbers. For float kinds other than f32 and f64, the elements are rounded to f32, f is computed
// in f32, and the result is rounded to the kind.
func (f Function) Map(t *tensor.Tensor) *tensor.Tensor {
	d := tensor.New(t.Kind, t.Shape...)
	switch t.Kind {
	case tensor.F32:
		mapTo(d, t, f.Float32)
	case tensor.F64:
		mapTo(d, t, f.Float64)
	case tensor.C64:
		mapTo(d, t, func(z complex64) complex64 { return complex64(f.Complex(complex128(z))) })
	case tensor.C128:
		mapTo(d, t, f.Complex)
	default:
		return tensor.Convert(f.Map(tensor.FromSlice(t.Shape, tensor.ToFloat32s(t))), t.Kind)
	}
	return d
}

func mapTo[T any](d, t *tensor.Tensor, f func(T) T) {
	out := tensor.Slice[T](d)
	for i, v := range tensor.Slice[T](t) {
		out[i] = f(v)
	}
}
