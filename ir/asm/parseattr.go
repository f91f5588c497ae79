package asm

import (
	"errors"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// Attr reads an attribute.
func (p *Parser) Attr() (ir.Attr, error) { return p.attr(ir.Type{}) }

// AttrOfType reads an attribute of type t. The text may omit the type.
func (p *Parser) AttrOfType(t ir.Type) (ir.Attr, error) { return p.attr(t) }

func (p *Parser) attr(t ir.Type) (ir.Attr, error) {
	if err := p.enter(); err != nil {
		return ir.Attr{}, err
	}
	defer p.leave()
	off := p.tok.start
	a, err := p.attrValue(t)
	if err != nil {
		return a, err
	}
	return a, p.checkSize(off, a)
}

func (p *Parser) attrValue(t ir.Type) (ir.Attr, error) {
	switch p.tok.kind {
	case LSquare:
		return p.arrayAttr()
	case LBrace:
		return p.dictAttr()
	case HashID:
		return p.extendedAttr(t)
	case AtID:
		return p.symbolRef()
	case Minus, IntLit, FloatLit:
		return p.numberAttr(t)
	case StringLit:
		return p.stringAttr(t)
	case BangID, LParen:
		return p.typeAttr()
	case BareID:
		return p.keywordAttr(t)
	}
	return ir.Attr{}, p.wrong("expected attribute value")
}

func (p *Parser) startsAttr() bool {
	switch p.tok.kind {
	case LSquare, LBrace, HashID, AtID, Minus, IntLit, FloatLit, StringLit, BangID, LParen:
		return true
	case BareID:
		return slices.Contains(attrWords, p.str()) || p.startsType()
	}
	return false
}

func (p *Parser) typeAttr() (ir.Attr, error) {
	t, err := p.Type()
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewTypeAttr(t), nil
}

// attrWords are the keywords that start attributes, except the names of integer and float types.
var attrWords = []string{
	"true", "false", "unit", "dense", "dense_resource", "sparse", "array", "affine_map", "affine_set", "strided", "distinct", "loc",
	"tensor", "vector", "memref", "complex", "tuple", "index", "none",
}

func (p *Parser) keywordAttr(t ir.Type) (ir.Attr, error) {
	switch p.str() {
	case "true", "false":
		v := p.is("true")
		p.next()
		return ir.BoolAttr(v), nil
	case "unit":
		p.next()
		return ir.Unit(), nil
	case "dense":
		return p.denseAttr(t)
	case "dense_resource":
		return p.resourceAttr(t)
	case "sparse":
		return p.sparseAttr(t)
	case "array":
		return p.denseArrayAttr()
	case "affine_map":
		return p.affineAttr("affine_map")
	case "affine_set":
		return p.affineAttr("affine_set")
	case "strided":
		return p.stridedAttr()
	case "distinct":
		return p.distinctAttr()
	case "loc":
		return p.locAttr()
	}
	if !p.startsType() {
		return ir.Attr{}, p.wrong("expected attribute value").DidYouMean("", p.str(), slices.Values(attrWords))
	}
	return p.typeAttr()
}

// startsType reports whether the current identifier starts a builtin type.
func (p *Parser) startsType() bool {
	s := p.str()
	switch s {
	case "tensor", "vector", "memref", "complex", "tuple", "index", "none":
		return true
	}
	if _, ok := scalarType(s); ok {
		return true
	}
	_, ok := intType(s)
	return ok
}

func (p *Parser) arrayAttr() (ir.Attr, error) {
	var es []ir.Attr
	p.next()
	err := p.listUntil(RSquare, func() error {
		a, err := p.Attr()
		es = append(es, a)
		return err
	})
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewArray(es...), nil
}

func (p *Parser) dictAttr() (ir.Attr, error) {
	var es []ir.NamedAttr
	if err := p.dict(&es); err != nil {
		return ir.Attr{}, err
	}
	return ir.NewDict(es...), nil
}

// dict reads {name = attr, …} and appends the entries.
func (p *Parser) dict(es *[]ir.NamedAttr) error {
	first := len(*es)
	var seen nameSet
	return p.listIn(LBrace, RBrace, "attribute dictionary", func() error {
		off := p.tok.start
		name, err := p.attrName()
		if err != nil {
			return err
		}
		if seen.has(name, (*es)[first:]) {
			return p.ErrorAt(off, "duplicate key '%s' in dictionary attribute", name)
		}
		a := ir.Unit()
		if p.Try(Equal) {
			if a, err = p.Attr(); err != nil {
				return err
			}
		}
		*es = append(*es, ir.NamedAttr{Name: name, Attr: a})
		return nil
	})
}

// nameSet finds repeated names. It compares a name with each entry if there are few, and uses a map
// if there are many.
type nameSet struct{ m map[string]bool }

// has reports whether name is in es. If name is new, the caller must append it to es before the
// next call.
func (s *nameSet) has(name string, es []ir.NamedAttr) bool {
	const few = 16
	if len(es) < few {
		return slices.ContainsFunc(es, func(e ir.NamedAttr) bool { return e.Name == name })
	}
	if s.m == nil {
		s.m = map[string]bool{}
		for _, e := range es {
			s.m[e.Name] = true
		}
	}
	if s.m[name] {
		return true
	}
	s.m[name] = true
	return false
}

func (p *Parser) attrName() (string, error) {
	switch p.tok.kind {
	case BareID:
		s := p.str()
		p.next()
		return s, nil
	case StringLit:
		off := p.tok.start
		s, err := p.stringText()
		if err == nil && s == "" {
			return s, p.ErrorAt(off, "expected valid attribute name")
		}
		return s, err
	}
	return "", p.wrong("expected attribute name")
}

// StringLit consumes a string and returns its value.
func (p *Parser) StringLit() (string, error) {
	s, err := p.stringText()
	return strings.Clone(s), err
}

// stringText is StringLit without a copy: the result may share memory with the text.
func (p *Parser) stringText() (string, error) {
	if p.tok.kind != StringLit {
		return "", p.wrong("expected string")
	}
	s, err := p.unescape(p.tok.start+1, p.tok.end-1)
	if err != nil {
		return "", err
	}
	p.next()
	return s, nil
}

// unescape returns the value of the string literal's text [lo, hi).
func (p *Parser) unescape(lo, hi int) (string, error) {
	s, wrong := unescaped(p.slice(lo, hi))
	if wrong >= 0 {
		return "", p.ErrorAt(lo+wrong, unknownEscape)
	}
	return s, nil
}

const unknownEscape = "unknown escape in string literal"

// Unquote returns the value of a string literal, which begins and ends with a quotation mark.
func Unquote(literal string) (string, error) {
	s, wrong := unescaped(literal[1 : len(literal)-1])
	if wrong >= 0 {
		return "", errors.New(unknownEscape)
	}
	return s, nil
}

// unescaped returns the value of the text between the quotation marks of a string literal. The
// result "wrong" is the index of the first invalid escape, or -1.
func unescaped(raw string) (s string, wrong int) {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw, -1
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c != '\\' {
			out = append(out, c)
			continue
		}
		i++
		switch c := byteAt(raw, i); {
		case c == '"' || c == '\\':
			out = append(out, c)
		case c == 'n':
			out = append(out, '\n')
		case c == 't':
			out = append(out, '\t')
		case isHexDigit(c) && isHexDigit(byteAt(raw, i+1)):
			out = append(out, hexVal(c)<<4|hexVal(raw[i+1]))
			i++
		default:
			return "", i - 1
		}
	}
	return string(out), -1
}

func byteAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func hexVal(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}

func (p *Parser) stringAttr(t ir.Type) (ir.Attr, error) {
	s, err := p.stringText()
	if err != nil {
		return ir.Attr{}, err
	}
	if t.IsNil() && p.tok.kind == Colon {
		if t, err = p.ColonType(); err != nil {
			return ir.Attr{}, err
		}
	}
	if t == ir.None() {
		t = ir.Type{} // a string of type none is a string without a type
	}
	if t.IsNil() {
		return ir.NewString(s), nil
	}
	return ir.NewAttr(&ir.StringAttr{Value: s, Type: t}), nil
}

// Symbol reads @name.
func (p *Parser) Symbol() (string, error) {
	s, err := p.symbolName()
	return strings.Clone(s), err
}

// symbolName is Symbol without a copy: the result may share memory with the text.
func (p *Parser) symbolName() (string, error) {
	if p.tok.kind != AtID {
		return "", p.wrongHere("%sexpected valid '@'-identifier for symbol name", p.context())
	}
	return p.symbolText()
}

func (p *Parser) symbolText() (string, error) {
	lo, hi := p.tok.start+1, p.tok.end
	if p.text[lo] == '"' {
		s, err := p.unescape(lo+1, hi-1)
		if err == nil {
			p.next()
		}
		return s, err
	}
	s := p.slice(lo, hi)
	p.next()
	return s, nil
}

func (p *Parser) symbolRef() (ir.Attr, error) {
	root, err := p.symbolName()
	if err != nil {
		return ir.Attr{}, err
	}
	var nested []string
	for p.tok.kind == Colon && lex(p.text, p.tok.end).kind == Colon {
		p.next()
		p.next()
		if p.tok.kind != AtID {
			return ir.Attr{}, p.wrongHere("expected nested symbol reference identifier")
		}
		n, err := p.symbolText()
		if err != nil {
			return ir.Attr{}, err
		}
		nested = append(nested, n)
	}
	return ir.NewSymbolRef(root, nested...), nil
}

// distinctAttr reads distinct[id]<attr>. Equal ids refer to the same attribute.
func (p *Parser) distinctAttr() (ir.Attr, error) {
	at := p.tok.start
	p.next()
	if err := p.expectIn(LSquare, " after 'distinct'"); err != nil {
		return ir.Attr{}, err
	}
	if p.tok.kind != IntLit {
		return ir.Attr{}, p.wrong("expected distinct ID")
	}
	off := p.tok.start
	id, err := p.Bits()
	if err != nil {
		return ir.Attr{}, p.ErrorAt(off, "expected an unsigned 64-bit integer")
	}
	if err := p.expectIn(RSquare, " to close distinct ID"); err != nil {
		return ir.Attr{}, err
	}
	if err := p.expectIn(Less, " after distinct ID"); err != nil {
		return ir.Attr{}, err
	}
	of := ir.Unit()
	if p.tok.kind != Greater {
		if of, err = p.Attr(); err != nil {
			return ir.Attr{}, err
		}
	}
	if err := p.expectIn(Greater, " to close distinct attribute"); err != nil {
		return ir.Attr{}, err
	}
	if p.alone {
		return ir.Attr{}, errAlone
	}
	if a, ok := p.distinct[id]; ok {
		if d, _ := ir.AttrAs[*ir.DistinctAttr](a); d.Of != of {
			return ir.Attr{}, p.ErrorAt(at, "referenced attribute does not match previous definition: %s", d.Of)
		}
		return a, nil
	}
	a := ir.NewAttr(&ir.DistinctAttr{Of: of})
	if p.distinct == nil {
		p.distinct = map[uint64]ir.Attr{}
	}
	p.distinct[id] = a
	return a, nil
}
