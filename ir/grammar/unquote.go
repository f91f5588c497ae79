// Package grammar has common code of the parsers for Lathe's small languages, such as fusion
// patterns and placement rules.
package grammar

import (
	"strconv"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Unquote returns a parser option that decodes tokens of type "String" as quoted strings of Go.
// Participle's own option takes memory quadratic in the length of a string.
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
