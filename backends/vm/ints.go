package vm

import (
	"math/bits"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

type signed interface{ int8 | int16 | int32 | int64 }
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// intAction returns the action of integer code c on values of kind k.
func intAction(c kernelop.Code, k tensor.Kind) action {
	switch {
	case c != kernelop.Dot:
	case k == tensor.I32:
		return dot
	default:
		return nil
	}
	switch k {
	case tensor.I1:
		return boolAction(c)
	case tensor.I8:
		return intOf[int8, uint8](c)
	case tensor.I16:
		return intOf[int16, uint16](c)
	case tensor.I32:
		return intOf[int32, uint32](c)
	case tensor.I64, tensor.Index:
		return intOf[int64, uint64](c)
	}
	return nil
}

// boolAction is intAction for i1, a byte that is 0 or 1. In signed operations, 1 means -1.
func boolAction(c kernelop.Code) action {
	switch c {
	case kernelop.AddI, kernelop.SubI, kernelop.XorI:
		return xor[uint8]
	case kernelop.MulI, kernelop.AndI, kernelop.MinUI, kernelop.MaxSI:
		return and[uint8]
	case kernelop.OrI, kernelop.MaxUI, kernelop.MinSI:
		return or[uint8]
	}
	return nil
}

func intOf[S signed, U unsigned](c kernelop.Code) action {
	switch c {
	case kernelop.AddI:
		return add[S]
	case kernelop.SubI:
		return sub[S]
	case kernelop.MulI:
		return mul[S]
	case kernelop.DivSI:
		return each2(divS[S])
	case kernelop.DivUI:
		return each2(divU[U])
	case kernelop.RemSI:
		return each2(remS[S])
	case kernelop.RemUI:
		return each2(remU[U])
	case kernelop.AndI:
		return and[U]
	case kernelop.OrI:
		return or[U]
	case kernelop.XorI:
		return xor[U]
	case kernelop.ShLI:
		return shl[U]
	case kernelop.ShRSI:
		return shrS[S, U]
	case kernelop.ShRUI:
		return shr[U]
	case kernelop.MinSI:
		return minOf[S]
	case kernelop.MaxSI:
		return maxOf[S]
	case kernelop.MinUI:
		return minOf[U]
	case kernelop.MaxUI:
		return maxOf[U]
	case kernelop.AbsI:
		return abs[S]
	case kernelop.CtPop:
		return each1(func(v U) U { return U(bits.OnesCount64(uint64(v))) })
	case kernelop.CtLZ:
		return each1(func(v U) U { return U(width[U]() - bits.Len64(uint64(v))) })
	case kernelop.CtTZ:
		return each1(func(v U) U { return U(min(width[U](), bits.TrailingZeros64(uint64(v)))) })
	}
	return nil
}

func width[U unsigned]() int { return bits.OnesCount64(uint64(^U(0))) }

// each1 and each2 create actions from functions on elements. A call for each element is slow, so
// cheap operations have their own loops.
func each1[T any](f func(T) T) action {
	return func(m *machine, in *instr) {
		d, a := pair[T, T](m, in)
		for i := range d {
			d[i] = f(a[i])
		}
	}
}

func each2[T any](f func(a, b T) T) action {
	return func(m *machine, in *instr) {
		d, a, b := triple[T, T](m, in)
		for i := range d {
			d[i] = f(a[i], b[i])
		}
	}
}

type number interface {
	signed | unsigned | float32 | float64
}

func add[T number](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = a[i] + b[i]
	}
}

// dot adds the products of the unsigned bytes of a and the signed bytes of b to c.
func dot(m *machine, in *instr) {
	d, a, b := triple[int32, uint32](m, in)
	c := view[int32](m.at[in.c], in.n)
	for i := range d {
		x, y := a[i], b[i]
		d[i] = c[i] + int32(uint8(x))*int32(int8(y)) + int32(uint8(x>>8))*int32(int8(y>>8)) +
			int32(uint8(x>>16))*int32(int8(y>>16)) + int32(x>>24)*(int32(y)>>24)
	}
}

func sub[T number](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = a[i] - b[i]
	}
}

func mul[T number](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = a[i] * b[i]
	}
}

func and[T unsigned](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = a[i] & b[i]
	}
}

func or[T unsigned](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = a[i] | b[i]
	}
}

func xor[T unsigned](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = a[i] ^ b[i]
	}
}

// shl, shr and shrS read the amount as an unsigned number. If the amount is at least the width, shl
// and shr give 0, and shrS gives 0 or -1.
func shl[T unsigned](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = a[i] << b[i]
	}
}

func shr[T unsigned](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = a[i] >> b[i]
	}
}

func shrS[S signed, U unsigned](m *machine, in *instr) {
	d, a := pair[S, S](m, in)
	b := view[U](m.at[in.b], in.n)
	for i := range d {
		d[i] = a[i] >> b[i]
	}
}

func minOf[T signed | unsigned](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = min(a[i], b[i])
	}
}

func maxOf[T signed | unsigned](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = max(a[i], b[i])
	}
}

func abs[T signed](m *machine, in *instr) {
	d, a := pair[T, T](m, in)
	for i := range d {
		d[i] = max(a[i], -a[i])
	}
}

// x / 0 has all bits set, and x % 0 is x. In Go, the smallest integer divided by -1 is itself.

func divS[T signed](a, b T) T {
	if b == 0 {
		return -1
	}
	return a / b
}

func divU[T unsigned](a, b T) T {
	if b == 0 {
		return ^T(0)
	}
	return a / b
}

func remS[T signed](a, b T) T {
	if b == 0 {
		return a
	}
	return a % b
}

func remU[T unsigned](a, b T) T {
	if b == 0 {
		return a
	}
	return a % b
}
