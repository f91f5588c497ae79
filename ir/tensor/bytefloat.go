package tensor

import "math"

// encodeBytes rounds src to a float kind of up to 8 bits, as FloatToBits does. It uses float32
// arithmetic, which is 5 times as fast as FloatToBits (BenchmarkEncode).
func encodeBytes(dst []byte, k Kind, src []float32) {
	f := formats[k]
	if f.powers {
		for i, v := range src {
			dst[i] = byte(f.encode(numberOf(float64(v))))
		}
		return
	}
	fraction := f.precision - 1
	drop := 23 - fraction
	leastNormal := uint32(f.minExp+127) << 23
	rebias := uint32(f.minExp+127-1) << fraction
	largest := uint32(f.largest())
	// The last bit of the variable unit has the value of the kind's smallest subnormal. So the sum
	// of unit and a small magnitude is rounded to a multiple of this subnormal.
	unit := math.Float32frombits(uint32(f.minExp+drop+127) << 23)
	for i, v := range src {
		b := math.Float32bits(v)
		magnitude := b &^ (1 << 31)
		neg := b>>31 != 0
		var q uint32
		if magnitude < leastNormal {
			q = math.Float32bits(math.Float32frombits(magnitude)+unit) - math.Float32bits(unit)
		} else {
			q = (magnitude+(1<<(drop-1)-1)+magnitude>>drop&1)>>drop - rebias
		}
		switch {
		case v != v:
			dst[i] = byte(f.nan(neg, uint64(b)<<41))
		case q > largest:
			dst[i] = byte(f.overflow(neg))
		case q == 0:
			dst[i] = byte(f.zero(neg))
		default:
			dst[i] = byte(f.sign(neg) | uint64(q))
		}
	}
}

// largest returns the bit pattern of the largest finite number, for formats of at most 64 bits.
func (f *format) largest() uint64 {
	ones := uint64(1)<<(f.width-1) - 1
	switch f.special {
	case ieee:
		return f.infinity(false) - 1
	case nanOnes:
		return ones - 1
	}
	return ones
}
