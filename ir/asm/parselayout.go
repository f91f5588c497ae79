package asm

import (
	"errors"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/diag"
)

// affineAttr reads affine_map<…> or affine_set<…>.
func (p *Parser) affineAttr(word string) (ir.Attr, error) {
	p.next()
	in := " in affine map"
	if word == "affine_set" {
		in = " in integer set"
	}
	if err := p.expectIn(Less, in); err != nil {
		return ir.Attr{}, err
	}
	if p.tok.kind != LParen {
		return ir.Attr{}, p.wrong("expected '(' in dimensional identifier list")
	}
	var a ir.Attr
	if word == "affine_set" {
		base := p.tok.start
		q := affine.NewParser(p.slice(base, len(p.text)), 0)
		s, _ := q.Set()
		if err := q.Err(); err != nil {
			return a, p.affineError(base, err)
		}
		p.seek(base + q.Offset())
		a = ir.NewAttr(&ir.IntegerSetAttr{Set: s})
	} else {
		m, err := p.AffineMap()
		if err != nil {
			return a, err
		}
		a = ir.NewAffineMap(m)
	}
	return a, p.expectIn(Greater, in)
}

// AffineMap reads the body of an affine map, (d0) -> (d0), without affine_map<…> around it.
func (p *Parser) AffineMap() (affine.Map, error) {
	base := p.tok.start
	q := affine.NewParser(p.slice(base, len(p.text)), 0)
	m, _ := q.Map()
	if err := q.Err(); err != nil {
		return m, p.affineError(base, err)
	}
	p.seek(base + q.Offset())
	return m, nil
}

// affineError returns the errors of an affine text that begins at offset base.
func (p *Parser) affineError(base int, err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return p.ErrorAt(base, "%s", err)
	}
	var list diag.List
	for _, err := range joined.Unwrap() {
		at := base
		if e, ok := errors.AsType[*affine.Error](err); ok {
			at += e.Offset
		}
		list = append(list, p.ErrorAt(at, "%s", err))
	}
	return list
}

func (p *Parser) stridedAttr() (ir.Attr, error) {
	p.next()
	if err := p.expectIn(Less, " after 'strided'"); err != nil {
		return ir.Attr{}, err
	}
	d := &ir.StridedLayoutAttr{}
	err := p.List(LSquare, RSquare, func() error {
		n, err := p.intOrDynamic()
		d.Strides = append(d.Strides, n)
		return err
	})
	if err != nil {
		return ir.Attr{}, err
	}
	if !p.Try(Greater) {
		if err := p.Expect(Comma); err != nil {
			return ir.Attr{}, err
		}
		if !p.TryKeyword("offset") {
			return ir.Attr{}, p.wrong("expected 'offset' after comma")
		}
		if err := p.expectIn(Colon, " after 'offset'"); err != nil {
			return ir.Attr{}, err
		}
		if d.Offset, err = p.intOrDynamic(); err != nil {
			return ir.Attr{}, err
		}
		if err := p.Expect(Greater); err != nil {
			return ir.Attr{}, err
		}
	}
	return ir.NewAttr(d), nil
}

func (p *Parser) intOrDynamic() (int64, error) {
	if p.Try(Question) {
		return ir.Dynamic, nil
	}
	if p.tok.kind != IntLit && p.tok.kind != Minus {
		return 0, p.wrongHere("expected a 64-bit signed integer or '?'")
	}
	off := p.tok.start
	n, err := p.Int()
	if err != nil && p.tok.start != off {
		err = p.ErrorAt(off, "expected a 64-bit signed integer or '?'")
	}
	return n, err
}
