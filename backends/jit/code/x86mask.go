package code

import (
	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// blend returns the lanes of "yes" where mask m is set, and the lanes of "no" elsewhere. With AVX2,
// the elements of m must have the given size in bytes.
func (g *x86) blend(m, yes, no reg, size int, width amd64.Size) reg {
	if g.f.class[m] == mask {
		r := g.vec(bySize(size, amd64.VPBlendMB, amd64.VPBlendMW, amd64.VPBlendMD, amd64.VPBlendMQ), width, no, yes)
		g.f.insts[len(g.f.insts)-1].mask = m
		return r
	}
	return g.vec(amd64.VPBlendVB, width, no, yes, m)
}

func (g *x86) choose(m, yes, no reg, size int) reg {
	return g.blend(g.forSize(m, size), yes, no, size, g.width(size))
}

// resize converts an AVX2 mask to elements of another size. Sizes are in bytes.
func (g *x86) resize(m reg, from, to int) reg {
	switch {
	case from == to:
		return m
	case from > to:
		return g.narrowSigned(m, from, to)
	}
	op := map[[2]int]amd64.Op{
		{1, 2}: amd64.VPMovSXBW, {1, 4}: amd64.VPMovSXBD, {1, 8}: amd64.VPMovSXBQ,
		{2, 4}: amd64.VPMovSXWD, {2, 8}: amd64.VPMovSXWQ, {4, 8}: amd64.VPMovSXDQ,
	}[[2]int{from, to}]
	return g.vec(op, g.width(to), m)
}

// narrowSigned halves the size of elements until it is "to" bytes. If a value does not fit, an
// element of 8 bytes loses its upper half, and a narrower element saturates.
func (g *x86) narrowSigned(v reg, from, to int) reg {
	for ; from > to; from /= 2 {
		hi := v
		if g.chunk*from > 16 {
			hi = g.vecImm(amd64.VExtractI128, amd64.Y, 1, v)
			g.f.size[hi] = amd64.X
		}
		switch from {
		case 8:
			v = g.vecImm(amd64.VShufPS, amd64.X, 0x88, v, hi)
		case 4:
			v = g.vec(amd64.VPackSSDW, amd64.X, v, hi)
		case 2:
			v = g.vec(amd64.VPackSSWB, amd64.X, v, hi)
		}
	}
	return v
}

// fromElements converts elements of the given size to a mask. The bits of each element must be all
// ones or all zero.
func (g *x86) fromElements(m reg, size int) reg {
	if g.f.class[m] == mask {
		return m
	}
	return g.resize(m, size, g.widest)
}

func (g *x86) elements(m reg, size int) reg {
	if g.f.class[m] == mask {
		return g.vec(bySize(size, amd64.VPMovM2B, amd64.VPMovM2W, amd64.VPMovM2D, amd64.VPMovM2Q), g.width(size), m)
	}
	return g.resize(m, g.widest, size)
}

// forSize converts the mask m to the form that blend needs for elements of the given size.
func (g *x86) forSize(m reg, size int) reg {
	if g.f.class[m] == mask {
		return m
	}
	return g.resize(m, g.widest, size)
}

// logic emits the instruction k on mask registers, or v on vector registers.
func (g *x86) logic(k, v amd64.Op, a, b reg) reg {
	if g.t.AVX512 {
		return g.def(mask, 8, k, amd64.X, a, b)
	}
	return g.vec(v, g.width(g.widest), a, b)
}

func (g *x86) maskAnd(a, b reg) reg    { return g.logic(amd64.KAndQ, amd64.VPAndD, a, b) }
func (g *x86) maskAndNot(a, b reg) reg { return g.logic(amd64.KAndNQ, amd64.VPAndND, a, b) } // ¬a ∧ b
func (g *x86) maskOr(a, b reg) reg     { return g.logic(amd64.KOrQ, amd64.VPOrD, a, b) }
func (g *x86) maskXor(a, b reg) reg    { return g.logic(amd64.KXorQ, amd64.VPXorD, a, b) }

func (g *x86) maskNot(a reg) reg {
	if g.t.AVX512 {
		return g.def(mask, 8, amd64.KNotQ, amd64.X, a)
	}
	return g.maskXor(a, g.ones(g.width(g.widest)))
}

func (g *x86) compareInts(p kernelop.Pred, size int, a, b reg) reg {
	width := g.width(size)
	if g.t.AVX512 {
		op := bySize(size, amd64.VPCmpKUB, amd64.VPCmpKUW, amd64.VPCmpKUD, amd64.VPCmpKUQ)
		if isSigned(p) || p <= kernelop.NE {
			op = bySize(size, amd64.VPCmpKB, amd64.VPCmpKW, amd64.VPCmpKD, amd64.VPCmpKQ)
		}
		r := g.def(mask, 8, op, width, a, b)
		g.f.insts[len(g.f.insts)-1].imm = map[kernelop.Pred]int64{
			kernelop.EQ: 0, kernelop.NE: 4, kernelop.SLT: 1, kernelop.ULT: 1, kernelop.SLE: 2, kernelop.ULE: 2,
			kernelop.SGE: 5, kernelop.UGE: 5, kernelop.SGT: 6, kernelop.UGT: 6,
		}[p]
		return r
	}
	return g.fromElements(g.compareElements(p, size, width, a, b), size)
}

// compareElements compares with AVX2, which has only the comparisons equal and greater.
func (g *x86) compareElements(p kernelop.Pred, size int, width amd64.Size, a, b reg) reg {
	gt := bySize(size, amd64.VPCmpGTB, amd64.VPCmpGTW, amd64.VPCmpGTD, amd64.VPCmpGTQ)
	eq := bySize(size, amd64.VPCmpEqB, amd64.VPCmpEqW, amd64.VPCmpEqD, amd64.VPCmpEqQ)
	if p >= kernelop.ULT {
		sign := g.splat(1<<(8*size-1), size, width)
		a, b = g.vec(amd64.VPXorD, width, a, sign), g.vec(amd64.VPXorD, width, b, sign)
	}
	not := func(r reg) reg { return g.vec(amd64.VPXorD, width, r, g.ones(width)) }
	switch p {
	case kernelop.EQ:
		return g.vec(eq, width, a, b)
	case kernelop.NE:
		return not(g.vec(eq, width, a, b))
	case kernelop.SGT, kernelop.UGT:
		return g.vec(gt, width, a, b)
	case kernelop.SLT, kernelop.ULT:
		return g.vec(gt, width, b, a)
	case kernelop.SLE, kernelop.ULE:
		return not(g.vec(gt, width, a, b))
	}
	return not(g.vec(gt, width, b, a))
}

func (g *x86) firstLanes(n reg) reg {
	if !g.t.AVX512 {
		return g.firstElements(n)
	}
	bits := g.gpr(amd64.BZHi, 8, g.integer(-1), n)
	if g.chunk < 64 {
		bits = g.both(amd64.And, 8, bits, g.integer(1<<g.chunk-1))
	}
	return g.def(mask, 8, amd64.KMovQFrom, amd64.X, bits)
}

// firstElements is the AVX2 form of firstLanes.
func (g *x86) firstElements(n reg) reg {
	size := g.widest
	width := g.width(size)
	var steps []byte
	for i := range g.chunk {
		steps = append(steps, littleEndian(uint64(i), size)...)
	}
	op := bySize(size, amd64.VPCmpGTB, amd64.VPCmpGTW, amd64.VPCmpGTD, amd64.VPCmpGTQ)
	return g.vec(op, width, g.broadcastInt(n, size), g.bytes(padded(steps, int(width))))
}

// broadcastInt returns a part with the low bytes of a general register in all lanes.
func (g *x86) broadcastInt(a reg, size int) reg {
	if g.t.AVX512 {
		return g.vec(bySize(size, amd64.VPBroadcastGB, amd64.VPBroadcastGW, amd64.VPBroadcastGD, amd64.VPBroadcastGQ), g.width(size), a)
	}
	return g.vec(broadcastOf(size), g.width(size), g.toVector(a, size))
}

func broadcastOf(size int) amd64.Op {
	return bySize(size, amd64.VPBroadcastB, amd64.VPBroadcastW, amd64.VPBroadcastD, amd64.VPBroadcastQ)
}

// canonical clears the bits of a mask after the last lane, if an instruction could read them.
func (g *x86) canonical(m reg, size int) reg {
	if g.t.AVX512 && g.chunk*size < 16 {
		return g.maskAnd(m, g.maskBits(1<<g.chunk-1))
	}
	return m
}

func (g *x86) notZero(v reg, size int) reg {
	width := g.width(size)
	if g.t.AVX512 {
		return g.def(mask, 8, bySize(size, amd64.VPTestMB, amd64.VPTestMW, amd64.VPTestMD, amd64.VPTestMQ), width, v, v)
	}
	return g.fromElements(g.compareElements(kernelop.NE, size, width, v, g.splat(0, 8, width)), size)
}

func (g *x86) lowBits(v reg, k tensor.Kind) reg {
	size := k.Size()
	return g.notZero(g.vec(amd64.VPAndD, g.width(size), v, g.splat(1, size, g.width(size))), size)
}
