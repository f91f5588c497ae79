package asm

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// Enums are the enumerations whose words are attributes of a dialect. As
// Dialect.Syntax they read these; a dialect with other attributes asks them
// first.
//
//	#linalg.iterator_type<parallel>
type Enums struct {
	Dialect string
	List    []Enum
}

// Enum is one of them: Class is MLIR's name for it, which stands in errors:
// "linalg::TypeFn".
type Enum struct {
	Name, Class string
	Words       []string
}

// EnumAttr is a word of an enumeration; Value is its index.
type EnumAttr struct {
	Dialect, Name, Word string
	Value               int
}

// Print implements ir.AttrData.
func (d *EnumAttr) Print(w *ir.Writer) { w.Str("#" + d.Dialect + "." + d.Name + "<" + d.Word + ">") }

// Words returns the words of the enumeration called name.
func (e Enums) Words(name string) []string {
	for _, one := range e.List {
		if one.Name == name {
			return one.Words
		}
	}
	return nil
}

// Attr returns word i of the enumeration called name as an attribute.
func (e Enums) Attr(name string, i int) ir.Attr {
	return ir.NewAttr(&EnumAttr{e.Dialect, name, e.Words(name)[i], i})
}

// Is returns the predicate of words of the enumeration called name.
func (e Enums) Is(name string) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		d, ok := ir.AttrAs[*EnumAttr](a)
		return ok && d.Dialect == e.Dialect && d.Name == name
	}
}

// ParseAttr implements AttrSyntax.
func (e Enums) ParseAttr(p *Parser, mnemonic string) (ir.Attr, error) {
	i := slices.IndexFunc(e.List, func(one Enum) bool { return one.Name == mnemonic })
	if i < 0 {
		return ir.Attr{}, p.ErrorAt(p.Offset()-len(mnemonic), "unknown attribute `%s` in dialect `%s`", mnemonic, e.Dialect)
	}
	if err := p.Expect(Less); err != nil {
		return ir.Attr{}, err
	}
	off := p.Offset()
	word, err := p.Keyword()
	if err != nil {
		return ir.Attr{}, err
	}
	n := slices.Index(e.List[i].Words, word)
	if n < 0 {
		return ir.Attr{}, p.ErrorAt(off, "expected ::mlir::%s to be one of: %s", e.List[i].Class, strings.Join(e.List[i].Words, ", "))
	}
	return e.Attr(mnemonic, n), p.Expect(Greater)
}
