package kernelverify

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// area is the memory of a buffer in a host function: an argument or global, or
// bytes of the arena.
type area struct {
	base     *ir.Value
	from, to int64
	readOnly bool
}

func (a area) meets(b area) bool { return a.base == b.base && a.from < b.to && b.from < a.to }

// host is a host function being checked.
type host struct {
	f     fn.Func
	areas map[*ir.Value]area
	arena *ir.Value
}

func checkHost(f fn.Func) error {
	n, ok := f.Attr("kernel.results").Int()
	ins := f.FunctionType().Inputs
	if !ok || n < 0 || int(n) > len(ins) || len(f.FunctionType().Results) > 0 || f.IsDeclaration() || len(f.Body().Blocks) != 1 {
		return ir.Errorf(f.Op, "host functions take inputs, 'kernel.results' outputs and an arena, and have one block")
	}
	h := &host{f: f, areas: map[*ir.Value]area{}}
	args := f.Entry().Args()
	for _, t := range ins {
		if err := checkBuffer(f.Op, t); err != nil {
			return err
		}
	}
	if views(f) {
		h.arena = args[len(args)-1]
		args = args[:len(args)-1]
	}
	for i, a := range args {
		h.areas[a] = area{base: a, to: 1, readOnly: i < len(args)-int(n)}
	}
	for op := range f.Entry().Ops() {
		if err := h.op(op); err != nil {
			return err
		}
	}
	return nil
}

// views reports whether f has an arena: something views its last argument.
func views(f fn.Func) bool {
	args := f.Entry().Args()
	if len(args) == 0 {
		return false
	}
	for u := range args[len(args)-1].Uses() {
		if u.Owner().Name() == "memref.view" {
			return true
		}
	}
	return false
}

func (h *host) op(op *ir.Op) error {
	switch op.Name() {
	case "arith.constant", "func.return":
		return nil
	case "memref.view":
		return h.view(op)
	case "memref.get_global":
		h.areas[op.Result()] = area{base: op.Result(), to: 1, readOnly: true}
		return nil
	case "memref.reinterpret_cast":
		return h.cast(op)
	case "memref.copy":
		to, ok := h.areas[op.OperandAt(1)]
		if !ok || to.readOnly || h.areas[op.OperandAt(0)].meets(to) {
			return ir.Errorf(op, "must copy to an output or to the arena")
		}
		return nil
	case "func.call":
		return h.call(op)
	}
	return ir.Errorf(op, "is not an operation of host functions")
}

func (h *host) view(op *ir.Op) error {
	at := (&ranges{memo: map[*ir.Value]span{}}).of(op.OperandAt(1))
	t := op.Result().Type()
	if err := checkBuffer(op, t); err != nil {
		return err
	}
	size, _ := op.OperandAt(0).Type().Shape()
	end := at.lo + bytes(t)
	if op.OperandAt(0) != h.arena || at.lo != at.hi || at.lo%64 != 0 || at.lo < 0 || end > size[0] {
		return ir.Errorf(op, "must lie in the arena, at a constant offset that is a multiple of 64")
	}
	h.areas[op.Result()] = area{base: h.arena, from: at.lo, to: end}
	return nil
}

func bytes(t ir.Type) int64 {
	if t.Kind() == tensor.I1 {
		return elements(t)
	}
	return elements(t) * int64(t.Kind().Bits()) / 8
}

func elements(t ir.Type) int64 {
	shape, _ := t.Shape()
	n := int64(1)
	for _, e := range shape {
		n *= e
	}
	return n
}

func (h *host) cast(op *ir.Op) error {
	from, to := op.OperandAt(0).Type(), op.Result().Type()
	if err := checkBuffer(op, to); err != nil {
		return err
	}
	offsets, _ := op.Attr("static_offsets").Ints()
	if from.Elem() != to.Elem() || elements(from) != elements(to) || !slices.Equal(offsets, []int64{0}) {
		return ir.Errorf(op, "must keep the elements and their number")
	}
	a, ok := h.areas[op.OperandAt(0)]
	if !ok {
		return ir.Errorf(op, "must cast a buffer of the function")
	}
	h.areas[op.Result()] = a
	return nil
}

// call checks that the grid is whole, that only outputs and the arena are
// written, and that no two buffers meet where one is written, but in place.
func (h *host) call(op *ir.Op) error {
	f, ok := ir.As[fn.Func](ir.LookupNearest(op, op.Attr("callee")))
	if !ok || !f.Attr("kernel.host").IsNil() {
		return ir.Errorf(op, "must call a kernel of the module")
	}
	s, err := signatureOf(f)
	if err != nil {
		return err
	}
	if op.NumOperands() != s.buffers+2 {
		return ir.Errorf(op, "must pass %d buffers and the grid", s.buffers)
	}
	r := &ranges{memo: map[*ir.Value]span{}}
	if r.of(op.OperandAt(s.buffers)) != exactly(0) || r.of(op.OperandAt(s.buffers+1)) != exactly(s.grid) {
		return ir.Errorf(op, "must pass the whole grid, 0 to %d", s.grid)
	}
	for _, w := range s.writes {
		a, ok := h.areas[op.OperandAt(int(w))]
		if !ok || a.readOnly {
			return ir.Errorf(op, "writes operand %d, which is neither an output nor in the arena", w)
		}
		for i := range s.buffers {
			b := h.areas[op.OperandAt(i)]
			if int64(i) != w && a.meets(b) && !(s.pairs(w, int64(i)) && a == b) {
				return ir.Errorf(op, "writes operand %d over operand %d, which the kernel does not declare", w, i)
			}
		}
	}
	return nil
}

func (s *signature) pairs(w, r int64) bool {
	for i := 0; i < len(s.inplace); i += 2 {
		if s.inplace[i] == w && s.inplace[i+1] == r {
			return true
		}
	}
	return false
}
