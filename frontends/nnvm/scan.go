package nnvm

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lathe-ir/lathe/ir/diag"
)

// scanner reads JSON with a known structure, without building a tree. Deeper nesting is an error.
// Errors contain the location in the text and the path in the document. Strings without escapes
// share the memory of the text.
type scanner struct {
	ctx  context.Context // the method array stops when the context is done
	src  *diag.Source
	text string
	pos  int
	path []step // such as nodes, 3, inputs
	key  int    // offset of the last key
}

// step is a step of a path: a key, or an index if key is "".
type step struct {
	key string
	i   int
}

func (s *scanner) at(off int, format string, args ...any) error {
	off = min(off, len(s.text))
	span := diag.Span{Src: s.src, Start: off, End: min(off+1, len(s.text))}
	return diag.Errorf(span, "%s: %s", s.where(), fmt.Sprintf(format, args...))
}

// where returns the path of the current element, such as $.nodes[3].inputs.
func (s *scanner) where() string {
	var b strings.Builder
	b.WriteByte('$')
	for _, p := range s.path {
		switch key := pathKey(p.key); {
		case p.key == "":
			b.WriteString("[" + strconv.Itoa(p.i) + "]")
		case key[0] == '[':
			b.WriteString(key)
		default:
			b.WriteString("." + key)
		}
	}
	return b.String()
}

// pathKey formats a key in a path.
func pathKey(key string) string {
	for i := range len(key) {
		if c := key[i]; c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return "[" + strconv.Quote(key) + "]"
		}
	}
	return key
}

func (s *scanner) space() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// found describes the text at the current position, for messages.
func (s *scanner) found() string {
	if s.pos >= len(s.text) {
		return "the text ends"
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.pos:])
	return "found " + strconv.QuoteRune(r)
}

// try skips white space, and then c if c is the next byte. It reports whether it skipped c.
func (s *scanner) try(c byte) bool {
	s.space()
	if s.pos < len(s.text) && s.text[s.pos] == c {
		s.pos++
		return true
	}
	return false
}

func (s *scanner) expect(c byte, what string) error {
	if s.try(c) {
		return nil
	}
	return s.at(s.pos, "expected %s, but %s", what, s.found())
}

// object reads { … } and calls field for each key. field must read the value.
func (s *scanner) object(what string, field func(key string) error) error {
	if err := s.expect('{', what); err != nil {
		return err
	}
	if s.try('}') {
		return nil
	}
	var seen keySet
	for {
		s.space()
		off := s.pos
		key, err := s.str("a key")
		if err != nil {
			return err
		}
		if !seen.add(key) {
			return s.at(off, "the key %q appears twice", key)
		}
		if err := s.expect(':', "':'"); err != nil {
			return err
		}
		s.path = append(s.path, step{key: key})
		s.key = off
		if err := field(key); err != nil {
			return err
		}
		s.path = s.path[:len(s.path)-1]
		if s.try('}') {
			return nil
		}
		if err := s.expect(',', "',' or '}'"); err != nil {
			return err
		}
	}
}

// keySet is a set of keys. It has a map only if there are many keys.
type keySet struct {
	few  [8]string
	n    int
	many map[string]bool
}

// add adds key, and reports whether key is new.
func (k *keySet) add(key string) bool {
	for _, have := range k.few[:k.n] {
		if have == key {
			return false
		}
	}
	if k.n < len(k.few) {
		k.few[k.n] = key
		k.n++
		return true
	}
	if k.many[key] {
		return false
	}
	if k.many == nil {
		k.many = map[string]bool{}
	}
	k.many[key] = true
	return true
}

// array reads [ … ] and calls element for each index. element must read the value.
func (s *scanner) array(what string, element func(i int) error) error {
	if err := s.expect('[', what); err != nil {
		return err
	}
	if s.try(']') {
		return nil
	}
	for i := 0; ; i++ {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		s.path = append(s.path, step{i: i})
		if err := element(i); err != nil {
			return err
		}
		s.path = s.path[:len(s.path)-1]
		if s.try(']') {
			return nil
		}
		if err := s.expect(',', "',' or ']'"); err != nil {
			return err
		}
	}
}

// number reads a nonnegative 32-bit number.
func (s *scanner) number(what string) (int32, error) {
	s.space()
	start, n := s.pos, int64(0)
	for ; s.pos < len(s.text) && s.text[s.pos] >= '0' && s.text[s.pos] <= '9'; s.pos++ {
		if n = n*10 + int64(s.text[s.pos]-'0'); n >= 1<<31 {
			return 0, s.at(start, "%s is too large", what)
		}
	}
	switch {
	case s.pos == start:
		return 0, s.at(start, "expected %s, but %s", what, s.found())
	case s.text[start] == '0' && s.pos > start+1:
		return 0, s.at(start, "%s begins with a zero", what)
	}
	return int32(n), nil
}

func (s *scanner) str(what string) (string, error) {
	s.space()
	start := s.pos
	if err := s.expect('"', what); err != nil {
		return "", err
	}
	for i := s.pos; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			v := s.text[s.pos:i]
			s.pos = i + 1
			return v, nil
		case c == '\\':
			return s.escaped(start, i)
		case c < ' ':
			return "", s.at(i, "a string cannot contain %q as it is", c)
		}
	}
	s.pos = len(s.text)
	return "", s.at(start, "the string does not end")
}

// escaped reads a string with escapes. The first escape is at i.
func (s *scanner) escaped(start, i int) (string, error) {
	b := []byte(s.text[s.pos:i])
	for i < len(s.text) {
		switch c := s.text[i]; {
		case c == '"':
			s.pos = i + 1
			return string(b), nil
		case c < ' ':
			return "", s.at(i, "a string cannot contain %q as it is", c)
		case c != '\\':
			b = append(b, c)
			i++
			continue
		}
		r, size, err := s.escape(i)
		if err != nil {
			return "", err
		}
		b = utf8.AppendRune(b, r)
		i += size
	}
	s.pos = len(s.text)
	return "", s.at(start, "the string does not end")
}

// escape decodes the escape at i, and returns the character and the length of the escape.
func (s *scanner) escape(i int) (r rune, size int, err error) {
	if i+1 >= len(s.text) {
		s.pos = len(s.text)
		return 0, 0, s.at(i, "the string does not end")
	}
	switch e := s.text[i+1]; e {
	case 'n', 't', 'r', 'b', 'f':
		return rune("\n\t\r\b\f"[strings.IndexByte("ntrbf", e)]), 2, nil
	case '"', '\\', '/':
		return rune(e), 2, nil
	case 'u':
		r, err := s.hex(i)
		if err != nil || !utf16.IsSurrogate(r) {
			return r, 6, err
		}
		if strings.HasPrefix(s.text[i+6:], `\u`) {
			if low, err := s.hex(i + 6); err == nil && utf16.DecodeRune(r, low) != utf8.RuneError {
				return utf16.DecodeRune(r, low), 12, nil
			}
		}
		return 0, 0, s.at(i, "\\u%04x is half of a surrogate pair", r)
	default:
		return 0, 0, s.at(i, "unknown escape \\%c", e)
	}
}

// hex reads the digits of the \u at i.
func (s *scanner) hex(i int) (rune, error) {
	n, err := strconv.ParseUint(s.text[min(i+2, len(s.text)):min(i+6, len(s.text))], 16, 16)
	if err != nil || i+6 > len(s.text) {
		return 0, s.at(i, "expected four hexadecimal digits after \\u")
	}
	return rune(n), nil
}
