package fusepattern

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/grammar"
)

// MaxText limits the size of a pattern file, in bytes.
const MaxText = 256 << 10

// maxDepth limits the nesting of brackets.
const maxDepth = 64

// The grammar:
//
//	file    = { "dialect" NAME | "set" NAME "=" NAME { "|" NAME } | pattern }
//	pattern = "pattern" NAME { "priority" NUMBER | "kind" NAME | "engine" NAME | "group" INT ".." INT } block
//	block   = "{" { stmt } "}"
//	stmt    = "optional" block | "repeat" INT ".." INT block | "either" block { "or" block } | assign
//	assign  = [ VALUE { "," VALUE } "=" ] op
//	op      = kinds [ "?" | "*" | "{" INT "," INT "}" ] "(" [ arg { "," arg } ] ")" [ "as" VALUE ] [ "where" test { "and" test } ]
//	kinds   = NAME | "(" NAME { "|" NAME } ")"
//	arg     = "..." | alt { "|" alt } [ "..." ]
//	alt     = op | VALUE | NAME [ "?" ]
//	test    = left ( COMPARE literal | "in" "(" literal { "," literal } ")" )
//	left    = ( "elem" | "rank" | "dim" ) "(" ( VALUE | NAME ) [ "," INT ] ")" | NAME
//	literal = NUMBER | STRING | NAME
//
// A VALUE is %name. At its definition it may be written %name!, which allows uses outside the
// match. COMPARE is one of == != <= >= < >. # begins a comment.
type fileSyntax struct {
	Items []*itemSyntax `parser:"@@*"`
}

type itemSyntax struct {
	Pos     lexer.Position
	Dialect *nameSyntax    `parser:"'dialect' @@"`
	Set     *setSyntax     `parser:"| 'set' @@"`
	Pattern *patternSyntax `parser:"| 'pattern' @@"`
}

type setSyntax struct {
	Pos   lexer.Position
	Name  string        `parser:"@Name '='"`
	Kinds []*nameSyntax `parser:"@@ ( '|' @@ )*"`
}

type nameSyntax struct {
	Pos  lexer.Position
	Text string `parser:"@Name"`
}

type patternSyntax struct {
	Pos     lexer.Position
	Name    string          `parser:"@Name"`
	Options []*optionSyntax `parser:"@@*"`
	Body    *blockSyntax    `parser:"@@"`
	End     lexer.Position
}

type optionSyntax struct {
	Pos      lexer.Position
	Priority *float64     `parser:"'priority' @( Int | Float )"`
	Kind     string       `parser:"| 'kind' @Name"`
	Engine   string       `parser:"| 'engine' @Name"`
	Group    *rangeSyntax `parser:"| 'group' @@"`
}

type rangeSyntax struct {
	Min int `parser:"@Int '..'"`
	Max int `parser:"@Int"`
}

type blockSyntax struct {
	Pos   lexer.Position
	Stmts []*stmtSyntax `parser:"'{' @@* '}'"`
}

type stmtSyntax struct {
	Pos      lexer.Position
	Optional *blockSyntax  `parser:"'optional' @@"`
	Repeat   *repeatSyntax `parser:"| 'repeat' @@"`
	Either   *eitherSyntax `parser:"| 'either' @@"`
	Assign   *assignSyntax `parser:"| @@"`
}

type repeatSyntax struct {
	Range rangeSyntax  `parser:"@@"`
	Body  *blockSyntax `parser:"@@"`
}

type eitherSyntax struct {
	Alts []*blockSyntax `parser:"@@ ( 'or' @@ )*"`
}

type assignSyntax struct {
	Results []*valueSyntax `parser:"( @@ ( ',' @@ )* '=' )?"`
	Op      *opSyntax      `parser:"@@"`
}

type valueSyntax struct {
	Pos    lexer.Position
	Name   string `parser:"@Value"`
	Export bool   `parser:"@'!'?"`
}

type opSyntax struct {
	Pos   lexer.Position
	Kinds []*nameSyntax `parser:"( @@ | '(' @@ ( '|' @@ )* ')' )"`
	Quant *quantSyntax  `parser:"@@?"`
	Open  string        `parser:"@'('"`
	Args  []*argSyntax  `parser:"( @@ ( ',' @@ )* )? ')'"`
	As    *valueSyntax  `parser:"( 'as' @@ )?"`
	Where []*testSyntax `parser:"( 'where' @@ ( 'and' @@ )* )?"`
}

type quantSyntax struct {
	Mark  string `parser:"@( '?' | '*' )"`
	Range []int  `parser:"| '{' @Int ',' @Int '}'"`
}

type argSyntax struct {
	Pos  lexer.Position
	Rest bool         `parser:"@Ellipsis"`
	Alts []*altSyntax `parser:"| @@ ( '|' @@ )*"`
	Each bool         `parser:"  @Ellipsis?"`
}

type altSyntax struct {
	Pos      lexer.Position
	Op       *opSyntax    `parser:"@@"`
	Value    *valueSyntax `parser:"| @@"`
	Port     string       `parser:"| @Name"`
	Optional bool         `parser:"  @'?'?"`
}

type testSyntax struct {
	Pos     lexer.Position
	Func    string           `parser:"( @( 'elem' | 'rank' | 'dim' ) '('"`
	Ref     string           `parser:"  @( Value | Name )"`
	Index   *int             `parser:"  ( ',' @Int )? ')'"`
	Attr    string           `parser:"| @Name )"`
	Compare string           `parser:"( @( '==' | '!=' | '<=' | '>=' | '<' | '>' )"`
	Literal *literalSyntax   `parser:"  @@"`
	In      []*literalSyntax `parser:"| 'in' '(' @@ ( ',' @@ )* ')' )"`
}

type literalSyntax struct {
	Pos    lexer.Position
	Int    *int64   `parser:"@Int"`
	Float  *float64 `parser:"| @Float"`
	String *string  `parser:"| @String"`
	Word   string   `parser:"| @Name"`
}

func tokens() lexer.Definition {
	return lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Comment", Pattern: `#[^\n]*`},
		{Name: "Space", Pattern: `\s+`},
		{Name: "String", Pattern: `"[^"\n]*"`},
		{Name: "Float", Pattern: `-?[0-9]+\.[0-9]+([eE][+-]?[0-9]+)?`},
		{Name: "Int", Pattern: `-?[0-9]+`},
		{Name: "Ellipsis", Pattern: `\.\.\.`},
		{Name: "Value", Pattern: `%[A-Za-z_][A-Za-z0-9_]*`},
		{Name: "Name", Pattern: `[A-Za-z_][A-Za-z0-9_]*([.\-][A-Za-z_][A-Za-z0-9_]*)*`},
		{Name: "Punct", Pattern: `==|!=|<=|>=|\.\.|[(){}|,=?*!<>]`},
	})
}

func parse(src *diag.Source) (*fileSyntax, error) {
	if err := src.CheckSize("a text of patterns", MaxText, "divide the patterns among several files"); err != nil {
		return nil, err
	}
	if err := checkDepth(src); err != nil {
		return nil, err
	}
	parser, err := participle.Build[fileSyntax](participle.Lexer(tokens()), participle.Elide("Space", "Comment"),
		grammar.Unquote(), participle.UseLookahead(64))
	if err != nil {
		panic("fusepattern: BUG: " + err.Error())
	}
	file, err := parser.ParseString(src.Name, string(src.Text))
	if err != nil {
		return nil, syntaxError(src, err)
	}
	return file, nil
}

// checkDepth fails if brackets nest too deep, since the parser is recursive.
func checkDepth(src *diag.Source) error {
	depth := 0
	var end byte // the byte that ends the comment or string around c, or 0
	for i, c := range src.Text {
		switch {
		case end != 0:
			if c == end || c == '\n' {
				end = 0
			}
		case c == '#':
			end = '\n'
		case c == '"':
			end = '"'
		case c == '(' || c == '{':
			if depth++; depth > maxDepth {
				return diag.Errorf(diag.Span{Src: src, Start: i, End: i + 1}, "brackets are nested more than %d deep", maxDepth)
			}
		case c == ')' || c == '}':
			depth--
		}
	}
	return nil
}
