package asm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TypeSyntax parses a dialect's types. The value of the field [ir.Dialect.Syntax] may implement it.
// The parser is positioned after the mnemonic.
type TypeSyntax interface {
	ParseType(p *Parser, mnemonic string) (ir.Type, error)
}

// AttrSyntax parses a dialect's attributes in the same way as TypeSyntax parses types.
type AttrSyntax interface {
	ParseAttr(p *Parser, mnemonic string) (ir.Attr, error)
}

// TypedAttrSyntax parses attributes of a dialect that may have a type after them, as in #a.b : i32.
// The parser calls it instead of AttrSyntax. If no type follows, t is the type that the context
// implies, or the zero Type.
type TypedAttrSyntax interface {
	ParseTypedAttr(p *Parser, mnemonic string, t ir.Type) (ir.Attr, error)
}

// DirectiveSyntax returns the custom<Name>(…) directives of a dialect's formats.
type DirectiveSyntax interface {
	Directive(name string) (Directive, bool)
}

// OpParser is a view that parses its own custom form. The parser calls ParseOp after it has read
// the name. The view has no operation yet.
type OpParser interface {
	ParseOp(p *Parser, st *State) error
}

// OpPrinter is a view that prints its own custom form. The printer has already written the name.
type OpPrinter interface {
	PrintOp(p *Printer)
}

// GenericPrinter is a view whose custom form cannot express every valid operation.
type GenericPrinter interface {
	// NeedsGeneric reports whether the operation is printed in generic form.
	NeedsGeneric() bool
}

// State collects the parts of an operation while its text is parsed.
type State struct {
	Def      *ir.OpDef
	Loc      ir.Loc
	Start    int // offset of the name
	Operands []*ir.Value
	Results  []ir.Type
	// Attrs holds both inherent and discardable attributes.
	Attrs      []ir.NamedAttr
	Regions    []*ir.Region
	Successors []*ir.Block
	// NumResults is the number of results that the text names, or -1 if it names none.
	NumResults int
	props      ir.Attr
}

func (st *State) reset(def *ir.OpDef) {
	*st = State{
		Def: def, Operands: st.Operands[:0], Results: st.Results[:0],
		Attrs: st.Attrs[:0], Regions: st.Regions[:0], Successors: st.Successors[:0],
	}
}

// ErrorAt returns a syntax error of the operation at an offset, in MLIR's form "custom op 'name'
// message".
func (st *State) ErrorAt(p *Parser, off int, format string, args ...any) *diag.Diagnostic {
	return p.ErrorAt(off, "custom op '%s' %s", st.Def.Name(), fmt.Sprintf(format, args...))
}

// Add appends operands.
func (st *State) Add(vs ...*ir.Value) { st.Operands = append(st.Operands, vs...) }

// AddResults appends result types.
func (st *State) AddResults(ts ...ir.Type) { st.Results = append(st.Results, ts...) }

// SetAttr sets an inherent or discardable attribute. The last value for a name is used.
func (st *State) SetAttr(name string, a ir.Attr) {
	for i := range st.Attrs {
		if st.Attrs[i].Name == name {
			st.Attrs[i].Attr = a
			return
		}
	}
	st.Attrs = append(st.Attrs, ir.NamedAttr{Name: name, Attr: a})
}

// Attr returns the attribute with the given name if it was already set, or else the zero Attr.
func (st *State) Attr(name string) ir.Attr {
	for i := range st.Attrs {
		if st.Attrs[i].Name == name {
			return st.Attrs[i].Attr
		}
	}
	return ir.Attr{}
}

// SetSegments sets the lengths of the operand groups. They are a property if the operation's text
// has properties, and otherwise an attribute.
func (st *State) SetSegments(sizes ...int32) {
	a := ir.NewDenseI32(sizes...)
	if d, ok := ir.AttrAs[*ir.DictAttr](st.props); ok {
		st.props = ir.NewDict(append(slices.Clone(d.Entries), ir.NamedAttr{Name: ir.OperandSegments, Attr: a})...)
		return
	}
	st.SetAttr(ir.OperandSegments, a)
}

// AddRegion appends an empty region and returns it.
func (st *State) AddRegion() *ir.Region {
	r := &ir.Region{}
	st.Regions = append(st.Regions, r)
	return r
}

// symbol is a dialect type or attribute with an unparsed body.
type symbol struct {
	start      int // offset of the sigil
	off        int // offset at which errors are reported
	dialect    string
	bodyStart  int
	bodyEnd    int
	end        int
	hasBracket bool // #dialect<body> as opposed to #dialect.body
}

func (s symbol) body(p *Parser) string { return p.slice(s.bodyStart, s.bodyEnd) }

// dialectSymbol finds the extent of #dialect.body or #dialect<body>.
func (p *Parser) dialectSymbol() (symbol, error) {
	s, err := p.symbolExtent()
	if err == nil && !ir.IsNamespace(s.dialect) {
		return s, p.ErrorAt(s.off, "invalid dialect namespace '\"%s\"'", s.dialect)
	}
	return s, err
}

func (p *Parser) symbolExtent() (symbol, error) {
	s := symbol{start: p.tok.start, off: p.tok.start}
	id := p.slice(p.tok.start+1, p.tok.end)
	for i := range len(id) {
		if id[i] != '.' {
			continue
		}
		s.dialect = id[:i]
		s.bodyStart = p.tok.start + 1 + i + 1
		s.off = s.bodyStart
		s.bodyEnd = p.tok.end
		if s.bodyEnd < len(p.text) && p.text[s.bodyEnd] == '<' {
			end, err := p.balanced(s.bodyEnd)
			if err != nil {
				return s, err
			}
			s.bodyEnd = end
		}
		s.end = s.bodyEnd
		return s, nil
	}
	if p.tok.end >= len(p.text) || p.text[p.tok.end] != '<' {
		p.next()
		return s, p.wrong("expected '<' in dialect symbol")
	}
	s.dialect = id
	s.hasBracket = true
	end, err := p.balanced(p.tok.end)
	if err != nil {
		return s, err
	}
	s.bodyStart, s.bodyEnd, s.end = p.tok.end+1, end-1, end
	return s, nil
}

// balanced returns the end of the bracketed group that starts at off. Brackets in strings, and the
// > in -> and >=, do not count.
func (p *Parser) balanced(off int) (int, error) {
	end, wrong := ir.GroupEnd(p.slice(0, len(p.text)), off)
	switch {
	case wrong == nil:
		return end, nil
	case wrong.Open == '"':
		return 0, p.ErrorAt(lex(p.text, wrong.Near).end, "expected '\"' in string literal")
	}
	return 0, p.ErrorAt(wrong.Near, "unbalanced '%c' character in pretty dialect name", wrong.Open)
}

// MnemonicErrorf returns an error at the mnemonic of the type or attribute whose hook is running.
func (p *Parser) MnemonicErrorf(format string, args ...any) *diag.Diagnostic {
	return p.ErrorAt(p.mnemonic, format, args...)
}

// UnknownAttr returns the error for an unknown attribute mnemonic. The parameter "known" has the
// mnemonics of the dialect's attributes.
func (p *Parser) UnknownAttr(dialect, mnemonic string, known ...string) error {
	return p.MnemonicErrorf("unknown attribute `%s` in dialect `%s`", mnemonic, dialect).
		DidYouMean("#"+dialect+".", mnemonic, slices.Values(known))
}

// UnknownType is UnknownAttr for a type.
func (p *Parser) UnknownType(dialect, mnemonic string, known ...string) error {
	return p.MnemonicErrorf("unknown  type `%s` in dialect `%s`", mnemonic, dialect).
		DidYouMean("!"+dialect+".", mnemonic, slices.Values(known))
}

// parseSymbol calls a dialect's hook on the body of a symbol.
func parseSymbol[T any](p *Parser, s symbol, hook func(*Parser, string) (T, error)) (T, error) {
	var zero T
	if err := p.enter(); err != nil {
		return zero, err
	}
	defer p.leave()
	outer := p.custom
	defer func() { p.custom = outer }()
	p.custom = nil
	p.seek(s.bodyStart)
	if p.tok.kind != BareID {
		return zero, p.wrong("expected valid keyword")
	}
	mnemonic := strings.Clone(p.str()) // a copy, because the hook may keep it in a type or attribute
	p.mnemonic = p.tok.start
	p.next()
	v, err := hook(p, mnemonic)
	if err != nil {
		return zero, err
	}
	if s.hasBracket {
		if err := p.Expect(Greater); err != nil {
			return zero, err
		}
		return v, nil
	}
	if p.tok.start < s.end {
		return zero, p.wrong("expected end of the '%s' symbol", s.dialect)
	}
	return v, nil
}
