package arm64

import (
	"encoding/binary"
	"math/bits"

	"github.com/lathe-ir/lathe/backends/jit/asm"
)

// Assembler collects code and its constants. The zero value is ready for use.
type Assembler struct {
	asm.Buffer
	jumps []jump
	refs  []reference
}

// jump is a jump to a label. The displacement has 19 bits if the jump is conditional, otherwise 26.
type jump struct {
	at          int // offset in the code
	label       Label
	conditional bool
}

// reference is a pair of instructions that load the constant c: ADRP computes the address of the
// constant's page, and LDR adds the offset in the page.
type reference struct {
	at int // offset of the pair in the code
	c  Const
}

// Reach limits conditional jumps: their targets must be less than Reach bytes away.
const Reach = 1 << 20

// Jump emits a jump to l.
func (a *Assembler) Jump(l Label) {
	a.Note("b\tL%d", l)
	a.jumps = append(a.jumps, jump{len(a.Code), l, false})
	a.word(0x14000000)
}

// JumpIf emits a jump to l on condition c.
func (a *Assembler) JumpIf(c CC, l Label) {
	a.Note("b.%s\tL%d", ccNames[c], l)
	a.jumps = append(a.jumps, jump{len(a.Code), l, true})
	a.word(0x54000000 | uint32(c))
}

// JumpIfZero emits CBZ to l or, if the argument "not" is set, CBNZ. The instruction tests the low
// bytes of r; size is their number, 4 or 8.
func (a *Assembler) JumpIfZero(r Reg, size Size, not bool, l Label) {
	word, name := uint32(0x34000000), "cbz"
	if not {
		word, name = 0x35000000, "cbnz"
	}
	a.Note("%s\t%s, L%d", name, general(r, size), l)
	a.jumps = append(a.jumps, jump{len(a.Code), l, true})
	a.word(word | uint32(size>>3)<<31 | num(r))
}

// Constant emits a load of a constant of 1 to 16 bytes into a vector register. The code overwrites
// the general register "address".
func (a *Assembler) Constant(to Reg, size Size, c Const, address Reg) {
	a.refs = append(a.refs, reference{len(a.Code), c})
	a.Note("adrp\t%s, c%d", general(address, 8), c)
	a.word(0x90000000 | num(address))
	a.Note("ldr\t%s, [%s, :lo12:c%d]", scalar(to, size), general(address, 8), c)
	a.word(loadWord(table[LdrV], size) | 1<<24 | num(address)<<5 | num(to))
}

// Align pads the code with NOPs to a multiple of n bytes; n is a power of 2 from 4 to 64.
func (a *Assembler) Align(n int) {
	for len(a.Code)&(n-1) != 0 {
		a.word(0xd503201f)
	}
}

// Finish returns the code, followed by the constants. The code must be loaded at a multiple of
// 4096.
func (a *Assembler) Finish() []byte {
	for _, j := range a.jumps {
		words := int32(a.Target(j.label)-j.at) / 4
		if j.conditional {
			a.patch(j.at, uint32(words)&(1<<19-1)<<5)
		} else {
			a.patch(j.at, uint32(words)&(1<<26-1))
		}
	}
	const page = 12
	offset := a.PlaceConstants(0)
	for _, r := range a.refs {
		to := offset(r.c)
		pages := uint32(to>>page - r.at>>page)
		a.patch(r.at, pages&3<<29|pages>>2&(1<<19-1)<<5)
		load := binary.LittleEndian.Uint32(a.Code[r.at+4:])
		a.patch(r.at+4, uint32(to&(1<<page-1)>>accessShift(load))<<10)
	}
	return a.Code
}

// accessShift returns the binary logarithm of the number of bytes that a vector load reads.
func accessShift(load uint32) int {
	if load>>23&1 == 1 {
		return 4
	}
	return int(load >> 30)
}

func (a *Assembler) patch(at int, with uint32) {
	binary.LittleEndian.PutUint32(a.Code[at:], binary.LittleEndian.Uint32(a.Code[at:])|with)
}

func (a *Assembler) word(w uint32) { a.Code = binary.LittleEndian.AppendUint32(a.Code, w) }

// Emit appends an instruction.
func (a *Assembler) Emit(in Inst) {
	if a.Tracing() {
		a.Note("%s", in)
	}
	a.word(in.encode())
}

// log returns the binary logarithm of a size.
func log(s Size) uint32 { return uint32(bits.TrailingZeros8(uint8(s))) }

func (in *Inst) encode() uint32 {
	t := table[in.Op]
	w := t.base
	switch t.sizing {
	case bit31:
		w |= uint32(in.Size>>3) << 31
	case bit31N:
		w |= uint32(in.Size>>3) * (1<<31 | 1<<22)
	case bits22:
		w |= log(in.Size) << 22
	case float22:
		w |= uint32(in.Size>>3) << 22
	}
	imm := uint32(in.Imm)
	switch t.form {
	case formNone:
		return w
	case formLoad:
		return in.encodeMemory(t)
	case formShifted:
		w |= imm << 10
	case formCompare:
		return w | num(in.R[0])<<5 | num(in.R[1])<<16
	case formImm12:
		if in.Imm >= 1<<12 {
			imm = imm>>12 | 1<<12
		}
		w |= imm << 10
		if len(t.types) == 1 {
			return w | num(in.R[0])<<5
		}
	case formLogic:
		pattern, _ := logical(uint64(in.Imm), in.Size)
		w |= pattern << 10
	case formMove:
		return w | imm>>16<<21 | imm&0xffff<<5 | num(in.R[0])
	case formField:
		w |= imm&0xff<<16 | imm>>8&0xff<<10
	case formSelect:
		w |= imm << 12
	case formShiftL:
		w |= (8*uint32(in.Size) + imm) << 16
	case formShiftR:
		w |= (16*uint32(in.Size) - imm) << 16
	case formLane, formLaneOf:
		w |= (imm<<1 | 1) << log(in.Size) << 16
	case formByLane:
		w |= lane(in.Size, imm)
	case formExtract:
		w |= imm << 11
	case formMask:
		return w | imm>>5<<16 | imm&31<<5 | num(in.R[0])
	case formFloat:
		return w | uint32(in.Size>>3)<<29 | imm>>5<<16 | imm&31<<5 | num(in.R[0])
	}
	if in.Op == DupFrom {
		w |= 1 << log(in.Size) << 16
	}
	for i, at := range [...]int{0, 5, 16, 10} {
		if in.R[i] != None {
			w |= num(in.R[i]) << at
		}
	}
	return w
}

// lane encodes the index of the element that a product reads in its last operand.
func lane(size Size, n uint32) uint32 {
	if size == 8 {
		return n << 11
	}
	return n&1<<21 | n>>1<<11
}

// loadWord returns the word of a load, store or prefetch without its operands. size is in bytes.
func loadWord(t row, size Size) uint32 {
	if size == 16 {
		return t.base | 1<<23
	}
	if t.types == "" { // a prefetch
		return t.base
	}
	return t.base | log(size)<<30
}

// encodeMemory encodes a load, a store or a prefetch.
func (in *Inst) encodeMemory(t row) uint32 {
	m := &in.Mem
	w := loadWord(t, in.Size) | num(m.Base)<<5
	if t.types != "" {
		w |= num(in.R[0])
	}
	switch {
	case !m.Fits(in.Size):
		panic("arm64: BUG: no such address: " + in.String())
	case m.Index != None:
		w |= 1<<21 | num(m.Index)<<16 | 3<<13 | 2<<10
		if m.Scale > 1 {
			w |= 1 << 12
		}
		return w
	case m.scaled(in.Size):
		return w | 1<<24 | uint32(m.Disp)/uint32(in.Size)<<10
	}
	return w | uint32(m.Disp)&(1<<9-1)<<12
}

// IsLogical reports whether v can be the immediate of a logical instruction on registers of the
// given size.
func IsLogical(v int64, size Size) bool {
	_, ok := logical(uint64(v), size)
	return ok
}

// logical encodes the immediate of a logical instruction: a repeated pattern, which is a rotated
// run of ones. ok is false if v has no encoding.
func logical(v uint64, size Size) (pattern uint32, ok bool) {
	if size == 4 {
		v = v&(1<<32-1) | v<<32
	}
	if v == 0 || v == ^uint64(0) {
		return 0, false
	}
	width := 64
	for width > 2 {
		half := width / 2
		if mask := uint64(1)<<half - 1; v&mask != v>>half&mask {
			break
		}
		width = half
	}
	mask := ^uint64(0) >> (64 - width)
	unit := v & mask
	ones := bits.OnesCount64(unit)
	for rotation := range width {
		if unit == 1<<ones-1 {
			imms := uint32(-2*width)&63 | uint32(ones-1)
			n := uint32(width >> 6)
			if width == 64 {
				imms = uint32(ones - 1)
			}
			return n<<12 | uint32(rotation)<<6 | imms, true
		}
		unit = unit<<1&mask | unit>>(width-1)
	}
	return 0, false
}
