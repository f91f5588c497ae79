package asm

import "github.com/lathe-ir/lathe/ir"

// resourceAttr reads dense_resource<name> : type.
func (p *Parser) resourceAttr(t ir.Type) (ir.Attr, error) {
	at := p.tok.start
	p.next()
	if err := p.expectIn(Less, " after 'dense_resource'"); err != nil {
		return ir.Attr{}, err
	}
	if p.tok.kind != BareID && p.tok.kind != StringLit {
		return ir.Attr{}, p.Errorf("expected identifier key for 'resource' entry")
	}
	name, err := p.word()
	if err != nil {
		return ir.Attr{}, err
	}
	if err := p.Expect(Greater); err != nil {
		return ir.Attr{}, err
	}
	if t.IsNil() {
		at = p.tok.start
		if t, err = p.ColonType(); err != nil {
			return ir.Attr{}, err
		}
	}
	if !t.IsShaped() {
		return ir.Attr{}, p.ErrorAt(at, "`dense_resource` expected a shaped type")
	}
	return ir.NewAttr(&ir.ResourceElements{Type: t, Resource: p.blobs.get(name)}), nil
}
