// Package code compiles the kernel form to machine code. It selects machine instructions on virtual
// registers, coalesces these registers, allocates machine registers by live range, and encodes the
// instructions.
package code

import (
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/dialects/kernelop"
)

// reg is a virtual register; 0 is none.
type reg int32

// class is the class of machine registers that a virtual register may be assigned to.
type class uint8

const (
	general class = iota
	vector
	mask
	classes
)

// memory is the address base + index·scale + disp.
type memory struct {
	base, index reg
	scale       uint8
	disp        int32
	block       bool // the base is the argument block
	fixed       bool // memory that the kernel does not write
}

// kind says how an instruction reads and writes its registers.
type kind uint8

const (
	define      kind = iota // writes r[0], reads the other registers
	defineEarly             // like define, but r[0] must not share a location with the other registers
	read                    // reads all registers
	tied                    // reads r[1] to r[3], writes r[0]; the machine instruction overwrites r[1]
	commute                 // writes r[0] = r[1] op r[2]; the machine instruction has two operands
	fma                     // writes r[0] = r[1]·r[2] + r[3]
	move                    // writes r[0] = r[1]
	label                   // a target of jumps
	jump                    // to a label
	compareJump             // compares r[0] or memory with r[1] or an immediate, and jumps
	compareSet              // r[0] is 1 if the comparison of r[1] and r[2] holds
	conditional             // r[0] is r[2] if r[3] is not 0, otherwise r[1]
	extreme                 // r[0] is r[2] if the comparison of r[1] and r[2] holds, otherwise r[1]
	divide                  // r[0] is the quotient, or if imm is 1 the remainder, of r[1] and r[2]
	remainder               // r[0] is the remainder of floats
	tile                    // an instruction on memory and tiles; the bytes of imm are the tiles' numbers
	align                   // pads the code before a loop
	nothing                 // an instruction that was removed
	note                    // text for listings
)

// inst is one instruction on virtual registers.
type inst struct {
	kind     kind
	op       asm.Op
	size     asm.Size
	pred     kernelop.Pred // of comparisons
	hasMem   bool
	zero     bool
	splat    bool
	clobbers reg // a register that the instruction reads and destroys
	r        [4]reg
	mask     reg
	mem      memory
	imm      int64
	label    int
}

// constant is the content of a virtual register that never changes.
type constant struct {
	bytes []byte // all bytes of a vector register
	value int64  // value of a general register or a mask
}

// loop is a range of instructions, from a label to the jump back to it.
type loop struct {
	first, last int
	carried     []reg
	trips       float64 // estimated number of iterations
}

// function is a kernel as instructions on virtual registers.
type function struct {
	insts  []inst
	class  []class // by register
	size   []asm.Size
	consts map[reg]constant
	home   map[reg]int32 // offsets of the registers that are initially in the argument block
	loops  []loop
	labels int
	notes  []string
	frame  int32 // number of bytes of the argument block in use
}

//go:noinline
func (f *function) newReg(c class, size asm.Size) reg {
	f.class = append(f.class, c)
	f.size = append(f.size, size)
	return reg(len(f.class) - 1)
}

// operands calls the first function for each register that the instruction reads, and the second
// function for each register that it writes. early is set if the register may be written before
// other registers are read, and late is set if the register may be read after an early write. A
// late register and an early register must not share a location.
func (in *inst) operands(use func(r reg, late bool), def func(r reg, early bool)) {
	u := func(r reg, late bool) {
		if r != 0 {
			use(r, late)
		}
	}
	u(in.mem.base, true)
	u(in.mem.index, true)
	u(in.mask, true)
	u(in.clobbers, true)
	switch in.kind {
	case read, compareJump:
		for _, r := range in.r {
			u(r, true)
		}
	case define, commute, fma, move, compareSet, divide, remainder:
		for _, r := range in.r[1:] {
			u(r, true)
		}
		def(in.r[0], false)
	case defineEarly:
		for _, r := range in.r[1:] {
			u(r, true)
		}
		def(in.r[0], true)
	case tied, conditional, extreme:
		u(in.r[1], false)
		u(in.r[2], true)
		u(in.r[3], true)
		def(in.r[0], true)
	}
}
