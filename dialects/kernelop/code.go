// Package kernelop is the table of the operations in kernels (docs/kernel-form.md), with their
// operand counts, families and C spellings. The verifier and the reader of kernels, and all
// targets, use it.
package kernelop

import (
	"reflect"

	"github.com/lathe-ir/lathe/ir"
)

// Code identifies an operation. Integer operations wrap on overflow. In a kernel, no operation has
// operands for which MLIR leaves the result undefined, such as the divisor 0 (docs/kernel-form.md).
type Code uint8

// The codes of instructions. If the operands are not obvious, a comment lists them. Pos, Lanes and
// Addr are fields of kernel.Instr in package backends/kernel.
const (
	Invalid Code = iota
	Const
	// integers
	AddI
	SubI
	MulI
	DivSI
	DivUI
	RemSI
	RemUI
	AndI
	OrI
	XorI
	ShLI
	ShRSI
	ShRUI
	MinSI
	MinUI
	MaxSI
	MaxUI
	AbsI
	CtPop
	CtLZ
	CtTZ
	// Dot(u, s, n) adds to the i32 number n the 4 products of the bytes in the word u (unsigned)
	// and the word s (signed). See [WordBytes].
	Dot
	// floats
	AddF
	SubF
	MulF
	DivF
	RemF
	NegF
	MinimumF
	MaximumF
	MinNumF
	MaxNumF
	AbsF
	SqrtF
	FloorF
	CeilF
	TruncF
	RoundEvenF
	CopySign
	FMA
	// comparisons and selection
	CmpI
	CmpF
	Select // condition, which is a vector or a scalar; the value if true; the value if false
	// casts
	ExtSI
	ExtUI
	TruncI
	SIToFP
	UIToFP
	FPToSI
	FPToUI
	ExtF
	NarrowF // arith.truncf
	Bitcast
	// vectors
	Broadcast  // scalar
	Extract    // vector [, position]; without a position, Pos is the lane
	Insert     // scalar, vector [, position]; without a position, Pos is the lane
	Shuffle    // two vectors, whose lanes are concatenated; Lanes selects among them
	StepVec    // no operands; the result is 0, 1, 2 …
	CreateMask // the number of enabled lanes, which are the first lanes
	// memory
	Load        // no operands; the result is a scalar or a contiguous vector
	Store       // value
	MaskedLoad  // mask; the results of disabled lanes
	MaskedStore // mask, value
	Gather      // indices, in elements; each lane reads the element at Addr plus its index
	Prefetch    // no operands; the address may be outside of the buffer
	// control
	For // lower bound, upper bound, step, initial values of the results
	If  // condition
	// The codes of instructions are less than the constant Instructions. Operations with other
	// codes become parts of instructions.
	Instructions
)

// The codes of operations that become parts of instructions.
const (
	IndexCast Code = Instructions + iota
	IndexCastUI
	WordCast // vector.bitcast or vector.shape_cast between two types of words (see [Words])
	Yield
	Return
	codes
)

// Family groups the codes that targets treat in the same way.
type Family uint8

// The families.
const (
	NoFamily     Family = iota
	Constants           // no operands
	IntMath             // integers, lane by lane
	FloatMath           // floats, lane by lane
	FloatExtreme        // the smaller or larger of two floats
	Compares
	Selects
	Casts // lane by lane, from one element type to another
	LaneMoves
	Memory
	Control
)

// Kinds is a set of element types.
type Kinds uint8

// The sets of element types.
const (
	Anything Kinds = iota // not limited by the table; the verifier of the operation limits the types
	Integers              // integers and index
	Floats
)

// Any means that the number of operands or results varies.
const Any = -1

// Info describes a code.
type Info struct {
	Views    []ir.View // the operations with this code
	Family   Family
	Operands int // number of operands of the operation, or Any
	Results  int
	From, To Kinds // element types of the operands and of the results
	// Writes is true if the operation writes memory.
	Writes bool
	// C is the operation's spelling in the C language, or "" if it has none.
	C        string
	Spelling Spelling
}

// Spelling says how [Info].C is used.
type Spelling uint8

// The spellings.
const (
	NoSpelling Spelling = iota
	Infix               // an operator
	Unsigned            // an operator that needs unsigned operands
	Builtin             // a function of the C compiler for f64; the name for f32 has the suffix f
	Helper              // a function whose text backends/c adds to the kernel
)

// Info returns the description of c.
func (c Code) Info() Info { return table[c] }

// Family returns the family of c.
func (c Code) Family() Family { return table[c].Family }

// String returns the name of the first operation with code c, such as "arith.addi". It returns
// "invalid" for Invalid.
func (c Code) String() string {
	if len(table[c].Views) == 0 {
		return "invalid"
	}
	return names()[reflect.TypeOf(table[c].Views[0])]
}

// Pure reports whether an instruction with code c does nothing except compute its results.
func (c Code) Pure() bool {
	return !table[c].Writes && table[c].Family != Control && table[c].Results != 0
}

// Elementwise reports whether lane i of the result depends only on lane i of the operands. The
// condition of Select may be a scalar, which all lanes use. Operands and result may have elements
// of different widths.
func (c Code) Elementwise() bool {
	f := table[c].Family
	return f >= IntMath && f <= Casts
}

// Pred is the predicate of a comparison. If an operand is NaN, an ordered predicate (FO…) is false,
// and an unordered one (FU…) is true.
type Pred uint8

// The predicates of CmpI, numbered as in MLIR.
const (
	EQ Pred = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

// The predicates of CmpF, numbered as in MLIR.
const (
	FFalse Pred = iota
	FOEQ
	FOGT
	FOGE
	FOLT
	FOLE
	FONE
	FORD
	FUEQ
	FUGT
	FUGE
	FULT
	FULE
	FUNE
	FUNO
	FTrue
)
