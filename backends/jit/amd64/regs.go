// Package amd64 encodes x86-64 machine code: the integer, BMI, x87, AVX2, FMA, F16C, AVX-512 (F,
// BW, DQ, VL, VNNI) and AMX (TILE, INT8) instructions that kernels need. Tables have a row for each
// instruction. The encoder chooses between VEX and EVEX forms.
package amd64

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

// The registers. X0 to X0+31 are vector registers, whose width the instruction determines. K0 to
// K0+7 are mask registers, and T0 to T0+7 are tiles.
const (
	RAX Reg = iota
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	X0
	K0   = X0 + 32
	T0   = K0 + 8
	None = asm.None
)

// num returns the hardware number of r: 0 for RAX, X0, K0 and T0.
func num(r Reg) byte {
	switch {
	case r >= T0:
		return byte(r - T0)
	case r >= K0:
		return byte(r - K0)
	case r >= X0:
		return byte(r - X0)
	}
	return byte(r)
}

func isVector(r Reg) bool { return r >= X0 && r < K0 }

// The widths of vectors in bytes. Instructions on general registers have a size of 1, 2, 4 or 8.
const (
	X Size = 16
	Y Size = 32
	Z Size = 64
)

// Mem is the address Base + Index·Scale + Disp, or the address of a constant plus Disp.
type Mem struct {
	Base, Index Reg // None: absent
	Scale       uint8
	Disp        int32
	Const       Const // if not 0, replaces Base and Index
}

// At returns the address base + disp.
func At(base Reg, disp int32) Mem { return Mem{Base: base, Index: None, Disp: disp} }

// Inst is one instruction. R has its registers in Intel's order. If HasMem is set, R has None at
// the index of the operand in memory.
type Inst struct {
	Op     Op
	Size   Size
	R      [4]Reg
	Mem    Mem
	HasMem bool
	Imm    int64
	Mask   Reg  // None, or K1 to K7
	Zero   bool // lanes that Mask does not select become zero
	Splat  bool // the operand in memory is one element, which is broadcast to all lanes
}

// CC is the condition of a conditional jump, set or move.
type CC uint8

// The conditions, in the order of their encodings.
const (
	O CC = iota
	NO
	B
	AE
	EQ
	NE
	BE
	A
	S
	NS
	P
	NP
	LT
	GE
	LE
	GT
)

// Not returns the opposite condition.
func (c CC) Not() CC { return c ^ 1 }

var ccNames = [...]string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

var names64 = [...]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi"}

// nameOf returns the name of a register of the given size.
func nameOf(r Reg, size Size) string {
	switch {
	case r == None:
		return "none"
	case r >= T0:
		return fmt.Sprintf("tmm%d", r-T0)
	case r >= K0:
		return fmt.Sprintf("k%d", r-K0)
	case r >= X0:
		return fmt.Sprintf("%smm%d", map[Size]string{X: "x", Y: "y", Z: "z"}[max(size, X)], r-X0)
	case r >= R8:
		return fmt.Sprintf("r%d%s", r, map[Size]string{1: "b", 2: "w", 4: "d"}[size])
	}
	n := names64[r]
	switch {
	case size == 4:
		return "e" + n[1:]
	case size == 2:
		return n[1:]
	case size == 1 && r < RSP:
		return n[1:2] + "l"
	case size == 1:
		return n[1:] + "l"
	}
	return n
}
