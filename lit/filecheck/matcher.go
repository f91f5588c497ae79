package filecheck

import (
	"bytes"
	"slices"
)

// A matcher runs one search for the regular expression p. If an element of p can match several
// lengths of text, the matcher tries the longest first. It remembers visited states, so a search
// without back-references does not need exponential time. If several paths lead to the longest
// match, the first determines the groups. These are also the groups of Henry Spencer's library,
// which LLVM uses.
type matcher struct {
	p      *program
	text   []byte
	groups []span // the groups of the path that is being explored

	best       int // the end of the longest match so far; -1: none
	bestGroups []span
	limit      int // no match can end after this

	// seen marks the (element, position) pairs that were explored before. Pairs that were explored
	// from an earlier start position did not lead to a match, so they remain marked.
	seen     map[int][]uint64
	seenBack map[backState]bool
}

// A backState is a state of a search with back-references, which also depends on the groups.
type backState struct {
	elem, pos int
	groups    [maxBack]span
}

// maxBack is the number of groups that a backState can hold. Searches do not remember states if
// back-references refer to more groups.
const maxBack = 4

// seenBlock is the number of positions whose bits are in one slice of the map seen.
const seenBlock = 1 << 10

// matchAt returns the end of the longest match that starts at pos, and the matches of its groups.
// It returns false if there is no match.
func (m *matcher) matchAt(pos int) (int, []span, bool) {
	if m.groups == nil {
		m.groups = make([]span, m.p.groups+1)
		for i := range m.groups {
			m.groups[i] = span{-1, -1}
		}
	}
	m.best = -1
	m.limit = len(m.text)
	if m.p.oneLine {
		if i := bytes.IndexByte(m.text[pos:], '\n'); i >= 0 {
			m.limit = pos + i
		}
	}
	m.run(0, pos)
	return m.best, m.bestGroups, m.best >= 0
}

// branch continues the search at element i and position pos, unless the search has visited this
// state before.
func (m *matcher) branch(i, pos int) {
	if !m.visited(i, pos) {
		m.run(i, pos)
	}
}

// run matches the elements from element i on, starting at position pos.
func (m *matcher) run(i, pos int) {
	seq := m.p.seq
	for ; i < len(seq); i++ {
		e := &seq[i]
		switch e.op {
		case opRun:
			n := m.runLength(e, pos)
			if n < e.min {
				return
			}
			if n > e.min {
				m.runs(i, pos, n)
				return
			}
			pos += n
		case opOpen:
			m.groups[e.group].start = pos
		case opClose:
			m.groups[e.group].end = pos
		case opAlt, opRepeat:
			ends := m.ends(e, []int{pos})
			slices.Sort(ends)
			for _, end := range slices.Backward(slices.Compact(ends)) {
				m.branch(i+1, end)
			}
			return
		default:
			n, ok := m.single(e, pos)
			if !ok {
				return
			}
			pos += n
		}
	}
	if pos > m.best {
		m.best = pos
		m.bestGroups = slices.Clone(m.groups)
	}
}

// runs matches element i with every length from n down to its minimum.
func (m *matcher) runs(i, pos, n int) {
	e := &m.p.seq[i]
	for n >= e.min && m.best < m.limit {
		if i+1 < len(m.p.seq) && m.p.seq[i+1].op == opLit {
			// The search can continue only at occurrences of the literal.
			lit := m.p.seq[i+1].lit
			at := bytes.LastIndex(m.text[pos+e.min:min(len(m.text), pos+n+len(lit))], lit)
			if at < 0 {
				return
			}
			n = e.min + at
		}
		m.branch(i+1, pos+n)
		n--
	}
}

// runLength returns the largest number of bytes that the element can match at pos.
func (m *matcher) runLength(e *elem, pos int) int {
	n, most := 0, min(e.max, len(m.text)-pos)
	for n < most && e.set[m.text[pos+n]] {
		n++
	}
	return n
}

// single matches an element that can match in only one way, and returns the length of the match.
func (m *matcher) single(e *elem, pos int) (int, bool) {
	switch e.op {
	case opLit:
		return len(e.lit), bytes.HasPrefix(m.text[pos:], e.lit)
	case opBOL:
		return 0, pos == 0 || m.text[pos-1] == '\n'
	case opEOL:
		return 0, pos == len(m.text) || m.text[pos] == '\n'
	case opBOW:
		return 0, !m.wordAt(pos-1) && m.wordAt(pos)
	case opEOW:
		return 0, m.wordAt(pos-1) && !m.wordAt(pos)
	case opBack:
		g := m.groups[e.group]
		if g.start < 0 || g.end < g.start {
			return 0, false
		}
		return g.end - g.start, bytes.HasPrefix(m.text[pos:], m.text[g.start:g.end])
	}
	panic("filecheck: BUG: not a single element")
}

func (m *matcher) wordAt(pos int) bool {
	return pos >= 0 && pos < len(m.text) && isWord(m.text[pos])
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// ends returns every position at which a match of e can end, if the match starts at one of the
// given positions, which are sorted.
func (m *matcher) ends(e *elem, from []int) []int {
	var out []int
	switch e.op {
	case opAlt:
		for _, seq := range e.seqs {
			out = append(out, m.seqEnds(seq, from)...)
		}
	case opRepeat:
		return m.repeatEnds(e, from)
	case opRun:
		return m.runEnds(e, from)
	default:
		for _, pos := range from {
			if n, ok := m.single(e, pos); ok {
				out = append(out, pos+n)
			}
		}
	}
	return out
}

// runEnds does the work of ends for a run. It examines each byte once, and returns each position
// once.
func (m *matcher) runEnds(e *elem, from []int) (out []int) {
	stop := 0 // the end of the bytes in e.set that were examined
	next := 0 // the smallest end that is not in out
	for _, pos := range from {
		for stop = max(stop, pos); stop < len(m.text) && e.set[m.text[stop]]; stop++ {
		}
		last := pos + min(e.max, stop-pos)
		for end := max(pos+e.min, next); end <= last; end++ {
			out = append(out, end)
		}
		next = max(next, last+1)
	}
	return out
}

func (m *matcher) seqEnds(seq []elem, from []int) []int {
	for i := range seq {
		from = m.ends(&seq[i], from)
		if len(from) > 1 {
			slices.Sort(from)
			from = slices.Compact(from)
		}
	}
	return from
}

// repeatEnds does the work of ends for a repetition. It adds one repetition at a time until it
// reaches no new position.
func (m *matcher) repeatEnds(e *elem, from []int) []int {
	for range e.min {
		next := m.seqEnds(e.seqs[0], from)
		if len(next) == 0 {
			return nil
		}
		if slices.Equal(next, from) {
			break // further repetitions reach no new position
		}
		from = next
	}
	reached := make(map[int]bool)
	out := slices.Clone(from)
	for _, pos := range from {
		reached[pos] = true
	}
	for n := e.min; n < e.max && len(from) > 0; n++ {
		var fresh []int
		for _, pos := range m.seqEnds(e.seqs[0], from) {
			if !reached[pos] {
				reached[pos] = true
				fresh = append(fresh, pos)
			}
		}
		out = append(out, fresh...)
		from = fresh
	}
	return out
}

// visited marks a state of the search and reports whether it was marked before.
func (m *matcher) visited(i, pos int) bool {
	if m.p.back != nil {
		return m.visitedBack(i, pos)
	}
	if m.seen == nil {
		m.seen = make(map[int][]uint64)
	}
	b := m.seen[pos/seenBlock]
	if b == nil {
		b = make([]uint64, (len(m.p.seq)+1)*seenBlock/64)
		m.seen[pos/seenBlock] = b
	}
	bit := i*seenBlock + pos%seenBlock
	word, mask := &b[bit/64], uint64(1)<<(bit%64)
	was := *word&mask != 0
	*word |= mask
	return was
}

func (m *matcher) visitedBack(i, pos int) bool {
	if len(m.p.back) > maxBack {
		return false
	}
	s := backState{elem: i, pos: pos}
	for k, g := range m.p.back {
		s.groups[k] = m.groups[g]
	}
	if m.seenBack == nil {
		m.seenBack = make(map[backState]bool)
	}
	was := m.seenBack[s]
	m.seenBack[s] = true
	return was
}
