package diag

import "strings"

// renderMLIR follows llvm::SMDiagnostic::print and
// mlir::SourceMgrDiagnosticHandler.
func renderMLIR(b *strings.Builder, d *Diagnostic, color bool) {
	mlirEntry(b, d, color, true)
	prev := d
	for _, n := range d.Notes {
		// As mlir-opt does: a line that was just shown is not shown again.
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
	b.WriteString(headline(where, d.Severity, message, color))
	b.WriteByte('\n')
	if !withSource || !d.Span.IsValid() {
		return
	}
	line, col := d.Span.Src.Position(d.Span.Start)
	text := d.Span.Src.Line(line)
	expanded, column := expandTabs(text, col-1)
	b.WriteString(expanded)
	b.WriteByte('\n')
	if !isASCII(text) {
		// LLVM draws no caret then, because it cannot know the widths.
		return
	}
	b.WriteString(paint(color, ansiCaret, strings.Repeat(" ", column)+"^"))
	b.WriteByte('\n')
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// expandTabs replaces tabs by spaces and returns the column, counted in bytes
// from 0, at which the byte at off then stands.
func expandTabs(line string, off int) (expanded string, column int) {
	off = min(off, len(line))
	if !strings.Contains(line, "\t") {
		return line, off
	}
	var b strings.Builder
	for i := range len(line) {
		if i == off {
			column = b.Len()
		}
		if line[i] != '\t' {
			b.WriteByte(line[i])
			continue
		}
		b.WriteString(strings.Repeat(" ", tabStop-b.Len()%tabStop))
	}
	if off == len(line) {
		column = b.Len()
	}
	return b.String(), column
}
