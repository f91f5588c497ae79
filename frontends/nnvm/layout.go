package nnvm

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// layout writes JSON in the layout of dmlc's writer, so that texts can be compared. Lists of up to
// ten numbers or entries, and dictionaries of one entry, are on one line. Lists of nodes, strings
// or shapes always have separate lines.
type layout struct {
	out    *bufio.Writer   // records the first error
	scopes [mostOpen]scope // the open scopes
	depth  int             // the number of open scopes
}

// mostOpen is the maximum nesting depth. It is more than any graph needs.
const mostOpen = 8

// scope is an open list or object.
type scope struct {
	lines bool // each element is on a separate line
	count int
}

func newLayout(out io.Writer) layout { return layout{out: bufio.NewWriterSize(out, 64<<10)} }

func (l *layout) byte(c byte) { l.out.WriteByte(c) }

func (l *layout) str(s string) { l.out.WriteString(s) }

func (l *layout) open(c byte, lines bool) {
	l.byte(c)
	l.scopes[l.depth] = scope{lines: lines}
	l.depth++
}

func (l *layout) close(c byte) {
	l.depth--
	// Like dmlc's writer, close starts a line only if elements of the enclosing scope do.
	outer := l.depth == 0 || l.scopes[l.depth-1].lines
	if top := l.scopes[l.depth]; top.lines && top.count > 0 && outer {
		l.line()
	}
	l.byte(c)
}

func (l *layout) line() {
	const deepest = "\n                " // two spaces for each level
	l.str(deepest[:1+2*l.depth])
}

// element starts an element of the open list or object.
func (l *layout) element() {
	top := &l.scopes[l.depth-1]
	if top.count > 0 {
		l.str(", ")
	}
	top.count++
	if top.lines {
		l.line()
	}
}

func (l *layout) key(k string) {
	l.element()
	l.quoted(k)
	l.str(": ")
}

func (l *layout) quoted(s string) {
	l.byte('"')
	plain := 0 // the start of the text that can be copied unchanged
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '\\' && c != '"' {
			continue
		}
		l.str(s[plain:i])
		plain = i + 1
		switch {
		case c == '\\' || c == '"':
			l.byte('\\')
			l.byte(c)
		case c == '\r':
			l.str(`\r`)
		case c == '\n':
			l.str(`\n`)
		case c == '\t':
			l.str(`\t`)
		default:
			fmt.Fprintf(l.out, `\u%04x`, c)
		}
	}
	l.str(s[plain:])
	l.byte('"')
}

// oneLine is the largest number of simple elements in a list on one line.
const oneLine = 10

func (l *layout) int(n int64) { l.out.Write(strconv.AppendInt(l.out.AvailableBuffer(), n, 10)) }

func (l *layout) ints(v []int32) {
	l.open('[', len(v) > oneLine)
	for _, n := range v {
		l.element()
		l.int(int64(n))
	}
	l.close(']')
}

func (l *layout) entries(v []index.Entry) {
	l.open('[', len(v) > oneLine)
	for _, e := range v {
		l.element()
		l.byte('[')
		l.int(int64(e.Node))
		l.str(", ")
		l.int(int64(e.Index))
		l.str(", ")
		l.int(int64(e.Version))
		l.byte(']')
	}
	l.close(']')
}
