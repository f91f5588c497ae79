package kernel

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
)

// Code says what an instruction does. Integer operations wrap; where MLIR leaves
// a result undefined, docs/kernel-form.md says what targets do.
type Code uint8

// The codes. Comments name operands where they are not obvious.
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
	CeilDivSI
	FloorDivSI
	AbsI
	CtPop
	CtLZ
	CtTZ
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
	Extract    // vector [, position]; else Pos
	Insert     // scalar, vector [, position]; else Pos
	StepVec    // 0, 1, 2 …
	CreateMask // count: the first lanes are on
	// memory
	Load        // scalar, or contiguous vector
	Store       // value
	MaskedLoad  // mask, what lanes that are off get
	MaskedStore // mask, value
	Gather      // indices, added to the address lane by lane
	// control
	For // lower, upper, step, initial values
	If  // condition
	codes
)

// Pure reports whether an instruction of code c only computes its results.
func (c Code) Pure() bool {
	switch c {
	case Store, MaskedStore, For, If:
		return false
	}
	return true
}

// Elementwise reports whether lane i of the result depends on lane i of the
// operands only, all operands being read at their own width.
func (c Code) Elementwise() bool { return c >= AddI && c <= Bitcast }

// Pred is the predicate of a comparison. The float predicates are O… (false) or
// U… (true) where an operand is NaN.
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

// codeOf gives the code of operations whose operands and results are the
// instruction's, in order. It is a switch, not a table by type: the compiler
// searches the cases by hash, and no map has to be built or kept.
func codeOf(op ir.View) Code {
	switch op.(type) {
	case arith.AddI:
		return AddI
	case arith.SubI:
		return SubI
	case arith.MulI:
		return MulI
	case arith.DivSI:
		return DivSI
	case arith.DivUI:
		return DivUI
	case arith.RemSI:
		return RemSI
	case arith.RemUI:
		return RemUI
	case arith.AndI:
		return AndI
	case arith.OrI:
		return OrI
	case arith.XOrI:
		return XorI
	case arith.ShLI:
		return ShLI
	case arith.ShRSI:
		return ShRSI
	case arith.ShRUI:
		return ShRUI
	case arith.MinSI:
		return MinSI
	case arith.MinUI:
		return MinUI
	case arith.MaxSI:
		return MaxSI
	case arith.MaxUI:
		return MaxUI
	case arith.CeilDivSI:
		return CeilDivSI
	case arith.FloorDivSI:
		return FloorDivSI
	case math.AbsI:
		return AbsI
	case math.CtPop:
		return CtPop
	case math.CtLz:
		return CtLZ
	case math.CtTz:
		return CtTZ
	}
	return floatCodeOf(op)
}

func floatCodeOf(op ir.View) Code {
	switch op.(type) {
	case arith.AddF:
		return AddF
	case arith.SubF:
		return SubF
	case arith.MulF:
		return MulF
	case arith.DivF:
		return DivF
	case arith.RemF:
		return RemF
	case arith.NegF:
		return NegF
	case arith.MinimumF:
		return MinimumF
	case arith.MaximumF:
		return MaximumF
	case arith.MinNumF:
		return MinNumF
	case arith.MaxNumF:
		return MaxNumF
	case math.AbsF:
		return AbsF
	case math.Sqrt:
		return SqrtF
	case math.Floor:
		return FloorF
	case math.Ceil:
		return CeilF
	case math.Trunc:
		return TruncF
	case math.RoundEven:
		return RoundEvenF
	case math.CopySign:
		return CopySign
	case math.Fma:
		return FMA
	}
	return otherCodeOf(op)
}

func otherCodeOf(op ir.View) Code {
	switch op.(type) {
	case arith.Select:
		return Select
	case arith.ExtSI:
		return ExtSI
	case arith.ExtUI:
		return ExtUI
	case arith.TruncI:
		return TruncI
	case arith.SIToFP:
		return SIToFP
	case arith.UIToFP:
		return UIToFP
	case arith.FPToSI:
		return FPToSI
	case arith.FPToUI:
		return FPToUI
	case arith.ExtF:
		return ExtF
	case arith.TruncF:
		return NarrowF
	case arith.Bitcast:
		return Bitcast
	case vector.Broadcast:
		return Broadcast
	case vector.Step:
		return StepVec
	case vector.CreateMask:
		return CreateMask
	}
	return Invalid
}
