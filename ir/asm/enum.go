package asm

import (
	"errors"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// Enums is a dialect's list of enumerations, and can be its Syntax. Each word of an enumeration is
// an attribute, such as #linalg.iterator_type<parallel>. A dialect with other attributes defines a
// Syntax that calls the methods of Enums.
type Enums struct {
	Dialect string
	List    []Enum
}

// Enum is one enumeration. Errors contain MLIR's C++ names of the enumeration (Class,
// "linalg::TypeFn") and its attribute (Attr, "TypeFnAttr").
type Enum struct {
	Name, Class, Attr string
	Words             []string
}

// EnumAttr is a word of an enumeration, with its index.
type EnumAttr struct {
	Dialect, Name, Word string
	Value               int
}

// Print implements ir.AttrData.
func (d *EnumAttr) Print(w *ir.Writer) { w.Str("#" + d.Dialect + "." + d.Name + "<" + d.Word + ">") }

// Words returns the words of the enumeration with the given name.
func (e Enums) Words(name string) []string {
	for _, one := range e.List {
		if one.Name == name {
			return one.Words
		}
	}
	return nil
}

// Attr returns word i of the enumeration with the given name, as an attribute.
func (e Enums) Attr(name string, i int) ir.Attr {
	return ir.NewAttr(&EnumAttr{e.Dialect, name, e.Words(name)[i], i})
}

// Is returns a predicate that accepts the words of the enumeration with the given name.
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
		var known []string
		for _, one := range e.List {
			known = append(known, one.Name)
		}
		return ir.Attr{}, p.UnknownAttr(e.Dialect, mnemonic, known...)
	}
	if err := p.Expect(Less); err != nil {
		return ir.Attr{}, err
	}
	n, err := p.EnumWord(e.List[i])
	if err != nil {
		return ir.Attr{}, err
	}
	return e.Attr(mnemonic, n), p.Expect(Greater)
}

// EnumWord reads a word of e and returns its index.
func (p *Parser) EnumWord(e Enum) (int, error) { return p.EnumWordIn(e, p.tok.start) }

// EnumWordIn is EnumWord for a word in a list that starts at off. An unknown word is first reported
// at off.
func (p *Parser) EnumWordIn(e Enum, off int) (int, error) {
	word, err := p.word()
	if err != nil {
		return 0, err
	}
	if i := slices.Index(e.Words, word); i >= 0 && word != "" {
		return i, nil
	}
	return 0, errors.Join(
		p.OpErrorAt(off, "expected ::mlir::%s to be one of: %s", e.Class, strings.Join(e.Words, ", ")).
			DidYouMean("", word, slices.Values(e.Words)),
		p.OpErrorf("failed to parse %s parameter 'value' which is to be a `::mlir::%s`", e.Attr, e.Class))
}
