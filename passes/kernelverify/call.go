package kernelverify

import (
	"strconv"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
)

func itoa(i int) string { return strconv.Itoa(i) }

// buffer returns operand i of op as a buffer.
func (h *host) buffer(op *ir.Op, i int) (m memory, ok bool) {
	if m, ok = h.buffers[op.OperandAt(i)]; !ok {
		h.fail(ir.Errorf(op, "operand #%d must be an input, an output, a view of the arena or a global", i))
	}
	return m, ok
}

// writable reports an error if operand i of op, which op writes, must not be written.
func (h *host) writable(op *ir.Op, i int, m memory) {
	if m.place == input || m.place == global {
		h.fail(ir.Errorf(op, "writes operand #%d, %s, which must only be read", i, describe(m)))
	}
}

func describe(m memory) string {
	if m.place == global {
		return "global " + m.index
	}
	return "an " + m.place.String()
}

// copy checks a copy between buffers of one type, or a copy from the result of an operation that
// the host runs.
func (h *host) copy(op memref.Copy) {
	if r := h.results[op.Source()]; r != nil {
		if h.copied[r] {
			h.fail(ir.Errorf(op.Op, "copies a result that was copied already").WithHelp("copy the buffer that has the result"))
		}
		h.copied[r] = true
		if dst, ok := h.buffer(op.Op, 1); ok {
			h.writable(op.Op, 1, dst)
		}
		return
	}
	src, ok1 := h.buffer(op.Op, 0)
	dst, ok2 := h.buffer(op.Op, 1)
	if !ok1 || !ok2 {
		return
	}
	if s, d := op.Source().Type(), op.Target().Type(); s != d {
		h.fail(ir.Errorf(op.Op, "must copy between buffers of the same type, but copies '%s' to '%s'", s, d))
	}
	h.writable(op.Op, 1, dst)
	if src.overlaps(dst) {
		h.fail(ir.Errorf(op.Op, "must copy between disjoint buffers"))
	}
}

// call checks a call of a kernel over its whole grid.
func (h *host) call(op fn.Call) {
	f, ok := ir.As[fn.Func](h.symbols.Resolve(op.Callee()))
	if !ok || f.Op.Attr("kernel.grid").IsNil() {
		h.fail(ir.Errorf(op.Op, "must call a kernel of this module"))
		return
	}
	k := h.kernels[f.Op]
	if k == nil {
		// If there are errors, one of them can be the reason why the kernel is missing.
		if len(h.errs) == 0 {
			h.fail(ir.Errorf(op.Op, "must call a kernel that was verified"))
		}
		return
	}
	n := k.buffers
	if op.Op.NumOperands() != n+2 || op.Op.NumResults() != 0 {
		h.fail(ir.Errorf(op.Op, "must pass %d buffers and a slice, and have no results", n))
		return
	}
	args := make([]memory, n)
	for i := range n {
		if args[i], ok = h.buffer(op.Op, i); !ok {
			return
		}
		if got, want := op.Op.OperandAt(i).Type(), k.Entry().Arg(i).Type(); got != want {
			h.fail(ir.Errorf(op.Op, "operand #%d must be '%s', but is '%s'", i, want, got))
		}
		if k.written[i] {
			h.writable(op.Op, i, args[i])
		}
	}
	lo, ok1 := constantInt(op.Op.OperandAt(n))
	hi, ok2 := constantInt(op.Op.OperandAt(n + 1))
	if !ok1 || !ok2 || lo != 0 || hi != k.grid {
		h.fail(ir.NoteAt(ir.Errorf(op.Op, "must call @%s over its whole grid, from 0 to %d", k.SymName(), k.grid), k.Op, "the kernel"))
	}
	h.disjoint(op.Op, k, args)
}

// disjoint checks that no buffer that the kernel writes shares memory with another buffer. The two
// buffers of a pair in kernel.inplace may be the same memory, but must not overlap partially.
func (h *host) disjoint(op *ir.Op, k *kernel, args []memory) {
	for i := range args {
		for j := i + 1; j < len(args); j++ {
			if !k.written[i] && !k.written[j] || !args[i].overlaps(args[j]) {
				continue
			}
			if k.partner[i] == j && args[i] == args[j] {
				continue
			}
			h.fail(ir.Errorf(op, "operands #%d and #%d overlap, and @%s writes one of them; 'kernel.inplace' does not pair them, or they have different offsets",
				i, j, k.SymName()))
		}
	}
}
