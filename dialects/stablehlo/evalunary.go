package stablehlo

import (
	"math"

	"github.com/lathe-ir/lathe/ir/elementary"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// function is an elementwise function of floats (real) and complex numbers (cplx). cplx is nil if
// the function is not defined for complex numbers.
type function struct {
	real func(float64) float64
	cplx func(complex128) complex128
}

// evalFunction applies f to each element. It computes in f64 or complex128, and rounds to the kind
// of the element. For floats narrower than f32, it first rounds to f32.
func evalFunction(f function, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	return interp.One(mapFunction(f, ts[0]))
}

func mapFunction(f function, t *tensor.Tensor) *tensor.Tensor {
	if narrowFloat(t.Kind) {
		return tensor.Convert(mapFunction(f, widen(t)), t.Kind)
	}
	d := tensor.New(t.Kind, t.Shape...)
	switch t.Kind {
	case tensor.F32:
		mapReal(f.real, slice[float32](d), slice[float32](t))
	case tensor.F64:
		mapReal(f.real, slice[float64](d), slice[float64](t))
	case tensor.C64:
		mapComplex(f.cplx, slice[complex64](d), slice[complex64](t))
	case tensor.C128:
		mapComplex(f.cplx, slice[complex128](d), slice[complex128](t))
	default:
		panic("stablehlo: BUG: function of " + t.Kind.String())
	}
	return d
}

func mapReal[T anyReal](f func(float64) float64, d, a []T) {
	for i, v := range a {
		d[i] = T(f(float64(v)))
	}
}

func mapComplex[T complex64 | complex128](f func(complex128) complex128, d, a []T) {
	for i, v := range a {
		d[i] = T(f(complex128(v)))
	}
}

func evalElementary(f elementary.Function, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	return interp.One(f.Map(ts[0]))
}

// evalLogistic computes 1/(1+e⁻ˣ). If the real part of x is negative, it uses eˣ/(1+eˣ), because
// e⁻ˣ may overflow. For floats, evalLogistic rounds after each operation, as generated code does.
func evalLogistic(in []interp.Value) ([]interp.Value, error) {
	t, ok := in[0].(*tensor.Tensor)
	if ok && t.Kind == tensor.F64 {
		return evalFunction(function{real: func(x float64) float64 {
			return logistic(x, elementary.Exp.Float64(-math.Abs(x)))
		}}, in)
	}
	return evalFunction(function{real: func(x float64) float64 {
		return float64(logistic(float32(x), elementary.Exp.Float32(-float32(math.Abs(x)))))
	}, cplx: logisticComplex}, in)
}

// logistic is 1/(1+e⁻ˣ). The second argument must be exp(-|x|).
func logistic[T anyReal](x, e T) T {
	if x < 0 {
		return e / (1 + e)
	}
	return 1 / (1 + e)
}

func logisticComplex(z complex128) complex128 {
	if real(z) < 0 {
		e := elementary.Exp.Complex(z)
		return e / (1 + e)
	}
	return 1 / (1 + elementary.Exp.Complex(-z))
}

func signReal(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x // -0, 0 or NaN
}

func signComplex(z complex128) complex128 {
	if z == 0 {
		return 0
	}
	m := max(math.Abs(real(z)), math.Abs(imag(z))) // after division by m, |z| cannot overflow
	z = complex(real(z)/m, imag(z)/m)
	r := math.Hypot(real(z), imag(z))
	return complex(real(z)/r, imag(z)/r)
}

// evalSign returns the sign of each element, which is a float, a complex number or an integer.
func evalSign(in []interp.Value) ([]interp.Value, error) {
	t, ok := in[0].(*tensor.Tensor)
	if !ok || !t.Kind.IsInt() {
		return evalFunction(function{signReal, signComplex}, in)
	}
	d := tensor.New(t.Kind, t.Shape...)
	for i := range t.NumElements() {
		switch v := t.Int(i); {
		case v > 0 || v != 0 && t.Kind.IsUnsigned():
			d.SetInt(i, 1)
		case v < 0:
			d.SetInt(i, -1)
		}
	}
	return interp.One(d)
}

// evalNegate computes 0 - x for integers, and flips the signs of floats and of the parts of complex
// numbers.
func evalNegate(in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	t := ts[0]
	if t.Kind.IsInt() {
		return interp.One(binaryOf(opSub, tensor.New(t.Kind, t.Shape...), t))
	}
	if t.Kind == tensor.F32 {
		d := tensor.New(t.Kind, t.Shape...)
		out := slice[float32](d)
		for i, v := range slice[float32](t) {
			out[i] = -v
		}
		return interp.One(d)
	}
	return evalFunction(function{func(x float64) float64 { return -x }, func(z complex128) complex128 { return -z }}, in)
}

// evalAbs returns the magnitude of each element. The magnitude of a complex number is real.
func evalAbs(in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	t := ts[0]
	switch {
	case t.Kind.IsComplex():
		d := tensor.New(t.Kind.Part(), t.Shape...)
		for i := range t.NumElements() {
			z := t.Complex(i)
			d.SetFloat(i, math.Hypot(real(z), imag(z)))
		}
		return interp.One(d)
	case t.Kind.IsInt():
		d := t.Clone()
		for i := range t.NumElements() {
			if v := t.Int(i); v < 0 && !t.Kind.IsUnsigned() {
				d.SetInt(i, -v)
			}
		}
		wrapNarrow(d)
		return interp.One(d)
	}
	return evalFunction(function{real: math.Abs}, in)
}

// evalPart returns the imaginary part of each element if imaginary is set, and otherwise the real
// part.
func evalPart(imaginary bool, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	t := ts[0]
	if !t.Kind.IsComplex() {
		if imaginary {
			return interp.One(tensor.New(t.Kind, t.Shape...))
		}
		return interp.One(t)
	}
	d := tensor.New(t.Kind.Part(), t.Shape...)
	size := d.Kind.Size()
	at := 0
	if imaginary {
		at = size
	}
	for i := range t.NumElements() {
		copy(d.Data[i*size:(i+1)*size], t.Data[2*i*size+at:])
	}
	return interp.One(d)
}

// evalBits applies f to the bits of each integer.
func evalBits(f func(k tensor.Kind, b uint64) uint64, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	t := ts[0]
	d := tensor.New(t.Kind, t.Shape...)
	for i := range t.NumElements() {
		d.SetBits(i, f(t.Kind, t.Bits(i)))
	}
	return interp.One(d)
}

func evalFinite(in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	d := tensor.New(tensor.I1, ts[0].Shape...)
	out := slice[bool](d)
	for i := range out {
		v := ts[0].Float(i)
		out[i] = !math.IsInf(v, 0) && v == v
	}
	return interp.One(d)
}
