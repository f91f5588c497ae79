package ir

import (
	"fmt"
	"reflect"
	"unsafe"
)

// Ref is embedded in views and holds the operation. The operation is a named field, so its methods
// are not promoted. Otherwise the compiler would generate about a hundred wrappers for each view.
type Ref struct{ Op *Op }

func (r Ref) self() *Op { return r.Op }

// Unary is embedded by views of operations with one operand.
type Unary struct{ Ref }

// Operand returns the operand.
func (o Unary) Operand() *Value { return o.Op.OperandAt(0) }

// Binary is embedded by views of operations with the operands lhs and rhs.
type Binary struct{ Ref }

// LHS and RHS return the operands.
func (o Binary) LHS() *Value { return o.Op.OperandAt(0) }
func (o Binary) RHS() *Value { return o.Op.OperandAt(1) }

// View gives an operation a Go type. A view is a struct with one embedded field, which is Ref or a
// struct that embeds Ref, such as Unary. Spec must not depend on the operation.
type View interface {
	Spec() Spec
	self() *Op
}

// Typed is the type constraint for views. A [Registry] checks that a view consists of one pointer.
type Typed interface{ View }

// viewOf returns op with the view T. The registry must have checked T.
func viewOf[T Typed](op *Op) T { return *(*T)(unsafe.Pointer(&op)) }

// checkView fails if a view has other fields than the pointer to the operation.
func checkView(t reflect.Type) error {
	inner := t
	for inner.Kind() == reflect.Struct && inner.NumField() == 1 {
		inner = inner.Field(0).Type
	}
	if t.Kind() != reflect.Struct || inner != reflect.TypeFor[*Op]() {
		return fmt.Errorf("the view %s must be a struct that embeds ir.Ref and has no other field", t)
	}
	return nil
}

// viewWords is the memory layout of a View that holds a struct of one pointer.
type viewWords struct {
	methods unsafe.Pointer
	op      *Op
}

// OpOf returns the operation of a view. It does not call the method self, because the linker would
// then keep a copy of this method for each view.
func OpOf(v View) *Op {
	f := reflect.ValueOf(v)
	for f.Kind() == reflect.Struct {
		f = f.Field(0)
	}
	if f.Type() != reflect.TypeFor[*Op]() {
		panic(fmt.Sprintf("ir: BUG: the view %T must be a struct that embeds ir.Ref", v))
	}
	return (*Op)(f.UnsafePointer())
}

// As returns op with the view T. It returns false if op is nil or does not have this view.
func As[T Typed](op *Op) (T, bool) {
	if !Is[T](op) {
		var none T
		return none, false
	}
	return viewOf[T](op), true
}

// Is reports whether op has the view T. op may be nil.
func Is[T Typed](op *Op) bool {
	return op != nil && op.def.view == reflect.TypeFor[T]()
}

// Defining returns the operation that defines v with the view T. It returns false if v is a block
// argument or the operation does not have this view.
func Defining[T Typed](v *Value) (T, bool) { return As[T](v.Def()) }

// Cast returns the implementation of interface I for op: a model that a dialect declares for op, or
// op's view. It returns false if neither implements I. For views, use As.
func Cast[I any](op *Op) (I, bool) {
	if len(op.def.models) > 0 {
		if m, ok := op.def.models[reflect.TypeFor[I]()]; ok {
			return m.make(op).(I), true
		}
	}
	i, ok := op.View().(I)
	return i, ok
}

// Unregistered is the view of all unregistered operations.
type Unregistered struct{ Ref }

// Spec implements View.
func (Unregistered) Spec() Spec { return Spec{} }

// Folded is the outcome of folding an operation: for each result, an existing value or a constant.
type Folded []FoldResult

// FoldResult is one folded result: Value, or Attr for a constant.
type FoldResult struct {
	Value *Value
	Attr  Attr
}

// FoldTo returns the outcome that replaces the results by the values vs.
func FoldTo(vs ...*Value) Folded {
	f := make(Folded, len(vs))
	for i, v := range vs {
		f[i].Value = v
	}
	return f
}

// FoldConst returns the outcome that replaces each result by the constant with the same index.
func FoldConst(as ...Attr) Folded {
	f := make(Folded, len(as))
	for i, a := range as {
		f[i].Attr = a
	}
	return f
}

// Folder is an operation that may fold. consts[i] is the value of operand i, or the zero Attr if
// the operand is not constant. If ok is set and f is empty, the operation was changed in place.
type Folder interface {
	Fold(consts []Attr) (f Folded, ok bool)
}

// Verifier is an operation with conditions that the Spec cannot express. Verify runs after the
// Spec's checks and before the regions are verified.
type Verifier interface{ Verify() error }

// TypeVerifier is an operation that checks types before the traits are checked, because its own
// messages must take precedence.
type TypeVerifier interface{ VerifyTypes() error }

// RegionVerifier is an operation with conditions that are checked after its regions were verified.
type RegionVerifier interface{ VerifyRegions() error }

// SymbolUser is an operation that refers to symbols. VerifySymbols checks these references after
// all operations in the symbol table were verified without an error.
type SymbolUser interface{ VerifySymbols(t *Symbols) error }

// EffectKind is the kind of a memory effect.
type EffectKind uint8

// The kinds of effects.
const (
	Read EffectKind = iota
	Write
	Allocate
	Free
)

// Effect is a memory effect of an operation. Value is the affected memory. If Value is nil, the
// effect is on the resource called Resource, or on any memory if Resource is "".
type Effect struct {
	Kind     EffectKind
	Value    *Value
	Resource string
}

// Effecter is an operation that lists its effects. If an operation is not an Effecter and has no
// trait about effects, its effects are unknown.
type Effecter interface{ Effects() []Effect }

// TypeInferrer is an operation that computes its result types from operands and attributes.
type TypeInferrer interface {
	// InferTypes is called on a view without an operation.
	InferTypes(in Init) ([]Type, error)
}

// Branch is a terminator that passes values to its successors. Forwarded returns the range of
// operands that become the block arguments of successor i. hi is exclusive.
type Branch interface{ Forwarded(i int) (lo, hi int) }

// ForwardSetter is a Branch that can pass other values. SetForwarded calls f for each successor i,
// with the operands that become its block arguments, and replaces them by the result of f. It also
// updates the operand segments. f may change the slice.
type ForwardSetter interface {
	Branch
	SetForwarded(f func(i int, vs []*Value) []*Value)
}

// Caller is an operation that calls a symbol with arguments.
type Caller interface {
	Callee() Attr // a SymbolRefAttr
	Args() []*Value
}

// Callable is an operation that can be called, such as a function.
type Callable interface {
	CallableRegion() *Region // nil for a declaration
	CallableType() *FunctionType
}

// Namer is an operation that suggests names of results for the custom form, such as "cst".
// ResultNames calls set with the first value of each group of results and a name for this group.
type Namer interface {
	ResultNames(set func(v *Value, name string))
}

// Constant is an operation whose only result is the constant that Value returns.
type Constant interface{ Value() Attr }

// Materializer creates constant operations for a dialect. It returns a constant with the value a
// and the type t, or nil if the dialect has no constant operation for them.
type Materializer func(b *Builder, a Attr, t Type) *Op
