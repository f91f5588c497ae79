package passes

import (
	"io"

	"github.com/alecthomas/participle/v2/lexer"
)

// pipelineLexer splits pipelines into names, punctuation, blanks, and options; options with their
// braces are one token.
type pipelineLexer struct{}

const (
	tokenName lexer.TokenType = iota + 1
	tokenOptions
	tokenPunct
	tokenSpace
)

// Symbols implements lexer.Definition.
func (pipelineLexer) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Name": tokenName, "Options": tokenOptions, "Punct": tokenPunct, "Space": tokenSpace,
	}
}

// Lex implements lexer.Definition.
func (pipelineLexer) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	return &pipelineTokens{text: text, pos: lexer.Position{Filename: name, Line: 1, Column: 1}}, err
}

type pipelineTokens struct {
	text []byte
	pos  lexer.Position
}

// Next implements lexer.Lexer.
func (l *pipelineTokens) Next() (lexer.Token, error) {
	start := l.pos.Offset
	if start >= len(l.text) {
		return lexer.EOFToken(l.pos), nil
	}
	kind, end := tokenPunct, start+1
	switch c := l.text[start]; {
	case isBlank(c):
		kind = tokenSpace
	case c == '{':
		kind = tokenOptions
		if n := closingBrace(l.text, start); n >= 0 {
			end = n + 1
		}
	case isName(c):
		kind = tokenName
		for end < len(l.text) && isName(l.text[end]) {
			end++
		}
	}
	t := lexer.Token{Type: kind, Value: string(l.text[start:end]), Pos: l.pos}
	l.pos.Advance(t.Value)
	return t, nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isName(c byte) bool {
	switch c {
	case ',', '(', ')', '{', '}':
		return false
	}
	return !isBlank(c)
}
