package chlo

// cosh(x) = exp(x + log ½) + exp(log ½ - x)
func (e emitter) cosh(x value) value {
	up, down := e.exponentials(x)
	return e.Add(up, down)
}

// exponentials returns eˣ/2 and e⁻ˣ/2. It avoids eˣ and e⁻ˣ, which overflow for smaller |x|.
func (e emitter) exponentials(x value) (up, down value) {
	half := e.log(e.like(0.5, x))
	up = e.exp(e.Add(x, half))
	return up, e.exp(e.Sub(half, x))
}

// sinhLarge(x) = exp(x + log ½) - exp(log ½ - x)
func (e emitter) sinhLarge(x value) value {
	up, down := e.exponentials(x)
	return e.Sub(up, down)
}

// sinh(x) = (m + m/(m + 1)) / 2 with m = expm1(x) for |x| < 1, where the terms of sinhLarge cancel
func (e emitter) sinh(x value) value {
	large := e.sinhLarge(x)
	m := e.expm1(x)
	one, half := e.like(1, x), e.like(0.5, x)
	ratio := e.Div(m, e.Add(m, one))
	small := e.Mul(half, e.Add(m, ratio))
	return e.Choose(e.lt(e.abs(x), one), small, large)
}

// Chebyshev series of the Bessel function I₁. For |x| ≤ 8, the series "near" at |x|/2 - 2 is
// exp(-|x|) I₁(|x|) / |x|. For larger |x|, the series "far" at 32/|x| - 2 is exp(-|x|) I₁(|x|)
// √|x|. Source: Cephes (S. Moshier, i1.c and i1f.c).
var (
	besselNear64 = []float64{
		2.77791411276104639959e-18, -2.11142121435816608115e-17, 1.55363195773620046921e-16, -1.10559694773538630805e-15, 7.60068429473540693410e-15,
		-5.04218550472791168711e-14, 3.22379336594557470981e-13, -1.98397439776494371520e-12, 1.17361862988909016308e-11, -6.66348972350202774223e-11,
		3.62559028155211703701e-10, -1.88724975172282928790e-9, 9.38153738649577178388e-9, -4.44505912879632808065e-8, 2.00329475355213526229e-7,
		-8.56872026469545474066e-7, 3.47025130813767847674e-6, -1.32731636560394358279e-5, 4.78156510755005422638e-5, -1.61760815825896745588e-4,
		5.12285956168575772895e-4, -1.51357245063125314899e-3, 4.15642294431288815669e-3, -1.05640848946261981558e-2, 2.47264490306265168283e-2,
		-5.29459812080949914269e-2, 1.02643658689847095384e-1, -1.76416518357834055153e-1, 2.52587186443633654823e-1,
	}
	besselFar64 = []float64{
		7.51729631084210481353e-18, 4.41434832307170791151e-18, -4.65030536848935832153e-17, -3.20952592199342395980e-17, 2.96262899764595013876e-16,
		3.30820231092092828324e-16, -1.88035477551078244854e-15, -3.81440307243700780478e-15, 1.04202769841288027642e-14, 4.27244001671195135429e-14,
		-2.10154184277266431302e-14, -4.08355111109219731823e-13, -7.19855177624590851209e-13, 2.03562854414708950722e-12, 1.41258074366137813316e-11,
		3.25260358301548823856e-11, -1.89749581235054123450e-11, -5.58974346219658380687e-10, -3.83538038596423702205e-9, -2.63146884688951950684e-8,
		-2.51223623787020892529e-7, -3.88256480887769039346e-6, -1.10588938762623716291e-4, -9.76109749136146840777e-3, 7.78576235018280120474e-1,
	}
	// The series for f32 consist of the last terms of the series for f64.
	besselNear32 = besselNear64[len(besselNear64)-17:]
	besselFar32  = besselFar64[len(besselFar64)-7:]
)

// chebyshev returns the sum of a Chebyshev series in x/2, computed by Clenshaw's recurrence.
func (e emitter) chebyshev(x value, c []float64) value {
	b0, b1, b2 := e.like(0, x), e.like(0, x), e.like(0, x)
	for _, v := range c {
		b2, b1 = b1, b0
		b0 = e.Sub(e.Mul(x, b1), b2)
		b0 = e.Add(b0, e.like(v, x))
	}
	r := e.Sub(b0, b2)
	return e.Mul(r, e.like(0.5, x))
}

// besselI1e returns exp(-|x|) I₁(x).
func (e emitter) besselI1e(x value) value {
	near, far := besselNear32, besselFar32
	if isF64(x) {
		near, far = besselNear64, besselFar64
	}
	a := e.abs(x)
	half, two, thirtyTwo, eight := e.like(0.5, x), e.like(2, x), e.like(32, x), e.like(8, x)
	small := e.chebyshev(e.Sub(e.Mul(half, a), two), near)
	small = e.Mul(a, small)
	large := e.chebyshev(e.Sub(e.Div(thirtyTwo, a), two), far)
	large = e.Div(large, e.sqrt(a))
	isSmall := e.le(a, eight)
	r := e.Choose(isSmall, small, large)
	return e.Mul(e.sign(x), r)
}
