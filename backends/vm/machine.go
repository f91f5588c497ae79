package vm

import (
	"context"
	"unsafe"
)

// machine is the state of one call of a kernel. Most values are in mem. A value loaded from memory
// that the kernel only reads is not copied: the load only sets an entry of the field "at".
type machine struct {
	at      []unsafe.Pointer // by register
	buffers []unsafe.Pointer
	mem     []uint64
	ctx     context.Context
	fuel    int // number of instructions until ctx is checked
}

// pollAfter is the number of instructions between two checks of the context. These instructions
// take a few milliseconds.
const pollAfter = 1 << 15

// proceed counts n instructions of a loop. It returns false if the context is done.
func (m *machine) proceed(n int) bool {
	if m.fuel -= n; m.fuel > 0 {
		return true
	}
	m.fuel = pollAfter
	return m.ctx.Err() == nil
}

// control says how an instruction affects control flow.
type control uint8

const (
	straight  control = iota
	enterLoop         // d = a; jumps to target unless d < b
	nextLoop          // d += imm; jumps to target if d < b
	jumpIfNot         // jumps to target unless a
	jump              // jumps to target
)

// action executes an instruction without control flow.
type action func(m *machine, in *instr)

// instr is one instruction. It writes register d and reads registers a, b and c. n is the number of
// elements.
type instr struct {
	run        action
	control    control
	d, a, b, c int32
	target     int32
	param      int32
	n          int
	imm        int64 // a step, a lane, or the constant part of an address in bytes
	terms      []term
}

// term is a term of an address: an index register times a number of bytes.
type term struct {
	reg   int32
	bytes int64
}

func (m *machine) exec(code []instr) {
	for pc := 0; pc < len(code); {
		in := &code[pc]
		pc++
		switch in.control {
		case straight:
			in.run(m, in)
		case enterLoop:
			first := *m.index(in.a)
			*m.index(in.d) = first
			if first >= *m.index(in.b) {
				pc = int(in.target)
			}
		case nextLoop:
			i := m.index(in.d)
			*i += in.imm
			if *i < *m.index(in.b) {
				if !m.proceed(pc - int(in.target)) {
					return
				}
				pc = int(in.target)
			}
		case jumpIfNot:
			if *(*uint8)(m.at[in.a]) == 0 {
				pc = int(in.target)
			}
		case jump:
			pc = int(in.target)
		}
	}
}

// index returns a pointer to the index in register r.
func (m *machine) index(r int32) *int64 { return (*int64)(m.at[r]) }

// address returns the memory that an instruction accesses.
func (m *machine) address(in *instr) unsafe.Pointer {
	return unsafe.Add(m.buffers[in.param], m.offset(in))
}

// offset returns the distance in bytes from the start of the buffer to the memory that an
// instruction accesses. If lanes are masked or gathered, the first lane may be outside of the
// buffer. So these instructions form no pointer to it: the garbage collector stops the process if it
// finds a pointer to memory without an object.
func (m *machine) offset(in *instr) int64 {
	off := in.imm
	for i := range in.terms {
		t := &in.terms[i]
		off += *m.index(t.reg) * t.bytes
	}
	return off
}

// limit is larger than the number of elements of any value. The function view slices pointers to
// arrays of this length, which is faster than unsafe.Slice.
const limit = 1 << 24

func view[T any](p unsafe.Pointer, n int) []T { return (*[limit]T)(p)[:n:n] }

func pair[T, S any](m *machine, in *instr) (d []T, a []S) {
	return view[T](m.at[in.d], in.n), view[S](m.at[in.a], in.n)
}

func triple[T, S any](m *machine, in *instr) (d []T, a, b []S) {
	return view[T](m.at[in.d], in.n), view[S](m.at[in.a], in.n), view[S](m.at[in.b], in.n)
}
