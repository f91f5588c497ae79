// Package arm64 encodes ARMv8-A machine code: the integer, floating-point and NEON instructions
// that kernels need, and the byte dot products of later versions of the architecture. A table has
// one row for each instruction.
package arm64

import (
	"fmt"

	"github.com/lathe-ir/lathe/backends/jit/asm"
)

// The types that all assemblers share.
type (
	Op    = asm.Op
	Reg   = asm.Reg
	Size  = asm.Size
	Const = asm.Const
	Label = asm.Label
)

// The registers. X0 to X0+30 are general registers, and XZR reads as zero. V0 to V0+31 are vector
// registers. A scalar float is the lowest element of a vector register.
const (
	X0   Reg = 0
	XZR  Reg = 31
	V0   Reg = 32
	None     = asm.None
)

// num returns the hardware number of r: 0 for X0 and V0.
func num(r Reg) uint32 { return uint32(r & 31) }

// Mem is the address Base + Index·Scale + Disp. An instruction has either an index or a
// displacement. Scale is 1 or the number of bytes that the instruction accesses.
type Mem struct {
	Base, Index Reg // None: no index
	Scale       uint8
	Disp        int32
}

// At returns the address base + disp.
func At(base Reg, disp int32) Mem { return Mem{Base: base, Index: None, Scale: 1, Disp: disp} }

// Fits reports whether a single instruction can access the given number of bytes at the address m.
func (m Mem) Fits(size Size) bool {
	if m.Index != None {
		return m.Disp == 0 && (m.Scale == 1 || m.Scale == uint8(size))
	}
	return m.scaled(size) || m.Disp >= -256 && m.Disp < 256
}

// scaled reports whether the displacement can be encoded as a multiple of the given size.
func (m Mem) scaled(size Size) bool {
	return m.Disp >= 0 && m.Disp%int32(size) == 0 && m.Disp/int32(size) < 1<<12
}

// Inst is one instruction. R has its registers in the order of the assembler's text.
type Inst struct {
	Op   Op
	Size Size // size of the instruction's integers, or of the elements of its vectors
	R    [4]Reg
	Mem  Mem   // of loads, stores and prefetches
	Imm  int64 // an immediate, a CC, or the index of an element
}

// CC is a condition.
type CC uint8

// The conditions, in the order of their encodings. After a comparison of unordered floats, only the
// carry and overflow flags are set.
const (
	EQ CC = iota
	NE
	HS
	LO
	MI
	PL
	VS
	VC
	HI
	LS
	GE
	LT
	GT
	LE
)

// Not returns the opposite condition.
func (c CC) Not() CC { return c ^ 1 }

var ccNames = [...]string{"eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"}

// general returns the name of a general register of the given size.
func general(r Reg, size Size) string {
	letter := "w"
	if size == 8 {
		letter = "x"
	}
	if r == XZR {
		return letter + "zr"
	}
	return fmt.Sprintf("%s%d", letter, num(r))
}

// scalar returns the name of the lowest element of a vector register.
func scalar(r Reg, size Size) string {
	return fmt.Sprintf("%c%d", map[Size]byte{1: 'b', 2: 'h', 4: 's', 8: 'd', 16: 'q'}[size], num(r))
}

// elements returns the name of a vector register with its elements, for example v3.4s.
func elements(r Reg, element, bytes Size) string {
	return fmt.Sprintf("v%d.%d%c", num(r), bytes/element, letterOf(element))
}

func letterOf(element Size) byte { return map[Size]byte{1: 'b', 2: 'h', 4: 's', 8: 'd'}[element] }
