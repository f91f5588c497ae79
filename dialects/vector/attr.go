package vector

import (
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// Kind is how elements are combined.
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
	MinimumF
	MaximumF
)

func kindWords() []string {
	return []string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf", "maximumf"}
}

// String returns MLIR's word.
func (k Kind) String() string { return kindWords()[k] }

// EnumAttr is one of the words of an enumeration of the dialect.
//
//	#vector.kind<add>, #vector.iterator_type<parallel>, #vector.punctuation<comma>
type EnumAttr struct {
	Name  string // "kind"
	Value int
}

// Print implements ir.AttrData.
func (d *EnumAttr) Print(w *ir.Writer) {
	w.Str("#vector." + d.Name + "<" + enumWords(d.Name)[d.Value] + ">")
}

func enumWords(name string) []string {
	switch name {
	case "kind":
		return kindWords()
	case "iterator_type":
		return []string{"parallel", "reduction"}
	case "punctuation":
		return []string{"no_punctuation", "newline", "comma", "open", "close"}
	}
	return nil
}

func enumClass(name string) string {
	return map[string]string{"kind": "CombiningKind", "iterator_type": "IteratorType", "punctuation": "PrintPunctuation"}[name]
}

// NewKind returns k as an attribute.
func NewKind(k Kind) ir.Attr { return ir.NewAttr(&EnumAttr{"kind", int(k)}) }

// KindOf returns the kind that an attribute holds.
func KindOf(a ir.Attr) Kind {
	d, _ := ir.AttrAs[*EnumAttr](a)
	return Kind(d.Value)
}

// NewIterator returns #vector.iterator_type<parallel>, or <reduction>.
func NewIterator(reduction bool) ir.Attr {
	v := 0
	if reduction {
		v = 1
	}
	return ir.NewAttr(&EnumAttr{"iterator_type", v})
}

func isEnum(name string) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		d, ok := ir.AttrAs[*EnumAttr](a)
		return ok && d.Name == name
	}
}

func enumField(field, name, text string) ir.AttrField {
	return ir.AttrField{Name: field, Type: ir.AttrConstraint{
		Text: text, Accept: isEnum(name), Form: ir.FormStripped, Mnemonic: "vector." + name,
	}}
}

// kindField is the attribute that says how elements are combined.
func kindField() ir.AttrField {
	return enumField("kind", "kind", "Kind of combining function for contractions and reductions")
}

// syntax parses the dialect's attributes.
type syntax struct{}

// ParseAttr implements asm.AttrSyntax.
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	words := enumWords(mnemonic)
	if words == nil {
		return ir.Attr{}, p.Errorf("unknown attribute `%s` in dialect `vector`", mnemonic)
	}
	if err := p.Expect(asm.Less); err != nil {
		return ir.Attr{}, err
	}
	off := p.Offset()
	word, err := p.Keyword()
	if err != nil {
		return ir.Attr{}, err
	}
	for i, w := range words {
		if w == word {
			return ir.NewAttr(&EnumAttr{mnemonic, i}), p.Expect(asm.Greater)
		}
	}
	return ir.Attr{}, p.ErrorAt(off, "expected ::mlir::vector::%s to be one of: %s", enumClass(mnemonic), strings.Join(words, ", "))
}
