package kernelverify

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
)

// control checks structured control flow of the host function, the buffer elements that this
// control flow depends on, and operations that the host runs.
func (h *host) control(op *ir.Op) {
	switch o := op.View().(type) {
	case memref.Load:
		h.load(o)
	case arith.IndexCast, scf.Yield:
	case scf.Condition:
		h.selector(op, o.Condition())
	case scf.While:
		h.blocks(op)
	case scf.If:
		h.selector(op, o.Condition())
		h.blocks(op)
	case scf.IndexSwitch:
		h.choice(o)
	case builtin.Cast:
		h.cast(o)
	default:
		h.hosted(op)
	}
}

func (h *host) blocks(op *ir.Op) {
	if op.NumResults() > 0 || ir.Is[scf.While](op) && op.NumOperands() > 0 {
		h.fail(ir.Errorf(op, "must not carry values; use buffers"))
		return
	}
	for _, r := range op.Regions() {
		if r.Empty() {
			continue
		}
		for inner := range r.Entry().Ops() {
			h.op(inner)
		}
	}
}

func (h *host) choice(op scf.IndexSwitch) {
	for i, v := range op.Cases() {
		if v != int64(i) {
			h.fail(ir.Errorf(op.Op, "must have the cases 0, 1, 2, …"))
			return
		}
	}
	if c, ok := ir.Defining[arith.IndexCast](op.Arg()); ok && c.In().Type().IsInt(1) {
		h.fail(ir.Errorf(op.Op, "must not depend on a boolean").WithHelp("use scf.if"))
		return
	}
	h.selector(op.Op, op.Arg())
	h.blocks(op.Op)
}

// load checks that op reads the only element of a buffer.
func (h *host) load(op memref.Load) {
	if _, ok := h.buffer(op.Op, 0); ok && slices.ContainsFunc(op.Memref().Type().Dims(), func(e int64) bool { return e != 1 }) {
		h.fail(ir.Errorf(op.Op, "must read a buffer of one element"))
		return
	}
	for _, v := range op.Indices() {
		if at, ok := constantInt(v); !ok || at != 0 {
			h.fail(ir.Errorf(op.Op, "must read the element at the constant index 0"))
			return
		}
	}
}

// selector checks that v is an element of a buffer, or an index cast of an element. Only constants,
// index casts and loads may be between the load of this element and op.
func (h *host) selector(op *ir.Op, v *ir.Value) {
	if c, ok := ir.Defining[arith.IndexCast](v); ok {
		v = c.In()
	}
	l, ok := ir.Defining[memref.Load](v)
	if ok {
		for before := op.Prev(); before != nil && before != l.Op; before = before.Prev() {
			ok = ok && (ir.Is[arith.Constant](before) || ir.Is[arith.IndexCast](before) || ir.Is[memref.Load](before))
		}
	}
	if !ok || l.Op.Block() != op.Block() {
		h.fail(ir.Errorf(op, "must depend on an element that 'memref.load' reads directly before it"))
	}
}

// cast checks a cast of a buffer to a tensor, or back.
func (h *host) cast(op builtin.Cast) {
	if len(op.Inputs()) != 1 || len(op.Outputs()) != 1 {
		h.fail(ir.Errorf(op.Op, "must cast one value"))
		return
	}
	from, to := op.Inputs()[0], op.Outputs()[0]
	_, known := h.buffers[from]
	switch {
	case known && ir.IsType[*ir.TensorType](to.Type()):
		h.keeps(op, to.Type(), from.Type())
	case ir.IsType[*ir.TensorType](from.Type()) && h.isBuffer(to.Type()):
		h.keeps(op, from.Type(), to.Type())
		h.results[to] = from
	default:
		h.fail(ir.Errorf(op.Op, "must cast a buffer to a tensor, or a tensor to a buffer"))
	}
}

// keeps checks that the buffer type "buffer" stores tensors of type t.
func (h *host) keeps(op builtin.Cast, t, buffer ir.Type) {
	stored := kernelop.Stored(t)
	if !t.HasStaticShape() || stored.Elem() != buffer.Elem() || !slices.Equal(stored.Dims(), buffer.Dims()) {
		h.fail(ir.Errorf(op.Op, "must cast between a tensor and the buffer that stores it, but casts '%s' to '%s'", op.Inputs()[0].Type(), op.Outputs()[0].Type()))
	}
}

// hosted checks an operation that the host runs. Its operands must be tensors cast from buffers,
// and its results must be tensors. It must have no regions, since a region could use other values.
func (h *host) hosted(op *ir.Op) {
	_, runs := ir.Cast[interp.Evaler](op)
	runs = runs && op.NumRegions() == 0
	for v := range op.Operands() {
		c, ok := ir.Defining[builtin.Cast](v)
		if runs = runs && ok && len(c.Inputs()) == 1; runs {
			_, runs = h.buffers[c.Inputs()[0]]
		}
	}
	for v := range op.Results() {
		runs = runs && ir.IsType[*ir.TensorType](v.Type())
	}
	if !runs {
		h.fail(ir.Errorf(op, "is not part of host functions in kernel form"))
	}
}
