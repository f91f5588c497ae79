package asm

import (
	"math"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

func (p *Parser) vectorType() (ir.Type, error) {
	start := p.tok.start
	p.next()
	if err := p.expectIn(Less, " in vector type"); err != nil {
		return ir.Type{}, err
	}
	d := &ir.VectorType{}
	if err := p.vectorDims(d); err != nil {
		return ir.Type{}, err
	}
	var err error
	if d.Elem, err = p.Type(); err != nil {
		return ir.Type{}, err
	}
	if err := p.expectIn(Greater, " in vector type"); err != nil {
		return ir.Type{}, err
	}
	if !validVectorElem(d.Elem) {
		return ir.Type{}, p.ErrorAt(start, "failed to verify 'elementType': VectorElementTypeInterface instance")
	}
	if slices.Contains(d.Shape, 0) {
		return ir.Type{}, p.ErrorAt(start, "vector types must have positive constant sizes but got %s", joinInts(d.Shape))
	}
	return ir.NewType(d), nil
}

// vectorDims reads the extents of a vector: 4x[8]x.
func (p *Parser) vectorDims(d *ir.VectorType) error {
	var scalable []bool
	for p.tok.kind == IntLit || p.tok.kind == LSquare {
		brackets := p.Try(LSquare)
		n, end, ok := p.digits(p.tok.start)
		if !ok || p.tok.kind != IntLit {
			return p.wrongHere("invalid dimension")
		}
		p.seek(end)
		if brackets && !p.Try(RSquare) {
			return p.wrong("missing ']' closing scalable dimension")
		}
		d.Shape = append(d.Shape, n)
		scalable = append(scalable, brackets)
		if p.tok.kind != BareID || p.text[p.tok.start] != 'x' {
			return p.wrong("expected 'x' in dimension list")
		}
		p.seek(p.tok.start + 1)
	}
	if slices.Contains(scalable, true) {
		d.Scalable = scalable
	}
	return nil
}

// validVectorElem reports whether a vector can have elements of type t. Types of registered
// dialects must declare that they can be elements. Of the types of unregistered dialects, only the
// pointers of ptr and llvm are valid.
func validVectorElem(t ir.Type) bool {
	switch d := t.Data().(type) {
	case *ir.IntType, *ir.FloatType, *ir.IndexType:
		return true
	case *ir.OpaqueType:
		return d.Dialect == "ptr" || d.Dialect == "llvm" && (d.Body == "ptr" || strings.HasPrefix(d.Body, "ptr<"))
	}
	_, ok := t.Data().(interface{ VectorElement() })
	return ok
}

// digits reads a decimal number at a byte offset.
func (p *Parser) digits(off int) (n int64, end int, ok bool) {
	end = off
	for end < len(p.text) && class[p.text[end]]&cDigit != 0 {
		digit := int64(p.text[end] - '0')
		if n > (math.MaxInt64-digit)/10 {
			return 0, end, false
		}
		n = 10*n + digit
		end++
	}
	return n, end, end > off
}
