package affine

import (
	"math"
	"strconv"
)

// String returns the text that MLIR prints for the expression, such as "d0 - s0 * 2".
func (e Expr) String() string {
	return string(e.Append(nil, nil))
}

// Append appends the text of the expression to b. If name is not nil, it appends each dimension and
// symbol, for example as an SSA value.
func (e Expr) Append(b []byte, name func(b []byte, e Expr) []byte) []byte {
	p := printer{b, name}
	p.expr(e, false)
	return p.out
}

type printer struct {
	out  []byte
	name func(b []byte, e Expr) []byte
}

// expr writes e. If tight is set, a binary expression is written in parentheses.
func (p *printer) expr(e Expr, tight bool) {
	switch {
	case e.kind == KindConst && e.value == math.MinInt64:
		// The parser reads a number before it applies the sign, and 2^63 is out of range.
		p.out = append(p.out, "(-9223372036854775807 - 1)"...)
		return
	case e.kind == KindConst:
		p.out = strconv.AppendInt(p.out, e.value, 10)
		return
	case !e.IsBinary() && p.name != nil:
		p.out = p.name(p.out, e)
		return
	case e.kind == KindDim:
		p.position('d', e.value)
		return
	case e.kind == KindSym:
		p.position('s', e.value)
		return
	}
	if tight {
		p.out = append(p.out, '(')
	}
	if e.kind == KindAdd {
		p.sum(e)
	} else {
		p.product(e)
	}
	if tight {
		p.out = append(p.out, ')')
	}
}

func (p *printer) position(letter byte, i int64) {
	p.out = strconv.AppendInt(append(p.out, letter), i, 10)
}

func (p *printer) text(s string) { p.out = append(p.out, s...) }

// product writes a binary operation other than a sum, with binary operands in parentheses.
func (p *printer) product(e Expr) {
	lhs, rhs := e.Operands()
	if e.kind == KindMul && rhs == Const(-1) {
		p.text("-")
		p.expr(lhs, true)
		return
	}
	p.expr(lhs, true)
	switch e.kind {
	case KindMul:
		p.text(" * ")
	case KindMod:
		p.text(" mod ")
	case KindFloorDiv:
		p.text(" floordiv ")
	case KindCeilDiv:
		p.text(" ceildiv ")
	}
	p.expr(rhs, true)
}

// sum writes x + y, or a difference if y is a negative constant or has a negative constant factor.
func (p *printer) sum(e Expr) {
	lhs, rhs := e.Operands()
	p.expr(lhs, false)
	if c, ok := rhs.Const(); ok && c < 0 && c != math.MinInt64 {
		p.text(" - ")
		p.out = strconv.AppendInt(p.out, -c, 10)
		return
	}
	x, c, ok := rhs.constRHS(KindMul)
	switch {
	case ok && c == -1:
		p.text(" - ")
		p.expr(x, x.kind == KindAdd)
	case ok && c < -1 && c != math.MinInt64:
		p.text(" - ")
		p.expr(x, true)
		p.text(" * ")
		p.out = strconv.AppendInt(p.out, -c, 10)
	default:
		p.text(" + ")
		p.expr(rhs, false)
	}
}

// list writes the names of n dimensions or symbols, such as "d0, d1".
func (p *printer) list(letter byte, n int) {
	for i := range n {
		if i > 0 {
			p.text(", ")
		}
		p.position(letter, int64(i))
	}
}

// space writes the dimensions and symbols of a map or set, such as "(d0, d1)[s0]".
func (p *printer) space(dims, syms int) {
	p.text("(")
	p.list('d', dims)
	p.text(")")
	if syms == 0 {
		return
	}
	p.text("[")
	p.list('s', syms)
	p.text("]")
}

// String returns the text that MLIR prints for the map: "(d0, d1)[s0] -> (d0 + s0, d1)".
func (m Map) String() string {
	var p printer
	p.space(m.Dims, m.Syms)
	p.text(" -> (")
	for i, e := range m.Results {
		if i > 0 {
			p.text(", ")
		}
		p.expr(e, false)
	}
	p.text(")")
	return string(p.out)
}

// String returns the text that MLIR prints for the set: "(d0)[s0] : (d0 >= 0, d0 - s0 == 0)".
func (s Set) String() string {
	var p printer
	p.space(s.Dims, s.Syms)
	p.text(" : (")
	for i, e := range s.Constraints {
		if i > 0 {
			p.text(", ")
		}
		p.expr(e, false)
		if s.Eq[i] {
			p.text(" == 0")
		} else {
			p.text(" >= 0")
		}
	}
	p.text(")")
	return string(p.out)
}
