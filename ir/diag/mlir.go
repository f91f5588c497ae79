package diag

import (
	"strings"
	"unicode/utf8"
)

// renderMLIR follows llvm::SMDiagnostic::print and
// mlir::SourceMgrDiagnosticHandler.
func renderMLIR(b *strings.Builder, d *Diagnostic, color bool) {
	mlirEntry(b, d, color, true)
	prev := d
	for _, n := range d.Notes {
		// As in mlir-opt, a line is not printed twice in a row.
		mlirEntry(b, n, color, !samePlace(prev, n))
		prev = n
	}
}

func samePlace(a, b *Diagnostic) bool {
	return a.Span.Src == b.Span.Src && a.Span.Start == b.Span.Start && a.Place == b.Place
}

func mlirEntry(b *strings.Builder, d *Diagnostic, color, withSource bool) {
	where, message := d.where(), d.Message
	if !d.Span.IsValid() && strings.HasPrefix(d.Place, "loc(") {
		where, message = "<unknown>:0", d.Place+": "+message
	}
	b.WriteString(headline(where, d.Severity, d.text(message)+"\n", color))
	if !withSource || !d.Span.IsValid() {
		return
	}
	line, col := d.Span.Src.Position(d.Span.Start)
	text, col := excerpt(d.Span.Src.Line(line), col)
	writeExpanded(b, text, text)
	b.WriteByte('\n')
	if !isASCII(text) {
		// LLVM draws no caret if the line has characters other than ASCII, since it does not know
		// their widths.
		return
	}
	length := 1
	if d.underline {
		length = min(d.Span.End-d.Span.Start, maxLine)
	}
	at := min(col-1, len(text))
	mark := strings.Repeat(" ", at) + "^" + strings.Repeat("~", max(length-1, 0))
	var caret strings.Builder
	writeExpanded(&caret, mark, text)
	b.WriteString(paint(color, ansiCaret, caret.String()+"\n"))
}

// maxLine is the number of bytes up to which a line is printed as a whole.
const maxLine = 1 << 16

// excerpt returns the part of a line that is printed, and the column in it that corresponds to
// column col of the line. A line of more than maxLine bytes is cut, because a generated program can
// be a single line.
func excerpt(line string, col int) (string, int) {
	if len(line) <= maxLine {
		return line, col
	}
	from := min(max(0, col-1-maxLine/2), len(line)-maxLine)
	return line[from : from+maxLine], col - from
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// writeExpanded writes row, which is line itself or the marks below line. In line itself, a tab
// becomes spaces up to the next tab stop, and a control character becomes its escape. A mark below
// a tab or a control character is repeated until it is as wide as these spaces or this escape.
func writeExpanded(b *strings.Builder, row, line string) {
	if !isASCII(row) {
		column := 0 // counted in bytes; it may be inexact, since no mark is printed below this line
		for i, r := range row {
			_, size := utf8.DecodeRuneInString(row[i:])
			if r == '\t' {
				n := tabStop - column%tabStop
				b.WriteString(strings.Repeat(" ", n))
				column += n
				continue
			}
			b.WriteString(escaped(r, row[i:i+size]))
			column += size
		}
		return
	}
	column := 0
	for i := range len(row) {
		c, n := row[i], 1
		if i < len(line) && line[i] == '\t' {
			n = tabStop - column%tabStop
		}
		if i < len(line) && line[i] != '\t' && !isPlain(line[i:i+1]) {
			escape := escaped(rune(line[i]), line[i:i+1])
			if n = len(escape); row[i] == line[i] {
				b.WriteString(escape)
				column += n
				continue
			}
		}
		if c == '\t' {
			c = ' '
		}
		for range n {
			b.WriteByte(c)
		}
		column += n
	}
}
