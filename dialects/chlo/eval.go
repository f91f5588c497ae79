package chlo

import (
	"math"
	"math/cmplx"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/elementary"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// evalReal applies f to real elements, and z to complex elements. The result is computed in f64 or
// complex128, and rounded once.
func evalReal(in []interp.Value, f func(float64) float64, z func(complex128) complex128) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	t := ts[0]
	d := tensor.New(t.Kind, t.Shape...)
	switch {
	case t.Kind == tensor.F32:
		out := tensor.Slice[float32](d)
		for i, v := range tensor.Slice[float32](t) {
			out[i] = float32(f(float64(v)))
		}
	case t.Kind.IsComplex():
		for i := range t.NumElements() {
			d.SetComplex(i, z(t.Complex(i)))
		}
	default:
		for i := range t.NumElements() {
			d.SetFloat(i, f(t.Float(i)))
		}
	}
	return interp.One(d)
}

// evalElementary applies f to each element.
func evalElementary(in []interp.Value, f elementary.Function) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	return interp.One(f.Map(ts[0]))
}

// evalTest applies the predicate f to each element.
func evalTest(in []interp.Value, f func(float64) bool) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	d := tensor.New(tensor.I1, ts[0].Shape...)
	out := tensor.Slice[bool](d)
	for i := range out {
		out[i] = f(ts[0].Float(i))
	}
	return interp.One(d)
}

func square(x float64) float64 { return x * x }

// Eval computes each element.
func (o Acos) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Acos)
}

// Eval computes each element.
func (o Acosh) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Acosh)
}

// Eval computes each element.
func (o Asin) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Asin)
}

// Eval computes each element.
func (o Asinh) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Asinh)
}

// Eval computes each element.
func (o Atan) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Atan)
}

// Eval computes each element.
func (o Atanh) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Atanh)
}

// Eval computes each element.
func (o BesselI1e) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	if o.Operand().Type().Elem().Kind().IsComplex() {
		return nil, ir.Errorf(o.Op, "is not defined for complex numbers")
	}
	return evalElementary(in, elementary.BesselI1e)
}

// Eval computes each element.
func (o Cosh) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Cosh)
}

// Eval computes each element.
func (o Sinh) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Sinh)
}

// Eval computes each element.
func (o Tan) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Tan)
}

// Eval computes each element.
func (o Digamma) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Digamma)
}

// Eval computes each element.
func (o Erf) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Erf)
}

// Eval computes each element.
func (o ErfInv) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.ErfInv)
}

// Eval computes each element.
func (o Erfc) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Erfc)
}

// Eval computes each element.
func (o Lgamma) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalElementary(in, elementary.Lgamma)
}

// Eval computes each element.
func (o Square) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalReal(in, square, elementary.ComplexSquare)
}

// Eval computes each element.
func (o Conj) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalReal(in, func(x float64) float64 { return x }, cmplx.Conj)
}

// Eval tests each element.
func (o IsInf) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalTest(in, func(x float64) bool { return math.IsInf(x, 0) })
}

// Eval tests each element.
func (o IsNegInf) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalTest(in, func(x float64) bool { return math.IsInf(x, -1) })
}

// Eval tests each element.
func (o IsPosInf) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return evalTest(in, func(x float64) bool { return math.IsInf(x, 1) })
}
