package code

import (
	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func (g *x86) extend(r reg, k tensor.Kind, sign bool) reg {
	switch {
	case k == tensor.I1 && sign:
		return g.gprImm(amd64.Neg, 4, r, 0)
	case k == tensor.I1 || k.Size() >= 4:
		return r
	case k.Size() == 1 && sign:
		return g.gpr(amd64.MovSX8, 4, r)
	case k.Size() == 1:
		return g.gpr(amd64.MovZX8, 4, r)
	case sign:
		return g.gpr(amd64.MovSX16, 4, r)
	}
	return g.gpr(amd64.MovZX16, 4, r)
}

func (g *x86) extend64(r reg, k tensor.Kind, sign bool) reg {
	switch {
	case k.Size() == 8:
		return r
	case k.Size() == 4 && sign:
		return g.gpr(amd64.MovSXD, 8, r)
	case k.Size() == 4:
		return g.gpr(amd64.Mov, 4, r)
	case k == tensor.I1 && sign:
		return g.gprImm(amd64.Neg, 8, r, 0)
	case k == tensor.I1:
		return r
	case k.Size() == 1 && sign:
		return g.gpr(amd64.MovSX8, 8, r)
	case k.Size() == 1:
		return g.gpr(amd64.MovZX8, 4, r)
	case sign:
		return g.gpr(amd64.MovSX16, 8, r)
	}
	return g.gpr(amd64.MovZX16, 4, r)
}

func (g *x86) scalarInt(c kernelop.Code, k tensor.Kind, a []reg) reg {
	switch {
	case c != kernelop.Dot:
	case k == tensor.I32:
		return g.dotScalar(a)
	default:
		return 0
	}
	if k == tensor.I1 {
		return g.both(map[kernelop.Code]amd64.Op{kernelop.AndI: amd64.And, kernelop.OrI: amd64.Or, kernelop.XorI: amd64.Xor}[boolOp(c)], 4, a[0], a[1])
	}
	size := opSize(k)
	switch c {
	case kernelop.AddI:
		return g.lea(memory{base: a[0], index: a[1], scale: 1})
	case kernelop.SubI:
		return g.changed(amd64.Sub, size, a[0], a[1])
	case kernelop.MulI:
		return g.both(amd64.IMul, size, a[0], a[1])
	case kernelop.AndI:
		return g.both(amd64.And, size, a[0], a[1])
	case kernelop.OrI:
		return g.both(amd64.Or, size, a[0], a[1])
	case kernelop.XorI:
		return g.both(amd64.Xor, size, a[0], a[1])
	case kernelop.ShLI:
		return g.gpr(amd64.ShLX, size, a[0], a[1])
	case kernelop.ShRSI:
		return g.gpr(amd64.SarX, size, g.extend(a[0], k, true), a[1])
	case kernelop.ShRUI:
		return g.gpr(amd64.ShRX, size, g.extend(a[0], k, false), a[1])
	case kernelop.DivSI, kernelop.RemSI:
		return g.divide(amd64.IDiv, c == kernelop.RemSI, size, g.extend(a[0], k, true), g.extend(a[1], k, true))
	case kernelop.DivUI, kernelop.RemUI:
		return g.divide(amd64.Div, c == kernelop.RemUI, size, g.extend(a[0], k, false), g.extend(a[1], k, false))
	case kernelop.MinSI:
		return g.extreme(kernelop.SGT, size, g.extend(a[0], k, true), g.extend(a[1], k, true))
	case kernelop.MaxSI:
		return g.extreme(kernelop.SLT, size, g.extend(a[0], k, true), g.extend(a[1], k, true))
	case kernelop.MinUI:
		return g.extreme(kernelop.UGT, size, g.extend(a[0], k, false), g.extend(a[1], k, false))
	case kernelop.MaxUI:
		return g.extreme(kernelop.ULT, size, g.extend(a[0], k, false), g.extend(a[1], k, false))
	case kernelop.AbsI:
		x := g.extend(a[0], k, true)
		return g.extreme(kernelop.SLT, size, x, g.gprImm(amd64.Neg, size, x, 0))
	}
	return g.scalarBits(c, k, a[0])
}

// scalarBits counts the ones, the leading zeros or the trailing zeros of an integer of kind k.
func (g *x86) scalarBits(c kernelop.Code, k tensor.Kind, a reg) reg {
	size, bits := opSize(k), int64(8*k.Size())
	switch c {
	case kernelop.CtPop:
		return g.gpr(amd64.PopCnt, size, g.extend(a, k, false))
	case kernelop.CtLZ:
		r := g.gpr(amd64.LZCnt, size, g.extend(a, k, false))
		if bits < 32 {
			return g.gprImm(amd64.SubImm, 4, r, 32-bits)
		}
		return r
	case kernelop.CtTZ:
		if bits < 32 {
			a = g.gprImm(amd64.OrImm, 4, a, 1<<bits)
		}
		return g.gpr(amd64.TZCnt, size, a)
	}
	return 0
}

// divide emits a division of a by b, and returns the quotient or, if rem is set, the remainder.
func (g *x86) divide(op amd64.Op, rem bool, size amd64.Size, a, b reg) reg {
	r := g.f.newReg(general, 8)
	in := inst{kind: divide, op: op, size: size, r: [4]reg{r, a, b}}
	if rem {
		in.imm = 1
	}
	g.emit(in)
	return r
}

func (g *x86) scalarImm(in *kernel.Instr) reg {
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
	if !ok || k == tensor.I1 || c != int64(int32(c)) || c == -1<<31 {
		return 0
	}
	size := opSize(k)
	switch in.Code {
	case kernelop.AddI:
		return g.lea(memory{base: g.one(a), disp: int32(c), scale: 1})
	case kernelop.SubI:
		return g.lea(memory{base: g.one(a), disp: int32(-c), scale: 1})
	case kernelop.MulI:
		return g.times(g.one(a), c)
	case kernelop.AndI:
		return g.gprImm(amd64.AndImm, size, g.one(a), c)
	case kernelop.OrI:
		return g.gprImm(amd64.OrImm, size, g.one(a), c)
	case kernelop.XorI:
		return g.gprImm(amd64.XorImm, size, g.one(a), c)
	}
	if c < 0 || c >= int64(8*k.Size()) {
		return g.byPowerOf2(in, k, g.one(a), c)
	}
	switch in.Code {
	case kernelop.ShLI:
		return g.gprImm(amd64.ShLImm, size, g.one(a), c)
	case kernelop.ShRSI:
		return g.gprImm(amd64.SarImm, size, g.extend(g.one(a), k, true), c)
	case kernelop.ShRUI:
		return g.gprImm(amd64.ShRImm, size, g.extend(g.one(a), k, false), c)
	}
	return g.byPowerOf2(in, k, g.one(a), c)
}

// byPowerOf2 selects an unsigned division or remainder by the constant c. It returns 0 for other
// operations, or if c is not a power of two.
func (g *x86) byPowerOf2(in *kernel.Instr, k tensor.Kind, a reg, c int64) reg {
	if c <= 0 || c&(c-1) != 0 {
		return 0
	}
	switch in.Code {
	case kernelop.DivUI:
		shift := int64(0)
		for c>>shift > 1 {
			shift++
		}
		return g.gprImm(amd64.ShRImm, opSize(k), g.extend(a, k, false), shift)
	case kernelop.RemUI:
		return g.gprImm(amd64.AndImm, opSize(k), a, c-1)
	}
	return 0
}

func (g *x86) lowBit(a reg) reg { return g.gprImm(amd64.AndImm, 4, a, 1) }

func (g *x86) chooseFloat(_ tensor.Kind, cond, yes, no reg) reg { return g.chooseByJump(cond, yes, no) }

// condition returns the machine's condition for a predicate of integers.
func condition(p kernelop.Pred) amd64.CC {
	switch p {
	case kernelop.EQ:
		return amd64.EQ
	case kernelop.NE:
		return amd64.NE
	case kernelop.SLT:
		return amd64.LT
	case kernelop.SLE:
		return amd64.LE
	case kernelop.SGT:
		return amd64.GT
	case kernelop.SGE:
		return amd64.GE
	case kernelop.ULT:
		return amd64.B
	case kernelop.ULE:
		return amd64.BE
	case kernelop.UGT:
		return amd64.A
	}
	return amd64.AE
}
