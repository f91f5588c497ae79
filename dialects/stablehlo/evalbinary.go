package stablehlo

import (
	"cmp"
	"math"
	"math/bits"
	"math/cmplx"

	"github.com/lathe-ir/lathe/ir/elementary"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// opcode identifies an elementwise operation of two operands. Loops over real and integer elements
// switch on the opcode once per tensor, not once per element.
type opcode uint8

const (
	opAdd opcode = iota
	opSub
	opMul
	opDiv
	opRem
	opMax
	opMin
	opPow
	opAtan2
	opAnd
	opOr
	opXor
	opShiftLeft
	opShiftRight // arithmetic: copies the sign
	opShiftRightLogical
)

type signedInt interface{ int8 | int16 | int32 | int64 }
type unsignedInt interface {
	uint8 | uint16 | uint32 | uint64
}
type anyInteger interface{ signedInt | unsignedInt }
type anyReal interface{ float32 | float64 }

func evalBinary(code opcode, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	return interp.One(binaryOf(code, ts[0], ts[1]))
}

// binaryOf computes an operation on tensors of the same shape. One of them may be a scalar.
func binaryOf(code opcode, a, b *tensor.Tensor) *tensor.Tensor {
	a, b = sameShape(a, b)
	if narrowFloat(a.Kind) {
		return tensor.Convert(binaryOf(code, widen(a), widen(b)), a.Kind)
	}
	d := tensor.New(a.Kind, a.Shape...)
	switch a.Kind {
	case tensor.F32:
		realLoop(code, slice[float32](d), slice[float32](a), slice[float32](b))
	case tensor.F64:
		realLoop(code, slice[float64](d), slice[float64](a), slice[float64](b))
	case tensor.C64:
		complexLoop(code, slice[complex64](d), slice[complex64](a), slice[complex64](b))
	case tensor.C128:
		complexLoop(code, slice[complex128](d), slice[complex128](a), slice[complex128](b))
	case tensor.I1:
		boolLoop(code, d.Data, a.Data, b.Data)
	default:
		intKinds(code, d, a, b)
	}
	return d
}

// inParts applies an elementwise function to tensors of the same shape and scalars. It divides
// large tensors into parts, and stops between parts if the run is canceled.
func inParts(c *interp.Context, ts []*tensor.Tensor, f func(ts []*tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	in := make([]interp.Value, len(ts))
	for i, t := range ts {
		in[i] = t
	}
	outs, err := c.InParts(in, func(part []interp.Value) ([]interp.Value, error) {
		return withTensors(part, func(ts []*tensor.Tensor) (*tensor.Tensor, error) { return f(ts), nil })
	})
	if err != nil {
		panic("stablehlo: BUG: " + err.Error()) // every value is a tensor
	}
	return outs[0].(*tensor.Tensor)
}

// combined is like binaryOf, but stops between parts of large tensors if the run is canceled.
func combined(c *interp.Context, code opcode, a, b *tensor.Tensor) *tensor.Tensor {
	return inParts(c, []*tensor.Tensor{a, b}, func(ts []*tensor.Tensor) *tensor.Tensor { return binaryOf(code, ts[0], ts[1]) })
}

// intKinds computes an operation on tensors of an integer kind, and writes the results to d.
func intKinds(code opcode, d, a, b *tensor.Tensor) {
	switch a.Kind {
	case tensor.I2, tensor.I4:
		if code == opShiftRightLogical {
			narrowLogical(d, a, b)
			break
		}
		intLoop(code, slice[int8](d), slice[int8](a), slice[int8](b))
	case tensor.I8:
		signedLoop(code, slice[int8](d), slice[int8](a), slice[int8](b), slice[uint8](d), slice[uint8](a), slice[uint8](b))
	case tensor.I16:
		signedLoop(code, slice[int16](d), slice[int16](a), slice[int16](b), slice[uint16](d), slice[uint16](a), slice[uint16](b))
	case tensor.I32:
		signedLoop(code, slice[int32](d), slice[int32](a), slice[int32](b), slice[uint32](d), slice[uint32](a), slice[uint32](b))
	case tensor.I64, tensor.Index:
		signedLoop(code, slice[int64](d), slice[int64](a), slice[int64](b), slice[uint64](d), slice[uint64](a), slice[uint64](b))
	case tensor.U2, tensor.U4, tensor.U8:
		signShift(code, a.Kind, slice[uint8](d), slice[uint8](a), slice[uint8](b))
	case tensor.U16:
		signShift(code, a.Kind, slice[uint16](d), slice[uint16](a), slice[uint16](b))
	case tensor.U32:
		signShift(code, a.Kind, slice[uint32](d), slice[uint32](a), slice[uint32](b))
	case tensor.U64:
		signShift(code, a.Kind, slice[uint64](d), slice[uint64](a), slice[uint64](b))
	default:
		panic("stablehlo: BUG: elementwise operation on " + a.Kind.String())
	}
	wrapNarrow(d)
}

func slice[T any](t *tensor.Tensor) []T { return tensor.Slice[T](t) }

// sameShape returns both operands. If one of them is a scalar, it is broadcast to the shape of the
// other operand.
func sameShape(a, b *tensor.Tensor) (*tensor.Tensor, *tensor.Tensor) {
	switch {
	case len(a.Shape) == 0 && len(b.Shape) > 0:
		a = splat(nil, a, b.Shape)
	case len(b.Shape) == 0 && len(a.Shape) > 0:
		b = splat(nil, b, a.Shape)
	}
	return a, b
}

// splat broadcasts the only element of a tensor to the given shape. If c is not nil, splat stops
// when the run is canceled.
func splat(c *interp.Context, one *tensor.Tensor, shape []int64) *tensor.Tensor {
	t := c.New(one.Kind, shape...)
	size := t.Kind.Size()
	c.Parts(t.NumElements(), func(from, to int) {
		interp.Fill(&tensor.Tensor{Kind: t.Kind, Data: t.Data[from*size : to*size]}, one)
	})
	return t
}

// narrowFloat reports whether arithmetic on floats of kind k is done in f32, and then rounded.
func narrowFloat(k tensor.Kind) bool { return k.IsFloat() && k != tensor.F32 && k != tensor.F64 }

func widen(t *tensor.Tensor) *tensor.Tensor {
	return tensor.FromSlice(t.Shape, tensor.ToFloat32s(t))
}

// wrapNarrow reduces integers of 2 and 4 bits, which are stored in bytes, to their range.
func wrapNarrow(t *tensor.Tensor) {
	k := t.Kind
	if k.Bits() >= 8 || k == tensor.I1 {
		return
	}
	shift := 8 - k.Bits()
	if k.IsUnsigned() {
		for i, v := range t.Data {
			t.Data[i] = v << shift >> shift
		}
		return
	}
	for i, v := range slice[int8](t) {
		t.Data[i] = byte(v << shift >> shift)
	}
}

// narrowLogical computes the logical right shift of integers of 2 or 4 bits. It ignores the upper
// bits of the bytes in which these integers are stored.
func narrowLogical(d, a, b *tensor.Tensor) {
	mask := byte(1)<<a.Kind.Bits() - 1
	for i := range d.Data {
		d.Data[i] = (a.Data[i] & mask) >> uint64(b.Data[i]&mask)
	}
}

func realLoop[T anyReal](code opcode, d, a, b []T) {
	a, b = a[:len(d)], b[:len(d)]
	switch code {
	case opAdd:
		for i := range d {
			d[i] = a[i] + b[i]
		}
	case opSub:
		for i := range d {
			d[i] = a[i] - b[i]
		}
	case opMul:
		for i := range d {
			d[i] = a[i] * b[i]
		}
	case opDiv:
		for i := range d {
			d[i] = a[i] / b[i]
		}
	case opMax:
		for i := range d {
			d[i] = max(a[i], b[i])
		}
	case opMin:
		for i := range d {
			d[i] = min(a[i], b[i])
		}
	case opRem:
		for i := range d {
			d[i] = T(math.Mod(float64(a[i]), float64(b[i])))
		}
	case opPow:
		for i := range d {
			d[i] = elementaryOf(elementary.Pow, a[i], b[i])
		}
	case opAtan2:
		for i := range d {
			d[i] = elementaryOf(elementary.Atan2, a[i], b[i])
		}
	default:
		panic("stablehlo: BUG: bitwise operation on floats")
	}
}

func elementaryOf[T anyReal](f elementary.Function, x, y T) T {
	if x, ok := any(x).(float32); ok {
		return T(f.Float32Of(x, float32(y)))
	}
	return T(f.Float64Of(float64(x), float64(y)))
}

func complexLoop[T complex64 | complex128](code opcode, d, a, b []T) {
	for i := range d {
		x, y := complex128(a[i]), complex128(b[i])
		switch code {
		case opAdd:
			d[i] = a[i] + b[i]
		case opSub:
			d[i] = a[i] - b[i]
		case opMul:
			d[i] = multiplyComplex(a[i], b[i])
		case opDiv:
			d[i] = T(divideComplex(x, y))
		case opPow:
			d[i] = T(elementary.ComplexPow(x, y))
		case opAtan2:
			// atan2(x, y) = -i log((y + i x) / sqrt(x² + y²))
			d[i] = T(-1i * elementary.Log.Complex((y+1i*x)/elementary.ComplexSqrt(x*x+y*y)))
		case opMax:
			_, greater := orderComplex(x, y)
			d[i] = T(greater)
		case opMin:
			less, _ := orderComplex(x, y)
			d[i] = T(less)
		case opRem:
			d[i] = T(x - y*complex(math.Trunc(real(x/y)), math.Trunc(imag(x/y))))
		default:
			panic("stablehlo: BUG: bitwise operation on complex numbers")
		}
	}
}

// multiplyComplex computes x · y. Each product and sum is rounded to the type of the parts, as in
// compiled kernels. Go's own multiplication of complex64 has wider intermediate values.
func multiplyComplex[T complex64 | complex128](x, y T) T {
	if x, ok := any(x).(complex64); ok {
		y := complex64(y)
		return T(complex(productParts(real(x), imag(x), real(y), imag(y))))
	}
	z, w := complex128(x), complex128(y)
	return T(complex(productParts(real(z), imag(z), real(w), imag(w))))
}

// productParts returns the real and imaginary parts of (a + bi) · (c + di). The conversions F(…)
// prevent Go from fusing a product and a sum into one operation with a single rounding.
func productParts[F float32 | float64](a, b, c, d F) (re, im F) {
	return F(a*c) - F(b*d), F(a*d) + F(b*c)
}

// divideComplex computes x / y by Smith's method, which Go's complex division uses.
func divideComplex(x, y complex128) complex128 { return x / y }

// orderComplex orders two numbers by their real parts, and then by their imaginary parts. Numbers
// that differ only in the signs of zeros are ordered by these signs. If a part of x or y is NaN,
// all parts of the results are NaN. So the results do not depend on the order of x and y.
func orderComplex(x, y complex128) (less, greater complex128) {
	// cmplx.IsNaN is false for a number with a NaN part and an infinite part.
	if math.IsNaN(real(x)) || math.IsNaN(imag(x)) || math.IsNaN(real(y)) || math.IsNaN(imag(y)) {
		return cmplx.NaN(), cmplx.NaN()
	}
	sign := func(f float64) float64 { return math.Copysign(1, f) }
	order := cmp.Or(cmp.Compare(real(x), real(y)), cmp.Compare(imag(x), imag(y)),
		cmp.Compare(sign(real(x)), sign(real(y))), cmp.Compare(sign(imag(x)), sign(imag(y))))
	if order <= 0 {
		return x, y
	}
	return y, x
}

// boolLoop computes on i1, whose elements are 0 and 1: addition and maximum compute OR, and
// multiplication and minimum compute AND.
func boolLoop(code opcode, d, a, b []byte) {
	for i := range d {
		switch code {
		case opAdd, opMax, opOr:
			d[i] = a[i] | b[i]
		case opMul, opMin, opAnd:
			d[i] = a[i] & b[i]
		case opXor:
			d[i] = a[i] ^ b[i]
		default:
			panic("stablehlo: BUG: no such operation on i1")
		}
	}
}

// signedLoop is intLoop for signed integers. Logical right shifts use ud, ua and ub, the unsigned
// views of d, a and b.
func signedLoop[S signedInt, U unsignedInt](code opcode, d, a, b []S, ud, ua, ub []U) {
	if code == opShiftRightLogical {
		intLoop(opShiftRight, ud, ua, ub)
		return
	}
	intLoop(code, d, a, b)
}

// signShift is intLoop for unsigned integers. In arithmetic shifts, the top bit of an element
// counts as its sign.
func signShift[U unsignedInt](code opcode, k tensor.Kind, d, a, b []U) {
	if code != opShiftRight {
		intLoop(code, d, a, b)
		return
	}
	up := 64 - uint(k.Bits())
	for i := range d {
		n := min(uint64(b[i]), uint64(k.Bits()-1))
		d[i] = U(int64(uint64(a[i])<<up) >> up >> n)
	}
}

func intLoop[T anyInteger](code opcode, d, a, b []T) {
	a, b = a[:len(d)], b[:len(d)]
	switch code {
	case opAdd:
		for i := range d {
			d[i] = a[i] + b[i]
		}
	case opSub:
		for i := range d {
			d[i] = a[i] - b[i]
		}
	case opMul:
		for i := range d {
			d[i] = a[i] * b[i]
		}
	case opDiv, opRem:
		divideInts(code, d, a, b)
	case opMax:
		for i := range d {
			d[i] = max(a[i], b[i])
		}
	case opMin:
		for i := range d {
			d[i] = min(a[i], b[i])
		}
	case opPow:
		for i := range d {
			d[i] = powInt(a[i], b[i])
		}
	case opAnd:
		for i := range d {
			d[i] = a[i] & b[i]
		}
	case opOr:
		for i := range d {
			d[i] = a[i] | b[i]
		}
	case opXor:
		for i := range d {
			d[i] = a[i] ^ b[i]
		}
	case opShiftLeft:
		for i := range d {
			d[i] = a[i] << uint64(b[i])
		}
	case opShiftRight, opShiftRightLogical:
		for i := range d {
			d[i] = a[i] >> uint64(b[i])
		}
	default:
		panic("stablehlo: BUG: no such operation on integers")
	}
}

// divideInts divides as XLA does: x / 0 has all bits set, and x mod 0 is x.
func divideInts[T anyInteger](code opcode, d, a, b []T) {
	for i := range d {
		switch {
		case b[i] == 0 && code == opDiv:
			d[i] = ^T(0)
		case b[i] == 0:
			d[i] = a[i]
		case code == opDiv:
			d[i] = a[i] / b[i]
		default:
			d[i] = a[i] % b[i]
		}
	}
}

// powInt computes xⁿ modulo 2ᵇ, where b is the width of T. Negative powers are 0, except those of 1
// and -1.
func powInt[T anyInteger](x, n T) T {
	if n < 0 {
		switch {
		case x == 1:
			return 1
		case x == ^T(0):
			return 1 - 2*(n&1)
		}
		return 0
	}
	r := T(1)
	for u := uint64(n); u != 0; u >>= 1 {
		if u&1 != 0 {
			r *= x
		}
		x *= x
	}
	return r
}

// countLeadingZeros returns the number of leading zeros in b, the bits of an element of kind k.
func countLeadingZeros(k tensor.Kind, b uint64) uint64 {
	return uint64(bits.LeadingZeros64(b) - (64 - k.Bits()))
}
func popcount(_ tensor.Kind, b uint64) uint64 { return uint64(bits.OnesCount64(b)) }
