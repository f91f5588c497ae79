package kernelverify

import (
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
)

// layout has the positions of the operands of a memory operation. The indices follow the buffer and
// end before the operand "end". mask is -1 if there is no mask.
type layout struct{ buffer, end, mask int }

// layoutOf returns the layout of op; ok is false if op is not one of the operations listed here.
func layoutOf(op *ir.Op) (l layout, ok bool) {
	n := op.NumOperands()
	switch op.View().(type) {
	case memref.Load, vector.Load, memref.Prefetch:
		return layout{0, n, -1}, true
	case memref.Store, vector.Store:
		return layout{1, n, -1}, true
	case vector.Gather:
		return layout{0, n - 3, -1}, true
	case vector.MaskedLoad, vector.MaskedStore:
		return layout{0, n - 2, n - 2}, true
	}
	return layout{}, false
}

func writes(op *ir.Op) bool { return kernelop.Of(op.View()).Info().Writes }

// touch is an access to a buffer that the kernel writes, or to a buffer that may share memory with
// a written buffer.
type touch struct {
	op    *ir.Op
	known *facts
	index []form
}

// access checks that op, if it accesses memory, stays inside its buffer. It records the access if
// other iterations of the grid could conflict with it.
func (e *env) access(op *ir.Op) {
	l, ok := layoutOf(op)
	if !ok || ir.Is[memref.Prefetch](op) { // a prefetch is valid at any address
		return
	}
	defer e.scope()()
	if l.mask >= 0 {
		e.assume(op.OperandAt(l.mask), true)
	}
	buffer := op.OperandAt(l.buffer)
	shape, _ := buffer.Type().Shape()
	index := make([]form, len(shape))
	for d := range shape {
		index[d] = e.form(op.OperandAt(l.buffer + 1 + d))
	}
	if last := len(index) - 1; last >= 0 {
		index[last] = e.acrossLanes(op, index[last])
	}
	if e.dead > 0 || e.trial > 0 {
		return
	}
	for d, size := range shape {
		e.inside(op, d, index[d], size)
	}
	if at := buffer.Index(); !e.v.bounds && (e.k.written[at] || e.k.partner[at] >= 0) {
		e.touches = append(e.touches, touch{op, e.snapshot(), index})
	}
}

// acrossLanes returns the last index that each lane of op accesses, as a form. index is the last
// index operand of op.
func (e *env) acrossLanes(op *ir.Op, index form) form {
	lanes := ofAtom(e.lane)
	switch o := op.View().(type) {
	case memref.Load, memref.Store:
		return index
	case vector.Load:
		lanes = e.across(op.Result().Type())
	case vector.Store:
		lanes = e.across(o.ValueToStore().Type())
	case vector.MaskedLoad:
		lanes = e.across(op.Result().Type())
	case vector.MaskedStore:
		lanes = e.across(o.ValueToStore().Type())
	case vector.Gather:
		lanes = e.form(op.OperandAt(op.NumOperands() - 3))
	}
	f, ok := index.plus(lanes, 1)
	return e.fit(f, ok, ir.Index())
}

// across returns the position of an element in a vector of type t: the lane, or any position if the
// number of elements is not the number of the kernel's lanes. An access to a vector of rank 2 reads
// or writes consecutive elements.
func (e *env) across(t ir.Type) form {
	n := int64(1)
	for _, extent := range t.Dims() {
		n *= extent
	}
	if n != e.k.lanes {
		return e.between(0, n-1, true)
	}
	return ofAtom(e.lane)
}

// inside reports an error if index d of op is not proved to be in [0, size).
func (e *env) inside(op *ir.Op, d int, index form, size int64) {
	if e.atLeast(index, 0) && e.atMost(index, size-1) {
		return
	}
	lo, hi := e.span(index, 64)
	where := ""
	if !ir.Is[memref.Load](op) && !ir.Is[memref.Store](op) {
		where = " in all lanes"
	}
	e.v.fail(ir.Errorf(op, "index #%d must be in [0, %d]%s, but is only known to be in [%d, %d]", d, size-1, where, lo, hi).
		WithHelp("clamp it with arith.minsi and arith.maxsi, or guard the access by scf.if"))
}
