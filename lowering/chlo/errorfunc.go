package chlo

import "github.com/lathe-ir/lathe/ir"

// The error function and its complement. The coefficients for f64 and for erfc are from Cephes (S.
// Moshier, ndtr.c and ndtrf.c). Those for erf of f32 are from Eigen's rational approximation.
var (
	erfT64 = []float64{9.60497373987051638749, 9.00260197203842689217e1, 2.23200534594684319226e3, 7.00332514112805075473e3, 5.55923013010394962768e4}
	erfU64 = []float64{1, 3.35617141647503099647e1, 5.21357949780152679795e2, 4.59432382970980127987e3, 2.26290000613890934246e4, 4.92673942608635921086e4}

	erfcP64 = []float64{
		2.46196981473530512524e-10, 5.64189564831068821977e-1, 7.46321056442269912687, 4.86371970985681366614e1, 1.96520832956077098242e2,
		5.26445194995477358631e2, 9.34528527171957607540e2, 1.02755188689515710272e3, 5.57535335369399327526e2,
	}
	erfcQ64 = []float64{
		1, 1.32281951154744992508e1, 8.67072140885989742329e1, 3.54937778887819891062e2, 9.75708501743205489753e2,
		1.82390916687909736289e3, 2.24633760818710981792e3, 1.65666309194161350182e3, 5.57535340817727675546e2,
	}
	erfcR64 = []float64{
		5.64189583547755073984e-1, 1.27536670759978104416, 5.01905042251180477414, 6.16021097993053585195, 7.40974269950448939160, 2.97886665372100240670,
	}
	erfcS64 = []float64{
		1, 2.26052863220117276590, 9.39603524938001434673, 1.20489539808096656605e1, 1.70814450747565897222e1, 9.60896809063285878198, 3.36907645100081516050,
	}

	erfAlpha32 = []float64{
		-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05, -7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02,
	}
	erfBeta32 = []float64{-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03, -1.42647390514189e-02}

	erfT32 = []float64{
		7.853861353153693e-5, -8.010193625184903e-4, 5.188327685732524e-3, -2.685381193529856e-2, 1.128358514861418e-1, -3.761262582423300e-1, 1.128379165726710,
	}
	erfcP32 = []float64{
		2.326819970068386e-2, -1.387039388740657e-1, 3.687424674597105e-1, -5.824733027278666e-1, 6.210004621745983e-1,
		-4.944515323274145e-1, 3.404879937665872e-1, -2.741127028184656e-1, 5.638259427386472e-1,
	}
	erfcR32 = []float64{
		-1.047766399936249e+1, 1.297719955372516e+1, -7.495518717768503, 2.921019019210786, -1.015265279202700, 4.218463358204948e-1, -2.820767439740514e-1, 5.641895067754075e-1,
	}
)

// The largest arguments for which exp is finite.
const (
	maxLog64 = 7.09782712893383996843e2
	maxLog32 = 88.72283905206835
)

func isF64(x value) bool { return x.Type().Elem() == ir.F64() }

// erf returns the error function of x. For f32 it uses a clamped rational approximation. For f64 it
// uses a rational approximation within [-1, 1], and 1 - erfc(x) outside.
func (e emitter) erf(x value) value {
	if !isF64(x) {
		x = e.clampTo(x, 4)
		square := e.Mul(x, x)
		alpha := e.polynomial(square, erfAlpha32)
		beta := e.polynomial(square, erfBeta32)
		return e.clampTo(e.Div(e.Mul(x, alpha), beta), 1)
	}
	inside := e.erfInside(x)
	one := e.like(1, x)
	outside := e.Sub(one, e.erfcOutside(x))
	return e.Choose(e.lt(e.abs(x), one), inside, outside)
}

func (e emitter) clampTo(x value, v float64) value {
	low, high := e.like(-v, x), e.like(v, x)
	return e.clamp(low, x, high)
}

// erfc returns 1 - erf(x).
func (e emitter) erfc(x value) value {
	outside := e.erfcOutside(x)
	one := e.like(1, x)
	inside := e.Sub(one, e.erfInside(x))
	return e.Choose(e.lt(e.abs(x), one), inside, outside)
}

// erfInside returns erf(x) for |x| ≤ 1.
func (e emitter) erfInside(x value) value {
	square := e.Mul(x, x)
	if !isF64(x) {
		return e.Mul(x, e.polynomial(square, erfT32))
	}
	t := e.Mul(x, e.polynomial(square, erfT64))
	return e.Div(t, e.polynomial(square, erfU64))
}

// erfcOutside returns erfc(x) for |x| ≥ 1.
func (e emitter) erfcOutside(x value) value {
	square := e.Mul(x, x)
	z := e.neg(square)
	if isF64(x) {
		return e.erfcSides(x, z, e.erfc64(x, z), maxLog64, nil)
	}
	a, one := e.abs(x), e.like(1, x)
	inverse := e.Div(one, square)
	scale := e.exp(z)
	scale = e.Mul(scale, e.Div(one, a))
	two := e.like(2, x)
	near := e.lt(a, two)
	p := e.polynomial(inverse, erfcP32)
	r := e.polynomial(inverse, erfcR32)
	return e.erfcSides(x, z, e.Mul(scale, e.Choose(near, p, r)), maxLog32, two)
}

// erfc64 returns erfc(|x|) for |x| ≥ 1, where z is -x².
func (e emitter) erfc64(x, z value) value {
	scale, a := e.exp(z), e.abs(x)
	near := e.Mul(scale, e.polynomial(a, erfcP64))
	near = e.Div(near, e.polynomial(a, erfcQ64))
	far := e.Mul(scale, e.polynomial(a, erfcR64))
	far = e.Div(far, e.polynomial(a, erfcS64))
	return e.Choose(e.lt(a, e.like(8, x)), near, far)
}

// erfcSides returns erfc(x), where r is erfc(|x|) and z is -x². If exp(z) underflows, it replaces r
// by 0. The parameter "two" is the constant 2, or nil if there is no such constant yet.
func (e emitter) erfcSides(x, z, r value, maxLog float64, two value) value {
	under := e.lt(z, e.like(-maxLog, x))
	zero := e.like(0, x)
	r = e.Choose(under, zero, r)
	negative := e.lt(x, zero)
	if two == nil {
		two = e.like(2, x)
	}
	return e.Choose(negative, e.Sub(two, r), r)
}

// The inverse of the error function is x times a polynomial in w = -log(1 - x²), or in √w where w
// is large. Source: M. Giles, "Approximating the erfinv function", 2010.
var (
	erfInvNear32 = []float64{
		2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503, -0.00417768164, 0.246640727, 1.50140941,
	}
	erfInvFar32 = []float64{
		-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047, 1.00167406, 2.83297682,
	}

	// The polynomials for w < 6.25, for 6.25 ≤ w < 16, and for larger w.
	erfInv64 = [3][]float64{{
		-3.6444120640178196996e-21, -1.685059138182016589e-19, 1.2858480715256400167e-18, 1.115787767802518096e-17, -1.333171662854620906e-16, 2.0972767875968561637e-17,
		6.6376381343583238325e-15, -4.0545662729752068639e-14, -8.1519341976054721522e-14, 2.6335093153082322977e-12, -1.2975133253453532498e-11, -5.4154120542946279317e-11,
		1.051212273321532285e-09, -4.1126339803469836976e-09, -2.9070369957882005086e-08, 4.2347877827932403518e-07, -1.3654692000834678645e-06, -1.3882523362786468719e-05,
		0.0001867342080340571352, -0.00074070253416626697512, -0.0060336708714301490533, 0.24015818242558961693, 1.6536545626831027356,
	}, {
		2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07, 1.8239629214389227755e-08, 1.5027403968909827627e-06, -4.013867526981545969e-06,
		2.9234449089955446044e-06, 1.2475304481671778723e-05, -4.7318229009055733981e-05, 6.8284851459573175448e-05, 2.4031110387097893999e-05, -0.0003550375203628474796,
		0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066, -0.0037512085075692412107, 0.005370914553590063617, 1.0052589676941592334, 3.0838856104922207635,
	}, {
		-2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09, -3.7894654401267369937e-09, 7.6157012080783393804e-09, -1.4960026627149240478e-08,
		2.9147953450901080826e-08, -6.7711997758452339498e-08, 2.2900482228026654717e-07, -9.9298272942317002539e-07, 4.5260625972231537039e-06, -1.9681778105531670567e-05,
		7.5995277030017761139e-05, -0.00021503011930044477347, -0.00013871931833623122026, 1.0103004648645343977, 4.8499064014085844221,
	}}
)

// erfInv returns x p(w), where p is the polynomial for w, and ±∞ at ±1.
func (e emitter) erfInv(x value) value {
	minus := e.neg(x)
	w := e.neg(e.log1p(e.Mul(x, minus)))
	p := e.erfInvPolynomial
	if isF64(x) {
		p = e.erfInvPolynomial64
	}
	r := e.Mul(p(x, w), x)
	end := e.eq(e.abs(x), e.like(1, x))
	return e.Choose(end, e.Mul(x, e.infinity(1, x)), r)
}

func (e emitter) erfInvPolynomial(x, w value) value {
	near := e.lt(w, e.like(5, x))
	coefficient := func(i int) value {
		c := e.like(erfInvNear32[i], x)
		return e.Choose(near, c, e.like(erfInvFar32[i], x))
	}
	shifted := e.Sub(w, e.like(2.5, x))
	root := e.sqrt(w)
	w = e.Choose(near, shifted, e.Sub(root, e.like(3, x)))
	p := coefficient(0)
	for i := 1; i < len(erfInvNear32); i++ {
		c := coefficient(i)
		p = e.Add(c, e.Mul(p, w))
	}
	return p
}

func (e emitter) erfInvPolynomial64(x, w value) value {
	near := e.lt(w, e.like(6.25, x))
	middle := e.lt(w, e.like(16, x))
	coefficient := func(i int) value {
		c := e.like(erfInv64[0][i], x)
		if i < len(erfInv64[1]) {
			c = e.Choose(near, c, e.like(erfInv64[1][i], x))
		}
		if i < len(erfInv64[2]) {
			c = e.Choose(middle, c, e.like(erfInv64[2][i], x))
		}
		return c
	}
	root := e.sqrt(w)
	shifted := e.Sub(w, e.like(3.125, x))
	by := e.like(3.25, w)
	by = e.Choose(middle, by, e.like(5, w))
	w = e.Choose(near, shifted, e.Sub(root, by))
	p := coefficient(0)
	for i := 1; i < len(erfInv64[0]); i++ {
		c := coefficient(i)
		next := e.Add(c, e.Mul(p, w))
		switch {
		case i >= len(erfInv64[1]):
			next = e.Choose(near, next, p)
		case i >= len(erfInv64[2]):
			next = e.Choose(middle, next, p)
		}
		p = next
	}
	return p
}
