package filecheck

import (
	"bytes"
	"errors"
)

// find searches region for the pattern, and sets the variables that the pattern defines. If the
// value of a variable or expression cannot be inserted, find returns an *overflow, an *undefined,
// or errors.Join of such errors.
func (p *pattern) find(region []byte, vars *variables) (span, bool, error) {
	if p.dir.kind == kindEOF {
		return span{len(region), len(region)}, true, nil
	}
	if p.fixed != nil {
		i := bytes.Index(region, p.fixed)
		return span{i, i + len(p.fixed)}, i >= 0, nil
	}
	prog := p.ready
	if prog == nil {
		var err error
		if prog, err = p.substitute(vars); err != nil {
			return span{}, false, err
		}
	}
	if len(prog.seq) == 0 {
		// POSIX has no empty expression. So a pattern that consists of a variable with an empty
		// value does not match.
		return span{}, false, nil
	}
	m, groups, ok := prog.find(region)
	if !ok {
		return span{}, false, nil
	}
	for _, d := range p.defs {
		text := string(region[groups[d.group].start:groups[d.group].end])
		if d.number != nil {
			d.number.value = d.number.format.value(text)
		} else {
			vars.strings[d.name] = text
		}
	}
	p.captured = groups
	if p.dir.kind == kindEmpty {
		m.start++ // the match is the empty line, not the line end before it
	}
	return m, true, nil
}

// substitute compiles the pattern with the current values of its variables.
func (p *pattern) substitute(vars *variables) (*program, error) {
	var seq []elem
	var errs []error
	for _, part := range p.parts {
		if part.sub == nil {
			seq = append(seq, part.seq...)
			continue
		}
		s, err := part.sub.value(vars)
		errs = append(errs, err)
		seq = append(seq, literal([]byte(s), p.ignoreCase)...)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return compile(seq, p.groups), nil
}

func (s *substitution) value(vars *variables) (string, error) {
	if s.expr == nil {
		v, ok := vars.strings[s.name]
		if !ok {
			return "", &undefined{s.name, s.at}
		}
		return v, nil
	}
	v, err := s.expr.eval()
	if err != nil {
		return "", s.locate(err)
	}
	text, err := s.format.spell(v)
	if err != nil {
		return "", s.locate(err)
	}
	return text, nil
}

// An overflow is errOverflow with the position of the expression.
type overflow struct{ at place }

func (o *overflow) Error() string {
	return "unable to substitute variable or numeric expression: " + errOverflow.Error()
}

func (s *substitution) locate(err error) error {
	if errors.Is(err, errOverflow) {
		return &overflow{s.at}
	}
	return err
}

// problems returns the errors that were joined into err, or err itself.
func problems(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var out []error
		for _, e := range joined.Unwrap() {
			out = append(out, problems(e)...)
		}
		return out
	}
	return []error{err}
}

// A near miss is text similar to a pattern that has no match. It must begin in the first
// nearMissReach bytes of the searched text, and its edit distance from the pattern must be less
// than nearMissWorst.
const (
	nearMissReach = 4096
	nearMissWorst = 50
)

// nearMiss returns the offset of the text that is most similar to the pattern, or 0.
func (p *pattern) nearMiss(region []byte) int {
	best, quality := 0, float64(nearMissWorst)
	lines := 0
	for i, c := range region[:min(nearMissReach, len(region))] {
		if c == '\n' {
			lines++
		}
		if c == ' ' || c == '\t' {
			continue
		}
		with := region[i:min(len(region), i+len(p.source))]
		if n := bytes.IndexByte(with, '\n'); n >= 0 {
			with = with[:n]
		}
		// A closer line is more likely to be the intended line.
		if q := float64(editDistance(string(with), p.source, int(quality)+1)) + float64(lines)/100; q < quality {
			best, quality = i, q
		}
	}
	return best
}

// editDistance returns the Levenshtein distance of a and b. For distances larger than "most", it
// may return "most" instead.
func editDistance(a, b string, most int) int {
	if d := len(a) - len(b); d > most || -d > most {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal, low := row[0], i+1
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], cost
			low = min(low, cost)
		}
		if low >= most {
			return most
		}
	}
	return row[len(b)]
}
