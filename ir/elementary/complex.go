package elementary

import "math"

// Complex returns f(z). It panics for functions without a complex form.
func (f Function) Complex(z complex128) complex128 {
	if w, ok := ComplexInverse(machine{}, f, Parts[uint64]{bits(real(z)), bits(imag(z))}); ok {
		return complex(value(w.Re), value(w.Im))
	}
	switch f {
	case Cbrt:
		return polar(Cbrt.Float64(math.Hypot(real(z), imag(z))), phase(z)/3)
	case Cos: // cosh(iz)
		return complexCosh(complex(-imag(z), real(z)))
	case Cosh:
		return complexCosh(z)
	case Exp:
		return complexExp(z)
	case Expm1:
		return complexExpm1(z)
	case Log:
		return complexLog(z)
	case Log1p:
		return complexLog1p(z)
	case Rsqrt:
		return 1 / ComplexSqrt(z)
	case Sin: // −i·sinh(iz)
		w := complexSinh(complex(-imag(z), real(z)))
		return complex(imag(w), -real(w))
	case Sinh:
		return complexSinh(z)
	case Tan: // −i·tanh(iz)
		w := complexTanh(complex(-imag(z), real(z)))
		return complex(imag(w), -real(w))
	case Tanh:
		return complexTanh(z)
	}
	panic("elementary: BUG: function has no complex form")
}

// ComplexPow returns x to the power of y, from the polar form of x.
func ComplexPow(x, y complex128) complex128 {
	if x == 0 && real(y) > 0 && imag(y) == 0 {
		return 0
	}
	if x == 0 && y == 0 {
		return 1
	}
	modulus, angle := math.Hypot(real(x), imag(x)), phase(x)
	r, theta := Pow.Float64Of(modulus, real(y)), real(y)*angle
	if imag(y) != 0 {
		r *= Exp.Float64(-imag(y) * angle)
		theta += imag(y) * Log.Float64(modulus)
	}
	return polar(r, theta)
}

// phase returns the angle of z.
func phase(z complex128) float64 { return Atan2.Float64Of(imag(z), real(z)) }

func polar(r, angle float64) complex128 {
	if r == 0 {
		return 0
	}
	return complex(r*Cos.Float64(angle), r*Sin.Float64(angle))
}

// ComplexSquare returns z². Its real part is 0 if the parts of z are finite and have the same
// magnitude, even if their squares overflow.
func ComplexSquare(z complex128) complex128 {
	a, b := real(z), imag(z)
	re := (a - b) * (a + b)
	if math.Abs(a) == math.Abs(b) && !math.IsInf(a, 0) {
		re = 0
	}
	return complex(re, 2*a*b)
}

// ComplexSqrt returns the square root of z whose real part is not negative.
func ComplexSqrt(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case a == 0 && b == 0:
		return complex(0, b)
	case math.IsInf(b, 0):
		return complex(math.Inf(1), b)
	case math.IsInf(a, 1):
		return complex(a, unlessNaN(b, math.Copysign(0, b)))
	case math.IsInf(a, -1):
		return complex(unlessNaN(b, 0), timesSign(math.Inf(1), b))
	}
	// Scale z so that |z| neither overflows nor loses bits.
	after := 1.0
	switch m := max(math.Abs(a), math.Abs(b)); {
	case m > 0x1p1020:
		a, b, after = a*0x1p-4, b*0x1p-4, 4
	case m < 0x1p-960:
		a, b, after = a*0x1p108, b*0x1p108, 0x1p-54
	}
	t := math.Sqrt((math.Abs(a) + math.Hypot(a, b)) / 2)
	if a >= 0 {
		return complex(t*after, b/(2*t)*after)
	}
	return complex(math.Abs(b)/(2*t)*after, math.Copysign(t*after, b))
}

func unlessNaN(x, y float64) float64 {
	if x != x {
		return x
	}
	return y
}

// timesSign returns −x if s is negative or −0, and otherwise x. The sign bit of a NaN is ignored.
func timesSign(x, s float64) float64 {
	if s < 0 || s == 0 && math.Signbit(s) {
		return -x
	}
	return x
}

// In the comments below, z is a + bi.

// complexExp is eᵃ(cos b + i·sin b). It is NaN for infinite b, even if eᵃ is 0 or infinite.
func complexExp(z complex128) complex128 {
	a, b := real(z), imag(z)
	if b == 0 {
		return complex(Exp.Float64(a), b)
	}
	s, c := Sin.Float64(b), Cos.Float64(b)
	if a > 709 && a < 1500 { // eᵃ may overflow although the product does not
		e := Exp.Float64(a / 2)
		return complex(e*c*e, e*s*e)
	}
	e := Exp.Float64(a)
	return complex(e*c, e*s)
}

// complexExpm1 is eᶻ − 1, computed as expm1(a)·cos b − 2·sin²(b/2) + i·eᵃ·sin b.
func complexExpm1(z complex128) complex128 {
	a, b := real(z), imag(z)
	if a > 100 || !(b-b == 0) {
		w := complexExp(z)
		return complex(real(w)-1, imag(w))
	}
	half := Sin.Float64(b / 2)
	return complex(Expm1.Float64(a)*Cos.Float64(b)-2*half*half, Exp.Float64(a)*Sin.Float64(b))
}

// complexLog is log|z| + i·phase(z).
func complexLog(z complex128) complex128 {
	return complex(logModulus(real(z), imag(z)), phase(z))
}

// logModulus is log|a+bi|. Near |a+bi| = 1 it is computed as ½·log1p(a²+b²−1), and this sum is
// computed with twice the precision.
func logModulus(a, b float64) float64 {
	large, small := max(math.Abs(a), math.Abs(b)), min(math.Abs(a), math.Abs(b))
	switch {
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		return math.Inf(1)
	case large != large || large == 0:
		return Log.Float64(large)
	case large >= 0.5 && large <= 1.5:
		if s := sumOfSquares(-1, large, small); s > -0.5 && s < 2 {
			return 0.5 * Log1p.Float64(s)
		}
	}
	q := small / large
	return Log.Float64(large) + 0.5*Log1p.Float64(q*q)
}

// sumOfSquares returns c + a² + b² with an error of about 2⁻¹⁰⁰ of the largest term.
func sumOfSquares(c, a, b float64) float64 {
	p, q := float64(a*a), float64(b*b)
	s, e1 := twoSum(c, p)
	s, e2 := twoSum(s, q)
	return s + (e1 + e2 + math.FMA(a, a, -p) + math.FMA(b, b, -q))
}

// twoSum returns x + y rounded, and the rounding error.
func twoSum(x, y float64) (s, e float64) {
	s = x + y
	v := s - x
	return s, (x - (s - v)) + (y - v)
}

// complexLog1p is log(1+z). If z is neither large nor near −1, the real part is computed as
// ½·log1p(2a + a² + b²).
func complexLog1p(z complex128) complex128 {
	a, b := real(z), imag(z)
	im := Atan2.Float64Of(b, 1+a)
	if max(math.Abs(a), math.Abs(b)) < 4 {
		if s := sumOfSquares(2*a, a, b); s > -0.5 {
			return complex(0.5*Log1p.Float64(s), im)
		}
	}
	return complex(logModulus(1+a, b), im)
}

// complexSinh is sinh a·cos b + i·cosh a·sin b.
func complexSinh(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case b == 0:
		return complex(Sinh.Float64(a), b)
	case a == 0:
		return complex(timesSign(a, Cos.Float64(b)), Sin.Float64(b))
	}
	s, c := Sin.Float64(b), Cos.Float64(b)
	if m := math.Abs(a); m > 709 && m < 1500 {
		e := Exp.Float64(m / 2)
		return complex(math.Copysign(0.5*e, a)*c*e, 0.5*e*s*e)
	}
	if math.IsInf(a, 0) && !(b-b == 0) {
		return complex(a, math.NaN())
	}
	return complex(Sinh.Float64(a)*c, Cosh.Float64(a)*s)
}

// complexCosh is cosh a·cos b + i·sinh a·sin b.
func complexCosh(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case b == 0:
		return complex(Cosh.Float64(a), timesSign(b, a))
	case a == 0:
		return complex(Cos.Float64(b), timesSign(a, Sin.Float64(b)))
	}
	s, c := Sin.Float64(b), Cos.Float64(b)
	if m := math.Abs(a); m > 709 && m < 1500 {
		e := Exp.Float64(m / 2)
		return complex(0.5*e*c*e, math.Copysign(0.5*e, a)*s*e)
	}
	if math.IsInf(a, 0) && !(b-b == 0) {
		return complex(math.Inf(1), math.NaN())
	}
	return complex(Cosh.Float64(a)*c, Sinh.Float64(a)*s)
}

// complexTanh follows Kahan, "Branch cuts for complex elementary functions" (1987).
func complexTanh(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch m := math.Abs(a); {
	case b == 0:
		return complex(Tanh.Float64(a), b)
	case a == 0:
		return complex(a, Tan.Float64(b))
	case m > 22 && b-b == 0: // b is finite
		return complex(math.Copysign(1, a), 4*Sin.Float64(b)*Cos.Float64(b)*Exp.Float64(-2*m))
	case math.IsInf(a, 0):
		return complex(math.Copysign(1, a), timesSign(0, b))
	}
	t, s := Tan.Float64(b), Sinh.Float64(a)
	beta, rho := 1+t*t, math.Sqrt(1+s*s)
	if math.IsInf(beta, 0) {
		return complex(rho/s, 1/t)
	}
	d := 1 + beta*s*s
	return complex(beta*rho*s/d, t/d)
}
