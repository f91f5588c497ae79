package ir

import (
	"math/big"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Attr is an attribute: one pointer, compared with ==. Equal attributes have the same pointer, with
// two exceptions: each distinct attribute and each large constant has its own pointer. EqualAttr
// compares large constants by their elements. The zero Attr is not an attribute.
type Attr struct{ rep *attrRep }

// AttrData is the content of an attribute. Implementations are immutable. Their strings must not
// share memory with a text that can change, because the attribute may outlive the program.
type AttrData interface {
	// Print writes the complete text of the attribute. It includes the prefix "#dialect." unless
	// the attribute is builtin, and the type if the attribute has a type.
	Print(w *Writer)
}

type attrRep struct {
	data  AttrData
	text  string // "" if the attribute has its own identity, or if its key contains an identity; see keyText
	alias bool   // the text contains a part that may be printed as an alias
	size  extent
}

var attrs interner[attrRep]

// NewAttr returns the attribute that d describes.
func NewAttr(d AttrData) Attr {
	if e, ok := d.(*DenseElements); ok && e.large() {
		return Attr{&attrRep{data: d, size: e.Type.rep.size.around()}}
	}
	if e, ok := d.(*DistinctAttr); ok {
		return Attr{&attrRep{data: d, alias: true, size: e.Of.rep.size.around()}}
	}
	w := plainWriter()
	defer w.release()
	d.Print(w)
	_, aliaser := d.(Aliaser)
	alias, identity, size := aliaser || w.sawAlias, w.sawIdentity, w.held.around()
	return Attr{attrs.get(w.buf, func(key string) attrRep {
		if identity {
			key = ""
		}
		return attrRep{data: owned(d), text: key, alias: alias, size: size}
	})}
}

// Data returns the content of the attribute, for a type switch, or nil for the zero Attr.
func (a Attr) Data() AttrData {
	if a.rep == nil {
		return nil
	}
	return a.rep.data
}

// IsNil reports whether a is the zero Attr.
func (a Attr) IsNil() bool { return a.rep == nil }

// String returns the attribute as MLIR prints it, without aliases.
func (a Attr) String() string {
	if a.rep == nil {
		return "<<NULL ATTRIBUTE>>"
	}
	if a.rep.text != "" {
		return a.rep.text
	}
	w := plainWriter()
	defer w.release()
	w.key = false
	w.Attr(a)
	return string(w.buf)
}

// AttrAs returns the data of a if it is a D.
func AttrAs[D AttrData](a Attr) (D, bool) {
	d, ok := a.Data().(D)
	return d, ok
}

// IsAttr reports whether the data of a is a D.
func IsAttr[D AttrData](a Attr) bool {
	_, ok := a.Data().(D)
	return ok
}

// EqualAttr reports whether a and b are equal. It compares large constants by their elements, but
// not large constants inside other attributes.
func EqualAttr(a, b Attr) bool {
	if a == b {
		return true
	}
	x, ok1 := AttrAs[*DenseElements](a)
	y, ok2 := AttrAs[*DenseElements](b)
	return ok1 && ok2 && x.equal(y)
}

// NamedAttr is one entry of a dictionary.
type NamedAttr struct {
	Name string
	Attr Attr
}

// UnitAttr is the unit attribute. It has no value: only its presence has a meaning.
type UnitAttr struct{}

// IntAttr is an integer, index or boolean of type Type. If the value does not fit into 64 bits, Big
// is set and Value is not used.
//
//	5 : i32, true
type IntAttr struct {
	Type  Type
	Value int64 // sign-extended for signless and signed types, zero-extended for unsigned types
	Big   *big.Int
}

// FloatAttr is a float of type Type. Lo and Hi are its bit pattern. For f80 and f128, Hi holds the
// bits from bit 64 on.
//
//	1.000000e+00 : f32
type FloatAttr struct {
	Type   Type
	Lo, Hi uint64
}

// StringAttr is a string. In rare cases it has a type.
type StringAttr struct {
	Value string
	Type  Type // nil: none
}

// ArrayAttr is an ordered list.
type ArrayAttr struct{ Elems []Attr }

// DictAttr is a dictionary whose entries are sorted by name.
type DictAttr struct{ Entries []NamedAttr }

// TypeAttr is a type used as an attribute.
type TypeAttr struct{ Type Type }

// SymbolRefAttr refers to a symbol, possibly inside other symbol tables.
//
//	@a::@b
type SymbolRefAttr struct {
	Root   string
	Nested []string
}

// AffineMapAttr is affine_map<…>.
type AffineMapAttr struct{ Map affine.Map }

// IntegerSetAttr is affine_set<…>.
type IntegerSetAttr struct{ Set affine.Set }

// StridedLayoutAttr is the memref layout strided<[…], offset: …>.
type StridedLayoutAttr struct {
	Offset  int64 // may be Dynamic
	Strides []int64
}

// DenseArrayAttr is a flat array of integers, booleans or floats.
//
//	array<i64: 1, 2>
type DenseArrayAttr struct {
	Elem   Type
	Values *tensor.Tensor // one dimension
}

// OpaqueAttr is an attribute of a dialect that is not registered.
//
//	#foo<"bar">, #foo.bar<1>
type OpaqueAttr struct {
	Dialect, Body string
	Type          Type // nil: none
}

// DistinctAttr is an attribute that differs from every other attribute, even from a distinct
// attribute of the same value.
//
//	distinct[0]<42 : i32>
type DistinctAttr struct{ Of Attr }

var (
	unitAttr  = NewAttr(&UnitAttr{})
	trueAttr  = NewAttr(&IntAttr{Type: i1, Value: -1})
	falseAttr = NewAttr(&IntAttr{Type: i1, Value: 0})
)

// Unit returns the unit attribute.
func Unit() Attr { return unitAttr }

// BoolAttr returns the attribute true or false.
func BoolAttr(v bool) Attr {
	if v {
		return trueAttr
	}
	return falseAttr
}

// NewInt returns an integer attribute of type t. If t is an integer type, NewInt wraps v to the
// width of t.
func NewInt(v int64, t Type) Attr {
	if d, ok := t.Data().(*IntType); ok {
		v = wrapInt(v, d)
	}
	return NewAttr(&IntAttr{Type: t, Value: v})
}

func wrapInt(v int64, t *IntType) int64 {
	if t.Bits >= 64 {
		return v
	}
	sh := 64 - uint(t.Bits)
	if t.Sign == Unsigned {
		return int64(uint64(v) << sh >> sh)
	}
	return v << sh >> sh
}

// NewI64 and NewI32 return integer attributes of the types i64 and i32.
func NewI64(v int64) Attr { return NewInt(v, i64) }
func NewI32(v int64) Attr { return NewInt(v, i32) }

// NewFloat returns a float attribute of type t, which must be a float type. It rounds v to t.
func NewFloat(v float64, t Type) Attr {
	d, ok := t.Data().(*FloatType)
	if !ok {
		panic("ir: BUG: NewFloat of type " + t.String())
	}
	if d.Kind == tensor.F80 || d.Kind == tensor.F128 {
		one := tensor.New(d.Kind, 1)
		one.SetFloat(0, v)
		lo, hi := one.Bits128(0)
		return NewAttr(&FloatAttr{Type: t, Lo: lo, Hi: hi})
	}
	return NewAttr(&FloatAttr{Type: t, Lo: tensor.FloatToBits(d.Kind, v)})
}

// Float returns the value as a float64. It rounds values of the types f80 and f128.
func (d *FloatAttr) Float() float64 {
	k := d.Type.Kind()
	if k == tensor.F80 || k == tensor.F128 {
		one := tensor.New(k, 1)
		one.SetBits128(0, d.Lo, d.Hi)
		return one.Float(0)
	}
	return tensor.BitsToFloat(k, d.Lo)
}

// NewString returns a string attribute.
func NewString(s string) Attr {
	var room [64]byte
	return Attr{attrs.get(appendQuoted(room[:0], s), func(key string) attrRep { return stringRep(s, key) })}
}

// NewStrings returns a string attribute for each text. For thousands of texts it is faster than
// separate calls of NewString (BenchmarkStrings).
func NewStrings(texts []string) []Attr {
	out := make([]Attr, len(texts))
	attrs.getAll(len(texts), func(i int, to []byte) []byte { return appendQuoted(to, texts[i]) },
		func(i int, key string) attrRep { return stringRep(texts[i], key) },
		func(i int, rep *attrRep) { out[i] = Attr{rep} })
	return out
}

// stringRep returns the representation of the string s. key is s in quotes. The result does not
// share memory with s, which may be a part of a large text.
func stringRep(s, key string) attrRep {
	if inner := key[1 : len(key)-1]; inner == s {
		s = inner // so that the string and key share one copy of the text
	} else {
		s = strings.Clone(s)
	}
	return attrRep{data: &StringAttr{Value: s}, text: key, size: extent{}.around()}
}

// NewArray returns an array attribute.
func NewArray(elems ...Attr) Attr { return NewAttr(&ArrayAttr{slices.Clone(elems)}) }

// NewDict returns a dictionary of the entries, sorted by name.
func NewDict(entries ...NamedAttr) Attr {
	s := slices.Clone(entries)
	sortNamed(s)
	return NewAttr(&DictAttr{s})
}

// NewTypeAttr returns a type as an attribute.
func NewTypeAttr(t Type) Attr { return NewAttr(&TypeAttr{t}) }

// NewSymbolRef returns the symbol reference @root::@nested….
func NewSymbolRef(root string, nested ...string) Attr {
	return NewAttr(&SymbolRefAttr{root, slices.Clone(nested)})
}

// NewAffineMap returns affine_map<m>.
func NewAffineMap(m affine.Map) Attr { return NewAttr(&AffineMapAttr{m}) }

// NewDenseI64 returns array<i64: v…>.
func NewDenseI64(v ...int64) Attr {
	return NewAttr(&DenseArrayAttr{i64, tensor.FromSlice([]int64{int64(len(v))}, slices.Clone(v))})
}

// NewDenseI32 returns array<i32: v…>.
func NewDenseI32(v ...int32) Attr {
	return NewAttr(&DenseArrayAttr{i32, tensor.FromSlice([]int64{int64(len(v))}, slices.Clone(v))})
}

// NewDenseF64 returns array<f64: v…>.
func NewDenseF64(v ...float64) Attr {
	return NewAttr(&DenseArrayAttr{f64, tensor.FromSlice([]int64{int64(len(v))}, slices.Clone(v))})
}

// NewDenseBools returns array<i1: v…>.
func NewDenseBools(v ...bool) Attr {
	return NewAttr(&DenseArrayAttr{i1, tensor.FromSlice([]int64{int64(len(v))}, slices.Clone(v))})
}
