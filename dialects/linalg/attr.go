package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Iterator is the kind of a loop: parallel, or a reduction.
type Iterator uint8

// The kinds of loops.
const (
	Parallel Iterator = iota
	Reduction
)

// String returns MLIR's name of the kind: "parallel" or "reduction".
func (it Iterator) String() string { return enumWords("iterator_type")[it] }

// The names of the functions that elementwise operations apply to scalars.
var (
	unaryFns  = []string{"exp", "log", "abs", "ceil", "floor", "negf", "reciprocal", "round", "sqrt", "rsqrt", "square", "tanh", "erf"}
	binaryFns = []string{"add", "sub", "mul", "div", "div_unsigned", "max_signed", "min_signed", "max_unsigned", "min_unsigned", "powf"}
)

// enums describes the dialect's enumeration attributes.
//
//	#linalg.iterator_type<parallel>, #linalg.type_fn<cast_signed>
var enums = asm.Enums{Dialect: "linalg", List: []asm.Enum{
	{Name: "iterator_type", Class: "utils::IteratorType", Attr: "IteratorTypeEnum", Words: []string{"parallel", "reduction"}},
	{Name: "type_fn", Class: "linalg::TypeFn", Attr: "TypeFnAttr", Words: []string{"cast_signed", "cast_unsigned"}},
	{Name: "unary_fn", Class: "linalg::UnaryFn", Attr: "UnaryFnAttr", Words: unaryFns},
	{Name: "binary_fn", Class: "linalg::BinaryFn", Attr: "BinaryFnAttr", Words: binaryFns},
	{Name: "ternary_fn", Class: "linalg::TernaryFn", Attr: "TernaryFnAttr", Words: []string{"select"}},
	{Name: "elementwise_kind", Class: "linalg::ElementwiseKind", Attr: "ElementwiseKindAttr", Words: append(slices.Concat(unaryFns, binaryFns), "select")},
}}

func enumWords(name string) []string { return enums.Words(name) }

func isEnum(name string) func(ir.Attr) bool { return enums.Is(name) }

// NewEnum returns the attribute #linalg.name<word>. word must be valid for this attribute.
func NewEnum(name, word string) ir.Attr {
	return enums.Attr(name, slices.Index(enumWords(name), word))
}

// NewIterators returns an array attribute of #linalg.iterator_type attributes.
func NewIterators(its ...Iterator) ir.Attr {
	as := make([]ir.Attr, len(its))
	for i, it := range its {
		if i > 0 && it == its[i-1] {
			as[i] = as[i-1]
		} else {
			as[i] = enums.Attr("iterator_type", int(it))
		}
	}
	return ir.NewArray(as...)
}

// wordOf returns the word of an enumeration attribute, or "" if a is another attribute.
func wordOf(a ir.Attr) string {
	if d, ok := ir.AttrAs[*asm.EnumAttr](a); ok {
		return d.Word
	}
	return ""
}
