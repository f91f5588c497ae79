package code

import (
	"encoding/binary"
	"math"

	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/jit/asm"
)

// x86Processor compiles for x86-64.
type x86Processor struct {
	t   Target
	asm amd64.Assembler
}

func (p *x86Processor) buffer() *asm.Buffer { return &p.asm.Buffer }

func (p *x86Processor) align(n int) { p.asm.Align(n) }

func (p *x86Processor) reach() int { return math.MaxInt32 }

func (p *x86Processor) finish() []byte { return p.asm.Finish() }

func (p *x86Processor) selector(g *gen) (s selector, vectorBytes int, maskRegs bool) {
	if p.t.AVX512 {
		g.scales = g.k.Scales()
		return &x86{gen: g, t: p.t}, 64, true
	}
	return &x86{gen: g, t: p.t}, 32, false
}

func (p *x86Processor) encoder(e *emitter) encoder { return &x86Emitter{e, &p.asm} }

// RCX and RDX are also scratch registers. The allocator uses them where no instruction needs them.
var (
	generalScratch = []amd64.Reg{amd64.RAX, amd64.RCX, amd64.RDX}
	generalFree    = []amd64.Reg{amd64.RSI, amd64.R8, amd64.R9, amd64.R10, amd64.R11, amd64.RBX, amd64.R12, amd64.R13, amd64.R14, amd64.R15, amd64.RCX, amd64.RDX}
)

const (
	blockReg      = amd64.RDI // the address of the argument block
	vectorScratch = 4
	maskScratch   = 2
)

func (p *x86Processor) registers(c class) (free, scratch []asm.Reg, last int) {
	switch c {
	case general:
		return generalFree, generalScratch, 0
	case vector:
		n := 16
		if p.t.AVX512 {
			n = 32
		}
		for i := range n {
			free = append(free, amd64.X0+amd64.Reg(i))
		}
		return free, nil, vectorScratch
	}
	for i := 1; i < 8; i++ {
		free = append(free, amd64.K0+amd64.Reg(i))
	}
	return free, nil, maskScratch
}

func (p *x86Processor) needs(c class, in *inst) []asm.Reg {
	if c == general && in.kind == divide {
		return generalScratch
	}
	return nil
}

// x86 selects instructions for x86-64.
type x86 struct {
	*gen
	t      Target
	config []byte // the configuration of tiles that the kernel loads first; nil: no loop uses tiles
	sizes  memory // where the configuration is stored before it is loaded
}

// x86Emitter encodes instructions of x86-64.
type x86Emitter struct {
	*emitter
	asm *amd64.Assembler
}

var noRegs = [4]amd64.Reg{amd64.None, amd64.None, amd64.None, amd64.None}

func (e *x86Emitter) end() {
	e.plain(amd64.VZeroUpper, 0)
	e.plain(amd64.Ret, 0)
}

// plain emits an instruction on registers.
func (e *x86Emitter) plain(op amd64.Op, size amd64.Size, regs ...amd64.Reg) {
	in := amd64.Inst{Op: op, Size: size, R: noRegs, Mask: amd64.None}
	copy(in.R[:], regs)
	e.asm.Emit(in)
}

// general emits an instruction on memory and at most one register. The register is r0, or r1 for
// stores; the other register operands are None.
func (e *x86Emitter) general(op amd64.Op, size amd64.Size, r0, r1 amd64.Reg, m amd64.Mem) {
	e.asm.Emit(amd64.Inst{Op: op, Size: size, R: [4]amd64.Reg{r0, r1, amd64.None, amd64.None}, Mem: m, HasMem: true, Mask: amd64.None})
}

// withImm emits an instruction on a register and an immediate.
func (e *x86Emitter) withImm(op amd64.Op, size amd64.Size, r amd64.Reg, imm int64) {
	e.asm.Emit(amd64.Inst{Op: op, Size: size, R: [4]amd64.Reg{r, amd64.None, amd64.None, amd64.None}, Mask: amd64.None, Imm: imm})
}

func (e *x86Emitter) constant(to amd64.Reg, r reg) {
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

// number loads an integer without changing the flags.
func (e *x86Emitter) number(to amd64.Reg, v int64) {
	switch {
	case v >= 0 && v == int64(int32(v)):
		e.withImm(amd64.MovImm, 4, to, v)
	case v == int64(int32(v)):
		e.withImm(amd64.MovImm, 8, to, v)
	default:
		e.withImm(amd64.MovAbs, 8, to, v)
	}
}

// pool returns the address of a constant.
func (e *x86Emitter) pool(c constant) amd64.Mem {
	b := c.bytes
	if b == nil {
		b = binary.LittleEndian.AppendUint64(nil, uint64(c.value))
	}
	return amd64.Mem{Base: amd64.None, Index: amd64.None, Const: e.asm.Const(b)}
}

// location returns the address of r, which is in memory. ok is false if r is a constant of a
// general register, since such constants are immediates.
func (e *x86Emitter) location(r reg) (m amd64.Mem, ok bool) {
	p := e.place(r)
	switch {
	case !p.isConst:
		return amd64.At(blockReg, p.slot), true
	case e.f.class[r] == general:
		return amd64.Mem{}, false
	}
	return e.pool(e.f.consts[e.webs.find(r)]), true
}

func (e *x86Emitter) load(to amd64.Reg, c class, size amd64.Size, at int32) {
	m := amd64.At(blockReg, at)
	switch c {
	case general:
		e.general(amd64.Mov, 8, to, amd64.None, m)
	case vector:
		e.general(amd64.VMovUPS, size, to, amd64.None, m)
	case mask:
		e.general(amd64.KMovQ, amd64.X, to, amd64.None, m)
	}
}

func (e *x86Emitter) store(from amd64.Reg, c class, size amd64.Size, at int32) {
	m := amd64.At(blockReg, at)
	switch c {
	case general:
		e.general(amd64.MovStore, 8, amd64.None, from, m)
	case vector:
		e.general(amd64.VMovUPSStore, size, amd64.None, from, m)
	case mask:
		e.general(amd64.KMovQStore, amd64.X, amd64.None, from, m)
	}
}

func (e *x86Emitter) copy(to, from amd64.Reg, c class, size amd64.Size) {
	switch c {
	case general:
		e.plain(amd64.Mov, 8, to, from)
	case vector:
		e.plain(amd64.VMovAPS, size, to, from)
	case mask:
		e.plain(amd64.KMovQ, amd64.X, to, from)
	}
}

// memory returns the machine's address for m.
func (e *x86Emitter) memory(m *memory) amd64.Mem {
	out := amd64.Mem{Base: amd64.None, Index: amd64.None, Scale: m.scale, Disp: m.disp}
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
