package code

import (
	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// A scalar integer narrower than 64 bits is in the low bits of a register, whose other
// bits are undefined, except that i1 is 0 or 1.

// opSize is the size of arithmetic on integers of kind k.
func opSize(k tensor.Kind) amd64.Size {
	if k.Size() == 8 {
		return 8
	}
	return 4
}

// extend returns r with all 32 bits defined, if k has fewer.
func (g *gen) extend(r reg, k tensor.Kind, sign bool) reg {
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

// extend64 returns r with all 64 bits defined.
func (g *gen) extend64(r reg, k tensor.Kind, sign bool) reg {
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

// scalarInt is an operation on integers of kind k.
func (g *gen) scalarInt(c kernelop.Code, k tensor.Kind, a []reg) reg {
	switch {
	case c != kernelop.Dot:
	case k == tensor.I32:
		return g.dotScalar(a)
	default:
		return 0
	}
	if k == tensor.I1 {
		return g.both(boolOp(c), 4, a[0], a[1])
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
		return g.extreme(amd64.GT, size, g.extend(a[0], k, true), g.extend(a[1], k, true))
	case kernelop.MaxSI:
		return g.extreme(amd64.LT, size, g.extend(a[0], k, true), g.extend(a[1], k, true))
	case kernelop.MinUI:
		return g.extreme(amd64.A, size, g.extend(a[0], k, false), g.extend(a[1], k, false))
	case kernelop.MaxUI:
		return g.extreme(amd64.B, size, g.extend(a[0], k, false), g.extend(a[1], k, false))
	case kernelop.AbsI:
		x := g.extend(a[0], k, true)
		return g.extreme(amd64.LT, size, x, g.gprImm(amd64.Neg, size, x, 0))
	}
	return g.scalarBits(c, k, a[0])
}

// boolOp is the operation on i1 that an operation on integers comes to; signed, true
// is -1.
func boolOp(c kernelop.Code) amd64.Op {
	switch c {
	case kernelop.AndI, kernelop.MulI, kernelop.MinUI, kernelop.MaxSI:
		return amd64.And
	case kernelop.OrI, kernelop.MaxUI, kernelop.MinSI:
		return amd64.Or
	}
	return amd64.Xor
}

// boolSupported reports whether c has a meaning on i1.
func boolSupported(c kernelop.Code) bool {
	switch c {
	case kernelop.AddI, kernelop.SubI, kernelop.XorI, kernelop.AndI, kernelop.MulI, kernelop.MinUI, kernelop.MaxSI,
		kernelop.OrI, kernelop.MaxUI, kernelop.MinSI:
		return true
	}
	return false
}

// scalarBits counts bits of an integer of kind k.
func (g *gen) scalarBits(c kernelop.Code, k tensor.Kind, a reg) reg {
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

// divide is a quotient or a remainder.
func (g *gen) divide(op amd64.Op, rem bool, size amd64.Size, a, b reg) reg {
	r := g.f.newReg(general, 8)
	in := inst{kind: divide, op: op, size: size, r: [4]reg{r, a, b}}
	if rem {
		in.cc = 1
	}
	g.emit(in)
	return r
}

// extreme is b if a cc b, else a.
func (g *gen) extreme(cc amd64.CC, size amd64.Size, a, b reg) reg {
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: extreme, size: size, cc: cc, r: [4]reg{r, a, b}})
	return r
}

// instr selects a straight-line instruction of block b.
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
	if r := g.scalarImm(in); r != 0 {
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

// scalarImm selects an operation with a constant, 0 if it has no form of its own.
func (g *gen) scalarImm(in *kernel.Instr) reg {
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

// byPowerOf2 divides unsigned numbers by a power of two.
func (g *gen) byPowerOf2(in *kernel.Instr, k tensor.Kind, a reg, c int64) reg {
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

// scalar selects in for scalar operands in a; 0 if there is no code for it. It also
// serves single lanes of vectors.
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
		return g.scalarInt(in.Code, to, a)
	case kernelop.FloatMath, kernelop.FloatExtreme:
		if to != tensor.F32 && to != tensor.F64 {
			return 0
		}
		return g.scalarFloat(in.Code, to, a)
	case kernelop.Compares:
		if in.Code == kernelop.CmpF {
			if from != tensor.F32 && from != tensor.F64 {
				return 0
			}
			return g.compareFloat(in.Pred, from, a[0], a[1])
		}
		return g.compareInt(in.Pred, from, a[0], a[1])
	case kernelop.Selects:
		if isWide(to) {
			if r := g.floats(to, true).ofSelect(g.compares[in.Args[0]], in, a[1], a[2]); r != 0 {
				return r
			}
		}
		return g.selectScalar(to, a)
	case kernelop.Casts:
		return g.castScalar(in.Code, from, to, a[0])
	}
	return 0
}

// selectScalar is a[0] ? a[1] : a[2].
func (g *gen) selectScalar(k tensor.Kind, a []reg) reg {
	if k != tensor.F32 && k != tensor.F64 {
		r := g.f.newReg(general, 8)
		g.emit(inst{kind: conditional, size: 8, r: [4]reg{r, a[2], a[1], a[0]}})
		return r
	}
	return g.chooseByJump(a[0], a[1], a[2])
}

// chooseByJump is yes if cond is not 0, else no.
func (g *gen) chooseByJump(cond, yes, no reg) reg {
	r := g.copyOf(no)
	skip := g.newLabel()
	g.emit(inst{kind: compareJump, op: amd64.CmpImm, size: 1, cc: amd64.EQ, r: [4]reg{cond}, label: skip})
	g.copy(r, yes)
	g.bind(skip)
	return r
}

// compareScalar is the result of a comparison of scalars.
func (g *gen) compareScalar(in *kernel.Instr) reg {
	return g.scalar(in, []reg{g.one(in.Args[0]), g.one(in.Args[1])})
}

// condition is the machine's condition for an integer predicate.
func condition(p kernelop.Pred) (cc amd64.CC, sign bool) {
	switch p {
	case kernelop.EQ:
		return amd64.EQ, false
	case kernelop.NE:
		return amd64.NE, false
	case kernelop.SLT:
		return amd64.LT, true
	case kernelop.SLE:
		return amd64.LE, true
	case kernelop.SGT:
		return amd64.GT, true
	case kernelop.SGE:
		return amd64.GE, true
	case kernelop.ULT:
		return amd64.B, false
	case kernelop.ULE:
		return amd64.BE, false
	case kernelop.UGT:
		return amd64.A, false
	}
	return amd64.AE, false
}

// compareOperands extends what a comparison of kind k takes, and returns the size.
func (g *gen) compareOperands(k tensor.Kind, sign bool, a, b reg) (reg, reg, amd64.Size) {
	return g.extend(a, k, sign), g.extend(b, k, sign), opSize(k)
}

func (g *gen) compareInt(p kernelop.Pred, k tensor.Kind, a, b reg) reg {
	cc, sign := condition(p)
	a, b, size := g.compareOperands(k, sign, a, b)
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: compareSet, op: amd64.Cmp, size: size, cc: cc, r: [4]reg{r, a, b}})
	return r
}

// jumpUnless jumps if the comparison in is false.
func (g *gen) jumpUnless(in *kernel.Instr, to int) {
	k := g.k.Type(in.Args[0]).Kind
	cc, sign := condition(in.Pred)
	i := inst{kind: compareJump, op: amd64.Cmp, size: opSize(k), cc: cc.Not(), label: to}
	i.r[0] = g.extend(g.one(in.Args[0]), k, sign)
	if c, ok := g.ints[in.Args[1]]; ok && k.Size() >= 4 && c == int64(int32(c)) {
		i.op, i.imm = amd64.CmpImm, c
	} else {
		i.r[1] = g.extend(g.one(in.Args[1]), k, sign)
	}
	g.emit(i)
}
