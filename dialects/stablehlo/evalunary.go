package stablehlo

import (
	"math"
	"math/cmplx"

	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// function is an elementwise function of floats and complex numbers. A nil
// cplx means that it has no complex form.
type function struct {
	real func(float64) float64
	cplx func(complex128) complex128
}

// evalFunction applies f to each element. Elements narrower than 64 bits are
// computed in f64 and rounded once.
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

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func rsqrt(x float64) float64 { return 1 / math.Sqrt(x) }

func expm1Complex(z complex128) complex128 {
	// exp(a + bi) - 1 with exp(a) - 1 exact, and cos b - 1 as -2 sin²(b/2).
	a, b := real(z), imag(z)
	half := math.Sin(b / 2)
	return complex(math.Expm1(a)*math.Cos(b)-2*half*half, math.Exp(a)*math.Sin(b))
}

func log1pComplex(z complex128) complex128 {
	a, b := real(z), imag(z)
	if math.Abs(a) > 0.5 || math.Abs(b) > 0.5 {
		return cmplx.Log(1 + z)
	}
	return complex(0.5*math.Log1p(a*(2+a)+b*b), math.Atan2(b, 1+a))
}

func cbrtComplex(z complex128) complex128 {
	if z == 0 {
		return 0
	}
	return cmplx.Pow(z, 1.0/3)
}

func logisticComplex(z complex128) complex128 { return 1 / (1 + cmplx.Exp(-z)) }
func rsqrtComplex(z complex128) complex128    { return 1 / cmplx.Sqrt(z) }

func signReal(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x // zeros keep their sign, NaN stays
}

func signComplex(z complex128) complex128 {
	if z == 0 {
		return 0
	}
	return z / complex(cmplx.Abs(z), 0)
}

// evalSign has integers too.
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

// evalNegate is 0 - x of integers, and flips the sign of floats.
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

// evalAbs returns the magnitude; a complex number's is real.
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

// evalPart takes the real or the imaginary part.
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

// evalBits maps the bits of integers.
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

// reducePrecision rounds x to a format with exp exponent bits and man mantissa
// bits, ties to even; what exceeds its range is infinite, what is below its
// normal range is 0.
func reducePrecision(x float64, exp, man int64) float64 {
	if x == 0 || math.IsInf(x, 0) {
		return x
	}
	if x != x {
		if man == 0 {
			return math.Inf(1)
		}
		return x
	}
	bias := int64(1)<<(exp-1) - 1
	_, e := math.Frexp(x) // x = f * 2^e, 0.5 <= f < 1
	if man < 52 {
		unit := math.Ldexp(1, e-1-int(man))
		x = math.RoundToEven(x/unit) * unit
		_, e = math.Frexp(x)
	}
	switch {
	case int64(e)-1 > bias:
		return math.Copysign(math.Inf(1), x)
	case int64(e)-1 < 1-bias:
		return math.Copysign(0, x)
	}
	return x
}
