package asm

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// AffineValues has the SSA values that are dimensions and symbols of affine expressions.
type AffineValues struct{ Dims, Syms []Operand }

// same reports whether two operands refer to the same value.
func (o Operand) same(q Operand) bool { return o.name == q.name && o.number == q.number }

// find returns the expression of o. ok is false if o is neither in Dims nor in Syms.
func (v *AffineValues) find(o Operand) (affine.Expr, bool) {
	for i, d := range v.Dims {
		if d.same(o) {
			return affine.Dim(i), true
		}
	}
	for i, s := range v.Syms {
		if s.same(o) {
			return affine.Sym(i), true
		}
	}
	return affine.Expr{}, false
}

// add returns the expression for o. A new operand becomes a symbol if symbol is set, and a
// dimension otherwise.
func (v *AffineValues) add(o Operand, symbol bool) affine.Expr {
	if e, ok := v.find(o); ok {
		return e
	}
	if symbol {
		v.Syms = append(v.Syms, o)
		return affine.Sym(len(v.Syms) - 1)
	}
	v.Dims = append(v.Dims, o)
	return affine.Dim(len(v.Dims) - 1)
}

// Merge adds the dimensions and symbols of w, and returns the expressions for them.
func (v *AffineValues) Merge(w *AffineValues) (dims, syms []affine.Expr) {
	at := func(list *[]Operand, o Operand) int {
		for i, q := range *list {
			if q.same(o) {
				return i
			}
		}
		*list = append(*list, o)
		return len(*list) - 1
	}
	for _, o := range w.Dims {
		dims = append(dims, affine.Dim(at(&v.Dims, o)))
	}
	for _, o := range w.Syms {
		syms = append(syms, affine.Sym(at(&v.Syms, o)))
	}
	return dims, syms
}

// Map returns the map from the collected values to results.
func (v *AffineValues) Map(results []affine.Expr) affine.Map {
	return affine.Map{Dims: len(v.Dims), Syms: len(v.Syms), Results: results}
}

// AffineExpr reads an affine expression over SSA values, such as "%i * 2 + symbol(%n)", and adds
// the values to v.
func (p *Parser) AffineExpr(v *AffineValues) (affine.Expr, error) {
	ap := affine.NewParser(p.slice(0, len(p.text)), p.tok.start)
	ap.Values(func(_ string, symbol bool) (affine.Expr, error) {
		p.seek(ap.Offset())
		o, err := p.Operand()
		if err != nil {
			return affine.Expr{}, err
		}
		return v.add(o, symbol), nil
	})
	e, ok := ap.Expr()
	if !ok {
		return e, p.affineError(0, ap.Err())
	}
	p.seek(ap.Offset())
	return e, nil
}

// AffineExprs reads a list of affine expressions over SSA values between the given tokens.
func (p *Parser) AffineExprs(open, close Tok, v *AffineValues) ([]affine.Expr, error) {
	var es []affine.Expr
	err := p.listIn(open, close, "affine map", func() error {
		e, err := p.AffineExpr(v)
		es = append(es, e)
		return err
	})
	return es, err
}

// AffineExpr writes e over operands. The first dims operands are the dimensions of e, and the
// others are its symbols.
func (w *Printer) AffineExpr(e affine.Expr, dims int, operands []*ir.Value) {
	w.Writer.AffineExpr(e, func(x affine.Expr) {
		if i, ok := x.Dim(); ok {
			w.Value(operands[i])
			return
		}
		i, _ := x.Sym()
		w.Str("symbol(")
		w.Value(operands[dims+i])
		w.Byte(')')
	})
}

// AffineExprs writes the results of m, applied to operands, separated by commas.
func (w *Printer) AffineExprs(m affine.Map, operands []*ir.Value) {
	for i, e := range m.Results {
		if i > 0 {
			w.Str(", ")
		}
		w.AffineExpr(e, m.Dims, operands)
	}
}
