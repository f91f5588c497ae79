package filecheck

import (
	"bytes"
	"slices"
)

// A program is a compiled pattern. It has a sequence of elements, and facts about matches that
// allow a search to skip most of the input.
type program struct {
	seq    []elem
	groups int // the highest group number
	// needed is a text that occurs in every match. oneLine is true if no match can have a line end.
	needed  []byte
	oneLine bool
	// first has the bytes that a match can start with. It is nil if a match can be empty or these
	// bytes are not known.
	first *byteSet
	// back has the groups to which back-references refer. It is nil in most programs.
	back []int
}

func compile(seq []elem, groups int) *program {
	p := &program{seq: joinLiterals(seq), groups: groups, oneLine: true}
	for _, e := range p.seq {
		if e.op == opLit && len(e.lit) > len(p.needed) {
			p.needed = e.lit
		}
	}
	p.inspect(p.seq)
	first := new(byteSet)
	if firstBytes(p.seq, first) {
		p.first = first
	}
	return p
}

// joinLiterals joins adjacent literals, since longer literals occur less often in the input.
func joinLiterals(seq []elem) []elem {
	out := make([]elem, 0, len(seq))
	joined := false // whether the text of the last element of out is a copy
	for _, e := range seq {
		n := len(out)
		if e.op != opLit || n == 0 || out[n-1].op != opLit {
			out, joined = append(out, e), false
			continue
		}
		if !joined {
			out[n-1].lit, joined = bytes.Clone(out[n-1].lit), true
		}
		out[n-1].lit = append(out[n-1].lit, e.lit...)
	}
	return out
}

// inspect records back-references and elements that can match a line end.
func (p *program) inspect(seq []elem) {
	for _, e := range seq {
		switch e.op {
		case opLit:
			p.oneLine = p.oneLine && bytes.IndexByte(e.lit, '\n') < 0
		case opRun:
			p.oneLine = p.oneLine && !e.set['\n']
		case opBack:
			if !slices.Contains(p.back, e.group) {
				p.back = append(p.back, e.group)
			}
		}
		for _, s := range e.seqs {
			p.inspect(s)
		}
	}
}

// firstBytes adds to a set the bytes with which a match of seq can start. It returns false if seq
// can match the empty text.
func firstBytes(seq []elem, set *byteSet) bool {
	for _, e := range seq {
		switch e.op {
		case opLit:
			set[e.lit[0]] = true
			return true
		case opRun:
			for c, in := range e.set {
				set[c] = set[c] || in
			}
			if e.min > 0 {
				return true
			}
		case opBack: // can match any text
			for c := range set {
				set[c] = true
			}
		case opRepeat:
			if firstBytes(e.seqs[0], set) && e.min > 0 {
				return true
			}
		case opAlt:
			all := true
			for _, s := range e.seqs {
				all = firstBytes(s, set) && all
			}
			if all {
				return true
			}
		}
	}
	return false
}

// A span is a range of offsets. If start is negative, there is no range.
type span struct{ start, end int }

// find returns the leftmost match in text, and the matches of its groups. If several matches start
// at the same offset, it returns the longest. The start and the end of text count as the start and
// the end of a line.
func (p *program) find(text []byte) (span, []span, bool) {
	m := matcher{p: p, text: text}
	pos := 0
	for pos <= len(text) {
		limit := len(text) // the last position at which a match can start
		if p.needed != nil {
			i := bytes.Index(text[pos:], p.needed)
			if i < 0 {
				return span{}, nil, false
			}
			if p.oneLine {
				i += pos
				pos = max(pos, bytes.LastIndexByte(text[:i], '\n')+1)
				if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
					limit = i + n
				}
			}
		}
		for ; pos <= limit; pos++ {
			if p.first != nil && (pos == len(text) || !p.first[text[pos]]) {
				continue
			}
			if end, groups, ok := m.matchAt(pos); ok {
				return span{pos, end}, groups, true
			}
		}
	}
	return span{}, nil, false
}
