package asm

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// denseArrayAttr reads array<elem: v, …>.
func (p *Parser) denseArrayAttr() (ir.Attr, error) {
	p.next()
	if err := p.expectIn(Less, " after 'array'"); err != nil {
		return ir.Attr{}, err
	}
	off := p.tok.start
	elem, err := p.Type()
	if err != nil {
		return ir.Attr{}, err
	}
	k := arrayKind(elem)
	switch d, isInt := ir.TypeAs[*ir.IntType](elem); {
	case !isInt && !elem.IsFloat():
		return ir.Attr{}, p.ErrorAt(off, "expected integer or float type, got: '%s'", elem)
	case isInt && d.Bits != 1 && (d.Bits == 0 || d.Bits%8 != 0), !isInt && elem.Kind().Bits()%8 != 0:
		return ir.Attr{}, p.ErrorAt(off, "element type bitwidth must be a multiple of 8")
	}
	var v *tensor.Tensor
	if p.Try(Greater) {
		return ir.NewAttr(&ir.DenseArrayAttr{Elem: elem, Values: tensor.New(k, 0)}), nil
	}
	if err := p.expectIn(Colon, " after dense array type"); err != nil {
		return ir.Attr{}, err
	}
	v, err = p.arrayElements(elem)
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(&ir.DenseArrayAttr{Elem: elem, Values: v}), p.expectIn(Greater, " to close an array attribute")
}

// arrayKind returns the storage kind of a dense array's elements. Integers whose width has no
// tensor kind are stored in 64 bits. If they are wider, their values must fit into 64 bits.
func arrayKind(elem ir.Type) tensor.Kind {
	if k := elem.Kind(); k != tensor.Invalid {
		return k
	}
	if d, ok := ir.TypeAs[*ir.IntType](elem); ok && d.Sign == ir.Unsigned {
		return tensor.U64
	}
	return tensor.I64
}

// arrayElements reads v, … .
func (p *Parser) arrayElements(elem ir.Type) (*tensor.Tensor, error) {
	size := arrayKind(elem).Size()
	one := tensor.New(arrayKind(elem), 1)
	var data []byte
	err := p.CommaList(func() error {
		clear(one.Data)
		if err := p.arrayElement(one, elem); err != nil {
			return err
		}
		data = append(data, one.Data[:size]...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	v := tensor.New(arrayKind(elem), int64(len(data)/size))
	copy(v.Data, data)
	return v, nil
}

func (p *Parser) arrayElement(one *tensor.Tensor, elem ir.Type) error {
	if elem.IsFloat() {
		if k := p.tok.kind; k != IntLit && k != FloatLit && k != Minus {
			return p.Errorf("expected floating point literal")
		}
		return p.scalar(one, 0, elem)
	}
	neg := p.Try(Minus)
	lit := p.tok
	switch {
	case p.is("true"), p.is("false"):
		return p.element(one, 0, elem)
	case lit.kind != IntLit:
		return p.Errorf("expected integer literal")
	}
	p.next()
	if elem.IsInt(1) {
		return p.Errorf("expected 'true' or 'false' values for i1 type")
	}
	of := elem
	if d, ok := ir.TypeAs[*ir.IntType](elem); ok && neg && d.Sign == ir.Unsigned {
		of = ir.Int(d.Bits) // as in MLIR, a negative literal is the bit pattern of an unsigned number
	}
	a, err := p.integer(p.slice(lit.start, lit.end), lit.start, neg, of)
	if err != nil {
		return p.Errorf("integer constant out of range")
	}
	n, ok := a.Int()
	if !ok {
		return p.Errorf("integer constant out of range").WithHelp("use a number of at most 64 bits")
	}
	one.SetInt(0, n)
	return nil
}

// DenseArray reads [v, …] as a dense array. Custom formats write dense arrays in this form.
func (p *Parser) DenseArray(elem ir.Type) (ir.Attr, error) {
	if err := p.Expect(LSquare); err != nil {
		return ir.Attr{}, err
	}
	if p.Try(RSquare) {
		return ir.NewAttr(&ir.DenseArrayAttr{Elem: elem, Values: tensor.New(elem.Kind(), 0)}), nil
	}
	v, err := p.arrayElements(elem)
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(&ir.DenseArrayAttr{Elem: elem, Values: v}), p.Expect(RSquare)
}
