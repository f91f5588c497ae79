package ir

// Trait is a set of traits of an operation.
type Trait uint64

// The traits. Most of them exist in MLIR, where a few have other names: NoSideEffect is
// NoMemoryEffect, RecursiveEffects is RecursiveMemoryEffects, GraphRegion is HasOnlyGraphRegion,
// and AllocationScope is AutomaticAllocationScope.
const (
	// Pure operations have no effects and may be executed speculatively. With RecursiveEffects,
	// this is true only if all nested operations are pure.
	Pure Trait = 1 << iota
	// NoSideEffect operations have no effects but must not be executed speculatively.
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
	// InlineBarrier prevents inlining of a call that has this trait, and of functions that contain
	// an operation with this trait.
	InlineBarrier
	// AlwaysEffect operations, such as prints, have unknown effects. They keep their order relative
	// to all operations that may have effects. An operation without a trait or interface about
	// effects is treated in the same way.
	AlwaysEffect
	// CanonicalNaN operations compute floats or complex numbers, and every NaN in a result has the
	// bits that tensor.CanonicalNaN returns. Operations without this trait may copy the bits of
	// operands, or return NaNs with any bits.
	CanonicalNaN
)

// Arity is the number of values or regions of a field: one, at most one, or any number.
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
	// Text is the end of the message "operand #0 must be …".
	Text string
	// Accept is the predicate. If Accept is nil, all types are accepted.
	Accept func(Type) bool
	// Var names a type variable. Fields of an operation with the same Var have the same type.
	Var string
	// Fixed, if set, is the only accepted type. The custom form can then omit the type.
	Fixed Type
	// Class, if set, is a check that the parser makes before the verifier calls Accept, as in MLIR.
	// The parser's message contains ClassName.
	Class     func(Type) bool
	ClassName string
}

// Field describes an operand, a result or a successor, or a variadic group of them.
type Field struct {
	Name  string
	Type  Constraint
	Arity Arity
	Doc   string
}

// AttrForm is the form in which custom formats write an attribute.
type AttrForm uint8

// The forms.
const (
	// FormDefault is the usual form of the attribute, including its type.
	FormDefault AttrForm = iota
	// FormNoType omits the type. The parser uses AttrConstraint.Type.
	FormNoType
	// FormSymbolName writes a string attribute as @name.
	FormSymbolName
	// FormEnum writes an integer attribute as one of the words of AttrConstraint.Enum.
	FormEnum
	// FormDenseArray writes array<T: 1, 2> as [1, 2], where T is AttrConstraint.Type.
	FormDenseArray
	// FormStripped writes a dialect's attribute without the prefix "#dialect.mnemonic".
	// AttrConstraint.Mnemonic is this prefix without "#".
	FormStripped
	// FormType writes a type attribute as its type.
	FormType
)

// AttrConstraint is a predicate on attributes. Text is the end of the message "attribute 'x' failed
// to satisfy constraint: …".
type AttrConstraint struct {
	Text   string
	Accept func(Attr) bool
	// Stores accepts the attributes that the operation can store, as MLIR's storage type does. The
	// parser rejects other attributes before verification. If Stores is nil, Accept is used.
	Stores func(Attr) bool
	Form   AttrForm
	// List is set if the attribute is a list of numbers that [Attr.Ints] returns. If it is a splat,
	// it must have at most [MaxSplatInts] elements.
	List bool
	// Type is the attribute's type for FormNoType and FormEnum, and the element type for
	// FormDenseArray. For FormNoType, it must be set for numbers, and is not set for strings. For
	// FormEnum, the default is a signless integer of 64 bits.
	Type Type
	// Enum lists the words of an enumeration by value. The entry of a value without a word is "".
	Enum []string
	// Mnemonic is "dialect.mnemonic" for FormStripped.
	Mnemonic string
}

// AttrField describes an inherent attribute. Default, if set, is the value of an absent attribute.
// The custom form omits an attribute with this value. New operations get the default unless the
// attribute is also optional.
type AttrField struct {
	Name     string
	Type     AttrConstraint
	Optional bool
	Default  Attr
	Doc      string
}

// RegionField describes a region, or a group of regions.
type RegionField struct {
	Name  string
	Arity Arity // One or Variadic
	// Sized requires that the region has exactly one block.
	Sized bool
	// NonEmpty requires at least one block.
	NonEmpty bool
}

// TypeRule states that the type of the field To is Fn(t), where t is the type of the field From,
// like MLIR's TypesMatchWith. If Fn is nil, the types must be equal (AllTypesMatch). Text is the
// end of the message "failed to verify that …".
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
	// Parents lists the operations that may contain this operation directly. If Parents is empty,
	// every operation may contain it.
	Parents []string
	// Implicit is the name of the terminator that the custom form omits and the parser adds.
	Implicit string
	// Format is the custom form, in MLIR's declarative assembly format. If it is "", the view
	// parses and prints the custom form, or the operation has no custom form.
	Format string
}
