package filecheck

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

type kind uint8

const (
	kindNone kind = iota
	kindPlain
	kindNext
	kindSame
	kindNot
	kindDag
	kindLabel
	kindEmpty
	kindComment
	kindEOF // the end of the input, after trailing -NOT and -DAG directives
	kindMisspelled
	kindBadNot
	kindBadCount
)

// A directive is the part of a check line before the ':', such as CHECK-NEXT.
type directive struct {
	kind    kind
	literal bool // {LITERAL}
	count   int  // the number in -COUNT-n; otherwise 1
	counted bool // the directive is spelled -COUNT-n
}

// spelling returns the directive with its prefix, as in messages.
func (d directive) spelling(prefix string) string {
	switch d.kind {
	case kindNext:
		prefix += "-NEXT"
	case kindSame:
		prefix += "-SAME"
	case kindNot:
		prefix += "-NOT"
	case kindDag:
		prefix += "-DAG"
	case kindLabel:
		prefix += "-LABEL"
	case kindEmpty:
		prefix += "-EMPTY"
	case kindEOF:
		return "implicit EOF"
	}
	if d.counted {
		prefix += "-COUNT"
	}
	if d.literal {
		prefix += "{LITERAL}"
	}
	return prefix
}

// suffixKind returns the kind and the length of the suffix, such as NEXT, with which s begins.
func suffixKind(s string) (kind, int) {
	for _, x := range []struct {
		word string
		kind kind
	}{{"NEXT", kindNext}, {"SAME", kindSame}, {"NOT", kindNot}, {"DAG", kindDag}, {"LABEL", kindLabel}, {"EMPTY", kindEmpty}} {
		if strings.HasPrefix(s, x.word) {
			return x.kind, len(x.word)
		}
	}
	return kindNone, 0
}

// A found is a directive or comment in the check file.
type found struct {
	dir    directive
	prefix string
	start  int // the start of the prefix
	end    int // the offset after the ':'; in an invalid directive, the offset of the error
}

// isName reports whether c can be part of a prefix.
func isName(c byte) bool { return isWord(c) || c == '-' }

// A scanner iterates over the directives of a check file.
type scanner struct {
	data     string
	pos      int
	prefixes []string
	comments []string
	next     []int // offset of the next occurrence of each prefix, comment prefixes last; -1: unknown; len(data): none
	eol      int   // the end of the line of the last prefix that was found
}

func newScanner(data string, prefixes, comments []string) *scanner {
	s := &scanner{data: data, prefixes: prefixes, comments: comments}
	s.next = make([]int, len(prefixes)+len(comments))
	for i := range s.next {
		s.next[i] = -1
	}
	return s
}

func (s *scanner) prefix(i int) string {
	if i < len(s.prefixes) {
		return s.prefixes[i]
	}
	return s.comments[i-len(s.prefixes)]
}

// scan returns the next directive at or after s.pos.
func (s *scanner) scan() (found, bool) {
	for {
		at, which := len(s.data), -1
		for i, n := range s.next {
			if n < s.pos {
				n = len(s.data)
				if k := strings.Index(s.data[s.pos:], s.prefix(i)); k >= 0 {
					n = s.pos + k
				}
				s.next[i] = n
			}
			// If two prefixes occur at the same place, the longer one applies.
			if n < at || n == at && which >= 0 && len(s.prefix(i)) > len(s.prefix(which)) {
				at, which = n, i
			}
		}
		if which < 0 {
			return found{}, false
		}
		f := found{prefix: s.prefix(which), start: at}
		if at > 0 && isName(s.data[at-1]) {
			s.pos = at + 1
			continue
		}
		var n int
		from := at + len(f.prefix)
		if s.eol < from {
			s.eol = len(s.data)
			if i := strings.IndexByte(s.data[from:], '\n'); i >= 0 {
				s.eol = from + i
			}
		}
		f.dir, n = classify(s.data[from:s.eol], which >= len(s.prefixes))
		if f.dir.kind == kindNone {
			s.pos = at + 1
			continue
		}
		f.end = at + len(f.prefix) + n
		s.pos = f.end
		return f, true
	}
}

func lineAt(data []byte, pos int) []byte {
	if i := bytes.IndexByte(data[pos:], '\n'); i >= 0 {
		return data[pos : pos+i]
	}
	return data[pos:]
}

// classify parses the text after a prefix. It returns the directive and its length, including the
// ':'. The length of an invalid directive ends at the error. kindNone means that there is no
// directive.
func classify(rest string, comment bool) (directive, int) {
	d := directive{kind: kindPlain, count: 1}
	switch {
	case comment:
		if strings.HasPrefix(rest, ":") {
			return directive{kind: kindComment}, 1
		}
		return directive{}, 0
	case strings.HasPrefix(rest, ":"), strings.HasPrefix(rest, "{"):
		return d.modifiers(rest, 0)
	case !strings.HasPrefix(rest, "-") && !strings.HasPrefix(rest, "_"):
		return directive{}, 0
	}
	misspelled := rest[0] == '_'
	n := 1
	if strings.HasPrefix(rest[1:], "COUNT-") {
		n += len("COUNT-")
		digits := n
		if strings.HasPrefix(rest[n:], "-") {
			digits++
		}
		for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
			digits++
		}
		count, err := strconv.ParseInt(rest[n:digits], 10, 64)
		if err != nil {
			return directive{kind: kindBadCount}, n
		}
		if count < 1 || count > math.MaxInt32 || digits == len(rest) || rest[digits] != ':' && rest[digits] != '{' {
			return directive{kind: kindBadCount}, digits
		}
		d.count, d.counted = int(count), true
		n = digits
	} else if combinesNot(rest[1:]) {
		return directive{kind: kindBadNot}, n
	} else {
		k, length := suffixKind(rest[1:])
		if k == kindNone {
			return directive{}, 0
		}
		d.kind = k
		n += length
	}
	d, n = d.modifiers(rest, n)
	if misspelled && d.kind != kindNone {
		return directive{kind: kindMisspelled}, n
	}
	return d, n
}

// combinesNot reports whether s combines -NOT with another suffix, which is invalid.
func combinesNot(s string) bool {
	s, _, _ = strings.Cut(s[:min(len(s), len("EMPTY-NOT:"))], ":")
	a, b, two := strings.Cut(s, "-")
	if !two || a != "NOT" && b != "NOT" {
		return false
	}
	if a == "NOT" {
		a = b
	}
	return a == "DAG" || a == "NEXT" || a == "SAME" || a == "EMPTY"
}

// modifiers reads an optional {LITERAL} and the ':', which begin at offset n of rest. It returns
// the complete directive and the offset after the ':'. If there is no ':', the kind is kindNone.
func (d directive) modifiers(rest string, n int) (directive, int) {
	s := rest[n:]
	if strings.HasPrefix(s, ":") {
		return d, n + 1
	}
	if !strings.HasPrefix(s, "{") {
		return directive{}, 0
	}
	end := 1
	for end < len(s) && strings.IndexByte("LITERAL, \t", s[end]) >= 0 {
		end++
	}
	if !strings.HasPrefix(s[end:], "}:") {
		return directive{}, 0
	}
	for word := range strings.SplitSeq(s[1:end], ",") {
		if strings.Trim(word, " \t") != "LITERAL" {
			return directive{}, 0
		}
		d.literal = true
	}
	return d, n + end + len("}:")
}
