package tensor

import (
	"math/bits"
	"strconv"
)

// This file has the conversions of decimal.go in one or two 64-bit words, which are enough for most
// constants. They are 4 times as fast as the conversions in big integers (BenchmarkFormatFloat).

// powersOfTen are the powers of 10 that fit into a word.
var powersOfTen = [20]uint64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// fastDecimal is like decimal, but returns false if it needs more than two words.
func (x *exact) fastDecimal(n int) (decimal, bool) {
	needed := (n*196 + 58) / 59
	if x.mant[1] != 0 || needed > 58 {
		return decimal{}, false
	}
	trailing := bits.TrailingZeros64(x.mant[0])
	lo, hi, exp := x.mant[0]>>trailing, uint64(0), x.exp+trailing
	if exp >= 0 {
		if exp+bits.Len64(lo) > 64 {
			return decimal{}, false
		}
		lo <<= exp
		exp = 0
	} else {
		if bits.Len64(lo)+(-exp*137+58)/59 > 128 {
			return decimal{}, false
		}
		lo, hi = timesPowerOfFive(lo, -exp)
	}
	have := bits.Len64(lo)
	if hi != 0 {
		have = 64 + bits.Len64(hi)
	}
	if have > needed {
		tens := (have - needed) * 59 / 196
		exp += tens
		for ; tens > 0; tens -= 19 {
			lo, hi = divide(lo, hi, powersOfTen[min(tens, 19)])
		}
	}
	d := decimal{neg: x.neg, digits: strconv.AppendUint(make([]byte, 0, 24), lo, 10), exp: exp}
	d.shorten(n)
	return d, true
}

// timesPowerOfFive returns m * 5ⁿ, which must fit into two words.
func timesPowerOfFive(m uint64, n int) (lo, hi uint64) {
	const most = 27 // 5²⁷ is the largest power of 5 that fits into a word
	lo = m
	for n > 0 {
		five := uint64(1)
		for range min(n, most) {
			five *= 5
		}
		n -= most
		carry, low := bits.Mul64(lo, five)
		lo, hi = low, hi*five+carry
	}
	return lo, hi
}

// divide returns the two words hi:lo divided by one word, rounded down.
func divide(lo, hi, by uint64) (qlo, qhi uint64) {
	qhi, hi = hi/by, hi%by
	qlo, _ = bits.Div64(hi, lo, by)
	return qlo, qhi
}

// fastNumber returns d as a number with enough bits to round it to a precision of 53 bits. It
// returns false if one word is not enough.
func (d *decimal) fastNumber() (number, bool) {
	if len(d.digits) > 19 || d.exp < -19 || d.exp > 19 {
		return number{}, false
	}
	m := uint64(0)
	for _, c := range d.digits {
		m = m*10 + uint64(c-'0')
	}
	if d.exp >= 0 {
		hi, lo := bits.Mul64(m, powersOfTen[d.exp])
		return number{class: normal, neg: d.neg, mant: lo}, hi == 0
	}
	// m and the divisor are shifted until their top bits are set. Then m is halved, so that it is
	// smaller than the divisor, as Div64 requires.
	divisor := powersOfTen[-d.exp]
	up, by := bits.LeadingZeros64(m), bits.LeadingZeros64(divisor)
	q, rest := bits.Div64(m<<up>>1, m<<up<<63, divisor<<by)
	// q has 63 or 64 bits. If it is shifted left by 1, its new last bit is unknown. Rounding does
	// not depend on this bit, but only on the higher bits and on whether the remainder is 0.
	shift := bits.LeadingZeros64(q)
	return number{class: normal, neg: d.neg, mant: q << shift, rest: bit(rest != 0), exp: by - up - 63 - shift}, true
}
