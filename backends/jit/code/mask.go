package code

import (
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
)

// With AVX-512, a vector of i1 is in mask registers, whose bits after the last lane are undefined.
// With AVX2 and on arm64, it is in vector registers, with elements as wide as the widest element of
// the kernel. The bits of each element are all ones or all zero.

// bySize returns the instruction among b, w, d and q for elements of 1, 2, 4 or 8 bytes.
func bySize(size int, b, w, d, q asm.Op) asm.Op {
	switch size {
	case 1:
		return b
	case 2:
		return w
	case 4:
		return d
	}
	return q
}

// ones returns a vector with all bits set.
func (g *gen) ones(width asm.Size) reg { return g.splat(^uint64(0), 8, width) }

// maskInt selects the instructions for operation c on vectors of i1.
func (g *gen) maskInt(c kernelop.Code, a, b reg) reg {
	switch boolOp(c) {
	case kernelop.AndI:
		return g.m.maskAnd(a, b)
	case kernelop.OrI:
		return g.m.maskOr(a, b)
	}
	return g.m.maskXor(a, b)
}

// compareMasks compares vectors of i1. In signed comparisons, true is -1.
func (g *gen) compareMasks(p kernelop.Pred, a, b reg) reg {
	switch p {
	case kernelop.EQ:
		return g.m.maskNot(g.m.maskXor(a, b))
	case kernelop.NE:
		return g.m.maskXor(a, b)
	case kernelop.SLT, kernelop.UGT:
		return g.m.maskAndNot(b, a)
	case kernelop.SGT, kernelop.ULT:
		return g.m.maskAndNot(a, b)
	case kernelop.SLE, kernelop.UGE:
		return g.m.maskNot(g.m.maskAndNot(a, b))
	}
	return g.m.maskNot(g.m.maskAndNot(b, a))
}

// createMask selects the instructions for a vector.create_mask.
func (g *gen) createMask(in *kernel.Instr) {
	count := g.one(in.Args[0])
	// The count may have any value. It is clamped to the range from 0 to the number of lanes.
	count = g.extreme(kernelop.SLT, 8, count, g.integer(0))
	count = g.extreme(kernelop.SGT, 8, count, g.integer(int64(g.chunk*g.parts)))
	var rs []reg
	for p := range g.parts {
		rest := count
		if p > 0 {
			rest = g.extreme(kernelop.SLT, 8, g.m.offset(count, -p*g.chunk), g.integer(0))
		}
		if g.chunk*g.parts > 127 { // firstLanes may compare signed bytes, or read only the low byte
			rest = g.extreme(kernelop.SGT, 8, rest, g.integer(int64(g.chunk)))
		}
		rs = append(rs, g.m.firstLanes(rest))
	}
	g.set(in.Results[0], rs...)
}

func littleEndian(v uint64, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(v >> (8 * i))
	}
	return b
}
