package tensor

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
)

// Float returns element i as a float64. The value is exact except for 64-bit integers, f80 and
// f128, which are rounded. For a complex number, Float returns the real part.
func (t *Tensor) Float(i int) float64 {
	switch k := t.Kind; {
	case k == F32:
		return float64(math.Float32frombits(uint32(t.word(i))))
	case k == F64:
		return math.Float64frombits(t.word(i))
	case k == F80 || k == F128:
		return t.number(i).float64()
	case k.IsFloat():
		return BitsToFloat(k, t.Bits(i))
	case k == U64:
		return float64(t.word(i))
	case k.IsInt():
		return float64(t.Int(i))
	}
	return real(t.Complex(i))
}

// SetFloat sets element i to v. For a float kind, v is rounded as by FloatToBits. For an integer
// kind, v is converted as by Convert: it is truncated and saturated, and NaN becomes 0. For i1, the
// result is v != 0. For a complex kind, the imaginary part becomes 0.
func (t *Tensor) SetFloat(i int, v float64) {
	switch k := t.Kind; {
	case k == F80 || k == F128:
		t.setNumber(i, numberOf(v))
	case k.IsFloat():
		t.SetBits(i, FloatToBits(k, v))
	case k == I1:
		t.SetBits(i, bit(v != 0))
	case k == U64:
		t.setWord(i, saturateUint64(v))
	case k.IsInt():
		t.setWord(i, uint64(clampInt(k, saturateInt64(v))))
	default:
		t.SetComplex(i, complex(v, 0))
	}
}

// Int returns element i as an int64. A ui64 wraps. A float is truncated and saturated, and NaN
// becomes 0. For a complex number, Int converts the real part.
func (t *Tensor) Int(i int) int64 {
	switch t.Kind {
	case I1, U2, U4, U8, U16, U32, U64, I64, Index:
		return int64(t.word(i))
	case I2, I4, I8:
		return int64(int8(t.Data[i]))
	case I16:
		return int64(int16(t.word(i)))
	case I32:
		return int64(int32(t.word(i)))
	case F80, F128:
		return t.number(i).int64()
	}
	return saturateInt64(t.Float(i))
}

// SetInt sets element i to v. For an integer kind, v wraps to the kind's width. For other kinds, v
// is rounded.
func (t *Tensor) SetInt(i int, v int64) {
	switch k := t.Kind; {
	case k.IsInt():
		t.SetBits(i, uint64(v))
	case k.IsFloat():
		t.setNumber(i, numberOfInt(v))
	case k == C64:
		t.SetBits(i, uint64(math.Float32bits(float32(v))))
	default:
		t.SetComplex(i, complex(float64(v), 0))
	}
}

// Complex returns element i as a complex128. If the kind is real, the imaginary part is 0.
func (t *Tensor) Complex(i int) complex128 {
	switch t.Kind.known() {
	case Invalid:
		panic("tensor: BUG: " + noElements(t))
	case C64:
		b := t.word(i)
		return complex(float64(math.Float32frombits(uint32(b))), float64(math.Float32frombits(uint32(b>>32))))
	case C128:
		lo, hi := t.Bits128(i)
		return complex(math.Float64frombits(lo), math.Float64frombits(hi))
	}
	return complex(t.Float(i), 0)
}

// SetComplex sets element i to v. If the kind is not complex, it calls SetFloat with the real part.
func (t *Tensor) SetComplex(i int, v complex128) {
	switch t.Kind.known() {
	case Invalid:
		panic("tensor: BUG: " + noElements(t))
	case C64:
		re, im := math.Float32bits(float32(real(v))), math.Float32bits(float32(imag(v)))
		t.setWord(i, uint64(im)<<32|uint64(re))
	case C128:
		t.SetBits128(i, math.Float64bits(real(v)), math.Float64bits(imag(v)))
	default:
		t.SetFloat(i, real(v))
	}
}

// noElements returns the message of a panic for a tensor of an invalid kind.
func noElements(t *Tensor) string {
	return "a tensor of the invalid kind " + strconv.Itoa(int(t.Kind)) + " has no elements"
}

// Bits returns the bit pattern of element i in the low Kind.Bits bits: the i4 -1 is 0xF. A
// complex<f32> has its real part in the low half. The kind must have at most 64 bits.
func (t *Tensor) Bits(i int) uint64 {
	b := t.word(i)
	switch t.Kind {
	case I2, I4:
		return b & (1<<t.Kind.Bits() - 1)
	case TF32:
		return b >> tf32Shift
	}
	return b
}

// SetBits sets element i to the lower Kind.Bits bits of b. The kind must have at most 64 bits.
func (t *Tensor) SetBits(i int, b uint64) { t.setWord(i, stored(t.Kind, b)) }

// stored returns the bit pattern b in the form in which Data holds it. Bits of b beyond the kind's
// width are ignored.
func stored(k Kind, b uint64) uint64 {
	switch k {
	case I2, I4:
		unused := 64 - k.Bits()
		return uint64(int64(b<<unused) >> unused)
	case I1, U2, U4, F4E2M1FN, F6E2M3FN, F6E3M2FN:
		return b & (1<<k.Bits() - 1)
	case TF32:
		return b << tf32Shift
	}
	return b
}

// Bits128 returns the bit pattern of element i, of any kind, in two words.
func (t *Tensor) Bits128(i int) (lo, hi uint64) {
	if t.Kind.Size() < 16 {
		return t.Bits(i), 0
	}
	e := t.Data[i*16 : i*16+16]
	return binary.LittleEndian.Uint64(e), binary.LittleEndian.Uint64(e[8:])
}

// SetBits128 sets element i, of any kind, to the bit pattern in two words.
func (t *Tensor) SetBits128(i int, lo, hi uint64) {
	if t.Kind.Size() < 16 {
		t.SetBits(i, lo)
		return
	}
	if t.Kind == F80 {
		hi &= 0xFFFF
	}
	e := t.Data[i*16 : i*16+16]
	binary.LittleEndian.PutUint64(e, lo)
	binary.LittleEndian.PutUint64(e[8:], hi)
}

// word returns the bytes of element i as stored in Data. The kind's Size must be at most 8.
func (t *Tensor) word(i int) uint64 {
	switch t.Kind.Size() {
	case 1:
		return uint64(t.Data[i])
	case 2:
		return uint64(binary.LittleEndian.Uint16(t.Data[i*2:]))
	case 4:
		return uint64(binary.LittleEndian.Uint32(t.Data[i*4:]))
	case 8:
		return binary.LittleEndian.Uint64(t.Data[i*8:])
	}
	panic(fmt.Sprintf("tensor: BUG: an element of %s does not fit into one word", typeString(t.Kind, t.Shape)))
}

// setWord stores the low bytes of w as element i. The kind's Size must be at most 8.
func (t *Tensor) setWord(i int, w uint64) {
	switch t.Kind.Size() {
	case 1:
		t.Data[i] = byte(w)
	case 2:
		binary.LittleEndian.PutUint16(t.Data[i*2:], uint16(w))
	case 4:
		binary.LittleEndian.PutUint32(t.Data[i*4:], uint32(w))
	case 8:
		binary.LittleEndian.PutUint64(t.Data[i*8:], w)
	default:
		panic(fmt.Sprintf("tensor: BUG: an element of %s does not fit into one word", typeString(t.Kind, t.Shape)))
	}
}

// number returns element i, whose kind must be a float.
func (t *Tensor) number(i int) number {
	lo, hi := t.Bits128(i)
	return decode(t.Kind, lo, hi)
}

// setNumber sets element i to r, rounded. The kind must be a float.
func (t *Tensor) setNumber(i int, r number) {
	lo, hi := encode(t.Kind, r)
	t.SetBits128(i, lo, hi)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
