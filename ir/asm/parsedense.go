package asm

import (
	"bytes"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// denseAttr reads dense<…> : type. The type decides how the elements read, and
// stands behind them, so they are scanned twice: brackets first for the shape.
func (p *Parser) denseAttr(t ir.Type) (ir.Attr, error) {
	p.next()
	if err := p.Expect(Less); err != nil {
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
	typeOff := p.tok.start
	if t.IsNil() {
		if t, err = p.shapedType("elements literal"); err != nil {
			return ir.Attr{}, err
		}
	}
	if !t.HasStaticShape() {
		return ir.Attr{}, p.ErrorAt(typeOff, "elements literal type must have static shape")
	}
	end := p.tok
	a, err := p.denseOf(body, start, t)
	p.tok = end
	return a, err
}

// shapedType reads ": type" of a ranked tensor or vector.
func (p *Parser) shapedType(what string) (ir.Type, error) {
	if err := p.Expect(Colon); err != nil {
		return ir.Type{}, err
	}
	off := p.tok.start
	t, err := p.Type()
	if err != nil {
		return t, err
	}
	switch t.Data().(type) {
	case *ir.TensorType, *ir.VectorType:
		return t, nil
	case *ir.UnrankedTensorType:
		return t, p.ErrorAt(off, "%s type must have static shape", what)
	}
	return t, p.ErrorAt(off, "%s must be a shaped type", what)
}

// denseBody is the scanned literal: its shape, and where it is.
type denseBody struct {
	shape  []int64
	count  int  // elements
	splat  bool // one element without brackets
	empty  bool
	hex    bool // one string that starts with 0x
	parens bool // complex numbers
}

// scanDense finds the shape of the literal that starts at the current token and
// moves behind it.
func (p *Parser) scanDense() (denseBody, error) {
	var b denseBody
	switch p.tok.kind {
	case Greater:
		b.empty = true
		return b, nil
	case StringLit:
		b.splat, b.count = true, 1
		b.hex = p.tok.end-p.tok.start > 4 && bytes.HasPrefix(p.text[p.tok.start+1:], []byte("0x"))
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
	off := p.tok.start
	p.next()
	var inner []int64
	n := int64(0)
	for p.tok.kind != RSquare {
		if n > 0 {
			if err := p.Expect2(Comma, RSquare); err != nil {
				return nil, err
			}
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
			return nil, p.ErrorAt(off, "tensor literal is invalid; ranks are not consistent between elements")
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
			return p.wrong("expected integer or floating point literal")
		}
	case IntLit, FloatLit, StringLit:
	case LParen:
		b.parens = true
		p.next()
		for i := range 2 {
			if i == 1 {
				if err := p.Expect(Comma); err != nil {
					return err
				}
			}
			p.Try(Minus)
			if p.tok.kind != IntLit && p.tok.kind != FloatLit {
				return p.wrong("expected integer or floating point literal")
			}
			p.next()
		}
		return p.Expect(RParen)
	case BareID:
		if !p.is("true") && !p.is("false") {
			return p.wrong("expected element literal of primitive type")
		}
	default:
		return p.wrong("expected element literal of primitive type")
	}
	p.next()
	return nil
}

// denseOf makes the constant of type t from the literal at start.
func (p *Parser) denseOf(b denseBody, start int, t ir.Type) (ir.Attr, error) {
	shape, _ := t.Shape()
	k := t.Kind()
	elem := t.Elem()
	p.seek(start)
	if p.tok.kind == StringLit && b.hex && k != tensor.Invalid {
		a, err := ir.NewDenseHex(t, p.text[p.tok.start+3:p.tok.end-1])
		if err != nil {
			return a, p.Errorf("%s", err)
		}
		return a, nil
	}
	n := tensor.NumElements(shape)
	if b.empty && n != 0 {
		return ir.Attr{}, p.ErrorAt(start, "parsed zero elements, but type (%s) expected at least 1", t)
	}
	if !b.splat && !b.empty && !slices.Equal(b.shape, shape) && !(n == 0 && b.count == 0) {
		return ir.Attr{}, p.ErrorAt(start, "inferred shape of elements literal ([%s]) does not match type ([%s])", joinInts(b.shape), joinInts(shape))
	}
	if isStringElem(elem) {
		return p.denseStrings(b, t)
	}
	if k == tensor.Invalid {
		return ir.Attr{}, p.ErrorAt(start, "expected element type to be a builtin integer, index, float or complex type of a supported width, but got '%s'", elem)
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

// isStringElem reports whether constants of the element type are strings: those
// of dialects' types are.
func isStringElem(t ir.Type) bool {
	switch t.Data().(type) {
	case *ir.IntType, *ir.FloatType, *ir.IndexType, *ir.ComplexType:
		return false
	}
	return true
}

func (p *Parser) denseStrings(b denseBody, t ir.Type) (ir.Attr, error) {
	d := &ir.DenseStrings{Type: t, Splat: b.splat}
	for range b.count {
		for p.tok.kind == LSquare || p.tok.kind == RSquare || p.tok.kind == Comma {
			p.next()
		}
		s, err := p.StringLit()
		if err != nil {
			return ir.Attr{}, p.wrong("expected string token, got %s", p.str())
		}
		d.Values = append(d.Values, s)
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
	if p.tok.kind == BareID {
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

// scalar reads one number into v[i].
func (p *Parser) scalar(v *tensor.Tensor, i int, elem ir.Type) error {
	neg := p.Try(Minus)
	lit := p.tok
	if lit.kind == StringLit {
		return p.Errorf("expected element literal of primitive type")
	}
	text := p.str()
	p.next()
	if elem.IsFloat() {
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
	a, err := p.integer(text, lit.start, neg, elem)
	if err != nil {
		d := diag.All(err)[0]
		d.Message = strings.Replace(d.Message, "for attribute", "for type", 1)
		return d
	}
	n, _ := a.Int()
	v.SetInt(i, n)
	return nil
}

func (p *Parser) complexElement(v *tensor.Tensor, i int, part ir.Type) error {
	if p.tok.kind != LParen {
		// A splat may give one number for both parts' real one.
		return p.wrong("expected '(' in complex element literal")
	}
	p.next()
	if !part.IsFloat() {
		return p.Errorf("complex constants of integer parts are not supported")
	}
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

// denseArrayAttr reads array<elem: v, …>.
func (p *Parser) denseArrayAttr() (ir.Attr, error) {
	p.next()
	if err := p.Expect(Less); err != nil {
		return ir.Attr{}, err
	}
	off := p.tok.start
	elem, err := p.Type()
	if err != nil {
		return ir.Attr{}, err
	}
	k := elem.Kind()
	switch d, isInt := ir.TypeAs[*ir.IntType](elem); {
	case !isInt && !elem.IsFloat():
		return ir.Attr{}, p.ErrorAt(off, "expected integer or float type, got: %s", elem)
	case isInt && (d.Bits != 1 && d.Bits%8 != 0 || k == tensor.Invalid):
		return ir.Attr{}, p.ErrorAt(off, "element type bitwidth must be a multiple of 8")
	}
	var v *tensor.Tensor
	if p.Try(Greater) {
		return ir.NewAttr(&ir.DenseArrayAttr{Elem: elem, Values: tensor.New(k, 0)}), nil
	}
	if err := p.Expect(Colon); err != nil {
		return ir.Attr{}, err
	}
	v, err = p.arrayElements(elem, Greater)
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(&ir.DenseArrayAttr{Elem: elem, Values: v}), nil
}

// arrayElements reads v, … close.
func (p *Parser) arrayElements(elem ir.Type, close Tok) (*tensor.Tensor, error) {
	size := elem.Kind().Size()
	one := tensor.New(elem.Kind(), 1)
	var data []byte
	err := p.until(close, func() error {
		clear(one.Data)
		if k := p.tok.kind; k != IntLit && k != FloatLit && k != Minus && k != BareID {
			return p.wrong("expected integer literal")
		}
		if err := p.element(one, 0, elem); err != nil {
			return err
		}
		data = append(data, one.Data[:size]...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	v := tensor.New(elem.Kind(), int64(len(data)/size))
	copy(v.Data, data)
	return v, nil
}

// DenseArray reads [v, …] as a dense array, as formats write it.
func (p *Parser) DenseArray(elem ir.Type) (ir.Attr, error) {
	if err := p.Expect(LSquare); err != nil {
		return ir.Attr{}, err
	}
	if p.Try(RSquare) {
		return ir.NewAttr(&ir.DenseArrayAttr{Elem: elem, Values: tensor.New(elem.Kind(), 0)}), nil
	}
	v, err := p.arrayElements(elem, RSquare)
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(&ir.DenseArrayAttr{Elem: elem, Values: v}), nil
}

// sparseAttr reads sparse<indices, values> : type.
func (p *Parser) sparseAttr(t ir.Type) (ir.Attr, error) {
	p.next()
	if err := p.Expect(Less); err != nil {
		return ir.Attr{}, err
	}
	var idx, val denseBody
	var idxOff, valOff int
	var err error
	if p.tok.kind != Greater {
		idxOff = p.tok.start
		if idx, err = p.scanDense(); err != nil {
			return ir.Attr{}, err
		}
		if err := p.Expect(Comma); err != nil {
			return ir.Attr{}, err
		}
		valOff = p.tok.start
		if val, err = p.scanDense(); err != nil {
			return ir.Attr{}, err
		}
	}
	if err := p.Expect(Greater); err != nil {
		return ir.Attr{}, err
	}
	if t.IsNil() {
		if t, err = p.shapedType("sparse elements literal"); err != nil {
			return ir.Attr{}, err
		}
	}
	if !t.HasStaticShape() {
		return ir.Attr{}, p.Errorf("elements literal type must have static shape")
	}
	end := p.tok
	a, err := p.sparseOf(idx, val, idxOff, valOff, t)
	p.tok = end
	return a, err
}

func (p *Parser) sparseOf(idx, val denseBody, idxOff, valOff int, t ir.Type) (ir.Attr, error) {
	shape, _ := t.Shape()
	rank := int64(len(shape))
	count := int64(val.count)
	idxShape := []int64{count, rank}
	if idxOff == 0 {
		idxShape = []int64{0, rank}
	} else if !idx.splat && len(idx.shape) == 1 && rank == 1 {
		idx.shape = []int64{idx.shape[0], 1}
	} else if idx.splat {
		idxShape = []int64{max(count, 1), rank}
	}
	is, err := p.denseOf(idx, idxOff, ir.Tensor(ir.I64(), idxShape...))
	if err != nil {
		return ir.Attr{}, err
	}
	vs, err := p.denseOf(val, valOff, ir.Tensor(t.Elem(), idxShape[0]))
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(&ir.SparseElements{Type: t, Indices: is, Values: vs}), nil
}

// resourceAttr reads dense_resource<name> : type.
func (p *Parser) resourceAttr(t ir.Type) (ir.Attr, error) {
	p.next()
	if err := p.Expect(Less); err != nil {
		return ir.Attr{}, err
	}
	name, err := p.KeywordOrString()
	if err != nil {
		return ir.Attr{}, err
	}
	if err := p.Expect(Greater); err != nil {
		return ir.Attr{}, err
	}
	if t.IsNil() {
		if t, err = p.ColonType(); err != nil {
			return ir.Attr{}, err
		}
	}
	return ir.NewAttr(&ir.ResourceElements{Type: t, Resource: p.resource(name)}), nil
}

// resource returns the blob called name, which may be defined further on.
func (p *Parser) resource(name string) *ir.Resource {
	if r := p.resources[name]; r != nil {
		return r
	}
	if p.resources == nil {
		p.resources = map[string]*ir.Resource{}
	}
	r := &ir.Resource{Name: name}
	p.resources[name] = r
	return r
}
