package tensor

import (
	"math"
	"math/bits"
)

// decode returns the float of kind k with the bit pattern hi:lo.
func decode(k Kind, lo, hi uint64) number {
	switch k {
	case F80:
		return decodeF80(lo, hi)
	case F128:
		return decodeF128(lo, hi)
	}
	return formats[k].decode(lo)
}

// encode rounds r to a float kind and returns the bits hi:lo. For kinds of up to 64 bits, hi is 0.
func encode(k Kind, r number) (lo, hi uint64) {
	switch k {
	case F80:
		return encodeF80(r)
	case F128:
		return encodeF128(r)
	}
	return formats[k].encode(r), 0
}

const (
	wideExpMask = 1<<15 - 1 // f80 and f128 have the same exponents
	wideMinExp  = -16382
)

// decodeF80 returns the value of an f80. As in APFloat, bits with the exponent of a normal number
// but without the integer bit are a NaN.
func decodeF80(lo, hi uint64) number {
	neg, biased := hi>>15&1 != 0, int(hi&wideExpMask)
	switch {
	case biased == 0 && lo == 0:
		return number{class: zero, neg: neg}
	case biased == wideExpMask && lo == 1<<63:
		return number{class: infinity, neg: neg}
	case biased == wideExpMask || biased != 0 && lo>>63 == 0:
		return number{class: nan, neg: neg, mant: lo << 1}
	}
	return number{class: normal, neg: neg, mant: lo, exp: max(biased, 1) - 1 + wideMinExp - 63}
}

func encodeF80(r number) (lo, hi uint64) {
	f := &formats[F80]
	sign := bit(r.neg) << 15
	switch r.class {
	case zero:
		return 0, sign
	case infinity:
		return 1 << 63, sign | wideExpMask
	case nan:
		return 3<<62 | r.mant>>1, sign | wideExpMask
	}
	unit, q := f.round(r)
	top := unit + 63
	switch {
	case top > f.maxExp:
		return 1 << 63, sign | wideExpMask
	case q>>63 == 0:
		return q, sign
	}
	return q, sign | uint64(top-f.minExp+1)
}

func decodeF128(lo, hi uint64) number {
	neg, biased := hi>>63 != 0, int(hi>>48&wideExpMask)
	frac := hi & (1<<48 - 1)
	switch {
	case biased == wideExpMask && frac|lo == 0:
		return number{class: infinity, neg: neg}
	case biased == wideExpMask:
		return number{class: nan, neg: neg, mant: frac<<16 | lo>>48}
	case biased|int(frac) == 0 && lo == 0:
		return number{class: zero, neg: neg}
	case biased != 0:
		frac |= 1 << 48
	}
	exp := max(biased, 1) - 1 + wideMinExp - 112
	if frac == 0 {
		return number{class: normal, neg: neg, mant: lo, exp: exp}
	}
	drop := bits.Len64(frac)
	return number{
		class: normal,
		neg:   neg,
		mant:  frac<<(64-drop) | lo>>drop,
		rest:  lo << (64 - drop),
		exp:   exp + drop,
	}
}

// encodeF128 returns the bits of r as an f128. It does not round, because an f128 represents the
// values of all other formats exactly.
func encodeF128(r number) (lo, hi uint64) {
	sign := bit(r.neg) << 63
	switch r.class {
	case zero:
		return 0, sign
	case infinity:
		return 0, sign | wideExpMask<<48
	case nan:
		payload := r.mant | 1<<63
		return payload << 48, sign | wideExpMask<<48 | payload>>16
	}
	// The top bit of the significand becomes bit 112 or, in a subnormal, a lower bit.
	lead := bits.LeadingZeros64(r.mant)
	mant, top := r.mant<<lead, r.exp+63-lead
	hi, lo = mant>>15, mant<<49|r.rest>>15
	if top > formats[F128].maxExp {
		return 0, sign | wideExpMask<<48
	}
	if down := wideMinExp - top; down > 0 {
		return shiftRight128(lo, hi, down, sign)
	}
	return lo, sign | uint64(top-wideMinExp+1)<<48 | hi&(1<<48-1)
}

// shiftRight128 shifts hi:lo right by n bits. Then it sets the bits of "sign" in the upper word.
func shiftRight128(lo, hi uint64, n int, sign uint64) (uint64, uint64) {
	if n >= 64 {
		return hi >> (n - 64), sign
	}
	return lo>>n | hi<<(64-n), sign | hi>>n
}

func numberOf(v float64) number { return formats[F64].decode(math.Float64bits(v)) }

func numberOfInt(v int64) number {
	if v < 0 {
		r := numberOfUint(-uint64(v))
		r.neg = true
		return r
	}
	return numberOfUint(uint64(v))
}

func numberOfUint(v uint64) number {
	if v == 0 {
		return number{class: zero}
	}
	return number{class: normal, mant: v}
}

// magnitude returns |r| truncated to an integer, and whether this integer fits into 64 bits.
func (r number) magnitude() (uint64, bool) {
	switch {
	case r.class == zero:
		return 0, true
	case r.class != normal:
		return 0, false
	case r.exp <= 0:
		return r.mant >> min(-r.exp, 64), true
	}
	return r.mant << r.exp, bits.LeadingZeros64(r.mant) >= r.exp
}

// int64 returns r truncated and saturated; NaN becomes 0.
func (r number) int64() int64 {
	m, fits := r.magnitude()
	switch {
	case r.class == nan:
		return 0
	case r.neg && (!fits || m >= 1<<63):
		return math.MinInt64
	case r.neg:
		return -int64(m)
	case !fits || m >= 1<<63:
		return math.MaxInt64
	}
	return int64(m)
}

// uint64 returns r truncated and saturated; NaN becomes 0.
func (r number) uint64() uint64 {
	m, fits := r.magnitude()
	switch {
	case r.class == nan || r.neg:
		return 0
	case !fits:
		return math.MaxUint64
	}
	return m
}
