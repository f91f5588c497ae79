package ir

import (
	"fmt"
	"reflect"
	"unsafe"
)

// Ref is embedded in views and holds the operation. The operation is a named field: if its methods
// were promoted, the compiler would generate about a hundred wrappers for each view.
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

// View gives an operation a Go type. It is a struct whose only field is an embedded Ref, or an
// embedded struct with accessors, such as Unary. Spec must not depend on the operation.
type View interface {
	Spec() Spec
	self() *Op
}

// Typed is the type constraint of views. A [Registry] checks that a view consists of one pointer.
type Typed interface{ View }

// viewOf returns op as a T. The registry has checked T.
func viewOf[T Typed](op *Op) T { return *(*T)(unsafe.Pointer(&op)) }

// checkView fails if a view has more fields than the pointer to the operation.
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

// OpOf returns the operation of a view. It does not call self, because the linker would then keep a
// copy of self for each view.
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

// As returns op as a T if it is one.
func As[T Typed](op *Op) (T, bool) {
	if !Is[T](op) {
		var none T
		return none, false
	}
	return viewOf[T](op), true
}

// Is reports whether op is a T.
func Is[T Typed](op *Op) bool {
	return op != nil && op.def.view == reflect.TypeFor[T]()
}

// Defining returns the operation that defines v as a T, if it is one.
func Defining[T Typed](v *Value) (T, bool) { return As[T](v.Def()) }

// Cast returns op as an interface: its view, or a model that a package attached to it. It is for
// interfaces; for views, use As.
func Cast[I any](op *Op) (I, bool) {
	if len(op.def.models) > 0 {
		if m, ok := op.def.models[reflect.TypeFor[I]()]; ok {
			return m.make(op).(I), true
		}
	}
	i, ok := op.View().(I)
	return i, ok
}

// Unregistered is the view of operations that no dialect lists.
type Unregistered struct{ Ref }

// Spec implements View.
func (Unregistered) Spec() Spec { return Spec{} }

// Folded is the outcome of a fold: for each result either an existing value or
// a constant.
type Folded []FoldResult

// FoldResult is one folded result: Value, or Attr for a constant.
type FoldResult struct {
	Value *Value
	Attr  Attr
}

// FoldTo returns the outcome "replace by these values".
func FoldTo(vs ...*Value) Folded {
	f := make(Folded, len(vs))
	for i, v := range vs {
		f[i].Value = v
	}
	return f
}

// FoldConst returns the outcome "replace by these constants".
func FoldConst(as ...Attr) Folded {
	f := make(Folded, len(as))
	for i, a := range as {
		f[i].Attr = a
	}
	return f
}

// Folder is an operation that may fold. consts has the value of each operand that is a constant,
// and nil for others. An empty outcome with ok set means that the operation was changed in place.
type Folder interface {
	Fold(consts []Attr) (f Folded, ok bool)
}

// Verifier checks conditions that the Spec cannot express. It runs after the Spec's checks and
// before the regions are verified.
type Verifier interface{ Verify() error }

// TypeVerifier checks types before the traits are checked, for operations whose own messages must
// take precedence.
type TypeVerifier interface{ VerifyTypes() error }

// RegionVerifier verifies an operation after its regions.
type RegionVerifier interface{ VerifyRegions() error }

// SymbolUser checks references to symbols. It runs after the contents of the symbol table are
// verified.
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

// Effect is a memory effect of an operation. Value is the memory that is affected; nil means any
// memory, or the named resource.
type Effect struct {
	Kind     EffectKind
	Value    *Value
	Resource string
}

// Effecter is an operation that lists its effects. An operation that does not implement it and has
// no trait about effects has unknown effects.
type Effecter interface{ Effects() []Effect }

// TypeInferrer is an operation that computes its result types from operands and attributes.
type TypeInferrer interface {
	// InferTypes is called on a view without an operation.
	InferTypes(in Init) ([]Type, error)
}

// Branch is a terminator that passes values to its successors: Forwarded
// returns the range of operands, hi excluded, that become the arguments of
// successor i.
type Branch interface{ Forwarded(i int) (lo, hi int) }

// ForwardEraser is a Branch that has, besides the operand segments, an attribute with the number of
// operands for each successor, such as case_operand_segments of cf.switch. EraseForwarded removes
// operand at, which successor i receives, and updates that attribute.
type ForwardEraser interface{ EraseForwarded(i, at int) }

// Caller is an operation that calls a symbol with arguments.
type Caller interface {
	Callee() Attr // a SymbolRefAttr
	Args() []*Value
}

// Callable is an operation with a body that can be called.
type Callable interface {
	CallableRegion() *Region // nil for a declaration
	CallableType() *FunctionType
}

// Namer is an operation that suggests names of results for the custom form, such as "cst".
type Namer interface {
	ResultNames(set func(v *Value, name string))
}

// Constant is an operation whose only result is the constant Value.
type Constant interface{ Value() Attr }

// Materializer creates constant operations for a dialect. It returns a constant with the value a of
// type t, or nil if the dialect has no constant for it.
type Materializer func(b *Builder, a Attr, t Type) *Op
