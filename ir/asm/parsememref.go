package asm

import (
	"github.com/lathe-ir/lathe/ir"
)

func (p *Parser) memrefType() (ir.Type, error) {
	start := p.tok.start
	p.next()
	if err := p.expectIn(Less, " in memref type"); err != nil {
		return ir.Type{}, err
	}
	if p.tok.kind == Star {
		return p.unranked(func(elem ir.Type, off int) (ir.Type, error) {
			if !validMemRefElem(elem) {
				return ir.Type{}, p.ErrorAt(off, "invalid memref element type")
			}
			_, sp, err := p.memrefParts(start, -1)
			return ir.NewType(&ir.UnrankedMemRefType{Elem: elem, Space: sp}), err
		})
	}
	d := &ir.MemRefType{}
	var err error
	if d.Shape, err = p.Dims(true, true); err != nil {
		return ir.Type{}, err
	}
	off := p.tok.start
	if d.Elem, err = p.Type(); err != nil {
		return ir.Type{}, err
	}
	if !validMemRefElem(d.Elem) {
		return ir.Type{}, p.ErrorAt(off, "invalid memref element type")
	}
	d.Layout, d.Space, err = p.memrefParts(start, len(d.Shape))
	return ir.NewType(d), err
}

// memrefParts reads ", layout, space>" after the element type of a memref. The layout and the
// memory space are optional. The parameter "start" is the offset of the memref type, for errors.
// The rank of an unranked memref is -1.
func (p *Parser) memrefParts(start, rank int) (layout, sp ir.Attr, err error) {
	if !p.Try(Greater) {
		if p.tok.kind != Comma {
			return layout, sp, p.wrong("expected ',' or '>' in memref type")
		}
		p.next()
		if p.tok.kind == Greater {
			return layout, sp, p.wrong("expected list element")
		}
		if err := p.listUntil(Greater, func() error { return p.memrefPart(&layout, &sp, rank) }); err != nil {
			return layout, sp, err
		}
	}
	if layout, err = p.checkLayout(start, layout, rank); err != nil {
		return layout, sp, err
	}
	if !supportedSpace(sp) {
		return layout, sp, p.ErrorAt(start, "unsupported memory space Attribute").
			WithHelp("use an integer, a string, a dictionary or a dialect's attribute as the memory space")
	}
	return layout, space(sp), nil
}

// supportedSpace reports whether a can be a memory space. Only a few builtin attributes can.
func supportedSpace(a ir.Attr) bool {
	switch a.Data().(type) {
	case nil, *ir.IntAttr, *ir.StringAttr, *ir.DictAttr:
		return true
	}
	if d, ok := ir.AttrAs[*ir.OpaqueAttr](a); ok && !isUpstream(d.Dialect) {
		return false
	}
	return a.String()[0] == '#'
}

// space returns a, or the zero Attr if a is the default, memory space 0, which is not printed.
func space(a ir.Attr) ir.Attr {
	if n, ok := a.Int(); ok && n == 0 {
		return ir.Attr{}
	}
	return a
}

// memrefPart reads a layout or a memory space. The memory space must be last.
func (p *Parser) memrefPart(layout, sp *ir.Attr, rank int) error {
	a, err := p.Attr()
	if err != nil {
		return err
	}
	switch {
	case !isLayout(a) && !sp.IsNil():
		return p.Errorf("multiple memory spaces specified in memref type")
	case !isLayout(a):
		*sp = a
	case rank < 0:
		return p.Errorf("cannot have affine map for unranked memref type")
	case !sp.IsNil():
		return p.Errorf("expected memory space to be last in memref type")
	default:
		*layout = a
	}
	return nil
}

func isLayout(a ir.Attr) bool {
	switch a.Data().(type) {
	case *ir.AffineMapAttr, *ir.StridedLayoutAttr:
		return true
	}
	_, ok := a.Data().(interface{ MemRefLayout() })
	return ok
}

// checkLayout returns the layout, or the zero Attr for the identity map. It fails if the layout
// does not fit the rank.
func (p *Parser) checkLayout(start int, a ir.Attr, rank int) (ir.Attr, error) {
	switch l := a.Data().(type) {
	case *ir.AffineMapAttr:
		if l.Map.Dims != rank {
			return a, p.ErrorAt(start, "memref layout mismatch between rank and affine map: %d != %d", rank, l.Map.Dims)
		}
		if l.Map.IsIdentity() {
			return ir.Attr{}, nil
		}
	case *ir.StridedLayoutAttr:
		if len(l.Strides) != rank {
			return a, p.ErrorAt(start, "expected the number of strides to match the rank")
		}
	}
	return a, nil
}

// validMemRefElem reports whether a memref can have elements of type t. A dialect's type must
// declare that it can be an element.
func validMemRefElem(t ir.Type) bool {
	switch d := t.Data().(type) {
	case *ir.IntType, *ir.FloatType, *ir.IndexType, *ir.ComplexType, *ir.VectorType, *ir.MemRefType, *ir.UnrankedMemRefType:
		return true
	case *ir.OpaqueType:
		return d.Dialect == "ptr" || d.Dialect == "test" && d.Body == "memref_element"
	}
	_, ok := t.Data().(interface{ MemRefElement() })
	return ok
}
