package onednn

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lathe-ir/lathe/ir/diag"
)

// node is a value of a JSON document with its location in the text.
type node struct {
	off, end int
	in       *node  // the list or object that contains the value; nil for the document
	key      string // the key of the value in an object
	index    int    // the index of the value in a list; -1 in an object
	value    any    // string, json.Number, bool, nil, []*node or object
}

// object has the entries of an object in the order of the text.
type object []*node

// path returns the path of n, such as $.graph[3].kind. It is computed on demand, because stored
// paths would repeat a long key in each node below it.
func (n *node) path() string {
	var steps []string
	for ; n.in != nil; n = n.in {
		if n.index < 0 {
			steps = append(steps, "."+n.key)
		} else {
			steps = append(steps, "["+strconv.Itoa(n.index)+"]")
		}
	}
	slices.Reverse(steps)
	return "$" + strings.Join(steps, "")
}

// maxDepth is the largest nesting depth of a document. A graph needs 6 levels.
const maxDepth = 64

// parser builds the tree of a document.
type parser struct {
	ctx   context.Context
	src   *diag.Source
	dec   *json.Decoder
	depth int
}

// MaxText is the largest size of a document in bytes, for about 40,000 operations. Import needs
// about 70 times as much memory.
const MaxText = 32 << 20

// parseJSON parses the whole text.
func parseJSON(ctx context.Context, src *diag.Source) (*node, error) {
	if err := src.CheckSize("a graph of oneDNN", MaxText, "divide the graph among several files"); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(src.Text))
	dec.UseNumber()
	p := &parser{ctx: ctx, src: src, dec: dec}
	n, err := p.value(nil, "", 0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, p.errorf(int(dec.InputOffset()), "expected the end of the text")
	}
	return n, nil
}

func (p *parser) errorf(off int, format string, args ...any) error {
	off = min(max(off, 0), len(p.src.Text))
	return diag.Errorf(diag.Span{Src: p.src, Start: off, End: min(off+1, len(p.src.Text))}, format, args...)
}

// token returns the next token and its offset.
func (p *parser) token() (json.Token, int, error) {
	before := int(p.dec.InputOffset())
	t, err := p.dec.Token()
	if err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, 0, p.errorf(int(syntax.Offset)-1, "the text is not JSON: %s", syntax.Error())
		}
		return nil, 0, p.errorf(len(p.src.Text), "the text is not JSON: it ends too early")
	}
	off := before
	for off < len(p.src.Text) && bytes.IndexByte([]byte(" \t\r\n,:"), p.src.Text[off]) >= 0 {
		off++
	}
	if _, ok := t.(string); ok {
		err = p.checkString(off)
	}
	return t, off, err
}

// checkString returns an error if the string at off has invalid UTF-8 or half of a surrogate pair.
// The decoder would replace it with U+FFFD.
func (p *parser) checkString(off int) error {
	text := p.src.Text[:p.dec.InputOffset()]
	for off < len(text) {
		r, size := utf8.DecodeRune(text[off:])
		switch {
		case r == utf8.RuneError && size == 1:
			return p.errorf(off, "the text is not UTF-8")
		case r == '\\' && text[off+1] == 'u':
			size = len(`\uHHHH`)
			if high := surrogate(text[off:]); high != 0 {
				if utf16.DecodeRune(high, surrogate(text[off+size:])) == utf8.RuneError {
					return p.errorf(off, "%s is half of a surrogate pair", text[off:off+size])
				}
				size *= 2
			}
		case r == '\\':
			size = len(`\n`)
		}
		off += size
	}
	return nil
}

// surrogate returns the half of a surrogate pair whose escape starts text, such as \ud83d, or 0.
func surrogate(text []byte) rune {
	if digits, ok := bytes.CutPrefix(text, []byte(`\u`)); ok && len(digits) >= 4 {
		if n, err := strconv.ParseUint(string(digits[:4]), 16, 16); err == nil && utf16.IsSurrogate(rune(n)) {
			return rune(n)
		}
	}
	return 0
}

// value parses the value at a key or an index of the given node.
func (p *parser) value(in *node, key string, index int) (*node, error) {
	t, off, err := p.token()
	if err != nil {
		return nil, err
	}
	return p.rest(t, &node{off: off, in: in, key: key, index: index})
}

// rest parses the value n after its first token t.
func (p *parser) rest(t json.Token, n *node) (*node, error) {
	n.value = t
	var err error
	if d, ok := t.(json.Delim); ok {
		if p.depth++; p.depth > maxDepth {
			return nil, p.errorf(n.off, "%s: the document is nested more than %d levels deep", n.path(), maxDepth)
		}
		if d == '[' {
			n.value, err = p.list(n)
		} else {
			n.value, err = p.object(n)
		}
		p.depth--
	}
	n.end = int(p.dec.InputOffset())
	return n, err
}

func (p *parser) list(in *node) ([]*node, error) {
	list := []*node{}
	for {
		if err := p.ctx.Err(); err != nil {
			return nil, err
		}
		t, off, err := p.token()
		if err != nil || t == json.Delim(']') {
			return list, err
		}
		n, err := p.rest(t, &node{off: off, in: in, index: len(list)})
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
}

func (p *parser) object(in *node) (object, error) {
	entries := object{}
	seen := map[string]bool{}
	for {
		t, off, err := p.token()
		if err != nil || t == json.Delim('}') {
			return entries, err
		}
		key, _ := t.(string)
		if seen[key] {
			return nil, p.errorf(off, "%s: the key %q occurs twice", in.path(), key)
		}
		seen[key] = true
		n, err := p.value(in, key, -1)
		if err != nil {
			return nil, err
		}
		entries = append(entries, n)
	}
}

// errorf returns an error with the location of n.
func (n *node) errorf(src *diag.Source, format string, args ...any) *diag.Diagnostic {
	end := n.end
	switch n.value.(type) {
	case []*node, object:
		end = n.off + 1
	}
	return diag.Errorf(diag.Span{Src: src, Start: n.off, End: end}, "%s: %s", n.path(), fmt.Sprintf(format, args...))
}

// kind returns the name of the type of a value.
func (n *node) kind() string {
	switch n.value.(type) {
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case bool:
		return "a boolean"
	case []*node:
		return "a list"
	case object:
		return "an object"
	}
	return "null"
}

// integer returns the value as an int64, or false if it is not an integer of 64 bits.
func (n *node) integer() (int64, bool) {
	num, ok := n.value.(json.Number)
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseInt(num.String(), 10, 64)
	return v, err == nil
}
