package asm

import (
	"github.com/lathe-ir/lathe/ir"
)

// Dims reads a dimension list such as 4x?x, with the trailing x if trailing is true. Dynamic
// extents are allowed if dynamic is true.
func (p *Parser) Dims(dynamic, trailing bool) ([]int64, error) {
	var dims []int64
	pos := p.tok.start
	for {
		c := byte(0)
		if pos < len(p.text) {
			c = p.text[pos]
		}
		switch {
		case c == '?' && dynamic:
			dims = append(dims, ir.Dynamic)
			pos++
		case class[c]&cDigit != 0:
			n, end, ok := p.digits(pos)
			if end < len(p.text) && p.text[end] == '.' { // a float literal such as 1.5 ends the list
				p.seek(pos)
				return dims, nil
			}
			if !ok {
				return nil, p.ErrorAt(pos, "invalid dimension")
			}
			dims = append(dims, n)
			pos = end
		case c == '?':
			return nil, p.ErrorAt(pos, "expected static shape")
		default:
			p.seek(pos)
			return dims, nil
		}
		if x := p.skipSpace(pos); x < len(p.text) && p.text[x] == 'x' {
			pos = p.skipSpace(x + 1)
			if !trailing && (pos >= len(p.text) || class[p.text[pos]]&cDigit == 0 && p.text[pos] != '?') {
				p.seek(pos)
				return nil, p.wrong("expected dimension behind 'x'")
			}
			continue
		}
		p.seek(pos)
		if trailing {
			return nil, p.wrong("expected 'x' in dimension list")
		}
		return dims, nil
	}
}

func (p *Parser) tensorType() (ir.Type, error) {
	p.next()
	if err := p.expectIn(Less, " in tensor type"); err != nil {
		return ir.Type{}, err
	}
	if p.tok.kind == Star {
		return p.unranked(func(elem ir.Type, _ int) (ir.Type, error) {
			if p.Try(Comma) && p.startsAttr() {
				if _, err := p.Attr(); err != nil {
					return ir.Type{}, err
				}
				if err := p.expectIn(Greater, " in tensor type"); err != nil {
					return ir.Type{}, err
				}
				return ir.Type{}, p.Errorf("cannot apply encoding to unranked tensor")
			}
			return ir.NewType(&ir.UnrankedTensorType{Elem: elem}), p.expectIn(Greater, " in tensor type")
		})
	}
	d := &ir.TensorType{}
	var err error
	if d.Shape, err = p.Dims(true, true); err != nil {
		return ir.Type{}, err
	}
	off := p.tok.start
	if d.Elem, err = p.Type(); err != nil {
		return ir.Type{}, err
	}
	if !validTensorElem(d.Elem) {
		return ir.Type{}, p.ErrorAt(off, "invalid tensor element type").
			WithLabel("'" + d.Elem.String() + "' cannot be an element")
	}
	if p.Try(Comma) && p.startsAttr() {
		off = p.tok.start
		if d.Encoding, err = p.Attr(); err != nil {
			return ir.Type{}, err
		}
		if e, ok := d.Encoding.Data().(ir.Encoding); ok {
			if err := e.VerifyEncoding(d); err != nil {
				return ir.Type{}, p.ErrorAt(off, "%s", err)
			}
		}
	}
	return ir.NewType(d), p.expectIn(Greater, " in tensor type")
}

// skipSpace returns the first offset from pos that is not in white space or in a comment.
func (p *Parser) skipSpace(pos int) int {
	// A digit, 'x', '?' and '>' are greater than '/', so the usual case needs no call.
	if pos < len(p.text) && p.text[pos] <= '/' {
		return lex(p.text, pos).start
	}
	return pos
}

// unranked reads "*x" and an element type, and then calls rest with the type and its offset.
func (p *Parser) unranked(rest func(elem ir.Type, off int) (ir.Type, error)) (ir.Type, error) {
	p.next()
	if p.tok.kind != BareID || p.text[p.tok.start] != 'x' {
		return ir.Type{}, p.wrong("expected 'x' in dimension list")
	}
	p.seek(p.tok.start + 1)
	off := p.tok.start
	elem, err := p.Type()
	if err != nil {
		return elem, err
	}
	return rest(elem, off)
}

func validTensorElem(t ir.Type) bool {
	switch t.Data().(type) {
	case *ir.IntType, *ir.FloatType, *ir.IndexType, *ir.ComplexType, *ir.VectorType, *ir.OpaqueType:
		return true
	case *ir.FunctionType, *ir.TupleType, *ir.NoneType, *ir.TensorType, *ir.UnrankedTensorType, *ir.MemRefType, *ir.UnrankedMemRefType:
		return false
	}
	return true // a dialect's type
}
