package filecheck

import (
	"bytes"
	"fmt"
	"strings"
)

// A Text is a named text, such as a file.
type Text struct {
	Name string // as diagnostics show it
	Data []byte
}

// canonical returns t as the checks see it: line ends without a carriage
// return and, unless strict, every run of blanks and tabs as one blank.
func (t Text) canonical(strict bool) Text {
	out := make([]byte, 0, len(t.Data))
	d := t.Data
	for i := 0; i < len(d); i++ {
		c := d[i]
		if c == '\r' && i+1 < len(d) && d[i+1] == '\n' {
			continue
		}
		if strict || c != ' ' && c != '\t' {
			out = append(out, c)
			continue
		}
		out = append(out, ' ')
		for i+1 < len(d) && (d[i+1] == ' ' || d[i+1] == '\t') {
			i++
		}
	}
	return Text{t.Name, out}
}

// A place is an offset into a text.
type place struct {
	text *Text
	off  int
}

// position returns the line and column of p, both counted from 1.
func (p place) position() (line, col int) {
	before := p.text.Data[:p.off]
	return bytes.Count(before, []byte{'\n'}) + 1, p.off - bytes.LastIndexByte(before, '\n')
}

// message renders one diagnostic at p, with its line and a caret.
func (p place) message(kind, format string, args ...any) string {
	return p.messageTo(p.off, kind, format, args...)
}

// messageTo is message for the range from p to end, which is underlined as far
// as it is on p's line.
func (p place) messageTo(end int, kind, format string, args ...any) string {
	line, col := p.position()
	rest := p.text.Data[p.off-(col-1):]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	before := len(expandTabs(rest[:col-1]))
	under := len(expandTabs(rest[:max(col-1, min(len(rest), col-1+end-p.off))])) - before - 1
	return fmt.Sprintf("%s:%d:%d: %s: %s\n%s\n%s^%s\n", p.text.Name, line, col, kind,
		fmt.Sprintf(format, args...), expandTabs(rest), strings.Repeat(" ", before), strings.Repeat("~", max(0, under)))
}

// expandTabs puts tab stops at every eighth column, so that a caret below the
// line points at the right place.
func expandTabs(line []byte) string {
	if bytes.IndexByte(line, '\t') < 0 {
		return string(line)
	}
	var b strings.Builder
	for _, c := range line {
		if c != '\t' {
			b.WriteByte(c)
			continue
		}
		b.WriteString("        "[b.Len()%8:])
	}
	return b.String()
}

// An Error says why a comparison failed.
type Error struct {
	// Usage is set if nothing was compared, because the check file, the options
	// or the input are unusable; the command's exit status is then 2, not 1.
	Usage bool
	// Text is everything there is to show, ending in a line end.
	Text string
}

// Error returns the text without its last line end.
func (e *Error) Error() string { return strings.TrimSuffix(e.Text, "\n") }

// usagef makes an Error about the check file, the options or the input.
func usagef(format string, args ...any) *Error {
	return &Error{Usage: true, Text: fmt.Sprintf(format, args...) + "\n"}
}

// errorf makes an Error about a place in the check file or the options.
func (p place) errorf(format string, args ...any) *Error {
	return &Error{Usage: true, Text: p.message("error", format, args...)}
}
