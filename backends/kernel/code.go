package kernel

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
// instruction's, in order.
func codeOf(name string) Code {
	switch name {
	case "arith.addi":
		return AddI
	case "arith.subi":
		return SubI
	case "arith.muli":
		return MulI
	case "arith.divsi":
		return DivSI
	case "arith.divui":
		return DivUI
	case "arith.remsi":
		return RemSI
	case "arith.remui":
		return RemUI
	case "arith.andi":
		return AndI
	case "arith.ori":
		return OrI
	case "arith.xori":
		return XorI
	case "arith.shli":
		return ShLI
	case "arith.shrsi":
		return ShRSI
	case "arith.shrui":
		return ShRUI
	case "arith.minsi":
		return MinSI
	case "arith.minui":
		return MinUI
	case "arith.maxsi":
		return MaxSI
	case "arith.maxui":
		return MaxUI
	case "arith.ceildivsi":
		return CeilDivSI
	case "arith.floordivsi":
		return FloorDivSI
	case "math.absi":
		return AbsI
	case "math.ctpop":
		return CtPop
	case "math.ctlz":
		return CtLZ
	case "math.cttz":
		return CtTZ
	}
	return floatCodeOf(name)
}

func floatCodeOf(name string) Code {
	switch name {
	case "arith.addf":
		return AddF
	case "arith.subf":
		return SubF
	case "arith.mulf":
		return MulF
	case "arith.divf":
		return DivF
	case "arith.remf":
		return RemF
	case "arith.negf":
		return NegF
	case "arith.minimumf":
		return MinimumF
	case "arith.maximumf":
		return MaximumF
	case "arith.minnumf":
		return MinNumF
	case "arith.maxnumf":
		return MaxNumF
	case "math.absf":
		return AbsF
	case "math.sqrt":
		return SqrtF
	case "math.floor":
		return FloorF
	case "math.ceil":
		return CeilF
	case "math.trunc":
		return TruncF
	case "math.roundeven":
		return RoundEvenF
	case "math.copysign":
		return CopySign
	case "math.fma":
		return FMA
	}
	return otherCodeOf(name)
}

func otherCodeOf(name string) Code {
	switch name {
	case "arith.select":
		return Select
	case "arith.extsi":
		return ExtSI
	case "arith.extui":
		return ExtUI
	case "arith.trunci":
		return TruncI
	case "arith.sitofp":
		return SIToFP
	case "arith.uitofp":
		return UIToFP
	case "arith.fptosi":
		return FPToSI
	case "arith.fptoui":
		return FPToUI
	case "arith.extf":
		return ExtF
	case "arith.truncf":
		return NarrowF
	case "arith.bitcast":
		return Bitcast
	case "vector.broadcast":
		return Broadcast
	case "vector.step":
		return StepVec
	case "vector.create_mask":
		return CreateMask
	}
	return Invalid
}
