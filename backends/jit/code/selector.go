package code

import (
	"github.com/lathe-ir/lathe/backends/jit/asm"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// processor is a kind of processor, with the code that has been generated for it.
type processor interface {
	buffer() *asm.Buffer
	// align pads the code to a multiple of n bytes.
	align(n int)
	// reach returns the largest number of bytes of code that a jump may skip.
	reach() int
	// finish returns the code and its constants.
	finish() []byte
	// selector returns the selector for g. vectorBytes is the size of a vector register. maskRegs
	// is set if vectors of i1 are in mask registers.
	selector(g *gen) (s selector, vectorBytes int, maskRegs bool)
	encoder(e *emitter) encoder
	// registers returns the allocatable registers of a class, and the scratch registers, which
	// instructions use for operands in memory. If the result "last" is not 0, scratch is nil, and
	// the scratch registers are the last registers in free; "last" is their number. The allocator
	// can use a scratch register that is also in free where no instruction needs it.
	registers(c class) (free, scratch []asm.Reg, last int)
	// needs returns the registers of class c that an instruction changes besides its results; nil
	// if there are none.
	needs(c class, in *inst) []asm.Reg
}

// selector selects the instructions of one kind of processor. It is called by gen, which has the
// code that is the same for all processors. A result of 0 means that the processor has no
// instruction. Then gen works lane by lane, or reports that it cannot compile the kernel. A part of
// a vector is the lanes in one register.
type selector interface {
	addressing
	scalars
	floatMath
	parts
	masks
	lanes
	accesses
	// tileLoop selects tile instructions for the loop "in" of block b. It returns false if they
	// cannot compute the loop. beginTiles and endTiles emit the code that tile instructions need at
	// the beginning and at the end of the kernel.
	tileLoop(in *kernel.Instr, b *kernel.Block) bool
	beginTiles()
	endTiles()
	// fold replaces loads in the whole kernel by memory operands of the instructions that use the
	// loaded values.
	fold()
}

// addressing computes addresses and indices.
type addressing interface {
	// indexes reports whether an address can have an index register with scale c.
	indexes(c int64) bool
	// plusMultiple returns base + c·v.
	plusMultiple(base, v reg, c int64) reg
	// offset returns a + c.
	offset(a reg, c int) reg
	// lea returns a register with the address m.
	lea(m memory) reg
	// grow adds c to p.
	grow(p reg, c int64)
}

// scalars computes scalars in general registers, and converts them.
type scalars interface {
	// extend returns a, sign- or zero-extended from kind k to 32 bits. If k has at least 32 bits,
	// the result is the register a. extend64 extends a to 64 bits.
	extend(a reg, k tensor.Kind, sign bool) reg
	extend64(a reg, k tensor.Kind, sign bool) reg
	// scalarImm selects an instruction with an immediate for an operation with a constant; 0 if
	// there is none.
	scalarImm(in *kernel.Instr) reg
	// scalarInt selects the instructions for operation c on integers of kind k.
	scalarInt(c kernelop.Code, k tensor.Kind, a []reg) reg
	// lowBit returns the lowest bit of a.
	lowBit(a reg) reg
	bitcastScalar(from, to tensor.Kind, a reg) reg
	// toFloat converts an integer to a float. fromFloat converts a float, rounded toward zero, to
	// an integer, which must not overflow. floatCast converts between float kinds.
	toFloat(from, to tensor.Kind, sign bool, a reg) reg
	fromFloat(from, to tensor.Kind, unsigned bool, a reg) reg
	floatCast(from, to tensor.Kind, a reg) reg
}

// floatMath computes with floats, which are scalars or parts of vectors.
type floatMath interface {
	// float selects the instructions for operation c on floats of kind k.
	float(c kernelop.Code, k tensor.Kind, scalar bool, a []reg) reg
	// extremeOf emits a minimum or maximum instruction in place of the arith.select "in". cmp is
	// the comparison that computes the condition, or nil if the condition is not a comparison of
	// floats. extremeOf returns 0 if cmp is nil, or if the select is neither a minimum nor a
	// maximum of the operands of cmp. It also returns 0 if no instruction would be saved.
	extremeOf(cmp, in *kernel.Instr, k tensor.Kind, scalar bool, yes, no reg) reg
	// compareFloat compares scalars; the result is in a general register. compareFloats compares
	// parts; the result is a mask.
	compareFloat(p kernelop.Pred, k tensor.Kind, a, b reg) reg
	compareFloats(p kernelop.Pred, k tensor.Kind, a, b reg) reg
	// chooseFloat returns "yes" if cond is not 0, otherwise "no".
	chooseFloat(k tensor.Kind, cond, yes, no reg) reg
	// scaled returns y·2ᵏ. It is called only for the instructions in gen.scales.
	scaled(y, k reg) reg
}

// parts computes with parts of integer vectors, and converts parts. Sizes are the bytes of an
// element.
type parts interface {
	vectorInt(in *kernel.Instr, size int, a []reg) reg
	widen(a reg, from, to int, sign bool) reg
	truncate(a reg, from, to int) reg
	intsToFloats(from, to tensor.Kind, sign bool, a reg) reg
	// floatsToInts converts floats, rounded toward zero, to integers. The integers must not
	// overflow.
	floatsToInts(from, to tensor.Kind, unsigned bool, a reg) reg
	floatsToFloats(from, to tensor.Kind, a reg) reg
}

// masks computes with masks. A mask is a part of a vector of i1: the lanes that are in one
// register.
type masks interface {
	maskAnd(a, b reg) reg
	maskAndNot(a, b reg) reg // ¬a ∧ b
	maskOr(a, b reg) reg
	maskXor(a, b reg) reg
	maskNot(a reg) reg
	// compareInts compares parts; the result is a mask.
	compareInts(p kernelop.Pred, size int, a, b reg) reg
	// notZero returns the mask of the elements that are not zero, and lowBits the mask of the
	// elements whose lowest bit is set.
	notZero(a reg, size int) reg
	lowBits(a reg, k tensor.Kind) reg
	// firstLanes returns the mask of the first n lanes; n may exceed the number of lanes.
	firstLanes(n reg) reg
	// elements converts a mask to elements of the given size, whose bits are all ones or all zero.
	// oneOrZero converts a mask to elements that are 1 or 0.
	elements(m reg, size int) reg
	oneOrZero(m reg, size int) reg
	// choose returns the lanes of "yes" where m is set, and the lanes of "no" elsewhere.
	choose(m, yes, no reg, size int) reg
	// eachLane calls f for every lane; the code that f emits runs only if the lane is set.
	eachLane(m reg, f func(lane int))
}

// lanes moves single lanes of parts.
type lanes interface {
	// broadcast returns a part with a scalar in all lanes.
	broadcast(a reg, k tensor.Kind) reg
	// permute returns the lanes with the given indices. The lanes of b are numbered after those of
	// a.
	permute(lanes []int64, size int, a, b reg) reg
	// laneOf returns one lane as a scalar. maskLane returns one lane of a mask, as 0 or 1.
	laneOf(part reg, k tensor.Kind, lane int) reg
	maskLane(m reg, lane int) reg
	// withLane replaces a lane by a scalar.
	withLane(part reg, k tensor.Kind, lane int, v reg) reg
}

// accesses reads and writes memory.
type accesses interface {
	// loadLane reads a scalar. loadInt reads an integer of the given size and zero-extends it.
	loadLane(m memory, k tensor.Kind) reg
	loadInt(m memory, size int) reg
	storeLane(v reg, m memory, k tensor.Kind)
	// oneIfNotZero returns 0 if the byte v is 0, otherwise 1. Loads of i1 need it: a kernel from a
	// file can load any byte as i1, and use the result as an index.
	oneIfNotZero(v reg) reg
	// broadcastLoad reads a scalar into all lanes.
	broadcastLoad(m memory, k tensor.Kind) reg
	// loadPart reads a part of a vector into a register, and storePart writes the first n bytes of
	// a register.
	loadPart(m memory, size int) reg
	storePart(v reg, m memory, n int)
	// streamPart is like storePart, but bypasses the caches. The address must be a multiple of n. A
	// kernel with such stores ends with fence, which makes the stores visible to other cores.
	streamPart(v reg, m memory, n int)
	fence()
	// maskedLoadPart reads the lanes that the mask "on" selects; the other lanes are copied from
	// the register "old".
	maskedLoadPart(m memory, size int, on, old reg) reg
	maskedStorePart(m memory, size int, on, v reg)
	// gatherConstant selects a gather whose index is a constant; nil if gatherPart must select it.
	gatherConstant(in *kernel.Instr, m memory, k tensor.Kind) []reg
	// gatherPart reads, for each lane, the element at the index in that lane.
	gatherPart(base, index reg, size int) reg
	prefetch(m memory)
}
