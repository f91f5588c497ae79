package device

import (
	"bytes"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/lathe-ir/lathe/ir/diag"
)

// The limits of YAML files. The library's parser is recursive. Its memory grows with the square of
// the depth, and with the square of the number of keys outside braces.
const (
	maxDeviceFile    = 256 << 10 // bytes
	maxPartitionFile = 1 << 20   // bytes
	maxYAMLDepth     = 16
	maxBlockKeys     = 4096
)

const deviceFileHelp = "remove comments, and list at most 64 devices"

// parseYAML parses the only document of a file, and returns nil if there is none. It checks the
// limits before it builds a tree. The parameter "what" is the kind of the file, size is its maximum
// number of bytes, and "help" says what to do with a larger file.
func parseYAML(src *diag.Source, what string, size int, help string) (ast.Node, error) {
	if err := src.CheckSize(what, size, help); err != nil {
		return nil, err
	}
	tokens := lexer.Tokenize(string(src.Text))
	if err := (&yamlLimits{src: src}).check(tokens); err != nil {
		return nil, err
	}
	f, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, yamlError(src, err)
	}
	var top ast.Node
	for _, d := range f.Docs {
		switch {
		case d.Body == nil:
		case top != nil:
			return nil, diag.Errorf(tokenSpan(src, d.Body.GetToken()), "expected one document, but found a second one").
				WithHelp("write one list, without '---' inside it")
		default:
			top = d.Body
		}
	}
	return top, nil
}

// withoutMark returns the source without a byte order mark, which would otherwise be part of the
// first key.
func withoutMark(src *diag.Source) *diag.Source {
	if text, marked := bytes.CutPrefix(src.Text, []byte("\ufeff")); marked {
		return diag.NewSource(src.Name, text)
	}
	return src
}

// yamlLimits counts keys, and the depth of nested lists and mappings.
type yamlLimits struct {
	src     *diag.Source
	columns []int // columns of the open lists and mappings without brackets
	flow    int   // number of open brackets
	keys    int   // number of keys outside of brackets so far
}

func (l *yamlLimits) check(tokens token.Tokens) error {
	for i, t := range tokens {
		at := t
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			l.flow++
		case token.SequenceEndType, token.MappingEndType:
			l.flow = max(0, l.flow-1)
		case token.SequenceEntryType, token.MappingKeyType:
			l.open(t)
		case token.MappingValueType:
			if l.flow > 0 {
				break
			}
			if l.keys++; l.keys > maxBlockKeys {
				return diag.Errorf(tokenSpan(l.src, t), "a file must have at most %d keys outside of braces, but has more", maxBlockKeys).
					WithHelp("write large mappings in braces, as in {sub: 0, mul: 1}")
			}
			if i > 0 {
				at = tokens[i-1]
			}
			l.open(at)
		case token.AnchorType, token.AliasType, token.MergeKeyType, token.TagType, token.DirectiveType:
			return diag.Errorf(tokenSpan(l.src, t), "anchors, aliases, tags and directives are not supported").
				WithHelp("write each value where it is used; put texts that begin with one of & * ! % in quotes")
		}
		if len(l.columns)+l.flow > maxYAMLDepth {
			return diag.Errorf(tokenSpan(l.src, at), "lists and mappings must nest at most %d levels deep, but nest deeper", maxYAMLDepth).
				WithHelp("see docs/placement-reference.md for the form of the file")
		}
	}
	return nil
}

// open opens a list or a mapping at the column of t, and closes the lists and mappings that begin
// to the right of this column.
func (l *yamlLimits) open(t *token.Token) {
	col := t.Position.Column
	for n := len(l.columns); n > 0 && l.columns[n-1] > col; n-- {
		l.columns = l.columns[:n-1]
	}
	if n := len(l.columns); n == 0 || l.columns[n-1] < col {
		l.columns = append(l.columns, col)
	}
}
