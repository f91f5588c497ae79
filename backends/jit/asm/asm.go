// Package asm has the types that the assemblers for all processors share: registers, sizes, labels
// and constants, and a buffer of code.
package asm

import "fmt"

// Op is an instruction of a processor.
type Op uint16

// Reg is a register of a processor.
type Reg uint8

// None is no register.
const None = Reg(255)

// Size is a number of bytes: the width of an instruction's operands, or of the elements of vectors.
type Size uint8

// Label identifies a position in the code.
type Label int

// Const identifies a constant of a Buffer. 0 means no constant.
type Const int32

// ConstAlign is the alignment of the first constant, and the largest alignment that a constant can
// have.
const ConstAlign = 64

// Buffer collects code and its constants. The zero value is ready for use.
type Buffer struct {
	Code []byte
	// Trace, if not nil, is called with each line of the listing and the offset in the code. A line
	// is an instruction, a label or a comment.
	Trace  func(offset int, text string)
	labels []int // offsets; -1: not bound yet
	pool   pool
}

// Len returns the number of bytes of code so far.
func (b *Buffer) Len() int { return len(b.Code) }

// Tracing reports whether Trace is set. Callers need not create texts if Trace is not set.
func (b *Buffer) Tracing() bool { return b.Trace != nil }

// NewLabel returns a new label. Bind sets its position.
func (b *Buffer) NewLabel() Label {
	b.labels = append(b.labels, -1)
	return Label(len(b.labels) - 1)
}

// Bind sets the position of l to the end of the code so far.
func (b *Buffer) Bind(l Label) {
	b.labels[l] = len(b.Code)
	b.Note("L%d:", l)
}

// Target returns the offset of l; -1 if l is not bound.
func (b *Buffer) Target(l Label) int { return b.labels[l] }

// Note adds text to the listing.
func (b *Buffer) Note(format string, args ...any) {
	if b.Trace != nil {
		b.Trace(len(b.Code), fmt.Sprintf(format, args...))
	}
}

// Comment adds a comment to the listing.
func (b *Buffer) Comment(text string) { b.Note("; %s", text) }

// Bytes appends bytes.
func (b *Buffer) Bytes(bytes ...byte) { b.Code = append(b.Code, bytes...) }

// pool holds constants without duplicates.
type pool struct {
	data    []byte
	offsets []int
	known   map[string]Const
}

// Const returns the constant whose bytes are data. The constant is aligned to its size, but at most
// to ConstAlign.
func (b *Buffer) Const(data []byte) Const {
	p := &b.pool
	if c, ok := p.known[string(data)]; ok {
		return c
	}
	for len(p.data)%min(len(data), ConstAlign) != 0 {
		p.data = append(p.data, 0)
	}
	p.offsets = append(p.offsets, len(p.data))
	p.data = append(p.data, data...)
	c := Const(len(p.offsets))
	if p.known == nil {
		p.known = map[string]Const{}
	}
	p.known[string(data)] = c
	return c
}

// PlaceConstants appends the constants to the code, and returns a function that returns their
// offsets. If there are constants, it first pads the code to a multiple of ConstAlign with the byte
// fill.
func (b *Buffer) PlaceConstants(fill byte) func(Const) int {
	if len(b.pool.data) > 0 {
		for len(b.Code)%ConstAlign != 0 {
			b.Code = append(b.Code, fill)
		}
	}
	start := len(b.Code)
	b.Code = append(b.Code, b.pool.data...)
	return func(c Const) int { return start + b.pool.offsets[c-1] }
}
