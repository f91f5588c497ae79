package rules

import (
	"bytes"
	"strconv"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/lathe-ir/lathe/ir/diag"
)

// MaxText is the largest text of rules, in bytes. Parsing a text takes about 1000 times its size in
// memory.
const MaxText = 256 << 10

// maxDepth is the deepest nesting of parentheses.
const maxDepth = 64

// The grammar of rules:
//
//	rules = { rule [ ";" ] }
//	rule  = "pin" expr "to" NAME | "keep" expr "from" NAME
//	expr  = and { "or" and }
//	and   = not { "and" not }
//	not   = { "not" } ( "(" expr ")" | test )
//	test  = "op" PATTERN | "name" PATTERN | "loc" PATTERN | "symbol" PATTERN
//	      | "type" PATTERN | "id" NUMBER [ "-" NUMBER ] | "attr" NAME [ "=" PATTERN ]
//	      | ( "bytes" | "flops" | "operands" | "results" ) COMPARE NUMBER
//
// Words are bare or quoted. A # before a blank or the end of the line begins a comment.
type ruleList struct {
	Rules []*rule `parser:"( @@ ';'? )*"`
}

type rule struct {
	Pos    lexer.Position
	EndPos lexer.Position
	Verb   string `parser:"@( 'pin' | 'keep' )"`
	When   *expr  `parser:"@@"`
	Prep   string `parser:"@( 'to' | 'from' )"`
	Device *word  `parser:"@@"`
}

type word struct {
	Pos   lexer.Position
	Text  string  `parser:"( @( Word | Number )"`
	Quote *string `parser:"| @String )"`
}

func (w *word) value() string {
	if w.Quote != nil {
		return *w.Quote
	}
	return w.Text
}

type expr struct {
	Any []*conjunction `parser:"@@ ( 'or' @@ )*"`
}

type conjunction struct {
	All []*negation `parser:"@@ ( 'and' @@ )*"`
}

type negation struct {
	Nots  []string `parser:"@'not'*"`
	Paren *expr    `parser:"( '(' @@ ')'"`
	Test  *test    `parser:"| @@ )"`
}

type test struct {
	Pos     lexer.Position
	Pattern *patternTest `parser:"@@"`
	ID      *idTest      `parser:"| @@"`
	Attr    *attrTest    `parser:"| @@"`
	Number  *numberTest  `parser:"| @@"`
}

type patternTest struct {
	Of      string `parser:"@( 'op' | 'name' | 'loc' | 'symbol' | 'type' )"`
	Pattern *word  `parser:"@@"`
}

type idTest struct {
	First number  `parser:"'id' @Number"`
	Last  *number `parser:"( '-' @Number )?"`
}

// number is a decimal id. It may begin with 0.
type number uint32

// Capture implements participle.Capture.
func (n *number) Capture(values []string) error {
	x, err := strconv.ParseUint(values[0], 10, 32)
	*n = number(x)
	return err
}

type attrTest struct {
	Name  *word `parser:"'attr' @@"`
	Value *word `parser:"( '=' @@ )?"`
}

type numberTest struct {
	Of      string  `parser:"@( 'bytes' | 'flops' | 'operands' | 'results' )"`
	Compare string  `parser:"@( '<' '=' | '>' '=' | '<' | '>' | '=' )"`
	Number  float64 `parser:"@Number"`
}

// tokens returns the lexer for words, numbers, strings and punctuation.
func tokens() lexer.Definition {
	return lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Comment", Pattern: `#(?:[ \t\r][^\n]*)?(?:\n|$)`},
		{Name: "Space", Pattern: `\s+`},
		{Name: "String", Pattern: `"[^"\n]*"`},
		{Name: "Number", Pattern: `[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?\b`},
		{Name: "Word", Pattern: `[@%A-Za-z_*?][@%A-Za-z0-9_.*?:$/#]*`},
		{Name: "Punct", Pattern: `[()<>=;-]`},
	})
}

// checkDepth fails if parentheses nest deeper than maxDepth, since the parser is recursive.
func checkDepth(src *diag.Source) error {
	lex, err := tokens().Lex(src.Name, bytes.NewReader(src.Text))
	if err != nil {
		return syntax(src, err)
	}
	for depth := 0; ; {
		t, err := lex.Next()
		if err != nil || t.EOF() {
			return nil // the parser reports the error
		}
		switch t.Value {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth > maxDepth {
			return diag.Errorf(diag.Span{Src: src, Start: t.Pos.Offset, End: t.Pos.Offset + 1}, "parentheses must nest at most %d levels deep, but nest deeper", maxDepth).
				WithHelp("write the rule as several rules")
		}
	}
}
