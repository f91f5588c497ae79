package filecheck

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// An annotation is the part of a finding on one input line, shown as a mark below this line.
type annotation struct {
	*finding
	label    string
	line     int // from 1
	from, to int // columns, from 1; to is the column after the last, or endOfLine
	first    bool
}

const endOfLine = int(^uint(0) >> 1)

// An annotated is the input of a report with the annotations of its lines.
type annotated struct {
	*report
	painter
	starts []int // offset of each line
	marks  []annotation
	width  int // the width of the column of labels and line numbers
}

// dump renders the input, with each finding below the lines that it covers.
func (r *report) dump() string {
	a := &annotated{report: r, painter: painter(r.o.Color), starts: []int{0}}
	for i, c := range r.input.Data {
		if c == '\n' {
			a.starts = append(a.starts, i+1)
		}
	}
	a.annotate()
	lines := len(a.starts)
	if n := len(r.input.Data); n > 0 && r.input.Data[n-1] == '\n' {
		lines--
	}
	// Three more columns separate numbers from labels.
	a.width = max(a.width, len(fmt.Sprint(lines))) + 3
	var b strings.Builder
	fmt.Fprintf(&b, "\nInput file: %s\nCheck file: %s\n\n-dump-input=help explains the following input dump.\n\nInput was:\n<<<<<<\n",
		diag.Escape(r.input.Name), diag.Escape(r.checkName))
	b.WriteString(a.bold(""))
	a.lines(&b)
	b.WriteString(">>>>>>\n")
	return b.String()
}

// annotate divides the findings into annotations of single lines.
func (a *annotated) annotate() {
	total, seen := map[*pattern]int{}, map[*pattern]int{}
	for _, f := range a.findings {
		total[f.pattern]++
	}
	for _, f := range a.findings {
		label := f.pattern.label()
		if total[f.pattern] > 1 {
			label += fmt.Sprintf("'%d", seen[f.pattern])
			seen[f.pattern]++
		}
		a.width = max(a.width, len(label))
		from, col := a.position(f.at.from)
		to, end := a.position(f.at.to)
		if from == to {
			a.marks = append(a.marks, annotation{f, label, from, col, max(col+1, end), true})
			continue
		}
		a.marks = append(a.marks, annotation{f, label, from, col, endOfLine, true})
		for line := from + 1; line <= to; line++ {
			last := endOfLine
			if line == to {
				if last = end; end == 1 {
					break
				}
			}
			a.marks = append(a.marks, annotation{f, label, line, 1, last, false})
		}
	}
	slices.SortStableFunc(a.marks, func(x, y annotation) int { return cmp.Compare(x.line, y.line) })
}

func (a *annotated) position(off int) (line, col int) {
	line = sort.SearchInts(a.starts, off+1)
	return line, off - a.starts[line-1] + 1
}

// label returns the name of the directive in the dump, such as "next:3".
func (p *pattern) label() string {
	name := "check"
	switch p.dir.kind {
	case kindNext, kindSame, kindNot, kindDag, kindLabel, kindEmpty:
		d := p.dir
		d.literal = false
		name = strings.ToLower(d.spelling(""))[1:]
	case kindEOF:
		name = "eof"
	default:
		if p.dir.count > 1 {
			name = "count"
		}
	}
	if p.implicit > 0 {
		return fmt.Sprintf("%s:imp%d", name, p.implicit)
	}
	return fmt.Sprintf("%s:%d", name, p.line)
}

// lines renders the selected lines and the lines around them, and dots for other lines.
func (a *annotated) lines(b *strings.Builder) {
	filter, context := a.o.dumpFilter(), a.o.dumpContext()
	var elided strings.Builder
	wanted := a.wanted(filter)
	before, next := 0, 0 // the last selected line so far, and the index in wanted of the next selected line
	marks := a.marks
	for line := 1; a.has(line) || len(marks) > 0; line++ {
		n := 0
		for n < len(marks) && marks[n].line == line {
			n++
		}
		for next < len(wanted) && wanted[next] < line {
			next++
		}
		if filter == DumpAll || next < len(wanted) && wanted[next] == line {
			before = line
		}
		to := b
		if (before == 0 || before+context < line) && (next == len(wanted) || line+context < wanted[next]) {
			to = &elided
		} else {
			a.ellipsis(b, &elided)
		}
		a.line(to, line, marks[:n])
		marks = marks[n:]
	}
	a.ellipsis(b, &elided)
}

func (a *annotated) has(line int) bool {
	return line <= len(a.starts) && a.starts[line-1] < len(a.input.Data)
}

// wanted returns the lines whose annotations the filter selects, in order.
func (a *annotated) wanted(filter DumpFilter) []int {
	var lines []int
	for _, m := range a.marks {
		if filter == DumpAnnotationFull || m.first && (filter == DumpAnnotation || m.outcome.wrong()) {
			lines = append(lines, m.line)
		}
	}
	return lines
}

// ellipsis writes the elided lines, or three lines of dots if there are more than three.
func (a *annotated) ellipsis(b, elided *strings.Builder) {
	text := elided.String()
	elided.Reset()
	if strings.Count(text, "\n") <= 3 {
		b.WriteString(text)
		return
	}
	for range 3 {
		b.WriteString(a.bright(black, fmt.Sprintf("%*s", a.width, ".")) + "\n")
	}
}

// line renders one line of the input and the marks below it.
func (a *annotated) line(b *strings.Builder, line int, marks []annotation) {
	var text []byte
	if a.has(line) {
		text = a.input.Data[a.starts[line-1]:]
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			text = text[:i+1]
		}
	}
	b.WriteString(a.bright(black, fmt.Sprintf("%*d: ", a.width, line)))
	a.inputLine(b, text, marks)
	b.WriteString("\n")
	width := len(diag.Escape(string(text)))
	for _, m := range marks {
		if width != len(text) { // the text was escaped, which moves the columns of marks
			m.from, m.to = shownColumn(text, m.from), shownColumn(text, m.to)
		}
		b.WriteString(a.bright(m.color(), a.row(m, width)))
	}
}

// shownColumn returns the column of the escaped text that corresponds to a column of text.
func shownColumn(text []byte, col int) int {
	if col == endOfLine {
		return col
	}
	n := min(col-1, len(text))
	return len(diag.Escape(string(text[:n]))) + col - n
}

// inputLine writes text with a space instead of the line end. With colors and -v, it highlights the
// text that no directive matched.
func (a *annotated) inputLine(b *strings.Builder, text []byte, marks []annotation) {
	if len(text) > 0 && text[len(text)-1] == '\n' {
		text = append(bytes.Clone(text[:len(text)-1]), ' ')
	}
	if !bool(a.painter) || !a.verbose() {
		b.WriteString(a.bold(diag.Escape(string(text))))
		return
	}
	b.WriteString("\x1b[1m" + onCyan)
	was, done := false, 0
	for i := range text {
		in := slices.ContainsFunc(marks, func(m annotation) bool {
			return m.outcome == outcomeFound && m.from <= i+1 && i+1 < m.to
		})
		if in == was {
			continue
		}
		b.WriteString(diag.Escape(string(text[done:i])))
		done, was = i, in
		if in {
			b.WriteString(reset)
		} else {
			b.WriteString(onCyan)
		}
	}
	b.WriteString(diag.Escape(string(text[done:])) + reset)
}

// row renders the mark m below a line of the given width.
func (a *annotated) row(m annotation, width int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s  %s%c", a.width, m.label, strings.Repeat(" ", m.from-1), m.sign())
	col := m.from + 1
	if end := min(m.to, width+1); col < end {
		b.WriteString(strings.Repeat("~", end-col))
		col = end
	}
	if words := diag.Escape(m.words()); words != "" {
		// The words start after the input's last column, so that no later mark is below them.
		b.WriteString(strings.Repeat(" ", max(0, width+1-col)) + " " + words)
	}
	b.WriteByte('\n')
	return b.String()
}

func (m *annotation) sign() byte {
	switch {
	case !m.first:
		return '~'
	case m.note != "" && m.at.from == m.at.to:
		return ' '
	}
	switch m.outcome {
	case outcomeFound:
		return '^'
	case outcomeAbsent, outcomeMissing, outcomeInvalid:
		return 'X'
	case outcomeNear:
		return '?'
	}
	return '!'
}

func (m *annotation) words() string {
	switch {
	case !m.first:
		return ""
	case m.note != "":
		return m.note
	}
	switch m.outcome {
	case outcomeExcluded:
		return "error: no match expected"
	case outcomeWrongLine:
		return "error: match on wrong line"
	case outcomeDiscarded:
		return "discard: overlaps earlier match"
	case outcomeMissing:
		return "error: no match found"
	case outcomeInvalid:
		return "error: match failed for invalid pattern"
	case outcomeNear:
		return "possible intended match"
	}
	return ""
}

// wrong reports whether o is an error, or a near miss, which belongs to an error.
func (o outcome) wrong() bool {
	switch o {
	case outcomeExcluded, outcomeWrongLine, outcomeMissing, outcomeInvalid, outcomeNear:
		return true
	}
	return false
}

func (m *annotation) color() color {
	switch m.outcome {
	case outcomeFound, outcomeAbsent:
		return green
	case outcomeDiscarded:
		return cyan
	case outcomeNear:
		return magenta
	}
	return red
}
