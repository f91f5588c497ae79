package asm

import (
	"maps"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// extendedType reads !alias, !dialect.name…, or !dialect<…>.
func (p *Parser) extendedType() (ir.Type, error) {
	id := p.slice(p.tok.start+1, p.tok.end)
	if !strings.Contains(id, ".") && (p.tok.end >= len(p.text) || p.text[p.tok.end] != '<') {
		t, ok := p.typeAlias[id]
		p.next()
		if !ok {
			return t, p.wrong("undefined symbol alias id '%s'", id).DidYouMean("!", id, maps.Keys(p.typeAlias))
		}
		return t, nil
	}
	sym, err := p.dialectSymbol()
	if err != nil {
		return ir.Type{}, err
	}
	d := p.reg.Dialect(sym.dialect)
	if d != nil && !d.AllowUnknownOps {
		s, ok := d.Syntax.(TypeSyntax)
		if !ok {
			return ir.Type{}, p.ErrorAt(sym.off, "dialect '%s' provides no type parsing hook", sym.dialect)
		}
		return parseSymbol(p, sym, s.ParseType)
	}
	if sym.dialect == "builtin" {
		return ir.Type{}, p.ErrorAt(sym.off, "unknown type in the builtin dialect")
	}
	if d == nil && !p.opts.AllowUnregistered && !isUpstream(sym.dialect) {
		return ir.Type{}, p.unknownDialect(sym, "type")
	}
	p.seek(sym.end)
	return ir.NewType(&ir.OpaqueType{Dialect: sym.dialect, Body: sym.body(p)}), nil
}

func (p *Parser) unknownDialect(sym symbol, what string) error {
	shown := string(p.text[sym.start]) + `"` + sym.dialect + `"<"` + sym.body(p) + `">`
	if what == "attribute" {
		return p.ErrorAt(sym.off, "%s : 'none' attribute created with unregistered dialect. %s", shown, unregisteredHint)
	}
	return p.ErrorAt(sym.off, "`%s` type created with unregistered dialect. %s", shown, unregisteredHint)
}

const unregisteredHint = "If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"

// extendedAttr reads #alias, #dialect.name…, or #dialect<…>.
func (p *Parser) extendedAttr(t ir.Type) (ir.Attr, error) {
	id := p.slice(p.tok.start+1, p.tok.end)
	if !strings.Contains(id, ".") && (p.tok.end >= len(p.text) || p.text[p.tok.end] != '<') {
		a, ok := p.attrAlias[id]
		p.next()
		if !ok {
			return a, p.wrong("undefined symbol alias id '%s'", id).DidYouMean("#", id, maps.Keys(p.attrAlias))
		}
		return a, nil
	}
	sym, err := p.dialectSymbol()
	if err != nil {
		return ir.Attr{}, err
	}
	if sym.dialect == "lathe" {
		p.seek(sym.end)
		return ir.NewAttr(&ir.OpaqueAttr{Dialect: sym.dialect, Body: sym.body(p)}), nil
	}
	d := p.reg.Dialect(sym.dialect)
	if d != nil && !d.AllowUnknownOps {
		if s, ok := d.Syntax.(TypedAttrSyntax); ok {
			return p.typedAttr(sym, s, t)
		}
		s, ok := d.Syntax.(AttrSyntax)
		if !ok {
			return ir.Attr{}, p.ErrorAt(sym.off, "dialect '%s' provides no attribute parsing hook", sym.dialect)
		}
		a, err := p.dialectAttr(sym, s)
		if err == nil && p.tok.kind == Colon {
			// The syntax allows a type after every attribute. This attribute includes its type, so
			// a type after it is ignored.
			_, err = p.ColonType()
		}
		return a, err
	}
	if d == nil && !p.opts.AllowUnregistered && !isUpstream(sym.dialect) {
		return ir.Attr{}, p.unknownDialect(sym, "attribute")
	}
	p.seek(sym.end)
	if t.IsNil() && p.tok.kind == Colon {
		if t, err = p.ColonType(); err != nil {
			return ir.Attr{}, err
		}
	}
	return ir.NewAttr(&ir.OpaqueAttr{Dialect: sym.dialect, Body: sym.body(p), Type: t}), nil
}

// typedAttr reads a dialect's attribute and the type after it. It parses the type first, because
// the meaning of the attribute may depend on the type. If no type follows, it uses t.
func (p *Parser) typedAttr(sym symbol, s TypedAttrSyntax, t ir.Type) (ir.Attr, error) {
	p.seek(sym.end)
	if p.tok.kind == Colon {
		var err error
		if t, err = p.ColonType(); err != nil {
			return ir.Attr{}, err
		}
	}
	after := p.tok.start
	a, err := parseSymbol(p, sym, func(p *Parser, mnemonic string) (ir.Attr, error) {
		return s.ParseTypedAttr(p, mnemonic, t)
	})
	if err == nil {
		p.seek(after)
	}
	return a, err
}

// dialectAttr reads an attribute of a registered dialect. It caches attributes by text if the text
// cannot contain an alias.
func (p *Parser) dialectAttr(sym symbol, s AttrSyntax) (ir.Attr, error) {
	text := p.slice(sym.start, sym.end)
	if a, ok := p.attrCache[text]; ok {
		p.seek(sym.end)
		return a, nil
	}
	a, err := parseSymbol(p, sym, s.ParseAttr)
	if err == nil && !strings.ContainsAny(text[1:], "#!") {
		p.attrCache[text] = a
	}
	return a, err
}
