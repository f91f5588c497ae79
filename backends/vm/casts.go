package vm

import (
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func castAction(c kernelop.Code, from, to tensor.Kind) action {
	switch c {
	case kernelop.Bitcast:
		return bySize(from, copyOf[uint8], copyOf[uint16], copyOf[uint32], copyOf[uint64])
	case kernelop.ExtSI:
		if from == tensor.I1 {
			return toInt(to, negate[int8], negate[int16], negate[int32], negate[int64])
		}
		return fromSigned(from, to)
	case kernelop.ExtUI, kernelop.UIToFP:
		return fromUnsigned(from, to)
	case kernelop.TruncI:
		if to == tensor.I1 {
			return bySize(from, lowBit[uint8], lowBit[uint16], lowBit[uint32], lowBit[uint64])
		}
		return fromSigned(from, to)
	case kernelop.SIToFP:
		if from == tensor.I1 {
			return pick(to == tensor.F32, negateF[float32], pick(to == tensor.F64, negateF[float64], nil))
		}
		return fromSigned(from, to)
	case kernelop.FPToSI, kernelop.FPToUI:
		switch {
		case to == tensor.I1:
			return nil // conversions to i1 are not supported
		case c == kernelop.FPToSI:
			return fromFloat(from, to)
		}
		return fromFloatUnsigned(from, to)
	}
	return floatCast(from, to)
}

func pick(cond bool, yes, no action) action {
	if cond {
		return yes
	}
	return no
}

// bySize returns the action for elements of kind k: b1 for a size of 1 byte, b2 for 2, and so on.
func bySize(k tensor.Kind, b1, b2, b4, b8 action) action {
	switch k.Size() {
	case 1:
		return b1
	case 2:
		return b2
	case 4:
		return b4
	}
	return b8
}

// toInt is bySize for integer kinds. It returns nil if k is not an integer kind.
func toInt(k tensor.Kind, b1, b2, b4, b8 action) action {
	if !k.IsInt() {
		return nil
	}
	return bySize(k, b1, b2, b4, b8)
}

// convert implements casts by Go's conversion of numbers, which wraps integers.
func convert[S, T number](m *machine, in *instr) {
	d, a := pair[T, S](m, in)
	for i := range d {
		d[i] = T(a[i])
	}
}

func convertFrom[S number](to tensor.Kind) action {
	switch to {
	case tensor.F32:
		return convert[S, float32]
	case tensor.F64:
		return convert[S, float64]
	}
	return toInt(to, convert[S, int8], convert[S, int16], convert[S, int32], convert[S, int64])
}

func fromSigned(from, to tensor.Kind) action {
	switch from {
	case tensor.I8:
		return convertFrom[int8](to)
	case tensor.I16:
		return convertFrom[int16](to)
	case tensor.I32:
		return convertFrom[int32](to)
	case tensor.I64, tensor.Index:
		return convertFrom[int64](to)
	}
	return nil
}

func fromUnsigned(from, to tensor.Kind) action {
	switch from {
	case tensor.I1, tensor.I8:
		return convertFrom[uint8](to)
	case tensor.I16:
		return convertFrom[uint16](to)
	case tensor.I32:
		return convertFrom[uint32](to)
	case tensor.I64, tensor.Index:
		return convertFrom[uint64](to)
	}
	return nil
}

func fromFloat(from, to tensor.Kind) action {
	switch from {
	case tensor.F32:
		return convertFrom[float32](to)
	case tensor.F64:
		return convertFrom[float64](to)
	}
	return nil
}

func fromFloatUnsigned(from, to tensor.Kind) action {
	switch {
	case to == tensor.I64 && from == tensor.F32:
		return convert[float32, uint64]
	case to == tensor.I64 && from == tensor.F64:
		return convert[float64, uint64]
	case from == tensor.F32:
		return toInt(to, through[float32, uint8], through[float32, uint16], through[float32, uint32], nil)
	case from == tensor.F64:
		return toInt(to, through[float64, uint8], through[float64, uint16], through[float64, uint32], nil)
	}
	return nil
}

// through converts a float to an unsigned type. It converts to int64 first.
func through[S float, T unsigned](m *machine, in *instr) {
	d, a := pair[T, S](m, in)
	for i := range d {
		d[i] = T(int64(a[i]))
	}
}

func copyOf[T any](m *machine, in *instr) {
	d, a := pair[T, T](m, in)
	copy(d, a)
}

func negate[T signed](m *machine, in *instr) {
	d, a := pair[T, uint8](m, in)
	for i := range d {
		d[i] = -T(a[i])
	}
}

func negateF[T float](m *machine, in *instr) {
	d, a := pair[T, uint8](m, in)
	for i := range d {
		d[i] = -T(a[i]) + 0 // not -0
	}
}

func lowBit[T unsigned](m *machine, in *instr) {
	d, a := pair[uint8, T](m, in)
	for i := range d {
		d[i] = uint8(a[i]) & 1
	}
}

func floatCast(from, to tensor.Kind) action {
	switch {
	case from == tensor.F32 && to == tensor.F64:
		return convert[float32, float64]
	case from == tensor.F64 && to == tensor.F32:
		return convert[float64, float32]
	case from == tensor.BF16 && to == tensor.F32:
		return widenBF16
	case from == tensor.F16:
		return widen(tensor.F16ToFloat32, to)
	case from == tensor.BF16:
		return widen(tensor.BF16ToFloat32, to)
	case from == tensor.F32 && to == tensor.F16:
		return narrow(tensor.Float32ToF16)
	case from == tensor.F32 && to == tensor.BF16:
		return narrow(tensor.Float32ToBF16)
	case from == tensor.F64 && (to == tensor.F16 || to == tensor.BF16):
		return narrow(func(v float64) uint16 { return uint16(tensor.FloatToBits(to, v)) })
	}
	return nil
}

func widenBF16(m *machine, in *instr) {
	d, a := pair[uint32, uint16](m, in)
	for i := range d {
		d[i] = uint32(a[i]) << 16
	}
}

func widen(f func(uint16) float32, to tensor.Kind) action {
	switch to {
	case tensor.F32:
		return func(m *machine, in *instr) {
			d, a := pair[float32, uint16](m, in)
			for i := range d {
				d[i] = f(a[i])
			}
		}
	case tensor.F64:
		return func(m *machine, in *instr) {
			d, a := pair[float64, uint16](m, in)
			for i := range d {
				d[i] = float64(f(a[i]))
			}
		}
	}
	return nil
}

func narrow[T float](f func(T) uint16) action {
	return func(m *machine, in *instr) {
		d, a := pair[uint16, T](m, in)
		for i := range d {
			d[i] = f(a[i])
		}
	}
}
