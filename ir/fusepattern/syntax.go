package fusepattern

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/lathe-ir/lathe/ir/diag"
)

// syntaxError converts an error of the parser library to a diagnostic without names of grammar
// rules.
func syntaxError(src *diag.Source, err error) error {
	var at participle.Error
	if !errors.As(err, &at) {
		return diag.Errorf(diag.Span{Src: src}, "%v", err)
	}
	var token *participle.UnexpectedTokenError
	if !errors.As(err, &token) {
		return diag.Errorf(spanAt(src, at.Position().Offset), "%s", at.Message())
	}
	before := tokensBefore(src, token.Unexpected.Pos.Offset)
	if open, at, ok := unclosed(before, token.Unexpected); ok {
		closing := map[string]string{"{": "}", "(": ")"}[open.Value]
		return diag.Errorf(spanAt(src, at), "expected '%s'", closing).Note(spanAt(src, open.Pos.Offset), "to close this '%s'", open.Value)
	}
	here := spanAt(src, token.Unexpected.Pos.Offset)
	if n := len(before); n > 0 && token.Unexpected.Value == "=" && isName(before[n-1]) {
		return diag.Errorf(spanAt(src, before[n-1].Pos.Offset), "a result is written '%%%s ='", before[n-1].Value)
	}
	message := fmt.Sprintf("unexpected token %q", token.Unexpected.Value)
	if token.Unexpected.EOF() {
		message = "unexpected end of the text"
	}
	if want := firstWord.FindStringSubmatch(at.Message()); want != nil {
		message += fmt.Sprintf(", expected '%s'", want[1])
	}
	return diag.Errorf(here, "%s", message)
}

// firstWord finds the expected token in an error message of the parser. It does not match if the
// message has alternatives, or if a grammar rule is expected.
var firstWord = regexp.MustCompile(`\(expected "([^"]+)"[^|]*\)$`)

func spanAt(src *diag.Source, offset int) diag.Span {
	begin := min(offset, len(src.Text))
	return diag.Span{Src: src, Start: begin, End: min(begin+1, len(src.Text))}
}

// tokensBefore returns the tokens before an offset, except spaces and comments.
func tokensBefore(src *diag.Source, offset int) []lexer.Token {
	lex, err := tokens().Lex(src.Name, bytes.NewReader(src.Text))
	if err != nil {
		return nil
	}
	skip := []lexer.TokenType{tokens().Symbols()["Space"], tokens().Symbols()["Comment"]}
	var out []lexer.Token
	for {
		t, err := lex.Next()
		if err != nil || t.EOF() || t.Pos.Offset >= offset {
			return out
		}
		if !slices.Contains(skip, t.Type) {
			out = append(out, t)
		}
	}
}

func isName(t lexer.Token) bool { return t.Type == tokens().Symbols()["Name"] }

// unclosed returns the innermost open bracket if the parser stopped at the end of the text or in
// the next declaration. The closing bracket is missing at the offset "at".
func unclosed(before []lexer.Token, stop lexer.Token) (open lexer.Token, at int, ok bool) {
	at = stop.Pos.Offset
	last := len(before) - 1
	if !stop.EOF() {
		if last < 0 || !slices.Contains([]string{"pattern", "set", "dialect"}, before[last].Value) {
			return open, 0, false
		}
		at = before[last].Pos.Offset
	}
	var stack []lexer.Token
	for _, t := range before {
		switch t.Value {
		case "{", "(":
			stack = append(stack, t)
		case "}", ")":
			stack = stack[:max(len(stack)-1, 0)]
		}
	}
	if len(stack) == 0 {
		return open, 0, false
	}
	return stack[len(stack)-1], at, true
}
