package vector

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Kind is the combining function of an operation such as vector.reduction or vector.contract.
type Kind uint8

// The combining functions.
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

// enums describes the dialect's enumeration attributes.
//
//	#vector.kind<add>, #vector.iterator_type<parallel>, #vector.punctuation<comma>
var enums = asm.Enums{Dialect: "vector", List: []asm.Enum{
	{Name: "kind", Class: "vector::CombiningKind", Attr: "Vector_CombiningKindAttr", Words: []string{
		"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "maximumf", "minimumf",
	}},
	{Name: "iterator_type", Class: "vector::IteratorType", Attr: "Vector_IteratorTypeEnum", Words: []string{"parallel", "reduction"}},
	{Name: "punctuation", Class: "vector::PrintPunctuation", Attr: "Vector_PrintPunctuation", Words: []string{"no_punctuation", "newline", "comma", "open", "close"}},
}}

// String returns MLIR's name of the combining function, such as "add".
func (k Kind) String() string { return enums.Words("kind")[k] }

// NewKind returns the attribute #vector.kind<k>.
func NewKind(k Kind) ir.Attr { return enums.Attr("kind", int(k)) }

// KindOf returns the combining function in the #vector.kind attribute a.
func KindOf(a ir.Attr) Kind {
	d, _ := ir.AttrAs[*asm.EnumAttr](a)
	return Kind(d.Value)
}

// NewIterator returns #vector.iterator_type<reduction> if reduction is set, and
// #vector.iterator_type<parallel> otherwise.
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

func kindField() ir.AttrField {
	return enumField("kind", "kind", "Kind of combining function for contractions and reductions")
}
