// Package grammar has what the parsers of the small languages share.
package grammar

import (
	"strconv"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Unquote returns the option of a parser that decodes tokens "String" as Go's quoted strings.
// The library's own option takes memory that grows with the square of a string's length.
func Unquote() participle.Option {
	return participle.Map(func(t lexer.Token) (lexer.Token, error) {
		value, err := strconv.Unquote(t.Value)
		if err != nil {
			return t, participle.Errorf(t.Pos, "a string has an invalid escape")
		}
		t.Value = value
		return t, nil
	}, "String")
}
