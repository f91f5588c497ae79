package asm

import (
	"bytes"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// denseAttr reads dense<…> : type. The type determines how elements are parsed, but comes after
// them. So the text is scanned twice: first to find the shape, and then to parse the elements.
func (p *Parser) denseAttr(t ir.Type) (ir.Attr, error) {
	at := p.tok.start
	p.next()
	if err := p.expectIn(Less, " after 'dense'"); err != nil {
		return ir.Attr{}, err
	}
	start := p.tok.start
	if t.IsNil() && p.tok.kind == LSquare {
		if a, ok := p.numberList(); ok {
			return a, nil
		}
	}
	body, err := p.scanDense()
	if err != nil {
		return ir.Attr{}, err
	}
	if err := p.Expect(Greater); err != nil {
		return ir.Attr{}, err
	}
	if t, err = p.elementsType(t, at); err != nil {
		return ir.Attr{}, err
	}
	end := p.tok
	a, err := p.denseOf(body, start, at, t)
	p.tok = end
	return a, err
}

// elementsType returns the type of a constant: t or, if t is nil, the type that it reads after a
// colon. It fails if the type is not shaped or has no static shape. The parameter "at" is the
// offset of the constant, for errors.
func (p *Parser) elementsType(t ir.Type, at int) (ir.Type, error) {
	if t.IsNil() {
		var err error
		if t, err = p.ColonType(); err != nil {
			return t, err
		}
	}
	switch {
	case !t.IsShaped():
		return t, p.ErrorAt(at, "elements literal must be a shaped type")
	case !t.HasStaticShape():
		return t, p.ErrorAt(at, "elements literal type must have static shape")
	}
	return t, nil
}

// denseBody describes a scanned literal.
type denseBody struct {
	shape  []int64
	count  int  // elements
	splat  bool // one element without brackets
	empty  bool
	text   bool // a string
	hex    bool // one string that starts with 0x
	parens bool // complex numbers
}

// scanDense finds the shape of the literal at the current token, and moves to the token after the
// literal.
func (p *Parser) scanDense() (denseBody, error) {
	var b denseBody
	switch p.tok.kind {
	case Greater:
		b.empty = true
		return b, nil
	case StringLit:
		b.splat, b.count, b.text = true, 1, true
		b.hex = p.tok.end-p.tok.start >= 4 && bytes.HasPrefix(p.text[p.tok.start+1:], []byte("0x"))
		p.next()
		return b, nil
	case LSquare:
		shape, err := p.scanList(&b, 0)
		b.shape = shape
		return b, err
	}
	b.splat = true
	return b, p.scanElement(&b)
}

// scanList counts the elements of a bracketed list and returns its shape.
func (p *Parser) scanList(b *denseBody, depth int) ([]int64, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	p.next()
	var inner []int64
	n := int64(0)
	for p.tok.kind != RSquare {
		if n > 0 && !p.Try(Comma) {
			return nil, p.wrong("expected ']'").WithHelp("or ',' and another element")
		}
		var shape []int64
		var err error
		if p.tok.kind == LSquare {
			shape, err = p.scanList(b, depth+1)
		} else {
			err = p.scanElement(b)
		}
		if err != nil {
			return nil, err
		}
		if n > 0 && !slices.Equal(shape, inner) {
			return nil, p.Errorf("tensor literal is invalid; ranks are not consistent between elements")
		}
		inner = shape
		n++
	}
	p.next()
	return append([]int64{n}, inner...), nil
}

func (p *Parser) scanElement(b *denseBody) error {
	b.count++
	switch p.tok.kind {
	case Minus:
		p.next()
		if p.tok.kind != IntLit && p.tok.kind != FloatLit {
			return p.Errorf("expected integer or floating point literal")
		}
	case IntLit, FloatLit, StringLit:
	case LParen:
		b.parens = true
		p.next()
		for i := range 2 {
			if i == 1 {
				if err := p.expectIn(Comma, " between complex elements"); err != nil {
					return err
				}
			}
			if p.tok.kind == LParen {
				return p.Errorf("expected element literal of primitive type")
			}
			if err := p.scanElement(b); err != nil {
				return err
			}
			b.count--
		}
		return p.expectIn(RParen, " after complex elements")
	case BareID:
		if !p.is("true") && !p.is("false") {
			return p.Errorf("expected element literal of primitive type")
		}
	default:
		return p.Errorf("expected element literal of primitive type")
	}
	p.next()
	return nil
}

// denseOf returns the constant of type t for the literal at offset start. The argument "at" is the
// offset of the keyword before the literal, for errors.
func (p *Parser) denseOf(b denseBody, start, at int, t ir.Type) (ir.Attr, error) {
	shape, _ := t.Shape()
	k := t.Kind()
	elem := t.Elem()
	p.seek(start)
	if p.tok.kind == StringLit && b.hex && k != tensor.Invalid {
		a, err := ir.NewDenseHex(t, p.text[p.tok.start+3:p.tok.end-1])
		switch {
		case err == ir.ErrHexDigits:
			return a, p.Errorf("%s", err)
		case err != nil:
			return a, p.ErrorAt(at, "%s", err)
		}
		return a, nil
	}
	if b.text && !b.hex && !isStringElem(elem) {
		return ir.Attr{}, p.Errorf("expected string containing hex digits starting with `0x`")
	}
	n := tensor.NumElements(shape)
	if b.empty && n != 0 {
		return ir.Attr{}, p.ErrorAt(at, "parsed zero elements, but type ('%s') expected at least 1", t)
	}
	if !b.splat && !b.empty && !slices.Equal(b.shape, shape) {
		return ir.Attr{}, p.ErrorAt(at, "inferred shape of elements literal ([%s]) does not match type ([%s])", joinInts(b.shape), joinInts(shape))
	}
	if isStringElem(elem) {
		return p.denseStrings(b, at, t)
	}
	if c, ok := ir.TypeAs[*ir.ComplexType](elem); ok && b.count > 0 && !b.parens && !b.hex {
		if b.splat {
			return ir.Attr{}, p.ErrorAt(at, "parsed 1 elements, but type ('%s') expected 2 elements", elem)
		}
		return ir.Attr{}, p.ErrorAt(at, "parsed %d elements, but type ('%s') expected %d elements", b.count, t, 2*n).
			WithLabel("each element must be a pair (real, imaginary) of type '" + c.Elem.String() + "'")
	}
	if k == tensor.Invalid {
		return p.denseNumbers(b, at, t)
	}
	count := b.count
	v := tensor.New(k, int64(count))
	for i := range count {
		for p.tok.kind == LSquare || p.tok.kind == RSquare || p.tok.kind == Comma {
			p.next()
		}
		if err := p.element(v, i, elem); err != nil {
			return ir.Attr{}, err
		}
	}
	if b.splat {
		return ir.NewSplat(t, v), nil
	}
	return ir.NewDense(t, v.Reshape(shape)), nil
}

func joinInts(v []int64) string {
	s := ir.NewDenseI64(v...).String()
	s = strings.TrimSuffix(strings.TrimPrefix(s, "array<i64"), ">")
	return strings.TrimPrefix(s, ": ")
}

// isStringElem reports whether constants with elements of type t contain strings.
func isStringElem(t ir.Type) bool {
	switch t.Data().(type) {
	case *ir.IntType, *ir.FloatType, *ir.IndexType, *ir.ComplexType:
		return false
	}
	return true
}

func (p *Parser) denseStrings(b denseBody, at int, t ir.Type) (ir.Attr, error) {
	d := &ir.DenseStrings{Type: t, Splat: b.splat}
	for range b.count {
		for p.tok.kind == LSquare || p.tok.kind == RSquare || p.tok.kind == Comma {
			p.next()
		}
		s, err := p.stringText()
		if err != nil {
			return ir.Attr{}, p.ErrorAt(at, "expected string token, got %s", p.str())
		}
		d.Values = append(d.Values, s)
	}
	if len(d.Values) > 0 && !slices.ContainsFunc(d.Values, func(s string) bool { return s != d.Values[0] }) {
		d.Values, d.Splat = d.Values[:1], true
	}
	return ir.NewAttr(d), nil
}

// element reads one element into v[i].
func (p *Parser) element(v *tensor.Tensor, i int, elem ir.Type) error {
	if c, ok := ir.TypeAs[*ir.ComplexType](elem); ok {
		return p.complexElement(v, i, c.Elem)
	}
	if p.tok.kind == LParen {
		return p.wrong("expected element literal of primitive type")
	}
	if p.tok.kind == BareID && !elem.IsFloat() {
		if !elem.IsInt(1) {
			return p.Errorf("expected i1 type for 'true' or 'false' values")
		}
		if p.is("true") {
			v.SetInt(i, 1)
		}
		p.next()
		return nil
	}
	return p.scalar(v, i, elem)
}

func (p *Parser) scalar(v *tensor.Tensor, i int, elem ir.Type) error {
	neg := p.Try(Minus)
	lit := p.tok
	if lit.kind == StringLit {
		return p.Errorf("expected element literal of primitive type")
	}
	text := p.str()
	p.next()
	if elem.IsFloat() {
		if lit.kind == BareID {
			return p.ErrorAt(lit.start, "expected floating point literal")
		}
		lo, hi, err := p.floatBits(text, lit, neg, elem.Kind())
		if err != nil {
			return err
		}
		if elem.Kind() == tensor.F80 || elem.Kind() == tensor.F128 {
			v.SetBits128(i, lo, hi)
		} else {
			v.SetBits(i, lo)
		}
		return nil
	}
	if lit.kind == FloatLit {
		return p.ErrorAt(lit.start, "expected integer elements, but parsed floating-point")
	}
	if n, ok := plainInteger(p.text[lit.start:lit.end], neg, elem); ok {
		v.SetInt(i, n)
		return nil
	}
	a, err := p.elementInt(lit, neg, elem)
	if err != nil {
		return err
	}
	n, _ := a.Int()
	v.SetInt(i, n)
	return nil
}

func (p *Parser) complexElement(v *tensor.Tensor, i int, part ir.Type) error {
	if p.tok.kind != LParen {
		return p.wrong("expected '(' in complex element literal")
	}
	p.next()
	halves := tensor.New(part.Kind(), 2)
	for j := range 2 {
		if j == 1 {
			if err := p.Expect(Comma); err != nil {
				return err
			}
		}
		if err := p.scalar(halves, j, part); err != nil {
			return err
		}
	}
	size := v.Kind.Size()
	copy(v.Data[i*size:(i+1)*size], halves.Data)
	return p.Expect(RParen)
}
