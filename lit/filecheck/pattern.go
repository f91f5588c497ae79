package filecheck

import (
	"bytes"
	"regexp"
	"slices"
)

// A pattern is the search pattern of one directive.
type pattern struct {
	dir  directive
	at   place // the first character of the pattern
	line int   // the line of the directive, from 1
	// implicit is the number of an --implicit-check-not, from 1. It is 0 for directives.
	implicit int

	ignoreCase bool

	fixed  []byte // the text to search for if the pattern is a literal
	parts  []part
	source string // the regular expression, which nearMiss compares with the input
	groups int    // the number of groups opened so far

	defs []definition
	// captured has the last matches of the groups, for diagnostics.
	captured []span
	// ready is the compiled pattern. It is nil if fixed is set or the pattern has substitutions.
	ready *program
}

// A part is a sequence of elements of a regular expression, or a value that is inserted when the
// pattern is used.
type part struct {
	seq []elem
	sub *substitution
}

// A substitution is the use of a variable or a numeric expression.
type substitution struct {
	text   string // the text in the check file
	at     place
	name   string // the string variable if expr is nil
	expr   expr
	format format
}

// A definition is a variable that is set to the match of a group.
type definition struct {
	name   string
	group  int
	number *number // nil if the variable is a string
}

// A patternReader converts the text of a directive to a pattern.
type patternReader struct {
	*pattern
	o    *Options
	vars *variables
	src  *source
	pos  int
	end  int
	bar  int // the offset of the last '|' of the pattern; less than pos if there is none
	// branches is the number of elements so far that can match several lengths of text.
	branches int
}

// readPattern reads the pattern in src between pos and end. prefix is used only in messages.
func readPattern(src *source, pos, end, line int, dir directive, prefix string, o *Options, vars *variables) (*pattern, *Error) {
	fullLines := o.MatchFullLines && dir.kind != kindNot
	if !(o.StrictWhitespace && o.MatchFullLines) {
		for end > pos && (src.Data[end-1] == ' ' || src.Data[end-1] == '\t') {
			end--
		}
	}
	p := &pattern{dir: dir, at: place{src, pos}, line: line, ignoreCase: o.IgnoreCase}
	if pos == end && dir.kind != kindEmpty {
		return nil, p.at.errorf("found empty check string with prefix '%s:'", prefix)
	}
	if pos < end && dir.kind == kindEmpty {
		return nil, p.at.errorf("found non-empty check string for empty check with prefix '%s:'", prefix)
	}
	text := src.Data[pos:end]
	if dir.kind == kindEmpty {
		p.source = "(\n$)"
		p.ready = compile([]elem{{op: opLit, lit: []byte("\n")}, {op: opEOL}}, 0)
		return p, nil
	}
	if dir.literal || !fullLines && !bytes.Contains(text, []byte("{{")) && !bytes.Contains(text, []byte("[[")) {
		p.setFixed(text, o.IgnoreCase)
		return p, nil
	}
	r := &patternReader{pattern: p, o: o, vars: vars, src: src, pos: pos, end: end, bar: pos + bytes.LastIndexByte(text, '|')}
	if err := r.read(fullLines); err != nil {
		return nil, err
	}
	p.prepare()
	return p, nil
}

func (p *pattern) setFixed(text []byte, ignoreCase bool) {
	p.source = string(text)
	if ignoreCase {
		p.ready = compile(literal(text, true), 0)
		return
	}
	p.fixed = text
}

// hasVariable reports whether p defines a string variable, uses a variable, or has a numeric
// expression, even one without variables.
func (p *pattern) hasVariable() bool {
	return slices.ContainsFunc(p.defs, func(d definition) bool { return d.number == nil }) ||
		slices.ContainsFunc(p.parts, func(part part) bool { return part.sub != nil })
}

// prepare compiles a pattern without substitutions.
func (p *pattern) prepare() {
	var seq []elem
	for _, part := range p.parts {
		if part.sub != nil {
			return
		}
		seq = append(seq, part.seq...)
	}
	p.ready = compile(seq, p.groups)
}

// maxParts limits the texts, {{…}} and [[…]] in a pattern. It also limits the elements that can
// match several lengths of text, and thus the recursion of a match.
const maxParts = 10_000

func (r *patternReader) read(fullLines bool) *Error {
	if fullLines {
		r.must("^")
		if !r.o.StrictWhitespace {
			r.must(" *")
		}
	}
	for n := 0; r.pos < r.end; n++ {
		at := place{r.src, r.pos}
		var err *Error
		switch {
		case n == maxParts:
			err = at.errorf("pattern has more than %d parts", maxParts)
		case r.ahead("{{"):
			err = r.regex()
		case r.ahead("[[") && !r.ahead("[[["): // the outer brackets of "[[[X]]]" are text
			err = r.block()
		default:
			r.plain()
		}
		if err == nil && r.branches > maxParts {
			err = at.errorf("pattern has more than %d repetitions and alternations", maxParts)
		}
		if err != nil {
			return err
		}
	}
	if fullLines {
		if !r.o.StrictWhitespace {
			r.must(" *")
		}
		r.must("$")
	}
	return nil
}

func (r *patternReader) ahead(s string) bool {
	return bytes.HasPrefix(r.src.Data[r.pos:r.end], []byte(s))
}

// plain reads text up to the next {{ or [[.
func (r *patternReader) plain() {
	rest := r.src.Data[r.pos:r.end]
	n := len(rest)
	for _, mark := range []string{"{{", "[["} {
		if i := bytes.Index(rest[1:], []byte(mark)); i >= 0 && i+1 < n {
			n = i + 1
		}
	}
	r.source += regexp.QuoteMeta(string(rest[:n]))
	r.add(literal(rest[:n], r.o.IgnoreCase))
	r.pos += n
}

func (r *patternReader) add(seq []elem) {
	if n := len(r.parts); n > 0 && r.parts[n-1].sub == nil {
		r.parts[n-1].seq = append(r.parts[n-1].seq, seq...)
		return
	}
	r.parts = append(r.parts, part{seq: seq})
}

// must adds ere, a valid regular expression that this package defines.
func (r *patternReader) must(ere string) {
	if err := r.addRegex(ere); err != nil {
		panic("filecheck: BUG: " + ere + ": " + err.Error())
	}
}

func (r *patternReader) addRegex(ere string) error {
	seq, n, err := parseERE([]byte(ere), r.groups, r.o.IgnoreCase)
	if err != nil {
		return err
	}
	r.source += ere
	r.groups += n
	for _, e := range seq {
		if e.op == opAlt || e.op == opRepeat || e.op == opRun && e.min < e.max {
			r.branches++
		}
	}
	r.add(seq)
	return nil
}

// regex reads {{…}}.
func (r *patternReader) regex() *Error {
	rest := r.src.Data[r.pos:r.end]
	end := bytes.Index(rest, []byte("}}"))
	if end < 0 {
		return place{r.src, r.pos}.errorf("found start of regex string with no end '}}'")
	}
	body := string(rest[2:end])
	// As in LLVM, this expression becomes a group if there is a '|' in it or later in the pattern.
	// Back-references must count this group too.
	group := 0
	if r.bar >= r.pos {
		group = r.open()
	}
	if err := r.addRegex(body); err != nil {
		return place{r.src, r.pos + 2}.errorf("invalid regex: %s", err)
	}
	if group > 0 {
		r.close(group)
	}
	r.pos += end + 2
	return nil
}

func (r *patternReader) open() int {
	r.groups++
	r.source += "("
	r.add([]elem{{op: opOpen, group: r.groups}})
	return r.groups
}

func (r *patternReader) close(group int) {
	r.source += ")"
	r.add([]elem{{op: opClose, group: group}})
}

// blockEnd returns the offset of the "]]" that ends a block, or -1 if there is none. If there is an
// unmatched "]", blockEnd returns the offset of this bracket, and false. Brackets inside the block
// can be nested and escaped.
func blockEnd(s []byte) (int, bool) {
	depth := 0
	for i := 0; i < len(s); i++ {
		if depth == 0 && bytes.HasPrefix(s[i:], []byte("]]")) {
			return i, true
		}
		switch s[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth == 0 {
				return i, false
			}
			depth--
		}
	}
	return -1, true
}
