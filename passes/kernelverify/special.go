package kernelverify

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
)

// special checks rules for particular operations.
func (v *verifier) special(k *kernel, op *ir.Op) {
	switch o := op.View().(type) {
	case arith.Constant:
		if d, ok := ir.AttrAs[*ir.DenseElements](o.Value()); ok {
			if _, splat := d.Splat(); !splat {
				v.fail(ir.Errorf(op, "must be a scalar or a splat, but has different elements"))
			}
		}
	case arith.Select:
		if lanesOf(o.Condition().Type()) != lanesOf(op.Result().Type()) {
			v.fail(ir.Errorf(op, "must have a condition of the shape of its values, but '%s' selects between values of type '%s'",
				o.Condition().Type(), op.Result().Type()))
		}
	case vector.Broadcast:
		if isVector(o.Source().Type()) {
			v.fail(ir.Errorf(op, "must broadcast a scalar, but got '%s'", o.Source().Type()))
		}
	case vector.Extract:
		v.position(k, op, o.Position().Static, op.Result().Type())
	case vector.Insert:
		v.position(k, op, o.Position().Static, o.ValueToStore().Type())
	case vector.Shuffle:
		if o.V1().Type().Elem().IsInt(1) || slices.ContainsFunc(o.Mask(), func(lane int64) bool { return lane < 0 || lane >= 2*k.lanes }) {
			v.fail(ir.Errorf(op, "must shuffle vectors of numbers, not of i1, and select lanes in [0, %d]", 2*k.lanes-1))
		}
	case scf.For:
		v.loop(k, o)
	case scf.If:
		v.branch(k, op)
	default:
		v.memory(k, op)
	}
}

// position checks the constant lane of vector.extract or vector.insert. t is the type of the
// extracted or inserted value, which may be vector<1xT> in MLIR.
func (v *verifier) position(k *kernel, op *ir.Op, at []int64, t ir.Type) {
	if len(at) != 1 || at[0] < 0 || at[0] >= k.lanes {
		v.fail(ir.Errorf(op, "must have a constant position in [0, %d]", k.lanes-1))
	}
	if isVector(t) {
		v.fail(ir.Errorf(op, "must extract or insert a scalar, but has '%s'", t))
	}
}

func (v *verifier) loop(k *kernel, op scf.For) {
	n := op.Op.NumResults()
	if op.Op.NumOperands() != 3+n || op.Op.NumRegions() != 1 || len(op.Op.RegionAt(0).Blocks) != 1 ||
		op.Op.RegionAt(0).Entry().NumArgs() != 1+n {
		v.fail(ir.Errorf(op.Op, "must have bounds, a step, and as many carried values as results"))
		return
	}
	for i := range 3 {
		if t := op.Op.OperandAt(i).Type(); !t.IsIndex() {
			v.fail(ir.Errorf(op.Op, "operand #%d must be index, but is '%s'", i, t))
			return
		}
	}
	if s, ok := constantInt(op.Step()); !ok || s <= 0 {
		v.fail(ir.Errorf(op.Op, "must have a step that is a positive constant"))
	}
	if op.UnsignedCmp() {
		v.fail(ir.Errorf(op.Op, "must compare its bounds as signed numbers"))
	}
	for i, a := range op.Body().Args() {
		v.value(k, op.Op, a, kernelop.Anything, "argument", i)
	}
	v.block(k, op.Body(), ending{"scf.yield", ir.Is[scf.Yield]}, n)
}

func (v *verifier) branch(k *kernel, op *ir.Op) {
	n := op.NumResults()
	if op.NumOperands() != 1 || op.NumRegions() != 2 || !op.OperandAt(0).Type().IsInt(1) || op.RegionAt(0).Empty() {
		v.fail(ir.Errorf(op, "must have a condition of type i1 and two branches"))
		return
	}
	for i := range 2 {
		blocks := op.RegionAt(i).Blocks
		switch {
		case len(blocks) > 1 || len(blocks) == 0 && n > 0:
			v.fail(ir.Errorf(op, "must have branches of one block"))
		case len(blocks) == 1:
			v.block(k, blocks[0], ending{"scf.yield", ir.Is[scf.Yield]}, n)
		}
	}
}

// memory checks an access except for its address.
func (v *verifier) memory(k *kernel, op *ir.Op) {
	l, ok := layoutOf(op)
	if !ok {
		return
	}
	if l.buffer >= op.NumOperands() || !isBufferOf(k, op.OperandAt(l.buffer)) {
		v.fail(ir.Errorf(op, "must access a buffer that is an argument of the kernel"))
		return
	}
	buffer := op.OperandAt(l.buffer)
	shape, _ := buffer.Type().Shape()
	if got := l.end - l.buffer - 1; got != len(shape) {
		v.fail(ir.Errorf(op, "must have %d indices for '%s', but has %d", len(shape), buffer.Type(), got))
		return
	}
	for i := l.buffer + 1; i < l.end; i++ {
		if t := op.OperandAt(i).Type(); !t.IsIndex() {
			v.fail(ir.Errorf(op, "operand #%d must be index, but is '%s'", i, t))
		}
	}
	if n := buffer.Index(); writes(op) && !k.written[n] {
		v.fail(ir.NoteAt(ir.Errorf(op, "writes buffer #%d, which 'kernel.writes' does not list", n), k.Op, "the kernel"))
	}
	v.accessed(op, l, buffer)
}

func isBufferOf(k *kernel, b *ir.Value) bool {
	return b.IsArg() && b.ArgBlock() == k.Entry() && b.Index() < k.buffers
}

// accessed checks the types of the value and of the index vector of an access, and its mask.
func (v *verifier) accessed(op *ir.Op, l layout, buffer *ir.Value) {
	if ir.Is[memref.Prefetch](op) {
		return
	}
	var data ir.Type
	switch op.View().(type) {
	case memref.Store, vector.Store:
		data = op.OperandAt(0).Type()
	case vector.MaskedStore:
		data = op.OperandAt(op.NumOperands() - 1).Type()
	default:
		data = op.Result().Type()
	}
	isMemRef := ir.Is[memref.Load](op) || ir.Is[memref.Store](op)
	if data.Elem() != buffer.Type().Elem() || isVector(data) == isMemRef || isVector(data) && len(buffer.Type().Dims()) == 0 {
		v.fail(ir.Errorf(op, "does not match the buffer: it accesses '%s' in '%s'", data, buffer.Type()))
		return
	}
	if !ir.Is[vector.Gather](op) {
		if l.mask >= 0 {
			v.mask(op, op.OperandAt(l.mask))
		}
		return
	}
	if t := op.OperandAt(l.end).Type(); !isVector(t) || !t.Elem().IsIndex() {
		v.fail(ir.Errorf(op, "must have a vector of index for indices, but got '%s'", t))
	}
	if c, ok := constantInt(op.OperandAt(l.end + 1)); !ok || c == 0 {
		v.fail(ir.Errorf(op, "must have a mask that is the constant true"))
	}
}

func (v *verifier) mask(op *ir.Op, mask *ir.Value) {
	if def := mask.Def(); !isVector(mask.Type()) || !mask.Type().Elem().IsInt(1) || !ir.Is[vector.CreateMask](def) {
		v.fail(ir.Errorf(op, "must have a mask that vector.create_mask makes"))
	}
}
