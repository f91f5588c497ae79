package elementary

import "math"

// The polynomials are Chebyshev interpolants, computed with 60 digits; the relative error of each
// is below 1e-17.

// gammaArgument has the argument y at which a function is evaluated: y = x for x ≥ 1, and
// y = 1 + |x| for x < 1. The function at x < 1 follows from its value at y by recurrence or
// reflection.
type gammaArgument[V any] struct {
	y, less V // y, and y − 1; for |x| ≤ 2⁵³, y − 1 is not rounded
	u       V // (y−2)/(y+2)
	low     V // y < 4
	under   V // x < 1
	minus   V // x < 0
	frac    V // x − its nearest integer, for x < 0
	pole    V // x is 0 or a negative integer
}

func newGammaArgument[V any, O Ops[V]](o O, x V) gammaArgument[V] {
	g := gammaArgument[V]{under: o.Less(x, o.F(1)), minus: o.Less(x, o.F(0)), frac: o.SubF(x, o.RoundEven(x))}
	g.less = o.Select(g.under, o.AbsF(x), o.SubF(x, o.F(1)))
	g.y = o.Select(g.under, o.AddF(g.less, o.F(1)), x)
	g.low = o.Less(g.y, o.F(4))
	g.u = o.DivF(o.SubF(g.less, o.F(1)), o.AddF(g.y, o.F(2)))
	g.pole = o.And(o.Equal(o.Floor(x), x), o.Less(x, o.F(0x1p-1074)))
	return g
}

// lgamma is the logarithm of |Γ(x)|.
func lgamma[V any, O Ops[V]](o O, x V, narrow bool) V {
	g := newGammaArgument(o, x)
	// On [1, 4] the polynomial is multiplied by (y−1)(y−2), since lgamma is 0 at 1 and 2. Adding 0
	// makes these zeros +0.
	near := o.MulF(o.MulF(g.less, o.SubF(g.less, o.F(1))), polynomial(o, g.u,
		0.42278433509846713996, -0.4012692066974156852, 0.12617080324107629048, -0.13897748719618980842,
		0.08293806015373143873, -0.087156390519140921206, 0.062323224492884218209, -0.064107258468281066467,
		0.049933398228113818243, -0.05083384336418056187, 0.041640359046806911615, -0.042155577230417849742,
		0.035708465685605048499, -0.036030583644888975374, 0.031166687180840415891, -0.031381265603489916685,
		0.028605494919596445889, -0.0287582392212866732, 0.019716426566525154007, -0.019810915620294983253,
		0.040767796282488173054, -0.040901712807340971333))
	y := o.Select(g.low, o.AddF(near, o.F(0)), stirling(o, g.y, narrow))
	// For x < 0, use Γ(x)·Γ(1−x) = π/sin(πx). For 0 < x < 1, use Γ(x) = Γ(x+1)/x.
	f := o.MulF(g.frac, g.frac)
	sine := o.MulF(o.AbsF(g.frac), polynomial(o, f,
		1, -1.6449340668482264362, 0.81174242528335361145, -0.19075182412208256557, 0.026147847817611933281,
		-0.0023460810348153157325, 0.00014842878720336279632, -6.9758408292715951023e-6, 2.5300985563134005148e-7,
		-7.0931258816238042644e-9))
	rest := log(o, o.Select(g.minus, sine, x))
	y = o.Select(g.under, o.SubF(o.Select(g.minus, o.NegF(y), y), rest), y)
	y = o.Select(o.Or(g.pole, o.Equal(o.AbsF(x), o.F(math.Inf(1)))), o.F(math.Inf(1)), y)
	return o.Select(o.IsNaN(x), x, y)
}

// stirling is lgamma on [4, ∞): (x−½)(log x − 1) + ½log 2π − ½ + 1/(12x) − … Its first term is
// computed with twice the precision unless narrow is true.
func stirling[V any, O Ops[V]](o O, x V, narrow bool) V {
	inverse := o.DivF(o.F(1), x)
	tail := o.MulF(inverse, polynomial(o, o.MulF(inverse, inverse),
		0.08333333333333333131, -0.002777777777771287994, 0.00079365079018058942424, -0.00059523736726074738063,
		0.00084167214837805787982, -0.0019125368108574897713, 0.0062109922764210068041, -0.024319700815182161371,
		0.086008869153620212716, -0.17390223978422367133))
	tail = o.AddF(tail, o.F(0.4189385332046727417803297))
	half := o.SubF(x, o.F(0.5))
	if narrow {
		return o.AddF(o.MulF(half, o.SubF(log(o, x), o.F(1))), tail)
	}
	// x − ½ is multiplied by 2⁻⁶⁰, since product(…) would overflow for large numbers.
	const down, up = 0x1p-60, 0x1p60
	l := logPair(o, x)
	half = o.MulF(half, o.F(down))
	p := product(o, half, o.SubF(l.hi, o.F(1)))
	tail = o.AddF(tail, o.MulF(o.AddF(p.lo, o.MulF(half, l.lo)), o.F(up)))
	return o.AddF(o.MulF(p.hi, o.F(up)), tail)
}

// digamma is the derivative of lgamma.
func digamma[V any, O Ops[V]](o O, x V) V {
	g := newGammaArgument(o, x)
	// On [1, 4] the polynomial is multiplied by y minus the zero of digamma. This zero is 1 plus
	// the two constants, and g.less is y − 1.
	zero := o.SubF(o.SubF(g.less, o.F(0.46163214496836235679)), o.F(-1.552234816285867689e-17))
	near := o.MulF(zero, polynomial(o, g.u,
		0.78530753860410526771, -1.0429558187320055479, 0.70104285355005037128, -0.72622458089903279229,
		0.6777531348968710481, -0.6950676766151554342, 0.67874747753574340628, -0.68901779088275710438,
		0.68067994279433910255, -0.68704232097254837605, 0.68185095930390328022, -0.68610453102869409592,
		0.682518327007447547, -0.68555078655748681231, 0.68327390883232447607, -0.6855437126543538519,
		0.67880287607500186212, -0.68056005402050817236, 0.72368913946411624547, -0.72514033981497868696,
		0.45707518840337206205, -0.45797768415775004876, 1.3717503058572427037, -1.3734729491754482465))
	inverse := o.DivF(o.F(1), g.y)
	tail := polynomial(o, o.MulF(inverse, inverse),
		-0.083333333333333298069, 0.0083333333332201801008, -0.0039682539076816414921, 0.0041666539328954100944,
		-0.0075743763145024562306, 0.021004729764303443911, -0.079785858937978047857, 0.3487583555569305199,
		-1.3176677498966849623, 2.7632461441771196669)
	tail = o.MulF(inverse, o.SubF(o.MulF(inverse, tail), o.F(0.5)))
	y := o.Select(g.low, near, o.AddF(log(o, g.y), tail))
	// ψ is digamma. For x < 0, use ψ(x) = ψ(1−x) − π·cot(πx). For 0 < x < 1, use ψ(x) = ψ(x+1) −
	// 1/x. The variable cot is πf·cot(πf) for f = frac. It has the factors 1 − 2f and 1 + 2f, so it
	// is accurate near its zeros.
	f := o.MulF(g.frac, g.frac)
	zeros := o.MulF(o.SubF(o.F(1), o.AddF(g.frac, g.frac)), o.AddF(o.F(1), o.AddF(g.frac, g.frac)))
	cot := o.MulF(zeros, polynomial(o, f,
		0.99999999999999999934, 0.71013186630354848767, 0.67588099779145065092, 0.66883786726049375553,
		0.66719675207095942818, 0.66679805831490254686, 0.66669426676792966436, 0.66677118663605390993,
		0.66536531950343301296, 0.6794162135380825864, 0.57587167645880640662, 1.1352789665165512206,
		-1.053706478613892148, 4.9811579384233708855, -6.1306559212961404353, 6.1306559219178434856))
	rest := o.DivF(o.Select(g.minus, cot, o.F(1)), o.Select(g.minus, g.frac, x))
	y = o.Select(g.under, o.SubF(y, rest), y)
	return o.Select(g.pole, o.F(math.NaN()), y)
}

// besselI1e is exp(−|x|) times the modified Bessel function of order 1. For |x| < 10 it is computed
// by a polynomial in (x/2)², whose terms are positive. For larger |x| it is computed by a
// polynomial in 20/|x| − 1, divided by √|x|.
func besselI1e[V any, O Ops[V]](o O, x V) V {
	a := o.AbsF(x)
	half := o.MulF(a, o.F(0.5))
	near := polynomial(o, o.MulF(half, half),
		0.49999999999999999951, 0.2500000000000000127, 0.041666666666666612017, 0.0034722222222223154084,
		0.00017361111111102735315, 5.7870370370828176207e-6, 1.3778659610337590169e-7, 2.4604749348917945836e-9,
		3.4173262163315631023e-11, 3.7970302468190353583e-13, 3.451834236234013682e-15, 2.6151147551543782032e-17,
		1.6758327559642780158e-19, 9.2310476122036375486e-22, 4.3196883573201399024e-24, 1.9789367262619552827e-26,
		4.4155930642971765018e-29, 4.2167570528114674761e-31)
	near = o.MulF(a, o.MulF(near, exp(o, o.NegF(a))))
	far := polynomial(o, o.SubF(o.DivF(o.F(20), a), o.F(1)),
		0.39133972251206703622, -0.0077309051267559444477, -0.00013480146633817472992, -7.0123613130963293173e-6,
		-6.294296229065053077e-7, -8.3896436171011151527e-8, -1.5598422731148234448e-8, -3.9649599673957060625e-9,
		-1.3941545654121087835e-9, -6.7976123242172425204e-10, -4.0158021736101007071e-10, -1.6392543710729281205e-10,
		1.1555469981277643545e-10, 2.5060058491157593196e-10, 9.6866585967418983237e-11, -1.014216742212286298e-10,
		-8.0769502867510565566e-11, 2.2463721716094833758e-11, 2.8537163020851620566e-11, -1.9878232069063441027e-12,
		-4.3312051924334399691e-12, -1.294559653566537863e-13)
	far = o.DivF(far, o.Sqrt(a))
	return o.CopySign(o.Select(o.Less(a, o.F(10)), near, far), x)
}
