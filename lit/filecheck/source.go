package filecheck

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/lathe-ir/lathe/ir/diag"
)

// A Text is a named text, such as a file.
type Text struct {
	Name string // the name in diagnostics
	Data []byte
}

// canonical returns t in the form that is matched. It removes carriage returns before line ends.
// Unless StrictWhitespace is set, it replaces every run of blanks and tabs by one blank.
func (t Text) canonical(o *Options) *source {
	out := make([]byte, 0, len(t.Data))
	d := t.Data
	for i := 0; i < len(d); i++ {
		c := d[i]
		if c == '\r' && i+1 < len(d) && d[i+1] == '\n' {
			continue
		}
		if o.StrictWhitespace || c != ' ' && c != '\t' {
			out = append(out, c)
			continue
		}
		out = append(out, ' ')
		for i+1 < len(d) && (d[i+1] == ' ' || d[i+1] == '\t') {
			i++
		}
	}
	return &source{Text: Text{t.Name, out}, color: o.Color}
}

// A source is a text to which diagnostics refer.
type source struct {
	Text
	color bool   // whether diagnostics have colors
	all   string // a copy of the text; empty until slice needs it
}

// slice returns a part of the text, without copying that part.
func (s *source) slice(from, to int) string {
	if s.all == "" {
		s.all = string(s.Data)
	}
	return s.all[from:to]
}

// A place is an offset into a text.
type place struct {
	text *source
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

// messageTo is like message, for the range from p to end. It underlines the range up to the end of
// p's line. It escapes the text of files, because files are not trusted.
func (p place) messageTo(end int, kind, format string, args ...any) string {
	line, col := p.position()
	rest := p.text.Data[p.off-(col-1):]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	before := len(shown(rest[:col-1]))
	under := len(shown(rest[:max(col-1, min(len(rest), col-1+end-p.off))])) - before - 1
	c := painter(p.text.color)
	caret := c.bright(green, strings.Repeat(" ", before)+"^"+strings.Repeat("~", max(0, under))+"\n")
	if bytes.ContainsFunc(rest, func(r rune) bool { return r > unicode.MaxASCII }) {
		caret = "" // as in LLVM, there is no caret, since the widths of the characters are not known
	}
	return c.bold(diag.Escape(fmt.Sprintf("%s:%d:%d: ", p.text.Name, line, col))) + c.bright(severityColor(kind), kind+": ") +
		c.bold(diag.Escape(fmt.Sprintf(format, args...))+"\n") + shown(rest) + "\n" + caret
}

// shown returns the form in which messages show a line or the beginning of a line.
func shown(line []byte) string { return diag.Escape(expandTabs(line)) }

// expandTabs replaces tabs by blanks up to the next multiple of eight columns, so that a caret
// below the line points at the correct character.
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

// An Error is the reason why a comparison failed.
type Error struct {
	// Usage is true if nothing was compared because the check file, the options or the input are
	// invalid. In this case, the exit status of the command is 2 instead of 1. As in LLVM, Usage is
	// false for an unmatched "]" in a [[…]].
	Usage bool
	// Text is the complete output, ending in a line end.
	Text string
}

// Error returns the text without its last line end.
func (e *Error) Error() string { return strings.TrimSuffix(e.Text, "\n") }

// usagef returns an Error about the check file, the options or the input.
func usagef(format string, args ...any) *Error {
	return &Error{Usage: true, Text: diag.Escape(fmt.Sprintf(format, args...)) + "\n"}
}

// errorf returns an Error about a place in the check file or the options.
func (p place) errorf(format string, args ...any) *Error {
	return &Error{Usage: true, Text: p.message("error", format, args...)}
}
