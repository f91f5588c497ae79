package amd64

import (
	"encoding/binary"

	"github.com/lathe-ir/lathe/backends/jit/asm"
)

// Assembler collects code and its constants. The zero value is ready for use.
type Assembler struct {
	asm.Buffer
	jumps []jump
	refs  []reference
}

// jump is a jump to a label. The field "at" is the offset of the 32-bit displacement.
type jump struct {
	at    int
	label Label
}

// reference is a reference to a constant. Its 32-bit displacement is at offset "at", and is
// relative to the end of the instruction (field "end").
type reference struct {
	at, end int
	c       Const
	disp    int32
}

// Jump emits a jump to l.
func (a *Assembler) Jump(l Label) {
	a.Note("jmp\tL%d", l)
	a.Bytes(0xe9)
	a.to(l)
}

// JumpIf emits a jump to l on condition c.
func (a *Assembler) JumpIf(c CC, l Label) {
	a.Note("j%s\tL%d", ccNames[c], l)
	a.Bytes(0x0f, 0x80|byte(c))
	a.to(l)
}

func (a *Assembler) to(l Label) {
	a.jumps = append(a.jumps, jump{len(a.Code), l})
	a.number(0, 4)
}

// Align pads the code with NOPs to a multiple of n bytes; n is a power of 2 and at most 64.
func (a *Assembler) Align(n int) {
	for pad := -len(a.Code) & (n - 1); pad > 0; {
		nop := nops[min(pad, len(nops))-1]
		a.Code = append(a.Code, nop...)
		pad -= len(nop)
	}
}

// nops are the NOPs of 1 to 9 bytes that Intel recommends.
var nops = [...]string{
	"\x90", "\x66\x90", "\x0f\x1f\x00", "\x0f\x1f\x40\x00", "\x0f\x1f\x44\x00\x00", "\x66\x0f\x1f\x44\x00\x00",
	"\x0f\x1f\x80\x00\x00\x00\x00", "\x0f\x1f\x84\x00\x00\x00\x00\x00", "\x66\x0f\x1f\x84\x00\x00\x00\x00\x00",
}

// Finish returns the code, followed by the constants.
func (a *Assembler) Finish() []byte {
	for _, j := range a.jumps {
		binary.LittleEndian.PutUint32(a.Code[j.at:], uint32(a.Target(j.label)-j.at-4))
	}
	const int3 = 0xcc
	offset := a.PlaceConstants(int3)
	for _, r := range a.refs {
		binary.LittleEndian.PutUint32(a.Code[r.at:], uint32(offset(r.c)+int(r.disp)-r.end))
	}
	return a.Code
}

// Emit appends an instruction.
func (a *Assembler) Emit(in Inst) {
	if a.Tracing() {
		a.Note("%s", in)
	}
	if in.Op >= vectorOps {
		a.emitGeneral(&in)
		return
	}
	row := table[in.Op]
	f := &row
	reg, vvvv, rm := operands(f, &in)
	if f.flags&evex == 0 && in.needsEVEX() {
		panic("amd64: BUG: instruction has no form with these registers: " + in.String())
	}
	if useEVEX(f, &in) {
		a.evex(f, &in, reg, vvvv, rm)
	} else {
		a.vex(f, &in, reg, vvvv, rm)
	}
	if f.flags&imm != 0 {
		a.Bytes(byte(in.Imm))
	}
	if f.shape == formRVMR {
		a.Bytes(num(in.R[3]) << 4)
	}
}

// operands returns the operands that are encoded in ModRM.reg, in the field vvvv of the prefix, and
// in ModRM.rm.
func operands(f *form, in *Inst) (reg, vvvv, rm Reg) {
	r := &in.R
	switch f.shape {
	case formRM:
		return r[0], None, r[1]
	case formMR:
		return r[1], None, r[0]
	case formVM:
		return Reg(f.digit), r[0], r[1]
	case formMVR:
		return r[2], r[1], r[0]
	case formRMV:
		return r[0], r[2], r[1]
	case formGather:
		return r[0], None, None
	}
	return r[0], r[1], r[2]
}

// useEVEX reports whether the instruction is encoded in the EVEX form. If it also has a VEX form,
// it needs EVEX for a 64-byte vector, a register above 15, a mask or a broadcast.
func useEVEX(f *form, in *Inst) bool {
	if f.flags&vex == 0 {
		return true
	}
	if f.flags&evex == 0 {
		return false
	}
	if in.Size == Z || in.Mask != None || in.Splat {
		return true
	}
	return in.needsEVEX()
}

// needsEVEX reports whether the instruction has a register that only EVEX can encode.
func (in *Inst) needsEVEX() bool {
	for _, r := range in.R {
		if isVector(r) && num(r) > 15 {
			return true
		}
	}
	return in.HasMem && in.Mem.Index != None && isVector(in.Mem.Index) && num(in.Mem.Index) > 15
}

// widthBits returns the field L'L of a prefix, which encodes the width of vectors.
func widthBits(s Size) byte {
	switch s {
	case Y:
		return 1
	case Z:
		return 2
	}
	return 0
}

// bits returns bits 3 and 4 of a register's number, inverted, as bits 0 and 1.
func bits(r Reg) byte {
	if r == None {
		return 3
	}
	return ^num(r) >> 3 & 3
}

func low4(r Reg) byte {
	if r == None {
		return 15
	}
	return ^num(r) & 15
}

func (a *Assembler) vex(f *form, in *Inst, reg, vvvv, rm Reg) {
	x, b := bits(None)&1, bits(rm)&1
	if in.HasMem {
		x, b = bits(in.Mem.Index)&1, bits(in.Mem.Base)&1
	}
	last := low4(vvvv)<<3 | widthBits(in.Size)<<2 | f.prefix
	if f.flags&l1 != 0 {
		last |= 4
	}
	if f.flags&w1 != 0 || in.Size == 8 {
		last |= 0x80
	}
	if x == 1 && b == 1 && last&0x80 == 0 && f.opmap == m0F {
		a.Bytes(0xc5, bits(reg)&1<<7|last, f.opcode)
	} else {
		a.Bytes(0xc4, bits(reg)&1<<7|x<<6|b<<5|f.opmap, last, f.opcode)
	}
	a.modRM(f, in, reg, rm, 1)
}

func (a *Assembler) evex(f *form, in *Inst, reg, vvvv, rm Reg) {
	x, b, v := bits(rm)>>1, bits(rm)&1, bits(vvvv)>>1
	if in.HasMem {
		x, b = bits(in.Mem.Index)&1, bits(in.Mem.Base)&1
		if f.shape == formGather {
			v = bits(in.Mem.Index) >> 1
		}
	}
	w := byte(0)
	if f.flags&(w1|ew1) != 0 {
		w = 0x80
	}
	last := widthBits(in.Size)<<5 | v<<3
	if in.Mask != None {
		last |= num(in.Mask)
	}
	if in.Zero {
		last |= 0x80
	}
	scale := memBytes(f, in)
	if in.Splat {
		last |= 0x10
		scale = int(f.splat)
	}
	a.Bytes(0x62, bits(reg)&1<<7|x<<6|b<<5|bits(reg)>>1<<4|f.opmap, w|low4(vvvv)<<3|4|f.prefix, last, f.opcode)
	a.modRM(f, in, reg, rm, scale)
}

// modRM encodes the byte ModRM and the operand in memory, if any. scale is the unit of an 8-bit
// displacement.
func (a *Assembler) modRM(f *form, in *Inst, reg, rm Reg, scale int) {
	if !in.HasMem {
		a.Bytes(0xc0 | num(reg)&7<<3 | num(rm)&7)
		return
	}
	tail := 0
	if f.flags&imm != 0 || f.shape == formRVMR {
		tail = 1
	}
	a.memory(in, num(reg)&7, scale, tail)
}

// memory encodes an address. tail is the number of bytes of the instruction that follow it.
func (a *Assembler) memory(in *Inst, reg byte, scale, tail int) {
	m, reg := &in.Mem, reg<<3
	if m.Const != 0 {
		a.Bytes(reg | 5)
		a.refs = append(a.refs, reference{len(a.Code), len(a.Code) + 4 + tail, m.Const, m.Disp})
		a.number(0, 4)
		return
	}
	mode, n := byte(0x80), 4
	disp := int64(m.Disp)
	switch {
	case m.Base == None:
		mode = 0
	case disp == 0 && num(m.Base)&7 != 5:
		mode, n = 0, 0
	case disp%int64(scale) == 0 && int64(int8(disp/int64(scale))) == disp/int64(scale):
		mode, n, disp = 0x40, 1, disp/int64(scale)
	}
	switch {
	case m.Base != None && m.Index == None && num(m.Base)&7 != 4:
		a.Bytes(mode | reg | num(m.Base)&7)
	default:
		base, index := byte(5), byte(4)
		if m.Base != None {
			base = num(m.Base) & 7
		}
		if m.Index != None {
			index = num(m.Index) & 7
		}
		a.Bytes(mode|reg|4, scaleBits(m.Scale)<<6|index<<3|base)
	}
	a.number(disp, n)
}

func scaleBits(s uint8) byte {
	switch s {
	case 2:
		return 1
	case 4:
		return 2
	case 8:
		return 3
	}
	return 0
}

func memBytes(f *form, in *Inst) int {
	at := 0
	switch f.shape {
	case formRM, formVM, formRMV:
		at = 1
	case formRVM, formRVMR:
		at = 2
	case formGather:
		return int(f.splatElement())
	}
	return operandBytes(f.types[at], in.Size)
}

// splatElement returns the size of the element that the gather instruction f reads for each lane.
func (f *form) splatElement() uint8 {
	if f.types[0] == 'h' {
		return 4
	}
	return 8
}

func operandBytes(t byte, size Size) int {
	switch t {
	case 'v':
		return int(size)
	case 'h':
		return int(size) / 2
	case 'q':
		return int(size) / 4
	case 'e':
		return int(size) / 8
	case 'x':
		return 16
	case 'y':
		return 32
	case 'a', 't':
		return 0
	case 'i':
		return 4
	case 'I':
		return 8
	case 'j':
		return 1
	case 'J':
		return 2
	case 'g':
		return int(size)
	}
	return int(t - '0')
}

// number appends the low n bytes of v.
func (a *Assembler) number(v int64, n int) {
	for range n {
		a.Code = append(a.Code, byte(v))
		v >>= 8
	}
}

// TakesMemory reports whether the last register operand of an instruction may be in memory instead,
// and how many bytes the instruction then reads. ok is true only for vector registers in
// instructions of the shapes RM and RVM.
func TakesMemory(op Op, size Size) (bytes int, ok bool) {
	if op >= vectorOps {
		return 0, false
	}
	row := table[op]
	f := &row
	at := 1
	switch {
	case f.shape == formRVM:
		at = 2
	case f.shape != formRM:
		return 0, false
	}
	switch t := f.types[at]; t {
	case 'v', 'h', 'q', 'e', 'x', '1', '2', '4', '8':
		return operandBytes(t, size), !f.onlyRegisters()
	}
	return 0, false
}

// Splats returns the size of the element in memory that an instruction can broadcast in place of
// its last register; 0 if it cannot. Such a broadcast needs AVX-512.
func Splats(op Op) int {
	if op >= vectorOps {
		return 0
	}
	return int(table[op].splat)
}

// onlyRegisters reports whether an instruction of form f cannot have an operand in memory.
func (f *form) onlyRegisters() bool {
	switch f.opcode {
	case 0x10: // scalar moves with three registers
		return f.shape == formRVM && f.opmap == m0F
	case 0x29, 0x39: // conversions of vectors to masks
		return f.prefix == pF3
	case 0x50:
		return f.opmap == m0F && f.types[0] == 'i'
	}
	return false
}

// NeedsAVX512 reports whether all forms of op need AVX-512.
func NeedsAVX512(op Op) bool { return op < vectorOps && table[op].flags&vex == 0 }
