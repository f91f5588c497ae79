package ir

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// Type is a type. Types are interned: a Type is one pointer and is compared with ==. The zero Type
// means that there is no type.
type Type struct{ rep *typeRep }

// TypeData is the content of a type. Implementations are immutable. Two contents with the same
// printed text are the same type. A content may outlive the parsed file, so its strings must not
// share memory with the text of the file.
type TypeData interface {
	// Print writes the complete text of the type, with "!dialect." unless the type is builtin.
	Print(w *Writer)
}

type typeRep struct {
	data  TypeData
	text  string // "" if the key contains an identity; see keyText
	alias bool   // the text contains a part that may be printed as an alias
	size  extent
}

var types interner[typeRep]

// NewType returns the type that d describes.
func NewType(d TypeData) Type {
	w := plainWriter()
	defer w.release()
	d.Print(w)
	_, aliaser := d.(Aliaser)
	alias, identity, size := aliaser || w.sawAlias, w.sawIdentity, w.held.around()
	return Type{types.get(w.buf, func(key string) typeRep {
		if identity {
			key = ""
		}
		return typeRep{data: owned(d), text: key, alias: alias, size: size}
	})}
}

// Data returns the content of the type, for a type switch, or nil for the zero Type.
func (t Type) Data() TypeData {
	if t.rep == nil {
		return nil
	}
	return t.rep.data
}

// IsNil reports whether t is the zero Type.
func (t Type) IsNil() bool { return t.rep == nil }

// String returns the type as MLIR prints it, without aliases.
func (t Type) String() string {
	if t.rep == nil {
		return "<<NULL TYPE>>"
	}
	if t.rep.text != "" {
		return t.rep.text
	}
	w := plainWriter()
	defer w.release()
	w.key = false
	t.rep.data.Print(w)
	return string(w.buf)
}

// TypeAs returns the data of t if it is a D.
func TypeAs[D TypeData](t Type) (D, bool) {
	d, ok := t.Data().(D)
	return d, ok
}

// IsType reports whether the data of t is a D.
func IsType[D TypeData](t Type) bool {
	_, ok := t.Data().(D)
	return ok
}

// Dynamic is the extent of a dimension that is not known at compile time.
const Dynamic int64 = math.MinInt64

// Sign is the signedness of an integer type.
type Sign uint8

// The signednesses of MLIR's integer types.
const (
	Signless Sign = iota
	Signed
	Unsigned
)

// IntType is an integer type of 0 to 16,777,215 bits.
//
//	i32, si8, ui16
type IntType struct {
	Bits int
	Sign Sign
}

// FloatType is a floating-point type. Kind is one of the float kinds of package tensor.
//
//	f32, bf16, f8E4M3FN
type FloatType struct{ Kind tensor.Kind }

// IndexType is MLIR's type index. It is as wide as a pointer, which is 64 bits in Lathe.
type IndexType struct{}

// NoneType is the unit type none.
type NoneType struct{}

// ComplexType is a complex number with parts of type Elem.
//
//	complex<f32>
type ComplexType struct{ Elem Type }

// TupleType is tuple<…>.
type TupleType struct{ Elems []Type }

// FunctionType is the type of a function from inputs to results.
//
//	(i32, f32) -> i1
type FunctionType struct{ Inputs, Results []Type }

// VectorType is a vector with fixed or scalable dimensions.
//
//	vector<4x[8]xf32>
type VectorType struct {
	Shape    []int64
	Scalable []bool // nil if no dimension is scalable
	Elem     Type
}

// Encoding is an attribute that describes the encoding of a tensor type and can verify the type.
type Encoding interface {
	// VerifyEncoding checks the type t, whose Encoding is this attribute.
	VerifyEncoding(t *TensorType) error
}

// TensorType is a ranked tensor. A dimension may be Dynamic.
//
//	tensor<4x?xf32, #enc>
type TensorType struct {
	Shape    []int64
	Elem     Type
	Encoding Attr // may be nil
}

// UnrankedTensorType is tensor<*xf32>.
type UnrankedTensorType struct{ Elem Type }

// MemRefType is a ranked memory reference.
//
//	memref<4x?xf32, strided<[?, 1]>, 3>
type MemRefType struct {
	Shape  []int64
	Elem   Type
	Layout Attr // nil: identity
	Space  Attr // nil: default
}

// UnrankedMemRefType is memref<*xf32>.
type UnrankedMemRefType struct {
	Elem  Type
	Space Attr
}

// OpaqueType is a type of an unregistered dialect.
//
//	!foo<"bar">, !foo.bar<i32>
type OpaqueType struct{ Dialect, Body string }

var (
	i1    = NewType(&IntType{Bits: 1})
	i8    = NewType(&IntType{Bits: 8})
	i16   = NewType(&IntType{Bits: 16})
	i32   = NewType(&IntType{Bits: 32})
	i64   = NewType(&IntType{Bits: 64})
	f32   = NewType(&FloatType{tensor.F32})
	f64   = NewType(&FloatType{tensor.F64})
	index = NewType(&IndexType{})
	none  = NewType(&NoneType{})
)

// I1, I32, I64, F32, F64, Index and None return the types with these names.
func I1() Type    { return i1 }
func I32() Type   { return i32 }
func I64() Type   { return i64 }
func F32() Type   { return f32 }
func F64() Type   { return f64 }
func Index() Type { return index }
func None() Type  { return none }

// Int returns the signless integer type of the given width in bits.
func Int(bits int) Type {
	switch bits {
	case 1:
		return i1
	case 8:
		return i8
	case 16:
		return i16
	case 32:
		return i32
	case 64:
		return i64
	}
	return NewType(&IntType{Bits: bits})
}

// Float returns the float type of kind k.
func Float(k tensor.Kind) Type {
	switch k {
	case tensor.F32:
		return f32
	case tensor.F64:
		return f64
	}
	return NewType(&FloatType{k})
}

// Tensor returns tensor<shape x elem>.
func Tensor(elem Type, shape ...int64) Type {
	return NewType(&TensorType{Shape: slices.Clone(shape), Elem: elem})
}

// MemRef returns memref<shape x elem> with the identity layout.
func MemRef(elem Type, shape ...int64) Type {
	return NewType(&MemRefType{Shape: slices.Clone(shape), Elem: elem})
}

// Vector returns vector<shape x elem>.
func Vector(elem Type, shape ...int64) Type {
	return NewType(&VectorType{Shape: slices.Clone(shape), Elem: elem})
}

// Function returns (inputs) -> results.
func Function(inputs, results []Type) Type {
	return NewType(&FunctionType{Inputs: slices.Clone(inputs), Results: slices.Clone(results)})
}

// Complex returns complex<elem>.
func Complex(elem Type) Type { return NewType(&ComplexType{elem}) }
