package nnvm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lathe-ir/lathe/ir/diag"
)

// scanner reads JSON where it is known what must come: it never builds a tree, and
// nothing in it recurses, so that no text is too deep for it. Errors carry the place in
// the text and the path in the document.
type scanner struct {
	src  *diag.Source
	text []byte
	pos  int
	path []step // nodes, 3, inputs …
}

// step is a step of a path: a key, or the number of an element where key is "".
type step struct {
	key string
	i   int
}

// at returns an error at an offset.
func (s *scanner) at(off int, format string, args ...any) error {
	off = min(off, len(s.text))
	span := diag.Span{Src: s.src, Start: off, End: min(off+1, len(s.text))}
	return diag.Errorf(span, "%s: %s", s.where(), fmt.Sprintf(format, args...))
}

// where is the path of what is being read: $.nodes[3].inputs.
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

// found describes what stands at the place, for messages.
func (s *scanner) found() string {
	if s.pos >= len(s.text) {
		return "the text ends"
	}
	r, _ := utf8.DecodeRune(s.text[s.pos:])
	return "found " + strconv.QuoteRune(r)
}

// try skips c, if it comes next.
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

// object reads { … } and calls field for each key, which reads the value.
func (s *scanner) object(what string, field func(key string) error) error {
	if err := s.expect('{', what); err != nil {
		return err
	}
	if s.try('}') {
		return nil
	}
	var few [8]string
	seen := few[:0] // objects have few keys, or are dictionaries of some
	for {
		s.space()
		off := s.pos
		key, err := s.str("a key")
		if err != nil {
			return err
		}
		if slices.Contains(seen, key) {
			return s.at(off, "the key %q stands twice", key)
		}
		seen = append(seen, key)
		if err := s.expect(':', "':'"); err != nil {
			return err
		}
		s.path = append(s.path, step{key: key})
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

// pathKey is how a key stands in a path.
func pathKey(key string) string {
	for i := range len(key) {
		if c := key[i]; c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return "[" + strconv.Quote(key) + "]"
		}
	}
	return key
}

// array reads [ … ] and calls element for each place, which reads the value.
func (s *scanner) array(what string, element func(i int) error) error {
	if err := s.expect('[', what); err != nil {
		return err
	}
	if s.try(']') {
		return nil
	}
	for i := 0; ; i++ {
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

// number reads a number that is not negative and fits 32 bits.
func (s *scanner) number(what string) (int32, error) {
	s.space()
	start := s.pos
	for s.pos < len(s.text) && s.text[s.pos] >= '0' && s.text[s.pos] <= '9' {
		s.pos++
	}
	n, err := strconv.ParseInt(string(s.text[start:s.pos]), 10, 32)
	if err != nil {
		off := s.pos
		if s.pos = start; off > start {
			return 0, s.at(start, "%s is too large", what)
		}
		return 0, s.at(start, "expected %s, but %s", what, s.found())
	}
	return int32(n), nil
}

// str reads a string.
func (s *scanner) str(what string) (string, error) {
	s.space()
	start := s.pos
	if err := s.expect('"', what); err != nil {
		return "", err
	}
	for i := s.pos; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			v := string(s.text[s.pos:i])
			s.pos = i + 1
			return v, nil
		case c == '\\':
			return s.escaped(start, i)
		}
	}
	s.pos = len(s.text)
	return "", s.at(start, "the string does not end")
}

// escaped reads a string with escapes, of which the first is at i.
func (s *scanner) escaped(start, i int) (string, error) {
	b := append([]byte(nil), s.text[s.pos:i]...)
	for i < len(s.text) {
		c := s.text[i]
		if c == '"' {
			s.pos = i + 1
			return string(b), nil
		}
		i++
		if c != '\\' {
			b = append(b, c)
			continue
		}
		if i >= len(s.text) {
			break
		}
		switch e := s.text[i]; e {
		case 'n', 't', 'r', 'b', 'f':
			b = append(b, "\n\t\r\b\f"[strings.IndexByte("ntrbf", e)])
		case '"', '\\', '/':
			b = append(b, e)
		case 'u':
			r, err := strconv.ParseUint(string(s.text[min(i+1, len(s.text)):min(i+5, len(s.text))]), 16, 16)
			if err != nil {
				return "", s.at(i-1, "expected four hexadecimal digits behind \\u")
			}
			b = utf8.AppendRune(b, rune(r))
			i += 4
		default:
			return "", s.at(i-1, "unknown escape \\%c", e)
		}
		i++
	}
	s.pos = len(s.text)
	return "", s.at(start, "the string does not end")
}

// raw skips a value of any kind and depth, and returns its text.
func (s *scanner) raw() (string, error) {
	s.space()
	start := s.pos
	var open []byte
	for {
		s.space()
		if s.pos >= len(s.text) {
			return "", s.at(s.pos, "expected a value, but the text ends")
		}
		switch c := s.text[s.pos]; c {
		case '{', '[':
			open = append(open, c+2) // '}' is '{' + 2, and ']' is '[' + 2
			s.pos++
		case '}', ']':
			if len(open) == 0 || open[len(open)-1] != c {
				return "", s.at(s.pos, "expected a value, but %s", s.found())
			}
			open = open[:len(open)-1]
			s.pos++
		case ',', ':':
			if len(open) == 0 {
				return "", s.at(s.pos, "expected a value, but %s", s.found())
			}
			s.pos++
			continue
		case '"':
			if _, err := s.str("a string"); err != nil {
				return "", err
			}
		default:
			if err := s.word(); err != nil {
				return "", err
			}
		}
		if len(open) == 0 {
			return string(s.text[start:s.pos]), nil
		}
	}
}

// word skips a number, true, false or null.
func (s *scanner) word() error {
	start := s.pos
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if c != '-' && c != '+' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && c != 'E' {
			break
		}
		s.pos++
	}
	text := string(s.text[start:s.pos])
	if text == "true" || text == "false" || text == "null" {
		return nil
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil || text[0] == 'i' || text[0] == 'n' {
		s.pos = start
		return s.at(start, "expected a value, but %s", s.found())
	}
	return nil
}
