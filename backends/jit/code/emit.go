package code

import (
	"slices"

	"github.com/lathe-ir/lathe/backends/jit/asm"
)

// emitter encodes an allocated function.
type emitter struct {
	*allocation
	buf    *asm.Buffer
	enc    encoder
	labels []asm.Label
	next   [classes]int // number of scratch registers that the current instruction uses
}

// encoder encodes the instructions of one kind of processor.
type encoder interface {
	// encode encodes an instruction other than a label, a note or a move.
	encode(in *inst)
	// load and store move size bytes between a register and the argument block at the offset "at".
	load(to asm.Reg, c class, size asm.Size, at int32)
	store(from asm.Reg, c class, size asm.Size, at int32)
	copy(to, from asm.Reg, c class, size asm.Size)
	// constant loads the constant r.
	constant(to asm.Reg, r reg)
	// end encodes the return to the caller.
	end()
}

// emit appends the code of a.f.
func emit(a *allocation, p processor) {
	e := &emitter{allocation: a, buf: p.buffer()}
	e.enc = p.encoder(e)
	for range a.f.labels {
		e.labels = append(e.labels, e.buf.NewLabel())
	}
	e.prologue()
	opened, open := 0, []*window{} // open has the windows that the current instruction is in
	for i := range a.f.insts {
		for ; opened < len(a.windows) && a.windows[opened].first == i; opened++ {
			w := &a.windows[opened]
			e.enc.constant(w.to, w.r)
			e.place(w.r).reg = w.to
			open = append(open, w)
		}
		e.next = [classes]int{}
		e.inst(&a.f.insts[i])
		open = slices.DeleteFunc(open, func(w *window) bool {
			if w.last == i {
				e.place(w.r).reg = asm.None
			}
			return w.last == i
		})
	}
	e.enc.end()
}

func (e *emitter) inst(in *inst) {
	switch in.kind {
	case nothing:
	case note:
		e.buf.Comment(e.f.notes[in.label])
	case label:
		e.buf.Bind(e.labels[in.label])
	case move:
		e.move(in)
	default:
		e.enc.encode(in)
	}
}

func (e *emitter) move(in *inst) {
	d, s := in.r[0], in.r[1]
	if e.same(d, s) {
		return
	}
	if p := e.place(d); p.reg != asm.None {
		e.copyTo(p.reg, s)
		return
	}
	e.save(d, e.in(s))
}

// prologue loads the arguments and constants that have a machine register.
func (e *emitter) prologue() {
	for r := reg(1); int(r) < len(e.f.class); r++ {
		p := e.place(r)
		if len(e.webs.ranges[r]) == 0 || p.reg == asm.None || e.webs.find(r) != r {
			continue
		}
		if at, ok := e.f.home[r]; ok {
			e.enc.load(p.reg, general, 8, at)
		} else if _, ok := e.f.consts[r]; ok {
			e.enc.constant(p.reg, r)
		}
	}
}

func allBytes(b []byte, v byte) bool {
	for _, x := range b {
		if x != v {
			return false
		}
	}
	return true
}

// spare returns a scratch register that the instruction does not use yet.
func (e *emitter) spare(c class) asm.Reg {
	s := e.scratch[c][e.next[c]]
	e.next[c]++
	return s
}

// The method named in returns a machine register with the value of r; None if r is 0. It loads the
// value if necessary.
func (e *emitter) in(r reg) asm.Reg {
	if r == 0 {
		return asm.None
	}
	if p := e.place(r); p.reg != asm.None {
		return p.reg
	}
	s := e.spare(e.f.class[r])
	e.reload(s, r)
	return s
}

// reload loads r, which is in memory, into a machine register.
func (e *emitter) reload(to asm.Reg, r reg) {
	if e.place(r).isConst {
		e.enc.constant(to, e.webs.find(r))
		return
	}
	e.enc.load(to, e.f.class[r], e.f.size[r], e.place(r).slot)
}

// save stores a machine register in r's slot.
func (e *emitter) save(r reg, from asm.Reg) {
	e.enc.store(from, e.f.class[r], e.f.size[r], e.place(r).slot)
}

// copyTo copies r to a machine register.
func (e *emitter) copyTo(to asm.Reg, r reg) {
	p := e.place(r)
	if p.reg == to {
		return
	}
	if p.reg == asm.None {
		e.reload(to, r)
		return
	}
	e.enc.copy(to, p.reg, e.f.class[r], e.f.size[r])
}

// The method named out returns the machine register into which an instruction must write r, and a
// function to call after the write. If shared is not None, it is a scratch register that the
// instruction reads before it writes, so the result can be in the same register.
func (e *emitter) out(r reg, shared asm.Reg) (asm.Reg, func()) {
	if p := e.place(r); p.reg != asm.None {
		return p.reg, func() {}
	}
	s := shared
	if s == asm.None {
		s = e.spare(e.f.class[r])
	}
	return s, func() { e.save(r, s) }
}

// scratchOf returns the first of xs that is a scratch register of class c in use by the
// instruction; None if there is none.
func (e *emitter) scratchOf(c class, xs ...asm.Reg) asm.Reg {
	for _, x := range xs {
		for _, s := range e.scratch[c][:min(e.next[c], len(e.scratch[c]))] {
			if s == x {
				return x
			}
		}
	}
	return asm.None
}

// same reports whether two registers share a location.
func (e *emitter) same(a, b reg) bool { return e.webs.find(a) == e.webs.find(b) }
