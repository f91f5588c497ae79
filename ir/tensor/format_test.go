package tensor

import (
	"math"
	"math/big"
	"math/bits"
	"testing"
)

// smallFloats returns the float kinds for which tests can check every bit pattern.
func smallFloats() []Kind {
	var ks []Kind
	for k := F4E2M1FN; k <= F16; k++ {
		ks = append(ks, k)
	}
	return ks
}

func TestFloatRoundTrip(t *testing.T) {
	for _, k := range append(smallFloats(), TF32) {
		for b := range uint64(1) << k.Bits() {
			v := BitsToFloat(k, b)
			got := FloatToBits(k, v)
			want := b
			if v != v && formats[k].special == ieee {
				want |= 1 << (formats[k].precision - 2) // the conversions make NaNs quiet
			}
			if got != want {
				t.Fatalf("%s: the bits %#x have the value %v, which has the bits %#x", k, b, v, got)
			}
			x := New(k, 2)
			x.SetBits(1, b)
			if x.Bits(1) != b || x.Bits(0) != 0 {
				t.Fatalf("%s: after SetBits(%#x), Bits returned %#x, or another element changed", k, b, x.Bits(1))
			}
		}
	}
}

func TestFloatValues(t *testing.T) {
	tests := []struct {
		k    Kind
		bits uint64
		want float64
	}{
		{F4E2M1FN, 0x7, 6}, {F4E2M1FN, 0x1, 0.5}, {F4E2M1FN, 0xF, -6},
		{F6E2M3FN, 0x1F, 7.5}, {F6E2M3FN, 0x01, 0.125}, {F6E3M2FN, 0x1F, 28}, {F6E3M2FN, 0x01, 0.0625},
		{F8E3M4, 0x6F, 15.5}, {F8E3M4, 0x70, math.Inf(1)}, {F8E3M4, 0x01, 0x1p-6},
		{F8E4M3, 0x77, 240}, {F8E4M3, 0xF8, math.Inf(-1)}, {F8E4M3, 0x01, 0x1p-9},
		{F8E4M3FN, 0x7E, 448}, {F8E4M3FN, 0x01, 0x1p-9}, {F8E4M3FN, 0x7F, math.NaN()},
		{F8E4M3FNUZ, 0x7F, 240}, {F8E4M3FNUZ, 0x01, 0x1p-10}, {F8E4M3FNUZ, 0x80, math.NaN()},
		{F8E4M3B11FNUZ, 0x7F, 30}, {F8E4M3B11FNUZ, 0x01, 0x1p-13},
		{F8E5M2, 0x7B, 57344}, {F8E5M2, 0x01, 0x1p-16}, {F8E5M2, 0x7C, math.Inf(1)},
		{F8E5M2FNUZ, 0x7F, 57344}, {F8E5M2FNUZ, 0x01, 0x1p-17},
		{F8E8M0FNU, 0, 0x1p-127}, {F8E8M0FNU, 127, 1}, {F8E8M0FNU, 254, 0x1p127}, {F8E8M0FNU, 255, math.NaN()},
		{BF16, 0x3F80, 1}, {BF16, 0x7F7F, 0x1.FEp127}, {F16, 0x7BFF, 65504}, {F16, 0x0001, 0x1p-24},
		{TF32, 0x1FC00, 1}, {TF32, 0x1, 0x1p-136},
	}
	for _, test := range tests {
		got := BitsToFloat(test.k, test.bits)
		if got != test.want && !(got != got && test.want != test.want) {
			t.Errorf("%s %#x = %v, want %v", test.k, test.bits, got, test.want)
		}
	}
}

func TestFloatSpecials(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	tests := []struct {
		k    Kind
		v    float64
		want uint64
	}{
		{F4E2M1FN, 100, 0x7}, {F4E2M1FN, -inf, 0xF}, {F4E2M1FN, nan, 0x8}, {F6E3M2FN, -1e9, 0x3F},
		{F8E4M3FN, 464, 0x7E}, {F8E4M3FN, 464.1, 0x7F}, {F8E4M3FN, -inf, 0xFF}, {F8E4M3FN, nan, 0x7F},
		{F8E4M3, 247, 0x77}, {F8E4M3, 248, 0x78}, {F8E4M3FNUZ, 1e9, 0x80}, {F8E4M3FNUZ, math.Copysign(0, -1), 0},
		{F8E5M2FNUZ, -1e-30, 0}, {F8E5M2, -1e-30, 0x80}, {F8E5M2, 61440, 0x7C},
		{F8E8M0FNU, 0, 0}, {F8E8M0FNU, 1e39, 0xFF}, {F8E8M0FNU, -1, 0xFF}, {F8E8M0FNU, 6.1, 130}, {F8E8M0FNU, 6, 130}, {F8E8M0FNU, 3, 128 + 1},
		{F16, 65519.99, 0x7BFF}, {F16, 65520, 0x7C00}, {F16, 0x1p-25, 0}, {F16, 0x1.0001p-25, 1},
		{BF16, nan, 0x7FC0}, {TF32, inf, 0x3FC00},
	}
	for _, test := range tests {
		if got := FloatToBits(test.k, test.v); got != test.want {
			t.Errorf("%s(%v) = %#x, want %#x", test.k, test.v, got, test.want)
		}
	}
}

// TestRounding checks how FloatToBits rounds numbers between two neighboring values of a kind of up
// to 16 bits: the midpoint, the float64s next to the midpoint, and a number further away.
func TestRounding(t *testing.T) {
	for _, k := range smallFloats() {
		step := uint64(1)
		if k.Bits() == 16 {
			step = 7
		}
		for b := uint64(0); b+1 < 1<<(k.Bits()-1); b += step {
			lo, hi := BitsToFloat(k, b), BitsToFloat(k, b+1)
			if lo != lo || hi != hi || math.IsInf(hi, 0) {
				continue
			}
			mid := lo + (hi-lo)/2
			for _, v := range []float64{lo, mid, math.Nextafter(mid, lo), math.Nextafter(mid, hi), lo + (hi-lo)*0.3} {
				want := nearest(k, b, v)
				if got := FloatToBits(k, v); got != want {
					t.Fatalf("%s(%v) = %#x, want %#x", k, v, got, want)
				}
				if got := FloatToBits(k, -v); !formats[k].powers && formats[k].special != nanZero && got != want|1<<(k.Bits()-1) {
					t.Fatalf("%s(%v) = %#x, want %#x", k, -v, got, want|1<<(k.Bits()-1))
				}
			}
		}
	}
}

// nearest returns the bit pattern, b or b+1, whose value is nearer to v.
func nearest(k Kind, b uint64, v float64) uint64 {
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(2000).SetFloat64(x) }
	below := new(big.Float).Sub(exact(v), exact(BitsToFloat(k, b)))
	above := new(big.Float).Sub(exact(BitsToFloat(k, b+1)), exact(v))
	switch below.Cmp(above) {
	case -1:
		return b
	case 1:
		return b + 1
	}
	if formats[k].powers { // the only significand bit is always 1, so both significands are odd; APFloat rounds up
		return b + 1
	}
	return b + b&1
}

// TestBulk16 compares the fast paths for f16 and bf16 with FloatToBits and BitsToFloat.
func TestBulk16(t *testing.T) {
	for b := range uint64(1) << 16 {
		if got, want := F16ToFloat32(uint16(b)), float32(BitsToFloat(F16, b)); math.Float32bits(got) != math.Float32bits(want) {
			t.Fatalf("f16 %#x = %v, want %v", b, got, want)
		}
	}
	check := func(v float32) {
		if got, want := Float32ToF16(v), uint16(FloatToBits(F16, float64(v))); got != want {
			t.Fatalf("f16(%v) = %#x, want %#x", v, got, want)
		}
		if got, want := Float32ToBF16(v), uint16(FloatToBits(BF16, float64(v))); got != want {
			t.Fatalf("bf16(%v) = %#x, want %#x", v, got, want)
		}
	}
	for b := uint64(0); b < 1<<32; b += 4099 {
		check(math.Float32frombits(uint32(b)))
	}
	for b := range uint32(1) << 16 {
		h := math.Float32bits(F16ToFloat32(uint16(b)))
		for _, d := range []uint32{0x0FFF, 0x1000, 0x1001, 0x1FFF} {
			check(math.Float32frombits(h + d))
		}
		check(math.Float32frombits(b<<16 | 0x8000))
		check(math.Float32frombits(b<<16 | 0x7FFF))
		check(math.Float32frombits(b<<16 | 0x8001))
	}
}

// TestBulk8 compares the fast path for floats of up to 8 bits with FloatToBits, at and around every
// midpoint.
func TestBulk8(t *testing.T) {
	for _, k := range smallFloats() {
		if k.Bits() > 8 {
			continue
		}
		src := []float32{0, 1e9, 1e-30, 1e38, float32(math.Inf(1)), float32(math.NaN()), math.Float32frombits(0x7F900000)}
		for b := range uint64(1) << k.Bits() {
			v, next := float32(BitsToFloat(k, b)), float32(BitsToFloat(k, (b+1)%(1<<k.Bits())))
			mid := v/2 + next/2
			src = append(src, v, mid, math.Nextafter32(mid, 0), math.Nextafter32(mid, 1e38), v*1.3)
		}
		for b := uint64(0); b < 1<<31; b += 65521 * 3 {
			src = append(src, math.Float32frombits(uint32(b)))
		}
		for _, v := range src {
			src = append(src, -v)
		}
		x := FromFloat32s(k, []int64{int64(len(src))}, src)
		for i, v := range src {
			if got, want := x.Bits(i), FloatToBits(k, float64(v)); got != want {
				t.Fatalf("%s(%v) = %#x, want %#x", k, v, got, want)
			}
		}
	}
}

func TestLittleEndian(t *testing.T) {
	x := New(U16, 1)
	Slice[uint16](x)[0] = 0x0102
	if x.Data[0] != 2 || bits.UintSize != 64 {
		t.Fatal("tensors need a little-endian machine of 64 bits")
	}
}

func BenchmarkEncode(b *testing.B) {
	src := make([]float32, 4096)
	for i := range src {
		src[i] = float32(i)*0.37 - 700
	}
	for _, k := range []Kind{BF16, F16, F8E4M3FN, F8E5M2} {
		x := New(k, 4096)
		b.Run("to_"+k.String(), func(b *testing.B) {
			b.SetBytes(4096 * 4)
			for b.Loop() {
				EncodeFloat32s(x, src)
			}
		})
		b.Run("from_"+k.String(), func(b *testing.B) {
			b.SetBytes(4096 * 4)
			for b.Loop() {
				DecodeFloat32s(src, x)
			}
		})
	}
}
