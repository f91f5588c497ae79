package asm

import (
	"fmt"
	"slices"
	"strings"
)

// The elements of MLIR's declarative assembly formats.
type (
	formatElem struct {
		literal string // the text in backticks, if isLiteral is true
		field   string // $name without the sign
		word    string // a directive without arguments
		sep     byte   // ',' or '|' between arguments
		group   *formatCond
		dir     *formatDir

		isLiteral bool
		anchor    bool
	}
	formatCond struct{ then, els []formatElem }
	formatDir  struct {
		name string
		of   string // NAME of custom<NAME>
		args []formatElem
	}
)

var formatWords = []string{"attr-dict", "attr-dict-with-keyword", "prop-dict", "operands", "results", "regions", "successors"}

// formatReader is a recursive-descent parser of formats. The parser library participle would take
// most of the time of a short run.
type formatReader struct {
	text string
	at   int
}

// readFormat returns the elements of a format. Errors contain a byte offset in text.
func readFormat(text string) ([]formatElem, error) {
	r := &formatReader{text: text}
	es, err := r.elems()
	if err == nil && r.peek() != 0 {
		err = r.expected("an element")
	}
	return es, err
}

func (r *formatReader) expected(what string) error {
	if r.at == len(r.text) {
		return fmt.Errorf("byte %d: expected %s before the end", r.at, what)
	}
	return fmt.Errorf("byte %d: expected %s before %q", r.at, what, r.text[r.at:])
}

// peek skips spaces and returns the next byte, or 0 at the end.
func (r *formatReader) peek() byte {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
	if r.at == len(r.text) {
		return 0
	}
	return r.text[r.at]
}

// take consumes c if it is next.
func (r *formatReader) take(c byte) bool {
	if r.peek() != c {
		return false
	}
	r.at++
	return true
}

func (r *formatReader) want(c byte) error {
	if !r.take(c) {
		return r.expected(fmt.Sprintf("%q", c))
	}
	return nil
}

// name reads letters, digits, underscores and, if "dashes" is set, dashes.
func (r *formatReader) name(dashes bool) (string, error) {
	r.peek()
	start := r.at
	for r.at < len(r.text) {
		c := r.text[r.at]
		if class[c]&cIDStart == 0 && (r.at == start || (c < '0' || c > '9') && (c != '-' || !dashes)) {
			break
		}
		r.at++
	}
	if r.at == start {
		return "", r.expected("a name")
	}
	return r.text[start:r.at], nil
}

// elems reads elements up to the end of the format or a closing parenthesis.
func (r *formatReader) elems() ([]formatElem, error) {
	var es []formatElem
	for c := r.peek(); c != 0 && c != ')'; c = r.peek() {
		e, err := r.elem(c)
		if err != nil {
			return nil, err
		}
		e.anchor = r.take('^')
		es = append(es, e)
	}
	return es, nil
}

func (r *formatReader) elem(c byte) (e formatElem, err error) {
	switch c {
	case '`':
		end := strings.IndexByte(r.text[r.at+1:], '`')
		if end < 0 {
			return e, fmt.Errorf("byte %d: literal without an end", r.at)
		}
		e.literal, e.isLiteral = r.text[r.at+1:r.at+1+end], true
		r.at += end + 2
	case '$':
		r.at++
		e.field, err = r.name(false)
	case '(':
		e.group, err = r.group()
	case ',', '|':
		r.at++
		e.sep = c
	default:
		err = r.directive(&e)
	}
	return e, err
}

// group reads ( … )? or ( … ) : ( … )?.
func (r *formatReader) group() (g *formatCond, err error) {
	g = &formatCond{}
	if g.then, err = r.list(); err != nil {
		return nil, err
	}
	if r.take(':') {
		if r.peek() != '(' {
			return nil, r.expected(`"("`)
		}
		if g.els, err = r.list(); err != nil {
			return nil, err
		}
	}
	return g, r.want('?')
}

func (r *formatReader) list() ([]formatElem, error) {
	r.at++
	es, err := r.elems()
	if err != nil {
		return nil, err
	}
	return es, r.want(')')
}

// directive reads a word, name(…) or custom<Name>(…).
func (r *formatReader) directive(e *formatElem) error {
	name, err := r.name(true)
	if err != nil {
		return err
	}
	if slices.Contains(formatWords, name) {
		e.word = name
		return nil
	}
	e.dir = &formatDir{name: name}
	if r.take('<') {
		if e.dir.of, err = r.name(false); err != nil {
			return err
		}
		if err = r.want('>'); err != nil {
			return err
		}
	}
	if r.peek() == '(' {
		e.dir.args, err = r.list()
	}
	return err
}
