package chlo

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
)

const complexMathDoc = `replace functions of complex numbers by functions of their parts

log, log_plus_one, sqrt and exponential of complex numbers become formulas that neither overflow nor
cancel if the result is representable. Functions whose attribute result_accuracy has another
mode than DEFAULT are unchanged.`

// ComplexMathPass returns stablehlo-complex-math-expander.
func ComplexMathPass() passes.Pass {
	return passes.On("stablehlo-complex-math-expander", complexMathDoc, func(r *passes.Run, f fn.Func) error {
		var ops []*ir.Op
		f.Op.Walk(func(op *ir.Op) bool {
			ops = append(ops, op)
			return true
		})
		rw, changed := rewrite.New(r.Registry), false
		for _, op := range ops {
			changed = expand(rw, op, func(e emitter) []value { return e.complexMath(op) }) != nil || changed
		}
		if !changed {
			r.Unchanged()
			return nil
		}
		front(f)
		return nil
	})
}

// front moves constants to the start of the function and merges equal constants, as the greedy
// driver of StableHLO's pass does.
func front(f fn.Func) {
	var constants []stablehlo.Constant
	f.Op.Walk(func(op *ir.Op) bool {
		if c, ok := ir.As[stablehlo.Constant](op); ok {
			constants = append(constants, c)
		}
		return true
	})
	known := map[ir.Attr]*ir.Op{}
	for _, c := range constants {
		if first := known[c.Value()]; first != nil {
			c.Op.Result().ReplaceAllUses(first.Result())
			c.Op.Erase()
			continue
		}
		known[c.Value()] = c.Op
		if at := f.Entry().First(); at != c.Op {
			c.Op.MoveBefore(at)
		}
	}
}

// complexMath replaces a function of complex numbers. It returns nil for other operations.
func (e emitter) complexMath(op *ir.Op) []value {
	var f func(emitter, value) value
	switch op.View().(type) {
	case stablehlo.LogPlusOne:
		f = emitter.log1pComplex
	case stablehlo.Log:
		f = emitter.logComplex
	case stablehlo.Sqrt:
		f = emitter.sqrtComplex
	case stablehlo.Exponential:
		f = emitter.expComplex
	}
	if f == nil || !defaultAccuracy(op) {
		return nil
	}
	if x := op.OperandList()[0]; x.Type().Kind().IsComplex() {
		return []value{f(e, x)}
	}
	return nil
}

// defaultAccuracy reports whether op requests no particular accuracy.
func defaultAccuracy(op *ir.Op) bool {
	a, given := ir.AttrAs[*stablehlo.ResultAccuracy](op.Attr("result_accuracy"))
	return !given || stablehlo.Word(a.Mode) == "DEFAULT"
}

// splitter returns the factor 2ᵏ + 1 of squareError: 65 for f16, 4097 for f32 and 134217729 for
// f64. As in StableHLO's pass, the inserted code selects it by the largest number of the type.
func (e emitter) splitter(largest, x value) value {
	double := e.gt(largest, e.like(1e308, x))
	c64 := e.like(134217729, x)
	single := e.gt(largest, e.like(1e38, x))
	c32 := e.like(4097, x)
	return e.Choose(double, c64, e.Choose(single, c32, e.like(65, x)))
}

// squareError returns x² - square exactly, where square is x² rounded. Source: T. Dekker, "A
// floating-point technique for extending the available precision", 1971.
func (e emitter) squareError(x, square value, splitter func() value) value {
	minus := e.neg(square)
	scaled := e.Mul(splitter(), x)
	high := e.Add(scaled, e.Sub(x, scaled))
	sum := e.Add(minus, e.Mul(high, high))
	low := e.Sub(x, high)
	product := e.Mul(high, low)
	sum = e.Add(e.Add(sum, product), product)
	return e.Add(sum, e.Mul(low, low))
}

// sumError returns x + y - sum exactly, where sum is x + y rounded.
func (e emitter) sumError(x, y, sum value) value {
	rest := e.Sub(sum, x)
	low := e.Sub(x, e.Sub(sum, rest))
	return e.Add(low, e.Sub(y, rest))
}

// log1pComplex returns log |z + 1| + i atan2(y, x + 1) for z = x + iy. If squares could overflow,
// the real part is log m + log1p((n/m)²) / 2, where m is the larger and n the smaller of |x| and
// |y|. If z is near -1, the real part is log((x + 1)² + y²) / 2. Otherwise the real part is
// log1p(2x + x² + y²) / 2 in twice the precision.
func (e emitter) log1pComplex(z value) value {
	x := e.realPart(z)
	ax := e.abs(x)
	y := e.imagPart(z)
	ay := e.abs(y)
	m := e.Max(ax, ay)
	largest := e.largest(x)
	limit := e.sqrt(largest)
	far := e.gt(m, e.Mul(limit, e.like(0.01, x)))
	logM := e.log(m)
	half := e.like(0.5, x)
	n := e.Min(ax, ay)
	equal := e.eq(n, m)
	one := e.like(1, x)
	q := e.Div(n, m)
	square := e.Mul(q, q)
	first := e.Add(logM, e.Mul(half, e.log1p(e.Choose(equal, one, square))))
	x1 := e.Add(x, one)
	near := e.lt(e.Add(e.abs(x1), ay), e.like(0.2, x))
	xx1 := e.Mul(x1, x1)
	yy := e.Mul(y, y)
	second := e.Mul(half, e.log(e.Add(xx1, yy)))
	twice := e.Add(x, x)
	s1 := e.Add(twice, yy)
	xx := e.Mul(x, x)
	s2 := e.Add(s1, xx)
	var c value
	lowY := e.squareError(y, yy, func() value { c = e.splitter(largest, x); return c })
	s3 := e.Add(s2, lowY)
	lowX := e.squareError(x, xx, func() value { return c })
	s4 := e.Add(s3, lowX)
	e1 := e.sumError(twice, yy, s1)
	e2 := e.sumError(s1, xx, s2)
	e12 := e.Add(e1, e2)
	e123 := e.Add(e12, e.sumError(s2, lowY, s3))
	error := e.Add(e123, e.sumError(s3, lowX, s4))
	third := e.Mul(half, e.log1p(e.Add(s4, error)))
	re := e.Choose(far, first, e.Choose(near, second, third))
	return e.complex(re, e.atan2(y, x1))
}

// logComplex returns log |z| + i atan2(y, x) for z = x + iy. If x² + y² is between 1/2 and 3/2,
// log |z| is computed as log1p(x² + y² - 1) / 2 in twice the precision. Otherwise log |z| is
// computed as log m + log1p((n/m)²) / 2, where m is the larger and n the smaller of |x| and |y|.
func (e emitter) logComplex(z value) value {
	x := e.realPart(z)
	minus := e.like(-1, x)
	y := e.imagPart(z)
	yy := e.Mul(y, y)
	xx := e.Mul(x, x)
	larger := e.gt(yy, xx)
	high := e.Choose(larger, yy, xx)
	s1 := e.Add(minus, high)
	low := e.Choose(larger, xx, yy)
	s2 := e.Add(s1, low)
	var c value
	lowY := e.squareError(y, yy, func() value { c = e.splitter(e.largest(x), x); return c })
	s3 := e.Add(s2, lowY)
	lowX := e.squareError(x, xx, func() value { return c })
	s4 := e.Add(s3, lowX)
	fast := func(x, y, sum value) value { return e.Sub(y, e.Sub(sum, x)) } // requires |x| ≥ |y|
	e1 := fast(minus, high, s1)
	e2 := fast(s1, low, s2)
	e12 := e.Add(e1, e2)
	e123 := e.Add(e12, fast(s2, lowY, s3))
	sum := e.Add(s4, e.Add(e123, fast(s3, lowX, s4)))
	size := e.abs(sum)
	half := e.like(0.5, x)
	near := e.lt(size, half)
	first := e.Mul(half, e.log1p(sum))
	ax, ay := e.abs(x), e.abs(y)
	m := e.Max(ax, ay)
	logM := e.log(m)
	n := e.Min(ax, ay)
	equal := e.eq(n, m)
	one := e.like(1, x)
	q := e.Choose(equal, one, e.Div(n, m))
	second := e.Add(logM, e.Mul(half, e.log1p(e.Mul(q, q))))
	re := e.Choose(near, first, second)
	return e.complex(re, e.atan2(y, x))
}

// expComplex returns eˣ (cos y + i sin y). If eˣ overflows, it multiplies by e^(x/2) twice instead.
// If y is 0, the imaginary part is 0.
func (e emitter) expComplex(z value) value {
	x := e.realPart(z)
	scale := e.exp(x)
	over := e.eq(scale, e.infinity(1, x))
	half := e.exp(e.Mul(x, e.like(0.5, x)))
	y := e.imagPart(z)
	cos := e.cos(y)
	large := e.Mul(e.Mul(half, cos), half)
	re := e.Choose(over, large, e.Mul(scale, cos))
	zero := e.like(0, x)
	isReal := e.eq(y, zero)
	sin := e.sin(y)
	large = e.Mul(e.Mul(half, sin), half)
	im := e.Choose(over, large, e.Mul(scale, sin))
	return e.complex(re, e.Choose(isReal, zero, im))
}

// sqrtComplex returns the square root of z = x + iy. With u = √((|z| + |x|) / 2), it is u + i y/2u
// if x ≥ 0, and otherwise |y|/2u ± iu with the sign of y. If the sum in u overflows or underflows,
// u is computed from roots of |x| or |y|.
func (e emitter) sqrtComplex(z value) value {
	x := e.realPart(z)
	zero := e.like(0, x)
	c := constants{e, x, map[float64]value{0: zero}}
	right := e.ge(x, zero)
	ax := e.abs(x)
	y := e.imagPart(z)
	ay := e.abs(y)
	equal := e.eq(ax, ay)
	rootX := e.sqrt(ax)
	scaled := e.Mul(rootX, e.like(1.5537739740300374, x))
	root2 := c.of(math.Sqrt2)
	diagonal := e.Div(scaled, root2)
	m := e.hypotOf(e.Max(ax, ay), e.Min(ax, ay), c)
	two := c.of(2)
	halved := e.Div(m, two)
	u := e.sqrt(e.Add(halved, e.Div(ax, two)))
	isZero := e.eq(u, zero)
	extreme := e.or(isZero, e.eq(u, e.infinity(1, x)))
	wide := e.gt(ax, ay)
	one := c.of(1)
	less := e.lt(ax, ay)
	xy := e.Div(ax, ay)
	r := e.Choose(equal, one, e.Choose(less, xy, e.Div(ay, ax)))
	ar := e.abs(r)
	h := e.hypotOf(e.Max(one, ar), e.Min(one, ar), c)
	root1h := e.sqrt(e.Add(one, h))
	byX := e.Mul(rootX, e.Div(root1h, root2))
	rootY := e.sqrt(ay)
	rootRH := e.sqrt(e.Add(r, h))
	byY := e.Mul(rootY, e.Div(rootRH, root2))
	u0 := e.Choose(equal, diagonal, e.Choose(extreme, e.Choose(wide, byX, byY), u))
	quotient := e.Div(rootY, e.like(2.19736822693562, x))
	rXY := e.Div(rootX, rootY)
	ratio := e.Choose(equal, one, e.Choose(less, rXY, e.Div(rootY, rootX)))
	top := e.Mul(rootY, ratio)
	overX := e.Div(top, e.Mul(root1h, root2))
	overY := e.Div(rootY, e.Mul(rootRH, root2))
	general := e.Div(ay, e.Mul(u, two))
	v := e.Choose(equal, quotient, e.Choose(extreme, e.Choose(wide, overX, overY), general))
	re := e.Choose(right, u0, v)
	left := e.lt(x, zero)
	below := e.lt(y, zero)
	signedU := e.Choose(below, e.neg(u0), u0)
	signedV := e.Choose(below, e.neg(v), v)
	return e.complex(re, e.Choose(left, signedU, signedV))
}
