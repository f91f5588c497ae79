package tensor

import (
	"math"
	"math/bits"
)

// special describes which infinities and NaNs a float format has, and how they are encoded.
type special uint8

const (
	ieee    special = iota // infinities and NaNs, with the largest exponent
	finite                 // no infinities and no NaNs
	nanOnes                // no infinities; a magnitude of all ones is NaN (FN)
	nanZero                // no infinities; minus zero is the NaN, so zero has no sign (FNUZ)
)

// format describes a binary float format as LLVM's fltSemantics does.
type format struct {
	width     int // total number of bits
	precision int // significand bits, including the implicit bit
	minExp    int // the smallest normal number is 1.0 * 2^minExp
	maxExp    int // exponent of the largest number
	special   special
	powers    bool // no sign, no zero, no fraction: 2^(bits+minExp) (f8E8M0FNU)
}

// The values are from llvm/lib/Support/APFloat.cpp.
var formats = [kindCount]format{
	F4E2M1FN:      {width: 4, precision: 2, minExp: 0, maxExp: 2, special: finite},
	F6E2M3FN:      {width: 6, precision: 4, minExp: 0, maxExp: 2, special: finite},
	F6E3M2FN:      {width: 6, precision: 3, minExp: -2, maxExp: 4, special: finite},
	F8E3M4:        {width: 8, precision: 5, minExp: -2, maxExp: 3},
	F8E4M3:        {width: 8, precision: 4, minExp: -6, maxExp: 7},
	F8E4M3FN:      {width: 8, precision: 4, minExp: -6, maxExp: 8, special: nanOnes},
	F8E4M3FNUZ:    {width: 8, precision: 4, minExp: -7, maxExp: 7, special: nanZero},
	F8E4M3B11FNUZ: {width: 8, precision: 4, minExp: -10, maxExp: 4, special: nanZero},
	F8E5M2:        {width: 8, precision: 3, minExp: -14, maxExp: 15},
	F8E5M2FNUZ:    {width: 8, precision: 3, minExp: -15, maxExp: 15, special: nanZero},
	F8E8M0FNU:     {width: 8, precision: 1, minExp: -127, maxExp: 127, special: nanOnes, powers: true},
	BF16:          {width: 16, precision: 8, minExp: -126, maxExp: 127},
	F16:           {width: 16, precision: 11, minExp: -14, maxExp: 15},
	TF32:          {width: 19, precision: 11, minExp: -126, maxExp: 127},
	F32:           {width: 32, precision: 24, minExp: -126, maxExp: 127},
	F64:           {width: 64, precision: 53, minExp: -1022, maxExp: 1023},
	F80:           {width: 80, precision: 64, minExp: -16382, maxExp: 16383},
	F128:          {width: 128, precision: 113, minExp: -16382, maxExp: 16383},
}

type class uint8

const (
	zero class = iota
	normal
	infinity
	nan
)

// number is a float independent of a format: ±(mant + rest/2⁶⁴) * 2^exp. It represents the values
// of all formats exactly. If rest is not 0, mant has its top bit set.
type number struct {
	class class
	neg   bool
	mant  uint64 // for a NaN, the payload, whose top bit is the quiet bit
	rest  uint64
	exp   int
}

// decode returns the value of the bit pattern b. The format must have at most 64 bits.
func (f *format) decode(b uint64) number {
	if f.powers {
		if b == 0xFF {
			return number{class: nan, mant: 1 << 63}
		}
		return number{class: normal, mant: 1, exp: int(b) + f.minExp}
	}
	fraction := f.precision - 1
	mant := b & (1<<fraction - 1)
	expMask := uint64(1)<<(f.width-f.precision) - 1
	biased := b >> fraction & expMask
	neg := b>>(f.width-1)&1 != 0
	switch {
	case f.special == ieee && biased == expMask:
		if mant == 0 {
			return number{class: infinity, neg: neg}
		}
		return number{class: nan, neg: neg, mant: mant << (64 - fraction)}
	case f.special == nanOnes && biased == expMask && mant == 1<<fraction-1:
		return number{class: nan, neg: neg, mant: 1 << 63}
	case f.special == nanZero && neg && biased == 0 && mant == 0:
		return number{class: nan, mant: 1 << 63}
	case biased == 0 && mant == 0:
		return number{class: zero, neg: neg}
	case biased == 0:
		return number{class: normal, neg: neg, mant: mant, exp: f.minExp - fraction}
	}
	return number{class: normal, neg: neg, mant: mant | 1<<fraction, exp: int(biased) - 1 + f.minExp - fraction}
}

// encode rounds r as FloatToBits does, and returns the bits. The format must have at most 64 bits.
// A NaN becomes quiet.
func (f *format) encode(r number) uint64 {
	switch r.class {
	case nan:
		return f.nan(r.neg, r.mant)
	case infinity:
		return f.overflow(r.neg)
	case zero:
		return f.zero(r.neg)
	}
	if f.powers && r.neg {
		return f.nan(false, 0)
	}
	unit, q := f.round(r)
	if q == 0 {
		return f.zero(r.neg)
	}
	top := unit + f.precision - 1
	if top > f.maxExp || f.special == nanOnes && !f.powers && top == f.maxExp && q == 1<<f.precision-1 {
		return f.overflow(r.neg)
	}
	if f.powers {
		return uint64(top - f.minExp)
	}
	fraction := f.precision - 1
	if q>>fraction == 0 {
		return f.sign(r.neg) | q
	}
	return f.sign(r.neg) | uint64(top-f.minExp+1)<<fraction | q&(1<<fraction-1)
}

// round rounds r to q * 2^unit. The integer q has at most f.precision bits.
func (f *format) round(r number) (unit int, q uint64) {
	top := r.exp + bits.Len64(r.mant) - 1
	unit = max(top, f.minExp) - (f.precision - 1)
	drop := unit - r.exp
	var lost uint64 // the fraction of q that was cut off, times 2⁶⁴
	switch {
	case drop < 0:
		return unit, r.mant << -drop
	case drop == 0:
		q, lost = r.mant, r.rest
	case drop <= 64:
		q, lost = r.mant>>drop, r.mant<<(64-drop)|bit(r.rest != 0)
	default:
		return unit, 0
	}
	const half = 1 << 63
	if lost > half || lost == half && q&1 != 0 {
		q++
		if q == 1<<f.precision { // if q++ overflows at a precision of 64, both sides are 0
			return unit + 1, 1 << (f.precision - 1)
		}
	}
	return unit, q
}

func (f *format) sign(neg bool) uint64 {
	if neg {
		return 1 << (f.width - 1)
	}
	return 0
}

func (f *format) zero(neg bool) uint64 {
	if f.powers || f.special == nanZero {
		return 0
	}
	return f.sign(neg)
}

func (f *format) nan(neg bool, payload uint64) uint64 {
	switch f.special {
	case finite, nanZero:
		return f.sign(true)
	case nanOnes:
		if f.powers {
			return 0xFF
		}
		return f.sign(neg) | (1<<(f.width-1) - 1)
	}
	return f.infinity(neg) | (payload|1<<63)>>(64-f.precision+1)
}

func (f *format) infinity(neg bool) uint64 {
	fraction := f.precision - 1
	return f.sign(neg) | (1<<(f.width-1)-1)>>fraction<<fraction
}

func (f *format) overflow(neg bool) uint64 {
	switch f.special {
	case ieee:
		return f.infinity(neg)
	case finite:
		return f.sign(neg) | (1<<(f.width-1) - 1)
	}
	return f.nan(neg, 0)
}

// float64 returns r rounded to a float64.
func (r number) float64() float64 { return math.Float64frombits(formats[F64].encode(r)) }

// float is a fast path of decode for formats of at most 32 bits.
func (f *format) float(b uint64) float64 {
	fraction := f.precision - 1
	expMask := uint64(1)<<(f.width-f.precision) - 1
	biased := b >> fraction & expMask
	if biased == 0 || biased == expMask || f.powers {
		return f.decode(b).float64()
	}
	sign := b >> (f.width - 1) << 63
	mant := b & (1<<fraction - 1) << (52 - fraction)
	return math.Float64frombits(sign | uint64(int(biased)-1+f.minExp+1023)<<52 | mant)
}

// FloatLayout describes the bits of a float kind of at most 64 bits: one sign bit unless Powers is
// set, then the exponent, then Fraction bits.
type FloatLayout struct {
	Width    int
	Fraction int
	MinExp   int    // the smallest normal number is 2^MinExp
	Largest  uint64 // the bit pattern of the largest finite number
	Powers   bool   // the bit pattern n represents 2^(n+MinExp); there is no sign
}

// FloatLayout returns the layout of k, a float kind of up to 64 bits.
func (k Kind) FloatLayout() FloatLayout {
	f := &formats[k]
	return FloatLayout{f.width, f.precision - 1, f.minExp, f.largest(), f.powers}
}
