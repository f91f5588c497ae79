package code

import (
	"github.com/lathe-ir/lathe/backends/jit/arm64"
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// armInt returns the instruction for c on integers of the given size; 0 if vectorInt must select
// other instructions.
func armInt(c kernelop.Code, size int) asm.Op {
	upTo4 := func(op asm.Op) asm.Op { return bySize(size, op, op, op, 0) }
	switch c {
	case kernelop.AddI:
		return arm64.AddV
	case kernelop.SubI:
		return arm64.SubV
	case kernelop.AbsI:
		return arm64.AbsV
	case kernelop.ShLI:
		return arm64.UShlV
	case kernelop.MulI:
		return upTo4(arm64.MulV)
	case kernelop.MinSI:
		return upTo4(arm64.SMinV)
	case kernelop.MaxSI:
		return upTo4(arm64.SMaxV)
	case kernelop.MinUI:
		return upTo4(arm64.UMinV)
	case kernelop.MaxUI:
		return upTo4(arm64.UMaxV)
	case kernelop.CtLZ:
		return upTo4(arm64.ClzV)
	}
	return 0
}

func (g *arm) vectorInt(in *kernel.Instr, size int, a []reg) reg {
	s := asm.Size(size)
	if r := g.shiftByConstant(in.Code, size, a); r != 0 {
		return r
	}
	if op := armInt(in.Code, size); op != 0 {
		return g.vec(op, s, a...)
	}
	switch in.Code {
	case kernelop.AndI:
		return g.vec(arm64.AndV, 1, a...)
	case kernelop.OrI:
		return g.vec(arm64.OrrV, 1, a...)
	case kernelop.XorI:
		return g.vec(arm64.EorV, 1, a...)
	case kernelop.ShRSI: // a negative amount shifts to the right
		return g.vec(arm64.SShlV, s, a[0], g.vec(arm64.NegV, s, a[1]))
	case kernelop.ShRUI:
		return g.vec(arm64.UShlV, s, a[0], g.vec(arm64.NegV, s, a[1]))
	case kernelop.MinSI:
		return g.chosen(g.vec(arm64.CmGtV, s, a[0], a[1]), a[1], a[0])
	case kernelop.MaxSI:
		return g.chosen(g.vec(arm64.CmGtV, s, a[0], a[1]), a[0], a[1])
	case kernelop.MinUI:
		return g.chosen(g.vec(arm64.CmHiV, s, a[0], a[1]), a[1], a[0])
	case kernelop.MaxUI:
		return g.chosen(g.vec(arm64.CmHiV, s, a[0], a[1]), a[0], a[1])
	case kernelop.CtPop:
		return g.count(a[0], size)
	case kernelop.CtTZ: // the bits below the lowest set bit: (a - 1) ∧ ¬a
		return g.count(g.vec(arm64.BicV, 1, g.vec(arm64.AddV, s, a[0], g.ones(arm64Bytes)), a[0]), size)
	case kernelop.Dot:
		if size == 4 {
			return g.dot(a)
		}
	}
	return 0
}

// shiftByConstant selects a shift by an immediate. It returns 0 if c is not a shift, or if the
// amounts are not one constant that is less than the number of bits of an element.
func (g *arm) shiftByConstant(c kernelop.Code, size int, a []reg) reg {
	op := map[kernelop.Code]asm.Op{kernelop.ShLI: arm64.ShlImm, kernelop.ShRSI: arm64.SShrImm, kernelop.ShRUI: arm64.UShrImm}[c]
	if op == 0 {
		return 0
	}
	n, ok := g.sameInAllLanes(a[1], size)
	switch {
	case !ok || n >= uint64(8*size):
		return 0
	case n == 0:
		return a[0]
	}
	return g.imm(vector, op, asm.Size(size), int64(n), a[0])
}

// count counts the ones in each element.
func (g *arm) count(a reg, size int) reg {
	r := g.vec(arm64.CntV, 1, a)
	for s := 1; s < size; s *= 2 {
		r = g.vec(arm64.UAddLPV, asm.Size(s), r)
	}
	return r
}

// dot multiplies the unsigned bytes of a[0] by the signed bytes of a[1], and adds the four products
// of each word of 32 bits to the word of a[2].
func (g *arm) dot(a []reg) reg {
	switch x, y, sum := a[0], a[1], a[2]; {
	case g.t.MixedDots:
		return g.update(arm64.USDotV, 4, 0, sum, x, y)
	case g.t.Dots: // x·y = (x - 128)·y + 64·y + 64·y, in which all factors are signed
		const flipped = -1
		less, half := unit{x, flipped}, g.gen.splat(64, 1, arm64Bytes)
		if g.units[less] == 0 {
			g.units[less] = g.vec(arm64.EorV, 1, x, g.gen.splat(128, 1, arm64Bytes))
		}
		sum = g.update(arm64.SDotV, 4, 0, sum, g.units[less], y)
		return g.update(arm64.SDotV, 4, 0, g.update(arm64.SDotV, 4, 0, sum, half, y), half, y)
	default:
		// Bytes are extended to 16 bits and multiplied. The 32-bit products are added in pairs,
		// twice.
		var pairs [2]reg
		for i := range pairs {
			x16, y16 := g.imm(vector, arm64.UShllImm, 1, 0, x), g.imm(vector, arm64.SShllImm, 1, 0, y)
			pairs[i] = g.vec(arm64.AddPV, 4, g.vec(arm64.SMullV, 2, x16, y16), g.vec(arm64.SMull2V, 2, x16, y16))
			if i == 0 {
				x, y = g.imm(vector, arm64.ExtV, 1, 8, x, x), g.imm(vector, arm64.ExtV, 1, 8, y, y)
			}
		}
		return g.vec(arm64.AddV, 4, g.vec(arm64.AddPV, 4, pairs[0], pairs[1]), sum)
	}
}

func (g *arm) widen(a reg, from, to int, sign bool) reg {
	op := arm64.UShllImm
	if sign {
		op = arm64.SShllImm
	}
	for ; from < to; from *= 2 {
		a = g.vec(op, asm.Size(from), a)
	}
	return a
}

func (g *arm) truncate(a reg, from, to int) reg {
	for ; from > to; from /= 2 {
		a = g.vec(arm64.XtnV, asm.Size(from/2), a)
	}
	return a
}

func (g *arm) intsToFloats(from, to tensor.Kind, sign bool, a reg) reg {
	size := to.Size()
	switch {
	case from == tensor.I1 && sign:
		a = g.elements(a, size)
	case from == tensor.I1:
		a = g.oneOrZero(a, size)
	case from.Size() > size:
		return 0
	default:
		a = g.widen(a, from.Size(), size, sign)
	}
	if sign {
		return g.vec(arm64.SCvtFV, asm.Size(size), a)
	}
	return g.vec(arm64.UCvtFV, asm.Size(size), a)
}

func (g *arm) floatsToInts(from, to tensor.Kind, unsigned bool, a reg) reg {
	size := from.Size()
	if to.Size() > size {
		a, size = g.vec(arm64.FCvtLV, 8, a), 8
	}
	op := arm64.FCvtZSV
	if unsigned && to.Size() == size {
		op = arm64.FCvtZUV
	}
	return g.truncate(g.vec(op, asm.Size(size), a), size, to.Size())
}

func (g *arm) floatsToFloats(from, to tensor.Kind, a reg) reg {
	switch {
	case from == to:
		return a
	case from == tensor.F32 && to == tensor.F64:
		return g.vec(arm64.FCvtLV, 8, a)
	case from == tensor.F64 && to == tensor.F32:
		return g.vec(arm64.FCvtNV, 8, a)
	case from == tensor.F16 && isWide(to):
		return g.floatsToFloats(tensor.F32, to, g.vec(arm64.FCvtLV, 4, a))
	case from == tensor.BF16 && isWide(to):
		return g.floatsToFloats(tensor.F32, to, g.imm(vector, arm64.ShlImm, 4, 16, g.widen(a, 2, 4, false)))
	case from == tensor.F64 && isHalf(to):
		// Rounding to odd first makes the result equal to a single rounding.
		return g.floatsToFloats(tensor.F32, to, g.vec(arm64.FCvtXNV, 8, a))
	case from == tensor.F32 && to == tensor.F16:
		return g.vec(arm64.FCvtNV, 4, a)
	case from == tensor.F32 && to == tensor.BF16:
		return g.toBF16(a)
	}
	return 0
}

// toBF16 rounds f32 to the nearest bf16.
func (g *arm) toBF16(a reg) reg {
	ones := func(v uint64) reg { return g.gen.splat(v, 4, arm64Bytes) }
	odd := g.vec(arm64.AndV, 1, g.imm(vector, arm64.UShrImm, 4, 16, a), ones(1))
	rounded := g.vec(arm64.AddV, 4, g.vec(arm64.AddV, 4, a, ones(0x7fff)), odd)
	quiet := g.vec(arm64.OrrV, 1, a, ones(1<<22))
	return g.imm(vector, arm64.ShrNImm, 2, 16, g.chosen(g.vec(arm64.FCmEqV, 4, a, a), rounded, quiet))
}
