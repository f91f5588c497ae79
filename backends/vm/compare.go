package vm

import (
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// flip is the predicate p with its operands exchanged, where relations has none of
// its own for p.
func flip(c kernel.Code, p kernel.Pred) (q kernel.Pred, flipped bool) {
	if c == kernel.CmpI {
		switch p {
		case kernel.SGT:
			return kernel.SLT, true
		case kernel.SGE:
			return kernel.SLE, true
		case kernel.UGT:
			return kernel.ULT, true
		case kernel.UGE:
			return kernel.ULE, true
		}
		return p, false
	}
	switch p {
	case kernel.FOGT:
		return kernel.FOLT, true
	case kernel.FOGE:
		return kernel.FOLE, true
	case kernel.FUGT:
		return kernel.FULT, true
	case kernel.FUGE:
		return kernel.FULE, true
	}
	return p, false
}

// compareInts is the action of CmpI, whose predicate is one that flip returns.
func compareInts(p kernel.Pred, k tensor.Kind) action {
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

// compareBools compares i1: signed, true is -1 and so less than false.
func compareBools(p kernel.Pred) action {
	switch p {
	case kernel.SLT:
		return func(m *machine, in *instr) {
			d, a, b := triple[uint8, uint8](m, in)
			for i := range d {
				d[i] = truth(b[i] < a[i])
			}
		}
	case kernel.SLE:
		return func(m *machine, in *instr) {
			d, a, b := triple[uint8, uint8](m, in)
			for i := range d {
				d[i] = truth(b[i] <= a[i])
			}
		}
	}
	return compareInt[int8, uint8](p)
}

func compareInt[S signed, U unsigned](p kernel.Pred) action {
	switch p {
	case kernel.EQ:
		return equal[U]
	case kernel.NE:
		return notEqual[U]
	case kernel.SLT:
		return less[S]
	case kernel.SLE:
		return lessEqual[S]
	case kernel.ULT:
		return less[U]
	case kernel.ULE:
		return lessEqual[U]
	}
	return nil
}

// compareFloats is the action of CmpF, whose predicate is one that flip returns.
func compareFloats(p kernel.Pred, k tensor.Kind) action {
	switch k {
	case tensor.F32:
		return compareFloat[float32](p)
	case tensor.F64:
		return compareFloat[float64](p)
	}
	return nil
}

func compareFloat[T float](p kernel.Pred) action {
	switch p {
	case kernel.FOEQ:
		return equal[T]
	case kernel.FUNE:
		return notEqual[T]
	case kernel.FOLT:
		return less[T]
	case kernel.FOLE:
		return lessEqual[T]
	case kernel.FONE:
		return relation(func(a, b T) bool { return a < b || b < a })
	case kernel.FORD:
		return relation(func(a, b T) bool { return a == a && b == b })
	case kernel.FUNO:
		return relation(func(a, b T) bool { return a != a || b != b })
	case kernel.FUEQ:
		return relation(func(a, b T) bool { return !(a < b || b < a) })
	case kernel.FULT:
		return relation(func(a, b T) bool { return !(a >= b) })
	case kernel.FULE:
		return relation(func(a, b T) bool { return !(a > b) })
	case kernel.FFalse:
		return relation(func(a, b T) bool { return false })
	case kernel.FTrue:
		return relation(func(a, b T) bool { return true })
	}
	return nil
}

// truth is i1's form of a condition. The compiler makes it one instruction.
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

// choose is Select lane by lane: b where a, else c.
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

// chooseAll is Select of whole vectors by one condition.
func chooseAll[T unsigned](m *machine, in *instr) {
	src := in.c
	if *(*uint8)(m.at[in.a]) != 0 {
		src = in.b
	}
	copy(view[T](m.at[in.d], in.n), view[T](m.at[src], in.n))
}
