package affine

import "strings"

type tokenKind uint8

const (
	tokenEnd   tokenKind = iota
	tokenIdent           // includes keywords, which MLIR allows as names here
	tokenInt
	tokenValue // an SSA value such as %a or %0#1
	tokenPunct // one of ( ) [ ] , : + - * < > = and ->
	tokenOther // another token of MLIR; it ends affine text
	tokenBad   // an invalid token; Parser.next has reported the error
)

type token struct {
	kind     tokenKind
	pos, end int
	text     string
}

func (t token) is(punct string) bool { return t.kind == tokenPunct && t.text == punct }

func (t token) isIdent(word string) bool { return t.kind == tokenIdent && t.text == word }

// next reads the token after the current one.
func (p *Parser) next() {
	p.last = p.tok.end
	start := skipSpace(p.text, p.tok.end)
	kind, end := p.scan(start)
	p.tok = token{kind, start, end, p.text[start:end]}
}

func skipSpace(s string, i int) int {
	for i < len(s) {
		switch {
		case s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r':
			i++
		case strings.HasPrefix(s[i:], "//"):
			n := strings.IndexAny(s[i:], "\n\r")
			if n < 0 {
				return len(s)
			}
			i += n
		default:
			return i
		}
	}
	return i
}

// scan returns the kind and the end of the token that starts at i.
func (p *Parser) scan(i int) (tokenKind, int) {
	s := p.text
	if i >= len(s) {
		return tokenEnd, len(s)
	}
	switch c := s[i]; {
	case isLetter(c) || c == '_':
		return tokenIdent, skip(s, i+1, "_$.")
	case isDigit(c):
		return scanNumber(s, i)
	case c == '%' && skip(s, i+1, "_$.-") > i+1:
		end := skip(s, i+1, "_$.-")
		if n := skipDigits(s, end+1); strings.HasPrefix(s[end:], "#") && n > end+1 {
			end = n
		}
		return tokenValue, end
	case strings.HasPrefix(s[i:], "->"):
		return tokenPunct, i + 2
	case strings.IndexByte("()[],:+-*<>=", c) >= 0:
		return tokenPunct, i + 1
	case c == '%' && skip(s, i+1, "_$.-") == i+1:
		p.fail(i, "invalid SSA name")
	case strings.IndexByte(`"#@!^{}/|?`, c) >= 0 || strings.HasPrefix(s[i:], "..."):
		return tokenOther, i + 1
	case c == '.':
		p.fail(i+1, "expected three consecutive dots for an ellipsis")
	default:
		p.fail(i, "unexpected character")
	}
	return tokenBad, i + 1
}

// scanNumber scans a decimal or hexadecimal integer that starts at i. A float is a tokenOther.
func scanNumber(s string, i int) (tokenKind, int) {
	if i+2 < len(s) && s[i] == '0' && s[i+1] == 'x' && isHex(s[i+2]) {
		end := i + 2
		for end < len(s) && isHex(s[end]) {
			end++
		}
		return tokenInt, end
	}
	end := skipDigits(s, i)
	if end < len(s) && s[end] == '.' {
		return tokenOther, end + 1
	}
	return tokenInt, end
}

func skipDigits(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

// skip returns the end of the letters, digits and characters in extra that start at i.
func skip(s string, i int, extra string) int {
	for i < len(s) && (isLetter(s[i]) || isDigit(s[i]) || strings.IndexByte(extra, s[i]) >= 0) {
		i++
	}
	return i
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isHex(c byte) bool    { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
