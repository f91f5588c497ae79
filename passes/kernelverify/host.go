package kernelverify

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
)

// place is the kind of memory that a buffer of the host function lies in.
type place uint8

const (
	input place = iota
	output
	arena
	global
)

func (p place) String() string { return [...]string{"input", "output", "arena", "global"}[p] }

// memory is a buffer of the host function: bytes [from, from+size) of a block of memory. index
// names the block: an argument or a global. It is "" for the arena.
type memory struct {
	place      place
	index      string
	from, size int64
}

func (m memory) overlaps(o memory) bool {
	return m.place == o.place && m.index == o.index && m.from < o.from+o.size && o.from < m.from+m.size
}

// host is the host function that is being checked.
type host struct {
	*verifier
	f       fn.Func
	buffers map[*ir.Value]memory
	arena   *ir.Value
	results map[*ir.Value]*ir.Value // by cast to a buffer: the result of a host operation
	copied  map[*ir.Value]bool      // results of host operations that were copied
}

func (v *verifier) host(f fn.Func) {
	if f.IsDeclaration() || len(f.Body().Blocks) != 1 {
		v.fail(ir.Errorf(f.Op, "must have a body of one block"))
		return
	}
	h := &host{verifier: v, f: f, buffers: map[*ir.Value]memory{}, results: map[*ir.Value]*ir.Value{}, copied: map[*ir.Value]bool{}}
	if !h.arguments() {
		return
	}
	for op := range f.Entry().Ops() {
		h.op(op)
	}
}

// arguments checks the inputs, outputs and arena. The last argument is the arena if it is a buffer
// of bytes of rank 1, has users, and all its users are views.
func (h *host) arguments() bool {
	args := h.f.Entry().Args()
	results, ok := h.f.Op.Attr("kernel.results").Int()
	if t := h.f.FunctionType(); t == nil || len(t.Results) != 0 {
		h.fail(ir.Errorf(h.f.Op, "must have no results: outputs are arguments"))
	}
	for i, a := range args {
		if !h.isBuffer(a.Type()) {
			h.fail(ir.Errorf(h.f.Op, "argument #%d must be %s, but is '%s'", i, wanted(a.Type()), a.Type()))
			return false
		}
	}
	if n := len(args); n > 0 && isArena(args[n-1]) {
		h.arena = args[n-1]
		args = args[:n-1]
	}
	if !ok || results < 0 || results > int64(len(args)) {
		h.fail(ir.Errorf(h.f.Op, "must have 'kernel.results', the number of outputs, from 0 to the number of arguments before the arena, %d", len(args)))
		return false
	}
	for i, a := range args {
		p := input
		if i >= len(args)-int(results) {
			p = output
		}
		h.buffers[a] = memory{p, "#" + itoa(i), 0, bytesOf(a.Type())}
	}
	return true
}

func isArena(v *ir.Value) bool {
	if shape := v.Type().Dims(); len(shape) != 1 || !v.Type().Elem().IsInt(8) {
		return false
	}
	for u := range v.Uses() {
		if !ir.Is[memref.View](u.Owner()) {
			return false
		}
	}
	return v.HasUses()
}

func (h *host) op(op *ir.Op) {
	switch o := op.View().(type) {
	case arith.Constant:
	case memref.View:
		h.view(o)
	case memref.GetGlobal:
		h.global(o)
	case memref.ReinterpretCast:
		h.reshape(o)
	case memref.Copy:
		h.copy(o)
	case fn.Call:
		h.call(o)
	case fn.Return:
		if op.NumOperands() > 0 {
			h.fail(ir.Errorf(op, "must have no operands: outputs are arguments"))
		}
	default:
		h.control(op)
	}
}

// result records that the result of op is the buffer m. It returns false if op does not have one
// result of a buffer's type.
func (h *host) result(op *ir.Op, m memory) bool {
	if op.NumResults() != 1 {
		h.fail(ir.Errorf(op, "must have one result"))
		return false
	}
	if t := op.Result().Type(); !h.isBuffer(t) {
		h.fail(ir.Errorf(op, "must have a result that is %s", wanted(t)))
		return false
	}
	h.buffers[op.Result()] = m
	return true
}

func (h *host) view(op memref.View) {
	if len(op.Sizes()) > 0 || h.arena == nil || op.Source() != h.arena {
		h.fail(ir.Errorf(op.Op, "must be a view, with a static shape, of the arena (the last argument)"))
		return
	}
	off, ok := constantInt(op.ByteShift())
	if !ok {
		h.fail(ir.Errorf(op.Op, "must have a constant offset"))
		return
	}
	m := memory{arena, "", off, bytesOf(op.Op.Result().Type())}
	if !h.result(op.Op, m) {
		return
	}
	if off < 0 || off%64 != 0 {
		h.fail(ir.Errorf(op.Op, "must have an offset that is a multiple of 64, but has %d", off))
	}
	if all := bytesOf(h.arena.Type()); off > all-m.size {
		h.fail(ir.Errorf(op.Op, "must lie inside the arena of %d bytes, but ends at %d", all, off+m.size))
	}
}

func (h *host) global(op memref.GetGlobal) {
	def, ok := ir.As[memref.Global](h.symbols.Resolve(ir.NewAttr(op.SymbolRef())))
	if !ok {
		h.fail(ir.Errorf(op.Op, "'%s' does not reference a valid global memref", ir.NewAttr(op.SymbolRef())))
		return
	}
	if def.BufferType() != op.Op.Result().Type() {
		h.fail(ir.NoteAt(ir.Errorf(op.Op, "must have the type of its global, but has '%s'", op.Op.Result().Type()), def.Op, "the global"))
		return
	}
	h.result(op.Op, memory{global, "@" + def.SymName(), 0, bytesOf(op.Op.Result().Type())})
}

// reshape checks that only the shape of a buffer changes.
func (h *host) reshape(op memref.ReinterpretCast) {
	if op.Op.NumOperands() != 1 {
		h.fail(ir.Errorf(op.Op, "must have a constant offset, sizes and strides"))
		return
	}
	m, ok := h.buffers[op.Source()]
	if !ok || !h.result(op.Op, m) {
		return
	}
	from, to := op.Source().Type(), op.Op.Result().Type()
	if off := op.Offsets().Static; len(off) != 1 || off[0] != 0 {
		h.fail(ir.Errorf(op.Op, "must have offset 0"))
	}
	if bytesOf(from) != bytesOf(to) || from.Elem() != to.Elem() {
		h.fail(ir.Errorf(op.Op, "must keep all elements, but casts '%s' to '%s'", from, to))
	}
}
