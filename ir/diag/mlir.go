package diag

import (
	"strings"
	"unicode/utf8"
)

// renderMLIR follows llvm::SMDiagnostic::print and mlir::SourceMgrDiagnosticHandler.
func renderMLIR(b *strings.Builder, d *Diagnostic, color bool) {
	mlirEntry(b, d, color, true)
	prev := d
	for _, n := range d.Notes {
		// As in mlir-opt, a note at the place of the previous diagnostic has no source line.
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
		// As in LLVM, a line with characters other than ASCII gets no caret.
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

// maxLine is the largest number of bytes that are printed of a line or a message.
const maxLine = 1 << 16

// excerpt cuts a line of more than maxLine bytes, because a generated program can be a single line.
// It returns the part around column col, and the column in this part.
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

// writeExpanded writes row, which is either line or the marks below it. A tab in line is written as
// spaces, and a control character as its escape. A mark below them is repeated to their width.
func writeExpanded(b *strings.Builder, row, line string) {
	if !isASCII(row) {
		column := 0 // in bytes, not in terminal columns: no mark is printed below this line
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
