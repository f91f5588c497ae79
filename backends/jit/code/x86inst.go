package code

import "github.com/lathe-ir/lathe/backends/jit/amd64"

func (e *x86Emitter) encode(in *inst) {
	switch in.kind {
	case align:
		e.asm.Align(32)
	case jump:
		e.asm.Jump(e.labels[in.label])
	case compareJump:
		if in.hasMem {
			e.asm.Emit(amd64.Inst{Op: amd64.CmpImm, Size: in.size, R: noRegs, Mask: amd64.None, Imm: in.imm, Mem: e.memory(&in.mem), HasMem: true})
		} else {
			e.compare(in.size, in.r[0], in.r[1], in.imm)
		}
		e.asm.JumpIf(condition(in.pred), e.labels[in.label])
	case compareSet:
		e.compare(in.size, in.r[1], in.r[2], in.imm)
		e.asm.Emit(amd64.Inst{Op: amd64.SetCC, Size: 1, R: [4]amd64.Reg{amd64.RAX, amd64.None, amd64.None, amd64.None}, Mask: amd64.None, Imm: int64(condition(in.pred))})
		to, done := e.out(in.r[0], amd64.RAX)
		e.plain(amd64.MovZX8, 4, to, amd64.RAX)
		done()
	case conditional:
		e.conditional(in)
	case extreme:
		e.extreme(in)
	case divide:
		e.divide(in)
	case remainder:
		e.remainder(in)
	case fma:
		e.fma(in)
	case commute:
		e.commute(in)
	case tied:
		e.tied(in)
	case tile:
		e.tile(in)
	default:
		e.ordinary(in)
	}
}

// operand returns the address of r and true if r is in memory. Otherwise it returns a machine
// register and false. It loads constants of general registers, since they have no address.
func (e *x86Emitter) operand(r reg) (amd64.Reg, amd64.Mem, bool) {
	if p := e.place(r); p.reg == amd64.None {
		if m, ok := e.location(r); ok {
			return amd64.None, m, true
		}
	}
	return e.in(r), amd64.Mem{}, false
}

// compare sets the flags by comparing a with b, or with an immediate if b is 0.
func (e *x86Emitter) compare(size amd64.Size, a, b reg, imm int64) {
	in := amd64.Inst{Op: amd64.Cmp, Size: size, R: noRegs, Mask: amd64.None, Imm: imm}
	if b == 0 {
		in.Op = amd64.CmpImm
		in.R[0], in.Mem, in.HasMem = e.operand(a)
	} else {
		in.R[0] = e.in(a)
		in.R[1], in.Mem, in.HasMem = e.operand(b)
	}
	e.asm.Emit(in)
}

// conditional encodes dst = r3 != 0 ? r2 : r1.
func (e *x86Emitter) conditional(in *inst) {
	to, done := e.out(in.r[0], amd64.None)
	e.copyTo(to, in.r[1])
	c := e.in(in.r[3])
	e.plain(amd64.Test, 4, c, c)
	i := amd64.Inst{Op: amd64.CMovCC, Size: in.size, R: noRegs, Mask: amd64.None, Imm: int64(amd64.NE)}
	i.R[0] = to
	i.R[1], i.Mem, i.HasMem = e.operand(in.r[2])
	e.asm.Emit(i)
	done()
}

// extreme encodes dst = (r1 pred r2) ? r2 : r1.
func (e *x86Emitter) extreme(in *inst) {
	to, done := e.out(in.r[0], amd64.None)
	e.copyTo(to, in.r[1])
	i := amd64.Inst{Op: amd64.Cmp, Size: in.size, R: noRegs, Mask: amd64.None}
	i.R[0] = to
	i.R[1], i.Mem, i.HasMem = e.operand(in.r[2])
	e.asm.Emit(i)
	i.Op, i.Imm = amd64.CMovCC, int64(condition(in.pred))
	e.asm.Emit(i)
	done()
}

// divide encodes a division of r1 by r2. It loads r1 into RDX:RAX. in.op is Div or IDiv; in.imm is
// 1 for the remainder.
func (e *x86Emitter) divide(in *inst) {
	i := amd64.Inst{Op: in.op, Size: in.size, R: noRegs, Mask: amd64.None}
	if p := e.place(in.r[2]); p.reg != amd64.None {
		i.R[0] = p.reg
	} else if m, ok := e.location(in.r[2]); ok {
		i.Mem, i.HasMem = m, true
	} else {
		e.reload(amd64.RCX, in.r[2])
		i.R[0] = amd64.RCX
	}
	e.copyTo(amd64.RAX, in.r[1])
	if in.op == amd64.IDiv {
		e.plain(amd64.CDQ, in.size)
	} else {
		e.plain(amd64.Xor, 4, amd64.RDX, amd64.RDX)
	}
	e.asm.Emit(i)
	result := amd64.RAX
	if in.imm != 0 {
		result = amd64.RDX
	}
	to, done := e.out(in.r[0], result)
	if to != result {
		e.plain(amd64.Mov, 8, to, result)
	}
	done()
}

// remainder computes fmod on the x87 stack. It moves the operands and the result through two words
// of the argument block at offset imm.
func (e *x86Emitter) remainder(in *inst) {
	at := amd64.At(blockReg, int32(in.imm))
	next := amd64.At(blockReg, int32(in.imm)+8)
	store, load, pop := amd64.VMovSDStore, amd64.FLd64, amd64.FStp64
	read := amd64.VMovSDLoad
	if in.size == 4 {
		store, load, pop, read = amd64.VMovSSStore, amd64.FLd32, amd64.FStp32, amd64.VMovSSLoad
	}
	e.general(store, amd64.X, amd64.None, e.in(in.r[1]), at)
	e.general(store, amd64.X, amd64.None, e.in(in.r[2]), next)
	e.general(load, 0, amd64.None, amd64.None, next)
	e.general(load, 0, amd64.None, amd64.None, at)
	again := e.asm.NewLabel()
	e.asm.Bind(again)
	e.plain(amd64.FPRem, 0)
	e.plain(amd64.FNStSW, 0)
	e.withImm(amd64.AndImm, 4, amd64.RAX, 1<<10) // C2: the reduction is not complete
	e.asm.JumpIf(amd64.NE, again)
	e.plain(amd64.FStpST1, 0)
	e.general(pop, 0, amd64.None, amd64.None, at)
	to, done := e.out(in.r[0], amd64.None)
	e.general(read, amd64.X, to, amd64.None, at)
	done()
}

// fold sets the last operand of i, which has the index "at", to r. If r is in memory, fold uses a
// memory operand if the instruction allows this. Otherwise it loads r into a register.
func (e *x86Emitter) fold(i *amd64.Inst, at int, r reg) {
	if p := e.place(r); p.reg == amd64.None && !i.HasMem {
		n, ok := amd64.TakesMemory(i.Op, i.Size)
		if ok && e.f.class[r] == vector && n <= int(e.f.size[r]) {
			i.Mem, i.HasMem = e.mustLocate(r), true
			return
		}
	}
	i.R[at] = e.in(r)
}

func (e *x86Emitter) mustLocate(r reg) amd64.Mem {
	m, _ := e.location(r)
	return m
}

// ordinary encodes an instruction whose operands are those of the machine instruction.
func (e *x86Emitter) ordinary(in *inst) {
	i := amd64.Inst{Op: in.op, Size: in.size, R: noRegs, Mask: amd64.None, Imm: in.imm, HasMem: in.hasMem, Zero: in.zero, Splat: in.splat}
	if in.hasMem {
		i.Mem = e.memory(&in.mem)
	}
	if in.mask != 0 {
		i.Mask = e.in(in.mask)
	}
	first := 1
	if in.kind == read {
		first = 0
	}
	last := 3
	for last > 0 && in.r[last] == 0 {
		last--
	}
	for n := first; n <= last; n++ {
		switch {
		case in.r[n] == 0:
		case n == last && n > 0 && in.kind != read:
			e.fold(&i, n, in.r[n])
		default:
			i.R[n] = e.in(in.r[n])
		}
	}
	if in.clobbers != 0 {
		e.clobber(in, &i)
	}
	if in.kind == read {
		e.asm.Emit(i)
		return
	}
	shared := amd64.None
	if in.kind == define {
		shared = e.scratchOf(e.f.class[in.r[0]], i.R[1], i.R[2], i.R[3], i.Mem.Base, i.Mem.Index, i.Mask)
	}
	var done func()
	i.R[0], done = e.out(in.r[0], shared)
	e.asm.Emit(i)
	done()
}

// clobber sets the mask operand of i, which the instruction overwrites.
func (e *x86Emitter) clobber(in *inst, i *amd64.Inst) {
	r := e.in(in.clobbers)
	if e.f.class[in.clobbers] == mask {
		i.Mask = r
	} else {
		i.R[2] = r
	}
}

// tied encodes dst = r1 op r2, r3. In the machine instruction, dst and r1 are the same register.
func (e *x86Emitter) tied(in *inst) {
	i := amd64.Inst{Op: in.op, Size: in.size, R: noRegs, Mask: amd64.None, Imm: in.imm, HasMem: in.hasMem, Splat: in.splat}
	if in.op == amd64.AddImm && e.same(in.r[0], in.r[1]) && e.place(in.r[0]).reg == amd64.None {
		i.Mem, i.HasMem = e.mustLocate(in.r[0]), true
		e.asm.Emit(i)
		return
	}
	if in.hasMem {
		i.Mem = e.memory(&in.mem)
	}
	if in.mask != 0 {
		i.Mask = e.in(in.mask)
	}
	to, done := e.out(in.r[0], amd64.None)
	e.copyTo(to, in.r[1])
	i.R[0] = to
	i.R[1], i.R[2] = e.in(in.r[2]), e.in(in.r[3])
	e.asm.Emit(i)
	done()
}

// commute encodes dst = r1 op r2 with a machine instruction of two operands, which overwrites one
// of the operands.
func (e *x86Emitter) commute(in *inst) {
	a, b := in.r[1], in.r[2]
	i := amd64.Inst{Op: in.op, Size: in.size, R: noRegs, Mask: amd64.None}
	to := e.place(in.r[0]).reg
	if to != amd64.None && e.place(b).reg == to {
		a, b = b, a
	}
	done := func() {}
	if to == amd64.None {
		to, done = e.out(in.r[0], amd64.None)
	}
	if a != b {
		e.copyTo(to, a)
		i.R[1], i.Mem, i.HasMem = e.operand(b)
	} else {
		e.copyTo(to, a)
		i.R[1] = to
	}
	i.R[0] = to
	e.asm.Emit(i)
	done()
}
