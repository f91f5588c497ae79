package code

import (
	"github.com/lathe-ir/lathe/backends/jit/arm64"
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// resize converts a mask to elements of another size. Sizes are in bytes.
func (g *arm) resize(m reg, from, to int) reg {
	if from < to {
		return g.widen(m, from, to, true)
	}
	return g.truncate(m, from, to)
}

// fromElements converts elements of the given size to a mask. The bits of each element must be all
// ones or all zero.
func (g *arm) fromElements(m reg, size int) reg { return g.resize(m, size, g.widest) }

func (g *arm) elements(m reg, size int) reg { return g.resize(m, g.widest, size) }

func (g *arm) oneOrZero(m reg, size int) reg {
	return g.imm(vector, arm64.UShrImm, asm.Size(size), int64(8*size-1), g.elements(m, size))
}

func (g *arm) choose(m, yes, no reg, size int) reg { return g.chosen(g.elements(m, size), yes, no) }

func (g *arm) maskAnd(a, b reg) reg    { return g.vec(arm64.AndV, 1, a, b) }
func (g *arm) maskAndNot(a, b reg) reg { return g.vec(arm64.BicV, 1, b, a) }
func (g *arm) maskOr(a, b reg) reg     { return g.vec(arm64.OrrV, 1, a, b) }
func (g *arm) maskXor(a, b reg) reg    { return g.vec(arm64.EorV, 1, a, b) }
func (g *arm) maskNot(a reg) reg       { return g.vec(arm64.NotV, 1, a) }

func (g *arm) compareInts(p kernelop.Pred, size int, a, b reg) reg {
	op := [...]asm.Op{
		kernelop.EQ: arm64.CmEqV, kernelop.NE: arm64.CmEqV, kernelop.SGT: arm64.CmGtV, kernelop.SLT: arm64.CmGtV, kernelop.SGE: arm64.CmGeV,
		kernelop.SLE: arm64.CmGeV, kernelop.UGT: arm64.CmHiV, kernelop.ULT: arm64.CmHiV, kernelop.UGE: arm64.CmHsV, kernelop.ULE: arm64.CmHsV,
	}[p]
	switch p {
	case kernelop.SLT, kernelop.SLE, kernelop.ULT, kernelop.ULE:
		a, b = b, a
	}
	r := g.vec(op, asm.Size(size), a, b)
	if p == kernelop.NE {
		r = g.maskNot(r)
	}
	return g.fromElements(r, size)
}

func (g *arm) notZero(a reg, size int) reg {
	return g.fromElements(g.vec(arm64.CmTstV, asm.Size(size), a, a), size)
}

func (g *arm) lowBits(a reg, k tensor.Kind) reg {
	size := k.Size()
	return g.fromElements(g.vec(arm64.CmTstV, asm.Size(size), a, g.gen.splat(1, size, arm64Bytes)), size)
}

func (g *arm) firstLanes(n reg) reg {
	size := g.widest
	var steps []byte
	for i := range g.chunk {
		steps = append(steps, littleEndian(uint64(i), size)...)
	}
	return g.vec(arm64.CmGtV, asm.Size(size), g.vec(arm64.DupFrom, asm.Size(size), n), g.bytes(padded(steps, arm64Bytes)))
}

func (g *arm) maskLane(m reg, lane int) reg {
	return g.lowBit(g.imm(general, arm64.UMov, 1, int64(lane*g.widest), m))
}

func (g *arm) eachLane(m reg, f func(lane int)) {
	for lane := range g.chunk {
		skip := g.newLabel()
		g.emit(inst{kind: compareJump, size: 4, pred: kernelop.EQ, r: [4]reg{g.maskLane(m, lane)}, label: skip})
		f(lane)
		g.bind(skip)
	}
}
