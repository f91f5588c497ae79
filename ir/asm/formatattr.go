package asm

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

func (f *format) parseAttr(p *Parser, c *Fields, n *node) error {
	a := &f.def.Spec.Attrs[n.index]
	v, err := p.formAttr(a)
	if err != nil {
		return err
	}
	c.State.SetAttr(a.Name, v)
	return nil
}

// formAttr reads an attribute in the Form that its constraint specifies.
func (p *Parser) formAttr(f *ir.AttrField) (ir.Attr, error) {
	c := &f.Type
	off := p.tok.start
	switch c.Form {
	case ir.FormNoType:
		return p.AttrOfType(c.Type)
	case ir.FormSymbolName:
		s, err := p.symbolName()
		return ir.NewString(s), err
	case ir.FormEnum:
		return p.enum(f)
	case ir.FormDenseArray:
		return p.DenseArray(c.Type)
	case ir.FormType:
		t, err := p.Type()
		if err != nil {
			return ir.Attr{}, err
		}
		return ir.NewTypeAttr(t), nil
	case ir.FormStripped:
		return p.strippedAttr(c.Mnemonic)
	}
	a, err := p.Attr()
	if err != nil {
		return a, err
	}
	if c.Accept != nil && !c.Accept(a) {
		return a, p.OpErrorAt(off, "invalid kind of attribute specified").
			WithHelp("attribute '" + f.Name + "' must be: " + c.Text)
	}
	return a, nil
}

func (p *Parser) enum(f *ir.AttrField) (ir.Attr, error) {
	c := &f.Type
	off, quoted := p.tok.start, p.tok.kind == StringLit
	word, err := p.word()
	if err != nil {
		return ir.Attr{}, p.wrongHere("%sexpected string or keyword containing one of the following enum values for attribute '%s' %s", p.context(), f.Name, enumList(c.Enum))
	}
	for i, w := range c.Enum {
		if w == word && w != "" {
			t := c.Type
			if t.IsNil() {
				t = ir.I64()
			}
			return ir.NewInt(int64(i), t), nil
		}
	}
	if quoted {
		return ir.Attr{}, p.OpErrorAt(off, "invalid %s attribute specification: \"%s\"", f.Name, word).DidYouMean("", word, slices.Values(c.Enum))
	}
	d := p.OpErrorAt(off, "expected string or keyword containing one of the following enum values for attribute '%s' %s", f.Name, enumList(c.Enum))
	return ir.Attr{}, d.DidYouMean("", word, slices.Values(c.Enum))
}

func enumList(ws []string) string {
	var ns []string
	for _, w := range ws {
		if w != "" {
			ns = append(ns, w)
		}
	}
	return "[" + strings.Join(ns, ", ") + "]"
}

// strippedAttr reads a dialect's attribute with or without "#dialect.mnemonic".
func (p *Parser) strippedAttr(mnemonic string) (ir.Attr, error) {
	if p.tok.kind == HashID {
		return p.Attr()
	}
	dn, name, _ := strings.Cut(mnemonic, ".")
	d := p.reg.Dialect(dn)
	if d == nil {
		return ir.Attr{}, p.Errorf("dialect '%s' is unknown", dn)
	}
	s, ok := d.Syntax.(AttrSyntax)
	if !ok {
		return ir.Attr{}, p.Errorf("dialect '%s' provides no attribute parsing hook", dn)
	}
	return s.ParseAttr(p, name)
}

// DictOrAlias reads the attributes of an operation: a dictionary, or an alias of a dictionary.
func (p *Parser) DictOrAlias(st *State) error {
	if p.tok.kind == LBrace {
		return p.AttrDict(st)
	}
	off := p.tok.start
	a, err := p.Attr()
	if err != nil {
		return err
	}
	d, ok := ir.AttrAs[*ir.DictAttr](a)
	if !ok {
		return p.OpErrorAt(off, "invalid kind of attribute specified")
	}
	for _, e := range d.Entries {
		st.SetAttr(e.Name, e.Attr)
	}
	return nil
}
