package asm

import "bytes"

// Tok is the kind of a token.
type Tok uint8

// The tokens of MLIR's syntax.
const (
	EOF Tok = iota
	Bad
	BareID    // foo.bar, also keywords and i32
	AtID      // @foo or @"foo"
	HashID    // #foo
	BangID    // !foo
	CaretID   // ^foo
	PercentID // %foo
	IntLit    // 12, 0x1F
	FloatLit  // 1.5e3
	StringLit // "…"
	LParen
	RParen
	LBrace
	RBrace
	LSquare
	RSquare
	Less
	Greater
	Comma
	Colon
	Equal
	Arrow
	Ellipsis
	Question
	Plus
	Minus
	Star
	Slash
	Bar
	FileOpen  // {-#
	FileClose // #-}
)

// token is one token. Its text is the range [start, end) of the source text.
type token struct {
	kind       Tok
	start, end int
}

// spelling holds the text of punctuation for messages.
var spelling = [...]string{
	LParen: "(", RParen: ")", LBrace: "{", RBrace: "}", LSquare: "[", RSquare: "]",
	Less: "<", Greater: ">", Comma: ",", Colon: ":", Equal: "=",
	Arrow: "->", Ellipsis: "...", Question: "?", Plus: "+", Minus: "-", Star: "*",
	Slash: "/", Bar: "|", FileOpen: "{-#", FileClose: "#-}",
}

// String returns the spelling of punctuation, or a description of another token, for messages.
func (t Tok) String() string {
	if int(t) < len(spelling) && spelling[t] != "" {
		return spelling[t]
	}
	switch t {
	case EOF:
		return "end of file"
	case BareID:
		return "identifier"
	case IntLit:
		return "integer"
	case StringLit:
		return "string"
	}
	return "token"
}

// Character classes of the lexer.
const (
	cSpace = 1 << iota
	cIDStart
	cID     // letter, digit, _ $ .
	cSuffix // letter, digit, _ $ . -
	cDigit
)

var class = classes()

func classes() (t [256]uint8) {
	for c := range t {
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0:
			t[c] = cSpace
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_':
			t[c] = cIDStart | cID | cSuffix
		case c >= '0' && c <= '9':
			t[c] = cDigit | cID | cSuffix
		case c == '$' || c == '.':
			t[c] = cID | cSuffix
		case c == '-':
			t[c] = cSuffix
		}
	}
	return t
}

// lex returns the token at or after pos.
func lex(s []byte, pos int) token {
	for pos < len(s) {
		c := s[pos]
		if class[c]&cSpace != 0 {
			pos++
			continue
		}
		if c == '/' && pos+1 < len(s) && s[pos+1] == '/' {
			for pos < len(s) && s[pos] != '\n' {
				pos++
			}
			continue
		}
		if c == 0 && pos == len(s)-1 {
			pos++
			continue
		}
		break
	}
	if pos >= len(s) {
		return token{EOF, len(s), len(s)}
	}
	start := pos
	c := s[pos]
	pos++
	switch {
	case class[c]&cIDStart != 0:
		for pos < len(s) && class[s[pos]]&cID != 0 {
			pos++
		}
		return token{BareID, start, pos}
	case c == '%':
		return lexSuffixed(s, start, pos, PercentID)
	case class[c]&cDigit != 0:
		return lexNumber(s, start)
	}
	switch c {
	case ',':
		return token{Comma, start, pos}
	case ':':
		return token{Colon, start, pos}
	case '(':
		return token{LParen, start, pos}
	case ')':
		return token{RParen, start, pos}
	case '{':
		if pos+1 < len(s) && s[pos] == '-' && s[pos+1] == '#' {
			return token{FileOpen, start, pos + 2}
		}
		return token{LBrace, start, pos}
	case '}':
		return token{RBrace, start, pos}
	case '[':
		return token{LSquare, start, pos}
	case ']':
		return token{RSquare, start, pos}
	case '<':
		return token{Less, start, pos}
	case '>':
		return token{Greater, start, pos}
	case '=':
		return token{Equal, start, pos}
	case '?':
		return token{Question, start, pos}
	case '+':
		return token{Plus, start, pos}
	case '*':
		return token{Star, start, pos}
	case '|':
		return token{Bar, start, pos}
	case '/':
		return token{Slash, start, pos}
	case '-':
		if pos < len(s) && s[pos] == '>' {
			return token{Arrow, start, pos + 1}
		}
		return token{Minus, start, pos}
	case '.':
		if pos+1 < len(s) && s[pos] == '.' && s[pos+1] == '.' {
			return token{Ellipsis, start, pos + 2}
		}
	case '"':
		return lexString(s, start, StringLit)
	case '@':
		return lexAt(s, start)
	case '#':
		if pos+1 < len(s) && s[pos] == '-' && s[pos+1] == '}' {
			return token{FileClose, start, pos + 2}
		}
		return lexSuffixed(s, start, pos, HashID)
	case '!':
		return lexSuffixed(s, start, pos, BangID)
	case '^':
		return lexSuffixed(s, start, pos, CaretID)
	}
	return token{Bad, start, pos}
}

// lexSuffixed reads the identifier after a sigil: digits, or a sequence of letters, digits and the
// characters _ $ . - that does not begin with a digit. As in MLIR, an identifier before "->"
// includes the "-".
func lexSuffixed(s []byte, start, pos int, k Tok) token {
	if pos < len(s) && class[s[pos]]&cDigit != 0 {
		for pos < len(s) && class[s[pos]]&cDigit != 0 {
			pos++
		}
		return token{k, start, pos}
	}
	if pos >= len(s) || class[s[pos]]&cSuffix == 0 {
		return token{Bad, start, pos}
	}
	for pos < len(s) && class[s[pos]]&cSuffix != 0 {
		pos++
	}
	return token{k, start, pos}
}

func lexAt(s []byte, start int) token {
	pos := start + 1
	if pos < len(s) && s[pos] == '"' {
		t := lexString(s, pos, AtID)
		t.start = start
		return t
	}
	if pos >= len(s) || class[s[pos]]&cIDStart == 0 {
		return token{Bad, start, pos}
	}
	for pos < len(s) && class[s[pos]]&cID != 0 {
		pos++
	}
	return token{AtID, start, pos}
}

func lexString(s []byte, start int, k Tok) token {
	// Without escapes and line ends, the string ends at the first quote.
	if n := bytes.IndexByte(s[start+1:], '"'); n >= 0 && !special(s[start+1:start+1+n]) {
		return token{k, start, start + n + 2}
	}
	for pos := start + 1; pos < len(s); pos++ {
		switch s[pos] {
		case '"':
			return token{k, start, pos + 1}
		case '\n', '\v', '\f':
			return token{Bad, start, pos}
		case '\\':
			pos++
		}
	}
	return token{Bad, start, len(s)}
}

// special reports whether the text of a string literal contains an escape or a line end.
func special(s []byte) bool {
	if len(s) < 16 {
		for _, c := range s {
			if c == '\\' || c >= '\n' && c <= '\f' {
				return true
			}
		}
		return false
	}
	return bytes.IndexByte(s, '\\') >= 0 || bytes.IndexByte(s, '\n') >= 0 || bytes.IndexByte(s, '\v') >= 0 || bytes.IndexByte(s, '\f') >= 0
}

func lexNumber(s []byte, start int) token {
	pos := start + 1
	if s[start] == '0' && pos+1 < len(s) && s[pos] == 'x' && isHexDigit(s[pos+1]) {
		pos += 2
		for pos < len(s) && isHexDigit(s[pos]) {
			pos++
		}
		return token{IntLit, start, pos}
	}
	for pos < len(s) && class[s[pos]]&cDigit != 0 {
		pos++
	}
	if pos >= len(s) || s[pos] != '.' {
		return token{IntLit, start, pos}
	}
	pos++
	for pos < len(s) && class[s[pos]]&cDigit != 0 {
		pos++
	}
	if pos < len(s) && (s[pos] == 'e' || s[pos] == 'E') {
		p := pos + 1
		if p < len(s) && (s[p] == '+' || s[p] == '-') {
			p++
		}
		if p < len(s) && class[s[p]]&cDigit != 0 {
			for p < len(s) && class[s[p]]&cDigit != 0 {
				p++
			}
			pos = p
		}
	}
	return token{FloatLit, start, pos}
}

func isHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
