package filecheck

import (
	"math/big"
	"strings"
)

// An exprParser reads a numeric expression in a check file or in the option -D.
type exprParser struct {
	vars *variables
	src  *source
	pos  int
	end  int
	line int // the line of the directive; 0 outside check files, where @LINE is unknown

	operands int // the number of operands and parentheses read so far
}

// maxOperands limits the operands and parentheses of an expression, and thus the recursion.
const maxOperands = 10_000

func (p *exprParser) rest() string { return p.src.slice(p.pos, p.end) }

func (p *exprParser) here() place { return place{p.src, p.pos} }

func (p *exprParser) space() {
	for p.pos < p.end && (p.src.Data[p.pos] == ' ' || p.src.Data[p.pos] == '\t') {
		p.pos++
	}
}

// eat skips s, and the blanks before it.
func (p *exprParser) eat(s string) bool {
	p.space()
	if !strings.HasPrefix(p.rest(), s) {
		return false
	}
	p.pos += len(s)
	return true
}

// sum parses operands joined by + and -. mayConstrain means that "==" is also valid at this
// position. The error about an invalid first operand then mentions a "matching constraint".
func (p *exprParser) sum(mayConstrain bool) (expr, *Error) {
	start := p.pos
	left, err := p.operand(mayConstrain)
	for err == nil {
		p.space()
		if p.pos == p.end || p.src.Data[p.pos] == ',' || p.src.Data[p.pos] == ')' {
			return left, nil
		}
		left, err = p.sumTail(left, start, p.operand)
	}
	return nil, err
}

// sumTail parses an operator and its second operand.
func (p *exprParser) sumTail(left expr, start int, operand func(bool) (expr, *Error)) (expr, *Error) {
	leftEnd := p.pos
	b := binary{left: left, at: place{p.src, start}}
	switch p.src.Data[p.pos] {
	case '+':
		b.op = "add"
	case '-':
		b.op = "sub"
	default:
		return nil, p.here().errorf("unsupported operation '%c'", p.src.Data[p.pos])
	}
	p.pos++
	p.space()
	if p.pos == p.end {
		return nil, p.here().errorf("missing operand in expression")
	}
	rightStart := p.pos
	right, err := operand(false)
	if err != nil {
		return nil, err
	}
	b.right = right
	b.leftText = strings.TrimSpace(p.src.slice(start, leftEnd))
	b.rightText = strings.TrimSpace(p.src.slice(rightStart, p.pos))
	return b, nil
}

// operand parses a literal, a variable, a call or a parenthesized expression.
func (p *exprParser) operand(mayConstrain bool) (expr, *Error) {
	if p.operands++; p.operands > maxOperands {
		return nil, p.here().errorf("expression has more than %d operands and parentheses", maxOperands)
	}
	p.space()
	if p.eat("(") {
		return p.nested()
	}
	rest := p.rest()
	if n := nameLength(rest); n > 0 {
		if strings.HasPrefix(strings.TrimLeft(rest[n:], " \t"), "(") {
			return p.call(rest[:n])
		}
		return p.use(rest[:n])
	}
	if e, ok := p.literal(true); ok {
		return e, nil
	}
	if mayConstrain {
		return nil, p.here().errorf("invalid matching constraint or operand format")
	}
	return nil, p.here().errorf("invalid operand format")
}

// nested parses an expression after '('.
func (p *exprParser) nested() (expr, *Error) {
	p.space()
	if p.pos == p.end {
		return nil, p.here().errorf("missing operand in expression")
	}
	e, err := p.sum(false)
	if err != nil {
		return nil, err
	}
	if !p.eat(")") {
		return nil, p.here().errorf("missing ')' at end of nested expression")
	}
	return e, nil
}

// literal parses an integer. anyBase allows a sign, the prefixes 0x, 0b and 0o, and octal numbers
// that begin with 0.
func (p *exprParser) literal(anyBase bool) (expr, bool) {
	s := p.rest()
	n, sign, base := 0, "", 10
	after := func(prefix string) bool {
		return len(s) >= n+len(prefix) && strings.EqualFold(s[n:n+len(prefix)], prefix)
	}
	if anyBase {
		if strings.HasPrefix(s, "-") {
			sign, n = "-", 1
		}
		switch {
		case after("0x"):
			base, n = 16, n+2
		case after("0b"):
			base, n = 2, n+2
		case after("0o"):
			base, n = 8, n+2
		case len(s) > n+1 && s[n] == '0' && s[n+1] >= '0' && s[n+1] <= '9':
			base, n = 8, n+1
		}
	}
	end := n
	for end < len(s) && digitValue(s[end]) < base {
		end++
	}
	v, ok := new(big.Int).SetString(sign+s[n:end], base)
	if !ok {
		return nil, false
	}
	p.pos += end
	return constant{v}, true
}

// digitValue returns the value of a digit of any base up to 16, or 16 for other characters.
func digitValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return 16
}

// use parses the use of the variable with the given name. The parser is at this name.
func (p *exprParser) use(name string) (expr, *Error) {
	at := p.here()
	if strings.HasPrefix(name, "@") {
		if name != "@LINE" || p.line == 0 {
			return nil, at.errorf("invalid pseudo numeric variable '%s'", name)
		}
		p.pos += len(name)
		return constant{big.NewInt(int64(p.line))}, nil
	}
	n := p.vars.numbers[name]
	if n == nil {
		n = &number{name: name, format: defaultFormat()}
		p.vars.numbers[name] = n
	}
	if p.line > 0 && n.defLine == p.line {
		return nil, at.errorf("numeric variable '%s' defined earlier in the same CHECK directive", name)
	}
	p.pos += len(name)
	return variableUse{n, at}, nil
}

// call parses a call of the function with the given name. The parser is at this name.
func (p *exprParser) call(name string) (expr, *Error) {
	at := p.here()
	switch name {
	case "add", "div", "max", "min", "mul", "sub":
	default:
		return nil, at.errorf("call to undefined function '%s'", name)
	}
	p.pos += len(name)
	p.eat("(")
	var args []expr
	var texts []string
	for closed := p.eat(")"); !closed; {
		p.space()
		if p.pos == p.end {
			return nil, p.here().errorf("missing ')' at end of call expression")
		}
		start := p.pos
		arg, err := p.sum(false)
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
		texts = append(texts, strings.TrimSpace(p.src.slice(start, p.pos)))
		if closed = p.eat(")"); !closed && !p.eat(",") {
			return nil, p.here().errorf("missing ')' at end of call expression")
		}
	}
	if len(args) != 2 {
		return nil, at.errorf("function '%s' takes 2 arguments but %d given", name, len(args))
	}
	return binary{op: name, left: args[0], right: args[1], leftText: texts[0], rightText: texts[1], at: at}, nil
}

// legacyLine parses @LINE, @LINE+n or @LINE-n in a [[…]] without '#'.
func (p *exprParser) legacyLine() (expr, *Error) {
	start := p.pos
	e, err := p.use(p.rest()[:nameLength(p.rest())])
	if err != nil {
		return nil, err
	}
	p.space()
	if p.pos == p.end {
		return e, nil
	}
	e, err = p.sumTail(e, start, func(bool) (expr, *Error) {
		if e, ok := p.literal(false); ok {
			return e, nil
		}
		return nil, p.here().errorf("invalid operand format")
	})
	if err != nil {
		return nil, err
	}
	if p.pos < p.end {
		return nil, p.here().errorf("unexpected characters at end of expression '%s'", p.rest())
	}
	return e, nil
}
