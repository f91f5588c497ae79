package elementary

import (
	"math"
	"testing"
)

// TestComplex checks functions at large, tiny and infinite arguments. Except for the squares and
// for exp(−∞ + i∞), the expected results are those of the C library.
func TestComplex(t *testing.T) {
	nan, inf, zero := math.NaN(), math.Inf(1), math.Copysign(0, -1)
	sqrt := func(z complex128) complex128 { return ComplexSqrt(z) }
	for _, c := range []struct {
		name                   string
		f                      func(z complex128) complex128
		re, im, wantRe, wantIm float64
	}{
		{"acos", Acos.Complex, 1e+300, 1e+300, 0.7853981633974483, -691.8152486690535},
		{"acos", Acos.Complex, 1e-300, 1e-300, 1.5707963267948966, -1e-300},
		{"acos", Acos.Complex, 1e+200, 1.0, 1e-200, -461.2101657793691},
		{"acos", Acos.Complex, 1.0, 1e-200, 9.999999999999999e-101, -1e-100},
		{"acos", Acos.Complex, -1e+300, 1e-300, 3.141592653589793, -691.4686750787736},
		{"acos", Acos.Complex, 0.5, 1e-20, 1.0471975511965979, -1.1547005383792515e-20},
		{"acos", Acos.Complex, -1e-05, -100000.0, 1.5707963268948966, 12.206072645555174},
		{"acos", Acos.Complex, 3.0, -4.0, 0.9368124611557198, 2.305509031243477},
		{"acos", Acos.Complex, inf, 1.0, 0.0, -inf},
		{"acos", Acos.Complex, -inf, 1.0, 3.141592653589793, -inf},
		{"acos", Acos.Complex, 1.0, inf, 1.5707963267948966, -inf},
		{"acosh", Acosh.Complex, 1e+300, 1e+300, 691.8152486690535, 0.7853981633974483},
		{"acosh", Acosh.Complex, 1e-300, 1e-300, 1e-300, 1.5707963267948966},
		{"acosh", Acosh.Complex, 1e+200, 1.0, 461.2101657793691, 1e-200},
		{"acosh", Acosh.Complex, 1.0, 1e-200, 1e-100, 9.999999999999999e-101},
		{"acosh", Acosh.Complex, -1e+300, 1e-300, 691.4686750787736, 3.141592653589793},
		{"acosh", Acosh.Complex, 0.5, 1e-20, 1.1547005383792515e-20, 1.0471975511965979},
		{"acosh", Acosh.Complex, -1e-05, -100000.0, 12.206072645555174, -1.5707963268948966},
		{"acosh", Acosh.Complex, 3.0, -4.0, 2.305509031243477, -0.9368124611557198},
		{"acosh", Acosh.Complex, inf, 1.0, inf, 0.0},
		{"acosh", Acosh.Complex, -inf, 1.0, inf, 3.141592653589793},
		{"acosh", Acosh.Complex, 1.0, inf, inf, 1.5707963267948966},
		{"asin", Asin.Complex, 1e+300, 1e+300, 0.7853981633974483, 691.8152486690535},
		{"asin", Asin.Complex, 1e-300, 1e-300, 1e-300, 1e-300},
		{"asin", Asin.Complex, 1e+200, 1.0, 1.5707963267948966, 461.2101657793691},
		{"asin", Asin.Complex, 1.0, 1e-200, 1.5707963267948966, 1e-100},
		{"asin", Asin.Complex, -1e+300, 1e-300, -1.5707963267948966, 691.4686750787736},
		{"asin", Asin.Complex, 0.5, 1e-20, 0.5235987755982989, 1.1547005383792515e-20},
		{"asin", Asin.Complex, -1e-05, -100000.0, -9.9999999995e-11, -12.206072645555174},
		{"asin", Asin.Complex, 3.0, -4.0, 0.6339838656391766, -2.305509031243477},
		{"asin", Asin.Complex, inf, 1.0, 1.5707963267948966, inf},
		{"asin", Asin.Complex, -inf, 1.0, -1.5707963267948966, inf},
		{"asin", Asin.Complex, 1.0, inf, 0.0, inf},
		{"asinh", Asinh.Complex, 1e+300, 1e+300, 691.8152486690535, 0.7853981633974483},
		{"asinh", Asinh.Complex, 1e-300, 1e-300, 1e-300, 1e-300},
		{"asinh", Asinh.Complex, 1e+200, 1.0, 461.2101657793691, 1e-200},
		{"asinh", Asinh.Complex, 1.0, 1e-200, 0.881373587019543, 7.071067811865475e-201},
		{"asinh", Asinh.Complex, -1e+300, 1e-300, -691.4686750787736, 0.0},
		{"asinh", Asinh.Complex, 0.5, 1e-20, 0.48121182505960347, 8.944271909999158e-21},
		{"asinh", Asinh.Complex, -1e-05, -100000.0, -12.206072645505174, -1.5707963266948965},
		{"asinh", Asinh.Complex, 3.0, -4.0, 2.2999140408792695, -0.9176168533514787},
		{"asinh", Asinh.Complex, inf, 1.0, inf, 0.0},
		{"asinh", Asinh.Complex, -inf, 1.0, -inf, 0.0},
		{"asinh", Asinh.Complex, 1.0, inf, inf, 1.5707963267948966},
		{"atan", Atan.Complex, 1e+300, 1e+300, 1.5707963267948966, 4.999999999999999e-301},
		{"atan", Atan.Complex, 1e-300, 1e-300, 1e-300, 1e-300},
		{"atan", Atan.Complex, 1e+200, 1.0, 1.5707963267948966, 0.0},
		{"atan", Atan.Complex, 1.0, 1e-200, 0.7853981633974483, 5e-201},
		{"atan", Atan.Complex, -1e+300, 1e-300, -1.5707963267948966, 0.0},
		{"atan", Atan.Complex, 0.5, 1e-20, 0.4636476090008061, 8e-21},
		{"atan", Atan.Complex, -1e-05, -100000.0, -1.5707963267948957, -1.0000000000333332e-05},
		{"atan", Atan.Complex, 3.0, -4.0, 1.4483069952314644, -0.15899719167999918},
		{"atan", Atan.Complex, inf, 1.0, 1.5707963267948966, 0.0},
		{"atan", Atan.Complex, -inf, 1.0, -1.5707963267948966, 0.0},
		{"atan", Atan.Complex, 1.0, inf, 1.5707963267948966, 0.0},
		{"atanh", Atanh.Complex, 1e+300, 1e+300, 4.999999999999999e-301, 1.5707963267948966},
		{"atanh", Atanh.Complex, 1e-300, 1e-300, 1e-300, 1e-300},
		{"atanh", Atanh.Complex, 1e+200, 1.0, 1e-200, 1.5707963267948966},
		{"atanh", Atanh.Complex, 1.0, 1e-200, 230.60508288968455, 0.7853981633974483},
		{"atanh", Atanh.Complex, -1e+300, 1e-300, -1e-300, 1.5707963267948966},
		{"atanh", Atanh.Complex, 0.5, 1e-20, 0.5493061443340549, 1.3333333333333333e-20},
		{"atanh", Atanh.Complex, -1e-05, -100000.0, -9.999999999e-16, -1.570786326794897},
		{"atanh", Atanh.Complex, 3.0, -4.0, 0.1175009073114339, -1.4099210495965755},
		{"atanh", Atanh.Complex, inf, 1.0, 0.0, 1.5707963267948966},
		{"atanh", Atanh.Complex, -inf, 1.0, zero, 1.5707963267948966},
		{"atanh", Atanh.Complex, 1.0, inf, 0.0, 1.5707963267948966},
		{"log", Log.Complex, 1e+300, 1e+300, 691.1221014884936, 0.7853981633974483},
		{"log", Log.Complex, 1e-300, 1e-300, -690.4289543079337, 0.7853981633974483},
		{"log", Log.Complex, 1e+200, 1.0, 460.51701859880916, 1e-200},
		{"log", Log.Complex, 1.0, 1e-200, 0.0, 1e-200},
		{"log", Log.Complex, -1e+300, 1e-300, 690.7755278982137, 3.141592653589793},
		{"log", Log.Complex, 0.5, 1e-20, -0.6931471805599453, 2e-20},
		{"log", Log.Complex, -1e-05, -100000.0, 11.512925464970229, -1.5707963268948966},
		{"log", Log.Complex, 3.0, -4.0, 1.6094379124341003, -0.9272952180016122},
		{"log", Log.Complex, inf, 1.0, inf, 0.0},
		{"log", Log.Complex, -inf, 1.0, inf, 3.141592653589793},
		{"log", Log.Complex, 1.0, inf, inf, 1.5707963267948966},
		{"sqrt", sqrt, 1e+300, 1e+300, 1.09868411346781e+150, 4.550898605622274e+149},
		{"sqrt", sqrt, 1e-300, 1e-300, 1.09868411346781e-150, 4.5508986056222734e-151},
		{"sqrt", sqrt, 1e+200, 1.0, 1e+100, 5e-101},
		{"sqrt", sqrt, 1.0, 1e-200, 1.0, 5e-201},
		{"sqrt", sqrt, -1e+300, 1e-300, 0.0, 1e+150},
		{"sqrt", sqrt, 0.5, 1e-20, 0.7071067811865476, 7.071067811865475e-21},
		{"sqrt", sqrt, -1e-05, -100000.0, 223.60679773879863, -223.6067977611593},
		{"sqrt", sqrt, 3.0, -4.0, 2.0, -1.0},
		{"sqrt", sqrt, inf, 1.0, inf, 0.0},
		{"sqrt", sqrt, -inf, 1.0, 0.0, inf},
		{"sqrt", sqrt, 1.0, inf, inf, inf},
		{"exp", Exp.Complex, 709.9, 1.0, 1.092168192007999e+308, 1.7009511788556363e+308},
		{"exp", Exp.Complex, -745.0, 2.0, zero, 5e-324},
		{"exp", Exp.Complex, 1e-300, 1e-300, 1.0, 1e-300},
		{"exp", Exp.Complex, -inf, 3.0, zero, 0.0},
		{"sinh", Sinh.Complex, 710.0, 1.0, 6.035162617272641e+307, 9.399208879688905e+307},
		{"cosh", Cosh.Complex, -710.0, 1.0, 6.035162617272641e+307, -9.399208879688905e+307},
		{"tanh", Tanh.Complex, 400.0, 1.0, 1.0, 0.0},
		{"tan", Tan.Complex, 1.0, 400.0, 0.0, 1.0},
		{"sin", Sin.Complex, 1.0, -710.0, 9.399208879688905e+307, -6.035162617272641e+307},
		{"cos", Cos.Complex, 1.0, 710.0, 6.035162617272641e+307, -9.399208879688905e+307},
		{"tanh", Tanh.Complex, 1e-200, 1e-200, 1e-200, 1e-200},
		{"cosh", Cosh.Complex, inf, 0, inf, 0},
		{"cosh", Cosh.Complex, inf, zero, inf, zero},
		{"cosh", Cosh.Complex, -inf, 0, inf, zero},
		{"cosh", Cosh.Complex, 0, inf, nan, 0},
		{"cosh", Cosh.Complex, 0, nan, nan, 0},
		{"cosh", Cosh.Complex, nan, 0, nan, 0},
		{"cosh", Cosh.Complex, 0, 4, -0.6536436208636119, zero},
		{"cos", Cos.Complex, 0, inf, inf, zero},
		{"sinh", Sinh.Complex, 0, 2, zero, 0.9092974268256817},
		{"sinh", Sinh.Complex, inf, nan, inf, nan},
		{"sin", Sin.Complex, 2, 0, 0.9092974268256817, zero},
		{"tanh", Tanh.Complex, 800, inf, nan, nan},
		{"tanh", Tanh.Complex, -800, nan, nan, nan},
		{"tanh", Tanh.Complex, inf, -inf, 1, zero},
		{"tanh", Tanh.Complex, -inf, nan, -1, 0},
		{"tanh", Tanh.Complex, -inf, -nan, -1, 0},
		{"tanh", Tanh.Complex, zero, inf, zero, nan},
		{"tan", Tan.Complex, inf, 800, nan, nan},
		{"tan", Tan.Complex, inf, 0, nan, 0},
		{"square", ComplexSquare, 1e200, 1e200, 0, inf},
		{"square", ComplexSquare, 3, 4, -7, 24},
		{"square", ComplexSquare, 1e-170, 1e-170, 0, 2e-340},
		{"exp", Exp.Complex, -inf, inf, nan, nan},
	} {
		w := c.f(complex(c.re, c.im))
		if !near(real(w), c.wantRe) || !near(imag(w), c.wantIm) {
			t.Errorf("%s(%v, %v) = %v, want (%v, %v)", c.name, c.re, c.im, w, c.wantRe, c.wantIm)
		}
	}
}

// near reports whether the two numbers differ by at most 4 units in the last place. Zeros must have
// the same sign. A NaN is only near a NaN.
func near(got, want float64) bool {
	if want != want {
		return got != got
	}
	if got == want {
		return want != 0 || math.Signbit(got) == math.Signbit(want)
	}
	unit := math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want)
	return math.Abs(got-want) <= 4*unit
}
