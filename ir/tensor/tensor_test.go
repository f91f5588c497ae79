package tensor

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestKinds(t *testing.T) {
	for k := I1; k < kindCount; k++ {
		if got, ok := ParseKind(k.String()); !ok || got != k {
			t.Errorf("ParseKind(%q) returned %v and ok = %v, expected the same kind and true", k, got, ok)
		}
		n := 0
		for _, is := range []bool{k.IsInt(), k.IsFloat(), k.IsComplex()} {
			if is {
				n++
			}
		}
		if n != 1 || k.Bits() > 8*k.Size() || k.IsFloat() && formats[k].width != k.Bits() {
			t.Errorf("%s is in %d of the classes int, float and complex, expected 1; or its width of %d bits does not match %d bytes or the format %+v", k, n, k.Bits(), k.Size(), formats[k])
		}
		if f := formats[k]; k.IsFloat() && k.Bits() <= 64 && !f.powers {
			// The largest value of the exponent field must be maxExp or, in the format ieee, the
			// exponent of infinities and NaNs.
			top := 1<<(f.width-f.precision) - 2 + f.minExp
			if f.special == ieee && top-1 != f.maxExp || f.special != ieee && top != f.maxExp {
				t.Errorf("%s: the largest value of the exponent field is %d, which does not match maxExp %d", k, top, f.maxExp)
			}
		}
	}
	for s, want := range map[string]Kind{"si4": I4, "si64": I64, "si1": Invalid, "sindex": Invalid, "sui8": Invalid, "i3": Invalid, "": Invalid, "invalid": Invalid} {
		if got, ok := ParseKind(s); got != want || ok != (want != Invalid) {
			t.Errorf("ParseKind(%q) returned %v and ok = %v, expected %v", s, got, ok, want)
		}
	}
	if Kind(200).String() != "invalid" {
		t.Error("a kind out of range has a name")
	}
}

func TestTensor(t *testing.T) {
	x := FromSlice([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6})
	if x.Kind != F32 || x.NumElements() != 6 || !slices.Equal(x.Strides(), []int64{3, 1}) {
		t.Fatalf("got %+v, expected an f32 tensor of shape 2x3", x)
	}
	y := x.Reshape([]int64{3, 2})
	y.SetFloat(5, -1)
	if x.Float(5) != -1 {
		t.Error("the result of Reshape does not share Data")
	}
	c := x.Clone()
	c.SetFloat(0, 9)
	if x.Float(0) != 1 || c.Equal(x) || !x.Equal(x.Clone()) || x.Equal(y) {
		t.Error("Clone shares Data, or Equal returned a wrong result")
	}
	if s := New(F64); s.NumElements() != 1 || len(s.Data) != 8 || len(s.Strides()) != 0 {
		t.Error("a scalar of f64 does not have one element, 8 bytes and no strides")
	}
	if e := New(I32, 3, 0); e.NumElements() != 0 || len(Slice[int32](e)) != 0 {
		t.Error("an empty tensor has elements")
	}
	if b := FromSlice([]int64{2}, []bool{true, false}); b.Kind != I1 || b.Int(0) != 1 || b.Int(1) != 0 {
		t.Error("FromSlice of bools returned a wrong kind or wrong elements")
	}
}

func TestCheckShape(t *testing.T) {
	tests := []struct {
		k     Kind
		shape []int64
		want  string
	}{
		{F32, []int64{2, -1}, "dimension #1 must not be negative, but got -1"},
		{F32, []int64{1 << 40, 1 << 40}, "too many elements"},
		{F64, []int64{1 << 60}, "too many elements"},
		{Invalid, nil, "invalid element kind 0"},
		{kindCount, nil, "invalid element kind"},
		{F64, []int64{1 << 62, 1 << 62, 0}, ""},
	}
	for _, test := range tests {
		n, err := CheckShape(test.k, test.shape)
		if test.want == "" && (err != nil || n != 0) || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("CheckShape(%v, %v) = %d, %v; want %q", test.k, test.shape, n, err, test.want)
		}
	}
	if _, err := Wrap(F32, []int64{2}, make([]byte, 7)); err == nil || err.Error() != "tensor<2xf32> takes 8 bytes, but the data has 7" {
		t.Errorf("got error %v, expected an error about the size", err)
	}
	if x, err := Wrap(F64, []int64{1}, make([]byte, 17)[1:9]); err != nil || len(Slice[float64](x)) != 1 {
		t.Error("Wrap does not copy misaligned data: ", err)
	}
}

func TestMisuse(t *testing.T) {
	x := New(F32, 2)
	for name, f := range map[string]func(){
		"New":       func() { New(F32, -1) },
		"Slice":     func() { Slice[float64](x) },
		"bool":      func() { Slice[bool](New(U8, 1)) },
		"Reshape":   func() { x.Reshape([]int64{3}) },
		"FromSlice": func() { FromSlice([]int64{3}, []int8{1}) },
		"bits":      func() { New(C128, 1).Bits(0) },
		"toBits":    func() { FloatToBits(F128, 1) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.Contains(s, "BUG") {
					t.Errorf("%s: expected a panic with BUG in its text", name)
				}
			}()
			f()
		}()
	}
}

func TestIntElements(t *testing.T) {
	tests := []struct {
		k    Kind
		in   int64
		out  int64
		bits uint64
	}{
		{I1, 3, 1, 1}, {I1, 2, 0, 0}, {I2, 2, -2, 2}, {I2, -1, -1, 3}, {I4, -1, -1, 0xF}, {I4, 8, -8, 8}, {I4, 7, 7, 7},
		{U4, -1, 15, 15}, {U2, 7, 3, 3}, {I8, 200, -56, 200}, {U8, -1, 255, 255}, {I16, 40000, 40000 - 65536, 40000},
		{U16, -1, 65535, 65535}, {I32, 1 << 31, -1 << 31, 1 << 31}, {U32, -1, 1<<32 - 1, 1<<32 - 1},
		{I64, -5, -5, 1<<64 - 5}, {U64, -1, -1, 1<<64 - 1}, {Index, -7, -7, 1<<64 - 7},
	}
	for _, test := range tests {
		x := New(test.k, 3)
		x.SetInt(1, test.in)
		if x.Int(1) != test.out || x.Bits(1) != test.bits || x.Int(0) != 0 || x.Int(2) != 0 {
			t.Errorf("%s: after SetInt(%d), got %d and bits %#x, expected %d and %#x", test.k, test.in, x.Int(1), x.Bits(1), test.out, test.bits)
		}
		y := New(test.k, 3)
		y.SetBits(1, test.bits)
		if !x.Equal(y) {
			t.Errorf("%s: after SetBits(%#x), got %d, expected %d", test.k, test.bits, y.Int(1), test.out)
		}
	}
}

func TestConvert(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct {
		from, to Kind
		in, out  float64
	}{
		{F32, I32, 3.99, 3}, {F32, I32, -3.99, -3}, {F32, I32, 3e9, math.MaxInt32}, {F32, I32, -inf, math.MinInt32}, {F32, I32, nan, 0},
		{F64, U8, 300, 255}, {F64, U8, -300, 0}, {F64, I8, -300, -128}, {F64, I4, 100, 7}, {F64, U4, 100, 15}, {F64, I2, -9, -2},
		{F64, I64, 1e30, math.MaxInt64}, {F64, U64, 1e30, math.MaxUint64}, {F64, U64, -1, 0}, {F64, U64, 1 << 63, 1 << 63}, {F32, I64, -1e30, math.MinInt64},
		{F128, I32, -7.5, -7}, {F80, U64, 1 << 63, 1 << 63}, {F80, I64, 1 << 63, math.MaxInt64}, {F128, U8, nan, 0}, {F128, U64, inf, math.MaxUint64}, {F128, I64, -inf, math.MinInt64}, {F128, I64, 1e30, math.MaxInt64}, {F80, U64, -1, 0},
		{F32, I1, 0.1, 1}, {F32, I1, nan, 1}, {F32, I1, math.Copysign(0, -1), 0}, {I32, I1, 256, 1}, {F128, I1, 1e-300, 1}, {C64, I1, 2, 1},
		{I1, F32, 1, 1}, {I1, I64, 1, 1}, {I1, BF16, 0, 0}, {I1, C64, 1, 1},
		{I32, I8, 200, -56}, {I32, U8, -1, 255}, {I8, U32, -1, math.MaxUint32}, {U8, I64, 255, 255}, {I32, I4, 9, -7}, {I4, I32, -7, -7}, {U4, I4, 15, -1}, {I4, U4, -1, 15}, {I4, Index, -1, -1},
		{U64, F64, 1 << 63, 1 << 63}, {F64, F16, 1e9, inf}, {F64, F16, 2049, 2048}, {F16, BF16, 257, 256}, {F32, TF32, 1 + 0x1p-11, 1},
		{F8E4M3FN, F8E5M2, 448, 448}, {F8E5M2, F8E4M3FN, 57344, nan}, {F32, F8E8M0FNU, 5, 4}, {F64, F128, 0.1, 0.1}, {F128, F16, 0.5, 0.5}, {F80, F128, -3, -3},
		{C64, F32, 2, 2}, {C64, C128, -2, -2}, {C128, I8, 300, 127}, {F16, C64, 1.5, 1.5}, {I32, C64, -3, -3}, {C128, F8E5M2, 3, 3},
	}
	for _, test := range tests {
		x := New(test.from, 1, 2)
		x.SetFloat(1, test.in)
		y := Convert(x, test.to)
		got := y.Float(1)
		if y.Kind != test.to || got != test.out && !(got != got && test.out != test.out) {
			t.Errorf("%s -> %s of %v = %v, want %v", test.from, test.to, test.in, got, test.out)
		}
	}
}

// TestConvertLargeInts checks that conversion does not round twice. 2⁵³+2²⁹+1 is above the midpoint
// of two float32s, but rounded to a float64 it is the midpoint.
func TestConvertLargeInts(t *testing.T) {
	v := int64(1<<53 + 1<<29 + 1)
	x := FromSlice([]int64{1}, []int64{v})
	want := float64(1<<53 + 1<<30)
	y := New(F32, 1)
	y.SetInt(0, v)
	wide := Convert(Convert(x, F128), F32)
	for _, got := range []float64{Convert(x, F32).Float(0), y.Float(0), wide.Float(0), Convert(x, C64).Float(0)} {
		if got != want {
			t.Errorf("f32(%d) = %v, want %v", v, got, want)
		}
	}
	for _, k := range []Kind{F80, F128} {
		if got := Convert(Convert(x, k), I64).Int(0); got != v {
			t.Errorf("conversion to %s and back: got %d, expected %d", k, got, v)
		}
	}
}

// TestConvertF128 rounds significands of 113 bits.
func TestConvertF128(t *testing.T) {
	tests := []struct {
		lo uint64 // the low 64 bits of the fraction, in units of 2⁻¹¹²
		k  Kind
		// low word of the result
		want uint64
	}{
		{1 << 48, F80, 1 << 63}, // 1 + 2⁻⁶⁴, a tie
		{1<<48 + 1, F80, 1<<63 + 1},
		{1<<49 + 1<<48, F80, 1<<63 + 2},
		{1<<49 + 1<<48 - 1, F80, 1<<63 + 1},
		{1 << 59, F64, 0x3FF0000000000000}, // 1 + 2⁻⁵³, a tie
		{1<<59 + 1, F64, 0x3FF0000000000001},
		{1, F32, 0x3F800000},
	}
	for _, test := range tests {
		x := New(F128, 1)
		x.SetBits128(0, test.lo, 0x3FFF<<48)
		if got, _ := Convert(x, test.k).Bits128(0); got != test.want {
			t.Errorf("%s(1 + %#x * 2^-112) = %#x, want %#x", test.k, test.lo, got, test.want)
		}
	}
}

// TestTinyToF80 converts values of f128 near half of the smallest f80, which is 2⁻¹⁶⁴⁴⁵.
func TestTinyToF80(t *testing.T) {
	for _, c := range []struct{ lo, hi, want uint64 }{
		{1, 0, 0}, {1 << 48, 0, 0}, {1<<48 + 1, 0, 1}, {3 << 48, 0, 2},
	} {
		x := New(F128, 1)
		x.SetBits128(0, c.lo, c.hi)
		if lo, hi := Convert(x, F80).Bits128(0); lo != c.want || hi != 0 {
			t.Errorf("the f128 with the bits %#x, %#x is converted to the f80 with the bits %#x, %#x, expected %#x, 0", c.lo, c.hi, lo, hi, c.want)
		}
	}
}

// TestWideSubnormals converts subnormal values that only f80 and f128 can represent.
func TestWideSubnormals(t *testing.T) {
	for _, lo := range []uint64{1, 3, 1<<62 + 5, 1<<63 - 1} {
		x := New(F80, 1)
		x.SetBits128(0, lo, 0x8000)
		y := Convert(x, F128)
		if _, hi := y.Bits128(0); hi>>48 != 0x8000 {
			t.Errorf("the f80 subnormal %#x is converted to the f128 with the high bits %#x, which is not subnormal", lo, hi)
		}
		if z := Convert(y, F80); !z.Equal(x) || x.Int(0) != 0 || Convert(x, F64).Bits(0) != 1<<63 {
			t.Errorf("the f80 subnormal %#x is converted to f128 and back to %s, or is not converted to the integer 0 and the f64 -0", lo, Format(z, 1))
		}
	}
}

// TestConvertAgrees compares the conversions of Convert with those of the element-wise accessors.
func TestConvertAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := Kind(rapid.IntRange(int(I1), int(C128)).Draw(t, "from"))
		to := Kind(rapid.IntRange(int(I1), int(C128)).Draw(t, "to"))
		n := rapid.SampledFrom([]int{1, 5, 600}).Draw(t, "n")
		scale := rapid.SampledFrom([]float64{1, 20, 1e5, 1e20, 1e-6, 1e300}).Draw(t, "scale")
		x := Random(F64, []int64{int64(n)}, rapid.Uint64().Draw(t, "seed"), 0)
		for i := range n {
			x.SetFloat(i, x.Float(i)*scale)
		}
		x = Convert(x, from)
		y := Convert(x, to)
		for i := range n {
			got, want := New(to), New(to)
			lo, hi := y.Bits128(i)
			got.SetBits128(0, lo, hi)
			switch {
			case from.IsInt() && to.IsInt() && to != I1:
				want.SetBits(0, uint64(x.Int(i)))
			case from == U64 && to.IsFloat():
				want.setNumber(0, numberOfUint(x.Bits(i)))
			case from.IsInt() && from != U64 && to != I1 || from == U64 && to.IsInt() && to != I1 || to == I64 && !from.IsComplex():
				want.SetInt(0, x.Int(i))
			default:
				want.SetComplex(0, x.Complex(i))
			}
			if !got.Equal(want) {
				t.Fatalf("%s %v -> %s = %v, want %v", from, x.Complex(i), to, got.Complex(0), want.Complex(0))
			}
		}
	})
}

func TestNumElements(t *testing.T) {
	for _, c := range []struct {
		shape []int64
		want  int
	}{
		{nil, 1},
		{[]int64{2, 3, 4}, 24},
		{[]int64{math.MaxInt64}, math.MaxInt},
		{[]int64{1 << 62, 4}, math.MaxInt},
		{[]int64{1 << 62, 4, 1 << 62, 4}, math.MaxInt},
		{[]int64{1 << 62, 4, 0}, 0},
		{[]int64{0, 1 << 62, 4}, 0},
		{[]int64{math.MinInt64, 2}, math.MaxInt},
	} {
		if n := NumElements(c.shape); n != c.want {
			t.Errorf("NumElements(%v) is %d, want %d", c.shape, n, c.want)
		}
	}
}
