package tensor

import (
	"math/big"
	"math/bits"
	"strconv"
)

// exact is a float without any rounding: ±mant * 2^exp.
type exact struct {
	class  class
	neg    bool
	mant   [2]uint64 // low word first
	exp    int
	lo, hi uint64 // the float's canonical bit pattern
}

// exactly returns the float of kind k with the bit pattern hi:lo.
func exactly(k Kind, lo, hi uint64) exact {
	r := decode(k, lo, hi)
	x := exact{class: r.class, neg: r.neg, mant: [2]uint64{r.mant, 0}, exp: r.exp, lo: lo, hi: hi}
	switch {
	case r.class != normal:
	case k == F128:
		biased := int(hi >> 48 & wideExpMask)
		x.mant = [2]uint64{lo, hi&(1<<48-1) | bit(biased != 0)<<48}
		x.exp = max(biased, 1) - 1 + wideMinExp - 112
	default:
		// encode makes the bit pattern canonical: an f80 with biased exponent 0 can have its
		// integer bit set.
		x.lo, x.hi = encode(k, r)
	}
	return x
}

// isFloat64 reports whether a float64 represents x exactly. x must be of class normal.
func (x *exact) isFloat64() bool {
	low, high := bits.TrailingZeros64(x.mant[0]), bits.Len64(x.mant[0])
	if x.mant[0] == 0 {
		low = 64 + bits.TrailingZeros64(x.mant[1])
	}
	if x.mant[1] != 0 {
		high = 64 + bits.Len64(x.mant[1])
	}
	return high-low <= 53 && x.exp+low >= -1074 && x.exp+high <= 1024
}

// decimal is ±digits * 10^exp. The digits are ASCII.
type decimal struct {
	neg    bool
	digits []byte
	exp    int
}

// decimal returns x with at most n digits and without trailing zeros. Like toStringImpl of LLVM's
// APFloat.cpp, it first drops most bits that n digits do not need, and rounds halves up. So the
// digits are not always rounded correctly.
func (x *exact) decimal(n int) decimal {
	if d, ok := x.fastDecimal(n); ok {
		return d
	}
	return x.bigDecimal(n)
}

func (x *exact) bigDecimal(n int) decimal {
	m := new(big.Int).SetUint64(x.mant[1])
	m.Lsh(m, 64).Or(m, new(big.Int).SetUint64(x.mant[0]))
	// Write mant * 2^exp as an integer m times a power of 10, since 2^-e = 5^e * 10^-e.
	trailing := int(m.TrailingZeroBits())
	m.Rsh(m, uint(trailing))
	exp := x.exp + trailing
	if exp >= 0 {
		m.Lsh(m, uint(exp))
		exp = 0
	} else {
		m.Mul(m, power(5, -exp))
	}

	// 196/59 is a little more than log₂ 10.
	needed := (n*196 + 58) / 59
	if have := m.BitLen(); have > needed {
		tens := (have - needed) * 59 / 196
		m.Quo(m, power(10, tens))
		exp += tens
	}
	d := decimal{neg: x.neg, digits: m.Append(nil, 10), exp: exp}
	d.shorten(n)
	return d
}

// shorten rounds d to n digits, halves up, and drops trailing zeros.
func (d *decimal) shorten(n int) {
	if extra := len(d.digits) - n; extra > 0 {
		up := d.digits[n] >= '5'
		d.digits = d.digits[:n]
		d.exp += extra
		if up {
			d.increment()
		}
	}
	for len(d.digits) > 1 && d.digits[len(d.digits)-1] == '0' {
		d.digits = d.digits[:len(d.digits)-1]
		d.exp++
	}
}

func (d *decimal) increment() {
	for i := len(d.digits) - 1; i >= 0; i-- {
		if d.digits[i] != '9' {
			d.digits[i]++
			return
		}
		d.digits[i] = '0'
	}
	d.digits[0] = '1'
	d.exp += len(d.digits)
	d.digits = d.digits[:1]
}

// is reports whether d rounded to kind k equals x.
func (d *decimal) is(k Kind, x exact) bool {
	lo, hi := d.round(k)
	return lo == x.lo && hi == x.hi
}

// appendPadded appends d in scientific notation, padded with zeros to n+1 digits.
func (d *decimal) appendPadded(b []byte, n int) []byte {
	b = d.appendLead(b)
	b = append(b, d.digits[1:]...)
	for range n + 1 - len(d.digits) {
		b = append(b, '0')
	}
	b = append(b, 'e')
	return appendExponent(b, d.exp+len(d.digits)-1, 2)
}

func (d *decimal) appendLead(b []byte) []byte {
	if d.neg {
		b = append(b, '-')
	}
	return append(b, d.digits[0], '.')
}

func appendExponent(b []byte, exp, width int) []byte {
	if exp < 0 {
		b, exp = append(b, '-'), -exp
	} else {
		b = append(b, '+')
	}
	if exp < 10 && width == 2 {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, int64(exp), 10)
}

// appendNatural appends d, which has at most n digits, in the default form of APFloat. This form
// has an exponent if more than three zeros or more than n digits would be needed otherwise.
func (d *decimal) appendNatural(b []byte, n int) []byte {
	const maxPadding = 3
	have := len(d.digits)
	lead := d.exp + have - 1 // the power of ten of the first digit
	scientific := lead < 0 && -lead > maxPadding
	if d.exp >= 0 {
		scientific = d.exp > maxPadding || have+d.exp > n
	}
	if scientific {
		b = d.appendLead(b)
		if have == 1 {
			b = append(b, '0')
		}
		b = append(b, d.digits[1:]...)
		return appendExponent(append(b, 'E'), lead, 1)
	}
	if d.neg {
		b = append(b, '-')
	}
	switch {
	case d.exp >= 0:
		b = append(b, d.digits...)
		for range d.exp {
			b = append(b, '0')
		}
		return b
	case lead >= 0:
		b = append(b, d.digits[:lead+1]...)
		b = append(b, '.')
		return append(b, d.digits[lead+1:]...)
	}
	b = append(b, "0."...)
	for range -lead - 1 {
		b = append(b, '0')
	}
	return append(b, d.digits...)
}

// round returns the bits of d rounded to kind k, to nearest with ties to even.
func (d *decimal) round(k Kind) (lo, hi uint64) {
	if k < F80 {
		if r, ok := d.fastNumber(); ok {
			return encode(k, r)
		}
	}
	return d.bigRound(k)
}

func (d *decimal) bigRound(k Kind) (lo, hi uint64) {
	// Numbers from 10⁵⁰⁰⁰ on and numbers below 10⁻⁵⁰⁰⁰ are out of range for every format. Their
	// exact conversion could be slow.
	switch lead := d.exp + len(d.digits); {
	case lead > 5000:
		return encode(k, number{class: normal, neg: d.neg, mant: 1 << 63, exp: 1 << 20})
	case lead < -5000:
		return encode(k, number{class: normal, neg: d.neg, mant: 1, exp: -1 << 20})
	}
	m, _ := new(big.Int).SetString(string(d.digits), 10)
	exp, sticky := 0, false
	if d.exp >= 0 {
		m.Mul(m, power(10, d.exp))
	} else {
		divisor := power(10, -d.exp)
		// The quotient has more bits than any format needs.
		exp = min(0, m.BitLen()-divisor.BitLen()-130)
		rest := new(big.Int)
		m.QuoRem(m.Lsh(m, uint(-exp)), divisor, rest)
		sticky = rest.Sign() != 0
	}
	if k == F128 {
		return roundF128(d.neg, m, exp, sticky)
	}
	r := number{class: normal, neg: d.neg, exp: exp}
	if drop := m.BitLen() - 64; drop > 0 {
		// r.mant becomes the first 64 bits of m. The top bit of r.rest is the next bit. The last
		// bit of r.rest is 1 if any later bit is set.
		r.rest = uint64(m.Bit(drop-1)) << 63
		if sticky || int(m.TrailingZeroBits()) < drop-1 {
			r.rest |= 1
		}
		m.Rsh(m, uint(drop))
		r.exp += drop
	}
	r.mant = m.Uint64()
	return encode(k, r)
}

// roundF128 rounds ±m * 2^exp to an f128. If sticky is set, the number to round is slightly larger
// in magnitude than ±m * 2^exp.
func roundF128(neg bool, m *big.Int, exp int, sticky bool) (lo, hi uint64) {
	f := &formats[F128]
	unit := max(exp+m.BitLen()-1, f.minExp) - (f.precision - 1)
	if drop := unit - exp; drop > 0 {
		half := m.Bit(drop-1) != 0
		sticky = sticky || int(m.TrailingZeroBits()) < drop-1
		m.Rsh(m, uint(drop))
		if half && (sticky || m.Bit(0) != 0) {
			m.Add(m, big.NewInt(1))
		}
		if m.BitLen() > f.precision {
			m.Rsh(m, 1)
			unit++
		}
	} else {
		m.Lsh(m, uint(-drop))
	}
	lo = new(big.Int).And(m, new(big.Int).SetUint64(1<<64-1)).Uint64()
	frac := m.Rsh(m, 64).Uint64()
	top := unit + f.precision - 1
	switch sign := bit(neg) << 63; {
	case top > f.maxExp:
		return 0, sign | wideExpMask<<48
	case bits.Len64(frac) < 49: // subnormal
		return lo, sign | frac
	default:
		return lo, sign | uint64(top-f.minExp+1)<<48 | frac&(1<<48-1)
	}
}

func power(base int64, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(n)), nil)
}
