package vector

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Kind is the operation that combines elements.
type Kind uint8

// The kinds.
const (
	Add Kind = iota
	Mul
	MinUI
	MinSI
	MinNumF
	MaxUI
	MaxSI
	MaxNumF
	And
	Or
	Xor
	MaximumF
	MinimumF
)

// enums are the enumeration attributes of the dialect.
//
//	#vector.kind<add>, #vector.iterator_type<parallel>, #vector.punctuation<comma>
var enums = asm.Enums{Dialect: "vector", List: []asm.Enum{
	{Name: "kind", Class: "vector::CombiningKind", Attr: "Vector_CombiningKindAttr", Words: []string{
		"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "maximumf", "minimumf",
	}},
	{Name: "iterator_type", Class: "vector::IteratorType", Attr: "Vector_IteratorTypeEnum", Words: []string{"parallel", "reduction"}},
	{Name: "punctuation", Class: "vector::PrintPunctuation", Attr: "Vector_PrintPunctuation", Words: []string{"no_punctuation", "newline", "comma", "open", "close"}},
}}

// String returns MLIR's word.
func (k Kind) String() string { return enums.Words("kind")[k] }

// NewKind returns k as an attribute.
func NewKind(k Kind) ir.Attr { return enums.Attr("kind", int(k)) }

// KindOf returns the kind that an attribute holds.
func KindOf(a ir.Attr) Kind {
	d, _ := ir.AttrAs[*asm.EnumAttr](a)
	return Kind(d.Value)
}

// NewIterator returns #vector.iterator_type<parallel>, or <reduction>.
func NewIterator(reduction bool) ir.Attr {
	v := 0
	if reduction {
		v = 1
	}
	return enums.Attr("iterator_type", v)
}

func isEnum(name string) func(ir.Attr) bool { return enums.Is(name) }

func enumField(field, name, text string) ir.AttrField {
	return ir.AttrField{Name: field, Type: ir.AttrConstraint{
		Text: text, Accept: isEnum(name), Form: ir.FormStripped, Mnemonic: "vector." + name,
	}}
}

// kindField declares the attribute of the operation that combines elements.
func kindField() ir.AttrField {
	return enumField("kind", "kind", "Kind of combining function for contractions and reductions")
}
