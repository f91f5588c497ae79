package filecheck

import (
	"bytes"
	"errors"
	"fmt"
)

// This file parses POSIX extended regular expressions in the dialect of Henry Spencer's library,
// which LLVM uses. In this dialect '\d' is the letter d, "a**" and "(|a)" are errors, and a negated
// bracket never matches a line end.

// op is the kind of an [elem]. The comments below refer to fields of elem.
type op uint8

const (
	opLit    op = iota // the text in lit
	opRun              // min to max bytes of set
	opBOL              // start of the region or of a line
	opEOL              // end of the region or of a line
	opBOW              // [[:<:]]
	opEOW              // [[:>:]]
	opOpen             // the start of a group; not inside opAlt or opRepeat
	opClose            // the end of a group; not inside opAlt or opRepeat
	opBack             // the text that the group matched
	opAlt              // one of seqs
	opRepeat           // min to max times seqs[0]
)

// unlimited is the max of a repetition such as a*.
const unlimited = int(^uint(0) >> 1)

// An elem is one element of a sequence.
type elem struct {
	op       op
	lit      []byte
	set      *byteSet
	min, max int
	group    int
	seqs     [][]elem
}

type byteSet [256]bool

func (s *byteSet) addRange(lo, hi byte) {
	for c := int(lo); c <= int(hi); c++ {
		s[c] = true
	}
}

// fold adds the other case of every letter in the set.
func (s *byteSet) fold() {
	for c := 'a'; c <= 'z'; c++ {
		up := c - 'a' + 'A'
		both := s[c] || s[up]
		s[c], s[up] = both, both
	}
}

// invert complements the set. As REG_NEWLINE requires, the result never has the line end.
func (s *byteSet) invert() {
	for c := range s {
		s[c] = !s[c]
	}
	s['\n'] = false
}

// literal returns elements that match text literally.
func literal(text []byte, ignoreCase bool) []elem {
	if len(text) == 0 {
		return nil
	}
	if !ignoreCase {
		return []elem{{op: opLit, lit: text}}
	}
	var seq []elem
	for _, c := range text {
		set := new(byteSet)
		set[c] = true
		set.fold()
		seq = append(seq, elem{op: opRun, set: set, min: 1, max: 1})
	}
	return seq
}

// These errors, except for errDeep, have the messages of LLVM's regerror.
var (
	errClass   = errors.New("invalid character class")
	errCollate = errors.New("invalid collating element")
	errEscape  = errors.New(`trailing backslash (\)`)
	errSubReg  = errors.New("invalid backreference number")
	errBracket = errors.New("brackets ([ ]) not balanced")
	errParen   = errors.New("parentheses not balanced")
	errBrace   = errors.New("braces not balanced")
	errBounds  = errors.New("invalid repetition count(s)")
	errRange   = errors.New("invalid character range")
	errRepeat  = errors.New("repetition-operator operand invalid")
	errEmpty   = errors.New("empty (sub)expression")
	errDeep    = fmt.Errorf("parentheses nested deeper than %d levels", maxGroupDepth)
)

// maxGroupDepth limits the nesting depth of groups, and thus the recursion.
const maxGroupDepth = 1000

// maxRepeat is POSIX's RE_DUP_MAX.
const maxRepeat = 255

type ereParser struct {
	src        []byte
	pos        int
	groups     int // groups opened so far, in the whole pattern
	first      int // the number of groups before this expression
	depth      int // the number of open groups
	closed     map[int]bool
	ignoreCase bool
}

// parseERE parses one expression. The number of its first group is groups+1. It returns the
// elements of the expression and the number of groups in it.
func parseERE(src []byte, groups int, ignoreCase bool) ([]elem, int, error) {
	p := &ereParser{src: src, groups: groups, first: groups, closed: map[int]bool{}, ignoreCase: ignoreCase}
	if len(src) == 0 {
		return nil, 0, errEmpty
	}
	seq, err := p.alternatives(false)
	if err != nil {
		return nil, 0, err
	}
	return seq, p.groups - groups, nil
}

func (p *ereParser) more() bool { return p.pos < len(p.src) }

func (p *ereParser) at(c byte) bool { return p.more() && p.src[p.pos] == c }

func (p *ereParser) eat(c byte) bool {
	if !p.at(c) {
		return false
	}
	p.pos++
	return true
}

func (p *ereParser) digitAt(i int) bool {
	return i < len(p.src) && p.src[i] >= '0' && p.src[i] <= '9'
}

// alternatives parses a|b|c, up to a ')' if in a group.
func (p *ereParser) alternatives(inGroup bool) ([]elem, error) {
	var alts [][]elem
	for {
		start := p.pos
		var seq []elem
		for p.more() && !p.at('|') && !(inGroup && p.at(')')) {
			more, err := p.repeated()
			if err != nil {
				return nil, err
			}
			seq = append(seq, more...)
		}
		if p.pos == start {
			return nil, errEmpty
		}
		alts = append(alts, seq)
		if !p.eat('|') {
			break
		}
	}
	if len(alts) == 1 {
		return alts[0], nil
	}
	for i := range alts {
		alts[i] = withoutGroups(alts[i])
	}
	return []elem{{op: opAlt, seqs: alts}}, nil
}

// withoutGroups drops opOpen and opClose elements, because the matches of groups inside
// alternations and repetitions are not recorded.
func withoutGroups(seq []elem) []elem {
	var out []elem
	for _, e := range seq {
		if e.op != opOpen && e.op != opClose {
			out = append(out, e)
		}
	}
	return out
}

// repeated parses an atom and the repetition after it.
func (p *ereParser) repeated() ([]elem, error) {
	caret := p.at('^')
	atom, err := p.atom()
	if err != nil {
		return nil, err
	}
	if !p.repetitionAhead() {
		return atom, nil
	}
	if caret {
		return nil, errRepeat
	}
	lo, hi, err := p.bounds()
	if err != nil {
		return nil, err
	}
	if p.repetitionAhead() {
		return nil, errRepeat
	}
	if len(atom) == 1 && atom[0].op == opRun && atom[0].min == 1 && atom[0].max == 1 {
		atom[0].min, atom[0].max = lo, hi
		return atom, nil
	}
	return []elem{{op: opRepeat, min: lo, max: hi, seqs: [][]elem{withoutGroups(atom)}}}, nil
}

func (p *ereParser) repetitionAhead() bool {
	// A '{' is a repetition only if a digit follows.
	return p.at('*') || p.at('+') || p.at('?') || p.at('{') && p.digitAt(p.pos+1)
}

func (p *ereParser) bounds() (lo, hi int, err error) {
	c := p.src[p.pos]
	p.pos++
	switch c {
	case '*':
		return 0, unlimited, nil
	case '+':
		return 1, unlimited, nil
	case '?':
		return 0, 1, nil
	}
	if lo, err = p.count(); err != nil {
		return 0, 0, err
	}
	hi = lo
	if p.eat(',') {
		hi = unlimited
		if p.digitAt(p.pos) {
			if hi, err = p.count(); err != nil {
				return 0, 0, err
			}
			if lo > hi {
				return 0, 0, errBounds
			}
		}
	}
	if p.eat('}') {
		return lo, hi, nil
	}
	if bytes.IndexByte(p.src[p.pos:], '}') < 0 {
		return 0, 0, errBrace
	}
	return 0, 0, errBounds
}

func (p *ereParser) count() (int, error) {
	n := 0
	for p.digitAt(p.pos) && n <= maxRepeat {
		n = n*10 + int(p.src[p.pos]-'0')
		p.pos++
	}
	if n > maxRepeat {
		return 0, errBounds
	}
	return n, nil
}

func (p *ereParser) atom() ([]elem, error) {
	c := p.src[p.pos]
	p.pos++
	switch c {
	case '(':
		return p.group()
	case ')':
		return nil, errParen
	case '^':
		return []elem{{op: opBOL}}, nil
	case '$':
		return []elem{{op: opEOL}}, nil
	case '*', '+', '?':
		return nil, errRepeat
	case '.':
		set := new(byteSet)
		set.invert()
		return []elem{{op: opRun, set: set, min: 1, max: 1}}, nil
	case '[':
		return p.bracket()
	case '{':
		if p.digitAt(p.pos) {
			return nil, errRepeat
		}
	case '\\':
		if !p.more() {
			return nil, errEscape
		}
		c = p.src[p.pos]
		p.pos++
		if c >= '1' && c <= '9' {
			return p.backReference(int(c - '0'))
		}
	}
	return literal([]byte{c}, p.ignoreCase), nil
}

func (p *ereParser) group() ([]elem, error) {
	if !p.more() {
		return nil, errParen
	}
	if p.depth++; p.depth > maxGroupDepth {
		return nil, errDeep
	}
	p.groups++
	n := p.groups
	var seq []elem
	if !p.at(')') {
		var err error
		if seq, err = p.alternatives(true); err != nil {
			return nil, err
		}
	}
	if !p.eat(')') {
		return nil, errParen
	}
	p.depth--
	p.closed[n] = true
	out := append([]elem{{op: opOpen, group: n}}, seq...)
	return append(out, elem{op: opClose, group: n}), nil
}

// backReference returns the element for the back-reference with the number n. LLVM checks n against
// the groups of this {{…}}, but then uses n as the number of a group in the whole pattern.
func (p *ereParser) backReference(n int) ([]elem, error) {
	if !p.closed[p.first+n] {
		return nil, errSubReg
	}
	return []elem{{op: opBack, group: n}}, nil
}
