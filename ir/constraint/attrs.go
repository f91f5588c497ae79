package constraint

import (
	"strconv"

	"github.com/lathe-ir/lathe/ir"
)

// The constraints on attributes.
var (
	// Unit accepts unit attributes. A custom form writes a keyword in an optional group for them.
	Unit = ir.AttrConstraint{Text: "unit attribute", Accept: func(a ir.Attr) bool { return a == ir.Unit() }}
	// Typed accepts strings, and other attributes that have a type.
	Typed = ir.AttrConstraint{Text: "TypedAttr instance", Accept: func(a ir.Attr) bool { return ir.IsAttr[*ir.StringAttr](a) || !a.TypeOf().IsNil() }}
	// AnyAttr accepts every attribute.
	AnyAttr = ir.AttrConstraint{Text: "any attribute"}
	// String accepts strings.
	String = ir.AttrConstraint{Text: "string attribute", Accept: ir.IsAttr[*ir.StringAttr], Form: ir.FormNoType}
	// Bool accepts true and false.
	Bool = ir.AttrConstraint{Text: "bool attribute", Accept: isBoolAttr, Form: ir.FormNoType, Type: ir.I1()}
	// I64, I32Attr and IndexAttr accept integers of the types i64, i32 and index.
	I64       = ir.AttrConstraint{Text: "64-bit signless integer attribute", Accept: IntOf(ir.I64()), Stores: isInt, Form: ir.FormNoType, Type: ir.I64()}
	I32Attr   = ir.AttrConstraint{Text: "32-bit signless integer attribute", Accept: IntOf(ir.I32()), Stores: isInt, Form: ir.FormNoType, Type: ir.I32()}
	IndexAttr = ir.AttrConstraint{Text: "index attribute", Accept: IntOf(ir.Index()), Stores: isInt, Form: ir.FormNoType, Type: ir.Index()}
	// I64s, I32s and Bools accept dense arrays of i64, i32 and i1.
	I64s  = ir.AttrConstraint{Text: "i64 dense array attribute", Accept: denseOf(ir.I64()), Form: ir.FormDenseArray, Type: ir.I64()}
	I32s  = ir.AttrConstraint{Text: "i32 dense array attribute", Accept: denseOf(ir.I32()), Form: ir.FormDenseArray, Type: ir.I32()}
	Bools = ir.AttrConstraint{Text: "i1 dense array attribute", Accept: denseOf(ir.I1()), Form: ir.FormDenseArray, Type: ir.I1()}
	// Map accepts affine maps.
	Map = ir.AttrConstraint{Text: "AffineMap attribute", Accept: ir.IsAttr[*ir.AffineMapAttr]}
	// Maps accepts arrays of affine maps.
	Maps = ir.AttrConstraint{Text: "AffineMap array attribute", Accept: arrayOf(ir.IsAttr[*ir.AffineMapAttr]), Stores: isArray}
	// Array accepts arrays.
	Array = ir.AttrConstraint{Text: "array attribute", Accept: ir.IsAttr[*ir.ArrayAttr]}
	// BoolArray accepts arrays of true and false.
	BoolArray = ir.AttrConstraint{Text: "1-bit boolean array attribute", Accept: arrayOf(isBoolAttr), Stores: isArray}
	// SymbolName accepts strings, which custom forms write as @name.
	SymbolName = ir.SymbolNameConstraint
	// FlatRef accepts symbol references without nested symbols, such as @a.
	FlatRef = ir.AttrConstraint{Text: "flat symbol reference attribute", Accept: isFlatRef}
	// Segments accepts the sizes of operand or result segments.
	Segments = I32s
)

func isInt(a ir.Attr) bool   { return ir.IsAttr[*ir.IntAttr](a) }
func isArray(a ir.Attr) bool { return ir.IsAttr[*ir.ArrayAttr](a) }

func isBoolAttr(a ir.Attr) bool { return a == ir.BoolAttr(true) || a == ir.BoolAttr(false) }

// IsElements reports whether a is a constant vector or tensor.
func IsElements(a ir.Attr) bool {
	switch a.Data().(type) {
	case *ir.DenseElements, *ir.DenseNumbers, *ir.DenseStrings, *ir.SparseElements, *ir.ResourceElements:
		return true
	}
	return false
}

func isFlatRef(a ir.Attr) bool {
	r, ok := ir.AttrAs[*ir.SymbolRefAttr](a)
	return ok && len(r.Nested) == 0
}

// IntOf returns a predicate that accepts integer attributes of type t.
func IntOf(t ir.Type) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		d, ok := ir.AttrAs[*ir.IntAttr](a)
		return ok && d.Type == t
	}
}

func denseOf(t ir.Type) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		d, ok := ir.AttrAs[*ir.DenseArrayAttr](a)
		return ok && d.Elem == t
	}
}

func arrayOf(p func(ir.Attr) bool) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		d, ok := ir.AttrAs[*ir.ArrayAttr](a)
		if !ok {
			return false
		}
		for _, e := range d.Elems {
			if !p(e) {
				return false
			}
		}
		return true
	}
}

// ArrayOf returns a constraint that accepts arrays whose elements p accepts.
func ArrayOf(text string, p func(ir.Attr) bool) ir.AttrConstraint {
	return ir.AttrConstraint{Text: text, Accept: arrayOf(p), Stores: isArray}
}

// Enum64 returns a constraint that accepts 64-bit integers with names, like MLIR's I64EnumAttr:
// words[i] is the name of i. If words[i] is empty, i is not accepted.
func Enum64(words ...string) ir.AttrConstraint {
	text := "allowed 64-bit signless integer cases: "
	for i := range words {
		if i > 0 {
			text += ", "
		}
		text += strconv.Itoa(i)
	}
	return enum(text, ir.I64(), words)
}

// Enum32 is like Enum64, but accepts 32-bit integers and has the given text.
func Enum32(text string, words ...string) ir.AttrConstraint { return enum(text, ir.I32(), words) }

func enum(text string, t ir.Type, words []string) ir.AttrConstraint {
	return ir.AttrConstraint{
		Text: text, Form: ir.FormEnum, Type: t, Enum: words,
		Accept: func(a ir.Attr) bool {
			d, ok := ir.AttrAs[*ir.IntAttr](a)
			return ok && d.Type == t && d.Value >= 0 && int(d.Value) < len(words) && words[d.Value] != ""
		},
	}
}
