package code

import (
	"github.com/lathe-ir/lathe/backends/jit/arm64"
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// field returns the bits "from" to "last" of a, which it sign- or zero-extends.
func (g *arm) field(size asm.Size, a reg, from, last int64, sign bool) reg {
	op := arm64.UBFM
	if sign {
		op = arm64.SBFM
	}
	return g.imm(general, op, size, from|last<<8, a)
}

func (g *arm) extend(a reg, k tensor.Kind, sign bool) reg {
	switch {
	case k.Size() >= 4 || k == tensor.I1 && !sign:
		return a
	case k == tensor.I1:
		return g.field(4, a, 0, 0, true)
	}
	return g.field(4, a, 0, int64(8*k.Size()-1), sign)
}

func (g *arm) extend64(a reg, k tensor.Kind, sign bool) reg {
	switch {
	case k.Size() == 8 || k == tensor.I1 && !sign:
		return a
	case k == tensor.I1:
		return g.field(8, a, 0, 0, true)
	}
	return g.field(8, a, 0, int64(8*k.Size()-1), sign)
}

func (g *arm) lowBit(a reg) reg { return g.imm(general, arm64.AndImm, 4, 1, a) }

// shiftLeft returns a·2ⁿ.
func (g *arm) shiftLeft(size asm.Size, a reg, n int64) reg {
	bits := 8 * int64(size)
	return g.imm(general, arm64.UBFM, size, (bits-n)%bits|(bits-1-n)<<8, a)
}

func (g *arm) scalarInt(c kernelop.Code, k tensor.Kind, a []reg) reg {
	if c == kernelop.Dot {
		if k != tensor.I32 {
			return 0
		}
		for i, r := range a {
			a[i] = g.vec(arm64.FMovFrom, 4, r)
		}
		return g.gpr(arm64.FMovTo, 4, g.dot(a))
	}
	if k == tensor.I1 {
		c = boolOp(c)
	}
	size := opSize(k)
	sign := func(r reg) reg { return g.extend(r, k, true) }
	zero := func(r reg) reg { return g.extend(r, k, false) }
	switch c {
	case kernelop.AddI:
		return g.gpr(arm64.Add, 8, a[0], a[1])
	case kernelop.SubI:
		return g.gpr(arm64.Sub, size, a[0], a[1])
	case kernelop.MulI:
		return g.withZero(arm64.MAdd, size, a[0], a[1])
	case kernelop.AndI:
		return g.gpr(arm64.And, size, a[0], a[1])
	case kernelop.OrI:
		return g.gpr(arm64.Orr, size, a[0], a[1])
	case kernelop.XorI:
		return g.gpr(arm64.Eor, size, a[0], a[1])
	case kernelop.ShLI:
		return g.gpr(arm64.LslV, size, a[0], a[1])
	case kernelop.ShRSI:
		return g.gpr(arm64.AsrV, size, sign(a[0]), a[1])
	case kernelop.ShRUI:
		return g.gpr(arm64.LsrV, size, zero(a[0]), a[1])
	case kernelop.DivSI:
		return g.gpr(arm64.SDiv, size, sign(a[0]), sign(a[1]))
	case kernelop.DivUI:
		return g.gpr(arm64.UDiv, size, zero(a[0]), zero(a[1]))
	case kernelop.RemSI:
		x, y := sign(a[0]), sign(a[1])
		return g.gpr(arm64.MSub, size, g.gpr(arm64.SDiv, size, x, y), y, x)
	case kernelop.RemUI:
		x, y := zero(a[0]), zero(a[1])
		return g.gpr(arm64.MSub, size, g.gpr(arm64.UDiv, size, x, y), y, x)
	case kernelop.MinSI:
		return g.extreme(kernelop.SGT, size, sign(a[0]), sign(a[1]))
	case kernelop.MaxSI:
		return g.extreme(kernelop.SLT, size, sign(a[0]), sign(a[1]))
	case kernelop.MinUI:
		return g.extreme(kernelop.UGT, size, zero(a[0]), zero(a[1]))
	case kernelop.MaxUI:
		return g.extreme(kernelop.ULT, size, zero(a[0]), zero(a[1]))
	case kernelop.AbsI:
		x := sign(a[0])
		return g.extreme(kernelop.SLT, size, x, g.negated(size, x))
	}
	return g.scalarBits(c, k, a[0])
}

func (g *arm) negated(size asm.Size, a reg) reg {
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: define, op: arm64.Sub, size: size, r: [4]reg{r, 0, a}, zero: true})
	return r
}

// scalarBits counts the ones, the leading zeros or the trailing zeros of an integer of kind k.
func (g *arm) scalarBits(c kernelop.Code, k tensor.Kind, a reg) reg {
	size, bits := opSize(k), int64(8*k.Size())
	switch c {
	case kernelop.CtPop:
		bytes := g.vec(arm64.CntV, 1, g.vec(arm64.FMovFrom, size, g.extend(a, k, false)))
		return g.gpr(arm64.UMov, 1, g.vec(arm64.AddAcross, 1, bytes))
	case kernelop.CtLZ:
		r := g.gpr(arm64.Clz, size, g.extend(a, k, false))
		if bits < 32 {
			return g.imm(general, arm64.SubImm, 4, 32-bits, r)
		}
		return r
	case kernelop.CtTZ:
		if bits < 32 {
			a = g.imm(general, arm64.OrrImm, 4, 1<<bits, a)
		}
		return g.gpr(arm64.Clz, size, g.gpr(arm64.RBit, size, a))
	}
	return 0
}

func (g *arm) scalarImm(in *kernel.Instr) reg {
	if in.Code.Family() != kernelop.IntMath || len(in.Args) != 2 {
		return 0
	}
	k := g.k.Type(in.Results[0]).Kind
	a, b := in.Args[0], in.Args[1]
	c, ok := g.ints[b]
	if !ok && (in.Code == kernelop.AddI || in.Code == kernelop.MulI) {
		a, b = b, a
		c, ok = g.ints[b]
	}
	if !ok || k == tensor.I1 {
		return 0
	}
	size, bits := opSize(k), int64(8*k.Size())
	logic := map[kernelop.Code]asm.Op{kernelop.AndI: arm64.AndImm, kernelop.OrI: arm64.OrrImm, kernelop.XorI: arm64.EorImm}[in.Code]
	n, isPower := power(c)
	switch {
	case in.Code == kernelop.AddI && (isImm12(c) || isImm12(-c)):
		return g.offset(g.one(a), int(c))
	case in.Code == kernelop.SubI && (isImm12(c) || isImm12(-c)):
		return g.offset(g.one(a), int(-c))
	case in.Code == kernelop.MulI && isPower:
		return g.shiftLeft(size, g.one(a), n)
	case logic != 0 && arm64.IsLogical(c, size):
		return g.imm(general, logic, size, c, g.one(a))
	case in.Code == kernelop.DivUI && isPower && n < bits:
		return g.field(size, g.one(a), n, bits-1, false)
	case in.Code == kernelop.RemUI && isPower && n > 0:
		return g.field(size, g.one(a), 0, n-1, false)
	case c < 0 || c >= bits:
		return 0
	case in.Code == kernelop.ShLI:
		return g.shiftLeft(size, g.one(a), c)
	case in.Code == kernelop.ShRSI:
		return g.field(size, g.one(a), c, bits-1, true)
	case in.Code == kernelop.ShRUI:
		return g.field(size, g.one(a), c, bits-1, false)
	}
	return 0
}

func (g *arm) chooseFloat(k tensor.Kind, cond, yes, no reg) reg {
	r := g.f.newReg(vector, arm64Bytes)
	g.emit(inst{kind: conditional, size: asm.Size(k.Size()), r: [4]reg{r, no, yes, cond}})
	return r
}

// toVector puts the low bytes of a general register into the first lane of a vector.
func (g *arm) toVector(a reg, size int) reg {
	return g.vec(arm64.FMovFrom, asm.Size(max(4, size)), a)
}

func (g *arm) bitcastScalar(from, to tensor.Kind, a reg) reg {
	switch {
	case isWide(from) == isWide(to):
		return a
	case isWide(from):
		return g.gpr(arm64.FMovTo, asm.Size(from.Size()), a)
	}
	return g.toVector(a, to.Size())
}

func (g *arm) toFloat(from, to tensor.Kind, sign bool, a reg) reg {
	op := arm64.UCvtF
	if sign {
		op = arm64.SCvtF
	}
	return g.vec(op, asm.Size(to.Size()), g.extend64(a, from, sign))
}

func (g *arm) fromFloat(from, to tensor.Kind, unsigned bool, a reg) reg {
	op := arm64.FCvtZS
	if unsigned && to.Size() == 8 {
		op = arm64.FCvtZU
	}
	return g.gpr(op, asm.Size(from.Size()), a)
}

func (g *arm) floatCast(from, to tensor.Kind, a reg) reg {
	switch {
	case from == to:
		return a
	case from == tensor.F32 && to == tensor.F64:
		return g.vec(arm64.FCvtSD, 8, a)
	case from == tensor.F64 && to == tensor.F32:
		return g.vec(arm64.FCvtDS, 4, a)
	case from == tensor.F16 && to == tensor.F32:
		return g.vec(arm64.FCvtHS, 4, g.toVector(a, 4))
	case from == tensor.F16 && to == tensor.F64:
		return g.vec(arm64.FCvtHD, 8, g.toVector(a, 4))
	case from == tensor.BF16 && isWide(to):
		return g.floatCast(tensor.F32, to, g.toVector(g.shiftLeft(4, a, 16), 4))
	case from == tensor.F32 && to == tensor.F16:
		return g.gpr(arm64.UMov, 2, g.vec(arm64.FCvtSH, 2, a))
	case from == tensor.F64 && to == tensor.F16:
		return g.gpr(arm64.UMov, 2, g.vec(arm64.FCvtDH, 2, a))
	case from == tensor.F32 && to == tensor.BF16:
		return g.gpr(arm64.UMov, 2, g.toBF16(a))
	case from == tensor.F64 && to == tensor.BF16:
		// Rounding to odd first makes the result equal to a single rounding.
		return g.gpr(arm64.UMov, 2, g.toBF16(g.vec(arm64.FCvtXN, 4, a)))
	}
	return 0
}
