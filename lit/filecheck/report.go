package filecheck

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// A report collects diagnostics, and marks for the dump of the input.
type report struct {
	text      strings.Builder
	marks     []mark
	checkName string
	input     *Text
	context   int
	all       bool // dump every line
	errors    int
}

func (r *report) failed() bool { return r.errors > 0 }

// A mark is one annotation of the input.
type mark struct {
	label string // the directive and its line, as "next:3"
	at    region
	sign  byte // '!' a match that is wrong, 'X' no match, '?' a near miss
	text  string
	error bool
}

func (r *report) place(off int) place { return place{r.input, off} }

func (r *report) mark(p *pattern, at region, sign byte, text string) {
	name := "check"
	switch p.dir.kind {
	case kindNext, kindSame, kindNot, kindDag, kindLabel, kindEmpty:
		name = strings.ToLower(p.dir.spelling(""))[1:]
		name, _, _ = strings.Cut(name, "{")
	}
	label := fmt.Sprintf("%s:%d", name, p.line)
	if p.line == 0 {
		label = "imp1"
	}
	r.marks = append(r.marks, mark{label, at, sign, text, sign != '?'})
}

// missing reports that p, for the nth time, is not in rest; or that it could
// not be looked for.
func (r *report) missing(p *pattern, name string, nth int, rest region, why error, vars *variables) {
	r.errors++
	from := r.place(rest.from)
	if why != nil {
		r.mark(p, rest, 'X', "error: match failed for invalid pattern")
		for _, e := range problems(why) {
			var u *undefined
			var o *overflow
			switch {
			case errors.As(e, &u):
				r.text.WriteString(u.at.message("error", "%s", u))
			case errors.As(e, &o):
				r.text.WriteString(o.at.message("error", "%s", o))
			}
		}
	} else {
		r.mark(p, rest, 'X', "error: no match found")
		message := name + ": expected string not found in input"
		if p.dir.counted {
			message += fmt.Sprintf(" (%d out of %d)", nth, p.dir.count)
		}
		r.text.WriteString(p.at.message("error", "%s", message))
		r.text.WriteString(from.message("note", "scanning from here"))
	}
	r.text.WriteString(p.notes(from, vars))
	if miss := p.nearMiss(r.input.Data[rest.from:rest.to]); miss > 0 {
		r.mark(p, region{rest.from + miss, rest.from + miss + 1}, '?', "possible intended match")
		r.text.WriteString(r.place(rest.from+miss).message("note", "possible intended match here"))
	}
}

// excluded reports that p was found at m, where it must not be; start is where
// the search began.
func (r *report) excluded(p *pattern, name string, start int, m region, vars *variables) {
	r.errors++
	r.mark(p, m, '!', "error: no match expected")
	r.text.WriteString(p.at.message("error", "%s: excluded string found in input", name))
	r.text.WriteString(r.place(m.from).messageTo(m.to, "note", "found here"))
	r.text.WriteString(p.notes(r.place(m.from), vars))
	for _, d := range p.defs {
		at := p.captured[d.group]
		r.text.WriteString(r.place(start+at.start).messageTo(start+at.end, "note", "captured var \"%s\"", d.name))
	}
}

// wrongLine reports a match m of -NEXT, -SAME or -EMPTY on the wrong line;
// other is the start of the line that is in between, or -1.
func (r *report) wrongLine(k *check, what string, skipped, m region, other int) {
	r.errors++
	r.mark(k.pattern, m, '!', "error: match on wrong line")
	name := strings.TrimSuffix(k.name(), "{LITERAL}")
	r.text.WriteString(k.at.message("error", "%s: %s", name, what))
	r.text.WriteString(r.place(m.from).message("note", "'next' match was here"))
	r.text.WriteString(r.place(skipped.from).message("note", "previous match ended here"))
	if other >= 0 {
		r.text.WriteString(r.place(other).message("note", "non-matching line after previous match is here"))
	}
}

// dump renders the input with the marks, each below its line.
func (r *report) dump() string {
	lines := bytes.SplitAfter(r.input.Data, []byte{'\n'})
	shown := r.shown(lines)
	width := len(fmt.Sprint(len(lines)))
	for _, m := range r.marks {
		width = max(width, len(m.label))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\nInput file: %s\nCheck file: %s\n\n-dump-input=help explains the following input dump.\n\nInput was:\n<<<<<<\n",
		r.input.Name, r.checkName)
	off, gap := 0, false
	for i, line := range lines {
		if len(line) == 0 {
			break
		}
		if !shown[i] {
			if !gap {
				b.WriteString(strings.Repeat(strings.Repeat(" ", width+1)+".\n", 3))
			}
			gap = true
			off += len(line)
			continue
		}
		gap = false
		fmt.Fprintf(&b, "%*d: %s\n", width, i+1, strings.TrimSuffix(string(line), "\n"))
		for _, m := range r.marks {
			b.WriteString(m.row(off, line, width))
		}
		off += len(line)
	}
	b.WriteString(">>>>>>\n")
	return b.String()
}

// row renders a mark below the line at off, or nothing if it is elsewhere.
func (m mark) row(off int, line []byte, width int) string {
	from, to := max(m.at.from, off), min(m.at.to, off+len(line))
	starts := m.at.from >= off && m.at.from < off+len(line)
	if !starts && from >= to {
		return ""
	}
	underline := strings.Repeat("~", max(0, to-from))
	if starts {
		underline = string(m.sign) + underline[min(1, len(underline)):] + " " + m.text
	}
	return fmt.Sprintf("%-*s  %s%s\n", width, m.label, strings.Repeat(" ", from-off), underline)
}

// shown says which lines to dump: those where an error starts and some around.
func (r *report) shown(lines [][]byte) map[int]bool {
	context := r.context
	if context == 0 {
		context = 5
	}
	starts := map[int]bool{}
	for _, m := range r.marks {
		if m.error {
			starts[bytes.Count(r.input.Data[:m.at.from], []byte{'\n'})] = true
		}
	}
	shown := map[int]bool{}
	for i := range lines {
		if r.all {
			shown[i] = true
		}
		if !starts[i] {
			continue
		}
		for k := max(0, i-context); k <= i+context; k++ {
			shown[k] = true
		}
	}
	return shown
}
