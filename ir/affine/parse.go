package affine

import (
	"errors"
	"strconv"
	"strings"
)

// Error is an error in affine text, with the message of MLIR's error.
type Error struct {
	Offset  int // byte offset at which mlir-opt reports the error
	Message string
}

// Error returns the message without the position.
func (e *Error) Error() string { return e.Message }

// maxNesting limits the depth of nested parentheses and signs, because the parser is recursive.
const maxNesting = 20000

// Parser parses affine text inside a longer text. Methods return ok = false after an error. Then
// only Err may be called.
type Parser struct {
	text  string
	tok   token
	last  int // end of the token before tok
	errs  []error
	names []named
	index map[string]int // index in names; used for more than fewNames names
	depth int

	// value returns the expression for an SSA value. It is nil if SSA values are not allowed.
	value func(name string, symbol bool) (Expr, error)
}

type named struct {
	name string
	expr Expr
}

// NewParser returns a parser that starts at a byte offset of the text.
func NewParser(text string, offset int) *Parser {
	p := &Parser{text: text}
	p.tok.end = offset
	p.next()
	return p
}

// Values allows SSA values in place of names, as in "%i + symbol(%n) * 2". The parser calls the
// function for each use of a value, with the name "%i" or "%n"; symbol is true for symbol(%n). The
// function returns a dimension or symbol, or an error, which the parser reports.
func (p *Parser) Values(value func(name string, symbol bool) (Expr, error)) {
	p.value = value
}

// Name defines a name for an expression, which the text can use.
func (p *Parser) Name(name string, e Expr) {
	p.names = append(p.names, named{name, e})
}

// Offset returns the offset of the first token that was not read.
func (p *Parser) Offset() int { return p.tok.pos }

// Err returns the errors found, as joined *Error values, or nil.
func (p *Parser) Err() error { return errors.Join(p.errs...) }

// ParseMap parses a map such as "(d0)[s0] -> (d0 + s0)". Dimensions and symbols can have any names.
// The error joins one or more *Error values.
func ParseMap(text string) (Map, error) {
	p := NewParser(text, 0)
	m, ok := p.Map()
	return m, p.finish(ok)
}

// ParseSet parses a set such as "(d0)[s0] : (d0 >= 0, d0 == s0)". Names and errors are as in
// ParseMap.
func ParseSet(text string) (Set, error) {
	p := NewParser(text, 0)
	s, ok := p.Set()
	return s, p.finish(ok)
}

// finish returns all errors. If ok is set, unread text is also an error.
func (p *Parser) finish(ok bool) error {
	if ok && p.tok.kind != tokenEnd && len(p.errs) == 0 {
		p.fail(p.tok.pos, "encountered unexpected token")
	}
	return p.Err()
}

// Map reads a map.
func (p *Parser) Map() (Map, bool) {
	start := p.tok.pos
	m, _, isSet, ok := p.MapOrSet()
	if ok && isSet {
		return Map{}, p.fail(start, "expected AffineMap, but got IntegerSet")
	}
	return m, ok
}

// Set reads a set.
func (p *Parser) Set() (Set, bool) {
	start := p.tok.pos
	_, s, isSet, ok := p.MapOrSet()
	if ok && !isSet {
		return Set{}, p.fail(start, "expected IntegerSet, but got AffineMap")
	}
	return s, ok
}

// MapOrSet reads a map or a set. isSet reports whether it is a set.
func (p *Parser) MapOrSet() (m Map, s Set, isSet, ok bool) {
	outer := len(p.names)
	defer func() { p.names, p.index = p.names[:outer], nil }()
	dims, ok := p.declare("(", ")", " in dimensional identifier list", Dim)
	if !ok {
		return m, s, false, false
	}
	syms := 0
	if p.tok.is("[") {
		syms, ok = p.declare("[", "]", " in symbol list", Sym)
		if !ok {
			return m, s, false, false
		}
	}
	if p.accept("->") {
		m = Map{Dims: dims, Syms: syms}
		m.Results, ok = p.Exprs(" in affine map range")
		return m, s, false, ok
	}
	if !p.expect(":", "expected '->' or ':'") {
		return m, s, false, false
	}
	s = Set{Dims: dims, Syms: syms}
	ok = p.constraints(&s)
	return m, s, true, ok
}

// declare reads a list of names for dimensions or symbols.
func (p *Parser) declare(open, shut, where string, at func(int) Expr) (n int, ok bool) {
	ok = p.list(open, shut, where, func() bool {
		if p.tok.kind != tokenIdent {
			return p.failBefore("expected bare identifier")
		}
		if _, dup := p.lookup(p.tok.text); dup {
			return p.failHere("redefinition of identifier '" + p.tok.text + "'")
		}
		p.Name(p.tok.text, at(n))
		n++
		p.next()
		return true
	})
	return n, ok
}

// Exprs reads a possibly empty list of expressions in parentheses. The message about a missing
// parenthesis ends in where, such as " in affine map range".
func (p *Parser) Exprs(where string) (exprs []Expr, ok bool) {
	ok = p.list("(", ")", where, func() bool {
		e, ok := p.Expr()
		exprs = append(exprs, e)
		return ok
	})
	return exprs, ok
}

// constraints reads the constraints of s. An empty list means 0 == 0.
func (p *Parser) constraints(s *Set) bool {
	ok := p.list("(", ")", " in integer set constraint list", func() bool {
		e, eq, ok := p.constraint()
		s.Constraints, s.Eq = append(s.Constraints, e), append(s.Eq, eq)
		return ok
	})
	if ok && len(s.Constraints) == 0 {
		s.Constraints, s.Eq = []Expr{Const(0)}, []bool{true}
	}
	return ok
}

// constraint reads "x >= y", "x <= y" or "x == y".
func (p *Parser) constraint() (e Expr, eq, ok bool) {
	lhs, ok := p.Expr()
	if !ok {
		return Expr{}, false, false
	}
	relation := ""
	for _, r := range [...]string{">", "<", "="} { // MLIR consumes r even if no = follows
		if relation == "" && p.accept(r) && p.accept("=") {
			relation = r
		}
	}
	if relation == "" {
		return Expr{}, false, p.failHere("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
	}
	rhs, ok := p.Expr()
	if relation == "<" {
		lhs, rhs = rhs, lhs
	}
	return Sub(lhs, rhs), relation == "=", ok
}

// list reads elements between delimiters, with commas between them.
func (p *Parser) list(open, shut, where string, element func() bool) bool {
	if !p.expect(open, "expected '"+open+"'"+where) {
		return false
	}
	if p.accept(shut) {
		return true
	}
	for {
		if !element() {
			return false
		}
		if !p.accept(",") {
			return p.expect(shut, "expected '"+shut+"'"+where)
		}
	}
}

// fewNames is the largest number of names for which lookup searches the list, not the map.
const fewNames = 16

func (p *Parser) lookup(name string) (Expr, bool) {
	if len(p.names) > fewNames {
		if p.index == nil {
			p.index = map[string]int{}
		}
		for i := len(p.index); i < len(p.names); i++ {
			p.index[p.names[i].name] = i
		}
		i, ok := p.index[name]
		if !ok {
			return Expr{}, false
		}
		return p.names[i].expr, true
	}
	for _, n := range p.names {
		if n.name == name {
			return n.expr, true
		}
	}
	return Expr{}, false
}

func (p *Parser) accept(punct string) bool {
	if !p.tok.is(punct) {
		return false
	}
	p.next()
	return true
}

func (p *Parser) expect(punct, message string) bool {
	return p.accept(punct) || p.failBefore(message)
}

// fail records an error at offset and returns false.
func (p *Parser) fail(offset int, message string) bool {
	p.errs = append(p.errs, &Error{offset, message})
	return false
}

// failHere records an error at the current token, or at the last byte if the text has ended. For an
// invalid token it records nothing, because next has reported an error.
func (p *Parser) failHere(message string) bool {
	if p.tok.kind == tokenBad {
		return false
	}
	if p.tok.kind == tokenEnd {
		return p.fail(max(p.tok.pos-1, 0), message)
	}
	return p.fail(p.tok.pos, message)
}

// failBefore records that the current token is unexpected. As in MLIR, the error is at the end of
// the previous token.
func (p *Parser) failBefore(message string) bool {
	if p.tok.kind == tokenBad {
		return false
	}
	if p.last == 0 {
		return p.failHere(message)
	}
	// At the end of the text, MLIR reports the last byte.
	return p.fail(min(p.last, len(p.text)-1), message)
}

// integer reads an integer literal without a sign.
func (p *Parser) integer() (Expr, bool) {
	text, base := p.tok.text, 10
	if hex, ok := strings.CutPrefix(text, "0x"); ok {
		text, base = hex, 16
	}
	v, err := strconv.ParseInt(text, base, 64)
	if err != nil {
		return Expr{}, p.failHere("constant too large for index")
	}
	p.next()
	return Const(v), true
}
