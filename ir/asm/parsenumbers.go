package asm

import (
	"encoding/hex"
	"math/big"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// denseNumbers returns the constant of type t for the literal at the current token. It is called if
// the element type has no tensor.Kind; see [ir.DenseNumbers].
func (p *Parser) denseNumbers(b denseBody, at int, t ir.Type) (ir.Attr, error) {
	per, part := t.Elem().Parts()
	if b.hex {
		return p.denseNumbersHex(at, t)
	}
	var vs []ir.Attr
	for range b.count {
		for p.tok.kind == LSquare || p.tok.kind == RSquare || p.tok.kind == Comma {
			p.next()
		}
		if per == 1 {
			v, err := p.elementNumber(part)
			if err != nil {
				return ir.Attr{}, err
			}
			vs = append(vs, v)
			continue
		}
		p.next() // the parenthesis
		for range per {
			v, err := p.elementNumber(part)
			if err != nil {
				return ir.Attr{}, err
			}
			vs = append(vs, v)
			p.next() // the comma, or the other parenthesis
		}
	}
	if n, _ := ir.TypeAs[*ir.IntType](part); b.splat && n != nil && n.Bits == 0 {
		for range t.NumElements() - 1 {
			vs = append(vs, vs[:per]...)
		}
	}
	return ir.NewDenseNumbers(t, vs), nil
}

func (p *Parser) elementNumber(t ir.Type) (ir.Attr, error) {
	neg := p.Try(Minus)
	lit := p.tok
	switch {
	case lit.kind == BareID && t.IsInt(1):
		v := p.is("true")
		p.next()
		return ir.BoolAttr(v), nil
	case lit.kind == BareID:
		return ir.Attr{}, p.Errorf("expected i1 type for 'true' or 'false' values")
	case t.IsFloat():
		p.next()
		return p.number(lit, neg, t)
	case lit.kind == FloatLit:
		return ir.Attr{}, p.Errorf("expected integer elements, but parsed floating-point")
	}
	p.next()
	return p.elementInt(lit, neg, t)
}

// elementInt is like [Parser.integer], but its errors have the messages for elements of constants.
func (p *Parser) elementInt(lit token, neg bool, t ir.Type) (ir.Attr, error) {
	if d, ok := ir.TypeAs[*ir.IntType](t); ok && d.Sign == ir.Unsigned && neg {
		return ir.Attr{}, p.ErrorAt(lit.start, "expected unsigned integer elements, but parsed negative value")
	}
	a, err := p.integer(p.slice(lit.start, lit.end), lit.start, neg, t)
	if err != nil {
		d := diag.All(err)[0]
		d.Message = strings.Replace(d.Message, "for attribute", "for type", 1)
		return a, d
	}
	return a, nil
}

// denseNumbersHex reads the raw bytes of all elements, or of a splat.
func (p *Parser) denseNumbersHex(at int, t ir.Type) (ir.Attr, error) {
	raw, err := hex.DecodeString(p.slice(p.tok.start+3, p.tok.end-1))
	if err != nil {
		return ir.Attr{}, p.Errorf("expected string containing hex digits starting with `0x`")
	}
	per, part := t.Elem().Parts()
	bits := part.Kind().Bits()
	if d, ok := ir.TypeAs[*ir.IntType](part); ok {
		bits = d.Bits
	}
	size := (bits + 7) / 8
	if n := len(raw); size == 0 || n != size*per*t.NumElements() && (n != size*per || t.NumElements() == 0) {
		return ir.Attr{}, p.ErrorAt(at, "elements hex data size is invalid for provided type: '%s'", t)
	}
	var vs []ir.Attr
	for i := 0; i < len(raw); i += size {
		vs = append(vs, rawNumber(raw[i:i+size], bits, part))
	}
	return ir.NewDenseNumbers(t, vs), nil
}

// rawNumber returns the number of type t with the little-endian bytes raw.
func rawNumber(raw []byte, bits int, t ir.Type) ir.Attr {
	be := make([]byte, len(raw))
	for i, b := range raw {
		be[len(raw)-1-i] = b
	}
	v := new(big.Int).SetBytes(be)
	if t.IsFloat() {
		lo := new(big.Int).And(v, new(big.Int).SetUint64(1<<64-1))
		return ir.NewAttr(&ir.FloatAttr{Type: t, Lo: lo.Uint64(), Hi: v.Rsh(v, 64).Uint64()})
	}
	limit := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	if t.IsInt(1) {
		return ir.BoolAttr(v.Bit(0) == 1)
	}
	v.And(v, new(big.Int).Sub(limit, big.NewInt(1)))
	if d, _ := ir.TypeAs[*ir.IntType](t); d.Sign != ir.Unsigned && bits > 1 && v.Bit(bits-1) == 1 {
		v.Sub(v, limit)
	}
	switch {
	case v.IsInt64():
		return ir.NewInt(v.Int64(), t)
	case v.IsUint64() && bits <= 64:
		return ir.NewInt(int64(v.Uint64()), t)
	}
	return ir.NewAttr(&ir.IntAttr{Type: t, Big: v})
}
