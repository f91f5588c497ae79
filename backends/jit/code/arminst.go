package code

import (
	"github.com/lathe-ir/lathe/backends/jit/arm64"
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/dialects/kernelop"
)

func (e *armEmitter) encode(in *inst) {
	switch in.kind {
	case align:
		e.asm.Align(16)
	case jump:
		e.asm.Jump(e.labels[in.label])
	case compareJump:
		e.compareJump(in)
	case compareSet:
		cc := e.compare(in.size, e.f.class[in.r[1]], e.in(in.r[1]), e.in(in.r[2]), in.pred)
		to, done := e.out(in.r[0], asm.None)
		e.regs(arm64.CSInc, 4, int64(cc.Not()), to, arm64.XZR, arm64.XZR)
		done()
	case conditional:
		e.conditional(in)
	case extreme:
		a, b := e.in(in.r[1]), e.in(in.r[2])
		e.selected(in.r[0], arm64.CSel, in.size, e.compare(in.size, general, a, b, in.pred), b, a)
	case tied:
		e.tied(in)
	default:
		e.ordinary(in)
	}
}

// selected encodes r = "yes" if the condition cc holds for the flags, otherwise r = "no".
func (e *armEmitter) selected(r reg, op asm.Op, size asm.Size, cc arm64.CC, yes, no asm.Reg) {
	to, done := e.out(r, e.scratchOf(e.f.class[r], yes, no))
	e.regs(op, size, int64(cc), to, yes, no)
	done()
}

// conditional encodes dst = r3 != 0 ? r2 : r1.
func (e *armEmitter) conditional(in *inst) {
	e.regs(arm64.CmpImm, 4, 0, e.in(in.r[3]))
	op, size := arm64.CSel, asm.Size(8)
	if e.f.class[in.r[0]] == vector {
		op, size = arm64.FCSel, in.size
	}
	e.selected(in.r[0], op, size, arm64.NE, e.in(in.r[2]), e.in(in.r[1]))
}

func (e *armEmitter) compareJump(in *inst) {
	if zero := in.r[1] == 0 && in.imm == 0; zero && (in.pred == kernelop.EQ || in.pred == kernelop.NE) {
		e.asm.JumpIfZero(e.in(in.r[0]), max(in.size, 4), in.pred == kernelop.NE, e.labels[in.label])
		return
	}
	var cc arm64.CC
	switch a := e.in(in.r[0]); {
	case in.r[1] != 0:
		cc = e.compare(in.size, general, a, e.in(in.r[1]), in.pred)
	case isImm12(in.imm):
		e.regs(arm64.CmpImm, max(in.size, 4), in.imm, a)
		cc = armCondition(in.pred)
	case isImm12(-in.imm):
		e.regs(arm64.CmnImm, max(in.size, 4), -in.imm, a)
		cc = armCondition(in.pred)
	default:
		e.number(armNumber, in.imm)
		cc = e.compare(in.size, general, a, armNumber, in.pred)
	}
	e.asm.JumpIf(cc, e.labels[in.label])
}

// compare sets the flags, and returns the condition for p.
func (e *armEmitter) compare(size asm.Size, c class, a, b asm.Reg, p kernelop.Pred) arm64.CC {
	if c == vector {
		e.regs(arm64.FCmp, size, 0, a, b)
		return armFloatCondition(p)
	}
	e.regs(arm64.Cmp, max(size, 4), 0, a, b)
	return armCondition(p)
}

// armCondition returns the machine's condition for a predicate of integers.
func armCondition(p kernelop.Pred) arm64.CC {
	return [...]arm64.CC{
		kernelop.EQ: arm64.EQ, kernelop.NE: arm64.NE, kernelop.SLT: arm64.LT, kernelop.SLE: arm64.LE, kernelop.SGT: arm64.GT,
		kernelop.SGE: arm64.GE, kernelop.ULT: arm64.LO, kernelop.ULE: arm64.LS, kernelop.UGT: arm64.HI, kernelop.UGE: arm64.HS,
	}[p]
}

// armFloatCondition returns the condition for a predicate of floats. There is no condition for the
// predicates "one", "ueq", "false" and "true".
func armFloatCondition(p kernelop.Pred) arm64.CC {
	return map[kernelop.Pred]arm64.CC{
		kernelop.FOEQ: arm64.EQ, kernelop.FOGT: arm64.GT, kernelop.FOGE: arm64.GE, kernelop.FOLT: arm64.MI, kernelop.FOLE: arm64.LS,
		kernelop.FORD: arm64.VC, kernelop.FUNO: arm64.VS, kernelop.FUGT: arm64.HI, kernelop.FUGE: arm64.PL, kernelop.FULT: arm64.LT,
		kernelop.FULE: arm64.LE, kernelop.FUNE: arm64.NE,
	}[p]
}

// memory returns the machine's address for m.
func (e *armEmitter) memory(m *memory) arm64.Mem {
	out := arm64.Mem{Base: armBlock, Index: asm.None, Scale: max(1, m.scale), Disp: m.disp}
	if !m.block {
		out.Base = e.in(m.base)
	}
	if m.index != 0 {
		out.Index = e.in(m.index)
	}
	return out
}

// ordinary encodes an instruction whose operands are those of the machine instruction.
func (e *armEmitter) ordinary(in *inst) {
	if in.hasMem {
		e.withMemory(in)
		return
	}
	r, zero := make([]asm.Reg, 1, 4), in.zero
	for i := 1; i < 4; i++ {
		switch {
		case in.r[i] != 0:
			r = append(r, e.in(in.r[i]))
		case zero:
			r, zero = append(r, arm64.XZR), false
		}
	}
	to, done := e.out(in.r[0], e.scratchOf(e.f.class[in.r[0]], r[1:]...))
	r[0] = to
	e.regs(in.op, in.size, in.imm, r...)
	done()
}

// withMemory encodes a load, a store, a prefetch, or the computation of an address.
func (e *armEmitter) withMemory(in *inst) {
	m := e.memory(&in.mem)
	if in.kind == read {
		e.access(in.op, in.size, e.in(in.r[1]), m)
		return
	}
	to, done := e.out(in.r[0], e.scratchOf(e.f.class[in.r[0]], m.Base, m.Index))
	if in.op == arm64.Add {
		e.address(to, m)
	} else {
		e.access(in.op, in.size, to, m)
	}
	done()
}

// tied encodes dst = r1 op r2, r3. In the machine instruction, dst and r1 are the same register.
func (e *armEmitter) tied(in *inst) {
	a, b := e.in(in.r[2]), e.in(in.r[3])
	to, done := e.out(in.r[0], asm.None)
	e.copyTo(to, in.r[1])
	e.regs(in.op, in.size, in.imm, to, a, b)
	done()
}
