package affine

// Expr reads an expression. "*", "mod", "floordiv" and "ceildiv" have higher precedence than "+"
// and "-". All associate to the left. A unary "-" has the highest precedence.
func (p *Parser) Expr() (Expr, bool) {
	lhs, ok := p.product(false)
	for ok {
		minus := p.tok.is("-")
		if !minus && !p.tok.is("+") {
			return lhs, true
		}
		p.next()
		var rhs Expr
		rhs, ok = p.product(true)
		if minus {
			lhs = Sub(lhs, rhs)
		} else {
			lhs = Add(lhs, rhs)
		}
	}
	return Expr{}, false
}

// factorKind returns the operation for "*", "mod", "floordiv" or "ceildiv", and false for other
// tokens.
func factorKind(t token) (Kind, bool) {
	switch {
	case t.is("*"):
		return KindMul, true
	case t.isIdent("mod"):
		return KindMod, true
	case t.isIdent("floordiv"):
		return KindFloorDiv, true
	case t.isIdent("ceildiv"):
		return KindCeilDiv, true
	}
	return 0, false
}

// product reads an operand of "+" or "-". hasLeft reports whether an operator precedes it, which
// determines the message about a missing operand.
func (p *Parser) product(hasLeft bool) (Expr, bool) {
	lhs, ok := p.operand(hasLeft)
	for ok {
		kind, isFactor := factorKind(p.tok)
		if !isFactor {
			return lhs, true
		}
		at := p.tok.pos
		p.next()
		var rhs Expr
		if rhs, ok = p.operand(true); !ok {
			break
		}
		// If another operator of this precedence follows, MLIR reports the error at that operator.
		if _, more := factorKind(p.tok); more {
			at = p.tok.pos
		}
		if why := notAffine(kind, lhs, rhs); why != "" {
			return Expr{}, p.fail(at, "non-affine expression: "+why)
		}
		lhs = Binary(kind, lhs, rhs)
	}
	return Expr{}, false
}

func notAffine(k Kind, lhs, rhs Expr) string {
	switch {
	case k == KindMul && !lhs.IsSymbolic() && !rhs.IsSymbolic():
		return "at least one of the multiply operands has to be either a constant or symbolic"
	case k == KindMul || rhs.IsSymbolic():
		return ""
	case k == KindMod:
		return "right operand of mod has to be either a constant or symbolic"
	case k == KindFloorDiv:
		return "right operand of floordiv has to be either a constant or symbolic"
	}
	return "right operand of ceildiv has to be either a constant or symbolic"
}

// operand reads a name, an SSA value, a number or an expression in parentheses, after optional
// minus signs.
func (p *Parser) operand(hasLeft bool) (Expr, bool) {
	switch {
	case p.tok.isIdent("symbol"):
		return p.symbolOf()
	case p.tok.kind == tokenIdent:
		e, ok := p.lookup(p.tok.text)
		if !ok {
			return Expr{}, p.failBefore("use of undeclared identifier")
		}
		p.next()
		return e, true
	case p.tok.kind == tokenValue:
		return p.valueOf(false)
	case p.tok.kind == tokenInt:
		return p.integer()
	case p.tok.is("("):
		return p.nested(p.parenthesized)
	case p.tok.is("-"):
		return p.nested(func() (Expr, bool) { return p.negated(hasLeft) })
	case hasLeft:
		return Expr{}, p.failHere("missing right operand of binary operator")
	case p.tok.is("+") || p.tok.is("*"):
		return Expr{}, p.failHere("missing left operand of binary operator")
	}
	return Expr{}, p.failHere("expected affine expression")
}

func (p *Parser) nested(read func() (Expr, bool)) (Expr, bool) {
	if p.depth == maxNesting {
		return Expr{}, p.failHere("affine expression is nested too deeply")
	}
	p.depth++
	defer func() { p.depth-- }()
	return read()
}

func (p *Parser) parenthesized() (Expr, bool) {
	p.next()
	if p.tok.is(")") {
		return Expr{}, p.failHere("no expression inside parentheses")
	}
	e, ok := p.Expr()
	return e, ok && p.expect(")", "expected ')'")
}

func (p *Parser) negated(hasLeft bool) (Expr, bool) {
	p.next()
	e, ok := p.operand(hasLeft)
	if !ok {
		return Expr{}, p.failHere("missing operand of negation")
	}
	return Neg(e), true
}

// symbolOf reads "symbol(%n)".
func (p *Parser) symbolOf() (Expr, bool) {
	p.next()
	if !p.expect("(", "expected '(' at start of SSA symbol") {
		return Expr{}, false
	}
	e, ok := p.valueOf(true)
	return e, ok && p.expect(")", "expected ')' at end of SSA symbol")
}

func (p *Parser) valueOf(symbol bool) (Expr, bool) {
	if p.value == nil {
		return Expr{}, p.failBefore("unexpected ssa identifier")
	}
	if p.tok.kind != tokenValue {
		return Expr{}, p.failBefore("expected ssa identifier")
	}
	e, err := p.value(p.tok.text, symbol)
	if err != nil {
		return Expr{}, p.failHere(err.Error())
	}
	p.next()
	return e, true
}
