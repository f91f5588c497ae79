// Package kernelop is the table of the operations that kernels consist of
// (docs/kernel-form.md). The verifier of the kernel form, its reader and all targets
// take names, operand counts, families and C spellings from it.
package kernelop

import (
	"reflect"

	"github.com/lathe-ir/lathe/ir"
)

// Code identifies an operation. Integer operations wrap; docs/kernel-form.md says
// what targets do where MLIR leaves a result undefined.
type Code uint8

// The codes of instructions. Comments name operands where they are not obvious.
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
	Dot // words of four unsigned bytes, words of four signed bytes, a sum
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
	// any
	CmpI
	CmpF
	Select // condition, a vector or a scalar; then, else
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
	Extract    // vector [, position]; without it, Pos is the lane
	Insert     // scalar, vector [, position]; without it, Pos is the lane
	Shuffle    // two vectors, whose lanes are concatenated; Lanes selects among them
	StepVec    // 0, 1, 2 …
	CreateMask // the number of leading lanes that are on
	// memory
	Load        // scalar, or contiguous vector
	Store       // value
	MaskedLoad  // mask, the results of lanes that are off
	MaskedStore // mask, value
	Gather      // indices: each is added to the address for its lane
	Prefetch    // no operands; the address may be outside of the buffer
	// control
	For // lower, upper, step, initial values
	If  // condition
	// Codes below Instructions are those of instructions. Operations with other codes
	// become parts of other instructions.
	Instructions
)

// The codes of operations that become parts of other instructions.
const (
	IndexCast Code = Instructions + iota
	IndexCastUI
	WordCast // a cast between types of words, see [Words]
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

// Kinds is the kind of elements that values have.
type Kinds uint8

// The kinds of elements.
const (
	Anything Kinds = iota // the operation checks its types itself
	Integers              // and index
	Floats
)

// Any means that the number of operands or results varies.
const Any = -1

// Info describes a code.
type Info struct {
	Views    []ir.View // the operations that have the code
	Family   Family
	Operands int // of the operation, or Any
	Results  int
	From, To Kinds // of the operands and of the results
	// Writes says that the operation writes memory.
	Writes bool
	// C spells the operation in C. The spelling says what it is: an operator (Infix; Unsigned if
	// the operands must be unsigned), a function of the compiler for f64, whose name for f32 ends
	// in f (Builtin), or a helper that the printer writes. It is "" if the operation has no such
	// spelling.
	C        string
	Spelling Spelling
}

// Spelling says how Info.C is used.
type Spelling uint8

// The spellings.
const (
	NoSpelling Spelling = iota
	Infix
	Unsigned
	Builtin
	Helper
)

// Info returns the description of c.
func (c Code) Info() Info { return table[c] }

// Family returns the family of c.
func (c Code) Family() Family { return table[c].Family }

// String returns the name of the first operation of c, such as "arith.addi".
func (c Code) String() string {
	if len(table[c].Views) == 0 {
		return "invalid"
	}
	return names()[reflect.TypeOf(table[c].Views[0])]
}

// Pure reports whether an instruction of code c only computes its results.
func (c Code) Pure() bool {
	return !table[c].Writes && table[c].Family != Control && table[c].Results != 0
}

// Elementwise reports whether lane i of the result depends on lane i of the
// operands only, all operands being read at their own width.
func (c Code) Elementwise() bool {
	f := table[c].Family
	return f >= IntMath && f <= Casts
}

// Pred is the predicate of a comparison. If an operand is NaN, FO… (ordered) is false and FU…
// (unordered) is true.
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
