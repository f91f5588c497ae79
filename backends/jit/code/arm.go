package code

import (
	"encoding/binary"
	"math"

	"github.com/lathe-ir/lathe/backends/jit/arm64"
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/backends/kernel"
)

// armProcessor compiles for arm64 with NEON.
type armProcessor struct {
	t   Target
	asm arm64.Assembler
}

func (p *armProcessor) buffer() *asm.Buffer { return &p.asm.Buffer }

func (p *armProcessor) align(n int) { p.asm.Align(n) }

func (p *armProcessor) reach() int { return arm64.Reach }

func (p *armProcessor) finish() []byte { return p.asm.Finish() }

func (p *armProcessor) selector(g *gen) (s selector, vectorBytes int, maskRegs bool) {
	return &arm{g, p.t, map[reg]reg{}}, arm64Bytes, false
}

func (p *armProcessor) encoder(e *emitter) encoder { return &armEmitter{e, &p.asm} }

const (
	arm64Bytes = 16       // size of a vector register
	armBlock   = arm64.X0 // the address of the argument block
	// armAddress and armNumber are for the computation of addresses and immediates.
	armAddress = arm64.X0 + 16
	armNumber  = arm64.X0 + 17
)

// registers implements processor. It returns neither register 18, which operating systems reserve,
// nor registers 28 (g) and 29 (the frame pointer), which Go reserves. It also omits armBlock,
// armAddress, armNumber, the stack pointer, and register 30, which has the return address.
func (p *armProcessor) registers(c class) (free, scratch []asm.Reg, last int) {
	if c == vector {
		for i := range arm64.Reg(32) {
			free = append(free, arm64.V0+i)
		}
		return free, nil, vectorScratch
	}
	for i := arm64.X0 + 1; i < arm64.X0+13; i++ {
		free = append(free, i)
	}
	for i := arm64.X0 + 19; i < arm64.X0+28; i++ {
		free = append(free, i)
	}
	return free, []asm.Reg{arm64.X0 + 13, arm64.X0 + 14, arm64.X0 + 15}, 0
}

func (p *armProcessor) needs(class, *inst) []asm.Reg { return nil }

// arm selects instructions for arm64 with NEON. Masks are vectors, as they are with AVX2.
type arm struct {
	*gen
	t        Target
	scalarOf map[reg]reg // by broadcast: the scalar in all its lanes
}

func (g *arm) fold() {}

func (g *arm) tileLoop(*kernel.Instr, *kernel.Block) bool { return false }
func (g *arm) beginTiles()                                {}
func (g *arm) endTiles()                                  {}

// imm emits an instruction with an immediate.
func (g *arm) imm(c class, op asm.Op, size asm.Size, imm int64, srcs ...reg) reg {
	r := g.def(c, classSize(c), op, size, srcs...)
	g.f.insts[len(g.f.insts)-1].imm = imm
	return r
}

func classSize(c class) asm.Size {
	if c == general {
		return 8
	}
	return arm64Bytes
}

// withZero emits an instruction with the operands srcs followed by the zero register.
func (g *arm) withZero(op asm.Op, size asm.Size, srcs ...reg) reg {
	r := g.gpr(op, size, srcs...)
	g.f.insts[len(g.f.insts)-1].zero = true
	return r
}

// update emits an instruction that modifies a copy of a register, and returns the copy.
func (g *arm) update(op asm.Op, size asm.Size, imm int64, old reg, srcs ...reg) reg {
	in := inst{kind: tied, op: op, size: size, imm: imm, r: [4]reg{g.f.newReg(vector, arm64Bytes), old}}
	copy(in.r[2:], srcs)
	g.emit(in)
	return in.r[0]
}

// indexes returns false, because an address with an index cannot have a displacement. Loops
// increment pointers instead.
func (g *arm) indexes(int64) bool { return false }

func (g *arm) plusMultiple(base, v reg, c int64) reg {
	if n, ok := power(c); ok {
		return g.imm(general, arm64.Add, 8, n, base, v)
	}
	if n, ok := power(-c); ok {
		return g.imm(general, arm64.Sub, 8, n, base, v)
	}
	return g.gpr(arm64.MAdd, 8, v, g.integer(c), base)
}

// power returns the binary logarithm of c, if c is a power of two.
func power(c int64) (n int64, ok bool) {
	if c <= 0 || c&(c-1) != 0 {
		return 0, false
	}
	for c>>n > 1 {
		n++
	}
	return n, true
}

// isImm12 reports whether additions and comparisons can have the immediate v.
func isImm12(v int64) bool { return v >= 0 && v < 1<<12 || v > 0 && v < 1<<24 && v&(1<<12-1) == 0 }

func (g *arm) offset(a reg, c int) reg {
	switch v := int64(c); {
	case isImm12(v):
		return g.imm(general, arm64.AddImm, 8, v, a)
	case isImm12(-v):
		return g.imm(general, arm64.SubImm, 8, -v, a)
	}
	return g.gpr(arm64.Add, 8, a, g.integer(int64(c)))
}

func (g *arm) lea(m memory) reg {
	r := g.f.newReg(general, 8)
	g.emit(inst{kind: define, op: arm64.Add, size: 8, r: [4]reg{r}, mem: m, hasMem: true})
	return r
}

func (g *arm) grow(p reg, c int64) {
	in := inst{kind: define, op: arm64.AddImm, size: 8, r: [4]reg{p, p}, imm: c}
	if !isImm12(c) {
		in.op, in.imm, in.r[2] = arm64.Add, 0, g.integer(c)
	}
	g.emit(in)
}

// armEmitter encodes instructions of arm64.
type armEmitter struct {
	*emitter
	asm *arm64.Assembler
}

func (e *armEmitter) end() { e.regs(arm64.Ret, 8, 0) }

// regs emits an instruction on registers and an immediate.
func (e *armEmitter) regs(op asm.Op, size asm.Size, imm int64, r ...asm.Reg) {
	in := arm64.Inst{Op: op, Size: size, Imm: imm, R: [4]asm.Reg{asm.None, asm.None, asm.None, asm.None}}
	copy(in.R[:], r)
	e.asm.Emit(in)
}

// access emits a load, a store or a prefetch.
func (e *armEmitter) access(op asm.Op, size asm.Size, r asm.Reg, m arm64.Mem) {
	e.asm.Emit(arm64.Inst{Op: op, Size: size, R: [4]asm.Reg{r, asm.None, asm.None, asm.None}, Mem: e.near(m, size)})
}

// near returns an address that a load or store of the given size can encode. If m is not such an
// address, near emits code that computes a part of m into armAddress or armNumber.
func (e *armEmitter) near(m arm64.Mem, size asm.Size) arm64.Mem {
	if m.Fits(size) {
		return m
	}
	if m.Index != asm.None {
		n, _ := power(int64(m.Scale))
		e.regs(arm64.Add, 8, n, armAddress, m.Base, m.Index)
		m = arm64.At(armAddress, m.Disp)
		if m.Fits(size) {
			return m
		}
	}
	const page = 1<<12 - 1
	if low := arm64.At(armAddress, m.Disp&page); m.Disp >= 0 && m.Disp < 1<<24 && low.Fits(size) {
		e.regs(arm64.AddImm, 8, int64(m.Disp&^page), armAddress, m.Base)
		return low
	}
	e.number(armNumber, int64(m.Disp))
	return arm64.Mem{Base: m.Base, Index: armNumber, Scale: 1}
}

// sum emits to = from + c.
func (e *armEmitter) sum(to, from asm.Reg, c int64) {
	switch {
	case c == 0:
		e.copy(to, from, general, 8)
	case isImm12(c):
		e.regs(arm64.AddImm, 8, c, to, from)
	case isImm12(-c):
		e.regs(arm64.SubImm, 8, -c, to, from)
	default:
		e.number(armNumber, c)
		e.regs(arm64.Add, 8, 0, to, from, armNumber)
	}
}

// address emits code that writes the address m to a register.
func (e *armEmitter) address(to asm.Reg, m arm64.Mem) {
	if m.Index != asm.None {
		n, _ := power(int64(m.Scale))
		e.regs(arm64.Add, 8, n, to, m.Base, m.Index)
		m.Base = to
		if m.Disp == 0 {
			return
		}
	}
	e.sum(to, m.Base, int64(m.Disp))
}

// number loads an integer without changing the flags.
func (e *armEmitter) number(to asm.Reg, v int64) {
	if arm64.IsLogical(v, 8) {
		e.regs(arm64.OrrImm, 8, v, to, arm64.XZR)
		return
	}
	part := func(i int) int64 { return v >> (16 * i) & 0xffff }
	zeros, ones := 0, 0
	for i := range 4 {
		switch part(i) {
		case 0:
			zeros++
		case 0xffff:
			ones++
		}
	}
	first, skip, flip := arm64.MovZ, int64(0), int64(0)
	if ones > zeros {
		first, skip, flip = arm64.MovN, 0xffff, 0xffff
	}
	op := first
	for i := range 4 {
		switch {
		case part(i) == skip:
		case op == first:
			e.regs(op, 8, part(i)^flip|int64(i)<<16, to)
			op = arm64.MovK
		default:
			e.regs(op, 8, part(i)|int64(i)<<16, to)
		}
	}
	if op == first { // v is 0 or -1, so no part was loaded
		e.regs(op, 8, 0, to)
	}
}

func (e *armEmitter) constant(to asm.Reg, r reg) {
	c := e.f.consts[r]
	if e.f.class[r] == general {
		e.number(to, c.value)
		return
	}
	b := c.bytes
	if m, ok := byteMask(b); ok {
		e.regs(arm64.MoviV, 8, m, to)
	} else if size, v, ok := smallFloat(b); ok {
		e.regs(arm64.FMoviV, size, v, to)
	} else {
		e.asm.Constant(to, arm64Bytes, e.asm.Const(b), armAddress)
	}
}

// byteMask returns a mask with a bit for each of the first eight bytes. ok is true if all bits
// within each byte are equal, and the other bytes repeat the first eight bytes.
func byteMask(b []byte) (m int64, ok bool) {
	for i, x := range b {
		if x != 0 && x != 0xff || x != b[i%8] {
			return 0, false
		}
		if i < 8 {
			m |= int64(x&1) << i
		}
	}
	return m, true
}

// smallFloat returns the size and the immediate of the float that all elements of b equal. ok is
// false if the elements differ, or if the float cannot be an immediate.
func smallFloat(b []byte) (size asm.Size, v int64, ok bool) {
	for i, x := range b {
		if x != b[i%8] {
			return 0, 0, false
		}
	}
	bits := binary.LittleEndian.Uint64(b)
	size, f := 8, math.Float64frombits(bits)
	if uint32(bits) == uint32(bits>>32) {
		size, f = 4, float64(math.Float32frombits(uint32(bits)))
	}
	for v := range int64(256) {
		if arm64.Float(uint8(v)) == f {
			return size, v, true
		}
	}
	return 0, 0, false
}

func (e *armEmitter) load(to asm.Reg, c class, size asm.Size, at int32) {
	e.access(classOp(c, arm64.Ldr, arm64.LdrV), size, to, arm64.At(armBlock, at))
}

func (e *armEmitter) store(from asm.Reg, c class, size asm.Size, at int32) {
	e.access(classOp(c, arm64.Str, arm64.StrV), size, from, arm64.At(armBlock, at))
}

func classOp(c class, forGeneral, forVector asm.Op) asm.Op {
	if c == vector {
		return forVector
	}
	return forGeneral
}

func (e *armEmitter) copy(to, from asm.Reg, c class, _ asm.Size) {
	switch {
	case to == from:
	case c == vector:
		e.regs(arm64.OrrV, 1, 0, to, from, from)
	default:
		e.regs(arm64.Orr, 8, 0, to, arm64.XZR, from)
	}
}
