package ir

// Trait is a set of facts about an operation.
type Trait uint64

// The traits. If MLIR has a trait, its name is MLIR's.
const (
	// Pure operations have no effects and may be executed speculatively.
	Pure Trait = 1 << iota
	// NoSideEffect operations have no effects but must not be speculated.
	NoSideEffect
	// RecursiveEffects operations have the effects of their regions.
	RecursiveEffects
	Commutative
	Idempotent
	Involution
	Terminator
	ReturnLike
	IsolatedFromAbove
	SingleBlock
	NoTerminator
	NoRegionArguments
	GraphRegion
	SymbolTable
	Symbol
	AffineScope
	AllocationScope
	ConstantLike
	Elementwise
	SameTypeOperands
	SameOperandsAndResultType
	SameOperandsShape
	SameOperandsAndResultShape
	SameOperandsElementType
	SameOperandsAndResultElementType
	AttrSizedOperandSegments
	AttrSizedResultSegments
	// InlineBarrier keeps an operation and its parent from being inlined.
	InlineBarrier
	// AlwaysEffect marks operations that keep their order with all others, such as prints.
	// Operations without a trait or interface about effects are treated like them.
	AlwaysEffect
	// CanonicalNaN operations compute floats or complex numbers: every NaN in a result has the bits
	// that tensor.CanonicalNaN returns. Other operations move the bits of their operands, or may
	// return NaNs with any bits.
	CanonicalNaN
)

// Arity says how many values, attributes or regions one field has: one, at most one, or any number.
type Arity uint8

// The arities.
const (
	One Arity = iota
	Optional
	Variadic
)

// Constraint is a predicate on types, with the text that MLIR prints after "must be". The zero
// Constraint accepts every type.
type Constraint struct {
	// Text completes "operand #0 must be …".
	Text string
	// Accept is the predicate; nil accepts all.
	Accept func(Type) bool
	// Var names a type variable: fields of one operation with the same Var have
	// the same type.
	Var string
	// Fixed is set if only one type is accepted, so that a format need not spell it.
	Fixed Type
	// Class, if set, is a check that MLIR makes while parsing a type, before the verifier checks
	// Accept; ClassName is the name in its message.
	Class     func(Type) bool
	ClassName string
}

// Field describes an operand, result or group of them.
type Field struct {
	Name  string
	Type  Constraint
	Arity Arity
	Doc   string
}

// AttrForm is the form of an attribute in a format.
type AttrForm uint8

// The forms.
const (
	// FormDefault spells the attribute in its usual form, type included.
	FormDefault AttrForm = iota
	// FormNoType omits the type, which is AttrConstraint.Type.
	FormNoType
	// FormSymbolName spells a string attribute as @name.
	FormSymbolName
	// FormEnum spells an integer attribute as one of the words of Enum.
	FormEnum
	// FormDenseArray spells array<T: 1, 2> as [1, 2], T being Type.
	FormDenseArray
	// FormStripped spells a dialect's attribute without "#dialect.mnemonic",
	// which is AttrConstraint.Mnemonic.
	FormStripped
	// FormType spells a type attribute as the type.
	FormType
)

// AttrConstraint is a predicate on attributes; Text completes "attribute 'x'
// failed to satisfy constraint: …".
type AttrConstraint struct {
	Text   string
	Accept func(Attr) bool
	// Stores accepts the attributes that the operation can store, MLIR's storage type. The parser
	// rejects others before verification. Nil means Accept.
	Stores func(Attr) bool
	Form   AttrForm
	// List says that the attribute is a list of numbers, which [Attr.Ints] returns. It has at most
	// [MaxSplatInts] elements if it is a splat.
	List bool
	// Type is the attribute's type for FormNoType, which numbers need and strings do not have;
	// the type for FormEnum (by default a signless integer of 64 bits); and the element type for
	// FormDenseArray.
	Type Type
	// Enum lists the words of an enumeration by value; "" means that the value has no word.
	Enum []string
	// Mnemonic is "dialect.name" for FormStripped.
	Mnemonic string
}

// AttrField describes an inherent attribute. Default, if set, is the value of an absent
// attribute, and the custom form omits it. New operations get it unless the attribute is also
// optional.
type AttrField struct {
	Name     string
	Type     AttrConstraint
	Optional bool
	Default  Attr
	Doc      string
}

// RegionField describes a region.
type RegionField struct {
	Name  string
	Arity Arity // One or Variadic
	// Sized requires that the region has exactly one block.
	Sized bool
	// NonEmpty requires at least one block.
	NonEmpty bool
}

// TypeRule states that the type of To follows from that of From, as MLIR's TypesMatchWith: Text
// completes "failed to verify that …". If Fn is nil, the types must be equal (AllTypesMatch).
type TypeRule struct {
	From, To string
	Fn       func(Type) Type
	Text     string
}

// Spec describes an operation as data, as TableGen does in MLIR.
type Spec struct {
	Name       string // "arith.addi"
	Doc        string
	Operands   []Field
	Results    []Field
	Attrs      []AttrField
	Regions    []RegionField
	Successors []Field
	Traits     Trait
	Rules      []TypeRule
	// Parents lists the operations that may enclose this one; empty: any.
	Parents []string
	// Implicit names the terminator that the custom form omits and the parser adds.
	Implicit string
	// Format is MLIR's declarative assembly format; "" means that the view parses
	// and prints itself, or that the operation has no custom form.
	Format string
}
