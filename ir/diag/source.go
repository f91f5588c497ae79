// Package diag implements diagnostics of programs. A diagnostic is a Go error. The package also has
// source texts and spans, renders diagnostics, and compares them with expected-error comments.
//
// The headline of a diagnostic has MLIR's wording, so that editors, scripts and tests of upstream
// MLIR recognize it. Label, notes and help explain the headline.
package diag

import (
	"bytes"
	"sort"
	"sync"
)

// Source is one input text. It must not be copied, and its text must not change after first use.
// It is safe for concurrent use.
type Source struct {
	Name string // as printed: a path, or "-" for the standard input
	Text []byte

	// BeginLine and BeginCol are the position in the file at which the previous split marker, such
	// as "// -----", ends. They are 0 if no marker precedes this source.
	BeginLine, BeginCol int

	first  int // line number of the first line, counted from 1
	once   sync.Once
	starts []int // offset at which each line starts
}

// NewSource returns a source for a whole file, whose lines are counted from 1.
func NewSource(name string, text []byte) *Source {
	return NewChunk(name, text, 1)
}

// NewChunk returns a source that is part of a file. Its first line has the number firstLine in
// the file, and all positions refer to the file.
func NewChunk(name string, text []byte, firstLine int) *Source {
	return &Source{Name: name, Text: text, first: firstLine}
}

// Position returns the line and column of a byte offset, both counted from 1. The column counts
// bytes. An offset outside the text is treated as the start or the end of the text.
func (s *Source) Position(off int) (line, col int) {
	off = min(max(off, 0), len(s.Text))
	starts := s.lineStarts()
	i := sort.SearchInts(starts, off+1) - 1
	return i + s.firstLine(), off - starts[i] + 1
}

// Offset is the inverse of Position: it returns the byte offset of a line and column. It returns
// false if the source has no such position.
func (s *Source) Offset(line, col int) (int, bool) {
	start, end, ok := s.bounds(line)
	if !ok || col < 1 || start+col-1 > end {
		return 0, false
	}
	return start + col - 1, true
}

// Line returns the text of line n without its line end, or "" if there is no such line. Lines are
// numbered as in the results of Position.
func (s *Source) Line(n int) string {
	start, end, ok := s.bounds(n)
	if !ok {
		return ""
	}
	return string(bytes.TrimSuffix(s.Text[start:end], []byte("\r")))
}

// FirstLine returns the number of the first line.
func (s *Source) FirstLine() int { return s.firstLine() }

// LastLine returns the number of the last line. If the text ends with a line end, the last line is
// the empty line after it.
func (s *Source) LastLine() int { return s.firstLine() + len(s.lineStarts()) - 1 }

// bounds returns the offset of the first byte of line n, and the offset of its line end.
func (s *Source) bounds(n int) (start, end int, ok bool) {
	starts := s.lineStarts()
	i := n - s.firstLine()
	if i < 0 || i >= len(starts) {
		return 0, 0, false
	}
	if i+1 < len(starts) {
		return starts[i], starts[i+1] - 1, true
	}
	return starts[i], len(s.Text), true
}

// firstLine returns first, or 1 for a Source that was created without NewSource.
func (s *Source) firstLine() int { return max(s.first, 1) }

// lineStarts computes the starts of lines at the first call, because a program without errors does
// not need them.
func (s *Source) lineStarts() []int {
	s.once.Do(func() {
		starts := make([]int, 1, bytes.Count(s.Text, []byte("\n"))+1)
		for off := 0; ; {
			i := bytes.IndexByte(s.Text[off:], '\n')
			if i < 0 {
				break
			}
			off += i + 1
			starts = append(starts, off)
		}
		s.starts = starts
	})
	return s.starts
}

// Span is a range of bytes in a source. The zero Span means "no text".
type Span struct {
	Src        *Source
	Start, End int // byte offsets, End exclusive
}

// IsValid reports whether the span has a source and is inside its text.
func (sp Span) IsValid() bool {
	return sp.Src != nil && 0 <= sp.Start && sp.Start <= sp.End && sp.End <= len(sp.Src.Text)
}

// Text returns the text of the span, or "" if the span is not valid.
func (sp Span) Text() string {
	if !sp.IsValid() {
		return ""
	}
	return string(sp.Src.Text[sp.Start:sp.End])
}
