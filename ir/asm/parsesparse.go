package asm

import (
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// sparseAttr reads sparse<indices, values> : type.
func (p *Parser) sparseAttr(t ir.Type) (ir.Attr, error) {
	at := p.tok.start
	p.next()
	if p.tok.kind != Less {
		return ir.Attr{}, p.wrong("Expected '<' after 'sparse'")
	}
	p.next()
	var idx, val denseBody
	var idxOff, valOff int
	var err error
	none := p.tok.kind == Greater
	if !none {
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
	if t, err = p.elementsType(t, at); err != nil {
		return ir.Attr{}, err
	}
	shape, _ := t.Shape()
	if none {
		idx, val = denseBody{empty: true}, denseBody{empty: true}
		idx.shape, val.shape = []int64{0, int64(len(shape))}, []int64{0}
	}
	end := p.tok
	d, err := p.sparseOf(idx, val, idxOff, valOff, t)
	p.tok = end
	if err == nil {
		err = p.checkSparse(d, at)
	}
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(d), nil
}

// sparseOf returns the constant with the indices idx and the values val. An index n without
// brackets is the index [n, …, n] of one element. A value without brackets is the value at all
// indices.
func (p *Parser) sparseOf(idx, val denseBody, idxOff, valOff int, t ir.Type) (*ir.SparseElements, error) {
	shape, _ := t.Shape()
	if len(idx.shape) == 0 {
		idx.shape = []int64{1, int64(len(shape))}
	}
	if len(val.shape) == 0 {
		val.shape = idx.shape[:1]
	}
	is, err := p.denseOf(idx, idxOff, idxOff, ir.Tensor(ir.I64(), idx.shape...))
	if err != nil {
		return nil, err
	}
	vs, err := p.denseOf(val, valOff, valOff, ir.Tensor(t.Elem(), val.shape...))
	return &ir.SparseElements{Type: t, Indices: is, Values: vs}, err
}

// joinUints is like joinInts, but prints the values as unsigned numbers, as MLIR does.
func joinUints(v []int64) string {
	words := make([]string, len(v))
	for i, n := range v {
		words[i] = strconv.FormatUint(uint64(n), 10)
	}
	return strings.Join(words, ", ")
}

// checkSparse checks that there is one index for each value, and that each index is inside the
// shape.
func (p *Parser) checkSparse(d *ir.SparseElements, at int) error {
	shape, _ := d.Type.Shape()
	idx, _ := d.Indices.TypeOf().Shape()
	val, _ := d.Values.TypeOf().Shape()
	fits := len(idx) == 2 && idx[1] == int64(len(shape)) || len(idx) == 1 && len(shape) == 1
	if !fits || len(val) != 1 || idx[0] != val[0] {
		return p.ErrorAt(at, "expected shape ([%s]); inferred shape of indices literal ([%s]); inferred shape of values literal ([%s])",
			joinInts(shape), joinInts(idx), joinInts(val))
	}
	all, ok := d.Indices.Ints()
	if !ok {
		return p.ErrorAt(at, "indices whose numbers are all equal can have at most %d numbers, but these have %d", ir.MaxSplatInts, d.Indices.TypeOf().NumElements())
	}
	for i := range int(idx[0]) {
		one := all[i*len(shape) : (i+1)*len(shape)]
		for j, n := range one {
			if n < 0 || n >= shape[j] {
				return p.ErrorAt(at, "sparse index #%d is not contained within the value shape, with index=[%s], and type='%s'", i, joinUints(one), d.Type)
			}
		}
	}
	return nil
}
