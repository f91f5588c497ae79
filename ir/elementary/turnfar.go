package elementary

import "math"

// turnFar reduces large angles (Payne and Hanek 1983). It multiplies the 53-bit significand of x by
// the 192 bits of 2/π that determine the quadrant and the remainder. The function turn uses the
// result only for |x| ≥ 2²⁰.
func turnFar[V any, O Ops[V]](o O, x V) quadrant[V] {
	bits := o.Bits(x)
	e := o.SubI(o.And(o.ShRU(bits, o.I(52)), o.I(2047)), o.I(1075)) // |x| = m·2ᵉ
	m := o.Or(o.And(bits, o.I(1<<52-1)), o.I(1<<52))
	// A bit of 2/π whose weight is at least 2²⁻ᵉ contributes only full turns. So the window of 192
	// bits starts at the bit of weight 2¹⁻ᵉ.
	first := o.AddI(e, o.I(62)) // index of that bit, counted from the start of word 0 of turnWord
	word := o.ShRS(first, o.I(6))
	shift := o.And(first, o.I(63))
	var w [4]V
	for i := range w {
		w[i] = turnWord(o, o.AddI(word, o.I(int64(i))))
	}
	// top:second are bits 64 to 191 of the product: the number of quarter turns modulo 4, with two
	// integer bits and 126 fraction bits.
	hi := o.MulI(m, window(o, w[0], w[1], shift))
	mid := window(o, w[1], w[2], shift)
	low := window(o, w[2], w[3], shift)
	second := o.AddI(o.MulI(m, mid), highProduct(o, m, low))
	carry := o.Select(lessU(o, second, o.MulI(m, mid)), o.I(1), o.I(0))
	top := o.AddI(o.AddI(hi, highProduct(o, m, mid)), carry)
	return quadrantOf(o, x, top, second)
}

// quadrantOf converts the fixed-point number top:second of turnFar to an angle.
func quadrantOf[V any, O Ops[V]](o O, x, top, second V) quadrant[V] {
	n := o.ShRU(o.AddI(top, o.I(1<<61)), o.I(62)) // rounded to nearest
	rest := o.SubI(top, o.ShL(n, o.I(62)))        // signed, in [-2⁶¹, 2⁶¹)
	// Each part has at most 32 bits, so that its conversion is exact.
	a := whole(o, o.ShRS(rest, o.I(31)))
	b := whole(o, o.And(rest, o.I(1<<31-1)))
	c := whole(o, o.ShRU(second, o.I(32)))
	d := whole(o, o.And(second, o.I(1<<32-1)))
	s := sum(o, o.MulF(a, o.F(0x1p-31)), o.MulF(b, o.F(0x1p-62)))
	t := sum(o, s.hi, o.AddF(s.lo, o.AddF(o.MulF(c, o.F(0x1p-94)), o.MulF(d, o.F(0x1p-126)))))
	const halfPi, halfPiLo = math.Pi / 2, 0x1.1a62633145c07p-54
	p := product(o, t.hi, o.F(halfPi))
	lo := o.AddF(p.lo, o.AddF(o.MulF(t.hi, o.F(halfPiLo)), o.MulF(t.lo, o.F(halfPi))))
	r := sum(o, p.hi, lo)
	negative := o.Less(x, o.F(0))
	return quadrant[V]{
		o.Select(negative, o.NegF(r.hi), r.hi), o.Select(negative, o.NegF(r.lo), r.lo),
		o.Select(negative, o.SubI(o.I(0), n), n),
	}
}

// window returns the upper 64 bits of the 128-bit number (a:b) << shift, for 0 ≤ shift < 64.
func window[V any, O Ops[V]](o O, a, b, shift V) V {
	// b >> (64 − shift) in two steps, since a shift by 64 is not allowed.
	return o.Or(o.ShL(a, shift), o.ShRU(o.ShRU(b, o.I(1)), o.Xor(shift, o.I(63))))
}

// turnWord returns 64-bit word i of 2/π. Word 0 is the integer part, 0. Later words are the
// fraction.
func turnWord[V any, O Ops[V]](o O, i V) V {
	w := o.I(0)
	for k, c := range twoOverPi() {
		w = o.Select(o.EqualI(i, o.I(int64(k+1))), o.I(int64(c)), w)
	}
	return w
}

// twoOverPi returns the first bits of the fraction 2/π.
func twoOverPi() []uint64 {
	return []uint64{
		0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
		0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
		0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
		0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
	}
}

// lessU reports whether x < y as unsigned integers.
func lessU[V any, O Ops[V]](o O, x, y V) V {
	top := o.I(math.MinInt64)
	return o.LessI(o.Xor(x, top), o.Xor(y, top))
}

// highProduct returns the upper 64 bits of an unsigned product.
func highProduct[V any, O Ops[V]](o O, x, y V) V {
	mask, by := o.I(1<<32-1), o.I(32)
	xh, xl, yh, yl := o.ShRU(x, by), o.And(x, mask), o.ShRU(y, by), o.And(y, mask)
	low := o.MulI(xl, yl)
	mid := o.AddI(o.MulI(xh, yl), o.ShRU(low, by))
	mid2 := o.AddI(o.MulI(xl, yh), o.And(mask, mid))
	return o.AddI(o.MulI(xh, yh), o.AddI(o.ShRU(mid, by), o.ShRU(mid2, by)))
}
