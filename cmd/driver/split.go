package driver

import (
	"bytes"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// splitInput splits a text at lines that end in the marker. Positions refer to the whole file.
// There are warnings about lines that are almost equal to the marker.
func splitInput(name string, text []byte, marker string) (chunks []*diag.Source, warnings []*diag.Diagnostic) {
	if len(text) == 0 {
		return nil, nil // as in MLIR: an empty text is an empty module only if it is not split
	}
	whole := diag.NewSource(name, text)
	mark := []byte(strings.TrimSpace(marker))
	if len(mark) == 0 {
		mark = []byte(marker)
	}
	start, first, line, col := 0, 1, 1, 0 // col is the end of the last marker
	chunk := func(end int) *diag.Source {
		src := diag.NewChunk(name, text[start:end], first)
		src.BeginLine, src.BeginCol = first-1, col
		return src
	}
	for at := 0; at < len(text); line++ {
		end, next := len(text), len(text)
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			end, next = at+n, at+n+1
		}
		l := bytes.TrimSpace(text[at:end])
		if before, ok := cutMarker(l, mark); ok {
			from := at + bytes.Index(text[at:end], l) + len(before)
			chunks = append(chunks, chunk(from))
			start, first, col = next, line+1, from-at+len(mark)+1
		} else if n, near := nearMiss(l, mark); near {
			from := at + bytes.Index(text[at:end], l) + n
			warnings = append(warnings, diag.Warningf(diag.Span{Src: whole, Start: from, End: end}, "near miss with file split marker"))
		}
		at = next
	}
	return append(chunks, chunk(len(text))), warnings
}

// cutMarker returns the text before a marker at the end of the line.
func cutMarker(line, mark []byte) (before []byte, ok bool) {
	before, ok = bytes.CutSuffix(line, mark)
	return before, ok && (len(before) == 0 || before[len(before)-1] == ' ' || before[len(before)-1] == '\t')
}

// nearMiss reports whether a line was probably meant to be the marker. It returns true if the line
// differs only in blanks, or has text after the marker. It also returns true if the line has 0 to 4
// copies of the marker's last byte in place of the last two bytes. The warning begins at byte n of
// the line.
func nearMiss(line, mark []byte) (n int, ok bool) {
	if len(mark) < 4 {
		return 0, false
	}
	squeeze := func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(" "), nil) }
	if bytes.Equal(squeeze(line), squeeze(mark)) {
		return 0, true
	}
	stem := mark[:len(mark)-2]
	if !bytes.HasPrefix(line, stem) {
		return 0, false
	}
	more := bytes.Trim(line[len(stem):], string(mark[len(mark)-1:]))
	return len(stem), len(line) <= len(mark)+2 && len(more) == 0 || bytes.HasPrefix(line, mark)
}

// SplitInput divides a text at the marker '// -----', as --split-input-file does.
func SplitInput(name string, text []byte) (chunks []*diag.Source, warnings []*diag.Diagnostic) {
	return splitInput(name, text, defaultMarker)
}
