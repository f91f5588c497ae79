package vm

import (
	"github.com/lathe-ir/lathe/ir/elementary"
	"math"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

type float interface{ float32 | float64 }

func floatAction(c kernelop.Code, k tensor.Kind) action {
	switch {
	case k == tensor.F32 && c == kernelop.AbsF:
		return clearBits[uint32](1 << 31)
	case k == tensor.F64 && c == kernelop.AbsF:
		return clearBits[uint64](1 << 63)
	case k == tensor.F32 && c == kernelop.NegF:
		return flipBits[uint32](1 << 31)
	case k == tensor.F64 && c == kernelop.NegF:
		return flipBits[uint64](1 << 63)
	case k == tensor.F32 && c == kernelop.CopySign:
		return copySign[uint32](1 << 31)
	case k == tensor.F64 && c == kernelop.CopySign:
		return copySign[uint64](1 << 63)
	case k == tensor.F32 && c == kernelop.FMA:
		return fma32
	case k == tensor.F64 && c == kernelop.FMA:
		return fma64
	case k == tensor.F32:
		return floatOf[float32](c)
	case k == tensor.F64:
		return floatOf[float64](c)
	}
	return nil
}

func floatOf[T float](c kernelop.Code) action {
	switch c {
	case kernelop.AddF:
		return add[T]
	case kernelop.SubF:
		return sub[T]
	case kernelop.MulF:
		return mul[T]
	case kernelop.DivF:
		return div[T]
	case kernelop.RemF:
		return each2(func(a, b T) T { return T(math.Mod(float64(a), float64(b))) })
	case kernelop.MinimumF:
		return minimum[T]
	case kernelop.MaximumF:
		return maximum[T]
	case kernelop.MinNumF:
		return each2(minNum[T])
	case kernelop.MaxNumF:
		return each2(maxNum[T])
	case kernelop.SqrtF:
		return sqrt[T]
	case kernelop.FloorF:
		return floor[T]
	case kernelop.CeilF:
		return ceil[T]
	case kernelop.TruncF:
		return trunc[T]
	case kernelop.RoundEvenF:
		return roundEven[T]
	}
	return nil
}

func div[T float](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = a[i] / b[i]
	}
}

// minimum and maximum return NaN if an operand is NaN, and order -0 below 0, like Go's min and max.
func minimum[T float](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = min(a[i], b[i])
	}
}

func maximum[T float](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	for i := range d {
		d[i] = max(a[i], b[i])
	}
}

// minNum and maxNum return the other operand if one operand is NaN.
func minNum[T float](a, b T) T {
	switch {
	case a != a:
		return b
	case b != b:
		return a
	}
	return min(a, b)
}

func maxNum[T float](a, b T) T {
	switch {
	case a != a:
		return b
	case b != b:
		return a
	}
	return max(a, b)
}

// A square root of a float32 that is computed as a float64 and then rounded to float32 is correctly
// rounded (Figueroa, "When is double rounding innocuous?"). This is also true for the operations
// below whose results are whole numbers.

func sqrt[T float](m *machine, in *instr) {
	d, a := pair[T, T](m, in)
	for i := range d {
		d[i] = T(math.Sqrt(float64(a[i])))
	}
}

func floor[T float](m *machine, in *instr) {
	d, a := pair[T, T](m, in)
	for i := range d {
		d[i] = T(math.Floor(float64(a[i])))
	}
}

func ceil[T float](m *machine, in *instr) {
	d, a := pair[T, T](m, in)
	for i := range d {
		d[i] = T(math.Ceil(float64(a[i])))
	}
}

func trunc[T float](m *machine, in *instr) {
	d, a := pair[T, T](m, in)
	for i := range d {
		d[i] = T(math.Trunc(float64(a[i])))
	}
}

func roundEven[T float](m *machine, in *instr) {
	d, a := pair[T, T](m, in)
	for i := range d {
		d[i] = T(math.RoundToEven(float64(a[i])))
	}
}

func clearBits[T unsigned](mask T) action {
	return func(m *machine, in *instr) {
		d, a := pair[T, T](m, in)
		for i := range d {
			d[i] = a[i] &^ mask
		}
	}
}

func flipBits[T unsigned](mask T) action {
	return func(m *machine, in *instr) {
		d, a := pair[T, T](m, in)
		for i := range d {
			d[i] = a[i] ^ mask
		}
	}
}

func copySign[T unsigned](mask T) action {
	return func(m *machine, in *instr) {
		d, a, b := triple[T, T](m, in)
		for i := range d {
			d[i] = a[i]&^mask | b[i]&mask
		}
	}
}

func fma64(m *machine, in *instr) {
	d, a, b := triple[float64, float64](m, in)
	c := view[float64](m.at[in.c], in.n)
	for i := range d {
		d[i] = math.FMA(a[i], b[i], c[i])
	}
}

func fma32(m *machine, in *instr) {
	d, a, b := triple[float32, float32](m, in)
	c := view[float32](m.at[in.c], in.n)
	for i := range d {
		d[i] = elementary.FMA32(a[i], b[i], c[i])
	}
}

// mulAdd computes c + a·b of vectors. The product and the sum are both rounded; the conversion to T
// prevents Go from fusing the two operations.
func mulAdd[T float](m *machine, in *instr) {
	d, a, b := triple[T, T](m, in)
	c := view[T](m.at[in.c], in.n)
	for i := range d {
		d[i] = c[i] + T(a[i]*b[i])
	}
}

// mulAddScalar is mulAdd with a scalar a.
func mulAddScalar[T float](m *machine, in *instr) {
	d, b := view[T](m.at[in.d], in.n), view[T](m.at[in.b], in.n)
	c := view[T](m.at[in.c], in.n)
	a := *(*T)(m.at[in.a])
	for i := range d {
		d[i] = c[i] + T(a*b[i])
	}
}

func mulScalar[T float](m *machine, in *instr) {
	d, b := view[T](m.at[in.d], in.n), view[T](m.at[in.b], in.n)
	a := *(*T)(m.at[in.a])
	for i := range d {
		d[i] = a * b[i]
	}
}
