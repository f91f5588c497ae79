package kernel

import (
	"encoding/binary"
	"slices"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// fold returns the value of type t that c computes, if this value is a constant or already exists.
func (s *simplifier) fold(c *Instr, t Type) (ID, bool) {
	switch c.Code {
	case kernelop.Broadcast:
		return s.foldBroadcast(c, t)
	case kernelop.Extract:
		return s.foldExtract(c, t)
	case kernelop.StepVec:
		lanes := make([]int64, t.Lanes)
		for i := range lanes {
			lanes[i] = int64(i)
		}
		return s.encoded(t, lanes), true
	case kernelop.CreateMask:
		return s.foldMask(c, t)
	case kernelop.Select:
		if n, ok := s.integer(c.Args[0]); ok {
			return c.Args[2-n&1], true
		}
	}
	if v, ok := s.identity(c, t); ok {
		return v, true
	}
	return s.evaluate(c, t)
}

func (s *simplifier) foldBroadcast(c *Instr, t Type) (ID, bool) {
	if s.out.Type(c.Args[0]).Lanes > 0 {
		return c.Args[0], true
	}
	if d := s.constantOf(c.Args[0]); d != nil {
		return s.constant(t, d.Data), true
	}
	return 0, false
}

// foldExtract returns the element that c extracts, if this element was inserted or broadcast into
// the vector, or if the vector is a constant.
func (s *simplifier) foldExtract(c *Instr, t Type) (ID, bool) {
	if len(c.Args) > 1 {
		n, ok := s.integer(c.Args[1])
		if !ok || n < 0 || n >= int64(s.out.Type(c.Args[0]).Lanes) {
			return 0, false
		}
		c.Args, c.Pos = c.Args[:1], int(n)
	}
	d := s.defs[c.Args[0]]
	for d != nil && d.Code == kernelop.Insert && len(d.Args) == 2 {
		if d.Pos == c.Pos {
			return d.Args[0], true
		}
		c.Args[0] = d.Args[1]
		d = s.defs[c.Args[0]]
	}
	switch {
	case d == nil:
	case d.Code == kernelop.Broadcast:
		return d.Args[0], true
	case d.Code == kernelop.Const:
		size := t.Kind.Size()
		at := min(c.Pos*size, len(d.Data)-size) // Data of a splat has one element
		return s.constant(t, d.Data[at:at+size]), true
	}
	return 0, false
}

func (s *simplifier) foldMask(c *Instr, t Type) (ID, bool) {
	n, ok := s.integer(c.Args[0])
	if !ok {
		return 0, false
	}
	lanes := make([]int64, t.Lanes)
	for i := range lanes {
		if int64(i) < n {
			lanes[i] = 1
		}
	}
	return s.encoded(t, lanes), true
}

// identity folds x + 0, x - 0 and x * 1 to x, and x * 0 to 0, for integers.
func (s *simplifier) identity(c *Instr, t Type) (ID, bool) {
	if c.Code != kernelop.AddI && c.Code != kernelop.SubI && c.Code != kernelop.MulI || t.Kind == tensor.I1 {
		return 0, false
	}
	for i := range 2 {
		n, ok := s.uniform(c.Args[i])
		if !ok || c.Code == kernelop.SubI && i == 0 {
			continue
		}
		switch other := c.Args[1-i]; {
		case n == 0 && c.Code == kernelop.MulI:
			return c.Args[i], true
		case n == 0, n == 1 && c.Code == kernelop.MulI:
			return other, true
		}
	}
	return 0, false
}

// uniform returns the integer in all lanes of v; false if v is not a constant of equal integers.
func (s *simplifier) uniform(v ID) (int64, bool) {
	d := s.constantOf(v)
	t := s.out.Type(v)
	if d == nil || !integral(t.Kind) || len(d.Data) != t.Kind.Size() {
		return 0, false
	}
	return s.lanes(d, t)[0], true
}

// evaluate computes an instruction whose operands are integer constants.
func (s *simplifier) evaluate(c *Instr, t Type) (ID, bool) {
	if !integral(t.Kind) || len(c.Args) == 0 || len(c.Args) > 2 {
		return 0, false
	}
	var args [2][]int64
	for i, v := range c.Args {
		d, from := s.constantOf(v), s.out.Type(v)
		if d == nil || !integral(from.Kind) {
			return 0, false
		}
		args[i] = s.lanes(d, from)
	}
	lanes := make([]int64, t.N())
	for i := range lanes {
		a, b := args[0][i], int64(0)
		if len(c.Args) > 1 {
			b = args[1][i]
		}
		x, ok := compute(c, s.out.Type(c.Args[0]).Kind, a, b)
		if !ok {
			return 0, false
		}
		lanes[i] = x
	}
	return s.encoded(t, lanes), true
}

// compute computes one lane of c for the operands a and b of kind k. It returns false if the
// instruction is not supported.
func compute(c *Instr, k tensor.Kind, a, b int64) (int64, bool) {
	if k == tensor.I1 && c.Code != kernelop.AndI && c.Code != kernelop.OrI && c.Code != kernelop.XorI {
		return 0, false
	}
	switch c.Code {
	case kernelop.AddI:
		return a + b, true
	case kernelop.SubI:
		return a - b, true
	case kernelop.MulI:
		return a * b, true
	case kernelop.AndI:
		return a & b, true
	case kernelop.OrI:
		return a | b, true
	case kernelop.XorI:
		return a ^ b, true
	case kernelop.MinSI:
		return min(a, b), true
	case kernelop.MaxSI:
		return max(a, b), true
	case kernelop.ExtSI, kernelop.TruncI:
		return a, true
	case kernelop.CmpI:
		return compared(c.Pred, a, b)
	}
	return 0, false
}

// compared returns the result of a comparison, 0 or 1. It returns false if p is an unsigned
// comparison.
func compared(p kernelop.Pred, a, b int64) (int64, bool) {
	is := false
	switch p {
	case kernelop.EQ:
		is = a == b
	case kernelop.NE:
		is = a != b
	case kernelop.SLT:
		is = a < b
	case kernelop.SLE:
		is = a <= b
	case kernelop.SGT:
		is = a > b
	case kernelop.SGE:
		is = a >= b
	default:
		return 0, false
	}
	if is {
		return 1, true
	}
	return 0, true
}

// constantOf returns the Const instruction that defines v; nil if v is not a constant.
func (s *simplifier) constantOf(v ID) *Instr {
	if d := s.defs[v]; d != nil && d.Code == kernelop.Const {
		return d
	}
	return nil
}

func integral(k tensor.Kind) bool {
	switch k {
	case tensor.I1, tensor.I8, tensor.I16, tensor.I32, tensor.I64, tensor.Index:
		return true
	}
	return false
}

// lanes returns the integers in a constant of type t, sign-extended. Integers of i1 are 0 or 1.
func (s *simplifier) lanes(d *Instr, t Type) []int64 {
	size := t.Kind.Size()
	out := make([]int64, t.N())
	for i := range out {
		var b [8]byte
		copy(b[:], d.Data[min(i*size, len(d.Data)-size):][:size])
		if b[size-1]&0x80 != 0 {
			for j := size; j < 8; j++ {
				b[j] = 0xff
			}
		}
		out[i] = int64(binary.LittleEndian.Uint64(b[:]))
		if t.Kind == tensor.I1 {
			out[i] &= 1
		}
	}
	return out
}

// encoded returns the constant of type t with the given lanes.
func (s *simplifier) encoded(t Type, lanes []int64) ID {
	var data []byte
	for _, n := range lanes {
		if t.Kind == tensor.I1 {
			n &= 1
		}
		data = append(data, binary.LittleEndian.AppendUint64(nil, uint64(n))[:t.Kind.Size()]...)
	}
	return s.constant(t, slices.Clip(data))
}
