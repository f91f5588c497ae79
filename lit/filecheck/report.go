package filecheck

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A report collects messages about a comparison, and annotations for the dump of the input.
// Successes are reported only with -v or -vv. They are remarks if there is no dump, and otherwise
// annotations.
type report struct {
	o         *Options
	text      strings.Builder
	findings  []*finding
	checkName string
	input     *source
	errors    int
}

// An outcome is the result of one search.
type outcome uint8

const (
	outcomeFound outcome = iota
	outcomeExcluded
	outcomeWrongLine
	outcomeDiscarded // a match of a -DAG directive that overlaps an earlier match
	outcomeAbsent    // a -NOT directive without a match, as expected
	outcomeMissing
	outcomeInvalid // the search was not possible
	outcomeNear    // a near miss
)

// A finding is one annotation of the input.
type finding struct {
	pattern *pattern
	at      region
	outcome outcome
	note    string // replaces the text of the outcome
}

func (r *report) failed() bool { return r.errors > 0 }

// dumping reports whether successes are reported in the dump instead of remarks.
func (r *report) dumping() bool { return r.o.DumpInput != DumpNever }

func (r *report) verbose() bool { return r.o.Verbose || r.o.VeryVerbose }

func (r *report) place(off int) place { return place{r.input, off} }

func (r *report) find(p *pattern, at region, o outcome, note string) {
	r.findings = append(r.findings, &finding{p, at, o, note})
}

// revise sets the outcome of the findings of p at the end of the list to o.
func (r *report) revise(p *pattern, o outcome) {
	for _, f := range slices.Backward(r.findings) {
		if f.pattern != p {
			return
		}
		f.outcome = o
	}
}

// counted returns text such as " (2 out of 3)" for a match of -COUNT-3.
func counted(p *pattern, nth int) string {
	if p.dir.count < 2 {
		return ""
	}
	return fmt.Sprintf(" (%d out of %d)", nth, p.dir.count)
}

// matched reports m, the nth match of p. The search began at start.
func (r *report) matched(p *pattern, name string, nth, start int, m region, vars *variables) {
	if !r.verbose() || p.dir.kind == kindEOF && !r.o.VeryVerbose {
		return
	}
	r.tellMatch(p, outcomeFound, "remark", name+": expected string found in input"+counted(p, nth), start, m, vars)
}

// excluded reports that p was found at m, although it must not occur.
func (r *report) excluded(p *pattern, name string, start int, m region, vars *variables) {
	r.errors++
	r.tellMatch(p, outcomeExcluded, "error", name+": excluded string found in input"+counted(p, 1), start, m, vars)
}

func (r *report) tellMatch(p *pattern, o outcome, severity, message string, start int, m region, vars *variables) {
	notes, captures := p.notes(vars), p.captures(start)
	r.find(p, m, o, "")
	for _, n := range notes {
		r.find(p, region{m.from, m.from}, o, n)
	}
	for _, c := range captures {
		r.find(p, c.at, o, c.note())
	}
	if severity == "remark" && r.dumping() {
		return
	}
	r.text.WriteString(p.at.message(severity, "%s", message))
	r.text.WriteString(r.place(m.from).messageTo(m.to, "note", "found here"))
	r.tellNotes(m.from, notes)
	for _, c := range captures {
		r.text.WriteString(r.place(c.at.from).messageTo(c.at.to, "note", "%s", c.note()))
	}
}

func (r *report) tellNotes(at int, notes []string) {
	for _, n := range notes {
		r.text.WriteString(r.place(at).message("note", "%s", n))
	}
}

// missing reports that the nth match of p is not in the region rest. If why is not nil, missing
// reports that the search was not possible.
func (r *report) missing(p *pattern, name string, nth int, rest region, why error, vars *variables) {
	r.errors++
	from := r.place(rest.from)
	notes := p.notes(vars)
	if why == nil {
		r.find(p, rest, outcomeMissing, "")
		r.text.WriteString(p.at.message("error", "%s: expected string not found in input%s", name, counted(p, nth)))
		r.text.WriteString(from.message("note", "scanning from here"))
	} else {
		r.invalid(p, rest, why)
	}
	for _, n := range notes {
		r.find(p, region{rest.from, rest.from}, r.findings[len(r.findings)-1].outcome, n)
	}
	r.tellNotes(rest.from, notes)
	if p.dir.kind == kindNot {
		return
	}
	if miss := p.nearMiss(r.input.Data[rest.from:rest.to]); miss > 0 {
		at := rest.from + miss
		r.find(p, region{at, at}, outcomeNear, "")
		r.text.WriteString(r.place(at).message("note", "possible intended match here"))
	}
}

// invalid reports why the region rest could not be searched for p.
func (r *report) invalid(p *pattern, rest region, why error) {
	r.find(p, rest, outcomeInvalid, "")
	for _, e := range problems(why) {
		var u *undefined
		var o *overflow
		at := p.at
		switch {
		case errors.As(e, &u):
			at = u.at
		case errors.As(e, &o):
			at = o.at
		}
		r.text.WriteString(at.message("error", "%s", e))
		r.find(p, region{rest.from, rest.from}, outcomeInvalid, e.Error())
	}
}

// absent reports that p, the pattern of a -NOT, is not in the text skipped between two matches.
func (r *report) absent(p *pattern, name string, skipped region, vars *variables) {
	if !r.o.VeryVerbose {
		return
	}
	notes := p.notes(vars)
	r.find(p, skipped, outcomeAbsent, "")
	for _, n := range notes {
		r.find(p, region{skipped.from, skipped.from}, outcomeAbsent, n)
	}
	if r.dumping() {
		return
	}
	r.text.WriteString(p.at.message("remark", "%s: excluded string not found in input", name))
	r.text.WriteString(r.place(skipped.from).message("note", "scanning from here"))
	r.tellNotes(skipped.from, notes)
}

// discarded reports that the last match of p overlaps an earlier match.
func (r *report) discarded(p *pattern, earlier region) {
	switch {
	case !r.o.VeryVerbose:
	case r.dumping():
		r.revise(p, outcomeDiscarded)
	default:
		r.text.WriteString(r.place(earlier.from).messageTo(earlier.to, "note", "match discarded, overlaps earlier DAG match here"))
	}
}

// wrongLine reports a match m of -NEXT, -SAME or -EMPTY on the wrong line. The parameter "other" is
// the start of a line between the previous match and m, or -1.
func (r *report) wrongLine(k *check, what string, skipped, m region, other int) {
	r.errors++
	if r.verbose() {
		r.revise(k.pattern, outcomeWrongLine)
	} else {
		r.find(k.pattern, m, outcomeWrongLine, "")
	}
	name := strings.TrimSuffix(k.name(), "{LITERAL}")
	r.text.WriteString(k.at.message("error", "%s: %s", name, what))
	r.text.WriteString(r.place(m.from).message("note", "'next' match was here"))
	r.text.WriteString(r.place(skipped.from).message("note", "previous match ended here"))
	if other >= 0 {
		r.text.WriteString(r.place(other).message("note", "non-matching line after previous match is here"))
	}
}

// notes returns notes about the values of the variables in the search.
func (p *pattern) notes(vars *variables) []string {
	var notes []string
	for _, part := range p.parts {
		if part.sub == nil {
			continue
		}
		if v, err := part.sub.value(vars); err == nil {
			notes = append(notes, fmt.Sprintf("with \"%s\" equal to \"%s\"", part.sub.text, escape(v)))
		}
	}
	return notes
}

// A capture is a variable and the text of the input to which it was set.
type capture struct {
	name string
	at   region
}

func (c capture) note() string { return fmt.Sprintf("captured var \"%s\"", c.name) }

// captures returns the captures of the last match. The search began at start.
func (p *pattern) captures(start int) []capture {
	var out []capture
	for i, d := range p.defs {
		// If a name has several definitions, the last one applies.
		if !slices.ContainsFunc(p.defs[i+1:], func(later definition) bool { return later.name == d.name }) {
			at := p.captured[d.group]
			out = append(out, capture{d.name, region{start + at.start, start + at.end}})
		}
	}
	return out
}

// escape replaces all bytes except printable ASCII by C escape sequences. It also escapes
// backslashes and double quotes.
func escape(s string) string {
	var b bytes.Buffer
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\' || c == '"':
			b.Write([]byte{'\\', c})
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\n':
			b.WriteString(`\n`)
		case c < 0x20 || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
