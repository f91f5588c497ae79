package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSnippet is the largest number of columns of a source line that the Rich style prints.
const maxSnippet = 110

func renderRich(b *strings.Builder, d *Diagnostic, color bool) {
	gutter := max(4, gutterWidth(d))
	for _, n := range d.Notes {
		gutter = max(gutter, gutterWidth(n))
	}
	richEntry(b, d, gutter, color)
	for _, n := range d.Notes {
		richEntry(b, n, gutter, color)
		richHelp(b, n, color)
	}
	richHelp(b, d, color)
}

// gutterWidth returns the width of d's line number.
func gutterWidth(d *Diagnostic) int {
	if !d.Span.IsValid() {
		return 0
	}
	line, _ := d.Span.Src.Position(d.Span.Start)
	return len(fmt.Sprint(line))
}

func richHelp(b *strings.Builder, d *Diagnostic, color bool) {
	for _, h := range d.Help {
		b.WriteString("  " + paint(color, ansiCaret, "help:") + " " + strings.ReplaceAll(Printed(h), "\n", "\n      ") + "\n")
	}
}

func richEntry(b *strings.Builder, d *Diagnostic, gutter int, color bool) {
	message := d.Message
	if d.Code != "" {
		message += " [" + d.Code + "]"
	}
	b.WriteString(headline(d.where(), d.Severity, d.text(message), color))
	b.WriteByte('\n')
	if !d.Span.IsValid() {
		if d.Label != "" {
			fmt.Fprintf(b, "%*s = %s\n", gutter, "", Printed(d.Label))
		}
		return
	}
	line, col := d.Span.Src.Position(d.Span.Start)
	text, col := excerpt(d.Span.Src.Line(line), col)
	// If a span covers several lines, only its part on the first line is underlined.
	s := layout(text, col-1, col-1+d.Span.End-d.Span.Start)
	s.clip(maxSnippet)
	fmt.Fprintf(b, "%*d | %s\n", gutter, line, s.text)
	mark := strings.Repeat("^", s.width)
	if d.Label != "" {
		mark += " " + Printed(d.Label)
	}
	fmt.Fprintf(b, "%*s | %s%s\n", gutter, "", strings.Repeat(" ", s.column), paint(color, d.Severity.ansi(), mark))
}

// snippet is a source line in its printed form, with the position of the mark below it in terminal
// columns.
type snippet struct {
	text   string
	column int // column at which the mark starts, counted from 0
	width  int // width of the mark, at least 1
}

// layout expands tabs and escapes control characters in line. The mark is below the bytes from
// offset start to offset end.
func layout(line string, start, end int) snippet {
	var b strings.Builder
	start, end = min(start, len(line)), min(end, len(line))
	column, from, to := 0, -1, -1
	for i, r := range line {
		if i >= start && from < 0 {
			from = column
		}
		if i >= end && to < 0 {
			to = column
		}
		switch {
		case r == '\t':
			n := tabStop - column%tabStop
			b.WriteString(strings.Repeat(" ", n))
			column += n
		default:
			_, size := utf8.DecodeRuneInString(line[i:])
			text := line[i : i+size]
			if e := escaped(r, text); e != text {
				b.WriteString(e)
				column += len(e)
				continue
			}
			b.WriteString(text)
			column += runeWidth(r)
		}
	}
	if from < 0 {
		from = column
	}
	if to < 0 {
		to = column
	}
	return snippet{text: b.String(), column: from, width: max(to-from, 1)}
}

// clip shortens the line to a window of limit columns that contains the mark, and writes "…" for
// the text outside the window.
func (s *snippet) clip(limit int) {
	total := 0
	for _, r := range s.text {
		total += runeWidth(r)
	}
	if total <= limit {
		return
	}
	first := 0
	if s.column+s.width > limit {
		// Show some text before the mark: the mark starts after a third of the window.
		first = min(s.column-limit/3, total-limit)
		first = max(first, 0)
	}
	var b strings.Builder
	column, shift := 0, 0
	if first > 0 {
		b.WriteString("…")
		shift = 1
	}
	for _, r := range s.text {
		w := runeWidth(r)
		switch {
		case column < first:
			// If the window starts inside a wide rune, the whole rune is dropped.
			shift -= max(column+w-first, 0)
		case column+w <= first+limit:
			b.WriteRune(r)
		}
		column += w
	}
	if total > first+limit {
		b.WriteString("…")
	}
	s.text = b.String()
	s.width = max(min(s.width, first+limit-s.column), 1)
	s.column += shift - first
}

// runeWidth returns the number of terminal columns of a rune: 0 for combining marks and format
// characters, 2 for the East Asian wide blocks and emoji, else 1.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r < 0x1100:
		return 1
	case r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf && r != 0x303f, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60,
		r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f900 && r <= 0x1f9ff,
		r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}
