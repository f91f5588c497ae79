package vm

import (
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// flip replaces the predicates "greater" and "greater or equal" by "less" and "less or equal". So
// compareInts and compareFloats need no cases for the replaced predicates. If flipped is true, the
// operands must be exchanged.
func flip(c kernelop.Code, p kernelop.Pred) (q kernelop.Pred, flipped bool) {
	if c == kernelop.CmpI {
		switch p {
		case kernelop.SGT:
			return kernelop.SLT, true
		case kernelop.SGE:
			return kernelop.SLE, true
		case kernelop.UGT:
			return kernelop.ULT, true
		case kernelop.UGE:
			return kernelop.ULE, true
		}
		return p, false
	}
	switch p {
	case kernelop.FOGT:
		return kernelop.FOLT, true
	case kernelop.FOGE:
		return kernelop.FOLE, true
	case kernelop.FUGT:
		return kernelop.FULT, true
	case kernelop.FUGE:
		return kernelop.FULE, true
	}
	return p, false
}

func compareInts(p kernelop.Pred, k tensor.Kind) action {
	switch k {
	case tensor.I1:
		return compareBools(p)
	case tensor.I8:
		return compareInt[int8, uint8](p)
	case tensor.I16:
		return compareInt[int16, uint16](p)
	case tensor.I32:
		return compareInt[int32, uint32](p)
	case tensor.I64, tensor.Index:
		return compareInt[int64, uint64](p)
	}
	return nil
}

// compareBools returns the action of CmpI for i1. In signed comparisons, true is -1 and so less
// than false.
func compareBools(p kernelop.Pred) action {
	switch p {
	case kernelop.SLT:
		return func(m *machine, in *instr) {
			d, a, b := triple[uint8, uint8](m, in)
			for i := range d {
				d[i] = truth(b[i] < a[i])
			}
		}
	case kernelop.SLE:
		return func(m *machine, in *instr) {
			d, a, b := triple[uint8, uint8](m, in)
			for i := range d {
				d[i] = truth(b[i] <= a[i])
			}
		}
	}
	return compareInt[int8, uint8](p)
}

func compareInt[S signed, U unsigned](p kernelop.Pred) action {
	switch p {
	case kernelop.EQ:
		return equal[U]
	case kernelop.NE:
		return notEqual[U]
	case kernelop.SLT:
		return less[S]
	case kernelop.SLE:
		return lessEqual[S]
	case kernelop.ULT:
		return less[U]
	case kernelop.ULE:
		return lessEqual[U]
	}
	return nil
}

func compareFloats(p kernelop.Pred, k tensor.Kind) action {
	switch k {
	case tensor.F32:
		return compareFloat[float32](p)
	case tensor.F64:
		return compareFloat[float64](p)
	}
	return nil
}

func compareFloat[T float](p kernelop.Pred) action {
	switch p {
	case kernelop.FOEQ:
		return equal[T]
	case kernelop.FUNE:
		return notEqual[T]
	case kernelop.FOLT:
		return less[T]
	case kernelop.FOLE:
		return lessEqual[T]
	case kernelop.FONE:
		return relation(func(a, b T) bool { return a < b || b < a })
	case kernelop.FORD:
		return relation(func(a, b T) bool { return a == a && b == b })
	case kernelop.FUNO:
		return relation(func(a, b T) bool { return a != a || b != b })
	case kernelop.FUEQ:
		return relation(func(a, b T) bool { return !(a < b || b < a) })
	case kernelop.FULT:
		return relation(func(a, b T) bool { return !(a >= b) })
	case kernelop.FULE:
		return relation(func(a, b T) bool { return !(a > b) })
	case kernelop.FFalse:
		return relation(func(a, b T) bool { return false })
	case kernelop.FTrue:
		return relation(func(a, b T) bool { return true })
	}
	return nil
}

// truth converts a condition to the representation of i1. The Go compiler reduces this function to
// one instruction.
func truth(c bool) uint8 {
	var t uint8
	if c {
		t = 1
	}
	return t
}

func relation[T any](f func(a, b T) bool) action {
	return func(m *machine, in *instr) {
		d, a, b := triple[uint8, T](m, in)
		for i := range d {
			d[i] = truth(f(a[i], b[i]))
		}
	}
}

func equal[T number](m *machine, in *instr) {
	d, a, b := triple[uint8, T](m, in)
	for i := range d {
		d[i] = truth(a[i] == b[i])
	}
}

func notEqual[T number](m *machine, in *instr) {
	d, a, b := triple[uint8, T](m, in)
	for i := range d {
		d[i] = truth(a[i] != b[i])
	}
}

func less[T number](m *machine, in *instr) {
	d, a, b := triple[uint8, T](m, in)
	for i := range d {
		d[i] = truth(a[i] < b[i])
	}
}

func lessEqual[T number](m *machine, in *instr) {
	d, a, b := triple[uint8, T](m, in)
	for i := range d {
		d[i] = truth(a[i] <= b[i])
	}
}

// choose implements Select lane by lane. The result is b where a is true, otherwise c.
func choose[T unsigned](m *machine, in *instr) {
	d, b := view[T](m.at[in.d], in.n), view[T](m.at[in.b], in.n)
	c, on := view[T](m.at[in.c], in.n), view[uint8](m.at[in.a], in.n)
	for i := range d {
		v := c[i]
		if on[i] != 0 {
			v = b[i]
		}
		d[i] = v
	}
}

// chooseAll implements Select of whole vectors by one condition.
func chooseAll[T unsigned](m *machine, in *instr) {
	src := in.c
	if *(*uint8)(m.at[in.a]) != 0 {
		src = in.b
	}
	copy(view[T](m.at[in.d], in.n), view[T](m.at[src], in.n))
}
