package successors

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// dotGraph is a graph that was parsed from DOT.
type dotGraph struct {
	name  string
	nodes map[string]map[string]string // attributes by identifier
	order []string                     // identifiers of nodes
	edges [][2]string
}

// parseDot parses a directed graph by the grammar of https://graphviz.org/doc/info/lang.html,
// without ports and HTML. Identifiers are words, numerals or quoted strings.
func parseDot(text string) (g *dotGraph, err error) {
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("the text is not valid UTF-8")
	}
	p := &dotParser{rest: text, g: &dotGraph{nodes: map[string]map[string]string{}}}
	defer func() {
		if r := recover(); r != nil {
			message, ok := r.(dotError)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s before %.40q", string(message), p.rest)
		}
	}()
	p.next()
	p.word("digraph")
	p.g.name = p.id()
	p.body()
	if p.kind != 0 {
		p.fail("something follows the graph")
	}
	return p.g, nil
}

type dotError string

type dotParser struct {
	rest string
	kind rune   // 'i' for an identifier, '>' for an arrow, 0 at the end, otherwise the character
	text string // of an identifier
	g    *dotGraph
}

func (p *dotParser) fail(message string) { panic(dotError(message)) }

func (p *dotParser) next() {
	p.rest = strings.TrimLeftFunc(p.rest, unicode.IsSpace)
	switch {
	case p.rest == "":
		p.kind = 0
	case strings.HasPrefix(p.rest, "->"):
		p.kind, p.rest = '>', p.rest[2:]
	case strings.ContainsRune("{}[]=;,", rune(p.rest[0])):
		p.kind, p.rest = rune(p.rest[0]), p.rest[1:]
	case p.rest[0] == '"':
		p.quoted()
	default:
		end := strings.IndexFunc(p.rest, func(r rune) bool {
			return r != '_' && r != '.' && r < 0x80 && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
		if end < 0 {
			end = len(p.rest)
		}
		if end == 0 {
			p.fail("expected a token")
		}
		p.kind, p.text, p.rest = 'i', p.rest[:end], p.rest[end:]
		if p.text[0] >= '0' && p.text[0] <= '9' && strings.Trim(p.text, "0123456789.") != "" {
			p.fail("a word begins with a digit")
		}
	}
}

// quoted reads a quoted identifier. It unescapes only quotes, since attributes differ in the rest.
func (p *dotParser) quoted() {
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == '\\' && i+1 < len(p.rest):
			if p.rest[i+1] != '"' {
				b.WriteByte(c)
			}
			i++
			b.WriteByte(p.rest[i])
		case c == '"':
			p.kind, p.text, p.rest = 'i', b.String(), p.rest[i+1:]
			return
		default:
			b.WriteByte(c)
		}
	}
	p.fail("a quoted text does not end")
}

func (p *dotParser) take(kind rune) {
	if p.kind != kind {
		p.fail(fmt.Sprintf("expected %q", kind))
	}
	p.next()
}

func (p *dotParser) id() string {
	s := p.text
	p.take('i')
	return s
}

func (p *dotParser) word(want string) {
	if p.id() != want {
		p.fail("expected " + want)
	}
}

func (p *dotParser) body() {
	p.take('{')
	for p.kind != '}' {
		p.statement()
		if p.kind == ';' {
			p.next()
		}
	}
	p.take('}')
}

func (p *dotParser) statement() {
	first := p.id()
	switch {
	case first == "subgraph":
		p.id()
		p.body()
	case first == "node" || first == "edge" || first == "graph":
		p.attributes()
	case p.kind == '=':
		p.next()
		p.id()
	case p.kind == '>':
		for from := first; p.kind == '>'; {
			p.next()
			to := p.id()
			p.g.edges = append(p.g.edges, [2]string{from, to})
			from = to
		}
		p.attributes()
	default:
		if _, again := p.g.nodes[first]; again {
			p.fail("node " + first + " is described twice")
		}
		p.g.order = append(p.g.order, first)
		p.g.nodes[first] = p.attributes()
	}
}

func (p *dotParser) attributes() map[string]string {
	attributes := map[string]string{}
	for p.kind == '[' {
		p.next()
		for p.kind != ']' {
			key := p.id()
			p.take('=')
			attributes[key] = p.id()
			if p.kind == ',' || p.kind == ';' {
				p.next()
			}
		}
		p.next()
	}
	return attributes
}

// recordFields returns the texts of the fields in a record's label, from top to bottom.
func recordFields(label string) (fields []string, err error) {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(label); i++ {
		switch c := label[i]; c {
		case '\\':
			if i++; i == len(label) {
				return nil, fmt.Errorf("a backslash ends the label %q", label)
			}
			if c = label[i]; c == 'n' {
				c = '\n'
			}
			b.WriteByte(c)
		case '{':
			depth++
		case '}', '|':
			if c == '}' {
				depth--
			}
			if c == '|' || depth == 0 {
				fields = append(fields, b.String())
				b.Reset()
			}
		case '<', '>':
			return nil, fmt.Errorf("the label %q has a port", label)
		default:
			b.WriteByte(c)
		}
		if depth < 0 {
			return nil, fmt.Errorf("the label %q has a closing brace without an opening brace", label)
		}
	}
	if depth != 0 {
		return nil, fmt.Errorf("the label %q has an opening brace without a closing brace", label)
	}
	return fields, nil
}
