package code

import (
	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// A vector of i1 is a mask register with AVX-512, whose bits behind the last lane are
// undefined. With AVX2 it is a vector of elements as wide as the widest of the kernel,
// with all bits set where a lane is on.

// bySize chooses an instruction by the size of elements; 0 is none.
func bySize(size int, b, w, d, q amd64.Op) amd64.Op {
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

// blend is yes where mask m is on, else no, with elements of so many bytes. With AVX2
// the elements of m are as wide.
func (g *gen) blend(m, yes, no reg, size int, width amd64.Size) reg {
	if g.f.class[m] == mask {
		r := g.vec(bySize(size, amd64.VPBlendMB, amd64.VPBlendMW, amd64.VPBlendMD, amd64.VPBlendMQ), width, no, yes)
		g.f.insts[len(g.f.insts)-1].mask = m
		return r
	}
	return g.vec(amd64.VPBlendVB, width, no, yes, m)
}

// resize converts an AVX2 mask between widths of elements.
func (g *gen) resize(m reg, from, to int) reg {
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

// narrowSigned halves elements until they have so many bytes; they must fit, or be
// clipped by the caller: those of 8 bytes lose their upper half, others saturate.
func (g *gen) narrowSigned(v reg, from, to int) reg {
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

// fromElements makes a mask of elements that are all ones or zero.
func (g *gen) fromElements(m reg, size int) reg {
	if g.f.class[m] == mask {
		return m
	}
	return g.resize(m, size, g.widest)
}

// elements is the mask m as elements of so many bytes: ones or zero.
func (g *gen) elements(m reg, size int) reg {
	if g.f.class[m] == mask {
		return g.vec(bySize(size, amd64.VPMovM2B, amd64.VPMovM2W, amd64.VPMovM2D, amd64.VPMovM2Q), g.width(size), m)
	}
	return g.resize(m, g.widest, size)
}

// forSize is the mask m for a blend of elements of so many bytes.
func (g *gen) forSize(m reg, size int) reg {
	if g.f.class[m] == mask {
		return m
	}
	return g.resize(m, g.widest, size)
}

// logic combines masks.
func (g *gen) logic(k, v amd64.Op, a, b reg) reg {
	if g.t.AVX512 {
		return g.def(mask, 8, k, amd64.X, a, b)
	}
	return g.vec(v, g.width(g.widest), a, b)
}

func (g *gen) maskAnd(a, b reg) reg    { return g.logic(amd64.KAndQ, amd64.VPAndD, a, b) }
func (g *gen) maskAndNot(a, b reg) reg { return g.logic(amd64.KAndNQ, amd64.VPAndND, a, b) } // ¬a ∧ b
func (g *gen) maskOr(a, b reg) reg     { return g.logic(amd64.KOrQ, amd64.VPOrD, a, b) }
func (g *gen) maskXor(a, b reg) reg    { return g.logic(amd64.KXorQ, amd64.VPXorD, a, b) }

func (g *gen) maskNot(a reg) reg {
	if g.t.AVX512 {
		return g.def(mask, 8, amd64.KNotQ, amd64.X, a)
	}
	return g.maskXor(a, g.ones(g.width(g.widest)))
}

// ones has all bits set.
func (g *gen) ones(width amd64.Size) reg { return g.splat(^uint64(0), 8, width) }

// maskInt is an operation on vectors of i1.
func (g *gen) maskInt(c kernelop.Code, a, b reg) reg {
	switch boolOp(c) {
	case amd64.And:
		return g.maskAnd(a, b)
	case amd64.Or:
		return g.maskOr(a, b)
	}
	return g.maskXor(a, b)
}

// compareMasks compares vectors of i1; signed, true is -1.
func (g *gen) compareMasks(p kernelop.Pred, a, b reg) reg {
	switch p {
	case kernelop.EQ:
		return g.maskNot(g.maskXor(a, b))
	case kernelop.NE:
		return g.maskXor(a, b)
	case kernelop.SLT, kernelop.UGT:
		return g.maskAndNot(b, a)
	case kernelop.SGT, kernelop.ULT:
		return g.maskAndNot(a, b)
	case kernelop.SLE, kernelop.UGE:
		return g.maskNot(g.maskAndNot(a, b))
	}
	return g.maskNot(g.maskAndNot(b, a))
}

// compareInts compares parts of integer vectors.
func (g *gen) compareInts(p kernelop.Pred, size int, a, b reg) reg {
	width := g.width(size)
	if g.t.AVX512 {
		_, sign := condition(p)
		op := bySize(size, amd64.VPCmpKUB, amd64.VPCmpKUW, amd64.VPCmpKUD, amd64.VPCmpKUQ)
		if sign || p <= kernelop.NE {
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

// compareElements compares with AVX2, which knows equal and greater.
func (g *gen) compareElements(p kernelop.Pred, size int, width amd64.Size, a, b reg) reg {
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

// createMask has the first lanes on, so many as a scalar says.
func (g *gen) createMask(in *kernel.Instr) {
	count := g.one(in.Args[0])
	// The count may be anything: it is brought into 0 … lanes first.
	count = g.extreme(amd64.LT, 8, count, g.integer(0))
	count = g.extreme(amd64.GT, 8, count, g.integer(int64(g.chunk*g.parts)))
	var rs []reg
	for p := range g.parts {
		rest := count
		if p > 0 {
			rest = g.extreme(amd64.LT, 8, g.lea(memory{base: count, disp: int32(-p * g.chunk), scale: 1}), g.integer(0))
		}
		if g.t.AVX512 {
			rs = append(rs, g.firstLanes(rest))
		} else {
			rs = append(rs, g.firstElements(rest))
		}
	}
	g.set(in.Results[0], rs...)
}

// firstLanes is a mask register with the first n bits set; n may exceed the lanes.
func (g *gen) firstLanes(n reg) reg {
	bits := g.gpr(amd64.BZHi, 8, g.integer(-1), n)
	if g.chunk < 64 {
		bits = g.both(amd64.And, 8, bits, g.integer(1<<g.chunk-1))
	}
	return g.def(mask, 8, amd64.KMovQFrom, amd64.X, bits)
}

// firstElements is firstLanes for AVX2.
func (g *gen) firstElements(n reg) reg {
	size := g.widest
	width := g.width(size)
	var steps []byte
	for i := range g.chunk {
		steps = append(steps, littleEndian(uint64(i), size)...)
	}
	op := bySize(size, amd64.VPCmpGTB, amd64.VPCmpGTW, amd64.VPCmpGTD, amd64.VPCmpGTQ)
	return g.vec(op, width, g.broadcastInt(n, size), g.bytes(padded(steps, int(width))))
}

// broadcastInt has the low bytes of a general register in all lanes.
func (g *gen) broadcastInt(a reg, size int) reg {
	if g.t.AVX512 {
		return g.vec(bySize(size, amd64.VPBroadcastGB, amd64.VPBroadcastGW, amd64.VPBroadcastGD, amd64.VPBroadcastGQ), g.width(size), a)
	}
	return g.vec(broadcastOf(size), g.width(size), g.toVector(a, size))
}

func broadcastOf(size int) amd64.Op {
	return bySize(size, amd64.VPBroadcastB, amd64.VPBroadcastW, amd64.VPBroadcastD, amd64.VPBroadcastQ)
}

// canonical clears the bits of a mask behind the last lane, if anything could look at
// them.
func (g *gen) canonical(m reg, size int) reg {
	if g.t.AVX512 && g.chunk*size < 16 {
		return g.maskAnd(m, g.maskBits(1<<g.chunk-1))
	}
	return m
}

func littleEndian(v uint64, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(v >> (8 * i))
	}
	return b
}

// notZero is a mask of the elements that are not zero.
func (g *gen) notZero(v reg, size int) reg {
	width := g.width(size)
	if g.t.AVX512 {
		return g.def(mask, 8, bySize(size, amd64.VPTestMB, amd64.VPTestMW, amd64.VPTestMD, amd64.VPTestMQ), width, v, v)
	}
	return g.fromElements(g.compareElements(kernelop.NE, size, width, v, g.splat(0, 8, width)), size)
}

// lowBits is a mask of the elements whose lowest bit is set.
func (g *gen) lowBits(v reg, k tensor.Kind) reg {
	size := k.Size()
	return g.notZero(g.vec(amd64.VPAndD, g.width(size), v, g.splat(1, size, g.width(size))), size)
}
