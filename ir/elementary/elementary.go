// Package elementary implements elementary and special functions: exp, logarithms, powers, roots,
// trigonometric and hyperbolic functions, erf, their inverses, and functions related to the gamma
// and Bessel functions. It uses only basic arithmetic, so that a function returns the same bits on
// every engine.
//
// Each algorithm is a generic function over the interface Ops (f64) or Ops32 (f32). The interpreter
// and constant folding evaluate it on machine numbers. The package lowering/mathx evaluates it on
// *ir.Value and so generates code. docs/numerics.md states the error bound of each function.
package elementary

// Function is an elementary function.
type Function uint8

// The functions. Atan2 and Pow have two operands; all others have one.
const (
	None Function = iota
	Acos
	Acosh
	Asin
	Asinh
	Atan
	Atan2
	Atanh
	BesselI1e
	Cbrt
	Cos
	Cosh
	Digamma
	Erf
	Erfc
	ErfInv
	Exp
	Expm1
	Lgamma
	Log
	Log1p
	Pow
	Rsqrt
	Sin
	Sinh
	Tan
	Tanh
)

// Apply evaluates f(x) or, if f has two operands, f(x, y), with arithmetic on f64. If narrow is
// true, the caller rounds the result to f32 or to a narrower type, so Apply may use a less precise
// algorithm. See also Apply32.
//
// The interpreter and the code generator must compute the same bits. So they call Apply, and must
// not select algorithms themselves.
func Apply[V any, O Ops[V]](o O, f Function, x, y V, narrow bool) V {
	switch f {
	case Acos:
		return acos(o, x)
	case Acosh:
		return acosh(o, x)
	case Asin:
		return asin(o, x)
	case Asinh:
		return asinh(o, x)
	case Atan:
		return atan2(o, x, o.F(1))
	case Atan2:
		return atan2(o, x, y)
	case Atanh:
		return atanh(o, x)
	case BesselI1e:
		return besselI1e(o, x)
	case Cbrt:
		return cbrt(o, x)
	case Cos:
		return cos(o, x)
	case Cosh:
		return cosh(o, x)
	case Digamma:
		return digamma(o, x)
	case Erf:
		return erf(o, x)
	case Erfc:
		return erfc(o, x)
	case ErfInv:
		return erfInv(o, x)
	}
	return apply(o, f, x, y, narrow)
}

// apply evaluates the functions that Apply itself does not handle.
func apply[V any, O Ops[V]](o O, f Function, x, y V, narrow bool) V {
	switch f {
	case Exp:
		return exp(o, x)
	case Expm1:
		return expm1(o, x)
	case Lgamma:
		return lgamma(o, x, narrow)
	case Log:
		return log(o, x)
	case Log1p:
		return log1p(o, x)
	case Pow:
		return pow(o, x, y)
	case Rsqrt:
		return rsqrt(o, x)
	case Sin:
		return sin(o, x)
	case Sinh:
		return sinh(o, x)
	case Tan:
		return tan(o, x)
	case Tanh:
		return tanh(o, x)
	}
	panic("elementary: BUG: no such function")
}

// Float64 returns f(x) in f64.
func (f Function) Float64(x float64) float64 { return f.eval(x, 0, false) }

// Float32 returns f(x) with the bits that all engines compute for f32.
func (f Function) Float32(x float32) float32 {
	if f.Narrow() {
		return value32(Apply32(machine32{}, f, bits32(x), 0))
	}
	return float32(f.eval(float64(x), 0, true))
}

// Float64Of returns f(x, y) in f64, for Atan2 and Pow.
func (f Function) Float64Of(x, y float64) float64 { return f.eval(x, y, false) }

// Float32Of returns f(x, y) with the bits that all engines compute for f32, for Atan2 and Pow.
func (f Function) Float32Of(x, y float32) float32 {
	if f.Narrow() {
		return value32(Apply32(machine32{}, f, bits32(x), bits32(y)))
	}
	return float32(f.eval(float64(x), float64(y), true))
}
