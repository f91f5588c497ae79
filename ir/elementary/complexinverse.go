package elementary

import "math"

// The inverse functions follow Hull, Fairgrieve and Tang, "Implementing the complex
// arcsine and arccosine functions using exception handling" (1997).

const (
	epsilon = 0x1p-52
	// beyond is a number x for which 1 is lost in x² + 1.
	beyond = 1 / epsilon
)

// inverse holds the common part of asin and acos of x + iy, for x, y ≥ 0 that are not too large.
// With A = (|z+i| + |z−i|)/2 it holds acosh A, and B = y/A as a quotient num/den, where asin(B)
// is atan2(num, den).
type inverse struct{ acoshA, num, den float64 }

// half returns (hypot(a, b) − b)/2, given h = hypot(a, b).
func half(a, b, h float64) float64 {
	switch {
	case b < 0:
		return (h - b) / 2
	case b == 0:
		return a / 2
	}
	return a * a / (h + b) / 2
}

func newInverse(x, y float64) inverse {
	r, s := math.Hypot(x, y+1), math.Hypot(x, y-1)
	a := max((r+s)/2, 1)
	v := inverse{num: y}
	near := x < epsilon*math.Abs(y-1)
	switch {
	case a >= 10:
		v.acoshA = Log.Float64(a + math.Sqrt(a*a-1))
	case y == 1 && x < epsilon*epsilon/128:
		v.acoshA = math.Sqrt(x)
	case !near:
		below := half(x, 1+y, r) + half(x, 1-y, s) // A − 1
		v.acoshA = Log1p.Float64(below + math.Sqrt(below*(a+1)))
	case y < 1:
		v.acoshA = x / math.Sqrt((1-y)*(1+y))
	default:
		v.acoshA = Log1p.Float64((y - 1) + math.Sqrt((y-1)*(y+1)))
	}
	// √(A²−y²), or num and den both scaled where it would underflow
	switch {
	case y < 4*0x1p-511:
		v.num, v.den = y*(2/epsilon), a*(2/epsilon)
	case y/a <= 0.6417:
		v.den = math.Sqrt((a - y) * (a + y))
	case y == 1 && x < epsilon/128:
		v.den = math.Sqrt(x) * math.Sqrt((a+y)/2)
	case !near:
		v.den = math.Sqrt((half(x, y+1, r) + half(x, y-1, s)) * (a + y))
	case y > 1:
		const up = 4 / epsilon / epsilon
		v.num, v.den = y*up, x*up*y/math.Sqrt((y+1)*(y-1))
	default:
		v.den = math.Sqrt((1 - y) * (1 + y))
	}
	return v
}

func complexAsinh(z complex128) complex128 {
	x, y := real(z), imag(z)
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case x != x || y != y:
		switch {
		case math.IsInf(x, 0):
			return complex(x, math.NaN())
		case math.IsInf(y, 0):
			return complex(y, math.NaN())
		case y == 0:
			return complex(math.NaN(), y)
		}
		return complex(math.NaN(), math.NaN())
	case ax > beyond || ay > beyond:
		return complex(math.Copysign(logModulus(x, y)+math.Ln2, x), math.Copysign(Atan2.Float64Of(ay, ax), y))
	case ax < 0x1p-28 && ay < 0x1p-28:
		return z
	}
	v := newInverse(ax, ay)
	return complex(math.Copysign(v.acoshA, x), math.Copysign(Atan2.Float64Of(v.num, v.den), y))
}

func complexAcos(z complex128) complex128 {
	x, y := real(z), imag(z)
	ax, ay := math.Abs(x), math.Abs(y)
	re, im := 0.0, 0.0
	switch {
	case x != x || y != y:
		switch {
		case math.IsInf(x, 0):
			return complex(math.NaN(), math.Inf(-1))
		case math.IsInf(y, 0):
			return complex(math.NaN(), -y)
		case x == 0:
			return complex(math.Pi/2, math.NaN())
		}
		return complex(math.NaN(), math.NaN())
	case ax > beyond || ay > beyond:
		re, im = Atan2.Float64Of(ay, x), logModulus(x, y)+math.Ln2
	case x == 1 && y == 0:
		return complex(0, -y)
	case ax < 0x1p-60 && ay < 0x1p-60:
		return complex(math.Pi/2, -y)
	default:
		v := newInverse(ay, ax)
		re, im = Atan2.Float64Of(v.den, math.Copysign(v.num, x)), v.acoshA
	}
	return complex(re, math.Copysign(im, -y))
}

// complexAcosh is acos turned by a quarter, with a real part that is not negative.
func complexAcosh(z complex128) complex128 {
	w := complexAcos(z)
	re, im := real(w), imag(w)
	switch {
	case re != re:
		return complex(math.Abs(im), re)
	case im != im:
		return complex(im, im)
	}
	return complex(math.Abs(im), math.Copysign(re, imag(z)))
}

func complexAtanh(z complex128) complex128 {
	x, y := real(z), imag(z)
	ax, ay := math.Abs(x), math.Abs(y)
	quarter := math.Copysign(math.Pi/2, y)
	switch {
	case y == 0 && ax <= 1:
		return complex(Atanh.Float64(x), y)
	case x == 0:
		return complex(x, Atan.Float64(y))
	case math.IsInf(y, 0):
		return complex(math.Copysign(0, x), quarter)
	case math.IsInf(x, 0):
		return complex(math.Copysign(0, x), unlessNaN(y, quarter))
	case x != x || y != y:
		return complex(math.NaN(), math.NaN())
	case ax > beyond || ay > beyond:
		return complex(realOfReciprocal(x, y), quarter)
	case ax < 0x1p-28 && ay < 0x1p-28:
		return z
	}
	var re, im float64
	if ax == 1 && ay < epsilon {
		re = (math.Ln2 - Log.Float64(ay)) / 2
	} else {
		re = Log1p.Float64(4*ax/sumOfSquares(0, ax-1, ay)) / 4
	}
	if ax == 1 {
		im = Atan2.Float64Of(2, -ay) / 2
	} else {
		im = Atan2.Float64Of(2*ay, (1-ax)*(1+ax)-ay*ay) / 2
	}
	return complex(math.Copysign(re, x), math.Copysign(im, y))
}

// realOfReciprocal is x/(x² + y²), without overflow.
func realOfReciprocal(x, y float64) float64 {
	m := max(math.Abs(x), math.Abs(y))
	u, v := x/m, y/m
	return u / (u*u + v*v) / m
}
