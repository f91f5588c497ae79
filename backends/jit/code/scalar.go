package code

import (
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// A scalar integer narrower than 64 bits is in the low bits of a register. The other bits of the
// register are undefined, except for i1: they are 0, so the whole register is 0 or 1.

// opSize returns the size of arithmetic on integers of kind k.
func opSize(k tensor.Kind) asm.Size {
	if k.Size() == 8 {
		return 8
	}
	return 4
}

// boolOp returns the logical operation that is equivalent to the integer operation c on i1. As a
// signed number, true is -1. boolSupported must be true for c.
func boolOp(c kernelop.Code) kernelop.Code {
	switch c {
	case kernelop.AndI, kernelop.MulI, kernelop.MinUI, kernelop.MaxSI:
		return kernelop.AndI
	case kernelop.OrI, kernelop.MaxUI, kernelop.MinSI:
		return kernelop.OrI
	}
	return kernelop.XorI
}

// boolSupported reports whether boolOp supports c.
func boolSupported(c kernelop.Code) bool {
	switch c {
	case kernelop.AddI, kernelop.SubI, kernelop.XorI, kernelop.AndI, kernelop.MulI, kernelop.MinUI, kernelop.MaxSI,
		kernelop.OrI, kernelop.MaxUI, kernelop.MinSI:
		return true
	}
	return false
}

// extreme returns b if the predicate p holds for a and b, otherwise a.
func (g *gen) extreme(p kernelop.Pred, size asm.Size, a, b reg) reg {
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: extreme, size: size, pred: p, r: [4]reg{r, a, b}})
	return r
}

// instr selects the machine instructions for an instruction of block b without nested blocks.
func (g *gen) instr(in *kernel.Instr, b *kernel.Block) {
	if in.Code.Family() == kernelop.Memory {
		g.memory(in, b)
		return
	}
	r := in.Results[0]
	t := g.k.Type(r)
	switch {
	case in.Code == kernelop.CmpI && t.Lanes == 0 && g.user[r] != nil && g.user[r].Code == kernelop.If:
		g.later[r] = in
	case in.Code.Family() == kernelop.LaneMoves:
		g.laneMove(in)
	case t.Lanes > 0:
		g.vectorInstr(in)
	default:
		g.scalarInstr(in)
	}
}

// scalarInstr selects an instruction whose result is a scalar.
func (g *gen) scalarInstr(in *kernel.Instr) {
	if r := g.m.scalarImm(in); r != 0 {
		g.set(in.Results[0], r)
		return
	}
	var a []reg
	for _, v := range in.Args {
		a = append(a, g.one(v))
	}
	r := g.scalar(in, a)
	if r == 0 {
		g.fail(in, "of type %s", g.k.Type(in.Results[0]).Kind)
		r = g.integer(0)
	}
	g.set(in.Results[0], r)
}

// scalar applies an instruction to the scalars in a, which can be single lanes of vectors. It
// returns 0 if there is no code for the instruction.
func (g *gen) scalar(in *kernel.Instr, a []reg) reg {
	to := g.k.Type(in.Results[0]).Kind
	from := to
	if len(in.Args) > 0 {
		from = g.k.Type(in.Args[0]).Kind
	}
	switch in.Code.Family() {
	case kernelop.IntMath:
		if to == tensor.I1 && !boolSupported(in.Code) {
			return 0
		}
		return g.m.scalarInt(in.Code, to, a)
	case kernelop.FloatMath, kernelop.FloatExtreme:
		if to != tensor.F32 && to != tensor.F64 {
			return 0
		}
		return g.m.float(in.Code, to, true, a)
	case kernelop.Compares:
		if in.Code == kernelop.CmpF {
			if from != tensor.F32 && from != tensor.F64 {
				return 0
			}
			return g.m.compareFloat(in.Pred, from, a[0], a[1])
		}
		return g.compareInt(in.Pred, from, a[0], a[1])
	case kernelop.Selects:
		if isWide(to) {
			if r := g.m.extremeOf(g.compares[in.Args[0]], in, to, true, a[1], a[2]); r != 0 {
				return r
			}
		}
		return g.selectScalar(to, a)
	case kernelop.Casts:
		return g.castScalar(in.Code, from, to, a[0])
	}
	return 0
}

// selectScalar returns a[0] ? a[1] : a[2].
func (g *gen) selectScalar(k tensor.Kind, a []reg) reg {
	if k != tensor.F32 && k != tensor.F64 {
		r := g.f.newReg(general, 8)
		g.emit(inst{kind: conditional, size: 8, r: [4]reg{r, a[2], a[1], a[0]}})
		return r
	}
	return g.m.chooseFloat(k, a[0], a[1], a[2])
}

// chooseByJump returns "yes" if cond is not 0, otherwise "no", by means of a jump.
func (g *gen) chooseByJump(cond, yes, no reg) reg {
	r := g.copyOf(no)
	skip := g.newLabel()
	g.emit(inst{kind: compareJump, size: 1, pred: kernelop.EQ, r: [4]reg{cond}, label: skip})
	g.copy(r, yes)
	g.bind(skip)
	return r
}

// compareScalar returns the result of a comparison of scalars.
func (g *gen) compareScalar(in *kernel.Instr) reg {
	return g.scalar(in, []reg{g.one(in.Args[0]), g.one(in.Args[1])})
}

func (g *gen) compareInt(p kernelop.Pred, k tensor.Kind, a, b reg) reg {
	sign := isSigned(p)
	a, b = g.m.extend(a, k, sign), g.m.extend(b, k, sign)
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: compareSet, size: opSize(k), pred: p, r: [4]reg{r, a, b}})
	return r
}

// jumpUnless emits a jump to the given label, taken if the comparison is false.
func (g *gen) jumpUnless(in *kernel.Instr, to int) {
	k := g.k.Type(in.Args[0]).Kind
	sign := isSigned(in.Pred)
	i := inst{kind: compareJump, size: opSize(k), pred: opposite(in.Pred), label: to}
	i.r[0] = g.m.extend(g.one(in.Args[0]), k, sign)
	if c, ok := g.ints[in.Args[1]]; ok && k.Size() >= 4 && c == int64(int32(c)) {
		i.imm = c
	} else {
		i.r[1] = g.m.extend(g.one(in.Args[1]), k, sign)
	}
	g.emit(i)
}

// isSigned reports whether a predicate compares signed integers.
func isSigned(p kernelop.Pred) bool { return p >= kernelop.SLT && p <= kernelop.SGE }

// opposite returns the predicate of integers that holds if and only if p does not hold.
func opposite(p kernelop.Pred) kernelop.Pred {
	return [...]kernelop.Pred{
		kernelop.EQ: kernelop.NE, kernelop.NE: kernelop.EQ, kernelop.SLT: kernelop.SGE, kernelop.SLE: kernelop.SGT, kernelop.SGT: kernelop.SLE,
		kernelop.SGE: kernelop.SLT, kernelop.ULT: kernelop.UGE, kernelop.ULE: kernelop.UGT, kernelop.UGT: kernelop.ULE, kernelop.UGE: kernelop.ULT,
	}[p]
}
