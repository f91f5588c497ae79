package code

import (
	"encoding/binary"

	"github.com/lathe-ir/lathe/backends/jit/amd64"
)

// emitter encodes an allocated function.
type emitter struct {
	*allocation
	asm    *amd64.Assembler
	avx512 bool
	labels []amd64.Label
	next   [classes]int // scratch registers in use by the instruction
}

var noRegs = [4]amd64.Reg{amd64.None, amd64.None, amd64.None, amd64.None}

// emit appends the code of a.f.
func emit(a *allocation, asm *amd64.Assembler, t Target) {
	e := &emitter{allocation: a, asm: asm, avx512: t.AVX512}
	for range a.f.labels {
		e.labels = append(e.labels, asm.NewLabel())
	}
	e.prologue()
	for i := range a.f.insts {
		e.next = [classes]int{}
		e.inst(&a.f.insts[i])
	}
	asm.Emit(amd64.Inst{Op: amd64.VZeroUpper, R: noRegs, Mask: amd64.None})
	asm.Emit(amd64.Inst{Op: amd64.Ret, R: noRegs, Mask: amd64.None})
}

// prologue loads arguments and constants that have a register.
func (e *emitter) prologue() {
	for r := reg(1); int(r) < len(e.f.class); r++ {
		p := e.place(r)
		if len(e.webs.ranges[r]) == 0 || p.reg == amd64.None || e.webs.find(r) != r {
			continue
		}
		if at, ok := e.f.home[r]; ok {
			e.general(amd64.Mov, 8, p.reg, amd64.None, amd64.At(blockReg, at))
		} else if _, ok := e.f.consts[r]; ok {
			e.constant(p.reg, r)
		}
	}
}

// plain emits an instruction on registers.
func (e *emitter) plain(op amd64.Op, size amd64.Size, regs ...amd64.Reg) {
	in := amd64.Inst{Op: op, Size: size, R: noRegs, Mask: amd64.None}
	copy(in.R[:], regs)
	e.asm.Emit(in)
}

// general emits an instruction on a register and memory; stores have their register
// second.
func (e *emitter) general(op amd64.Op, size amd64.Size, r0, r1 amd64.Reg, m amd64.Mem) {
	e.asm.Emit(amd64.Inst{Op: op, Size: size, R: [4]amd64.Reg{r0, r1, amd64.None, amd64.None}, Mem: m, HasMem: true, Mask: amd64.None})
}

// withImm emits an instruction on a register and an immediate.
func (e *emitter) withImm(op amd64.Op, size amd64.Size, r amd64.Reg, imm int64) {
	e.asm.Emit(amd64.Inst{Op: op, Size: size, R: [4]amd64.Reg{r, amd64.None, amd64.None, amd64.None}, Mask: amd64.None, Imm: imm})
}

// constant loads the constant r into a register.
func (e *emitter) constant(to amd64.Reg, r reg) {
	c := e.f.consts[r]
	switch e.f.class[r] {
	case general:
		e.number(to, c.value)
	case mask:
		e.general(amd64.KMovQ, amd64.X, to, amd64.None, e.pool(c))
	default:
		switch size := e.f.size[r]; {
		case allBytes(c.bytes, 0):
			e.plain(amd64.VPXorD, min(size, amd64.X), to, to, to)
		case allBytes(c.bytes, 0xff) && size < amd64.Z:
			if to < amd64.X0+16 {
				e.plain(amd64.VPCmpEqD, size, to, to, to)
				return
			}
			fallthrough
		default:
			e.general(amd64.VMovUPS, size, to, amd64.None, e.pool(c))
		}
	}
}

func allBytes(b []byte, v byte) bool {
	for _, x := range b {
		if x != v {
			return false
		}
	}
	return true
}

// number loads an integer without changing the flags.
func (e *emitter) number(to amd64.Reg, v int64) {
	switch {
	case v >= 0 && v == int64(int32(v)):
		e.withImm(amd64.MovImm, 4, to, v)
	case v == int64(int32(v)):
		e.withImm(amd64.MovImm, 8, to, v)
	default:
		e.withImm(amd64.MovAbs, 8, to, v)
	}
}

// pool is the address of a constant.
func (e *emitter) pool(c constant) amd64.Mem {
	b := c.bytes
	if b == nil {
		b = binary.LittleEndian.AppendUint64(nil, uint64(c.value))
	}
	return amd64.Mem{Base: amd64.None, Index: amd64.None, Const: e.asm.Const(b)}
}

// location is the address of r, which is in memory; ok is false for constants of
// general registers, which are immediate.
func (e *emitter) location(r reg) (m amd64.Mem, ok bool) {
	p := e.place(r)
	switch {
	case !p.isConst:
		return amd64.At(blockReg, p.slot), true
	case e.f.class[r] == general:
		return amd64.Mem{}, false
	}
	return e.pool(e.f.consts[e.webs.find(r)]), true
}

// spare is a scratch register.
func (e *emitter) spare(c class) amd64.Reg {
	s := e.scratch[c][e.next[c]]
	e.next[c]++
	return s
}

// in returns a register with the value of r, which may be loaded first.
func (e *emitter) in(r reg) amd64.Reg {
	if r == 0 {
		return amd64.None
	}
	if p := e.place(r); p.reg != amd64.None {
		return p.reg
	}
	s := e.spare(e.f.class[r])
	e.load(s, r)
	return s
}

// load reads r, which is in memory, into a register.
func (e *emitter) load(to amd64.Reg, r reg) {
	if e.place(r).isConst {
		e.constant(to, e.webs.find(r))
		return
	}
	m, _ := e.location(r)
	switch e.f.class[r] {
	case general:
		e.general(amd64.Mov, 8, to, amd64.None, m)
	case vector:
		e.general(amd64.VMovUPS, e.f.size[r], to, amd64.None, m)
	case mask:
		e.general(amd64.KMovQ, amd64.X, to, amd64.None, m)
	}
}

// store writes a register to r's slot.
func (e *emitter) store(r reg, from amd64.Reg) {
	m := amd64.At(blockReg, e.place(r).slot)
	switch e.f.class[r] {
	case general:
		e.general(amd64.MovStore, 8, amd64.None, from, m)
	case vector:
		e.general(amd64.VMovUPSStore, e.f.size[r], amd64.None, from, m)
	case mask:
		e.general(amd64.KMovQStore, amd64.X, amd64.None, from, m)
	}
}

// copyTo makes a register hold r.
func (e *emitter) copyTo(to amd64.Reg, r reg) {
	p := e.place(r)
	if p.reg == to {
		return
	}
	if p.reg == amd64.None {
		e.load(to, r)
		return
	}
	switch e.f.class[r] {
	case general:
		e.plain(amd64.Mov, 8, to, p.reg)
	case vector:
		e.plain(amd64.VMovAPS, e.f.size[r], to, p.reg)
	case mask:
		e.plain(amd64.KMovQ, amd64.X, to, p.reg)
	}
}

// out returns the register that is to get r, and what to do after it is written.
// shared is a scratch register that the instruction reads before it writes, or None.
func (e *emitter) out(r reg, shared amd64.Reg) (amd64.Reg, func()) {
	if p := e.place(r); p.reg != amd64.None {
		return p.reg, func() {}
	}
	s := shared
	if s == amd64.None {
		s = e.spare(e.f.class[r])
	}
	return s, func() { e.store(r, s) }
}

// scratchOf returns x if it is a scratch register of class c.
func (e *emitter) scratchOf(c class, xs ...amd64.Reg) amd64.Reg {
	for _, x := range xs {
		for _, s := range e.scratch[c][:min(e.next[c], len(e.scratch[c]))] {
			if s == x {
				return x
			}
		}
	}
	return amd64.None
}

// memory is the address of in's operand in memory.
func (e *emitter) memory(m *memory) amd64.Mem {
	out := amd64.Mem{Base: amd64.None, Index: amd64.None, Scale: m.scale, Disp: m.disp, Const: m.data}
	switch {
	case m.block:
		out.Base = blockReg
	case m.base != 0:
		out.Base = e.in(m.base)
	}
	if m.index != 0 {
		out.Index = e.in(m.index)
	}
	return out
}

// same reports whether two registers share a place.
func (e *emitter) same(a, b reg) bool { return e.webs.find(a) == e.webs.find(b) }
